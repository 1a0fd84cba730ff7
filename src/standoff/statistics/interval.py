"""Shares and means with their confidence intervals."""

import math
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """An estimate and the bounds of its confidence interval."""

    estimate: float
    low: float
    high: float


def wilson(successes: float, trials: float, confidence: float = CONFIDENCE) -> Interval:
    """Return a share with its Wilson score interval (E. B. Wilson, JASA 22, 1927).

    >>> wilson(35, 1000)
    Interval(estimate=0.035, low=0.0252..., high=0.0482...)
    """
    if trials == 0:
        return Interval(math.nan, 0.0, 1.0)
    return score_interval(successes / trials, trials, NormalDist().inv_cdf(0.5 + confidence / 2))


def score_interval(share: float, trials: float, quantile: float) -> Interval:
    """Return the shares whose standard error is at least the distance / `quantile`."""
    square = quantile * quantile / trials
    centre = share + square / 2
    spread = math.sqrt(square * (share * (1 - share) + square / 4))
    low = 0.0 if share == 0 else (centre - spread) / (1 + square)
    high = 1.0 if share == 1 else (centre + spread) / (1 + square)
    return Interval(share, low, high)


def mean_interval(
    count: int, total: float, squares: float, confidence: float = CONFIDENCE
) -> Interval:
    """Return a mean with its interval by Student's t, from the sums of values and of squares.

    With one value the bounds are infinite. Sums of whole numbers, such as ranks, are exact.

    >>> mean_interval(4, 10, 30)
    Interval(estimate=2.5, low=0.445..., high=4.554...)
    """
    if count < 2:
        return Interval(total / count if count else math.nan, -math.inf, math.inf)
    from scipy.special import stdtrit

    variance = max(0.0, (count * squares - total * total) / (count * (count - 1)))
    reach = float(stdtrit(count - 1, 0.5 + confidence / 2)) * math.sqrt(variance / count)
    mean = total / count
    return Interval(mean, mean - reach, mean + reach)
