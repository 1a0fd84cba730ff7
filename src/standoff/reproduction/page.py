"""The page of a session: Markdown, made from the records in its folder."""

import os
import platform
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from standoff.errors import BadRun
from standoff.present import Markdown, Section, Strong, Table
from standoff.present.markdown import write_sections
from standoff.reproduction.catalogue import EXPERIMENTS
from standoff.reproduction.experiment import Experiment, Line, Sheet, Size, Verdict
from standoff.reproduction.record import Entry, entry_file, read_entry

HEAD = """\
# The published tables, made again

Standoff builds on four theses. This page sets their tables and graphs beside the same experiments,
played again. `standoff reproduce --report DIR --write FILE` made it from the results of
`standoff reproduce --all --{size} --seed {seed} --out DIR`; only the notes were written by hand. An
experiment with fewer games than --full says so.

Run: {when}, {machine}. Versions: standoff {standoff}, NumPy {numpy}, Python {python}. Seed {seed}.

## How to read it

- **published** is the printed figure, or the statement of the text where the graph is a picture.
- **ours** has a 95% interval, from the number of **games** beside it.
- **agrees / differs** is computed. A share differs if a test of two proportions says so, with the
  published number of games and ours, at 95% for a whole table (Holm's correction). It agrees if the
  test finds no difference and our interval reaches at most 10 points to either side. Means are
  treated in the same way. A statement in words agrees if our whole interval is on its side, and
  differs if the whole interval is on the other side. Everything else is **not settled**.
- Counts within one game, such as guesses of roles, are correlated: intervals come from games, whole
  deals or blocks of games, not from guesses or seats.
- A figure that differs is a finding, not an error. Known reasons are given below the tables.
"""

COMPARED = (Verdict.AGREES, Verdict.DIFFERS, Verdict.OPEN)
STANDS = {
    Verdict.AGREES: "stands",
    Verdict.DIFFERS: Strong("does not stand"),
    Verdict.OPEN: "not settled",
}
HOLDS = {
    Verdict.AGREES: "holds for ours",
    Verdict.DIFFERS: Strong("does not hold for ours"),
    Verdict.OPEN: "not settled",
}
FINDINGS = Markdown("""\
The conclusions of the texts, one by one. Our players follow the published programs of Crha and
Villabrille: a finding stands or does not stand. The players of Danilakova and Kolar had to be
reconstructed from the text: a finding holds for ours or does not, which says nothing against the
original.""")

Found = Sequence[tuple[Experiment, Entry]]


def make_page(folder: Path) -> str:
    """Return the page of all experiments in a folder, in the order of the catalogue."""
    found = [
        (experiment, entry)
        for experiment in EXPERIMENTS.values()
        if (entry := read_entry(folder, experiment.id)) is not None
    ]
    if not found:
        raise BadRun(f"there is no result of `standoff reproduce` in {folder}")
    entry = found[0][1]
    head = HEAD.format(
        size=entry.size,
        seed=entry.seed,
        when=last_change(folder, [experiment.id for experiment, _ in found]),
        machine=f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        standoff=entry.standoff,
        numpy=entry.numpy,
        python=platform.python_version(),
    )
    sections = [
        summary_section(found, entry.size),
        findings_section(found),
        *(experiment_section(experiment, entry) for experiment, entry in found),
    ]
    return f"{head}\n{write_sections(sections)}"


def last_change(folder: Path, names: Sequence[str]) -> str:
    """Return the day on which the last of the named experiments was finished."""
    seconds = max(entry_file(folder, name).stat().st_mtime for name in names)
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


def summary_section(found: Found, size: Size) -> Section:
    """Return how many lines of each experiment agree, and which experiments are missing."""
    rows: list[tuple[str, ...]] = []
    total: Counter[Verdict] = Counter()
    for experiment, entry in found:
        counts = Counter(line.verdict for line in entry.report.lines)
        total += counts
        link = Markdown(f"[{experiment.id}](#{experiment.id})")
        rows.append((link, experiment.title, *(str(counts[name] or "") for name in COMPARED)))
    rows.append(("all", "", *(str(total[name]) for name in COMPARED)))
    present = {experiment.id for experiment, _ in found}
    missing = [
        name
        for name, experiment in EXPERIMENTS.items()
        if name not in present and size in experiment.games
    ]
    return Section(
        "Summary",
        notes=("Number of lines with each verdict:",),
        tables=(Table("", ("id", "what", *COMPARED), tuple(rows)),),
        remarks=(f"Not run: {', '.join(missing)}.",) if missing else (),
        level=1,
    )


def findings_section(found: Found) -> Section:
    """Return the conclusions of the theses, and whether they stand."""
    rows = [row for experiment, entry in found for row in finding_rows(experiment, entry)]
    table = Table("", ("id", "finding", "published", "ours", ""), tuple(rows))
    return Section("Which findings stand", (FINDINGS,), (table,), level=1)


def finding_rows(experiment: Experiment, entry: Entry) -> list[tuple[str, ...]]:
    """Return the findings of one experiment, with the sheet's name where there are several."""
    words = STANDS if experiment.is_replica else HOLDS
    sheets = [
        sheet for sheet in entry.report.sheets if any(line.is_finding for line in sheet.lines)
    ]
    return [
        (
            experiment.id,
            f"{sheet.name}: {line.label}" if len(sheets) > 1 else line.label,
            line.published,
            line.ours_text,
            words[line.verdict],
        )
        for sheet in sheets
        for line in sheet.lines
        if line.is_finding
    ]


# --- one experiment -------------------------------------------------------------------------------


def experiment_section(experiment: Experiment, entry: Entry) -> Section:
    """Return everything about one experiment."""
    return Section(
        f"{experiment.id}: {experiment.title}",
        notes=(source_line(experiment, entry),),
        tables=(*map(sheet_table, entry.report.sheets), *entry.report.grids),
        remarks=tuple(map(Markdown, entry.report.notes)),
        level=1,
        anchor=experiment.id,
    )


def source_line(experiment: Experiment, entry: Entry) -> str:
    """Return the source of an experiment and its number of games."""
    line = f"{experiment.source}."
    if entry.games:
        line += f" {entry.games} games a match"
        planned = experiment.games[Size.FULL]
        line += f", fewer than the {planned} of --full." if entry.games < planned else "."
    return line


def sheet_table(sheet: Sheet) -> Table:
    """Return the lines of a sheet; if nothing was published, only our figures."""
    columns = ("", "published", "ours", "games", "verdict")
    rows = [
        (line.label, line.published, line.ours_text, games_text(line), verdict_text(line))
        for line in sheet.lines
    ]
    shown = range(5) if sheet.is_compared else (0, 2, 3)
    return Table(
        sheet.title,
        tuple(columns[column] for column in shown),
        tuple(tuple(row[column] for column in shown) for row in rows),
    )


def games_text(line: Line) -> str:
    """Return the number of games of a line, if it has any."""
    return str(line.games) if line.games else ""


def verdict_text(line: Line) -> str:
    """Return a verdict; differences stand out."""
    if line.verdict is Verdict.NONE:
        return ""
    return Strong(line.verdict) if line.verdict is Verdict.DIFFERS else str(line.verdict)
