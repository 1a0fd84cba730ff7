"""What a seat may know (rule 8): its own role and hand, and all that is open.

The roles of the Sheriff and of the dead are open. Of the hidden cards a seat knows those in its
`known`: it has seen them, and can still follow where they are. The spectator is the seat after the
last one: he has no role and no hand. What he knows is known to all, so his row stays open.
"""

from standoff.games.bang import cardset
from standoff.games.bang.cards import UNKNOWN, Role
from standoff.games.bang.cardset import WORDS
from standoff.games.bang.state import Winner
from standoff.kit import Seat, State, copy_record, inline_kernel, kernel


@kernel
def observe(state: State, seat: Seat, out: State) -> None:
    """Blank the roles, cards and memories that the seat does not know."""
    copy_record(state, out)
    out.rng[:] = 0
    for word in range(WORDS):
        own = state.hand[seat, word] if seat < state.players else 0  # the spectator has no hand
        out.seen[word] = state.seen[word] & own
    known = cardset.size(state.known[seat])
    for other in range(state.players):
        if other == seat:
            continue
        if not is_role_open(state, other):
            out.role[other] = UNKNOWN
        for word in range(WORDS):
            out.known[other, word] = 0
            out.hand[other, word] = state.hand[other, word] & state.known[seat, word]
        known -= cardset.size(out.hand[other])
    blank_deck(state, seat, known, out)


@inline_kernel
def blank_deck(state: State, seat: Seat, known: int, out: State) -> None:
    """Blank the deck except the `known` cards that the seat knows, most often on top."""
    index = int(state.deck_size)
    while known > 0 and index > 0:
        index -= 1
        if cardset.contains(state.known[seat], int(state.deck[index])):
            known -= 1
        else:
            out.deck[index] = UNKNOWN
    out.deck[:index] = UNKNOWN


@inline_kernel
def is_role_open(state: State, seat: Seat) -> bool:
    """Whether a role is open: the Sheriff's, those of the dead, and at the end all."""
    is_over = state.winner != Winner.NOT_YET
    return bool(state.role[seat] == Role.SHERIFF or not state.is_alive[seat] or is_over)
