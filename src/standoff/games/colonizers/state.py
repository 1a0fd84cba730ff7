"""The state: one flat record. It also holds which seats know which hidden cards.

In a mask of seats the bits of these seats are set, in a mask of colonists those of the colonists.
"""

from typing import Any

import numpy as np

from standoff.games.colonizers.cards import (
    DECK_SIZE,
    FULL_COLONY,
    HAND_LIMIT,
    NONE,
    NUM_COLONISTS,
    NUM_COLOURS,
    NUM_DRAWN,
    NUM_MODULES,
    NUM_SEATS,
    Phase,
)
from standoff.kit import RNG_WORDS, Seat, State, below, count_bits, inline_kernel, state_dtype

FIELDS = (
    ("rng", np.uint64, (RNG_WORDS,)),  # the game's own chance
    ("omnium", np.int16, (NUM_SEATS,)),
    ("round_number", np.int16),
    ("max_rounds", np.int16),  # option
    ("deck", np.int8, (DECK_SIZE,)),  # a ring of modules that begins at deck_top, else NONE
    ("deck_known", np.int8, (DECK_SIZE,)),  # mask of seats that know the card
    ("hand", np.int8, (NUM_SEATS, HAND_LIMIT)),  # in the order of arrival, then NONE
    ("hand_known", np.int8, (NUM_SEATS, HAND_LIMIT)),  # mask of seats that know the card
    ("colony", np.int8, (NUM_SEATS, FULL_COLONY)),  # in the order of building, then NONE
    ("colours", np.int8, (NUM_SEATS, NUM_COLOURS)),  # how many modules of each colour are built
    ("drawn", np.int8, (NUM_DRAWN,)),  # set aside by the seat that must keep one, else NONE
    ("drawn_known", np.int8, (NUM_DRAWN,)),  # mask of seats that know the card
    ("lost", np.int8, (NUM_SEATS, NUM_MODULES)),  # modules that a full hand has lost, rule 3.5
    ("lost_size", np.int8, (NUM_SEATS,)),
    ("hand_size", np.int8, (NUM_SEATS,)),
    ("colony_size", np.int8, (NUM_SEATS,)),
    ("colonist", np.int8, (NUM_SEATS,)),  # of this round, NONE before the pick
    ("offer", np.int8, (NUM_SEATS,)),  # mask of colonists that a seat could pick from, 0 before
    ("excluded", np.int8, (NUM_SEATS,)),  # mask of colonists that all know the seat not to have
    ("is_revealed", np.int8, (NUM_SEATS,)),  # whether all know the seat's colonist
    ("available", np.int8),  # mask of colonists that are on offer now or were not picked
    ("removed", np.int8),  # the colonist that is out of play in this round
    ("deck_top", np.int8),
    ("deck_size", np.int8),
    ("phase", np.int8),  # a Phase
    ("seat", np.int8),  # the seat to move, NOBODY once the game is over
    ("first_full", np.int8),  # the seat that had a full colony first, or NONE
    ("ran_out", np.int8),  # whether the game ended as a draw because cards ran out
    ("bonus", np.int8),  # option, a Bonus
)

STATE = state_dtype(FIELDS)


# --- the deck -----------------------------------------------------------------------------------


@inline_kernel
def take_top(state: Any) -> int:
    """Take the top card off the deck and return its kind; ask `top_known` before."""
    index = int(state.deck_top)
    card = int(state.deck[index])
    state.deck[index] = NONE
    state.deck_known[index] = 0
    state.deck_top = (index + 1) % DECK_SIZE
    state.deck_size -= 1
    return card


@inline_kernel
def top_known(state: Any) -> int:
    """Return the mask of seats that know the top card."""
    return int(state.deck_known[state.deck_top])


@inline_kernel
def put_under(state: Any, card: int, known: int) -> None:
    """Put a card under the deck, known to the seats of a mask."""
    index = (int(state.deck_top) + int(state.deck_size)) % DECK_SIZE
    state.deck[index] = card
    state.deck_known[index] = known
    state.deck_size += 1


# --- hands --------------------------------------------------------------------------------------


@inline_kernel
def add_to_hand(state: Any, seat: int, card: int, known: int) -> None:
    """Put a card at the end of a hand, known to the seats of a mask and to the holder."""
    slot = int(state.hand_size[seat])
    state.hand[seat, slot] = card
    state.hand_known[seat, slot] = known | 1 << seat
    state.hand_size[seat] = slot + 1


@inline_kernel
def find_in_hand(state: Any, seat: int, card: int) -> int:
    """Return the first slot that holds a card of this kind, or NONE."""
    for slot in range(state.hand_size[seat]):
        if state.hand[seat, slot] == card:
            return slot
    return NONE


@inline_kernel
def remove_from_hand(state: Any, seat: int, slot: int) -> None:
    """Take a card, which all see, out of a hand.

    A seat that knew an equal card in the hand, but not this one, cannot tell which of them has
    gone, and forgets the one that it knew.
    """
    card = state.hand[seat, slot]
    unaware = ~int(state.hand_known[seat, slot])  # the seats that did not know this card
    for other in range(state.hand_size[seat]):
        if other != slot and state.hand[seat, other] == card:
            forgetting = unaware & int(state.hand_known[seat, other]) & ~(1 << seat)
            state.hand_known[seat, other] &= ~forgetting
            unaware &= ~forgetting
    last = int(state.hand_size[seat]) - 1
    for index in range(slot, last):
        state.hand[seat, index] = state.hand[seat, index + 1]
        state.hand_known[seat, index] = state.hand_known[seat, index + 1]
    state.hand[seat, last] = NONE
    state.hand_known[seat, last] = 0
    state.hand_size[seat] = last


@inline_kernel
def exchange_hands(state: Any, seat: int, other: int) -> None:
    """Exchange two hands; both holders still know the cards that they gave away."""
    both = 1 << seat | 1 << other
    for slot in range(HAND_LIMIT):
        card, known = state.hand[seat, slot], state.hand_known[seat, slot]
        state.hand[seat, slot] = state.hand[other, slot]
        state.hand_known[seat, slot] = state.hand_known[other, slot]
        state.hand[other, slot] = card
        state.hand_known[other, slot] = known
        if state.hand[seat, slot] != NONE:
            state.hand_known[seat, slot] |= both
        if state.hand[other, slot] != NONE:
            state.hand_known[other, slot] |= both
    size = state.hand_size[seat]
    state.hand_size[seat] = state.hand_size[other]
    state.hand_size[other] = size


# --- colonists ----------------------------------------------------------------------------------


@inline_kernel
def has_picked(state: State, seat: Seat) -> bool:
    """Whether a seat has a colonist in this round; once the game is over, all have."""
    return bool(state.phase != Phase.PICK or seat < state.seat)


@inline_kernel
def draw_colonist(rng: Any, colonists: int) -> int:
    """Return a random colonist of a mask."""
    left = below(rng, count_bits(colonists))
    chosen = 0
    for colonist in range(NUM_COLONISTS):  # without a branch, which would be mispredicted
        left -= colonists >> colonist & 1
        chosen += int(left >= 0)
    return chosen
