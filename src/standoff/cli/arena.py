"""`standoff arena`: a match between agents, with error bars."""

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
    from standoff.arena import Match, Results, Store
    from standoff.arena.results import Standing
    from standoff.present import Cell, Table


TRACEBACK_LINES = 7
DEALS, SLOW_DEALS = 1000, 20
"""The number of deals if no number of games is given: for compiled agents, and for others."""


def command(
    game: Annotated[
        str | None,
        typer.Argument(help="Name of a game, path/to/file.py:NAME, or a file match.toml."),
    ] = None,
    agents: Annotated[
        str | None,
        typer.Option(help="Specs of the agents, comma-separated: greedy,my_bot.py:MyBot:n=5."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            help="Number of games; each deal is played with every seating"
            f" [{DEALS} deals; {SLOW_DEALS} if an agent searches or is in Python]."
        ),
    ] = None,
    seed: argument.Seed = None,
    protocol: Annotated[
        str | None,
        typer.Option(
            metavar="pairs|rotate|teams|shuffle|roundrobin[:OTHER]",
            help="How agents share the sides of a deal [two seats: pairs;"
            " an agent for each seat: rotate; else teams].",
        ),
    ] = None,
    options: argument.Options = None,
    until: Annotated[
        float | None,
        typer.Option(
            help="Stop when one of two agents is better with this confidence, such as 0.95."
        ),
    ] = None,
    run: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep all games in this SQLite file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue the run in this SQLite file.")
    ] = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the results to a JSON file."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save each game as a replay in this folder.")
    ] = None,
    on_fault: Annotated[
        str | None,
        typer.Option(
            metavar="penalty|random|forfeit|abort",
            help="What a fault costs [the penalty of the rules, or else random].",
        ),
    ] = None,
    ms: Annotated[
        float | None,
        typer.Option(help="Milliseconds per decision for Python agents without ms= [10000]."),
    ] = None,
    measures: Annotated[
        bool | None,
        typer.Option("--measures", help="Print what the game measures, for each agent."),
    ] = None,
    estimator: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Estimator that --measures judges [the first of the game]."
        ),
    ] = None,
    jobs: argument.Jobs = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="tcp://HOST:PORT", help="Address of a Dask cluster to play on."),
    ] = None,
) -> None:
    """Play a match between agents and say who is better. Shares have 95% intervals."""
    parameters = locals()

    from standoff.arena import play_match
    from standoff.files import check_file, check_folder, write_text
    from standoff.present.progress import progress_bar

    argument.check_jobs(jobs)
    if json_file is not None:
        check_file(json_file)
    if save is not None:
        check_folder(save)
    if run is not None and resume is not None:
        raise BadRun("--resume already names the file of the run: leave --run out")
    match, file = find_match(parameters, resume), run or resume
    with kept(match, file) as store, progress_bar("games", match.games) as bar:
        results = play_match(match, jobs, bar.advance, store, cluster, save=save)
    if json_file is not None:
        write_text(json_file, json.dumps(results.as_dict(), indent=2) + "\n")
    show(results)
    if file is not None:
        print(f"Games are in {file}; `standoff report {file}` shows more.")


def find_match(parameters: Mapping[str, Any], resume: Path | None) -> "Match":
    """Return the match of a run or a TOML file; the command line overrides its fields."""
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
        raise BadRun(
            "which game? name a game or a file match.toml, or continue a run with --resume"
        )
    elif game.endswith(".toml"):
        begun = read_toml(Path(given.pop("game")))
    fields = {"seed": argument.choose_seed(None), **begun, **given}
    match = make_match({"games": 1, **fields}, game)
    argument.check_seed(match.seed)
    return match if resume is not None else settle_games(match, is_open="games" not in fields)


def settle_games(match: "Match", is_open: bool) -> "Match":
    """Return the match with whole deals; if the number of games is open, with the default one.

    A note says which number was chosen.
    """
    import msgspec

    from standoff.arena.schedule import MAX_GAMES, arrange, whole_deals
    from standoff.game import load

    loaded = load(match.game, **match.options)
    times = len(arrange(loaded, len(match.agents), match.protocol).seatings)
    if is_open:
        whole = msgspec.structs.replace(match, games=times)
        deals = DEALS if whole.load().is_compiled else SLOW_DEALS
        games, note = deals * times, f"{deals} deals of {times}; --games changes this"
    else:
        games = whole_deals(match.games, times) if 0 < match.games <= MAX_GAMES else match.games
        note = f"not {match.games}, because each deal is played {times} times"
    if games == match.games:
        return match
    print(f"standoff: {games} games, {note}", file=sys.stderr)
    return msgspec.structs.replace(match, games=games)


@contextmanager
def kept(match: "Match", file: Path | None) -> Iterator["Store | None"]:
    """Open the file of a run, if there is one; after Ctrl-C, say how to continue."""
    from standoff.arena import Store

    if file is None:
        yield None
        return
    with Store.begin(file, match) as store:
        try:
            yield store
        except KeyboardInterrupt:
            store.commit()
            note = f"{store.games} of {match.games} games are in {file}"
            print(f"{note}; `standoff arena --resume {file}` continues", file=sys.stderr)
            raise


def show(results: "Results") -> None:
    """Print the tables and the verdict."""
    from standoff.present.console import say, show_table

    show_table(standings_table(results))
    if results.game.sides.teams:
        show_table(team_table(results))
    show_verdict(results)
    judged = f", estimator {results.estimator_name}" if results.estimator_name else ""
    for agent, tables in results.measures().items():
        say(f"\nMeasures of {agent}{judged}")
        for measured in tables:
            show_table(measured)


def show_verdict(results: "Results") -> None:
    """Print which agent is better, and by what criterion; name the agents that failed."""
    from standoff.present import interval_text
    from standoff.present.console import say, say_wrapped, show_listing, show_table

    comparisons = results.comparisons()
    if results.until is not None:
        say(f"After {results.games} games: {results.verdict()}.")
        say_wrapped("The test allows for a look after every deal. The intervals above do not.")
    elif len(results.agents) == 2:
        for row in comparisons:
            place = "holds" if row.better is None else "excludes"
            difference = interval_text(row.difference, "+.1%")
            say(f"First share less second: {difference}; the interval {place} 0.")
        say(f"At 95% confidence: {results.verdict()}.")
    else:
        if comparisons:
            show_table(pair_table(results))
        if len(comparisons) > 1:
            say_wrapped(
                "Each interval is for one comparison. The last column allows for all"
                f" {len(comparisons)} (Holm), so it may need more than an interval without 0."
            )
        for remark in results.remarks():
            say(f"{remark}.")
    for fault in results.faults:
        show_listing(fault.traceback, TRACEBACK_LINES)


def standings_table(results: "Results") -> "Table":
    """Return the standings."""
    from standoff.present import Table
    from standoff.present.text import BOUNDS

    standings = results.standings()
    columns = ["agent", "wins", "losses", "ties", f"share {BOUNDS}", "mean score"]
    rows: list[tuple[Cell, ...]] = [
        (row.agent, row.wins, row.losses, row.ties, row.share, row.mean_score) for row in standings
    ]
    if any(standing.faults for standing in standings):
        columns.append("faults")
        rows = [(*row, faults_text(own)) for row, own in zip(rows, standings, strict=True)]
    return Table(match_text(results), tuple(columns), tuple(rows), {"mean score": ".2f"})


def match_text(results: "Results") -> str:
    """Return the title of the standings: game, options, games, protocol and seed."""
    schedule = results.schedule
    options = "".join(f", {k}={v}" for k, v in results.game.changed_settings.items())
    if len(schedule.sizes) > 1:
        options += f", {schedule.sizes[0]} to {schedule.sizes[-1]} players"
    what = f"{results.game.name}{options}"
    return f"{what}: {results.games} games, {schedule.protocol}, seed {results.seed}"


def faults_text(standing: "Standing") -> str:
    """Return how often an agent failed, by kind of fault."""
    counts = sorted(standing.faults.items())
    return ", ".join(f"{count} {kind}" for kind, count in counts) or "none"


def team_table(results: "Results") -> "Table":
    """Return the wins of each agent as each team."""
    from standoff.present import Table
    from standoff.present.text import BOUNDS

    rows = [
        (standing.agent, part.name, part.games, part.wins, part.share)
        for standing in results.standings()
        for part in standing.by_team
    ]
    return Table("by team", ("agent", "team", "games", "wins", f"share {BOUNDS}"), tuple(rows))


def pair_table(results: "Results") -> "Table":
    """Return which agent of each pair is better, corrected for the number of pairs."""
    from standoff.present import Table
    from standoff.present.text import BOUNDS

    rows = [
        (row.first, row.second, row.difference, row.better or "not settled")
        for row in results.comparisons()
    ]
    title = "share of wins, on the deals that both played"
    return Table(title, ("agent", "other", f"difference {BOUNDS}", "better"), tuple(rows))
