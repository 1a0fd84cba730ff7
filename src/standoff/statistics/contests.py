"""Contests between sides, from which ratings are fitted: the members of sides, and who won."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.errors import BadSample
from standoff.statistics.sample import whole_counts

NOBODY = -1


@dataclass(frozen=True, eq=False)
class Contests:
    """Contests with their results; equal contests may share a row.

    A side has members, all of the same weight, and maybe a category: its seat or role. The order of
    members in a side does not matter.
    """

    members: NDArray[np.int64]
    """Entrants by contest, side and member; -1 for nobody. A side without members is absent."""
    categories: NDArray[np.int64]
    """The category by contest and side; -1 for all sides of a contest without categories."""
    wins: NDArray[np.float64]
    """The share of the win by contest and side; shares of a contest add up to 1."""
    weights: NDArray[np.int64]
    """How often each contest occurred."""

    def __post_init__(self) -> None:
        for name, kind in (("members", np.int64), ("categories", np.int64), ("wins", float)):
            object.__setattr__(self, name, np.asarray(getattr(self, name), kind))
        object.__setattr__(self, "weights", whole_counts(self.weights))
        shape = self.members.shape
        if len(shape) != 3:
            raise BadSample(f"members must be by contest, side and member, not of shape {shape}")
        if self.categories.shape != shape[:2] or self.wins.shape != shape[:2]:
            raise BadSample("categories and wins must be by contest and side, like members")
        if self.weights.shape != shape[:1]:
            raise BadSample("each contest needs a weight: how often it occurred")
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
            raise BadSample("either all sides of a contest have a category, or none")
        if not (self.wins >= 0).all() or np.abs(self.wins.sum(axis=1) - 1).max(initial=0) > 1e-9:
            raise BadSample("the shares of a win must be 0 or more and add up to 1 in each contest")
        if self.wins[~present].any():
            raise BadSample("a side without members cannot win")


@dataclass(frozen=True, eq=False)
class GroupedContests:
    """Distinct line-ups, and the distinct results of each line-up.

    They are sorted by value, so the order of the contests does not matter.
    """

    sides: NDArray[np.float64]
    """By line-up and side, the weight of each parameter in its strength: entrants, categories."""
    present: NDArray[np.bool_]
    """Which sides have members, by line-up and side."""
    results: NDArray[np.float64]
    """Distinct results as shares of the win by side, sorted by line-up."""
    starts: NDArray[np.int64]
    """The index of the first result of each line-up."""
    weights: NDArray[np.int64]
    """How often each result occurred."""

    def wins(self, weights: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the wins by line-up and side, if the results occurred this often."""
        summed = np.add.reduceat(weights[:, np.newaxis] * self.results, self.starts, axis=0)
        return np.asarray(summed, float)


def group_contests(contests: Contests, entrants: int, categories: int) -> GroupedContests:
    """Group equal line-ups and equal results."""
    members = np.sort(contests.members, axis=2)
    if members.max(initial=NOBODY) >= entrants or members.min(initial=NOBODY) < NOBODY:
        raise BadSample(f"members must be entrants, from 0 to {entrants - 1}, or -1 for nobody")
    highest = contests.categories.max(initial=NOBODY)
    if highest >= categories or contests.categories.min(initial=NOBODY) < NOBODY:
        raise BadSample(f"categories must be from 0 to {categories - 1}, or -1 without one")
    if not contests.weights.any():
        raise BadSample("there are no contests")
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
    """Return the index of each row among the sorted distinct rows.

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
    """Return the weight of each parameter in each side: the mean of its members, its category.

    Entries of -1 fall into a last column, which is cut off.
    """
    by_member = np.eye(entrants + 1)[:, :entrants][members]
    sizes = np.maximum((members != NOBODY).sum(axis=2, keepdims=True), 1)
    by_category = np.eye(num_categories + 1)[:, :num_categories][categories]
    return np.concatenate([by_member.sum(axis=2) / sizes, by_category], axis=2)
