"""Two players on the same deals: the mean difference per deal, its interval and its p value.

A difference is a share less another share, from -1 to 1. One half and half of the difference is a
share again: in a game without ties, the share of wins. So the interval and the p value are those of
`ClusteredShare`. The p value is below 1 - confidence if and only if the interval excludes 0.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from standoff.errors import BadSample
from standoff.statistics.clusters import ClusteredShare
from standoff.statistics.interval import CONFIDENCE, Interval
from standoff.statistics.sample import whole_counts

EVEN = 0.5
"""The share of each of two equal players."""


def paired_difference(
    values: ArrayLike, counts: ArrayLike, confidence: float = CONFIDENCE
) -> Interval:
    """Return the mean difference per deal, given the distinct differences and their counts.

    >>> paired_difference([-1, 0, 1], [30, 20, 50])
    Interval(estimate=0.2, low=0.024..., high=0.363...)
    """
    share = share_of_wins(values, counts)
    bounds = share.interval(confidence)
    mean = float(np.asarray(values, float) @ np.asarray(counts)) / max(1, share.clusters)
    estimate = mean if share.clusters else math.nan
    return Interval(estimate, 2 * bounds.low - 1, 2 * bounds.high - 1)


def paired_p_value(values: ArrayLike, counts: ArrayLike) -> float:
    """Return the two-sided p value of the hypothesis that the mean difference is zero.

    >>> paired_p_value([-1, 0, 1], [30, 20, 50])
    0.0256...
    """
    return share_of_wins(values, counts).p_value(EVEN)


def share_of_wins(values: ArrayLike, counts: ArrayLike) -> ClusteredShare:
    """Return differences as shares of the first player."""
    differences, weights = np.asarray(values, float), whole_counts(counts)
    if differences.ndim != 1 or differences.shape != weights.shape:
        raise BadSample(f"{differences.size} values need as many counts, not {weights.size}")
    if not (np.abs(differences) <= 1).all():
        raise BadSample("differences of shares must be numbers from -1 to 1")
    return ClusteredShare.of_values(EVEN + differences / 2, weights)
