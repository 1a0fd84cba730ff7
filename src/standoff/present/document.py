"""A document in no format yet: sections with sentences, tables and figures."""

from dataclasses import dataclass, field
from typing import Any

from standoff.present.figure import Figure
from standoff.present.table import Table


@dataclass(frozen=True)
class Section:
    """A heading and the parts below it, in this order."""

    title: str
    notes: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    remarks: tuple[str, ...] = ()
    """A list below the tables and figures."""
    listings: tuple[str, ...] = ()
    """Texts of several lines below them, printed as they are, such as tracebacks."""
    level: int = 2
    anchor: str = ""
    """The name of the section in links."""
    counts: tuple[Table, ...] = ()
    """Tables for programs only, too long to print: the data of the plots."""


@dataclass(frozen=True)
class Document:
    """Sections in their order, and the same facts as plain data."""

    title: str
    sections: tuple[Section, ...]
    data: dict[str, Any] = field(default_factory=dict)
