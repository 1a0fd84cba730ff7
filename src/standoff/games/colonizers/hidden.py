"""What a seat may know (rule 7): colonists by deduction, cards by memory.

A seat knows what it could pick from. So earlier picks and the removed colonist are among those that
it was not offered, and later picks are among those that it left. All see what powers do. Of the
hidden cards a seat knows its own hand, hands that it gave away or took, and what it put under the
deck. The spectator is the seat after the last one: he knows no hidden card and sees no offer.
"""

from typing import Any

from standoff.games.colonizers.cards import (
    ALL_COLONISTS,
    DECK_SIZE,
    MODULE_COPIES,
    NONE,
    NUM_COLONISTS,
    NUM_DRAWN,
    NUM_MODULES,
    NUM_SEATS,
    UNKNOWN,
    Phase,
)
from standoff.games.colonizers.state import draw_colonist, has_picked
from standoff.kit import (
    Seat,
    State,
    below,
    copy_record,
    count_bits,
    inline_kernel,
    kernel,
    renew_rng,
)

# --- what a seat sees ---------------------------------------------------------------------------


@kernel
def observe(state: State, seat: Seat, out: State) -> None:
    """Blank the cards, colonists and memories that the seat does not know."""
    copy_record(state, out)
    out.rng[:] = 0
    bit = 1 << seat
    for index in range(DECK_SIZE):
        out.deck_known[index] = int(state.deck_known[index]) & bit
        if state.deck[index] != NONE and out.deck_known[index] == 0:
            out.deck[index] = UNKNOWN
    for index in range(NUM_DRAWN):
        out.drawn_known[index] = int(state.drawn_known[index]) & bit
        if state.drawn[index] != NONE and out.drawn_known[index] == 0:
            out.drawn[index] = UNKNOWN
    for other in range(NUM_SEATS):
        if other == seat:
            for slot in range(state.hand_size[seat]):
                out.hand_known[seat, slot] = bit
        else:
            show_known_hand(state, seat, other, out)
            out.lost[other, :] = 0
            out.offer[other] = 0
            if state.colonist[other] != NONE and state.is_revealed[other] == 0:
                out.colonist[other] = UNKNOWN
    out.removed = UNKNOWN
    if state.phase != Phase.PICK or state.seat != seat:
        out.available = 0


@inline_kernel
def show_known_hand(state: State, seat: Seat, other: Seat, out: State) -> None:
    """Fill in the cards of another hand that the seat knows, sorted, then the unknown ones.

    The true order would tell which of the cards between them was built.
    """
    count = 0
    for module in range(NUM_MODULES):
        for slot in range(state.hand_size[other]):
            if state.hand[other, slot] == module and state.hand_known[other, slot] >> seat & 1:
                out.hand[other, count] = module
                out.hand_known[other, count] = 1 << seat
                count += 1
    for slot in range(count, int(state.hand_size[other])):
        out.hand[other, slot] = UNKNOWN
        out.hand_known[other, slot] = 0


@kernel
def candidates(state: State, seat: Seat, other: Seat) -> int:
    """Return the mask of colonists that `other` may have, as `seat` can deduce; 0 before the pick.

    It works on the state and on the observation of `seat`.
    """
    if not has_picked(state, other):
        return 0
    if other == seat or state.is_revealed[other]:
        return 1 << int(state.colonist[other])
    possible = 0
    for colonist in range(NUM_COLONISTS):
        bit = 1 << colonist
        if rough_candidates(state, seat, other) & bit and leaves_enough(state, seat, other, bit):
            possible |= bit
    return possible


@kernel
def list_candidates(observations: Any, seat: Seat, out: Any) -> None:
    """Fill in the mask of colonists that each seat may have, as `seat` can deduce."""
    for other in range(NUM_SEATS):
        out[other] = candidates(observations[0], seat, other)


@inline_kernel
def rough_candidates(state: State, seat: Seat, other: Seat) -> int:
    """Return the pool of a seat that is not revealed, without what powers have ruled out."""
    possible = early_pool(state, seat) if other < seat else late_pool(state, seat)
    for third in range(NUM_SEATS):
        if state.is_revealed[third]:
            possible &= ~(1 << int(state.colonist[third]))
    return possible & ~int(state.excluded[other])


@inline_kernel
def leaves_enough(state: State, seat: Seat, other: Seat, taken: int) -> bool:
    """Whether the other hidden seats with the same pool can each have a colonist but `taken`.

    They can if every group of them has as many colonists left as seats (Hall's theorem).
    """
    for group in range(1 << NUM_SEATS):
        together = 0
        needed = 0
        for third in range(NUM_SEATS):
            shares_pool = third not in (seat, other) and (third < seat) == (other < seat)
            is_hidden = has_picked(state, third) and not state.is_revealed[third]
            if group >> third & 1 and shares_pool and is_hidden:
                together |= rough_candidates(state, seat, third) & ~taken
                needed += 1
        if count_bits(together) < needed:
            return False
    return True


@inline_kernel
def own_offer(state: State, seat: Seat) -> int:
    """Return the mask of colonists that a seat picks or picked from, 0 before it sees them."""
    if seat == NUM_SEATS:
        return 0  # the spectator sees no offer
    if has_picked(state, seat):
        return int(state.offer[seat])
    return int(state.available) if state.seat == seat else 0


@inline_kernel
def early_pool(state: State, seat: Seat) -> int:
    """Return the mask of colonists among which are the earlier picks and the removed one."""
    return ALL_COLONISTS & ~own_offer(state, seat)


@inline_kernel
def late_pool(state: State, seat: Seat) -> int:
    """Return the mask of colonists that later seats pick or picked from."""
    if has_picked(state, seat):
        return int(state.offer[seat]) & ~(1 << int(state.colonist[seat]))
    return own_offer(state, seat)


# --- worlds -------------------------------------------------------------------------------------


@kernel
def determinize(state: State, seat: Seat, rng: Any) -> None:
    """Give every unknown colonist and card a value that fits, all equally likely."""
    renew_rng(state.rng, rng)
    while not try_colonists(state, seat, rng):
        pass  # powers may have ruled the draw out, but never the truth
    retrace_offers(state)
    deal_unknown_cards(state, seat, rng)


@inline_kernel
def try_colonists(state: State, seat: Seat, rng: Any) -> bool:
    """Draw the colonists of seats that are not revealed; False if a power has ruled one out.

    Revealed colonists leave the pools first.
    """
    early, late = early_pool(state, seat), late_pool(state, seat)
    for other in range(NUM_SEATS):
        if state.is_revealed[other]:
            early &= ~(1 << int(state.colonist[other]))
            late &= ~(1 << int(state.colonist[other]))
    for other in range(NUM_SEATS):
        if other == seat or state.is_revealed[other] or not has_picked(state, other):
            continue
        if other < seat:
            colonist = draw_colonist(rng, early)
            early &= ~(1 << colonist)
        else:
            colonist = draw_colonist(rng, late)
            late &= ~(1 << colonist)
        if int(state.excluded[other]) >> colonist & 1:
            return False
        state.colonist[other] = colonist
    state.removed = draw_colonist(rng, early)
    return True


@inline_kernel
def retrace_offers(state: State) -> None:
    """Fill in what each seat has picked from, and what is on offer or was not picked."""
    on_offer = ALL_COLONISTS & ~(1 << int(state.removed))
    for seat in range(NUM_SEATS):
        if has_picked(state, seat):
            state.offer[seat] = on_offer
            on_offer &= ~(1 << int(state.colonist[seat]))
    state.available = on_offer


@inline_kernel
def count_unseen(state: State) -> int:
    """Return how many modules of each kind are unseen, in four bits of one number for each kind.

    Kernels cannot allocate an array; a kind has at most four copies.
    """
    unseen = 0
    for module in range(NUM_MODULES):
        unseen += MODULE_COPIES[module] << 4 * module
    for index in range(DECK_SIZE):
        if state.deck[index] >= 0:
            unseen -= 1 << 4 * int(state.deck[index])
    for index in range(NUM_DRAWN):
        if state.drawn[index] >= 0:
            unseen -= 1 << 4 * int(state.drawn[index])
    for seat in range(NUM_SEATS):
        for slot in range(state.hand_size[seat]):
            if state.hand[seat, slot] >= 0:
                unseen -= 1 << 4 * int(state.hand[seat, slot])
        for slot in range(state.colony_size[seat]):
            unseen -= 1 << 4 * int(state.colony[seat, slot])
        for module in range(NUM_MODULES):
            unseen -= int(state.lost[seat, module]) << 4 * module
    return unseen


@inline_kernel
def draw_module(rng: Any, unseen: int, total: int) -> int:
    """Return a random module of the `total` that `unseen` counts."""
    left = below(rng, total)
    module = 0
    while left >= (unseen >> 4 * module & 15):
        left -= unseen >> 4 * module & 15
        module += 1
    return module


@inline_kernel
def count_modules(unseen: int) -> int:
    """Return how many modules `unseen` counts."""
    total = 0
    for module in range(NUM_MODULES):
        total += unseen >> 4 * module & 15
    return total


@inline_kernel
def deal_unknown_cards(state: State, seat: Seat, rng: Any) -> None:
    """Deal the unseen modules to the other hands, to what others drew or lost, and to the deck."""
    unseen = count_unseen(state)
    total = count_modules(unseen)
    for other in range(NUM_SEATS):
        for slot in range(state.hand_size[other]):
            if state.hand[other, slot] == UNKNOWN:
                module = draw_module(rng, unseen, total)
                unseen -= 1 << 4 * module
                total -= 1
                state.hand[other, slot] = module
                state.hand_known[other, slot] = 0
            state.hand_known[other, slot] |= 1 << other
        if other != seat:
            for _ in range(state.lost_size[other]):
                module = draw_module(rng, unseen, total)
                unseen -= 1 << 4 * module
                total -= 1
                state.lost[other, module] += 1
    for index in range(NUM_DRAWN):
        if state.drawn[index] == UNKNOWN:
            module = draw_module(rng, unseen, total)
            unseen -= 1 << 4 * module
            total -= 1
            state.drawn[index] = module
        if state.drawn[index] != NONE:
            state.drawn_known[index] |= 1 << int(state.seat)
    fill_deck(state, seat, rng, unseen)


@inline_kernel
def fill_deck(state: State, seat: Seat, rng: Any, unseen: int) -> None:
    """Put the unseen modules into the unknown slots of the deck, in random order."""
    module = 0
    for step in range(state.deck_size):
        index = (int(state.deck_top) + step) % DECK_SIZE
        if state.deck[index] != UNKNOWN:
            continue
        while unseen >> 4 * module & 15 == 0:
            module += 1
        unseen -= 1 << 4 * module
        # A shuffle: the card goes to a random slot filled so far, and the card there moves here.
        other = index
        while True:
            other = (int(state.deck_top) + below(rng, step + 1)) % DECK_SIZE
            if state.deck_known[other] >> seat & 1 == 0:
                break
        state.deck[index] = state.deck[other] if other != index else module
        state.deck[other] = module
