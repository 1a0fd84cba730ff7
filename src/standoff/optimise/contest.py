"""Plays the games that value individuals and settings, all on the same deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Match, Results, Standing, play_match
from standoff.arena.results import count_dict
from standoff.arena.run import Progress
from standoff.arena.shard import Shard
from standoff.files import temporary_folder
from standoff.optimise.individual import write_individual
from standoff.optimise.optimiser import Indices, Numbers
from standoff.optimise.plan import Setting, Training, Tuning
from standoff.statistics import Interval, clustered
from standoff.verbs import Result

Seats = tuple[NDArray[Any], NDArray[np.bool_]]
"""The entrant at each seat of some games, and whether the seat has won."""

# --- individuals --------------------------------------------------------------------------------


def play_individuals(
    plan: Training, individuals: Sequence[Numbers], seed: int, jobs: int | None = None
) -> list[Interval]:
    """Return the share of wins of each individual: against the pool, or against each other."""
    with temporary_folder() as folder:
        specs = [
            write_spec(plan, numbers, Path(folder) / f"{index}.json")
            for index, numbers in enumerate(individuals)
        ]
        if plan.pool:
            return [play_pool(plan, spec, seed, jobs) for spec in specs]
        seats: list[Seats] = []
        play_match(plan.match(specs, seed), jobs, look=lambda shard: seats.append(seats_of(shard)))
    return [share_of_seats(seats, entrant) for entrant in range(len(individuals))]


def write_spec(plan: Training, numbers: Numbers, file: Path) -> str:
    """Write an individual into a file, so that any agent can read it; return the spec."""
    write_individual(plan.trainable(), numbers, file)
    return plan.spec(str(file))


def play_pool(plan: Training, spec: str, seed: int, jobs: int | None) -> Interval:
    """Return the share of wins of one individual against all agents of the pool.

    All opponents play on the same deals, so the games on a deal are one cluster.
    """
    matches = [play_deals(plan.match((spec, opponent), seed), jobs) for opponent in plan.pool]
    return clustered(sum(match.games for match in matches), sum(match.wins for match in matches))


def seats_of(shard: Shard) -> Seats:
    """Return the entrant at each seat, and whether the seat has won."""
    return shard.entrants, shard.outcomes["result"] == Result.WIN


def share_of_seats(seats: Sequence[Seats], entrant: int) -> Interval:
    """Return the share of an entrant's seats that won, 0 without a seat; each game is a deal."""
    own, won = (np.concatenate(column) for column in zip(*seats, strict=True))
    own = own == entrant
    if not own.any():
        return Interval(0.0, 0.0, 1.0)
    return clustered(own.sum(axis=1), (own & won).sum(axis=1))


# --- deals --------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class PlayedDeals:
    """The results of a match, and by deal its games and the wins of the first entrant."""

    results: Results
    games: NDArray[np.int64]
    wins: NDArray[np.int64]


def play_deals(match: Match, jobs: int | None, progress: Progress | None = None) -> PlayedDeals:
    """Play a match and count its deals."""
    won: list[NDArray[np.bool_]] = []
    results = play_match(match, jobs, progress, look=lambda shard: won.append(first_wins(shard)))
    deals = np.arange(results.games) // results.schedule.times
    wins = np.bincount(deals, np.concatenate(won)).astype(np.int64)
    return PlayedDeals(results, np.bincount(deals), wins)


def first_wins(shard: Shard) -> NDArray[np.bool_]:
    """Return which games the first entrant has won."""
    won = shard.outcomes["result"] == Result.WIN
    return np.asarray((won & (shard.entrants == 0)).any(axis=1))


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
    played = play_deals(plan.match(setting, games, seed), jobs, progress)
    return SettingResult(
        setting=setting,
        standing=played.results.standings()[0],
        deals=played.wins,
        deal_games=played.results.schedule.times,
        remarks=played.results.remarks(),
    )
