"""A document before it is written anywhere: sections of sentences, tables and figures."""

from dataclasses import dataclass, field
from typing import Any

from standoff.present.figure import Figure
from standoff.present.table import Table


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it, in this order."""

    title: str
    notes: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    remarks: tuple[str, ...] = ()
    """A list, below what it remarks on."""
    level: int = 2
    anchor: str = ""
    """The name by which links find the section."""
    counts: tuple[Table, ...] = ()
    """Tables for programs alone, too long to print: what the plots show."""


@dataclass(frozen=True)
class Document:
    """Sections in their order, and the same facts as plain data."""

    title: str
    sections: tuple[Section, ...]
    data: dict[str, Any] = field(default_factory=dict)
