"""`standoff arena`: a match with error bars."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
        typer.Argument(help="A game's name, path/to/file.py:NAME, or a match.toml."),
    ] = None,
    agents: Annotated[
        str | None, typer.Option(help="Specs, comma-separated: greedy,my_bot.py:MyBot:n=5.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Number of games; each deal is played with every seating.")
    ] = None,
    seed: argument.Seed = None,
    protocol: Annotated[
        str | None,
        typer.Option(
            metavar="pairs|rotate|teams|shuffle|roundrobin[:OTHER]",
            help="How agents change sides on a deal [two seats: pairs, else rotate].",
        ),
    ] = None,
    options: argument.Options = None,
    until: Annotated[
        float | None,
        typer.Option(help="Stop once it is settled, with this confidence, who is better: 0.95."),
    ] = None,
    run: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep each game in an SQLite file.")
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
            help="Cost of a failed answer [the rules' penalty, else random].",
        ),
    ] = None,
    ms: Annotated[
        float | None,
        typer.Option(help="Milliseconds of a Python agent for a decision, unless its spec says."),
    ] = None,
    measures: Annotated[
        bool | None, typer.Option("--measures", help="Count and print what the game measures.")
    ] = None,
    estimator: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Estimator that --measures judges [the game's first]."),
    ] = None,
    jobs: argument.Jobs = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="tcp://HOST:PORT", help="Play on this Dask cluster.")
    ] = None,
) -> None:
    """Play agents against each other and say, with error bars, who is better."""
    parameters = locals()

    from standoff.arena import play_match
    from standoff.cli.progress import progress_bar
    from standoff.files import check_file, check_folder, write_text

    argument.check_jobs(jobs)
    if json_file is not None:
        check_file(json_file)
    if save is not None:
        check_folder(save)
    if run is not None and resume is not None:
        raise BadRun("--resume names the file of the run: leave --run out")
    match, file = find_match(parameters, resume), run or resume
    with kept(match, file) as store, progress_bar("games", match.games) as bar:
        results = play_match(match, jobs, bar.advance, store, cluster, save=save)
    if json_file is not None:
        write_text(json_file, json.dumps(results.as_dict(), indent=2) + "\n")
    show(results)
    if file is not None:
        print(f"Kept in {file}; `standoff report {file}` tells more.")


def find_match(parameters: Mapping[str, Any], resume: Path | None) -> "Match":
    """Return the match of a run or a TOML file, with the fields of the command line over it."""
    import msgspec

    from standoff.arena.match import Match, make_match, read_toml
    from standoff.arena.store import read_facts

    given = argument.pick(
        parameters,
        Match.__struct_fields__,
        agents=argument.read_specs,
        options=argument.parse_options,
    )
    game, begun = given.get("game"), {}
    if resume is not None:
        begun = msgspec.to_builtins(read_facts(resume).match)
        if game not in (None, begun["game"]):
            raise BadRun(f"{resume} was begun with game {begun['game']}, not {game}")
    elif game is None:
        raise BadRun("which game? name one, or a file match.toml, or --resume a run")
    elif game.endswith(".toml"):
        begun = read_toml(Path(given.pop("game")))
    match = make_match({"seed": argument.choose_seed(None), **begun, **given}, game)
    argument.check_seed(match.seed)
    return match


@contextmanager
def kept(match: "Match", file: Path | None) -> Iterator["Store | None"]:
    """Open the file of a run, if there is one; after Ctrl-C, say how to go on."""
    from standoff.arena import Store

    if file is None:
        yield None
        return
    with Store.begin(file, match) as store:
        try:
            yield store
        except KeyboardInterrupt:
            store.commit()
            note = f"{store.games} of {match.games} games are kept"
            print(f"{note}; `standoff arena --resume {file}` goes on", file=sys.stderr)
            raise


def show(results: "Results") -> None:
    """Print the table and the verdict."""
    from rich.console import Console

    from standoff.present.console import show_table

    console = Console()
    console.print(table(results))
    if results.game.sides.teams:
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
