"""Tables in the terminal: numbers are never cut, however narrow it is."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from standoff.report.table import Table

FRAME = 3
"""What lines and blanks take beside each column."""
NARROWEST = 10
"""Texts longer than this may be folded where columns do not fit."""


def print_table(console: "Console", table: "Table") -> None:
    """Print a table; columns that do not fit come below, behind the first one again."""
    from rich.table import Table as Grid
    from rich.text import Text

    texts, all_places = table.texts(), range(len(table.columns))
    most = [max(map(len, column)) for column in zip(table.columns, *texts, strict=True)]
    least = [narrowest(table, [row[place] for row in texts], place) for place in all_places]
    for number, places in enumerate(break_columns(least, console.width)):
        grid = Grid(title=Text(f"{table.title}, continued" if number else table.title))
        own_least, own_most = ([widths[place] for place in places] for widths in (least, most))
        for place, width in zip(places, stretch(own_least, own_most, console.width), strict=True):
            grid.add_column(
                Text(table.columns[place]),
                justify="right" if table.is_numeric(place) else "left",
                overflow="fold",
                width=width,
            )
        for row in texts:
            grid.add_row(*(Text(row[place]) for place in places))
        console.print(grid)


def narrowest(table: "Table", texts: list[str], place: int) -> int:
    """Return how wide a column must be: numbers are whole, texts and headings may be folded."""
    head = max(map(len, table.columns[place].split()), default=0)
    longest = max(map(len, texts), default=0)
    if table.is_numeric(place):
        return max(longest, min(head, NARROWEST))
    return min(NARROWEST, max(longest, head))


def break_columns(least: list[int], width: int) -> list[list[int]]:
    """Share the columns out to blocks that fit, the first column to each of them.

    >>> break_columns([10, 8, 8, 8], width=36)
    [[0, 1, 2], [0, 3]]
    """
    blocks = [[0]]
    for place in range(1, len(least)):
        block = [*blocks[-1], place]
        if len(block) > 2 and sum(least[own] + FRAME for own in block) >= width:
            blocks.append([0, place])
        else:
            blocks[-1] = block
    return blocks


def stretch(least: list[int], most: list[int], width: int) -> list[int]:
    """Return widths from `least` to `most`, the narrowest growing first, that fit if any do.

    >>> stretch([4, 4], [20, 6], width=23)
    [10, 6]
    """
    widths = list(least)
    for _ in range(sum(widths) + FRAME * len(widths) + 1, width):
        growing = [place for place in range(len(widths)) if widths[place] < most[place]]
        if growing:
            widths[min(growing, key=widths.__getitem__)] += 1
    return widths
