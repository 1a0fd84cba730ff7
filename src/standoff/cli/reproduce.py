"""`standoff reproduce`: published tables and figures, played again and compared."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.reproduction import Experiment, Line, Session, Size

DEFAULT_SEED = 1
MAX_GAMES = 1_000_000


def command(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="Ids of the experiments; --list shows all."),
    ] = None,
    show_list: Annotated[
        bool, typer.Option("--list", help="Show all experiments with their sizes and times.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Run all experiments.")] = False,
    full: Annotated[
        bool,
        typer.Option(
            "--full/--quick",
            help="Play the published number of games, or few games [quick].",
            show_default=False,
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for games and results; the next run continues there."
        ),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Games of each match [those of --quick or --full].")
    ] = None,
    seed: Annotated[
        int, typer.Option(help=f"Seed of all chance [{DEFAULT_SEED}].", show_default=False)
    ] = DEFAULT_SEED,
    report: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder with results to make a page of; plays nothing."),
    ] = None,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Markdown file for the page of --report.")
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Play published tables and figures again and compare them."""
    from standoff.files import check_folder
    from standoff.reproduction import Session, Size, find, of_size

    argument.check_jobs(jobs)
    size = Size.FULL if full else Size.QUICK
    if report is not None or write is not None:
        write_report(report, write)
        return
    if show_list:
        if ids or everything:
            raise BadRun("--list shows all experiments and runs none: leave out --all and the ids")
        list_experiments()
        return
    if everything == bool(ids):
        raise BadRun("name experiments or give --all, not both; --list shows them")
    experiments = of_size(size) if everything else find(ids or [])
    if games is not None:
        experiments = [of_games(experiment, games) for experiment in experiments]
    if out is not None:
        check_folder(out)
    with Session(size, argument.choose_seed(seed), jobs, out) as session:
        run(experiments, session)


def of_games(experiment: "Experiment", games: int) -> "Experiment":
    """Return an experiment with this number of games in each of its sizes."""
    from dataclasses import replace

    argument.check_count("--games", games, MAX_GAMES)
    return replace(experiment, games=dict.fromkeys(experiment.games, games))


def list_experiments() -> None:
    """Print every experiment with its sizes."""
    from standoff.present import Table
    from standoff.present.console import say, show_table
    from standoff.reproduction import EXPERIMENTS, Size, of_size

    rows = [
        (
            experiment.id,
            f"{experiment.source}: {experiment.title}",
            *(size_text(experiment, size) for size in Size),
        )
        for experiment in EXPERIMENTS.values()
    ]
    title = "experiments: games per match, and time on two cores"
    show_table(Table(title, ("id", "what", *Size), tuple(rows)))
    for size in Size:
        total = sum(experiment.seconds[size] for experiment in of_size(size))
        say(f"--all --{size} takes about {time_text(total)} on two cores, without compiling.")


def size_text(experiment: "Experiment", size: "Size") -> str:
    """Return how many games an experiment plays in a match, and its time."""
    if size not in experiment.games:
        return "-"
    if not experiment.seconds[size]:
        return "no new games" if experiment.games[size] else "no games"
    return f"{experiment.games[size]}, {time_text(experiment.seconds[size])}"


def time_text(seconds: float) -> str:
    """Return a rough time.

    >>> time_text(40), time_text(400), time_text(36000)
    ('40 s', '7 min', '10 h')
    """
    if seconds >= 2 * 3600:
        return f"{round(seconds / 3600)} h"
    return f"{round(seconds / 60)} min" if seconds >= 90 else f"{round(seconds)} s"


def run(experiments: "list[Experiment]", session: "Session") -> None:
    """Run experiments, print each when it is finished, and count the verdicts."""
    from standoff.present.console import say, show_section
    from standoff.present.progress import progress_bar
    from standoff.reproduction import reproduce
    from standoff.reproduction.page import experiment_section

    lines: list[Line] = []
    with progress_bar(experiments[0].id) as bar:
        session.progress = bar.advance
        for number, (experiment, entry) in enumerate(reproduce(experiments, session), start=1):
            show_section(experiment_section(experiment, entry))
            lines.extend(entry.report.lines)
            if number < len(experiments):
                bar.name(experiments[number].id)
    say(summary(lines, len(experiments)))


def summary(lines: "list[Line]", experiments: int) -> str:
    """Return how many lines have each verdict."""
    from standoff.reproduction import Verdict

    counts = Counter(line.verdict for line in lines)
    parts = [f"{counts[verdict]} {verdict}" for verdict in Verdict]
    plural = "" if experiments == 1 else "s"
    counted = f"{experiments} experiment{plural}, {len(lines)} lines: {', '.join(parts)}."
    return f"\n{counted} Our intervals are at 95%."


def write_report(folder: Path | None, file: Path | None) -> None:
    """Write a page of the results in a folder."""
    from standoff.files import check_file, write_text
    from standoff.reproduction.page import make_page

    if folder is None or file is None:
        raise BadRun("--report DIR and --write FILE need each other")
    check_file(file)
    write_text(file, make_page(folder))
