"""What differs between `aware` players, and between the decisions of one of them."""

from enum import IntEnum

from standoff.games.bang.secrets.estimators import ESTIMATORS
from standoff.kit import Option

YES_OR_NO = ("false", "true")
PARAMS = (
    Option("kb", 0, "number of attack cards that an Outlaw gathers before the first attack", 0, 5),
    Option("estimator", ESTIMATORS[0], "estimator of the roles", choices=ESTIMATORS),
    Option("counting", "false", "count the cards that have been seen", choices=YES_OR_NO),
    Option(
        "moody",
        "false",
        "derive `kb` and caution from the role, the seat and the characters",
        choices=YES_OR_NO,
    ),
    Option(
        "decline",
        "rules",
        "take a wound rather than lose a card that is worth more (rules: no under rules=kolar)",
        choices=("rules", "false", "true"),
    ),
)


class Param(IntEnum):
    """The index of a parameter in PARAMS."""

    KB = 0
    ESTIMATOR = 1
    COUNTING = 2
    MOODY = 3
    DECLINE = 4


class Mood(IntEnum):
    """The index of a number in the `mood` that the parts of `aware` share."""

    KB = 0  # number of attack cards that an Outlaw gathers before the first attack
    COUNTING = 1  # whether the cards that have been seen are counted
    LOW_LIFE = 2  # up to this number, lives are few
    STRATEGY = 3  # the Strategy of this decision
    DECLINE = 4  # whether a wound may be taken rather than a card lost


class Strategy(IntEnum):
    """How to play now: decides which cards are kept and what is risked (`getStrategy`)."""

    KEEP_BACK = 0  # a hidden Outlaw gathers cards for a surprise
    OFFENSE = 1
    DEFENSE = 2  # few lives, or nobody to attack


NUM_MOODS = len(Mood)
