"""Contests between sides, as ratings are fitted to: who was on each side, and which side won."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.errors import BadSample
from standoff.statistics.sample import whole_counts

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Contests:
    """Contests with their results; a row for each, or for all that are alike.

    A side has members, all of one weight, and perhaps a category: the seat or role it played. The
    order of members in a side does not matter.
    """

    members: NDArray[np.int64]
    """Entrants by contest, side and place; -1 for none. A side without members is absent."""
    categories: NDArray[np.int64]
    """The category of each side by contest; -1 for all sides of a contest, if it has none."""
    wins: NDArray[np.float64]
    """The share of the win by contest and side, 1 in all; a tie is shared."""
    weights: NDArray[np.int64]
    """How many contests went so."""

    def __post_init__(self) -> None:
        for name, kind in (("members", np.int64), ("categories", np.int64), ("wins", float)):
            object.__setattr__(self, name, np.asarray(getattr(self, name), kind))
        object.__setattr__(self, "weights", whole_counts(self.weights))
        shape = self.members.shape
        if len(shape) != 3:
            raise BadSample(f"members must be by contest, side and place, not of shape {shape}")
        if self.categories.shape != shape[:2] or self.wins.shape != shape[:2]:
            raise BadSample("categories and wins must be by contest and side, as members are")
        if self.weights.shape != shape[:1]:
            raise BadSample("each contest needs a weight: how many went so")
        self._check_sides()

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which sides have members."""
        return np.asarray((self.members != NOBODY).any(axis=2))

    def _check_sides(self) -> None:
        present = self.present
        if (present.sum(axis=1) < 2).any():
            raise BadSample("a contest needs two sides or more")
        has_category = (self.categories != NOBODY) & present
        if (has_category.any(axis=1) & (has_category != present).any(axis=1)).any():
            raise BadSample("either all sides of a contest have a category or none has")
        if not (self.wins >= 0).all() or np.abs(self.wins.sum(axis=1) - 1).max(initial=0) > 1e-9:
            raise BadSample("the shares of a win must be 0 or more, and 1 in all for each contest")
        if self.wins[~present].any():
            raise BadSample("a side without members cannot win")


@dataclass(frozen=True, eq=False)
class GroupedContests:
    """Contests put together: line-ups that occurred, and the results that each of them had.

    The order is that of the values themselves, whatever the order of the contests was.
    """

    sides: NDArray[np.float64]
    """By line-up and side, what each parameter counts in its strength: entrants, categories."""
    present: NDArray[np.bool_]
    """By line-up and side."""
    results: NDArray[np.float64]
    """Distinct results as shares of the win by side, those of one line-up in a row."""
    starts: NDArray[np.int64]
    """Where the results of each line-up begin."""
    weights: NDArray[np.int64]
    """How often each result occurred."""

    def wins(self, weights: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the wins by line-up and side, if the results occurred so often."""
        summed = np.add.reduceat(weights[:, np.newaxis] * self.results, self.starts, axis=0)
        return np.asarray(summed, float)


def group_contests(contests: Contests, entrants: int, categories: int) -> GroupedContests:
    """Put contests together that are alike."""
    members = np.sort(contests.members, axis=2)
    if members.max(initial=NOBODY) >= entrants or members.min(initial=NOBODY) < NOBODY:
        raise BadSample(f"members must be entrants, from 0 to {entrants - 1}, or -1 for none")
    highest = contests.categories.max(initial=NOBODY)
    if highest >= categories or contests.categories.min(initial=NOBODY) < NOBODY:
        raise BadSample(f"categories must be from 0 to {categories - 1}, or -1 for none")
    if not contests.weights.any():
        raise BadSample("there are no contests to rate by")
    happened = contests.weights > 0
    count, width = happened.sum(), members[0].size
    line_ups = np.hstack([members[happened].reshape(count, -1), contests.categories[happened]])
    rows = np.hstack([line_ups, contests.wins[happened]])
    numbers = number_rows(rows)
    _, firsts = np.unique(numbers, return_index=True)
    weights = np.bincount(numbers, contests.weights[happened]).astype(np.int64)
    _, starts = np.unique(number_rows(line_ups)[firsts], return_index=True)
    alike = line_ups[firsts[starts]]
    seated = alike[:, :width].reshape(len(alike), *members.shape[1:])
    return GroupedContests(
        sides=count_sides(seated, alike[:, width:], entrants, categories),
        present=(seated != NOBODY).any(axis=2),
        results=contests.wins[happened][firsts],
        starts=starts,
        weights=weights,
    )


def number_rows(rows: NDArray[Any]) -> NDArray[np.int64]:
    """Return the place of each row among the distinct ones in their order.

    Column by column: `np.unique(rows, axis=0)` takes ten times as long.
    """
    numbers = np.zeros(len(rows), np.int64)
    for column in rows.T:
        values, which = np.unique(column, return_inverse=True)
        if len(values) > 1:
            _, numbers = np.unique(numbers * len(values) + which, return_inverse=True)
    return numbers


def count_sides(
    members: NDArray[np.int64], categories: NDArray[np.int64], entrants: int, num_categories: int
) -> NDArray[np.float64]:
    """Return what each parameter counts in each side: the mean of its members, plus its category.

    What is -1 falls into a last column, which is left off.
    """
    seats = np.eye(entrants + 1)[:, :entrants][members]
    sizes = np.maximum((members != NOBODY).sum(axis=2, keepdims=True), 1)
    places = np.eye(num_categories + 1)[:, :num_categories][categories]
    return np.concatenate([seats.sum(axis=2) / sizes, places], axis=2)
