"""How verdicts are reached. Nothing here knows a game; no verdict is written by hand.

A published share was measured too, and has its own sampling error. It differs from ours if a test
of two proportions says so, at 95% for a whole table (Holm's correction). If the test finds no
difference, the share agrees if our interval is narrow enough, and is not settled otherwise.
A statement in words ("above 80%", "evolution first") agrees if our whole interval, or every
comparison that it needs, is on that side.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from standoff.present.text import UNKNOWN
from standoff.reproduction.experiment import Line, Unit, Verdict
from standoff.reproduction.sample import Gap, Mean, Proportion, p_equal
from standoff.statistics import CONFIDENCE, Interval, holm, wilson

WIDEST_SHARE = 0.1
"""The interval of a share that agrees reaches at most this far to either side."""
WIDEST_NUMBER = 0.25
"""The same for other numbers, relative to the number."""


@dataclass(frozen=True)
class Unjudged:
    """A line before its sheet is judged, with the p value of the test for a difference."""

    line: Line
    p_value: float


# --- figures ------------------------------------------------------------------------------------


def compare_shares(label: str, published: Proportion, ours: Proportion, text: str = "") -> Unjudged:
    """Compare a share with a published one."""
    shown = text or published.text
    if not ours.whole:
        return Unjudged(Line(label, shown, UNKNOWN, 0, Verdict.OPEN), 1.0)
    line = Line(label, shown, ours.share, ours.whole, Verdict.OPEN)
    return Unjudged(line, p_equal(published, ours))


def compare_means(label: str, published: Mean, ours: Mean) -> Unjudged:
    """Compare a mean with a published one."""
    shown = f"{published.mean:.2f}"
    line = Line(label, shown, ours.interval, ours.number, Verdict.OPEN, Unit.NUMBER)
    return Unjudged(line, p_equal(published, ours))


def compare_block(label: str, published: float, ours: Mean, games: int) -> Unjudged:
    """Compare a mean of blocks with a published figure from one such block."""
    line = Line(label, f"{published:.1f}", ours.interval, games, Verdict.OPEN, Unit.NUMBER)
    error = math.hypot(ours.deviation, ours.error)
    gap = Gap(published - ours.mean, error, max(1, ours.number - 1))
    return Unjudged(line, gap.p_value)


def judge(tests: Sequence[Unjudged]) -> tuple[Line, ...]:
    """Return the lines of one sheet with their verdicts."""
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
    """Return which of several hypotheses are rejected, at 95% for all together.

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
    """Judge the statement that a figure lies between two bounds."""
    if low <= ours.low and ours.high <= high:
        verdict = Verdict.AGREES
    elif ours.high < low or ours.low > high:
        verdict = Verdict.DIFFERS
    else:
        verdict = Verdict.OPEN
    return Line(label, published, known(ours), games, verdict, unit, is_finding=True)


@dataclass(frozen=True)
class Duel:
    """How often each of two agents was ahead of the other."""

    first: str
    second: str
    wins: int
    losses: int


def judge_order(label: str, published: str, duels: Sequence[Duel], games: int) -> Line:
    """Judge that the first of every pair is ahead; all pairs must be settled, at 95% together."""
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


def is_settled(wins: int, losses: int, confidence: float = CONFIDENCE) -> bool:
    """Whether decided games settle who is ahead: the interval of the wins excludes one half."""
    interval = wilson(wins, wins + losses, confidence)
    return not interval.low <= 0.5 <= interval.high


def judge_best(
    label: str,
    published: str,
    figures: Mapping[str, Proportion | Mean],
    best: str,
    rivals: Sequence[str],
    games: int,
    least: bool = False,
    together: bool = False,
) -> Line:
    """Judge that a figure is greater (or less) than its rivals: pair by pair, at 95% together."""
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
        verdict, ours = Verdict.OPEN, "no pair is settled"
        if known:
            ours = f"for certain {said} than {', '.join(known)}"
    return Line(label, published, ours, games, verdict, is_finding=True)


def state(label: str, ours: Interval | str, games: int, unit: Unit = Unit.SHARE) -> Line:
    """Return a line with our figure, for which nothing was published."""
    return Line(label, "", known(ours), games, Verdict.NONE, unit)


def known(ours: Interval | str) -> Interval | str:
    """Return our figure, or a dash if nothing was counted."""
    return UNKNOWN if isinstance(ours, Interval) and math.isnan(ours.estimate) else ours
