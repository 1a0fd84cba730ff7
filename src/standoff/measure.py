"""What a game measures beside its results, and the tables it prints of it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.statistics import Interval, clustered

Cell = str | float | Interval
"""A text, a number, or a share with its bounds."""


@dataclass(frozen=True)
class Table:
    """A table as plain data; `rows` hold a cell for each column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain values, ready for JSON."""
        rows = [[plain_cell(cell) for cell in row] for row in self.rows]
        return {"title": self.title, "columns": list(self.columns), "rows": rows}


@dataclass(frozen=True)
class Measures:
    """Counters that the verbs `measure` and `measure_end` of a game keep for each entrant.

    Counters are whole numbers, so that their sums do not depend on the number of workers.
    """

    shape: tuple[int, ...]
    """The shape of one entrant's counters, of one dimension or more."""
    estimators: tuple[str, ...]
    """What can be judged, the default first; `measure` is told its place here."""
    report: Callable[[NDArray[np.float64]], list[Table]]
    """Makes tables of one entrant's counters, which come in groups of games: the first axis."""


def share_of(part: NDArray[np.float64], whole: NDArray[np.float64]) -> Interval:
    """Return one counter as a share of another, both by groups of games, with its interval.

    What is counted in one game hangs together; how far the groups differ tells how much.
    """
    squares = (int(whole @ whole), int(whole @ part), int(part @ part))
    groups = int(np.count_nonzero(whole))
    return clustered(int(part.sum()), int(whole.sum()), groups, squares)


def plain_cell(cell: Cell) -> Any:
    """Return a cell for JSON; what is not known is None."""
    if isinstance(cell, Interval):
        bounds = {"share": cell.estimate, "low": cell.low, "high": cell.high}
        return {name: plain_cell(value) for name, value in bounds.items()}
    return None if isinstance(cell, float) and not np.isfinite(cell) else cell


def cell_text(cell: Cell) -> str:
    """Return a cell as a person reads it, shares in per cent; what is not known is a dash."""
    if isinstance(cell, str):
        return cell
    number = cell if isinstance(cell, int | float) else cell.estimate
    if math.isnan(number):
        return "-"
    if isinstance(cell, int | float):
        return f"{cell:.0f}" if float(cell).is_integer() else f"{cell:.3f}"
    dash = "-" if cell.low >= 0 else " to "
    return f"{100 * number:.1f} ({100 * cell.low:.1f}{dash}{100 * cell.high:.1f})"
