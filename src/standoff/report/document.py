"""A document before it is written anywhere: sections of sentences, tables and figures."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from standoff.report.table import Table


@dataclass(frozen=True)
class Figure:
    """A plot: its file name, what it shows, and how it is drawn on matplotlib's axes."""

    name: str
    title: str
    draw: Callable[[Any], None]
    width: float = 7.0
    height: float = 3.5


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it."""

    title: str
    notes: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    level: int = 2
    counts: tuple[Table, ...] = ()
    """Tables for programs alone, too long to print: what the plots show."""


@dataclass(frozen=True)
class Document:
    """Sections in their order, and the same facts as plain data."""

    title: str
    sections: tuple[Section, ...]
    data: dict[str, Any] = field(default_factory=dict)
