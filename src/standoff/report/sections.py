"""The sections of a report: what a run found."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec.structs import replace

from standoff.arena.results import Part, Standing
from standoff.arena.schedule import Protocol
from standoff.present import Cell, Document, Figure, Section, Table
from standoff.present.text import PER_CENT
from standoff.report import figures
from standoff.report.run import Run
from standoff.statistics import CONFIDENCE, Ratings, chi_square
from standoff.verbs import Result

MOST_GROUPS = 30
"""The most agents that a plot can show readably."""


def describe_runs(runs: Sequence[Run]) -> Document:
    """Return the report of some runs."""
    prefixes = [f"run-{number}-" if len(runs) > 1 else "" for number in range(1, len(runs) + 1)]
    described = [describe_run(run, prefix) for run, prefix in zip(runs, prefixes, strict=True)]
    sections = [section for part in described for section in part]
    names = ", ".join(run.path.name for run in runs)
    data = {"schema": 1, "runs": list(map(run_data, runs, described, prefixes))}
    return Document(f"Report: {names}", tuple(sections), data)


def describe_run(run: Run, prefix: str) -> list[Section]:
    """Return the sections of a run that are not empty; `prefix` begins the names of its files."""
    standings = run.results.standings()
    sections = [
        head(run),
        standing_section(run, standings, prefix),
        comparison_section(run, prefix),
        rating_section(run, prefix),
        part_section(run, standings, prefix),
        length_section(run, prefix),
        *measure_sections(run, prefix),
        fault_section(run, standings, prefix),
    ]
    return [section for section in sections if section is not None]


def head(run: Run) -> Section:
    """Return the section that says what was played."""
    match, results = run.match, run.results
    options = ", ".join(f"{name}={value}" for name, value in match.options.items()) or "none"
    played = f"{results.games} of {match.games} games"
    if run.is_whole:
        played = f"{results.games} games"
    notes = [
        f"{played} of {match.game}, options {options}, protocol {results.schedule.protocol},"
        f" seed {match.seed}, by standoff {run.facts.standoff}, rules version"
        f" {run.facts.rules}.",
        "Deals are drawn independently, so the 95% intervals of shares, mean ranks and differences"
        " come from the variance between whole deals. Scores are means. ms is the thinking time"
        " of a decision in milliseconds, without compiling.",
    ]
    if not run.is_whole:
        notes.append(f"The run is not finished; standoff arena --resume {run.path} continues it.")
    if results.until is not None:
        notes.append(
            f"The match was to end as soon as it is settled: {results.until.verdict()}. This test"
            " allows for an early end. All other intervals and p values do not, and are too narrow"
            " after one."
        )
    return Section(run.path.name, tuple(notes), level=1)


# --- standings, comparisons and ratings ---


def standing_section(run: Run, standings: list[Standing], prefix: str) -> Section:
    """Return the standings."""
    columns = (
        "agent", "games", "wins", "losses", "ties", "share", "mean rank", "score",
        "ms", "faults",
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = [
        (
            row.agent,
            row.games,
            row.wins,
            row.losses,
            row.ties,
            row.share,
            row.rank,
            row.mean_score,
            1000 * row.seconds,
            row.faults.total(),
        )
        for row in standings
    ]
    shares = [(row.agent, row.share) for row in standings]
    figure = Figure(
        f"{prefix}shares", "share of wins, %", figures.shares(shares), height=bar_height(shares)
    )
    forms = {"mean rank": ".2f", "score": ".2f", "ms": ".5f"}
    table = Table("standings", columns, tuple(rows), forms, f"{prefix}standings")
    return Section("Standings", tables=(table,), figures=(figure,))


def comparison_section(run: Run, prefix: str) -> Section | None:
    """Return which agent of each pair is better, and the cross table."""
    results = run.results
    comparisons = results.comparisons()
    if not comparisons:
        return None
    rows: list[tuple[Cell, ...]] = [
        (row.first, row.second, row.difference, row.p, row.better or "not settled")
        for row in comparisons
    ]
    settled = sum(row.better is not None for row in comparisons)
    note = (
        f"{settled} of {len(comparisons)} comparisons are settled at {CONFIDENCE:.0%},"
        " corrected for their number (Holm). The difference is between the shares of wins on the"
        " same deals. Each interval is for one comparison: of several comparisons, one whose"
        " interval excludes 0 may still be not settled."
    )
    columns = ("agent", "other", "difference", "p", "better")
    tables = [Table("comparisons", columns, tuple(rows), {"p": ".2g"}, f"{prefix}comparisons")]
    plots: tuple[Figure, ...] = ()
    if len(results.agents) > 2:
        cross = cross_shares(run)
        tables.append(cross_table(f"{prefix}cross", results.agents, cross))
        if len(results.agents) <= MOST_GROUPS:
            side = 2.5 + 0.5 * len(results.agents)
            draw = figures.heat_map(results.agents, cross)
            title = "wins of the row against the column, %"
            plots = (Figure(f"{prefix}cross", title, draw, side + 1, side),)
    return Section("Who is better", (note,), tuple(tables), plots)


def cross_shares(run: Run) -> Any:
    """Return the share of games that each agent won against each other agent."""
    pairs, meetings = run.results.tally.pairs, run.results.schedule.meetings
    wins = (pairs * np.arange(pairs.shape[2])[:, np.newaxis]).sum(axis=(2, 3))
    games = pairs.sum(axis=(2, 3)) * meetings
    with np.errstate(invalid="ignore"):
        return wins / games


def cross_table(name: str, agents: Sequence[str], cross: Any) -> Table:
    """Return the cross table: wins of the row against the column."""
    rows: list[tuple[Cell, ...]] = [
        (agent, *row) for agent, row in zip(agents, cross.tolist(), strict=True)
    ]
    title = "wins of the row against the column"
    return Table(title, ("agent", *agents), tuple(rows), dict.fromkeys(agents, PER_CENT), name)


def rating_section(run: Run, prefix: str) -> Section | None:
    """Return the ratings, best first, and the effects of seats or teams."""
    ratings = run.ratings
    if ratings is None:
        return None
    agents = run.results.agents
    order = sorted(
        range(len(agents)),
        key=lambda entrant: -np.nan_to_num(ratings.entrants[entrant].estimate, nan=-np.inf),
    )
    rows = [
        (agents[entrant], ratings.entrants[entrant], rating_remark(ratings, entrant))
        for entrant in order
    ]
    effects = tuple(zip(run.categories, ratings.categories, strict=True))
    what = "team" if run.results.game.sides.teams else "seat"
    notes = (
        "Bradley-Terry ratings by maximum likelihood on the Elo scale: 400 points are odds of ten"
        f" to one, and the mean is 0. The effect of the {what} is removed. A team is as strong as"
        " the mean of its members. Intervals are by bootstrap over games.",
        *([balance_note(run)] if run.results.game.sides.teams else []),
        order_note(run, ratings, order),
    )
    columns, points = ("agent", "rating", "remark"), (what, "points")
    tables = (
        Table("ratings", columns, tuple(rows), {"rating": "+.0f"}, f"{prefix}ratings"),
        Table(f"what a {what} is worth", points, effects, {"points": "+.0f"}, f"{prefix}effects"),
    )
    shown = [(agents[entrant], ratings.entrants[entrant]) for entrant in order[:MOST_GROUPS]]
    figure = Figure(
        f"{prefix}ratings", "rating (Elo)", figures.ratings(shown), height=bar_height(shown)
    )
    return Section("Ratings", notes, tables, (figure,))


def rating_remark(ratings: Ratings, entrant: int) -> str:
    """Return a remark about a rating, or a dash."""
    if np.isnan(ratings.entrants[entrant].estimate):
        return "not comparable"
    if not np.isfinite([ratings.entrants[entrant].low, ratings.entrants[entrant].high]).any():
        return "no bound: these games do not place it"
    marks = {0: "-", 1: "won all against those below", -1: "lost all against those above"}
    return marks[ratings.unbounded[entrant]]


def balance_note(run: Run) -> str:
    """Say why ratings of teams need no correction for seats."""
    how = "each deal is played with every seating, so that all agents have each seat equally often"
    if run.results.schedule.base is Protocol.SHUFFLE:
        how = "they are drawn for each game, so that all agents have each equally often on average"
    return f"Ratings need no correction for seats: {how}."


def order_note(run: Run, ratings: Ratings, order: Sequence[int]) -> str:
    """Say which neighbours in the ranking are settled by both ratings and their own games."""
    agents = run.results.agents
    better: dict[frozenset[str], set[str | None]] = {}
    for row in run.results.comparisons():
        better.setdefault(frozenset((row.first, row.second)), set()).add(row.better)
    settled, unsettled = [], []
    for before, after in pairwise(order):
        first, second = agents[before], agents[after]
        is_better = better.get(frozenset((first, second))) == {first}  # never for equal agents
        if is_better and ratings.difference(before, after).low > 0:
            settled.append(f"{first} > {second}")
        else:
            unsettled.append(f"{first} and {second}")
    return (
        "Neighbours in the table of ratings that are settled by both their ratings and their own"
        f" games: {', '.join(settled) or 'none'}; not settled: {', '.join(unsettled) or 'none'}."
    )


# --- by role, seat and number of players ---


def part_section(run: Run, standings: list[Standing], prefix: str) -> Section | None:
    """Return the shares of wins by role, team, seat and number of players."""
    kinds = (
        ("team", [row.by_team for row in standings]),
        ("role", [row.by_role for row in standings]),
        ("seat", [row.by_seat for row in standings]),
        ("players", [row.by_size for row in standings]),
    )
    tables, plots = [], []
    for kind, parts in kinds:
        if any(len(row) > 1 for row in parts):
            tables.append(part_table(f"{prefix}by-{kind}", kind, run.results.agents, parts))
            if kind != "team" and len(standings) <= MOST_GROUPS:
                groups = list(zip(run.results.agents, parts, strict=True))
                title = f"share of wins by {kind}, %"
                plots.append(Figure(f"{prefix}by-{kind}", title, figures.parts(groups, kind)))
    if not tables:
        return None
    note = (
        "Two tests ask whether all seats win equally often: chi-square, as if games were"
        " independent, and Hotelling's T-squared, by whole deals. The verdict is that of T-squared."
    )
    return Section(
        "By role, seat and table", (note,), (*tables, *evenness_tables(run, prefix)), tuple(plots)
    )


def part_table(
    name: str, kind: str, agents: Sequence[str], parts: Sequence[Sequence[Part]]
) -> Table:
    """Return the shares of each agent in each part."""
    is_number = kind in ("seat", "players")
    rows = [
        (agent, int(part.name) if is_number else part.name, part.games, part.wins, part.share)
        for agent, row in zip(agents, parts, strict=True)
        for part in row
    ]
    columns = ("agent", kind, "games", "wins", "share")
    return Table(f"by {kind}", columns, tuple(rows), name=name)


def evenness_tables(run: Run, prefix: str) -> tuple[Table, Table]:
    """Return the wins of each seat by number of players, and tests that the wins are even."""
    tally, sizes, seats = run.results.tally, run.results.schedule.sizes, run.results.schedule.seats
    wins = tally.by_seat[..., Result.WIN].sum(axis=0)  # by size and seat
    counts: list[tuple[Cell, ...]] = []
    tests: list[tuple[Cell, ...]] = []
    for size_index, size in enumerate(sizes):
        won = wins[size_index, :size].tolist()
        if sum(won):
            test, deals = chi_square(won), tally.evenness(size_index)
            verdict = "not even" if deals.p < 1 - CONFIDENCE else "not settled"
            counts.append((size, *won, *[np.nan] * (seats - size)))
            tests.append(
                (size, test.statistic, test.freedom, test.p, deals.statistic, deals.p, verdict)
            )
    names = ("players", *(f"seat {seat}" for seat in range(seats)))
    heads = ("players", "chi-square", "freedom", "p", "T-squared", "p by deals", "verdict")
    forms = {"chi-square": ".1f", "p": ".2g", "T-squared": ".1f", "p by deals": ".2g"}
    return (
        Table("wins by seat", names, tuple(counts), name=f"{prefix}seats"),
        Table("whether seats are even", heads, tuple(tests), forms, f"{prefix}evenness"),
    )


# --- the rest ---


def length_section(run: Run, prefix: str) -> Section:
    """Return the lengths of the games."""
    rows: list[tuple[Cell, ...]] = []
    plots, tables = [], []
    for name, counts in (("decisions", run.decisions), ("rounds", run.rounds)):
        if counts and min(counts) >= 0:
            rows.append((name, *spread(counts)))
            pairs = tuple(sorted(counts.items()))
            table = Table(f"{name} a game", (name, "games"), pairs, name=f"{prefix}{name}")
            tables.append(table)
            if len(counts) > 1:
                draw = figures.lengths(counts, name)
                plots.append(Figure(f"{prefix}{name}", f"{name} a game", draw))
    columns = ("of a game", "mean", "least", "median", "most")
    lengths = Table("length", columns, tuple(rows), {"mean": ".1f"}, f"{prefix}length")
    return Section("Length of games", tables=(lengths,), figures=tuple(plots), counts=tuple(tables))


def spread(counts: Counter[int]) -> tuple[float, int, int, int]:
    """Return the mean, the least, the median and the most of the counted values."""
    total = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / total
    seen, median = 0, 0
    for value in sorted(counts):
        seen += counts[value]
        if 2 * seen >= total:
            median = value
            break
    return mean, min(counts), median, max(counts)


def measure_sections(run: Run, prefix: str) -> list[Section]:
    """Return the measures of each agent; a table by round is also drawn."""
    sections = []
    judged = f", estimator {run.results.estimator_name}" if run.results.estimator_name else ""
    for index, (agent, measured) in enumerate(run.results.measures().items()):
        tables = [
            replace(table, name=f"{prefix}measure-{index}-{number}-{slug(table.title)}")
            for number, table in enumerate(measured)
        ]
        plots = [
            Figure(table.name, table.title, figures.by_round(table))
            for table in tables
            if figures.is_by_round(table)
        ]
        sections.append(
            Section(f"Measures of {agent}{judged}", tables=tuple(tables), figures=tuple(plots))
        )
    return sections


def slug(text: str) -> str:
    """Return a text as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60]


def fault_section(run: Run, standings: list[Standing], prefix: str) -> Section | None:
    """Return the faults of each agent, or None."""
    rows = [
        (row.agent, kind, count) for row in standings for kind, count in sorted(row.faults.items())
    ]
    if not rows:
        return None
    notes = tuple(f"{remark}." for remark in run.results.remarks())
    table = Table("faults", ("agent", "kind", "times"), tuple(rows), name=f"{prefix}faults")
    listings = tuple(fault.traceback for fault in run.results.faults if fault.traceback)
    return Section("Faults", notes, (table,), listings=listings)


def bar_height(rows: Sequence[Any]) -> float:
    """Return the height of a plot with a line for each row."""
    return 1.2 + 0.35 * max(2, len(rows))


def run_data(run: Run, sections: Sequence[Section], prefix: str) -> dict[str, Any]:
    """Return a run as plain data: its results, and all tables by their names without prefix."""
    tables = {}
    for table in (table for part in sections for table in (*part.tables, *part.counts)):
        columns, rows = table.flat()
        tables[table.name.removeprefix(prefix)] = {
            "title": table.title,
            "columns": columns,
            "rows": rows,
        }
    return {
        "file": run.path.name,
        "standoff": run.facts.standoff,
        **run.results.as_dict(),
        "tables": tables,
    }
