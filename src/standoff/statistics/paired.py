"""Two players on the same deals: the mean difference per deal, its interval and its p value.

A sample is the distinct differences and the count of each, so a million deals cost as much as a
hundred.
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
"""Counts drawn at once; many distinct differences would fill the memory otherwise."""
EXACT_SUMS = 5000
"""The test is exact if there are at most this many possible sums."""
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
    skewness of the differences, which is large if one player hardly ever wins. For a mean the
    acceleration is known exactly. Deals are resampled whole.

    If all deals gave the same difference, there is nothing to resample. Then the bounds allow for
    other deals that just did not occur, with differences up to `reach`, which is 1 if the values
    are shares of the games of a deal. The same seed gives the same interval.

    >>> paired_difference([-1, 0, 1], [30, 20, 50])
    Interval(estimate=0.2, low=0.03, high=0.37)
    """
    differences, weights = check_sample(values, counts)
    deals = int(weights.sum())
    if deals == 0:
        return Interval(math.nan, -math.inf, math.inf)
    mean = float(weights @ differences) / deals
    if np.ptp(differences) == 0:
        return allow_for_unseen(mean, deals, confidence, max(reach, abs(mean)))
    means = np.sort(resample_means(differences, weights, seed, resamples))
    low, high = (
        accelerate(means, mean, skewness(differences, weights, mean) / (6 * math.sqrt(deals)), tail)
        for tail in ((1 - confidence) / 2, (1 + confidence) / 2)
    )
    return Interval(mean, min(low, mean), max(high, mean))


def paired_p_value(values: ArrayLike, counts: ArrayLike) -> float:
    """Return the two-sided p value of "the mean difference is zero" by flipping signs.

    If neither player is better, each difference could as well have had the other sign (Fisher,
    "The design of experiments", 1935, chapter 3). So p is the share of all choices of signs whose
    mean is at least as far from zero. It is exact if the differences are fractions and few enough,
    else the normal limit. With differences of -1, 0 and 1 it is the sign test.

    >>> paired_p_value([-1, 0, 1], [1, 90, 9])
    0.021484...
    """
    differences, weights = check_sample(values, counts)
    total = abs(float(weights @ differences))
    spread = math.sqrt(float(weights @ differences**2))
    if spread == 0:
        return 1.0
    steps = whole_steps(differences)
    if steps is not None and steps @ weights <= EXACT_SUMS:
        signed = np.where(differences < 0, -steps, steps)
        return share_of_signs(steps, weights, abs(int(signed @ weights)))
    return math.erfc(total / spread / math.sqrt(2))


# --- the sample ---------------------------------------------------------------------------------


def check_sample(
    values: ArrayLike, counts: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the differences that occurred and their counts, as arrays."""
    differences, weights = np.asarray(values, float), whole_counts(counts)
    if differences.ndim != 1 or differences.shape != weights.shape:
        raise BadSample(f"{differences.size} values need as many counts, not {weights.size}")
    if not np.isfinite(differences).all():
        raise BadSample("differences must be numbers")
    return differences[weights > 0], weights[weights > 0]


# --- bootstrap ----------------------------------------------------------------------------------


def resample_means(
    differences: NDArray[np.float64], weights: NDArray[np.int64], seed: int, resamples: int
) -> NDArray[np.float64]:
    """Return the means of samples drawn with replacement; only counts of values are drawn."""
    generator = np.random.Generator(np.random.PCG64(seed))
    deals = int(weights.sum())
    shares = weights / deals
    size = max(1, RESAMPLES_AT_ONCE // len(differences))
    pieces = [
        generator.multinomial(deals, shares, min(size, resamples - first)) @ differences
        for first in range(0, resamples, size)
    ]
    return np.concatenate(pieces) / deals


def skewness(differences: NDArray[np.float64], weights: NDArray[np.int64], mean: float) -> float:
    """Return the third standardised moment."""
    deals, away = weights.sum(), differences - mean
    return float((weights @ away**3 / deals) / (weights @ away**2 / deals) ** 1.5)


def accelerate(means: NDArray[np.float64], mean: float, acceleration: float, tail: float) -> float:
    """Return a bound: the quantile of the sorted means for this tail (Efron, 6.8)."""
    normal = NormalDist()
    # Means lie on a lattice: those equal to the estimate count half, else ties look like bias.
    at = np.searchsorted(means, mean - 1e-12), np.searchsorted(means, mean + 1e-12)
    below = min(max((at[0] + at[1]) / (2 * len(means)), 1 / len(means)), 1 - 1 / len(means))
    bias = normal.inv_cdf(below)
    shifted = bias + normal.inv_cdf(tail)
    quantile = normal.cdf(bias + shifted / (1 - acceleration * shifted))
    return float(np.quantile(means, quantile))


def allow_for_unseen(mean: float, deals: int, confidence: float, reach: float) -> Interval:
    """Return bounds if all deals gave the same: other deals may just not have occurred."""
    unseen = 1 - ((1 - confidence) / 2) ** (1 / deals)
    return Interval(mean, mean - unseen * (reach + mean), mean + unseen * (reach - mean))


# --- signs --------------------------------------------------------------------------------------


def whole_steps(differences: NDArray[np.float64]) -> NDArray[np.int64] | None:
    """Return the absolute differences as multiples of their common divisor, if they have one."""
    distances = np.abs(differences).tolist()
    parts = [Fraction(distance).limit_denominator(MAX_DENOMINATOR) for distance in distances]
    pairs = zip(parts, distances, strict=True)
    if any(abs(float(part) - distance) > 1e-9 for part, distance in pairs):
        return None
    common = math.lcm(*(part.denominator for part in parts))
    sizes = [int(part * common) for part in parts]
    divisor = math.gcd(*sizes) or 1
    if max(sizes) // divisor > EXACT_SUMS:
        return None
    return np.array([size // divisor for size in sizes], np.int64)


def share_of_signs(steps: NDArray[np.int64], weights: NDArray[np.int64], reached: int) -> float:
    """Return the chance that the sum with random signs is at least as far from zero.

    The sum of signed steps is their total less twice the sum of the negative steps. The number of
    negative ones among equal steps is binomial; convolution combines all steps.
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
