"""Documents as one page of HTML that needs no other file."""

from collections.abc import Mapping
from html import escape

from standoff.present.document import Document, Section
from standoff.present.table import Table
from standoff.present.text import Strong

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


def to_html(document: Document, drawn: Mapping[str, str]) -> str:
    """Return the document as a page; `drawn` holds its plots as SVG, by name."""
    body = "\n".join(write_section(section, drawn) for section in document.sections)
    title = escape(document.title)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n{body}\n</body>\n</html>\n"
    )


def write_section(section: Section, drawn: Mapping[str, str]) -> str:
    """Return a section of the page."""
    tag = f"h{section.level + 1}"
    anchor = f' id="{escape(section.anchor)}"' if section.anchor else ""
    parts = [f"<{tag}{anchor}>{escape(section.title)}</{tag}>"]
    parts += [f"<p>{escape(note)}</p>" for note in section.notes]
    parts += [write_table(table) for table in section.tables]
    for figure in section.figures:
        svg = drawn[figure.name]
        svg = svg[svg.index("<svg") :].replace('id="', f'id="{figure.name}-')
        svg = svg.replace('"#', f'"#{figure.name}-').replace("url(#", f"url(#{figure.name}-")
        caption = escape(figure.title)
        parts.append(f"<figure><figcaption>{caption}</figcaption>\n{svg}</figure>")
    if section.remarks:
        items = "\n".join(f"<li>{escape(remark)}</li>" for remark in section.remarks)
        parts.append(f"<ul>\n{items}\n</ul>")
    parts += [f"<pre>{escape(listing)}</pre>" for listing in section.listings]
    return "\n".join(parts)


def write_table(table: Table) -> str:
    """Return a table of the page."""
    kinds = [
        ' class="number"' if table.is_numeric(column) else ""
        for column in range(len(table.columns))
    ]

    def line(tag: str, texts: list[str]) -> str:
        cells = "".join(
            f"<{tag}{kind}>{inline(text)}</{tag}>" for kind, text in zip(kinds, texts, strict=True)
        )
        return f"<tr>{cells}</tr>"

    rows = "\n".join(line("td", row) for row in table.texts())
    caption = f"<caption>{escape(table.title)}</caption>"
    head = line("th", table.heads())
    return f"<table>{caption}\n<thead>{head}</thead>\n<tbody>\n{rows}\n</tbody></table>"


def inline(text: str) -> str:
    """Return the text of a cell."""
    return f"<strong>{escape(text)}</strong>" if isinstance(text, Strong) else escape(text)
