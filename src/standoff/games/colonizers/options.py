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
        "text: 4 points to the first full colony, 2 to others; published: 4 to each",
        choices=("text", "published"),
    ),
    Option("max_rounds", 200, "the game is ranked as it stands after so many rounds", 1, 1000),
)
