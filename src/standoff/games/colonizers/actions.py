"""Action codes: pick a colonist, draw, keep a module, use a power, build a module."""

from enum import IntEnum

from standoff.games.colonizers.cards import NUM_COLONISTS, NUM_MODULES


class Code(IntEnum):
    """The first code of each block; a colonist or a module is added to it."""

    PICK = 0
    TAKE_OMNIUM = NUM_COLONISTS
    DRAW_MODULES = NUM_COLONISTS + 1
    KEEP = NUM_COLONISTS + 2
    STEAL = NUM_COLONISTS + 2 + NUM_MODULES
    SWAP = 2 * NUM_COLONISTS + 2 + NUM_MODULES
    DO_NOTHING = 3 * NUM_COLONISTS + 2 + NUM_MODULES
    BUILD = 3 * NUM_COLONISTS + 3 + NUM_MODULES
    BUILD_NOTHING = 3 * NUM_COLONISTS + 3 + 2 * NUM_MODULES


NUM_ACTIONS = Code.BUILD_NOTHING + 1
