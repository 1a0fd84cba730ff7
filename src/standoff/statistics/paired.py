"""Two players on the same deals: the mean difference per deal, its interval and its p value.

A sample is the distinct differences and how often each occurred, so that a million deals cost as
much as a hundred.
"""

import math
from fractions import Fraction
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standoff.errors import BadSample
from standoff.statistics.interval import CONFIDENCE, Interval
from standoff.statistics.sample import whole_counts

RESAMPLES = 10_000
RESAMPLES_AT_ONCE = 1_000_000
"""Counts drawn in one piece, so that many distinct differences do not fill the memory."""
EXACT_SUMS = 5000
"""The test is exact if all signs together can make no more sums than this."""
MAX_DENOMINATOR = 5040
"""Differences are fractions of the games of a deal: whole numbers over 1 to 10, 12, 24, ..."""


def paired_difference(
    values: ArrayLike,
    counts: ArrayLike,
    seed: int = 0,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
    reach: float = 1.0,
) -> Interval:
    """Return the mean difference per deal with its bootstrap interval (BCa).

    Bias-corrected and accelerated (Efron, JASA 82, 1987): unlike plain percentiles it follows the
    skewness of the differences, which is large where one player hardly ever wins, and for a mean
    the acceleration is known exactly, so that it costs nothing more. Deals are resampled whole.

    If all deals gave the same difference there is nothing to resample. Then each bound allows for
    the most deals that can have gone unseen, up to a difference of `reach`, which is 1 if the
    values are shares of the games of a deal. The same seed gives the same interval.

    >>> paired_difference([-1, 0, 1], [30, 20, 50])
    Interval(estimate=0.2, low=0.03, high=0.37)
    """
    points, weights = check_sample(values, counts)
    deals = int(weights.sum())
    if deals == 0:
        return Interval(math.nan, -math.inf, math.inf)
    mean = float(weights @ points) / deals
    if np.ptp(points) == 0:
        return allow_for_unseen(mean, deals, confidence, max(reach, abs(mean)))
    means = np.sort(resample_means(points, weights, seed, resamples))
    low, high = (
        accelerate(means, mean, skewness(points, weights, mean) / (6 * math.sqrt(deals)), tail)
        for tail in ((1 - confidence) / 2, (1 + confidence) / 2)
    )
    return Interval(mean, min(low, mean), max(high, mean))


def paired_p_value(values: ArrayLike, counts: ArrayLike) -> float:
    """Return the two-sided p value of "the mean difference is zero" by flipping signs.

    If neither player is better, each difference could as well have had the other sign (Fisher,
    "The design of experiments", 1935, chapter 3): p is the share of all ways to set the signs
    whose mean is at least as far from zero. Exact where the differences are fractions and few
    enough, else by the normal limit of that share. With differences of -1, 0 and 1 it is the sign
    test.

    >>> paired_p_value([-1, 0, 1], [1, 90, 9])
    0.021484...
    """
    points, weights = check_sample(values, counts)
    total = abs(float(weights @ points))
    spread = math.sqrt(float(weights @ points**2))
    if spread == 0:
        return 1.0
    steps = whole_steps(points)
    if steps is not None and steps @ weights <= EXACT_SUMS:
        signed = np.where(points < 0, -steps, steps)
        return share_of_signs(steps, weights, abs(int(signed @ weights)))
    return math.erfc(total / spread / math.sqrt(2))


# --- the sample ---------------------------------------------------------------------------------


def check_sample(
    values: ArrayLike, counts: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the differences that occurred, and how often, as arrays."""
    points, weights = np.asarray(values, float), whole_counts(counts)
    if points.ndim != 1 or points.shape != weights.shape:
        raise BadSample(f"each value needs a count: {points.size} and {weights.size}")
    if not np.isfinite(points).all():
        raise BadSample("differences must be numbers")
    return points[weights > 0], weights[weights > 0]


# --- bootstrap ----------------------------------------------------------------------------------


def resample_means(
    points: NDArray[np.float64], weights: NDArray[np.int64], seed: int, resamples: int
) -> NDArray[np.float64]:
    """Return the means of samples drawn with replacement: how often each value, not which deal."""
    generator = np.random.Generator(np.random.PCG64(seed))
    deals = int(weights.sum())
    shares = weights / deals
    size = max(1, RESAMPLES_AT_ONCE // len(points))
    pieces = [
        generator.multinomial(deals, shares, min(size, resamples - first)) @ points
        for first in range(0, resamples, size)
    ]
    return np.concatenate(pieces) / deals


def skewness(points: NDArray[np.float64], weights: NDArray[np.int64], mean: float) -> float:
    """Return the third standardised moment."""
    deals, away = weights.sum(), points - mean
    return float((weights @ away**3 / deals) / (weights @ away**2 / deals) ** 1.5)


def accelerate(means: NDArray[np.float64], mean: float, acceleration: float, tail: float) -> float:
    """Return a bound: the place among the sorted means that stands for this tail (Efron, 6.8)."""
    normal = NormalDist()
    # Means lie on a lattice: those equal to the estimate count half, or ties would look like bias.
    at = np.searchsorted(means, mean - 1e-12), np.searchsorted(means, mean + 1e-12)
    below = min(max((at[0] + at[1]) / (2 * len(means)), 1 / len(means)), 1 - 1 / len(means))
    bias = normal.inv_cdf(below)
    shifted = bias + normal.inv_cdf(tail)
    place = normal.cdf(bias + shifted / (1 - acceleration * shifted))
    return float(np.quantile(means, place))


def allow_for_unseen(mean: float, deals: int, confidence: float, reach: float) -> Interval:
    """Return bounds for deals that all came to the same: so many others may just not have shown."""
    unseen = 1 - ((1 - confidence) / 2) ** (1 / deals)
    return Interval(mean, mean - unseen * (reach + mean), mean + unseen * (reach - mean))


# --- signs --------------------------------------------------------------------------------------


def whole_steps(points: NDArray[np.float64]) -> NDArray[np.int64] | None:
    """Return the sizes as multiples of their common measure, if they have one."""
    parts = [Fraction(abs(float(point))).limit_denominator(MAX_DENOMINATOR) for point in points]
    if any(abs(float(part) - abs(point)) > 1e-9 for part, point in zip(parts, points, strict=True)):
        return None
    common = math.lcm(*(part.denominator for part in parts))
    sizes = [int(part * common) for part in parts]
    divisor = math.gcd(*sizes) or 1
    if max(sizes) // divisor > EXACT_SUMS:
        return None
    return np.array([size // divisor for size in sizes], np.int64)


def share_of_signs(steps: NDArray[np.int64], weights: NDArray[np.int64], reached: int) -> float:
    """Return how likely random signs bring the sum as far from zero as it is.

    The sum of signed steps is their total less twice the sum of the negative ones, and how many
    of equal steps are negative is binomial: the sums of all are found by convolution.
    """
    chances = np.ones(1)
    for step in np.unique(steps[steps > 0]):
        flips = np.zeros(step * weights[steps == step].sum() + 1)
        flips[::step] = binomial_half(int(weights[steps == step].sum()))
        chances = np.convolve(chances, flips)
    top = len(chances) - 1
    return min(1.0, float(chances[np.abs(top - 2 * np.arange(top + 1)) >= reached].sum()))


def binomial_half(trials: int) -> NDArray[np.float64]:
    """Return the chances of 0 to `trials` heads."""
    from scipy.special import gammaln

    heads = np.arange(trials + 1)
    ways = gammaln(trials + 1) - gammaln(heads + 1) - gammaln(trials - heads + 1)
    return np.asarray(np.exp(ways - trials * math.log(2)))
