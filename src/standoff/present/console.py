"""Documents in a terminal: numbers are never cut, however narrow the terminal is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from standoff.present.document import Document, Section
from standoff.present.table import Table
from standoff.present.text import Strong

if TYPE_CHECKING:
    from rich.table import Table as Grid

FRAME = 3
"""The width of the line and the blanks beside each column."""
CONTINUED = ", continued"
NARROWEST = 10
"""Texts longer than this may be folded where columns do not fit."""


def say(line: str) -> None:
    """Print a line as it is: without markup, colours and line breaks."""
    from rich.console import Console

    Console(soft_wrap=True).print(line, markup=False, highlight=False)


def say_wrapped(sentence: str) -> None:
    """Print a sentence, wrapped at the width of the terminal."""
    from rich.console import Console

    Console(highlight=False).print(sentence, markup=False)


def show_listing(text: str, most: int | None = None) -> None:
    """Print lines as they are, below an indent; if they are many, the last `most` of them."""
    lines = text.splitlines()
    if most is not None and len(lines) > most:
        lines = ["...", *lines[-most:]]
    for line in lines:
        say(f"    {line}")


def show_document(document: Document) -> None:
    """Print all sections."""
    for section in document.sections:
        show_section(section)


def show_section(section: Section) -> None:
    """Print the sentences and tables of a section."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print()
    console.print(Text(section.title, style="bold"))
    for note in section.notes:
        console.print(note, markup=False)
    for table in section.tables:
        show_table(table)
    for remark in section.remarks:
        console.print(f"- {remark}", markup=False)
    for listing in section.listings:
        show_listing(listing)


def show_table(table: Table) -> None:
    """Print a table; columns that do not fit are printed below, after the names of the rows."""
    from rich.console import Console

    console = Console()
    for grid in draw_table(table, console.width):
        console.print(grid)


def draw_table(table: Table, width: int) -> "Iterator[Grid]":
    """Yield a table in parts that fit into a width, each with the names of the rows."""
    from rich.table import Table as Grid
    from rich.text import Text

    heads, texts = table.heads(), table.texts()
    least, words, most = measure_columns(table, heads, texts)
    for number, columns in enumerate(break_columns(least, width, count_keys(texts))):
        widths = [least[column] for column in columns]
        for limits in (words, most):
            widths = stretch(widths, [limits[column] for column in columns], width)
        title = table.title
        if number:
            room = sum(widths) + FRAME * len(widths)
            title = f"{title}{CONTINUED}" if len(title) + len(CONTINUED) <= room else "continued"
        grid = Grid(title=Text(title) if title else None, title_justify="left")
        for column, column_width in zip(columns, widths, strict=True):
            grid.add_column(
                Text(heads[column]),
                justify="right" if table.is_numeric(column) else "left",
                overflow="fold",
                width=column_width,
            )
        for row in texts:
            grid.add_row(*(Text(row[column], style_of(row[column])) for column in columns))
        yield grid


def style_of(text: str) -> str:
    """Return the style of a cell."""
    return "bold" if isinstance(text, Strong) else ""


def measure_columns(
    table: Table, heads: list[str], texts: list[list[str]]
) -> tuple[list[int], list[int], list[int]]:
    """Return three widths of each column: the least, enough for every word, enough for every cell.

    Numbers are never broken; texts and headings may be.
    """
    least, words, most = [], [], []
    for column, cells in enumerate(zip(heads, *texts, strict=True)):
        head, *rest = cells
        longest = max(map(len, rest), default=0)
        word = max((len(word) for cell in cells for word in cell.split()), default=0)
        head_word = max(map(len, head.split()), default=0)
        if table.is_numeric(column):
            least.append(max(longest, min(head_word, NARROWEST)))
        else:
            least.append(min(NARROWEST, max(longest, head_word)))
        words.append(max(word, least[-1]))
        most.append(max(longest, len(head)))
    return least, words, most


def count_keys(texts: list[list[str]]) -> int:
    """Return how many columns, from the first on, tell all rows apart; 1 if no number does.

    >>> count_keys([["greedy", "law", "5"], ["greedy", "outlaws", "5"]])
    2
    """
    for keys in range(1, len(texts[0]) if texts else 1):
        if len({tuple(row[:keys]) for row in texts}) == len(texts):
            return keys
    return 1


def break_columns(least: list[int], width: int, keys: int = 1) -> list[list[int]]:
    """Return the columns in blocks that fit, each of which begins with the first `keys` columns.

    >>> break_columns([10, 8, 8, 8], width=36)
    [[0, 1, 2], [0, 3]]
    >>> break_columns([10, 8, 8, 8], width=36, keys=2)
    [[0, 1, 2], [0, 1, 3]]
    """
    widths = [size + FRAME for size in least]
    if sum(widths[:keys]) + max(widths[keys:], default=0) >= width:
        keys = 1
    start = list(range(keys))
    blocks = [start]
    for column in range(keys, len(least)):
        block = [*blocks[-1], column]
        if len(block) > keys + 1 and sum(widths[own] for own in block) >= width:
            blocks.append([*start, column])
        else:
            blocks[-1] = block
    return blocks


def stretch(least: list[int], most: list[int], width: int) -> list[int]:
    """Widen columns from `least` towards `most`, the narrowest first, while they fit.

    >>> stretch([4, 4], [20, 6], width=23)
    [10, 6]
    """
    widths = list(least)
    for _ in range(sum(widths) + FRAME * len(widths) + 1, width):
        growing = [column for column in range(len(widths)) if widths[column] < most[column]]
        if growing:
            widths[min(growing, key=widths.__getitem__)] += 1
    return widths
