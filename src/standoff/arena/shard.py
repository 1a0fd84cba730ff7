"""Some games of a match in a row: how they are played, and what they came to."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena.batch import play_batch
from standoff.arena.fault import Fault, Lost
from standoff.arena.meter import blank_counters
from standoff.arena.replay import write_replay
from standoff.arena.schedule import Billing
from standoff.arena.table import LineUp, Watch, play_game, warm_up
from standoff.verbs import NO_ROLE, NO_ROUNDS, OUTCOME

NO_SEAT = -1


@dataclass
class Shard:
    """What some games in a row came to; a row for each game, a column for each seat."""

    first: int
    seeds: NDArray[np.int64]
    """The seed of each deal."""
    outcomes: NDArray[Any]
    entrants: NDArray[np.int32]
    """Who played each seat, -1 where the table has no such seat."""
    teams: NDArray[np.int32]
    """The team of each seat, -1 likewise."""
    roles: NDArray[np.int32]
    """The role of each seat, -1 likewise, and in games without roles."""
    decisions: NDArray[np.int64]
    rounds: NDArray[np.int64]
    """How many rounds began, -1 in games that do not count them."""
    asked: NDArray[np.int64]
    """How many decisions each entrant made, a column for each."""
    seconds: NDArray[np.float64]
    """How long each entrant thought; not a number where nobody looked at the clock."""
    counters: NDArray[np.float64]
    """What the game measures, summed over these games; a row for each entrant."""
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def blank(cls, billing: Billing, first: int, last: int) -> "Shard":
        """Return the arrays for the games from `first` to `last` - 1, in which nobody sits yet."""
        games, entrants = last - first, len(billing.agents)
        shape = (games, billing.schedule.seats)
        return cls(
            first=first,
            seeds=np.zeros(games, np.int64),
            outcomes=np.zeros(shape, OUTCOME),
            entrants=np.full(shape, NO_SEAT, np.int32),
            teams=np.full(shape, NO_SEAT, np.int32),
            roles=np.full(shape, NO_ROLE, np.int32),
            decisions=np.zeros(games, np.int64),
            rounds=np.full(games, NO_ROUNDS, np.int64),
            asked=np.zeros((games, entrants), np.int64),
            seconds=np.full((games, entrants), np.nan),
            counters=blank_counters(billing.game, entrants),
        )

    def __len__(self) -> int:
        return len(self.decisions)


def play_shard(
    line_up: LineUp,
    first: int,
    last: int,
    save: Path | None = None,
    watch: Watch | None = None,
    lost: tuple[Lost, ...] = (),
) -> Shard:
    """Play some games, compiled where all entrants are and nothing is recorded.

    `watch` is told whenever an agent is asked; `lost` are agents that had to be ended before.
    """
    shard = Shard.blank(line_up.billing, first, last)
    if save is None and line_up.is_compiled:
        play_batch(line_up, shard)
        return shard
    warm_up(line_up.game)
    for row, number in enumerate(range(first, last)):
        played = play_game(line_up, number, watch, lost)
        seats = len(played.outcome)
        shard.seeds[row] = played.replay.seed
        shard.outcomes[row, :seats] = played.outcome
        shard.entrants[row, :seats] = played.entrants
        shard.teams[row, :seats] = played.teams
        shard.roles[row, :seats] = played.roles
        shard.decisions[row] = len(played.replay.moves)
        shard.rounds[row] = played.rounds
        shard.asked[row] = played.asked
        shard.seconds[row] = played.seconds
        shard.counters += played.counters
        shard.faults.extend(played.faults)
        if save is not None:
            write_replay(save / f"game-{number:06d}.json", played.replay)
    return shard
