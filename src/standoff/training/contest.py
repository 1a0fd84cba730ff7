"""Games that tell how good individuals are; as files, so that any agent can be trained."""

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from standoff.arena import Match, play_match
from standoff.arena.results import Results
from standoff.game import Trainable
from standoff.statistics import Interval, wilson
from standoff.training.plan import Plan
from standoff.verbs import Result


def play_each_other(
    plan: Plan, individuals: Sequence[Sequence[float]], seed: int, jobs: int | None
) -> list[Interval]:
    """Return the share of seats won by each individual when all of them play each other."""
    with tempfile.TemporaryDirectory() as folder:
        specs = write_specs(plan, individuals, Path(folder))
        results = play_match(match(plan, specs, "shuffle", seed), jobs)
    return [count_seats(results, place) for place in range(len(individuals))]


def play_pool(
    plan: Plan, individuals: Sequence[Sequence[float]], seed: int, jobs: int | None
) -> list[Interval]:
    """Return each individual's share of wins against the pool, all on the same deals."""
    shares = []
    with tempfile.TemporaryDirectory() as folder:
        for spec in write_specs(plan, individuals, Path(folder)):
            wins, games = 0, 0
            for opponent in plan.pool:
                results = play_match(match(plan, (spec, opponent), "teams", seed), jobs)
                wins += results.standings()[0].wins
                games += plan.games
            shares.append(wilson(wins, games))
    return shares


def match(plan: Plan, specs: Sequence[str], protocol: str, seed: int) -> Match:
    """Return the games of one generation."""
    return Match(plan.game, tuple(specs), plan.games, seed, plan.options, protocol)


def write_specs(
    plan: Plan, individuals: Sequence[Sequence[float]], folder: Path
) -> tuple[str, ...]:
    """Write a file for each individual; return the specs that play them."""
    trainable = plan.trainable()
    specs = []
    for place, numbers in enumerate(individuals):
        file = folder / f"{place}.json"
        file.write_text(json.dumps(trainable.describe(numbers)), encoding="utf-8")
        specs.append(plan.spec(str(file)))
    return tuple(specs)


def settle(trainable: Trainable, numbers: Sequence[float]) -> tuple[float, ...]:
    """Return numbers as they come back from a file: within bounds, and rounded as it rounds."""
    bounded = [
        min(max(float(number), low), high)
        for number, (low, high) in zip(numbers, trainable.bounds, strict=True)
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.json"
        file.write_text(json.dumps(trainable.describe(bounded)), encoding="utf-8")
        return trainable.read(str(file))


def count_seats(results: Results, entrant: int) -> Interval:
    """Return the share of an entrant's seats that won; who never played has won nothing."""
    counts = results.tally.by_seat[entrant, ..., : len(Result)].sum(axis=(0, 1))
    if not counts.any():
        return Interval(0.0, 0.0, 1.0)
    return wilson(int(counts[Result.WIN]), int(counts.sum()))
