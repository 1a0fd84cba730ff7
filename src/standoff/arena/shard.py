"""The results of some consecutive games."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena.fault import Fault
from standoff.arena.match import LoadedMatch
from standoff.arena.meter import blank_counters
from standoff.verbs import NO_ROLE, NO_ROUNDS, OUTCOME

NO_SEAT = -1

Bounds = tuple[int, int]
"""The first game of a shard, and the first game after it."""


@dataclass
class Shard:
    """The results of some consecutive games: a row for each game, a column for each seat."""

    first: int
    seeds: NDArray[np.int64]
    """The seed of each deal."""
    outcomes: NDArray[Any]
    entrants: NDArray[np.int32]
    """The entrant at each seat; NO_SEAT if the game has fewer seats."""
    teams: NDArray[np.int32]
    """The team of each seat; NO_SEAT if the game has fewer seats."""
    roles: NDArray[np.int32]
    """The role of each seat; NO_ROLE if the game has fewer seats, or no roles."""
    decisions: NDArray[np.int64]
    rounds: NDArray[np.int64]
    """How many rounds began; NO_ROUNDS in games that do not count them."""
    asked: NDArray[np.int64]
    """How many decisions each entrant made; a column for each entrant."""
    seconds: NDArray[np.float64]
    """How long each entrant thought; not a number if it was not timed."""
    counters: NDArray[np.float64]
    """Counters of measures, summed over these games; a row for each entrant."""
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def blank(cls, loaded: LoadedMatch, first: int, last: int) -> "Shard":
        """Return the arrays for the games from `first` to `last` - 1, with empty seats."""
        games, entrants = last - first, len(loaded.match.agents)
        shape = (games, loaded.schedule.seats)
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
            counters=blank_counters(loaded.game, entrants),
        )

    def __len__(self) -> int:
        return len(self.decisions)

    def add_faults(self, faults: Iterable[Fault]) -> None:
        """Add faults; of faults of an entrant that look the same, one keeps its traceback."""
        known = {(fault.entrant, fault.detail) for fault in self.faults}
        for fault in faults:
            mark = fault.entrant, fault.detail
            self.faults.append(replace(fault, traceback="") if mark in known else fault)
            known.add(mark)

    @property
    def bounds(self) -> Bounds:
        """The first game, and the first game after the shard."""
        return self.first, self.first + len(self)
