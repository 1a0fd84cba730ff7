"""Experiments and their reports: lines with a published figure beside ours."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from standoff.present import Table, interval_text
from standoff.statistics import Interval

if TYPE_CHECKING:
    from standoff.reproduction.session import Session

T = TypeVar("T")


class Size(StrEnum):
    """How many games are played."""

    QUICK = "quick"
    """Few games: all experiments together take minutes."""
    FULL = "full"
    """As many games as in the source, or more where they are cheap."""


class Verdict(StrEnum):
    """How our figure compares with the published one; always computed, see `verdict`."""

    AGREES = "agrees"
    DIFFERS = "differs"
    OPEN = "not settled"
    NONE = "nothing published"


class Unit(StrEnum):
    """How a number is printed."""

    SHARE = "share"
    """From 0 to 1, printed in per cent."""
    POINTS = "points"
    """A difference of shares, printed in percentage points."""
    NUMBER = "number"


@dataclass(frozen=True)
class Line:
    """A published figure or statement, and our figure."""

    label: str
    published: str
    ours: Interval | str
    games: int
    verdict: Verdict
    unit: Unit = Unit.SHARE
    is_finding: bool = False
    """Whether the line judges a conclusion of the source, not a single figure."""

    @property
    def ours_text(self) -> str:
        """Our figure with its interval, as a text."""
        if isinstance(self.ours, str):
            return self.ours
        if self.unit is Unit.NUMBER:
            return interval_text(self.ours, ".2f")
        text = interval_text(self.ours)
        return text.replace("%", " points") if self.unit is Unit.POINTS else text


@dataclass(frozen=True)
class Sheet:
    """Lines whose verdicts are corrected together for their number."""

    title: str
    """The name, up to a colon or semicolon, and a description."""
    lines: tuple[Line, ...]

    @property
    def name(self) -> str:
        """The beginning of the title, which no other sheet of the experiment has."""
        return self.title.partition(":")[0].partition(";")[0]

    @property
    def is_compared(self) -> bool:
        """Whether a figure or statement was published for a line."""
        return any(line.verdict is not Verdict.NONE for line in self.lines)


@dataclass(frozen=True)
class Report:
    """The result of an experiment."""

    sheets: tuple[Sheet, ...]
    notes: tuple[str, ...] = ()
    """How the games were played, and known reasons for differences."""
    grids: tuple[Table, ...] = ()
    """Tables without verdicts, such as cross tables."""
    pictures: tuple[str, ...] = ()
    """Files in the folder of the run."""

    @property
    def lines(self) -> list[Line]:
        """The lines of all sheets."""
        return [line for sheet in self.sheets for line in sheet.lines]


@dataclass(frozen=True)
class Experiment:
    """One published table or figure, and the code that makes it again."""

    id: str
    source: str
    title: str
    games: dict[Size, int]
    """Games of each match, in each size; a size that is absent is not run."""
    seconds: dict[Size, float]
    """A rough time on two cores, without compiling."""
    run: Callable[["Session", int], Report]
    """Plays this number of games per match in a session and compares."""
    is_replica: bool = False
    """Whether our agents follow the published program, so that its conclusions can be judged."""


def both(quick: T, full: T) -> dict[Size, T]:
    """Return a value for each size.

    >>> both(1, 5)[Size.FULL]
    5
    """
    return {Size.QUICK: quick, Size.FULL: full}
