"""Results for people: tables and documents, as Markdown, as HTML or in a terminal."""

from standoff.present.document import Document, Section
from standoff.present.figure import Figure
from standoff.present.table import Cell, Table
from standoff.present.text import Markdown, Strong, interval_text

__all__ = [
    "Cell",
    "Document",
    "Figure",
    "Markdown",
    "Section",
    "Strong",
    "Table",
    "interval_text",
]
