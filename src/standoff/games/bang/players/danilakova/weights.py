"""The multipliers of `evolution` and `hybrid`: their names and their order.

Danilakova, chapters 7.7.2 and 7.8.3. An individual has a set of multipliers for each role that it
may play.
"""

from enum import IntEnum


class Health(IntEnum):
    """Whose life is worth something: the own one, or that of a player with this role."""

    OWN = 0
    SHERIFF = 1  # SHERIFF + a Role
    DEPUTY = 2
    OUTLAW = 3
    RENEGADE = 4


class Asset(IntEnum):
    """What else is worth something."""

    VOLCANIC = 0
    BARREL = 1
    RANGE = 2
    MUSTANG = 3
    SCOPE = 4
    HAND = 5
    JAIL = 6  # of others only: the own Jail is gone before the player acts


NUM_HEALTHS = len(Health)
OWN_ASSETS = NUM_HEALTHS
ALLY_ASSETS = OWN_ASSETS + len(Asset) - 1
ENEMY_ASSETS = ALLY_ASSETS + len(Asset)
NUM_MULTIPLIERS = ENEMY_ASSETS + len(Asset)
"""25 for each role."""

HEALTH_NAMES = tuple(f"{health.name.lower()}_health" for health in Health)
MULTIPLIER_NAMES = (
    *HEALTH_NAMES,
    *(f"own_{asset.name.lower()}" for asset in Asset if asset != Asset.JAIL),
    *(f"ally_{asset.name.lower()}" for asset in Asset),
    *(f"enemy_{asset.name.lower()}" for asset in Asset),
)
