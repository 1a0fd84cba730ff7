"""Beer and Saloon give lives back (rules 5.5 and 5.6)."""

from standoff.games.bang.cards import NONE
from standoff.games.bang.rules.notes import Note, note
from standoff.kit import Seat, State, inline_kernel


@inline_kernel
def heal(state: State, seat: Seat, amount: int) -> None:
    """Give lives back, never above the maximum."""
    gain = min(amount, int(state.max_life[seat]) - int(state.life[seat]))
    state.life[seat] += gain
    note(state, Note.LIFE, seat, NONE, gain)


@inline_kernel
def can_drink(state: State) -> bool:
    """Whether a Beer has an effect: not with two players left (rule 5.5)."""
    return bool(state.num_alive > 2)


@inline_kernel
def drink_all(state: State) -> None:
    """Give everybody alive a life: the Saloon (rule 5.6)."""
    for other in range(state.players):
        if state.is_alive[other]:
            heal(state, other, 1)
