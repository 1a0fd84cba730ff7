"""Ratings by maximum likelihood, with seats or roles as covariates, and their intervals.

The strength of a side is the mean of its members' ratings plus the effect of its category; teams
are not summed, so that a rating means the same in a large team and in a small one. A tie shares the
win. Ratings are on the Elo scale: 400 points are odds of ten to one.

Intervals are percentiles of a bootstrap over contests. Where the likelihood has no maximum, since
somebody has won or lost everything, those entrants are marked, and only they are held back by a
very weak prior, normal around 0 with a deviation of 2000 points. Their estimate is then no more
than a large number; their bound on the near side is that of an exact test, or infinite where others
of whom nothing is known make up the mean, and the other is infinite.
A resample in which somebody else won or lost everything by chance has the same prior for all.

Entrants are comparable if they met, or met the same others, and so on; and if what makes them
differ is not the category they always had. Those of different groups are not comparable, and what
is comparable to nothing has no estimate.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from standoff.statistics.contests import Contests, GroupedContests, group_contests
from standoff.statistics.interval import CONFIDENCE, Interval
from standoff.statistics.luce import (
    Array,
    approach,
    information,
    log_likelihood,
    maximise,
    span,
    unbounded_direction,
    without,
)

ELO = 400 / math.log(10)
"""Points for a unit of the model."""
PRIOR = (ELO / 2000) ** 2
FARTHEST = 20
"""How far a bound is looked for, in units of the model: odds of half a billion to one."""
RESAMPLES = 200
NOTHING = Interval(math.nan, -math.inf, math.inf)


@dataclass(frozen=True, eq=False)
class Ratings:
    """What was fitted. Within a group, ratings are relative to the mean of those not marked."""

    entrants: tuple[Interval, ...]
    """The rating of each; of who is comparable to nobody, an estimate that is not a number."""
    categories: tuple[Interval, ...]
    """The effect of each seat or role, 0 in the mean."""
    groups: tuple[int, ...]
    """The group of each entrant; those of different groups are not comparable."""
    unbounded: tuple[int, ...]
    """1 for entrants that only won against those below them, -1 for those that only lost."""
    confidence: float
    samples: Array
    """Ratings of the resamples, a row for each."""

    def are_comparable(self, first: int, second: int) -> bool:
        """Whether the contests say anything of these two entrants together."""
        return self.groups[first] == self.groups[second]

    def difference(self, first: int, second: int) -> Interval:
        """Return by how much the first entrant is rated above the second.

        Two ratings whose intervals overlap may yet differ for sure: what both have in common, the
        strength of the others, does not blur their difference. With an unbounded entrant the
        bounds are those of the two intervals, which is on the safe side.
        """
        one, other = self.entrants[first], self.entrants[second]
        if not self.are_comparable(first, second):
            return NOTHING
        estimate = one.estimate - other.estimate
        if first != second and (self.unbounded[first] or self.unbounded[second]):
            return Interval(estimate, one.low - other.high, one.high - other.low)
        away = self.samples[:, first] - self.samples[:, second]
        return percentiles(estimate, away, self.confidence)


def fit_ratings(
    contests: Contests,
    entrants: int,
    categories: int = 0,
    seed: int = 0,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Ratings:
    """Fit a rating for each entrant and an effect for each category; the same for the same seed.

    >>> games = Contests([[[0], [1]]] * 2, [[-1, -1]] * 2, [[1, 0], [0, 1]], [75, 25])
    >>> ratings = fit_ratings(games, entrants=2)
    >>> round(ratings.entrants[0].estimate - ratings.entrants[1].estimate, 2)
    190.85
    """
    fit = Fit(group_contests(contests, entrants, categories), entrants, confidence)
    samples = fit.resample(seed, resamples)
    intervals = [
        fit.interval(parameter, samples[:, parameter]) for parameter in range(len(fit.point))
    ]
    return Ratings(
        entrants=tuple(intervals[:entrants]),
        categories=tuple(intervals[entrants:]),
        groups=tuple(int(group) for group in fit.groups[:entrants]),
        unbounded=tuple(int(mark) for mark in fit.marks[:entrants]),
        confidence=confidence,
        samples=samples[:, :entrants],
    )


class Fit:
    """The fit to all contests, with what is needed to fit again to parts of them.

    Parameters are the entrants, then the categories.
    """

    def __init__(self, contests: GroupedContests, entrants: int, confidence: float) -> None:
        self._grouped = contests
        self._confidence = confidence
        self._wins = contests.wins(contests.weights)
        self._basis, free = span(contests)
        width = len(free)
        self.groups = group_rows(free, np.arange(width) >= entrants)
        self.marks = np.zeros(width, np.int64)
        self._prior = start = np.zeros(width)
        point = maximise(contests, self._wins, start, self._basis, self._prior)
        if point is None:
            self.marks = mark_levels(unbounded_direction(contests, self._wins), self.groups)
            self._prior = PRIOR * np.abs(self.marks)
            point = self._maximise(self._wins, start)
        self._raw = point
        self._contrasts = self._find_contrasts()
        self.point = ELO * self._contrasts @ point

    def _maximise(self, wins: Array, start: Array) -> Array:
        """Return the maximum; with the weak prior for all if there is none without."""
        point = maximise(self._grouped, wins, start, self._basis, self._prior)
        if point is None:
            everybody = np.full(len(start), PRIOR)
            point = maximise(self._grouped, wins, start, self._basis, everybody)
        assert point is not None, "with a prior for all there is a maximum"
        return point

    def _find_contrasts(self) -> Array:
        """Return, for each parameter, what it is measured from: the mean of its group."""
        rows = np.eye(len(self.marks))
        for group in np.unique(self.groups):
            own = self.groups == group
            kept = own & (self.marks == 0)
            reference = kept if kept.any() else own
            rows[own] -= reference / reference.sum()
        return rows

    def resample(self, seed: int, resamples: int) -> Array:
        """Return the parameters fitted to contests drawn with replacement, a row for each draw."""
        generator = np.random.Generator(np.random.PCG64(seed))
        total = int(self._grouped.weights.sum())
        shares = self._grouped.weights / total
        rows = np.zeros((resamples, len(self.marks)))
        inverse = self._inverse_information()
        for row in rows:
            wins = self._grouped.wins(generator.multinomial(total, shares))
            point = approach(self._grouped, wins, self._raw, inverse, self._prior)
            if point is None:
                point = self._maximise(wins, self._raw)
            row[:] = ELO * self._contrasts @ point
        return rows

    def _inverse_information(self) -> Array:
        known = information(self._grouped, self._wins, self._raw) + np.diag(self._prior)
        across = np.linalg.inv(self._basis.T @ known @ self._basis)
        return np.asarray(self._basis @ across @ self._basis.T)

    def interval(self, parameter: int, sample: Array) -> Interval:
        """Return the estimate of a parameter with its bounds."""
        if (self.groups == self.groups[parameter]).sum() == 1:
            return NOTHING
        estimate, mark = float(self.point[parameter]), int(self.marks[parameter])
        if mark == 0:
            return percentiles(estimate, sample, self._confidence)
        bound = ELO * self._bound(self._contrasts[parameter], mark)
        return (
            Interval(estimate, bound, math.inf)
            if mark > 0
            else Interval(estimate, -math.inf, bound)
        )

    def _bound(self, contrast: Array, mark: int) -> float:
        """Return how near to the others an entrant that won everything may be.

        There the results would be as unlikely as the tail of an interval, if all else is as likely
        as it can be. For two entrants that is hardly less than the bound of Clopper and Pearson.
        """
        from scipy.optimize import brentq

        best = log_likelihood(self._grouped, self._wins, self._raw)
        tail = math.log((1 - self._confidence) / 2)
        basis = without(self._basis, contrast)
        here = float(contrast @ self._raw)

        def excess(value: float) -> float:
            start = self._raw + (value - here) / (contrast @ contrast) * contrast
            point = maximise(self._grouped, self._wins, start, basis, self._prior)
            if point is None:
                return -tail  # on the safe side: as likely as the best
            return log_likelihood(self._grouped, self._wins, point) - best - tail

        there = here - mark
        while excess(there) > 0:
            there -= 2 * mark
            if abs(there - here) > FARTHEST:
                return -mark * math.inf  # others of its group may be anywhere beyond it
        return float(brentq(excess, there, here, xtol=1e-6))


# --- groups and marks ---------------------------------------------------------------------------


def group_rows(free: Array, blocks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return a group for each parameter: those of a block whose difference is determined."""
    groups = np.full(len(free), -1, np.int64)
    for parameter in range(len(free)):
        if groups[parameter] < 0:
            alike = np.abs(free - free[parameter]).max(axis=1, initial=0.0) < 1e-6
            groups[alike & (blocks == blocks[parameter]) & (groups < 0)] = groups.max() + 1
    return groups


def mark_levels(direction: Array, groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 1 for parameters that can rise for ever above the middle of their group, or -1."""
    marks = np.zeros(len(groups), np.int64)
    for group in np.unique(groups):
        own = groups == group
        above = direction[own] - np.median(direction[own])
        marks[own] = np.where(np.abs(above) < 1e-6, 0, np.sign(above))
    return marks


def percentiles(estimate: float, sample: Array, confidence: float) -> Interval:
    """Return an estimate between the quantiles of its resamples."""
    low, high = np.quantile(sample, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(estimate, float(low), float(high))
