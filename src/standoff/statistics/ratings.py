"""Ratings by maximum likelihood, with seats or roles as covariates, and their intervals.

The strength of a side is the mean of its members' ratings plus the effect of its category. Ratings
of a team are not summed, so a rating means the same in a large and in a small team. A tie shares
the win. Ratings are on the Elo scale: a difference of 400 means odds of ten to one.

Intervals are percentiles of a bootstrap over contests. If an entrant has won or lost everything,
the likelihood has no maximum. Then entrants fall into levels: within a level, everybody has won and
lost, directly or through others, so differences are measured. The largest level keeps its ratings,
which are relative to its mean. All other entrants are loose, and only they get a very weak prior:
normal around 0 with a deviation of 2000. Their estimate is then just a number. An entrant that can
only be better than the largest level is bounded below by an exact test, one that can only be worse
is bounded above, and the others have no bound: losers of an agent that wins every game may be
anywhere below it. Without a largest level, ratings are relative to the mean of all. In a resample,
other entrants may win or lose everything by chance; then all get that prior.

Entrants are comparable if they met, or met the same others, and so on, and if their difference can
be separated from the effect of their categories. Entrants of different groups are not comparable.
An entrant that is comparable to nobody has no estimate.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from standoff.statistics.contests import Contests, GroupedContests, group_contests
from standoff.statistics.interval import CONFIDENCE, Interval
from standoff.statistics.luce import (
    Array,
    approach,
    can_grow,
    information,
    log_likelihood,
    maximise,
    settled_leads,
    span,
    winning_leads,
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
    """The fit. Ratings are relative to the mean of their group, without loose entrants."""

    entrants: tuple[Interval, ...]
    """The rating of each entrant; the estimate is not a number if nobody is comparable."""
    categories: tuple[Interval, ...]
    """The effect of each seat or role; their mean is 0."""
    groups: tuple[int, ...]
    """The group of each entrant; those of different groups are not comparable."""
    unbounded: tuple[int, ...]
    """1 for entrants that are better by any amount, -1 for the opposite, else 0."""
    confidence: float
    samples: Array
    """The ratings in each resample; a row for each resample."""
    fit: "Fit" = field(repr=False)

    def are_comparable(self, first: int, second: int) -> bool:
        """Whether the contests say anything about the difference of two entrants."""
        return self.groups[first] == self.groups[second]

    def difference(self, first: int, second: int) -> Interval:
        """Return the rating of the first entrant less that of the second.

        The interval of a difference may exclude 0 even if the two intervals overlap: uncertainty
        about the other entrants' strength cancels out.
        """
        if not self.are_comparable(first, second):
            return NOTHING
        contrast = np.zeros(len(self.fit.marks))
        contrast[first] += 1
        contrast[second] -= 1
        return self.fit.interval(contrast, self.samples[:, first] - self.samples[:, second])


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
        fit.rating(parameter, samples[:, parameter]) for parameter in range(len(fit.marks))
    ]
    return Ratings(
        entrants=tuple(intervals[:entrants]),
        categories=tuple(intervals[entrants:]),
        groups=tuple(int(group) for group in fit.groups[:entrants]),
        unbounded=tuple(int(mark) for mark in fit.marks[:entrants]),
        confidence=confidence,
        samples=samples[:, :entrants],
        fit=fit,
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
        self._leads: Array | None = None
        """What makes differences unbounded, if anything does."""
        self._loose = np.zeros(width, bool)
        start = np.zeros(width)
        self._prior: Array = start
        params = maximise(contests, self._wins, start, self._basis, self._prior)
        if params is None:
            self._leads = winning_leads(contests, self._wins)
            levels = find_levels(settled_leads(self._leads), np.arange(width) >= entrants)
            self._loose = find_loose(levels, self.groups)
            self._prior = np.where(self._loose, PRIOR, 0.0)
            params = self._maximise(self._wins, start)
        self._params = params
        self._contrasts = self._find_contrasts()
        self.marks = np.array([self._mark(contrast) for contrast in self._contrasts])

    def _mark(self, contrast: Array) -> int:
        """Return 1 if a difference is only bounded below, -1 if only above, else 0."""
        if self._leads is None:
            return 0
        return int(can_grow(self._leads, contrast)) - int(can_grow(self._leads, -contrast))

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
        rows = np.eye(len(self.groups))
        for group in np.unique(self.groups):
            own = self.groups == group
            kept = own & ~self._loose
            reference = kept if kept.any() else own
            rows[own] -= reference / reference.sum()
        return rows

    def resample(self, seed: int, resamples: int) -> Array:
        """Return the parameters fitted to contests drawn with replacement, a row for each draw."""
        generator = np.random.Generator(np.random.PCG64(seed))
        total = int(self._grouped.weights.sum())
        shares = self._grouped.weights / total
        rows = np.zeros((resamples, len(self.groups)))
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

    def rating(self, parameter: int, sample: Array) -> Interval:
        """Return a parameter relative to its group, with its bounds."""
        if (self.groups == self.groups[parameter]).sum() == 1:
            return NOTHING
        return self.interval(self._contrasts[parameter], sample)

    def interval(self, contrast: Array, sample: Array) -> Interval:
        """Return a difference of parameters, whose resamples are given, with its bounds."""
        estimate = ELO * float(contrast @ self._params)
        if self._leads is None or not contrast.any():
            return percentiles(estimate, sample, self._confidence)
        rises, falls = (can_grow(self._leads, sign * contrast) for sign in (1, -1))
        if rises and falls:
            return Interval(estimate, -math.inf, math.inf)
        if rises:
            return Interval(estimate, ELO * self._bound(contrast, 1), math.inf)
        if falls:
            return Interval(estimate, -math.inf, ELO * self._bound(contrast, -1))
        return percentiles(estimate, sample, self._confidence)

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


def find_levels(settled: Array, blocks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the level of each parameter: differences within a level are settled by contests."""
    _, values, vectors = np.linalg.svd(np.vstack([settled, np.zeros((1, len(blocks)))]))
    rank = int((values > 1e-9).sum())
    return group_rows(vectors[rank:].T, blocks)


def find_loose(levels: NDArray[np.int64], groups: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which parameters are outside the largest level of their group, if there is one."""
    loose = np.zeros(len(groups), bool)
    for group in np.unique(groups):
        own = groups == group
        names, sizes = np.unique(levels[own], return_counts=True)
        largest = names[sizes == sizes.max()]
        loose[own] = levels[own] != largest[0] if len(largest) == 1 else own.sum() > 1
    return loose


def percentiles(estimate: float, sample: Array, confidence: float) -> Interval:
    """Return an estimate between the quantiles of its resamples."""
    low, high = np.quantile(sample, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(estimate, float(low), float(high))
