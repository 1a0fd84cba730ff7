"""The options of ASMACAG, and the deck that they describe."""

from enum import IntEnum

from standoff.games.asmacag.cards import MAX_COPIES, MAX_HAND, MAX_NUMBERS, NUM_SEATS, Kind
from standoff.kit import BadOption, Option, Settings


class Equality(IntEnum):
    """The values of the option `equality`: when two cards count as equal."""

    TRUE = 0
    PUBLISHED = 1


OPTIONS = (
    Option("hand", 9, "number of cards dealt to each seat", 1, MAX_HAND),
    Option("board", 20, "number of cards dealt to the board", 1, 200),
    Option("action_points", 3, "number of actions in a turn", 1, 8),
    Option("min_number", 1, "lowest number", -50, 50),
    Option("max_number", 6, f"highest number; at most {MAX_NUMBERS} different numbers", -50, 50),
    Option("limit_copies", 5, "copies of the lowest and of the highest number", 0, MAX_COPIES),
    Option("normal_copies", 8, "copies of each other number", 0, MAX_COPIES),
    Option("x2_copies", 6, "copies of x2", 0, 20),  # 20: scores stay exact in 53 bits
    Option("div2_copies", 6, "copies of %2", 0, 20),
    Option(
        "equality",
        "true",
        "published: a hand does not tell x2 from %2, as in the published program",
        choices=("true", "published"),
    ),
)


def num_numbers(settings: Settings) -> int:
    """Return how many different numbers there are."""
    return int(settings["max_number"]) - int(settings["min_number"]) + 1


def deck_counts(settings: Settings) -> list[int]:
    """Return how many cards of each kind the deck has."""
    low, high = int(settings["min_number"]), int(settings["max_number"])
    limit, normal = int(settings["limit_copies"]), int(settings["normal_copies"])
    numbers = [limit if number in (low, high) else normal for number in range(low, high + 1)]
    return [int(settings["x2_copies"]), int(settings["div2_copies"]), *numbers]


def check_settings(settings: Settings) -> None:
    """Raise `BadOption` if some deal with these options could not be made (rule 1.6)."""
    low, high = int(settings["min_number"]), int(settings["max_number"])
    if not low <= high < low + MAX_NUMBERS:
        raise BadOption(
            f"asmacag: max_number must be from min_number to min_number + {MAX_NUMBERS - 1},"
            f" not {high} with min_number {low}"
        )
    counts = deck_counts(settings)
    cards, numbers = sum(counts), sum(counts[Kind.FIRST_NUMBER :])
    hands, board = NUM_SEATS * int(settings["hand"]), int(settings["board"])
    if hands + board > cards:
        raise BadOption(
            f"asmacag: two hands and the board need {hands + board} cards, but the deck has {cards}"
        )
    if hands + board > numbers:
        raise BadOption(
            f"asmacag: two hands of numbers and the board need {hands + board} numbers, but the"
            f" deck has {numbers}, which leaves {max(0, numbers - hands)} for the board"
        )
