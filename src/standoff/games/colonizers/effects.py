"""What colonists and modules do."""

from standoff.games.colonizers.cards import (
    FULL_COLONY,
    HAND_LIMIT,
    MODULE_COLOUR,
    MODULE_COST,
    NONE,
    NUM_SEATS,
    PASSIVE_COLOUR,
    STOLEN_OMNIUM,
    TAKEN_OMNIUM,
    Colonist,
)
from standoff.games.colonizers.state import (
    add_to_hand,
    exchange_hands,
    put_under,
    remove_from_hand,
    take_top,
    top_known,
)
from standoff.kit import Seat, State, inline_kernel

# --- the draw phase -----------------------------------------------------------------------------


@inline_kernel
def reveal_and_pay(state: State, seat: Seat) -> None:
    """Show the colonist to all, then use its passive ability (rules 3.2 and 3.3)."""
    state.is_revealed[seat] = 1
    colonist = int(state.colonist[seat])
    if colonist == Colonist.VISIONARY:
        if state.hand_size[seat] < HAND_LIMIT and state.deck_size > 0:
            known = top_known(state)
            add_to_hand(state, seat, take_top(state), known)
    elif PASSIVE_COLOUR[colonist] >= 0:
        state.omnium[seat] += state.colours[seat, PASSIVE_COLOUR[colonist]]


@inline_kernel
def take_omnium(state: State, seat: Seat) -> None:
    """Take two Omnium (rule 3.4)."""
    state.omnium[seat] += TAKEN_OMNIUM


@inline_kernel
def draw_modules(state: State, seat: Seat) -> None:
    """Set the two top cards aside; this seat sees them (rule 3.5)."""
    for index in range(len(state.drawn)):
        state.drawn_known[index] = top_known(state) | 1 << seat
        state.drawn[index] = take_top(state)


@inline_kernel
def keep_module(state: State, seat: Seat, module: int) -> None:
    """Keep one card and put the other under the deck; a full hand loses the kept one (rule 3.5)."""
    kept = 0 if state.drawn[0] == module else 1
    other = int(state.drawn[1 - kept])
    # A seat that knew both cards knows where each of them went only if they are equal.
    known = 1 << seat
    if other == module:
        known |= int(state.drawn_known[0]) & int(state.drawn_known[1])
    state.drawn[:] = NONE
    state.drawn_known[:] = 0
    put_under(state, other, known)
    if state.hand_size[seat] < HAND_LIMIT:
        add_to_hand(state, seat, module, known)
    else:
        state.lost[seat, module] += 1
        state.lost_size[seat] += 1


# --- powers -------------------------------------------------------------------------------------


@inline_kernel
def find_holder(state: State, colonist: int) -> int:
    """Return the seat that has a colonist, or NONE."""
    for seat in range(NUM_SEATS):
        if state.colonist[seat] == colonist:
            return seat
    return NONE


@inline_kernel
def steal_omnium(state: State, seat: Seat, colonist: int) -> None:
    """Take up to two Omnium from the seat that has a colonist (rules 4.2 and 7.3).

    If Omnium moves, all see which seat has the colonist; if not, that no seat with Omnium has it.
    """
    holder = find_holder(state, colonist)
    if holder != NONE and state.omnium[holder] > 0:
        stolen = min(STOLEN_OMNIUM, int(state.omnium[holder]))
        state.omnium[holder] -= stolen
        state.omnium[seat] += stolen
        state.is_revealed[holder] = 1
    else:
        for other in range(NUM_SEATS):
            if state.omnium[other] > 0:
                state.excluded[other] |= 1 << colonist


@inline_kernel
def swap_hands(state: State, seat: Seat, colonist: int) -> None:
    """Exchange hands with the seat that has a colonist; all see which seat, if any (rule 4.3)."""
    holder = find_holder(state, colonist)
    if holder != NONE:
        exchange_hands(state, seat, holder)
        state.is_revealed[holder] = 1
    else:
        for other in range(NUM_SEATS):
            state.excluded[other] |= 1 << colonist


# --- building -----------------------------------------------------------------------------------


@inline_kernel
def build_module(state: State, seat: Seat, slot: int, module: int) -> None:
    """Pay for a module and add it to the colony (rules 5.1 and 5.2)."""
    state.omnium[seat] -= MODULE_COST[module]
    remove_from_hand(state, seat, slot)
    size = int(state.colony_size[seat])
    state.colony[seat, size] = module
    state.colony_size[seat] = size + 1
    state.colours[seat, MODULE_COLOUR[module]] += 1
    if size + 1 == FULL_COLONY and state.first_full == NONE:
        state.first_full = seat
