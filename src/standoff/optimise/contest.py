"""Plays the games that value individuals and settings, all on the same deals."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Results, Standing, play_match
from standoff.arena.results import count_dict
from standoff.arena.run import Progress
from standoff.arena.shard import Shard
from standoff.optimise.individual import write_individual
from standoff.optimise.optimiser import Indices, Numbers
from standoff.optimise.plan import Setting, Training, Tuning
from standoff.statistics import Interval, wilson
from standoff.verbs import Result

# --- individuals --------------------------------------------------------------------------------


def play_individuals(
    plan: Training, individuals: Sequence[Numbers], seed: int, jobs: int | None = None
) -> list[Interval]:
    """Return the share of wins of each individual: against the pool, or against each other."""
    with tempfile.TemporaryDirectory() as folder:
        specs = [
            write_spec(plan, numbers, Path(folder) / f"{index}.json")
            for index, numbers in enumerate(individuals)
        ]
        if plan.pool:
            return [play_pool(plan, spec, seed, jobs) for spec in specs]
        results = play_match(plan.match(specs, seed), jobs)
    return [count_seats(results, entrant) for entrant in range(len(individuals))]


def write_spec(plan: Training, numbers: Numbers, file: Path) -> str:
    """Write an individual into a file, so that any agent can read it; return the spec."""
    write_individual(plan.trainable(), numbers, file)
    return plan.spec(str(file))


def play_pool(plan: Training, spec: str, seed: int, jobs: int | None) -> Interval:
    """Return the share of wins of one individual against all agents of the pool."""
    wins = 0
    for opponent in plan.pool:
        wins += play_match(plan.match((spec, opponent), seed), jobs).standings()[0].wins
    return wilson(wins, plan.games * len(plan.pool))


def count_seats(results: Results, entrant: int) -> Interval:
    """Return the share of an entrant's seats that won, 0 without a seat."""
    counts = results.tally.by_seat[entrant, ..., : len(Result)].sum(axis=(0, 1))
    if not counts.any():
        return Interval(0.0, 0.0, 1.0)
    return wilson(int(counts[Result.WIN]), int(counts.sum()))


# --- settings -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SettingResult:
    """The result of a setting in its match."""

    setting: Setting
    standing: Standing
    deals: NDArray[np.int64]
    """Games won on each deal, to compare two settings."""
    deal_games: int
    """Games played on each deal; the last deal may have fewer."""
    remarks: list[str]
    """A line for each agent that failed."""

    @property
    def estimate(self) -> float:
        """The share of wins."""
        return self.standing.share.estimate

    def as_dict(self) -> dict[str, Any]:
        """Return the result as docs/tuning.md describes it."""
        return {"setting": dict(self.setting), **count_dict(self.standing)}


def play_settings(
    plan: Tuning,
    candidates: Sequence[Indices],
    seed: int,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[SettingResult]:
    """Play a match of each setting, all on the same deals."""
    settings = [plan.setting(indices) for indices in candidates]
    return [play_setting(plan, one, plan.games, seed, jobs, progress) for one in settings]


def play_setting(
    plan: Tuning,
    setting: Setting,
    games: int,
    seed: int,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> SettingResult:
    """Play a match of one setting. Matches with the same seed are played on the same deals."""
    won: list[NDArray[np.bool_]] = []
    match = plan.match(setting, games, seed)
    results = play_match(match, jobs, progress, look=lambda shard: won.append(first_wins(shard)))
    times = results.schedule.times
    deals = np.arange(games) // times
    return SettingResult(
        setting=setting,
        standing=results.standings()[0],
        deals=np.bincount(deals, np.concatenate(won)).astype(np.int64),
        deal_games=times,
        remarks=results.remarks(),
    )


def first_wins(shard: Shard) -> NDArray[np.bool_]:
    """Return which games the first entrant has won."""
    won = shard.outcomes["result"] == Result.WIN
    return np.asarray((won & (shard.entrants == 0)).any(axis=1))
