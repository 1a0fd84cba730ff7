"""`standoff reproduce`: published tables and figures, played again, with ours beside them."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.cli import argument
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.reproduction import Entry, Experiment, Grid, Line, Session, Sheet, Size

DEFAULT_SEED = 1
MAX_GAMES = 1_000_000


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="What to reproduce, as in --list.")
    ] = None,
    show_list: Annotated[
        bool, typer.Option("--list", help="Show every id with its source, size and time.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Reproduce all of them.")] = False,
    full: Annotated[
        bool, typer.Option("--full/--quick", help="The published numbers of games, or few.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep each result there; a run goes on where it was."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games of each match, instead of the size's number.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = DEFAULT_SEED,
    report: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Play nothing; make a page of a folder.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where --report goes (Markdown).")
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Play a published table again and say whether it agrees, with error bars."""
    from standoff.files import check_folder
    from standoff.reproduction import Session, Size, find, of_size

    argument.check_jobs(jobs)
    size = Size.FULL if full else Size.QUICK
    if report is not None or write is not None:
        write_report(report, write)
        return
    if show_list:
        list_experiments()
        return
    if everything == bool(ids):
        raise BadRun("name what to reproduce, or take --all; --list shows what there is")
    experiments = of_size(size) if everything else find(ids or [])
    if games is not None:
        experiments = [of_games(experiment, games) for experiment in experiments]
    if out is not None:
        check_folder(out)
    with Session(size, argument.choose_seed(seed), jobs, out) as session:
        run(experiments, session)


def of_games(experiment: "Experiment", games: int) -> "Experiment":
    """Return an experiment with another number of games, where it plays any of its own."""
    from dataclasses import replace

    argument.check_count("--games", games, MAX_GAMES)
    return replace(experiment, games=dict.fromkeys(experiment.games, games))


def list_experiments() -> None:
    """Print every experiment with its sizes."""
    from rich.console import Console
    from rich.table import Table

    from standoff.reproduction import EXPERIMENTS, Size

    grid = Table(title="reproduce: ids; games of a match, and time on two cores")
    grid.add_column("id", no_wrap=True)
    grid.add_column("what", overflow="fold")
    for size in Size:
        grid.add_column(size, justify="right")
    for experiment in EXPERIMENTS.values():
        sizes = [size_text(experiment, size) for size in Size]
        grid.add_row(experiment.id, f"{experiment.source}: {experiment.title}", *sizes)
    console = Console()
    console.print(grid)
    for size in Size:
        total = sum(
            experiment.seconds[size]
            for experiment in EXPERIMENTS.values()
            if size in experiment.games
        )
        console.print(f"--all --{size}: about {time_text(total)} on two cores, and compiling.")


def size_text(experiment: "Experiment", size: "Size") -> str:
    """Return how much an experiment plays, and how long that takes."""
    if size not in experiment.games:
        return "-"
    if not experiment.seconds[size]:
        return "other's games" if experiment.games[size] else "no games"
    return f"{experiment.games[size]}, {time_text(experiment.seconds[size])}"


def time_text(seconds: float) -> str:
    """Return an estimate of time in words.

    >>> time_text(40), time_text(400), time_text(36000)
    ('40 s', '7 min', '10 h')
    """
    if seconds >= 2 * 3600:
        return f"{round(seconds / 3600)} h"
    return f"{round(seconds / 60)} min" if seconds >= 90 else f"{round(seconds)} s"


def run(experiments: "list[Experiment]", session: "Session") -> None:
    """Run experiments, print each as it is finished, and sum up."""
    from rich.console import Console

    from standoff.reproduction import reproduce

    console = Console(highlight=False)
    lines: list[Line] = []
    with spinner(session) as tell:
        tell(experiments[0].id)
        found = reproduce(experiments, session)
        for place, (experiment, entry) in enumerate(found, start=1):
            show(console, experiment, entry)
            lines.extend(entry.report.lines)
            if place < len(experiments):
                tell(experiments[place].id)
    console.print(summary(lines, len(experiments)), markup=False, soft_wrap=True)


def spinner(session: "Session") -> Any:
    """Show on the error stream what is being played, if a person looks at it."""
    from contextlib import contextmanager

    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

    @contextmanager
    def show_progress() -> Any:
        console = Console(stderr=True)
        columns = (SpinnerColumn(), "{task.description}", "{task.completed} games")
        with Progress(
            *columns,
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        ) as bar:
            task = bar.add_task("", total=None)
            session.progress = lambda games: bar.advance(task, games)
            yield lambda name: bar.update(task, description=name, completed=0)

    return show_progress()


def show(console: Any, experiment: "Experiment", entry: "Entry") -> None:
    """Print what an experiment came to."""
    title = f"\n{experiment.id}: {experiment.title} ({experiment.source})"
    console.print(title, markup=False, soft_wrap=True)
    for sheet in entry.report.sheets:
        console.print(sheet_table(sheet))
    for grid in entry.report.grids:
        console.print(grid_table(grid))
    for note in entry.report.notes:
        console.print(f"- {note}", markup=False, soft_wrap=True)


def sheet_table(sheet: "Sheet") -> Any:
    """Return a sheet as a table; where nothing was published there is only ours."""
    from rich.table import Table
    from rich.text import Text

    grid = Table(title=Text(sheet.title), title_justify="left")
    grid.add_column("", overflow="fold")
    if sheet.is_compared:
        grid.add_column("published", justify="right")
    grid.add_column("ours, 95 % interval", justify="right", min_width=21)
    grid.add_column("games", justify="right")
    if sheet.is_compared:
        grid.add_column("verdict")
    for line in sheet.lines:
        cells = [line.label, line.ours_text, str(line.games)]
        if sheet.is_compared:
            cells = [line.label, line.published, line.ours_text, str(line.games), line.verdict]
        grid.add_row(*(Text(cell) for cell in cells))
    return grid


def grid_table(grid: "Grid") -> Any:
    """Return a cross table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(grid.title), title_justify="left", padding=(0, 0))
    for place, column in enumerate(grid.columns):
        table.add_column(column, justify="right" if place else "left", overflow="fold")
    for row in grid.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


def summary(lines: "list[Line]", experiments: int) -> str:
    """Return how many lines there are of each verdict."""
    from standoff.reproduction import Verdict

    counts = Counter(line.verdict for line in lines)
    parts = [f"{counts[verdict]} {verdict}" for verdict in Verdict]
    plural = "" if experiments == 1 else "s"
    return f"\n{experiments} experiment{plural}, {len(lines)} lines: {', '.join(parts)}."


def write_report(folder: Path | None, file: Path | None) -> None:
    """Make a page of the results in a folder."""
    from standoff.files import check_file, write_text
    from standoff.reproduction.document import make_document

    if folder is None or file is None:
        raise BadRun("--report DIR and --write FILE go together")
    check_file(file)
    write_text(file, make_document(folder))
