"""Documents as Markdown."""

import re
from collections.abc import Iterable
from textwrap import indent

from standoff.present.document import Document, Section
from standoff.present.table import Table
from standoff.present.text import Markdown, Strong


def to_markdown(document: Document) -> str:
    """Return the document as Markdown; its plots are files beside it."""
    return f"# {escape(document.title)}\n\n{write_sections(document.sections)}"


def write_sections(sections: Iterable[Section]) -> str:
    """Return sections as Markdown, with an empty line between their parts."""
    return "\n\n".join(part for section in sections for part in section_parts(section)) + "\n"


def section_parts(section: Section) -> list[str]:
    """Return the heading, the paragraphs, the tables, the plots and the list of a section."""
    anchor = f'<a id="{section.anchor}"></a>' if section.anchor else ""
    parts = [f"{'#' * (section.level + 1)} {anchor}{escape(section.title)}"]
    parts += [escape(note) for note in section.notes]
    for table in section.tables:
        parts += [f"**{escape(table.title)}**"] if table.title else []
        parts.append(write_table(table))
    parts += [f"![{escape(figure.title)}]({figure.name}.svg)" for figure in section.figures]
    if section.remarks:
        parts.append("\n".join(f"- {escape(remark)}" for remark in section.remarks))
    parts += [indent(listing, "    ") for listing in section.listings]
    return parts


def write_table(table: Table) -> str:
    """Return a table with numbers aligned to the right.

    >>> print(write_table(Table("", ("", "games"), (("a", 5), ("b", 12)))))
    |  | games |
    |---|---:|
    | a | 5 |
    | b | 12 |
    """
    rule = ["---:" if table.is_numeric(column) else "---" for column in range(len(table.columns))]
    rows = [[escape(text) for text in row] for row in (table.heads(), *table.texts())]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], f"|{'|'.join(rule)}|", *lines[1:]])


def escape(text: str) -> str:
    r"""Return a text escaped for Markdown, unless it is Markdown already.

    >>> escape("my_bot | a < b"), escape(Strong("differs")), escape(Markdown("[a](#a)"))
    ('my\\_bot \\| a < b', '**differs**', '[a](#a)')
    """
    if isinstance(text, Markdown):
        return text
    plain = re.sub(r"([\\|*_`\[\]]|<(?=\S))", r"\\\1", text)
    return f"**{plain}**" if isinstance(text, Strong) else plain
