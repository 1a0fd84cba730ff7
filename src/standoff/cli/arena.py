"""`standoff arena`: a match with error bars."""

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.cli import argument
from standoff.errors import UnknownName

if TYPE_CHECKING:
    from standoff.arena import Match, Results, Standing
    from standoff.measure import Cell, Table
    from standoff.statistics import Interval


def command(
    game: argument.Game,
    agents: Annotated[
        str, typer.Option(help="Specs, comma-separated: greedy,my_bot.py:MyBot:n=5.")
    ],
    games: Annotated[int, typer.Option(help="How many games; each deal once for every seating.")],
    seed: argument.Seed = None,
    protocol: Annotated[
        str | None,
        typer.Option(
            metavar="pairs|rotate|teams",
            help="How agents change places on a deal; pairs for two seats, else rotate.",
        ),
    ] = None,
    option: argument.Options = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the results (schema 1).")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save each game as a replay.")
    ] = None,
    on_fault: Annotated[
        str | None,
        typer.Option(
            metavar="penalty|random|forfeit|abort",
            help="What a failed answer costs; the rules' penalty, else a random action.",
        ),
    ] = None,
    measures: Annotated[
        bool, typer.Option("--measures", help="Count and print what the game measures.")
    ] = False,
    estimator: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="What --measures judges; the game's first by default."),
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Play agents against each other and say, with error bars, who is better."""
    from standoff.agents.spec import split_specs
    from standoff.arena import Match
    from standoff.arena.fault import OnFault
    from standoff.arena.output import check_file, check_folder, write_text

    if on_fault is not None and on_fault not in list(OnFault):
        raise UnknownName("choice for --on-fault", on_fault, list(OnFault))
    argument.check_count("--jobs", jobs, argument.MAX_JOBS)
    if json_file is not None:
        check_file(json_file)
    if save is not None:
        check_folder(save)
    match = Match(
        game=game,
        options=argument.parse_options(option),
        agents=tuple(split_specs(agents)),
        games=games,
        seed=argument.choose_seed(seed),
        on_fault=OnFault(on_fault) if on_fault else None,
        save=save,
        protocol=protocol,
        measures=measures,
        estimator=estimator,
    )
    results = play_with_bar(match, jobs)
    if json_file is not None:
        write_text(json_file, json.dumps(results.as_dict(), indent=2) + "\n")
    show(results)


def play_with_bar(match: "Match", jobs: int | None) -> "Results":
    """Play a match under a progress bar on the error stream, if a person looks at it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from standoff.arena import play_match

    console = Console(stderr=True)
    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=match.games)
        return play_match(match, jobs, lambda games: bar.advance(task, games))


def show(results: "Results") -> None:
    """Print the table and the verdict."""
    from rich.console import Console

    console = Console()
    console.print(table(results))
    if results.game.teams:
        console.print(team_table(results))
    lines = results.remarks()
    if len(results.agents) == 2:
        lines = [f"At 95 % confidence: {results.verdict()}."]
    for line in lines:
        console.print(line, markup=False, highlight=False)
    judged = f", estimator {results.estimator_name}" if results.estimator_name else ""
    for agent, tables in results.measures().items():
        console.print(f"\nMeasures of {agent}{judged}", markup=False, highlight=False)
        for measured in tables:
            console.print(measure_table(measured))


def table(results: "Results") -> Any:
    """Return the standings as a table."""
    from rich.table import Table

    schedule = results.schedule
    options = "".join(f", {k}={v}" for k, v in results.game.changed_settings.items())
    if len(schedule.sizes) > 1:
        options += f", {schedule.sizes[0]} to {schedule.sizes[-1]} players"
    grid = Table(
        title=f"{results.game.name}{options}: {schedule.games} games, {schedule.protocol},"
        f" seed {results.seed}",
    )
    grid.add_column("agent", overflow="fold")
    for name in ("wins", "losses", "ties", "share", "95 % interval", "mean score"):
        grid.add_column(name, justify="right")
    if results.faults:
        grid.add_column("faults")
    for standing in results.standings():
        grid.add_row(*cells(standing, with_faults=bool(results.faults)))
    return grid


def cells(standing: "Standing", with_faults: bool) -> list[str]:
    """Return the row of one entrant."""
    row = [
        standing.agent,
        str(standing.wins),
        str(standing.losses),
        str(standing.ties),
        *share_cells(standing.share),
        f"{standing.mean_score:.2f}",
    ]
    if with_faults:
        named = ", ".join(f"{count} {kind}" for kind, count in sorted(standing.faults.items()))
        row.append(named or "none")
    return row


def team_table(results: "Results") -> Any:
    """Return how each agent did as each team."""
    from rich.table import Table

    grid = Table(title="by team")
    grid.add_column("agent", overflow="fold")
    grid.add_column("team")
    for name in ("games", "wins", "share", "95 % interval"):
        grid.add_column(name, justify="right")
    for standing in results.standings():
        for row in standing.by_team:
            counts = (str(row.games), str(row.wins))
            grid.add_row(standing.agent, row.team, *counts, *share_cells(row.share))
    return grid


def measure_table(measured: "Table") -> Any:
    """Return one of a game's tables of measures; shares are in per cent, with their interval."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(title=Text(measured.title))
    for name in measured.columns:
        grid.add_column(Text(name))
    for place, column in enumerate(grid.columns):
        if not any(isinstance(row[place], str) for row in measured.rows):
            column.justify = "right"
    for row in measured.rows:
        grid.add_row(*(Text(cell_text(cell)) for cell in row))
    return grid


def cell_text(cell: "Cell") -> str:
    """Return a cell as a person reads it; what is not known is a dash."""
    if isinstance(cell, str):
        return cell
    number = cell if isinstance(cell, int | float) else cell.estimate
    if math.isnan(number):
        return "-"
    if isinstance(cell, int | float):
        return f"{cell:.0f}" if float(cell).is_integer() else f"{cell:.3f}"
    return f"{100 * number:.1f} ({100 * cell.low:.0f}-{100 * cell.high:.0f})"


def share_cells(share: "Interval") -> tuple[str, str]:
    """Return a share and its interval in per cent."""
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.estimate:.1f} %", f"{low:.1f} to {high:.1f} %"
