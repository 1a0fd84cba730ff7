"""The state: one flat record of 168 bytes."""

from typing import Any

import numpy as np

from standoff.games.asmacag.cards import MAX_HAND, MAX_KINDS, MAX_NUMBERS, NONE, NUM_SEATS
from standoff.kit import RNG_WORDS, inline_kernel, state_dtype

FIELDS = (
    ("rng", np.uint64, (RNG_WORDS,)),  # the game's own chance
    ("score", np.float64, (NUM_SEATS,)),
    ("factor", np.float64),  # F: multiplies the next number that either seat plays
    ("penalty", np.float64),  # added to the score for an illegal action, rule 5.3
    ("board_size", np.int16),
    ("board_dealt", np.int16),  # how many numbers were dealt to the board
    ("hand", np.int8, (NUM_SEATS, MAX_HAND)),  # kinds in the order of the deal, then NONE
    ("board", np.int8, (MAX_NUMBERS,)),  # how many of each number
    ("deck", np.int8, (MAX_KINDS,)),  # how many of each kind; in an observation, all unseen cards
    ("discard", np.int8, (MAX_KINDS,)),  # how many of each kind
    ("copies", np.int8, (MAX_KINDS,)),  # the whole deck, as it was made
    ("hand_size", np.int8, (NUM_SEATS,)),
    ("seat", np.int8),  # whose turn it is, NOBODY once the game is over
    ("points_left", np.int8),  # actions left in this turn
    ("action_points", np.int8),  # option
    ("min_number", np.int8),  # option
    ("numbers", np.int8),  # how many different numbers there are
    ("equality", np.int8),  # option, an Equality
)

STATE = state_dtype(FIELDS)


@inline_kernel
def remove_from_hand(state: Any, seat: int, slot: int) -> int:
    """Take the card in `slot` out of a hand and move the later ones up; return its kind."""
    card = int(state.hand[seat, slot])
    hand = state.hand[seat]
    for index in range(MAX_HAND - 1):  # all slots, without a branch: quicker than a few with one
        hand[index] = hand[index + 1] if index >= slot else hand[index]
    hand[MAX_HAND - 1] = NONE
    state.hand_size[seat] -= 1
    return card
