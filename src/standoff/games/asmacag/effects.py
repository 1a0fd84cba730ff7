"""What each card does, and what an illegal action costs."""

from standoff.games.asmacag.cards import Kind
from standoff.games.asmacag.state import remove_from_hand
from standoff.kit import Seat, State, inline_kernel, verb


@verb
def score_number(state: State, played: int, target: int) -> float:  # type: ignore[empty-body]
    """Return what the number `played` scores on the number `target`; a variant may change it."""


@inline_kernel
def score_difference(state: State, played: int, target: int) -> float:
    """Score (P - B) * F (rule 3.1)."""
    return (played - target) * state.factor  # type: ignore[no-any-return]


@inline_kernel
def play_number(state: State, seat: Seat, slot: int, target: int) -> None:
    """Play a number on a number of the board: score, discard both, and reset the factor."""
    card = remove_from_hand(state, seat, slot)
    lowest = int(state.min_number)
    played = card - Kind.FIRST_NUMBER
    state.score[seat] += score_number(state, lowest + played, lowest + target)  # Rule 3.1.
    state.factor = 1.0  # Rule 3.2.
    state.board[target] -= 1
    state.board_size -= 1
    state.discard[card] += 1
    state.discard[Kind.FIRST_NUMBER + target] += 1


@inline_kernel
def play_special(state: State, seat: Seat, slot: int, card: int) -> None:
    """Double or halve the factor as `card` says, and discard the card in `slot` (rule 4.1)."""
    if card == Kind.X2:
        state.factor *= 2.0
    else:
        state.factor /= 2.0
    # Rule 6.3: under published equality, the discarded card may be the other special one.
    state.discard[remove_from_hand(state, seat, slot)] += 1


@inline_kernel
def penalize(state: State, seat: Seat, slot: int) -> None:
    """Take the penalty and the card in `slot` for an illegal action (rule 5.3)."""
    state.score[seat] += state.penalty
    state.discard[remove_from_hand(state, seat, slot)] += 1
