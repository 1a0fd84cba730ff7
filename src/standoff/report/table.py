"""Tables of a report: numbers as they are, for programs, and as texts, for people."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from standoff import measure
from standoff.measure import Cell, cell_text
from standoff.statistics import Interval


@dataclass(frozen=True)
class Table:
    """A table as plain data; `name` is that of its file, `rows` hold a cell for each column."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    forms: Mapping[str, str] = field(default_factory=dict)
    """How numbers and bounds of a column are shown, such as `.2f`; shares are in per cent."""

    @classmethod
    def of(cls, name: str, measured: measure.Table) -> "Table":
        """Return one of a game's tables of measures."""
        return cls(name, measured.title, measured.columns, measured.rows)

    def texts(self) -> list[list[str]]:
        """Return the cells as people read them."""
        forms = [self.forms.get(column, "") for column in self.columns]
        return [[show(*pair) for pair in zip(row, forms, strict=True)] for row in self.rows]

    def is_numeric(self, place: int) -> bool:
        """Whether a column holds numbers."""
        cells = [row[place] for row in self.rows if row[place] != "-"]
        return bool(cells) and not any(
            isinstance(cell, str) and not re.match(r"[-+]?\d|$", cell) for cell in cells
        )

    def flat(self) -> tuple[list[str], list[list[Any]]]:
        """Return the columns and rows for programs: what has bounds takes three columns.

        Shares are fractions; what is not known or has no bound is None.
        """
        wide = [any(isinstance(row[place], Interval) for row in self.rows) for place in self._all]
        heads: list[str] = []
        for name, is_wide in zip(self.columns, wide, strict=True):
            plain = name.removesuffix(", %")
            heads += [plain, f"{plain} low", f"{plain} high"] if is_wide else [name]
        rows = [
            [part for place in self._all for part in split(row[place], wide[place])]
            for row in self.rows
        ]
        return heads, rows

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain values, ready for JSON."""
        columns, rows = self.flat()
        return {"title": self.title, "columns": columns, "rows": rows}

    @property
    def _all(self) -> range:
        return range(len(self.columns))


def show(cell: Cell, form: str) -> str:
    """Return a cell as a person reads it; without a form, as those of measures."""
    if not form or isinstance(cell, str):
        return cell_text(cell)
    if not isinstance(cell, Interval):
        return "-" if math.isnan(cell) else format(cell, form)
    if math.isnan(cell.estimate):
        return "-"
    low, high = (
        format(bound, form) if math.isfinite(bound) else "no bound"
        for bound in (cell.low, cell.high)
    )
    dash = "-" if low[0].isdigit() and high[0].isdigit() else " to "
    return f"{format(cell.estimate, form)} ({low}{dash}{high})"


def split(cell: Cell, is_wide: bool) -> list[Any]:
    """Return a cell as one plain value or three."""
    if isinstance(cell, Interval):
        return [finite(bound) for bound in (cell.estimate, cell.low, cell.high)]
    return [finite(cell), None, None] if is_wide else [finite(cell)]


def finite(value: Any) -> Any:
    """Return a value, or None for a number that is not finite."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
