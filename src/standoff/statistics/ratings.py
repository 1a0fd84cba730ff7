"""Ratings by maximum likelihood, with seats or roles as covariates, and their intervals.

The strength of a side is the mean of its members' ratings plus the effect of its category. Ratings
of a team are not summed, so a rating means the same in a large and in a small team. A tie shares
the win. Ratings are on the Elo scale: a difference of 400 means odds of ten to one.

Intervals are percentiles of a bootstrap over contests. If an entrant has won or lost everything,
the likelihood has no maximum. Such entrants are marked, and only they get a very weak prior: normal
around 0 with a deviation of 2000. Their estimate is then just a large number. One bound is
infinite. The other comes from an exact test, or is infinite without a comparable opponent on that
side. In a resample, other entrants may win or lose everything by chance; then all get that prior.

Entrants are comparable if they met, or met the same others, and so on, and if their difference can
be separated from the effect of their categories. Entrants of different groups are not comparable.
An entrant that is comparable to nobody has no estimate.
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
"""Elo points for a unit of the model."""
PRIOR = (ELO / 2000) ** 2
FARTHEST = 20
"""How far to search for a bound, in units of the model: odds of half a billion to one."""
RESAMPLES = 200
NOTHING = Interval(math.nan, -math.inf, math.inf)


@dataclass(frozen=True, eq=False)
class Ratings:
    """The fit. Ratings are relative to the mean of their group, without marked entrants."""

    entrants: tuple[Interval, ...]
    """The rating of each entrant; the estimate is not a number if nobody is comparable."""
    categories: tuple[Interval, ...]
    """The effect of each seat or role; their mean is 0."""
    groups: tuple[int, ...]
    """The group of each entrant; those of different groups are not comparable."""
    unbounded: tuple[int, ...]
    """1 for entrants that won everything against weaker ones, -1 for the opposite, else 0."""
    confidence: float
    samples: Array
    """The ratings in each resample; a row for each resample."""

    def are_comparable(self, first: int, second: int) -> bool:
        """Whether the contests say anything about the difference of two entrants."""
        return self.groups[first] == self.groups[second]

    def difference(self, first: int, second: int) -> Interval:
        """Return the rating of the first entrant less that of the second.

        The interval of a difference may exclude 0 even if the two intervals overlap: uncertainty
        about the other entrants' strength cancels out. With an unbounded entrant the bounds come
        from the two intervals, which is conservative.
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
    """Fit a rating for each entrant and an effect for each category; a seed fixes the result.

    >>> games = Contests([[[0], [1]]] * 2, [[-1, -1]] * 2, [[1, 0], [0, 1]], [75, 25])
    >>> ratings = fit_ratings(games, entrants=2)
    >>> round(ratings.entrants[0].estimate - ratings.entrants[1].estimate, 2)
    190.85
    """
    fit = Fit(group_contests(contests, entrants, categories), entrants, confidence)
    samples = fit.resample(seed, resamples)
    intervals = [
        fit.interval(parameter, samples[:, parameter]) for parameter in range(len(fit.estimates))
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
    """The fit to all contests, and what is needed to fit resamples of them.

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
        params = maximise(contests, self._wins, start, self._basis, self._prior)
        if params is None:
            self.marks = mark_levels(unbounded_direction(contests, self._wins), self.groups)
            self._prior = PRIOR * np.abs(self.marks)
            params = self._maximise(self._wins, start)
        self._params = params
        self._contrasts = self._find_contrasts()
        self.estimates = ELO * self._contrasts @ params

    def _maximise(self, wins: Array, start: Array) -> Array:
        """Return the maximum; if there is none, the maximum with the weak prior for all."""
        params = maximise(self._grouped, wins, start, self._basis, self._prior)
        if params is None:
            everybody = np.full(len(start), PRIOR)
            params = maximise(self._grouped, wins, start, self._basis, everybody)
        assert params is not None, "with a prior for all there is a maximum"
        return params

    def _find_contrasts(self) -> Array:
        """Return a row for each parameter, which subtracts the mean of its group."""
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
            params = approach(self._grouped, wins, self._params, inverse, self._prior)
            if params is None:
                params = self._maximise(wins, self._params)
            row[:] = ELO * self._contrasts @ params
        return rows

    def _inverse_information(self) -> Array:
        known = information(self._grouped, self._wins, self._params) + np.diag(self._prior)
        across = np.linalg.inv(self._basis.T @ known @ self._basis)
        return np.asarray(self._basis @ across @ self._basis.T)

    def interval(self, parameter: int, sample: Array) -> Interval:
        """Return the estimate of a parameter with its bounds."""
        if (self.groups == self.groups[parameter]).sum() == 1:
            return NOTHING
        estimate, mark = float(self.estimates[parameter]), int(self.marks[parameter])
        if mark == 0:
            return percentiles(estimate, sample, self._confidence)
        bound = ELO * self._bound(self._contrasts[parameter], mark)
        return (
            Interval(estimate, bound, math.inf)
            if mark > 0
            else Interval(estimate, -math.inf, bound)
        )

    def _bound(self, contrast: Array, mark: int) -> float:
        """Return how close to the others an entrant that won everything may be.

        At the bound, the results are as unlikely as the tail of an interval, with all other
        parameters at their most likely values. For two entrants this is slightly less than the
        bound of Clopper and Pearson.
        """
        from scipy.optimize import brentq

        best = log_likelihood(self._grouped, self._wins, self._params)
        tail = math.log((1 - self._confidence) / 2)
        basis = without(self._basis, contrast)
        here = float(contrast @ self._params)

        def excess(value: float) -> float:
            start = self._params + (value - here) / (contrast @ contrast) * contrast
            params = maximise(self._grouped, self._wins, start, basis, self._prior)
            if params is None:
                return -tail  # conservative: as likely as the best
            return log_likelihood(self._grouped, self._wins, params) - best - tail

        there = here - mark
        while excess(there) > 0:
            there -= 2 * mark
            if abs(there - here) > FARTHEST:
                return -mark * math.inf  # others of its group may be anywhere on that side
        return float(brentq(excess, there, here, xtol=1e-6))


# --- groups and marks ---------------------------------------------------------------------------


def group_rows(free: Array, blocks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the group of each parameter: within a block, differences in a group are known."""
    groups = np.full(len(free), -1, np.int64)
    for parameter in range(len(free)):
        if groups[parameter] < 0:
            alike = np.abs(free - free[parameter]).max(axis=1, initial=0.0) < 1e-6
            groups[alike & (blocks == blocks[parameter]) & (groups < 0)] = groups.max() + 1
    return groups


def mark_levels(direction: Array, groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return 1 for parameters that can rise for ever above the median of their group, or -1."""
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
