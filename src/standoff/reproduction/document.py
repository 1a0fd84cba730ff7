"""The report of a run: one page of Markdown, made of the files in its folder."""

import os
import platform
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from standoff.errors import BadRun
from standoff.reproduction.catalogue import EXPERIMENTS
from standoff.reproduction.experiment import Experiment, Grid, Line, Sheet, Size, Verdict
from standoff.reproduction.store import Entry, entry_file, read_entry

HEAD = """\
# The published tables, made again

Every table and graph of the four theses that Standoff builds on, played again and set beside what
was published. Made by `standoff reproduce --report DIR --write FILE` from the results of
`standoff reproduce --all --{size} --seed {seed} --out DIR`; nothing on this page was written by
hand but the notes. Where there were fewer games than --full has, the experiment says so.

Run: {when}, {machine}. Versions: standoff {standoff}, NumPy {numpy}, Python {python}. Seed {seed}.

## How to read it

- **published** is the figure as printed, or what the text says where the graph is a picture.
- **ours** comes with its 95 % interval, from the number of **games** beside it.
- **agrees / differs** is computed. A share differs if a test of two proportions says so, with the
  published number of games and ours, at 95 % for a whole table (Holm's correction); it agrees if no
  difference shows and our interval reaches no further than 10 points to a side. A mean is treated
  likewise. What a text says in words agrees if our whole interval is on its side, and differs if
  all of it is on the other. The rest is **not settled**.
- What is counted several times in a game, such as guesses of roles or Outlaws, hangs together:
  intervals are made of games, of whole deals or of blocks of games, not of guesses or seats.
- That a figure differs is a finding, not an error: the reasons that are known stand below a table.
"""


def make_document(folder: Path) -> str:
    """Return the page of all experiments in a folder, in the order of the catalogue."""
    found = [
        (experiment, entry)
        for experiment in EXPERIMENTS.values()
        if (entry := read_entry(folder, experiment.id)) is not None
    ]
    if not found:
        raise BadRun(f"there is no result of `standoff reproduce` in {folder}")
    entry = found[0][1]
    parts = [
        HEAD.format(
            size=entry.size,
            seed=entry.seed,
            when=last_change(folder, [experiment.id for experiment, _ in found]),
            machine=f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}",
            standoff=entry.standoff,
            numpy=entry.numpy,
            python=platform.python_version(),
        ),
        summary_section(found),
        findings_section(found),
        *missing_section(found, entry.size),
        *(experiment_section(experiment, entry) for experiment, entry in found),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def last_change(folder: Path, names: Sequence[str]) -> str:
    """Return the day on which the last of some experiments was finished."""
    seconds = max(entry_file(folder, name).stat().st_mtime for name in names)
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()


Found = Sequence[tuple[Experiment, Entry]]


def summary_section(found: Found) -> str:
    """Return how many lines of each experiment agree."""
    rows = []
    total: Counter[Verdict] = Counter()
    for experiment, entry in found:
        counts = Counter(line.verdict for line in entry.report.lines)
        total += counts
        cells = (str(counts[verdict] or "") for verdict in COMPARED)
        rows.append((f"[{experiment.id}](#{experiment.id})", experiment.title, *cells))
    rows.append(("all", "", *(str(total[verdict]) for verdict in COMPARED)))
    columns = ("id", "what", *COMPARED)
    return "## Summary\n\nLines of each verdict:\n\n" + table_text(columns, rows, left=2)


COMPARED = (Verdict.AGREES, Verdict.DIFFERS, Verdict.OPEN)


STANDS = {
    Verdict.AGREES: "stands",
    Verdict.DIFFERS: "**does not stand**",
    Verdict.OPEN: "not settled",
}
HOLDS = {
    Verdict.AGREES: "holds for ours",
    Verdict.DIFFERS: "**does not hold for ours**",
    Verdict.OPEN: "not settled",
}
FINDINGS = """\
## Which findings stand

What the texts conclude, one by one. Where ours follow the published programs (Crha, Villabrille), a
finding stands or does not; where players had to be reconstructed from a text (Danilakova, Kolar),
it holds for ours or does not, which says nothing against the original.

"""


def findings_section(found: Found) -> str:
    """Return what the theses conclude, and whether it stands."""
    rows = [row for experiment, entry in found for row in finding_rows(experiment, entry)]
    return FINDINGS + table_text(("id", "finding", "published", "ours", ""), rows, left=5)


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


def missing_section(found: Found, size: Size) -> list[str]:
    """Return which experiments are not there, if any."""
    present = {experiment.id for experiment, _ in found}
    missing = [
        name
        for name, experiment in EXPERIMENTS.items()
        if name not in present and size in experiment.games
    ]
    return [f"Not run: {', '.join(missing)}."] if missing else []


def experiment_section(experiment: Experiment, entry: Entry) -> str:
    """Return everything about one experiment."""
    parts = [
        f'## <a id="{experiment.id}"></a>{experiment.id}: {experiment.title}',
        source_line(experiment, entry),
        *(sheet_text(sheet) for sheet in entry.report.sheets),
        *(grid_text(grid) for grid in entry.report.grids),
        "\n".join(f"- {note}" for note in entry.report.notes),
    ]
    return "\n\n".join(part.rstrip() for part in parts)


def source_line(experiment: Experiment, entry: Entry) -> str:
    """Return where an experiment comes from, and how much of it was played."""
    line = f"{experiment.source}."
    if entry.games:
        line += f" {entry.games} games a match"
        planned = experiment.games[Size.FULL]
        line += f", fewer than the {planned} of --full." if entry.games < planned else "."
    return line


def sheet_text(sheet: Sheet) -> str:
    """Return one table of lines."""
    title = f"**{sheet.title}**\n\n"
    if not sheet.is_compared:
        rows = [(line.label, line.ours_text, number(line)) for line in sheet.lines]
        return title + table_text(("", "ours", "games"), rows)
    compared = [
        (line.label, line.published, line.ours_text, number(line), verdict_text(line))
        for line in sheet.lines
    ]
    return title + table_text(("", "published", "ours", "games", "verdict"), compared)


def number(line: Line) -> str:
    """Return the number of games of a line, if it has any."""
    return str(line.games) if line.games else ""


def verdict_text(line: Line) -> str:
    """Return a verdict; differences stand out."""
    if line.verdict is Verdict.NONE:
        return ""
    return f"**{line.verdict}**" if line.verdict is Verdict.DIFFERS else str(line.verdict)


def grid_text(grid: Grid) -> str:
    """Return a cross table."""
    return f"**{grid.title}**\n\n" + table_text(grid.columns, grid.rows)


def table_text(columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> str:
    """Return a table of Markdown; so many columns of text first, then numbers to the right.

    >>> print(table_text(("", "games"), [("a", "5")]))
    |  | games |
    |---|---:|
    | a | 5 |
    <BLANKLINE>
    """
    marks = ["---" if place < left else "---:" for place in range(len(columns))]
    lines = [f"| {' | '.join(columns)} |", f"|{'|'.join(marks)}|"]
    lines.extend(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows)
    return "\n".join(lines) + "\n"
