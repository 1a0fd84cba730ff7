"""The kinds of card.

A kind is a small integer: 0 and 1 are the special cards, 2 and up the numbers, the lowest first.
"""

from enum import IntEnum


class Kind(IntEnum):
    """The special cards; FIRST_NUMBER is the lowest number, and the others follow."""

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

NONE = -1
"""No card, no target: also an empty slot of a hand."""
UNKNOWN = -2
"""A card whose kind the observer does not know."""
