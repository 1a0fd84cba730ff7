"""How verdicts are reached. Nothing here knows a game; no verdict is written by hand.

A published share was measured too, and has a sampling error of its own. It differs from ours if a
test of two proportions says so, at 95 % for a whole table (Holm's correction). Where no difference
shows, it agrees if our interval is narrow enough to mean something, and is not settled otherwise.
What a text says in words ("above 80 %", "evolution first") agrees if our whole interval, or every
comparison that it needs, is on that side.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from scipy.special import stdtr, stdtrit

from standoff.reproduction.experiment import Line, Unit, Verdict
from standoff.statistics import CONFIDENCE, Interval, holm, is_settled, mean_interval, wilson

WIDEST_SHARE = 0.1
"""A share whose interval reaches further to one side than this settles nothing."""
WIDEST_NUMBER = 0.25
"""The same for other numbers, as a part of the number."""
UNKNOWN = "-"
"""Our figure where nothing was counted."""


@dataclass(frozen=True)
class Count:
    """So many of so many."""

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


@dataclass(frozen=True)
class Mean:
    """A mean, the deviation of what it is the mean of, and how many those were."""

    mean: float
    deviation: float
    number: int
    values: tuple[float, ...] = ()
    """What it is the mean of, if they are kept: block by block, nan where a block has none."""

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        """Return the mean of some values; those that are nan do not count."""
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
        """The standard error; one value says nothing of it."""
        return self.deviation / math.sqrt(self.number) if self.number > 1 else math.inf

    @property
    def interval(self) -> Interval:
        """The mean with its interval by Student's t."""
        square = self.number * self.mean**2 + (self.number - 1) * self.deviation**2
        return mean_interval(self.number, self.number * self.mean, square)

    @property
    def share(self) -> Interval:
        """The mean of shares, whose interval ends at 0 and 1."""
        return cut(self.interval, 0.0, 1.0)


@dataclass(frozen=True)
class Gap:
    """By how much two means differ: its standard error, and the freedom of Student's t."""

    estimate: float
    error: float
    freedom: float

    @property
    def interval(self) -> Interval:
        """The difference of two shares with its interval."""
        reach = float(stdtrit(self.freedom, 0.5 + CONFIDENCE / 2)) * self.error
        return cut(Interval(self.estimate, self.estimate - reach, self.estimate + reach), -1.0, 1.0)

    @property
    def p_value(self) -> float:
        """How likely chance alone does as much."""
        if self.error == 0.0:
            return 1.0 if self.estimate == 0.0 else 0.0
        return 2 * float(stdtr(self.freedom, -abs(self.estimate) / self.error))


def gap_apart(first: Mean, second: Mean) -> Gap:
    """Return the difference of two means of different games (B. L. Welch, Biometrika 34, 1947)."""
    parts = [(mean.error**2, mean.number - 1) for mean in (first, second)]
    square = sum(part for part, _ in parts)
    freedom = 1.0
    if 0.0 < square < math.inf:
        freedom = square**2 / sum(part**2 / free for part, free in parts)
    return Gap(first.mean - second.mean, math.sqrt(square), freedom)


def gap_together(first: Mean, second: Mean) -> Gap:
    """Return the difference of two means of the same games, taken block by block."""
    pairs = zip(first.values, second.values, strict=True)
    lead = Mean.of([one - other for one, other in pairs])
    return Gap(lead.mean, lead.error, max(1, lead.number - 1))


def cut(interval: Interval, low: float, high: float) -> Interval:
    """Return an interval that ends where its figure must."""
    return Interval(interval.estimate, max(low, interval.low), min(high, interval.high))


@dataclass(frozen=True)
class Comparison:
    """A line before its table is judged: how surprising it is if nothing differs."""

    line: Line
    p_value: float


# --- figures ------------------------------------------------------------------------------------


def compare_shares(label: str, published: Count, ours: Count, text: str = "") -> Comparison:
    """Compare a share with a published one of so many games."""
    shown = text or f"{100 * published.part / published.whole:.1f} %"
    if not ours.whole:
        return Comparison(Line(label, shown, UNKNOWN, 0, Verdict.OPEN), 1.0)
    line = Line(label, shown, ours.share, ours.whole, Verdict.OPEN)
    return Comparison(line, p_equal(published, ours))


def compare_means(
    label: str, published: Mean, ours: Mean, games: int, digits: int = 2
) -> Comparison:
    """Compare a mean with a published one."""
    shown = f"{published.mean:.{digits}f}"
    line = Line(label, shown, ours.interval, games, Verdict.OPEN, Unit.NUMBER)
    return Comparison(line, p_equal(published, ours))


def compare_block(
    label: str, published: float, ours: Mean, games: int, digits: int = 2
) -> Comparison:
    """Compare a mean of blocks with a published figure, which was measured in one such block."""
    line = Line(label, f"{published:.{digits}f}", ours.interval, games, Verdict.OPEN, Unit.NUMBER)
    error = math.hypot(ours.deviation, ours.error)
    gap = Gap(published - ours.mean, error, max(1, ours.number - 1))
    return Comparison(line, gap.p_value)


def p_equal(first: Count | Mean, second: Count | Mean, together: bool = False) -> float:
    """Return the p value of the test that two shares, or two means, are equal.

    Means `together` are of the same games, block by block.
    """
    if isinstance(first, Mean) and isinstance(second, Mean):
        return (gap_together if together else gap_apart)(first, second).p_value
    assert isinstance(first, Count)
    assert isinstance(second, Count)
    pooled = (first.part + second.part) / (first.whole + second.whole)
    error = math.sqrt(pooled * (1 - pooled) * (1 / first.whole + 1 / second.whole))
    return p_normal(first.estimate - second.estimate, error)


def p_normal(difference: float, error: float) -> float:
    """Return how likely a normal error is at least so far off, to either side."""
    if error == 0.0:
        return 1.0 if difference == 0.0 else 0.0
    return 2 * NormalDist().cdf(-abs(difference) / error)


def judge(tests: Sequence[Comparison]) -> tuple[Line, ...]:
    """Return the lines of one table with their verdicts."""
    rejected = reject([test.p_value for test in tests])
    return tuple(
        replace(test.line, verdict=verdict_of(test.line, is_rejected))
        for test, is_rejected in zip(tests, rejected, strict=True)
    )


def verdict_of(line: Line, is_rejected: bool) -> Verdict:
    """Return the verdict of one figure: agreement needs a narrow interval."""
    if is_rejected:
        return Verdict.DIFFERS
    if isinstance(line.ours, str):
        return Verdict.OPEN
    widest = max(line.ours.high - line.ours.estimate, line.ours.estimate - line.ours.low)
    limit = WIDEST_SHARE
    if line.unit is Unit.NUMBER:
        limit = WIDEST_NUMBER * abs(line.ours.estimate)
    return Verdict.AGREES if widest <= limit else Verdict.OPEN


def reject(p_values: Sequence[float]) -> list[bool]:
    """Say which of several hypotheses are rejected, all of them rightly at 95 %.

    >>> reject([0.04, 0.001, 0.03])
    [False, True, False]
    """
    return [p <= 1 - CONFIDENCE for p in holm(p_values)]


# --- words --------------------------------------------------------------------------------------


def judge_range(
    label: str,
    published: str,
    ours: Interval,
    games: int,
    low: float = -math.inf,
    high: float = math.inf,
    unit: Unit = Unit.SHARE,
) -> Line:
    """Judge what a text says of a figure: that it lies between two bounds."""
    if low <= ours.low and ours.high <= high:
        verdict = Verdict.AGREES
    elif ours.high < low or ours.low > high:
        verdict = Verdict.DIFFERS
    else:
        verdict = Verdict.OPEN
    return Line(label, published, known(ours), games, verdict, unit, is_finding=True)


@dataclass(frozen=True)
class Duel:
    """How often each of two was ahead of the other."""

    first: str
    second: str
    wins: int
    losses: int


def judge_order(label: str, published: str, duels: Sequence[Duel], games: int) -> Line:
    """Judge that the first of every pair is ahead; all pairs must be settled, with 95 % in all."""
    confidence = 1 - (1 - CONFIDENCE) / len(duels)
    settled = [is_settled(duel.wins, duel.losses, confidence) for duel in duels]
    ahead = [duel.wins > duel.losses for duel in duels]
    if any(known and not is_first for known, is_first in zip(settled, ahead, strict=True)):
        verdict = Verdict.DIFFERS
    else:
        verdict = Verdict.AGREES if all(settled) else Verdict.OPEN
    signs = {(True, True): ">", (True, False): "<"}
    texts = [
        f"{duel.first} {signs.get((known, is_first), '~')} {duel.second}"
        for duel, known, is_first in zip(duels, settled, ahead, strict=True)
    ]
    return Line(label, published, ", ".join(texts), games, verdict, is_finding=True)


def judge_best(
    label: str,
    published: str,
    figures: Mapping[str, Count | Mean],
    best: str,
    rivals: Sequence[str],
    games: int,
    least: bool = False,
    together: bool = False,
) -> Line:
    """Judge that one figure is the greatest, or the least, of some: pair by pair, 95 % in all."""
    settled = reject([p_equal(figures[best], figures[rival], together) for rival in rivals])
    own = figures[best].estimate
    known = [rival for rival, is_known in zip(rivals, settled, strict=True) if is_known]
    against = [rival for rival in known if (figures[rival].estimate < own) == least]
    said, other = ("less", "more") if least else ("more", "less")
    if against:
        verdict, ours = Verdict.DIFFERS, f"{other} than {', '.join(against)}"
    elif len(known) == len(rivals):
        verdict, ours = Verdict.AGREES, f"{said} than {', '.join(known)}"
    else:
        verdict, ours = Verdict.OPEN, f"for certain {said} than {', '.join(known) or 'none'}"
    return Line(label, published, ours, games, verdict, is_finding=True)


def state(label: str, ours: Interval | str, games: int, unit: Unit = Unit.SHARE) -> Line:
    """Return a line of ours that nothing was published for."""
    return Line(label, "", known(ours), games, Verdict.NONE, unit)


def known(ours: Interval | str) -> Interval | str:
    """Return what is shown of our figure, where it may be that nothing was counted."""
    return UNKNOWN if isinstance(ours, Interval) and math.isnan(ours.estimate) else ours
