"""The page in docs is what the code makes of the records that it shows."""

import re

from conftest import ROOT

from standoff.present import Table
from standoff.reproduction import EXPERIMENTS, Entry, Line, Report, Sheet, Size, Verdict
from standoff.reproduction.page import make_page
from standoff.reproduction.record import entry_file, write_file

PAGE = (ROOT / "docs" / "reproduction.md").read_text()
START = "## Summary\n"
_, _, BODY = PAGE.partition(START)
SECTION = re.compile(
    r'^## <a id="(.+?)"></a>.*?\n\n(.*?)\n\n(.*?)(?=\n## |\Z)', re.DOTALL | re.MULTILINE
)


def cells_of(line):
    return [cell.strip() for cell in line.split("|")[1:-1]]


def tables_of(text):
    """Yield the title, the columns and the rows of each table."""
    for title, table in re.findall(r"^\*\*(.+)\*\*\n\n((?:\|.*\n?)+)", text, re.MULTILINE):
        columns, _, *rows = table.splitlines()
        yield title, cells_of(columns), [cells_of(row) for row in rows]


def findings_of(experiment):
    """Return the findings of an experiment as the second table of the page has them."""
    _, _, text = BODY.partition("## Which findings stand\n")
    rows = [cells_of(line) for line in text.partition("\n## ")[0].splitlines() if "|" in line]
    return [(label, *rest[:2]) for name, label, *rest in rows if name == experiment]


def sheet_of(title, columns, rows, findings):
    """Return a sheet; the first lines that are findings are taken from the list of findings."""
    lines = []
    for row in rows:
        cells = dict(zip(columns, row, strict=True))
        published, ours, verdict = (
            cells.get(name, "") for name in ("published", "ours", "verdict")
        )
        verdict = Verdict(verdict.strip("*") or Verdict.NONE)
        shown = (row[0], published, ours)
        is_finding = bool(findings) and (
            findings[0][0].removesuffix(row[0]).rstrip(": ") in ("", Sheet(title, ()).name)
            and findings[0][1:] == shown[1:]
        )
        if is_finding:
            del findings[0]
        games = int(cells["games"] or 0)
        lines.append(Line(row[0], published, ours, games, verdict, is_finding=is_finding))
    return Sheet(title, tuple(lines))


def entry_of(name, source, text):
    """Return the record of an experiment as far as the page shows it."""
    findings, sheets, grids = findings_of(name), [], []
    for title, columns, rows in tables_of(text):
        if "ours" in columns:
            sheets.append(sheet_of(title, columns, rows, findings))
        else:
            grids.append(Table(title, tuple(columns), tuple(map(tuple, rows))))
    assert not findings
    notes = re.findall(r"^- (.*)", text, re.MULTILINE)
    games = re.search(r" (\d+) games a match", source)
    report = Report(tuple(sheets), tuple(notes), tuple(grids))
    return Entry(1, name, Size.FULL, 1, int(games[1]) if games else 0, "", "", report)


def test_the_page_in_docs_is_made_of_its_records(tmp_path):
    found = SECTION.findall(BODY)
    assert [name for name, _, _ in found] == list(EXPERIMENTS)
    for name, source, text in found:
        write_file(entry_file(tmp_path, name), entry_of(name, source, text))
    _, _, body = make_page(tmp_path).partition(START)
    assert body == BODY


def test_the_page_in_docs_says_how_to_read_it(tmp_path):
    name, source, text = SECTION.search(BODY).groups()
    write_file(entry_file(tmp_path, name), entry_of(name, source, text))
    made = make_page(tmp_path)
    for part in ("# The published tables", "## How to read it"):
        written = made[made.index(part) :].partition("\nRun: ")[0].partition(START)[0]
        assert written in PAGE
