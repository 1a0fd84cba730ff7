"""Kinds of card, and the deck that the options describe.

A kind is a small integer: 0 and 1 are the special cards, 2 and up the numbers from the lowest.
"""

from enum import IntEnum


class Kind(IntEnum):
    """The kinds of card; the numbers follow, the lowest as FIRST_NUMBER."""

    X2 = 0
    DIV2 = 1
    FIRST_NUMBER = 2


SPECIAL_TEXTS = ("x2", "%2")
NUM_SPECIALS = len(SPECIAL_TEXTS)

MAX_NUMBERS = 12
MAX_KINDS = NUM_SPECIALS + MAX_NUMBERS
MAX_HAND = 24
MAX_COPIES = 99  # counts of one kind fit a signed byte
NUM_SEATS = 2

NO_CARD = -1
"""An empty slot of a hand."""
UNKNOWN = -2
"""A card whose kind the observer does not know."""
