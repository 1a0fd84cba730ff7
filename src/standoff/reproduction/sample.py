"""Figures with their sampling errors, and tests whether two of them differ."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from scipy.special import stdtr, stdtrit

from standoff.statistics import CONFIDENCE, Interval, mean_interval, wilson


@dataclass(frozen=True)
class Proportion:
    """A part of a whole, such as games won of all games."""

    part: int
    whole: int

    @property
    def estimate(self) -> float:
        """The share."""
        return self.part / self.whole

    @property
    def share(self) -> Interval:
        """The share with its Wilson interval."""
        return wilson(self.part, self.whole)

    @property
    def text(self) -> str:
        """The share in per cent."""
        return f"{100 * self.part / self.whole:.1f}%"


@dataclass(frozen=True)
class Mean:
    """The mean of some values, their standard deviation and their number."""

    mean: float
    deviation: float
    number: int
    values: tuple[float, ...] = ()
    """The values by block, if they are kept; nan for a block without a value."""

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        """Return the mean of some values, without those that are nan."""
        known = [value for value in values if not math.isnan(value)]
        if not known:
            return cls(math.nan, math.nan, 0, tuple(values))
        mean = sum(known) / len(known)
        square = sum((value - mean) ** 2 for value in known)
        deviation = math.sqrt(square / max(1, len(known) - 1))
        return cls(mean, deviation, len(known), tuple(values))

    @property
    def estimate(self) -> float:
        """The mean."""
        return self.mean

    @property
    def error(self) -> float:
        """The standard error; infinite for a single value."""
        return self.deviation / math.sqrt(self.number) if self.number > 1 else math.inf

    @property
    def interval(self) -> Interval:
        """The mean with its interval by Student's t."""
        square = self.number * self.mean**2 + (self.number - 1) * self.deviation**2
        return mean_interval(self.number, self.number * self.mean, square)

    @property
    def share(self) -> Interval:
        """The mean of shares, with an interval between 0 and 1."""
        return cut(self.interval, 0.0, 1.0)


@dataclass(frozen=True)
class Gap:
    """The difference of two means, its standard error, and the freedom of Student's t."""

    estimate: float
    error: float
    freedom: float

    @property
    def interval(self) -> Interval:
        """The difference of two shares, with its interval."""
        reach = float(stdtrit(self.freedom, 0.5 + CONFIDENCE / 2)) * self.error
        return cut(Interval(self.estimate, self.estimate - reach, self.estimate + reach), -1.0, 1.0)

    @property
    def p_value(self) -> float:
        """The p value of the test that the means are equal."""
        if self.error == 0.0:
            return 1.0 if self.estimate == 0.0 else 0.0
        return 2 * float(stdtr(self.freedom, -abs(self.estimate) / self.error))


def cut(interval: Interval, low: float, high: float) -> Interval:
    """Return an interval cut at the bounds of its figure."""
    return Interval(interval.estimate, max(low, interval.low), min(high, interval.high))


def gap_apart(first: Mean, second: Mean) -> Gap:
    """Return the difference of two means of separate games (B. L. Welch, Biometrika 34, 1947)."""
    parts = [(mean.error**2, mean.number - 1) for mean in (first, second)]
    square = sum(part for part, _ in parts)
    freedom = 1.0
    if 0.0 < square < math.inf:
        freedom = square**2 / sum(part**2 / free for part, free in parts)
    return Gap(first.mean - second.mean, math.sqrt(square), freedom)


def gap_together(first: Mean, second: Mean) -> Gap:
    """Return the difference of two means of the same games, block by block."""
    pairs = zip(first.values, second.values, strict=True)
    lead = Mean.of([one - other for one, other in pairs])
    return Gap(lead.mean, lead.error, max(1, lead.number - 1))


def clustered_gap(
    gap: int,
    trials: int,
    clusters: int,
    squares: tuple[int, int, int],
) -> Interval:
    """Return the difference of two shares of the same trials, where trials come in clusters.

    `gap` is the difference of the successes. `squares` are sums over the clusters as in
    `clustered`, with the difference instead of successes. The interval is by Student's t. A single
    cluster has the widest possible bounds.

    >>> clustered_gap(2, 8, 4, (16, 4, 2))  # 4 clusters of 2 trials
    Interval(estimate=0.25, low=-0.209..., high=0.709...)
    """
    if clusters < 2:
        return Interval(gap / trials if trials else math.nan, -1.0, 1.0)
    share = gap / trials
    spread = squares[2] - 2 * share * squares[1] + share * share * squares[0]
    error = math.sqrt(max(0.0, spread) * clusters / (clusters - 1)) / trials
    return Gap(share, error, clusters - 1).interval


def p_equal(first: Proportion | Mean, second: Proportion | Mean, together: bool = False) -> float:
    """Return the p value of the test that two shares, or two means, are equal.

    With `together`, the means are of the same games and are compared block by block.
    """
    if isinstance(first, Mean) and isinstance(second, Mean):
        return (gap_together if together else gap_apart)(first, second).p_value
    assert isinstance(first, Proportion)
    assert isinstance(second, Proportion)
    pooled = (first.part + second.part) / (first.whole + second.whole)
    error = math.sqrt(pooled * (1 - pooled) * (1 / first.whole + 1 / second.whole))
    return p_normal(first.estimate - second.estimate, error)


def p_normal(difference: float, error: float) -> float:
    """Return the two-sided p value of a difference with a normal error."""
    if error == 0.0:
        return 1.0 if difference == 0.0 else 0.0
    return 2 * NormalDist().cdf(-abs(difference) / error)
