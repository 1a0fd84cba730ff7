"""The modules and the colonists."""

from enum import IntEnum

import numpy as np


class Colonist(IntEnum):
    """The six colonists, in the order of the published program."""

    ECOLOGIST = 0
    GENERAL = 1
    MINER = 2
    OPPORTUNIST = 3
    SPY = 4
    VISIONARY = 5


class Colour(IntEnum):
    """The colours of modules."""

    GREEN = 0
    BLUE = 1
    RED = 2
    PLAIN = 3


class Phase(IntEnum):
    """What the seat to move decides."""

    PICK = 0
    DRAW = 1
    KEEP = 2
    POWER = 3
    BUILD = 4


MODULES = (
    # name, cost, value, colour, copies
    ("Oxygen Generator", 4, 4, Colour.GREEN, 4),
    ("Water Reservoir", 5, 6, Colour.GREEN, 4),
    ("Hydroponics Facility", 6, 8, Colour.GREEN, 4),
    ("Eco-Dome", 8, 11, Colour.GREEN, 1),
    ("Marketplace", 2, 2, Colour.BLUE, 4),
    ("Warehouse", 3, 3, Colour.BLUE, 4),
    ("Quarry", 5, 6, Colour.BLUE, 4),
    ("Omnium Purification Plant", 8, 10, Colour.BLUE, 1),
    ("Garrison", 1, 1, Colour.RED, 4),
    ("Barracks", 2, 2, Colour.RED, 4),
    ("Military Academy", 3, 3, Colour.RED, 4),
    ("Planetary Defense System", 6, 7, Colour.RED, 1),
    ("Housing Unit", 1, 1, Colour.PLAIN, 4),
    ("Spaceport", 4, 5, Colour.PLAIN, 4),
    ("Research Lab", 6, 8, Colour.PLAIN, 4),
    ("Mass Relay", 12, 16, Colour.PLAIN, 1),
)
UNPAYABLE = 1000
MODULE_NAMES = tuple(module[0] for module in MODULES)
MODULE_COST = np.array([*(module[1] for module in MODULES), UNPAYABLE], np.int64)
"""The cost of each module. The last entry, at index NONE, can never be paid."""
MODULE_VALUE = np.array([module[2] for module in MODULES], np.int64)
MODULE_COLOUR = np.array([module[3] for module in MODULES], np.int64)
MODULE_COPIES = np.array([module[4] for module in MODULES], np.int64)
COLONIST_NAMES = tuple(colonist.name.title() for colonist in Colonist)
PASSIVE_COLOUR = np.array([Colour.GREEN, Colour.RED, Colour.BLUE, -1, -1, -1], np.int64)
"""The colour that pays each colonist, or -1."""

NUM_SEATS = 4
NUM_MODULES = len(MODULES)
NUM_COLONISTS = len(Colonist)
NUM_COLOURS = len(Colour)
DECK_SIZE = int(MODULE_COPIES.sum())
FULL_COLONY = 8
HAND_LIMIT = 5
NUM_DRAWN = 2
TAKEN_OMNIUM = 2
STOLEN_OMNIUM = 2
FIRST_BONUS = 4
LATER_BONUS = 2
ALL_COLONISTS: int = 2**NUM_COLONISTS - 1

NONE = -1
"""No card, no colonist, nobody."""
UNKNOWN = -2
"""A card or colonist that the observer does not know."""
