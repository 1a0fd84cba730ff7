"""A document as files in a folder: Markdown, one page of HTML, plots, JSON and CSV."""

import csv
import io
import json
from pathlib import Path
from typing import Any

from standoff.files import write_text
from standoff.present import Document, Table
from standoff.present.figure import draw_svg
from standoff.present.html import to_html
from standoff.present.markdown import to_markdown
from standoff.present.table import finite


def write_report(document: Document, folder: Path) -> list[Path]:
    """Write report.md, report.html, report.json, a CSV for each table and an SVG for each plot."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {
        figure.name: draw_svg(figure) for section in document.sections for figure in section.figures
    }
    texts = {
        "report.md": to_markdown(document),
        "report.html": to_html(document, drawn),
        "report.json": json.dumps(plain(document.data), indent=2) + "\n",
        **{f"{name}.svg": svg for name, svg in drawn.items()},
        **{
            f"{table.name}.csv": csv_text(table)
            for section in document.sections
            for table in (*section.tables, *section.counts)
        },
    }
    for name, text in texts.items():
        write_text(folder / name, text)
    return [folder / name for name in texts]


def csv_text(table: Table) -> str:
    """Return one table as CSV."""
    sink = io.StringIO()
    columns, rows = table.flat()
    csv.writer(sink, lineterminator="\n").writerows([columns, *rows])
    return sink.getvalue()


def plain(value: Any) -> Any:
    """Return plain data for JSON: numbers that are not finite become None."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else finite(value)
