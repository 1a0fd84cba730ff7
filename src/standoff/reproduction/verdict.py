"""How verdicts are reached. Nothing here knows a game; no verdict is written by hand.

A published share was measured too, and has a sampling error of its own. It differs from ours if a
test of two proportions says so, at 95 % for a whole table (Holm's correction). Where no difference
shows, it agrees if our interval is narrow enough to mean something, and is not settled otherwise.
What a text says in words ("above 80 %", "evolution first") agrees if our whole interval, or every
comparison that it needs, is on that side.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

from standoff.reproduction.experiment import Line, Unit, Verdict
from standoff.statistics import CONFIDENCE, Interval, is_settled, wilson

WIDEST_SHARE = 0.1
"""A share whose interval reaches further to one side than this settles nothing."""
WIDEST_NUMBER = 0.25
"""The same for other numbers, as a part of the number."""
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@dataclass(frozen=True)
class Count:
    """So many of so many."""

    part: int
    whole: int

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

    @property
    def error(self) -> float:
        """The standard error."""
        return self.deviation / math.sqrt(self.number)

    @property
    def interval(self) -> Interval:
        """The mean with its interval."""
        return Interval(self.mean, self.mean - Z * self.error, self.mean + Z * self.error)


@dataclass(frozen=True)
class Test:
    """A line before its table is judged: how surprising it is if nothing differs."""

    __test__ = False  # of ours, not one of pytest's

    line: Line
    p_value: float


# --- figures ------------------------------------------------------------------------------------


def test_share(label: str, published: Count, ours: Count, text: str = "") -> Test:
    """Compare a share with a published one of so many games."""
    shown = text or f"{100 * published.part / published.whole:.1f} %"
    line = Line(label, shown, ours.share, ours.whole, Verdict.OPEN)
    return Test(line, p_two_shares(published, ours))


def test_mean(label: str, published: Mean, ours: Mean, games: int, digits: int = 2) -> Test:
    """Compare a mean with a published one."""
    shown = f"{published.mean:.{digits}f}"
    line = Line(label, shown, ours.interval, games, Verdict.OPEN, Unit.NUMBER)
    error = math.hypot(published.error, ours.error)
    return Test(line, p_normal(ours.mean - published.mean, error))


def p_two_shares(first: Count, second: Count) -> float:
    """Return the p value of the test that two shares are equal."""
    whole = first.whole + second.whole
    pooled = (first.part + second.part) / whole
    error = math.sqrt(pooled * (1 - pooled) * (1 / first.whole + 1 / second.whole))
    return p_normal(first.part / first.whole - second.part / second.whole, error)


def p_normal(difference: float, error: float) -> float:
    """Return how likely a normal error is at least so far off, to either side."""
    if error == 0.0:
        return 1.0 if difference == 0.0 else 0.0
    return 2 * NormalDist().cdf(-abs(difference) / error)


def judge(tests: Sequence[Test]) -> tuple[Line, ...]:
    """Return the lines of one table with their verdicts."""
    rejected = holm([test.p_value for test in tests])
    return tuple(
        replace(test.line, verdict=verdict_of(test.line, is_rejected))
        for test, is_rejected in zip(tests, rejected, strict=True)
    )


def verdict_of(line: Line, is_rejected: bool) -> Verdict:
    """Return the verdict of one figure: agreement needs a narrow interval."""
    if is_rejected:
        return Verdict.DIFFERS
    assert isinstance(line.ours, Interval)
    widest = max(line.ours.high - line.ours.estimate, line.ours.estimate - line.ours.low)
    limit = WIDEST_SHARE
    if line.unit is Unit.NUMBER:
        limit = WIDEST_NUMBER * abs(line.ours.estimate)
    return Verdict.AGREES if widest <= limit else Verdict.OPEN


def holm(p_values: Sequence[float], level: float = 1 - CONFIDENCE) -> list[bool]:
    """Say which of several hypotheses are rejected, the chance of any error being `level`.

    S. Holm, "A simple sequentially rejective multiple test procedure", 1979.

    >>> holm([0.04, 0.001, 0.03])
    [False, True, False]
    """
    rejected = [False] * len(p_values)
    for step, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        if p_values[place] > level / (len(p_values) - step):
            break
        rejected[place] = True
    return rejected


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
    return Line(label, published, ours, games, verdict, unit)


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
    return Line(label, published, ", ".join(texts), games, verdict)


def difference(first: Interval, second: Interval) -> Interval:
    """Return the difference of two independent estimates, its bounds by Newcombe's method 10.

    R. G. Newcombe, "Interval estimation for the difference between independent proportions", 1998.
    """
    estimate = first.estimate - second.estimate
    down = math.hypot(first.estimate - first.low, second.high - second.estimate)
    up = math.hypot(first.high - first.estimate, second.estimate - second.low)
    return Interval(estimate, estimate - down, estimate + up)


def state(label: str, ours: Interval | str, games: int, unit: Unit = Unit.SHARE) -> Line:
    """Return a line of ours that nothing was published for."""
    return Line(label, "", ours, games, Verdict.NONE, unit)
