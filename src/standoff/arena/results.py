"""What a match found: facts of its games, and the standing of each entrant with its interval."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena.fault import Fault
from standoff.arena.schedule import Schedule
from standoff.arena.statistics import Interval, is_settled, wilson
from standoff.game import Game
from standoff.verbs import OUTCOME, Result

SCHEMA = 1


@dataclass
class Shard:
    """What some games in a row came to."""

    first: int
    outcomes: NDArray[Any]
    decisions: NDArray[np.int64]
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True)
class Standing:
    """How one entrant of the line-up did."""

    agent: str
    games: int
    wins: int
    losses: int
    ties: int
    share: Interval
    mean_rank: float
    mean_score: float
    faults: Counter[str]


@dataclass
class Results:
    """The facts of a match: an outcome for each game and seat, and all faults."""

    game: Game
    agents: list[str]
    seed: int
    schedule: Schedule
    outcomes: NDArray[Any] = field(init=False)
    decisions: NDArray[np.int64] = field(init=False)
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.outcomes = np.zeros((self.schedule.games, self.schedule.seats), OUTCOME)
        self.decisions = np.zeros(self.schedule.games, np.int64)

    def collect(self, shard: Shard) -> None:
        """Put the facts of some games in their place."""
        last = shard.first + len(shard.decisions)
        self.outcomes[shard.first : last] = shard.outcomes
        self.decisions[shard.first : last] = shard.decisions
        self.faults.extend(shard.faults)

    def standings(self) -> list[Standing]:
        """Return the standing of each entrant, in the order of the line-up."""
        return [self._standing(entrant) for entrant in range(len(self.agents))]

    def _standing(self, entrant: int) -> Standing:
        games = np.arange(self.schedule.games)
        rows = self.outcomes[games, (entrant - games) % self.schedule.seats]
        wins, losses, ties = (
            int(np.count_nonzero(rows["result"] == result))
            for result in (Result.WIN, Result.LOSS, Result.TIE)
        )
        return Standing(
            agent=self.agents[entrant],
            games=len(rows),
            wins=wins,
            losses=losses,
            ties=ties,
            share=wilson(wins, len(rows)),
            mean_rank=float(rows["rank"].mean()),
            mean_score=float(rows["score"].mean()),
            faults=Counter(fault.kind for fault in self.faults if fault.entrant == entrant),
        )

    def verdict(self) -> str:
        """Say which of two entrants is better, or that it is not settled; faults are named."""
        first, second = self.standings()[:2]
        if first.wins == second.wins or not is_settled(first.wins, second.wins):
            verdict = "not settled"
        else:
            better = first if first.wins > second.wins else second
            verdict = f"{better.agent} is better"
        return "; ".join([verdict, *self.remarks()])

    def remarks(self) -> list[str]:
        """Return a line for each entrant that failed, with its first failure."""
        lines = []
        for entrant, agent in enumerate(self.agents):
            faults = [fault for fault in self.faults if fault.entrant == entrant]
            if faults:
                first = faults[0]
                where = f"first in game {first.game}, move {first.move}"
                what = f"{first.kind}: {first.detail}"
                lines.append(f"{agent} failed {len(faults)} times, {where}: {what}")
        return lines

    def as_dict(self) -> dict[str, Any]:
        """Return schema 1 of docs/formats.md."""
        seats = [self.outcomes[:, seat] for seat in range(self.schedule.seats)]
        return {
            "schema": SCHEMA,
            "game": self.game.address,
            "options": dict(self.game.settings),
            "seed": self.seed,
            "games": self.schedule.games,
            "protocol": self.schedule.protocol,
            "agents": [
                {
                    "agent": standing.agent,
                    "games": standing.games,
                    "wins": standing.wins,
                    "losses": standing.losses,
                    "ties": standing.ties,
                    "share": standing.share.estimate,
                    "low": standing.share.low,
                    "high": standing.share.high,
                    "mean_rank": standing.mean_rank,
                    "mean_score": standing.mean_score,
                    "faults": standing.faults.total(),
                }
                for standing in self.standings()
            ],
            "seats": [
                {
                    "seat": seat,
                    "games": len(rows),
                    "wins": int(np.count_nonzero(rows["result"] == Result.WIN)),
                    "mean_rank": float(rows["rank"].mean()),
                }
                for seat, rows in enumerate(seats)
            ],
        }
