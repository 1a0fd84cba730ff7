"""Shares of trials that come in clusters, such as the games of a match that share a deal.

Trials of a cluster are not independent. They may end alike, or balance each other, as when both
agents play the better side of a deal in turn. So only clusters are compared: their variance says
how many independent trials all trials are worth, fewer or more than there are (L. Kish, "Survey
sampling", 1965). Wilson's interval is computed for that number.

The variance is estimated too. Student's t allows for this, with the degrees of freedom of Welch and
Satterthwaite (Biometrics Bulletin 2, 1946): twice the square of an estimate, divided by its
variance. Here the estimate is the variance divided by share * (1 - share). Where each cluster can
only win or lose it is certain, so the freedom is large. Where a few clusters hold all of the
variance it is uncertain, so the freedom is small. `scripts/intervals.py` shows that the intervals
hold the true share as often as they say.

If all clusters have the same share, there is no variance to see. Then the interval is exact for the
clusters (Clopper and Pearson, Biometrika 26, 1934): it allows for clusters of another kind, as
frequent as they can be without having occurred.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from standoff.statistics.interval import CONFIDENCE, Interval, score_interval

POWERS = tuple((degree - power, power) for degree in range(1, 5) for power in range(degree + 1))
"""The powers of trials and successes in the sums of `ClusteredShare.of_sums`, in order."""
FIRST_OF_DEGREE = (0, 0, 2, 5, 9)
"""The index in POWERS of the first powers of each degree."""


@dataclass(frozen=True)
class ClusteredShare:
    """A share of trials in clusters, and what is needed for its interval.

    The residual of a cluster is its number of successes less the expected number, divided by the
    number of all trials. Residuals add up to zero.
    """

    clusters: int
    share: float
    """Not a number without trials."""
    squares: float
    """The sum of the squares of the residuals."""
    cubes: float = math.nan
    fourths: float = math.nan
    """Sums of higher powers; if they are not known, residuals are taken to be normal."""

    @classmethod
    def of_sums(cls, clusters: int, sums: Sequence[int]) -> "ClusteredShare":
        """Return the share from sums over clusters of the products of POWERS.

        `clusters` is the number of clusters with a trial. The first five sums, up to squares, are
        enough for a share without higher powers. Python's whole numbers lose no digit.

        >>> ClusteredShare.of_sums(50, [100, 50, 200, 100, 100]).interval()
        Interval(estimate=0.5, low=0.362..., high=0.637...)
        """
        trials, successes = int(sums[0]), int(sums[1])
        if trials == 0:
            return cls(0, math.nan, 0.0)
        powers = [
            sum(
                math.comb(degree, power)
                * (trials**power * (-successes) ** (degree - power))
                * int(sums[FIRST_OF_DEGREE[degree] + power])
                for power in range(degree + 1)
            )
            / trials ** (2 * degree)
            for degree in range(2, POWERS[len(sums) - 1][1] + 1)
        ]
        return cls(clusters, successes / trials, *powers)

    @classmethod
    def of_values(cls, values: ArrayLike, counts: ArrayLike) -> "ClusteredShare":
        """Return the mean of values from 0 to 1, one of each cluster, given with their counts."""
        shares, weights = np.asarray(values, float), np.asarray(counts)
        total = int(weights.sum())
        if total == 0:
            return cls(0, math.nan, 0.0)
        mean = float(weights @ shares) / total
        varies = np.ptp(shares[weights > 0]) > 0
        residuals = (shares - mean) / total if varies else np.zeros(len(shares))
        return cls(total, mean, *(float(weights @ residuals**power) for power in (2, 3, 4)))

    @property
    def _varies(self) -> bool:
        return self.squares > 0

    @property
    def _worth(self) -> float:
        """How many independent trials all trials are worth."""
        variance = self.squares * self.clusters / (self.clusters - 1)
        return self.share * (1 - self.share) / variance

    @property
    def _freedom(self) -> float:
        """The degrees of freedom of Student's t.

        The relative variance of the estimate comes from the influence of each cluster on it. It is
        raised by as much as the fourth power of few normal residuals is too small on average.
        """
        number = self.clusters
        if math.isnan(self.fourths):
            return number - 1
        slope = (1 - 2 * self.share) / (self.share * (1 - self.share))
        influence = self.fourths / self.squares**2 - 1 / number
        influence += slope * (slope * self.squares - 2 * self.cubes / self.squares)
        scale = (number + 1) / (number - 1)
        return 2 / (max(0.0, influence) * scale + 2 / (number * (number - 1)))

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Return the share with its bounds, from 0 to 1."""
        share, tail = self.share, (1 - confidence) / 2
        if self.clusters == 0:
            return Interval(math.nan, 0.0, 1.0)
        if not self._varies:
            unseen = 1 - tail ** (1 / self.clusters)
            return Interval(share, share * (1 - unseen), share + unseen * (1 - share))
        from scipy.special import stdtrit

        return score_interval(share, self._worth, float(stdtrit(self._freedom, 1 - tail)))

    def p_value(self, expected: float) -> float:
        """Return the two-sided p value of the hypothesis that the true share is `expected`.

        It is less than 1 - confidence if and only if the interval excludes that share.
        """
        share = self.share
        if self.clusters == 0 or share == expected:
            return 1.0
        if not self._varies:
            ratio = expected / share if expected < share else (1 - expected) / (1 - share)
            return float(min(1.0, 2 * ratio**self.clusters))
        from scipy.special import stdtr

        error = math.sqrt(expected * (1 - expected) / self._worth)
        return 2 * float(stdtr(self._freedom, -abs(share - expected) / error))


def sum_powers(trials: ArrayLike, successes: ArrayLike) -> tuple[int, list[int]]:
    """Return the number of clusters with a trial, and the sums for `ClusteredShare.of_sums`.

    >>> sum_powers([2, 2, 0], [1, 2, 0])
    (2, [4, 3, 8, 6, 5, 16, 12, 10, 9, 32, 24, 20, 18, 17])
    """
    given, won = (
        np.asarray(counts).astype(np.int64).astype(object) for counts in (trials, successes)
    )
    sums = [int((given**one * won**other).sum()) for one, other in POWERS]
    return int(np.count_nonzero(given)), sums


def clustered(trials: ArrayLike, successes: ArrayLike, confidence: float = CONFIDENCE) -> Interval:
    """Return the share of successes, given the trials and successes of each cluster.

    >>> clustered([6] * 20, [3, 4] * 10)  # deals that balance: narrower than 120 games
    Interval(estimate=0.583..., low=0.545..., high=0.620...)
    """
    return ClusteredShare.of_sums(*sum_powers(trials, successes)).interval(confidence)
