"""Judges: `scramble` changes what a seat must not see, `check_state` names what is wrong."""

from enum import IntEnum
from typing import Any

from standoff.games.colonizers.cards import (
    ALL_COLONISTS,
    DECK_SIZE,
    FULL_COLONY,
    HAND_LIMIT,
    MODULE_COLOUR,
    MODULE_COPIES,
    NONE,
    NUM_COLOURS,
    NUM_DRAWN,
    NUM_MODULES,
    NUM_SEATS,
    Phase,
)
from standoff.games.colonizers.state import draw_colonist, has_picked
from standoff.kit import NOBODY, Seat, State, below, inline_kernel, kernel, renew_rng

# --- the judge of observe -----------------------------------------------------------------------


@kernel
def scramble(state: State, seat: Seat, rng: Any) -> None:
    """Exchange hidden cards and colonists; change the memory of others and the chance to come."""
    renew_rng(state.rng, rng)
    for _ in range(2 * HAND_LIMIT):
        exchange_hidden_cards(state, seat, rng)
    exchange_hidden_colonists(state, seat, rng)
    for other in range(NUM_SEATS):
        if other != seat:
            reorder_hand(state, other, rng)
            exchange_lost_card(state, seat, other, rng)
            for slot in range(state.hand_size[other]):
                third = below(rng, NUM_SEATS)
                if third != seat:
                    state.hand_known[other, slot] |= 1 << third
    for index in range(DECK_SIZE):
        third = below(rng, NUM_SEATS)
        if third != seat and state.deck[index] != NONE:
            state.deck_known[index] ^= 1 << third


@inline_kernel
def exchange_hidden_cards(state: State, seat: Seat, rng: Any) -> None:
    """Exchange an unknown card of the deck with an unknown one elsewhere."""
    if state.deck_size == 0:
        return
    index = (int(state.deck_top) + below(rng, int(state.deck_size))) % DECK_SIZE
    if state.deck_known[index] >> seat & 1:
        return
    card = state.deck[index]
    other = below(rng, NUM_SEATS)
    if other != seat and state.hand_size[other] > 0:
        slot = below(rng, int(state.hand_size[other]))
        if state.hand_known[other, slot] >> seat & 1 == 0:
            state.deck[index] = state.hand[other, slot]
            state.hand[other, slot] = card
            return
    slot = below(rng, NUM_DRAWN)
    if state.drawn[slot] != NONE and state.drawn_known[slot] >> seat & 1 == 0:
        state.deck[index] = state.drawn[slot]
        state.drawn[slot] = card
        return
    second = (int(state.deck_top) + below(rng, int(state.deck_size))) % DECK_SIZE
    if state.deck_known[second] >> seat & 1 == 0:
        state.deck[index] = state.deck[second]
        state.deck[second] = card


@inline_kernel
def reorder_hand(state: State, other: Seat, rng: Any) -> None:
    """Shuffle the hand of another seat; memories move with their cards."""
    for last in range(int(state.hand_size[other]) - 1, 0, -1):
        slot = below(rng, last + 1)
        card, known = state.hand[other, last], state.hand_known[other, last]
        state.hand[other, last] = state.hand[other, slot]
        state.hand_known[other, last] = state.hand_known[other, slot]
        state.hand[other, slot] = card
        state.hand_known[other, slot] = known


@inline_kernel
def exchange_lost_card(state: State, seat: Seat, other: Seat, rng: Any) -> None:
    """Exchange a card that another seat has lost with an unknown one of the deck."""
    module = below(rng, NUM_MODULES)
    if state.lost[other, module] == 0 or state.deck_size == 0:
        return
    index = (int(state.deck_top) + below(rng, int(state.deck_size))) % DECK_SIZE
    if state.deck_known[index] >> seat & 1 == 0:
        state.lost[other, module] -= 1
        state.lost[other, state.deck[index]] += 1
        state.deck[index] = module


@inline_kernel
def exchange_hidden_colonists(state: State, seat: Seat, rng: Any) -> None:
    """Exchange the pick of a seat with another pick, or with a colonist that no seat has."""
    first = below(rng, NUM_SEATS)
    second = below(rng, NUM_SEATS + 1)  # the last: the removed colonist, or one not picked
    if first == seat or state.is_revealed[first] or not has_picked(state, first):
        return
    own = int(state.colonist[first])
    is_spectator = seat == NUM_SEATS
    has_seen_offer = not is_spectator and (has_picked(state, seat) or state.seat == seat)
    if second == NUM_SEATS:
        is_early = first < seat and not (is_spectator and state.available and below(rng, 2))
        if is_early or not (has_seen_offer or is_spectator):
            spare = int(state.removed)
        else:
            spare = draw_colonist(rng, int(state.available))
        if int(state.excluded[first]) >> spare & 1:
            return
        state.colonist[first] = spare
        if spare == state.removed:
            state.removed = own
    else:
        if second == seat or state.is_revealed[second] or not has_picked(state, second):
            return
        if has_seen_offer and (first < seat) != (second < seat):
            return
        other = int(state.colonist[second])
        if (int(state.excluded[first]) >> other | int(state.excluded[second]) >> own) & 1:
            return
        state.colonist[first] = other
        state.colonist[second] = own
    repeat_picks(state)


@inline_kernel
def repeat_picks(state: State) -> None:
    """Let the seats pick their colonists again, so that the offers agree with the picks."""
    offer = ALL_COLONISTS & ~(1 << int(state.removed))
    for seat in range(NUM_SEATS):
        if state.colonist[seat] != NONE:
            state.offer[seat] = offer
            offer &= ~(1 << int(state.colonist[seat]))
    state.available = offer


# --- soundness ----------------------------------------------------------------------------------


class Problem(IntEnum):
    """What can be wrong with a state: flags, as an IntEnum because kernels know no IntFlag."""

    CARDS = 1
    DECK = 2
    HAND = 4
    COLONIST = 8
    TURN = 16
    OMNIUM = 32


PROBLEMS = (
    "modules are not conserved",
    "the deck holds other cards than its size says",
    "a hand or colony holds other cards than its size or colours say",
    "two seats have the same colonist, or a seat has one that was not on offer",
    "the turn or the phase is out of range",
    "a seat has less than no Omnium",
)


@kernel
def check_state(state: State) -> int:
    """Return the Problems of a complete state."""
    problems = 0
    if not are_cards_conserved(state):
        problems |= Problem.CARDS
    for step in range(DECK_SIZE):
        index = (int(state.deck_top) + step) % DECK_SIZE
        if (state.deck[index] == NONE) != (step >= state.deck_size):
            problems |= Problem.DECK
    for seat in range(NUM_SEATS):
        if state.omnium[seat] < 0:
            problems |= Problem.OMNIUM
        if not are_cards_sound(state, seat):
            problems |= Problem.HAND
    if not are_colonists_sound(state):
        problems |= Problem.COLONIST
    if not NOBODY <= state.seat < NUM_SEATS or not Phase.PICK <= state.phase <= Phase.BUILD:
        problems |= Problem.TURN
    if (state.phase == Phase.KEEP) != (state.drawn[0] != NONE):
        problems |= Problem.TURN
    return problems


@inline_kernel
def are_cards_conserved(state: State) -> bool:
    """Whether all modules together are the deck as it was made."""
    for module in range(NUM_MODULES):
        count = 0
        for index in range(DECK_SIZE):
            count += int(state.deck[index] == module)
        for index in range(NUM_DRAWN):
            count += int(state.drawn[index] == module)
        for seat in range(NUM_SEATS):
            count += int(state.lost[seat, module])
            for slot in range(HAND_LIMIT):
                count += int(state.hand[seat, slot] == module)
            for slot in range(FULL_COLONY):
                count += int(state.colony[seat, slot] == module)
        if count != MODULE_COPIES[module]:
            return False
    return True


@inline_kernel
def are_cards_sound(state: State, seat: Seat) -> bool:
    """Whether hand and colony hold as many cards as they say, and the seat knows its hand."""
    for slot in range(HAND_LIMIT):
        is_held = slot < state.hand_size[seat]
        if is_held != (state.hand[seat, slot] != NONE):
            return False
        if is_held and state.hand_known[seat, slot] >> seat & 1 == 0:
            return False
    colours = 0
    for slot in range(FULL_COLONY):
        if (slot < state.colony_size[seat]) != (state.colony[seat, slot] != NONE):
            return False
        if slot < state.colony_size[seat]:
            colours += 1 << 8 * int(MODULE_COLOUR[state.colony[seat, slot]])
    for colour in range(NUM_COLOURS):
        colours -= int(state.colours[seat, colour]) << 8 * colour
    return colours == 0


@inline_kernel
def are_colonists_sound(state: State) -> bool:
    """Whether each seat that has picked has a colonist of its own that was on offer."""
    if state.seat == NOBODY:
        return True
    on_offer = ALL_COLONISTS & ~(1 << int(state.removed))
    for seat in range(NUM_SEATS):
        colonist = int(state.colonist[seat])
        if not has_picked(state, seat):
            if colonist != NONE or state.offer[seat] != 0:
                return False
            continue
        if colonist < 0 or on_offer >> colonist & 1 == 0 or state.offer[seat] != on_offer:
            return False
        if int(state.excluded[seat]) >> colonist & 1:
            return False
        on_offer &= ~(1 << colonist)
    return state.available == on_offer  # type: ignore[no-any-return]
