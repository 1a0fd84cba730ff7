"""What a game measures in addition to its results."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from standoff.present import Table
from standoff.statistics import Interval, clustered


@dataclass(frozen=True)
class Measures:
    """Counters of each entrant, filled in by the verbs `measure` and `measure_end`.

    Counters are whole numbers, so that their sums do not depend on the number of workers.
    """

    shape: tuple[int, ...]
    """The shape of one entrant's counters, of one dimension or more."""
    estimators: tuple[str, ...]
    """The estimators that can be judged, the default first; `measure` gets an index."""
    report: Callable[[NDArray[np.float64]], list[Table]]
    """Makes tables of one entrant's counters, whose first axis is groups of games."""


def share_of(part: NDArray[np.float64], whole: NDArray[np.float64]) -> Interval:
    """Return one counter as a share of another, both by groups of games, with its interval.

    Counts within one game are correlated; the differences between groups show how much.
    """
    return clustered(whole, part)
