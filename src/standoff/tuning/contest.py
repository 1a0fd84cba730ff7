"""Settings play matches; what each won is kept by deal, so that two of them can be compared."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Standing, play_match
from standoff.arena.results import share_dict
from standoff.arena.run import Progress
from standoff.arena.shard import Shard
from standoff.tuning.plan import Plan, Setting
from standoff.verbs import Result


@dataclass(frozen=True, eq=False)
class Score:
    """How a setting did in its match."""

    setting: Setting
    standing: Standing
    deals: NDArray[np.int64]
    """Games won on each deal."""
    deal_games: int
    """Games played on a deal, if it is not the unfinished last."""
    remarks: list[str]
    """Agents that failed."""

    def as_dict(self) -> dict[str, Any]:
        """Return the score as docs/tuning.md has it."""
        standing = self.standing
        return {
            "setting": dict(self.setting),
            "agent": standing.agent,
            "games": standing.games,
            "wins": standing.wins,
            "losses": standing.losses,
            "ties": standing.ties,
            **share_dict(standing.share),
        }


def try_all(
    plan: Plan, jobs: int | None = None, progress: Progress | None = None
) -> Iterator[Score]:
    """Let every setting play the same games; the same for any `jobs`."""
    for setting in plan.settings():
        yield play_setting(plan, setting, plan.games, plan.seed, jobs, progress)


def play_setting(
    plan: Plan,
    setting: Setting,
    games: int,
    seed: int,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Score:
    """Play a match of one setting. Matches with the same seed are played on the same deals."""
    won: list[NDArray[np.bool_]] = []
    match = plan.match(setting, games, seed)
    results = play_match(match, jobs, progress, look=lambda shard: won.append(first_wins(shard)))
    times = results.schedule.times
    deals = np.arange(games) // times
    return Score(
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
