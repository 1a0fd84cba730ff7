"""A document written to a folder: Markdown, one page of HTML, plots, JSON and CSV."""

import csv
import html
import io
import json
import re
from pathlib import Path
from typing import Any

from standoff.files import write_text
from standoff.report.document import Document, Figure, Section
from standoff.report.table import Table, finite

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; } h1 { margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid #ddd; text-align: left; }
td.number, th.number { text-align: right; } th { border-bottom: 2px solid #999; }
figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } svg { max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { body { background: #fff; } }
"""


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


def draw_svg(figure: Figure) -> str:
    """Return a plot as SVG, the same for the same facts."""
    import matplotlib as mpl  # noqa: PLC0415  (slow, and only drawing needs it)
    from matplotlib.figure import Figure as Canvas  # noqa: PLC0415

    with mpl.rc_context({"svg.hashsalt": figure.name, "svg.fonttype": "none", "font.size": 9}):
        canvas = Canvas(figsize=(figure.width, figure.height), layout="constrained")
        axes = canvas.add_subplot()
        figure.draw(axes)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        sink = io.StringIO()
        canvas.savefig(sink, format="svg", metadata={"Date": None, "Creator": None})
    return sink.getvalue()


# --- Markdown ---


def to_markdown(document: Document) -> str:
    """Return the document as Markdown; its plots are files beside it."""
    lines = [f"# {escape(document.title)}", ""]
    for section in document.sections:
        lines += [f"{'#' * (section.level + 1)} {escape(section.title)}", ""]
        for note in section.notes:
            lines += [escape(note), ""]
        for table in section.tables:
            lines += [*markdown_table(table), ""]
        for figure in section.figures:
            lines += [f"![{escape(figure.title)}]({figure.name}.svg)", ""]
    return "\n".join(lines)


def markdown_table(table: Table) -> list[str]:
    """Return the lines of a table."""
    rows = [[escape(text) for text in row] for row in table.texts()]
    rule = ["---:" if table.is_numeric(place) else "---" for place in range(len(table.columns))]
    head = [escape(name) for name in table.columns]
    lines = [f"| {' | '.join(row)} |" for row in (head, rule, *rows)]
    return [f"**{escape(table.title)}**", "", *lines]


def escape(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return re.sub(r"([\\|*_`<\[\]])", r"\\\1", text)


# --- HTML ---


def to_html(document: Document, drawn: dict[str, str]) -> str:
    """Return the document as one page that needs nothing else."""
    body = "\n".join(html_section(section, drawn) for section in document.sections)
    title = html.escape(document.title)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def html_section(section: Section, drawn: dict[str, str]) -> str:
    """Return a section of the page."""
    parts = [f"<h{section.level + 1}>{html.escape(section.title)}</h{section.level + 1}>"]
    parts += [f"<p>{html.escape(note)}</p>" for note in section.notes]
    parts += [html_table(table) for table in section.tables]
    for figure in section.figures:
        svg = drawn[figure.name]
        svg = svg[svg.index("<svg") :].replace('id="', f'id="{figure.name}-')
        svg = svg.replace('"#', f'"#{figure.name}-').replace("url(#", f"url(#{figure.name}-")
        caption = html.escape(figure.title)
        parts.append(f"<figure><figcaption>{caption}</figcaption>\n{svg}</figure>")
    return "\n".join(parts)


def html_table(table: Table) -> str:
    """Return a table of the page."""
    kinds = [
        ' class="number"' if table.is_numeric(place) else "" for place in range(len(table.columns))
    ]

    def line(tag: str, texts: list[str]) -> str:
        cells = "".join(
            f"<{tag}{kind}>{html.escape(text)}</{tag}>"
            for kind, text in zip(kinds, texts, strict=True)
        )
        return f"<tr>{cells}</tr>"

    rows = "\n".join(line("td", row) for row in table.texts())
    head = line("th", list(table.columns))
    caption = f"<caption>{html.escape(table.title)}</caption>"
    return f"<table>{caption}\n<thead>{head}</thead>\n<tbody>\n{rows}\n</tbody></table>"


# --- for programs ---


def csv_text(table: Table) -> str:
    """Return one table as CSV."""
    sink = io.StringIO()
    columns, rows = table.flat()
    csv.writer(sink, lineterminator="\n").writerows([columns, *rows])
    return sink.getvalue()


def plain(value: Any) -> Any:
    """Return plain data that JSON can hold: what is not finite becomes None."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else finite(value)
