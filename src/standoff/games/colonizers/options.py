"""The options of Colonizers."""

from enum import IntEnum

from standoff.kit import Option


class Bonus(IntEnum):
    """The values of the option `bonus`."""

    TEXT = 0
    PUBLISHED = 1


OPTIONS = (
    Option(
        "bonus",
        "text",
        "text: 4 points for the first full colony, 2 for others; published: 4 for each",
        choices=("text", "published"),
    ),
    Option("max_rounds", 200, "number of rounds after which the game ends", 1, 1000),
)
