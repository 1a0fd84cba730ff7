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
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == trials else (centre + spread) / scale
    return Interval(share, low, high)


def clustered(
    successes: int,
    trials: int,
    clusters: int,
    squares: tuple[int, int, int],
    confidence: float = CONFIDENCE,
) -> Interval:
    """Return a share of trials that come in clusters, such as games on one deal.

    `squares` are three sums over the clusters: of trials squared, of trials times successes, and of
    successes squared. Trials in a cluster are correlated. The design effect (L. Kish, Survey
    Sampling, 1965) says how many independent trials they are worth, and Wilson's interval is
    computed for that number. It never exceeds the number of trials.

    >>> clustered(50, 100, 50, (200, 100, 100))  # 50 pairs, each with 2 or 0 successes
    Interval(estimate=0.5, low=0.365..., high=0.634...)
    >>> wilson(25, 50)
    Interval(estimate=0.5, low=0.366..., high=0.633...)
    """
    if trials == 0:
        return wilson(0, 0, confidence)
    share = successes / trials
    effect = squares[0] / trials  # if each cluster were a single trial
    if clusters > 1 and 0 < successes < trials:
        spread = squares[2] - 2 * share * squares[1] + share * share * squares[0]
        spread *= clusters / (clusters - 1)
        effect = max(1.0, spread / (trials * share * (1 - share)))
    bounds = wilson(successes / effect, trials / effect, confidence)
    return Interval(share, bounds.low, bounds.high)


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
