"""`standoff arena`: a match with error bars."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.cli import argument
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.arena import Match, Results, Standing, Store
    from standoff.statistics import Interval


def command(
    game: Annotated[
        str | None,
        typer.Argument(help="A game's name, path/to/file.py:NAME, or match.toml with all of it."),
    ] = None,
    agents: Annotated[
        str | None, typer.Option(help="Specs, comma-separated: greedy,my_bot.py:MyBot:n=5.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="How many games; each deal once for every seating.")
    ] = None,
    seed: argument.Seed = None,
    protocol: Annotated[
        str | None,
        typer.Option(
            metavar="pairs|rotate|teams|shuffle|roundrobin[:OTHER]",
            help="How agents change places on a deal; pairs for two seats, else rotate.",
        ),
    ] = None,
    option: argument.Options = None,
    until: Annotated[
        float | None,
        typer.Option(help="Stop when it is settled with this confidence who is better: 0.95."),
    ] = None,
    run: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep each game in a file of SQLite.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play what is missing in such a file.")
    ] = None,
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
    ms: Annotated[
        float | None,
        typer.Option(help="What Python agents have for a decision, if their spec does not say."),
    ] = None,
    measures: Annotated[
        bool, typer.Option("--measures", help="Count and print what the game measures.")
    ] = False,
    estimator: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="What --measures judges; the game's first by default."),
    ] = None,
    jobs: argument.Jobs = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="tcp://HOST:PORT", help="Play on this Dask cluster.")
    ] = None,
) -> None:
    """Play agents against each other and say, with error bars, who is better."""
    from standoff.agents.spec import split_specs
    from standoff.arena.match import make_match
    from standoff.arena.output import check_file, check_folder, write_text

    argument.check_jobs(jobs)
    given = {
        "agents": split_specs(agents) if agents is not None else None,
        "games": games,
        "seed": seed,
        "protocol": protocol,
        "options": argument.parse_options(option) or None,
        "until": until,
        "on_fault": on_fault,
        "ms": ms,
        "measures": measures or None,
        "estimator": estimator,
    }
    begun, file = find_match(game, run, resume)
    described = begun | {name: value for name, value in given.items() if value is not None}
    if json_file is not None:
        check_file(json_file)
    if save is not None:
        check_folder(save)
    match = make_match(described, argument.choose_seed(described.get("seed")), save)
    results = play_and_keep(match, file, jobs, cluster)
    if json_file is not None:
        write_text(json_file, json.dumps(results.as_dict(), indent=2) + "\n")
    show(results)
    if file is not None:
        print(f"Kept in {file}; `standoff report {file}` tells more.")


def find_match(
    game: str | None, run: Path | None, resume: Path | None
) -> tuple[dict[str, Any], Path | None]:
    """Return what is known of the match before its options, and the file to keep it in."""
    from standoff.arena.match import read_description
    from standoff.arena.store import read_facts

    if resume is not None:
        if run is not None:
            raise BadRun("--resume names the file of the run: leave --run out")
        begun = {k: v for k, v in read_facts(resume)["match"].items() if v is not None}
        if game not in (None, begun["game"]):
            raise BadRun(f"{resume} was begun with game {begun['game']}, not {game}")
        return begun, resume
    if game is None:
        raise BadRun("which game? name one, or a file match.toml, or --resume a run")
    if game.endswith(".toml"):
        return read_description(Path(game)), run
    return {"game": game}, run


def play_and_keep(
    match: "Match", file: Path | None, jobs: int | None, cluster: str | None
) -> "Results":
    """Play a match, and keep its games if there is a file for them."""
    from standoff.arena import Store

    if file is None:
        return play_with_bar(match, jobs, cluster=cluster)
    with Store.begin(file, match) as store:
        try:
            return play_with_bar(match, jobs, store, cluster)
        except KeyboardInterrupt:
            store.commit()
            note = f"{store.games} of {match.games} games are kept"
            print(f"{note}; `standoff arena --resume {file}` goes on", file=sys.stderr)
            raise


def play_with_bar(
    match: "Match",
    jobs: int | None,
    store: "Store | None" = None,
    cluster: str | None = None,
) -> "Results":
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
        return play_match(match, jobs, lambda games: bar.advance(task, games), store, cluster)


def show(results: "Results") -> None:
    """Print the table and the verdict."""
    from rich.console import Console

    from standoff.present.console import show_table

    console = Console()
    console.print(table(results))
    if results.game.teams:
        console.print(team_table(results))
    lines = results.remarks()
    if results.until is not None:
        lines = [f"After {results.games} games: {results.verdict()}."]
    elif len(results.agents) == 2:
        lines = [f"At 95 % confidence: {results.verdict()}."]
    elif results.comparisons():
        console.print(comparison_table(results))
    for line in lines:
        console.print(line, markup=False, highlight=False)
    judged = f", estimator {results.estimator_name}" if results.estimator_name else ""
    for agent, tables in results.measures().items():
        console.print(f"\nMeasures of {agent}{judged}", markup=False, highlight=False)
        for measured in tables:
            show_table(measured)


def comparison_table(results: "Results") -> Any:
    """Return who is better than whom, corrected for the number of comparisons."""
    from rich.table import Table

    grid = Table(title="share of wins, on the deals that both played")
    for name in ("agent", "other"):
        grid.add_column(name, overflow="fold")
    for name in ("difference", "95 % interval"):
        grid.add_column(name, justify="right")
    grid.add_column("better", overflow="fold")
    for row in results.comparisons():
        cells = share_cells(row.difference)
        grid.add_row(row.first, row.second, *cells, row.better or "not settled")
    return grid


def table(results: "Results") -> Any:
    """Return the standings as a table."""
    from rich.table import Table

    schedule = results.schedule
    options = "".join(f", {k}={v}" for k, v in results.game.changed_settings.items())
    if len(schedule.sizes) > 1:
        options += f", {schedule.sizes[0]} to {schedule.sizes[-1]} players"
    grid = Table(
        title=f"{results.game.name}{options}: {results.games} games, {schedule.protocol},"
        f" seed {results.seed}",
    )
    grid.add_column("agent", overflow="fold")
    for name in ("wins", "losses", "ties", "share", "95 % interval", "mean score"):
        grid.add_column(name, justify="right")
    standings = results.standings()
    has_faults = any(standing.faults for standing in standings)
    if has_faults:
        grid.add_column("faults")
    for standing in standings:
        grid.add_row(*cells(standing, has_faults))
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
            grid.add_row(standing.agent, row.name, *counts, *share_cells(row.share))
    return grid


def share_cells(share: "Interval") -> tuple[str, str]:
    """Return a share and its interval in per cent."""
    low, high = 100 * share.low, 100 * share.high
    return f"{100 * share.estimate:.1f} %", f"{low:.1f} to {high:.1f} %"
