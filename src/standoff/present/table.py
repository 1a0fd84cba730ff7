"""`Table`: rows and columns, as texts for people and as numbers for programs."""

import math
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from standoff.present.text import PER_CENT, UNKNOWN, interval_text, number_text
from standoff.statistics import Interval

Cell = str | float | Interval
"""A text, a number, or an estimate with its bounds."""

PER_CENT_MARK = ", %"
"""Ends the name of a column of shares; left out if the cells show % themselves."""
NUMBER = re.compile(r"([-+]?\d[\d.,]*%?( points)?( \(.*\))?)?")
"""A text that counts as a number, perhaps with its unit and bounds; or an empty text."""


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as plain data; each row has a cell for each column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    forms: Mapping[str, str] = {}
    """The form of a column's numbers, such as `.2f`; an `Interval` without a form is a share."""
    name: str = ""
    """The name of its file, if it is written to one."""

    # --- for people ---

    def heads(self) -> list[str]:
        """Return the names of the columns as people read them."""
        names = zip(self.columns, self._have_bounds(), strict=True)
        return [name.removesuffix(PER_CENT_MARK) if bounds else name for name, bounds in names]

    def texts(self) -> list[list[str]]:
        """Return the cells as people read them."""
        forms = [self.forms.get(column, "") for column in self.columns]
        return [[cell_text(*pair) for pair in zip(row, forms, strict=True)] for row in self.rows]

    def is_numeric(self, column: int) -> bool:
        """Whether a column holds numbers."""
        cells = [row[column] for row in self.rows if row[column] != UNKNOWN]
        return bool(cells) and all(
            NUMBER.fullmatch(cell) for cell in cells if isinstance(cell, str)
        )

    # --- for programs ---

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain values for JSON; an `Interval` becomes a dict."""
        rows = [[plain_cell(cell) for cell in row] for row in self.rows]
        return {"title": self.title, "columns": list(self.columns), "rows": rows}

    def flat(self) -> tuple[list[str], list[list[Any]]]:
        """Return the columns and rows for CSV: an estimate with bounds takes three columns.

        Shares are fractions. An unknown number and a missing bound are None.
        """
        have_bounds = self._have_bounds()
        heads: list[str] = []
        for head, bounds in zip(self.heads(), have_bounds, strict=True):
            heads += [head, f"{head} low", f"{head} high"] if bounds else [head]
        rows = [
            [
                value
                for cell, bounds in zip(row, have_bounds, strict=True)
                for value in (split_cell(cell) if bounds else [finite(cell)])
            ]
            for row in self.rows
        ]
        return heads, rows

    def _have_bounds(self) -> list[bool]:
        return [
            any(isinstance(row[column], Interval) for row in self.rows)
            for column in range(len(self.columns))
        ]


def cell_text(cell: Cell, form: str = "") -> str:
    """Return a cell as a person reads it."""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Interval):
        return interval_text(cell, form or PER_CENT)
    return number_text(cell, form)


def plain_cell(cell: Cell) -> Any:
    """Return a cell for JSON."""
    if isinstance(cell, Interval):
        return dict(zip(("share", "low", "high"), split_cell(cell), strict=True))
    return finite(cell)


def split_cell(cell: Cell) -> list[Any]:
    """Return a cell as an estimate and two bounds; a text or a number has no bounds."""
    if isinstance(cell, Interval):
        return [finite(value) for value in (cell.estimate, cell.low, cell.high)]
    return [finite(cell), None, None]


def finite(value: Any) -> Any:
    """Return a value, or None for a number that is not finite."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
