"""What a reproduction is made of: experiments, and lines with a published figure beside ours."""

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
    """Few, so that all experiments together take minutes."""
    FULL = "full"
    """As many as the source played, or more where they cost nothing."""


class Verdict(StrEnum):
    """How a published figure and ours compare; always computed, see `verdict`."""

    AGREES = "agrees"
    DIFFERS = "differs"
    OPEN = "not settled"
    NONE = "nothing published"


class Unit(StrEnum):
    """How a number is printed."""

    SHARE = "share"
    """From 0 to 1, printed in per cent."""
    POINTS = "points"
    """A difference of shares, printed in points of a hundred."""
    NUMBER = "number"


@dataclass(frozen=True)
class Line:
    """A published figure, or what the text says of it, beside ours."""

    label: str
    published: str
    ours: Interval | str
    games: int
    verdict: Verdict
    unit: Unit = Unit.SHARE
    is_finding: bool = False
    """Whether it judges what the source concludes, not one of its figures."""

    @property
    def ours_text(self) -> str:
        """Our figure with its interval, as a person reads it."""
        if isinstance(self.ours, str):
            return self.ours
        if self.unit is Unit.NUMBER:
            return interval_text(self.ours, ".2f")
        text = interval_text(self.ours)
        return text.replace("%", " points") if self.unit is Unit.POINTS else text


@dataclass(frozen=True)
class Sheet:
    """Lines whose verdicts are corrected for their number."""

    title: str
    """Its name, up to a colon or semicolon, and what it shows."""
    lines: tuple[Line, ...]

    @property
    def name(self) -> str:
        """What tells it from the other sheets of the experiment."""
        return self.title.partition(":")[0].partition(";")[0]

    @property
    def is_compared(self) -> bool:
        """Whether anything was published for it."""
        return any(line.verdict is not Verdict.NONE for line in self.lines)


@dataclass(frozen=True)
class Report:
    """What an experiment found."""

    sheets: tuple[Sheet, ...]
    notes: tuple[str, ...] = ()
    """What a reader must know: how it was played, and why figures differ where that is known."""
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
    """One published table or figure, and how it is made again."""

    id: str
    source: str
    title: str
    games: dict[Size, int]
    """Games of each match, in each size; a size that is absent is not run."""
    seconds: dict[Size, float]
    """A rough estimate on two cores, without compiling."""
    run: Callable[["Session", int], Report]
    """Plays this number of games in a session and compares."""
    is_replica: bool = False
    """Whether ours follow the published program, so that what was concluded stands or falls."""


def both(quick: T, full: T) -> dict[Size, T]:
    """Return a value for each size.

    >>> both(1, 5)[Size.FULL]
    5
    """
    return {Size.QUICK: quick, Size.FULL: full}
