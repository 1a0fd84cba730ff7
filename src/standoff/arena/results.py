"""What a match found: facts of its games, and the standing of each entrant with its interval."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena.fault import Fault
from standoff.arena.meter import NO_ESTIMATOR, blank_counters
from standoff.arena.schedule import Schedule
from standoff.game import PLAYERS, Game
from standoff.measure import Table
from standoff.statistics import Interval, is_settled, wilson
from standoff.verbs import OUTCOME, Result

SCHEMA = 1
NO_SEAT = -1


@dataclass
class Shard:
    """What some games in a row came to; a row for each game, a column for each seat."""

    first: int
    outcomes: NDArray[Any]
    entrants: NDArray[np.int32]
    """Who played each seat, -1 where the table has no such seat."""
    teams: NDArray[np.int32]
    """The team of each seat, -1 likewise."""
    decisions: NDArray[np.int64]
    counters: NDArray[np.float64]
    """What the game measures, summed over these games; a row for each entrant."""
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def blank(cls, game: Game, entrants: int, seats: int, first: int, games: int) -> "Shard":
        """Return the arrays for so many games from number `first`, in which nobody sits yet."""
        shape = (games, seats)
        return cls(
            first=first,
            outcomes=np.zeros(shape, OUTCOME),
            entrants=np.full(shape, NO_SEAT, np.int32),
            teams=np.full(shape, NO_SEAT, np.int32),
            decisions=np.zeros(games, np.int64),
            counters=blank_counters(game, entrants),
        )

    def record(
        self, game: int, outcome: NDArray[Any], entrants: list[int], teams: list[int]
    ) -> None:
        """Put one game in its row."""
        row, seats = game - self.first, len(outcome)
        self.outcomes[row, :seats] = outcome
        self.entrants[row, :seats] = entrants
        self.teams[row, :seats] = teams


@dataclass(frozen=True)
class TeamStanding:
    """How an entrant did as one team."""

    team: str
    games: int
    wins: int
    share: Interval


@dataclass(frozen=True)
class Standing:
    """How one entrant of the line-up did; a game is won if one of its seats has won."""

    agent: str
    games: int
    wins: int
    losses: int
    ties: int
    share: Interval
    mean_rank: float
    mean_score: float
    faults: Counter[str]
    by_team: list[TeamStanding]
    """One for each team it has played, in games with teams."""


@dataclass
class Results:
    """The facts of a match: an outcome for each game and seat, and all faults."""

    game: Game
    agents: list[str]
    seed: int
    schedule: Schedule
    estimator: int = NO_ESTIMATOR
    """The place of the estimator that was judged, if anything was measured."""
    facts: Shard = field(init=False)

    def __post_init__(self) -> None:
        seats, games = self.schedule.seats, self.schedule.games
        self.facts = Shard.blank(self.game, len(self.agents), seats, 0, games)

    @property
    def outcomes(self) -> NDArray[Any]:
        """Rank, score and result by game and seat."""
        return self.facts.outcomes

    @property
    def decisions(self) -> NDArray[np.int64]:
        """How many decisions each game took."""
        return self.facts.decisions

    @property
    def faults(self) -> list[Fault]:
        """All faults in the order of the games."""
        return self.facts.faults

    def collect(self, shard: Shard) -> None:
        """Put the facts of some games in their place."""
        rows = slice(shard.first, shard.first + len(shard.decisions))
        self.facts.outcomes[rows] = shard.outcomes
        self.facts.entrants[rows] = shard.entrants
        self.facts.teams[rows] = shard.teams
        self.facts.decisions[rows] = shard.decisions
        self.facts.counters += shard.counters
        self.facts.faults.extend(shard.faults)

    def standings(self) -> list[Standing]:
        """Return the standing of each entrant, in the order of the line-up."""
        return [self._standing(entrant) for entrant in range(len(self.agents))]

    def _standing(self, entrant: int) -> Standing:
        is_own = self.facts.entrants == entrant
        wins, losses, ties = self._count_results(is_own)
        games = wins + losses + ties
        seats = self.outcomes[is_own]
        return Standing(
            agent=self.agents[entrant],
            games=games,
            wins=wins,
            losses=losses,
            ties=ties,
            share=wilson(wins, games),
            mean_rank=float(seats["rank"].mean()),
            mean_score=float(seats["score"].mean()),
            faults=Counter(fault.kind for fault in self.faults if fault.entrant == entrant),
            by_team=self._team_standings(is_own),
        )

    def _team_standings(self, is_own: NDArray[np.bool_]) -> list[TeamStanding]:
        standings = []
        for number, team in enumerate(self.game.teams):
            wins, losses, ties = self._count_results(is_own & (self.facts.teams == number))
            games = wins + losses + ties
            if games:
                standings.append(TeamStanding(team, games, wins, wilson(wins, games)))
        return standings

    def _count_results(self, is_own: NDArray[np.bool_]) -> tuple[int, int, int]:
        """Return wins, losses and ties of the games with such a seat, by the best of them."""
        best = np.where(is_own, self.outcomes["result"], NO_SEAT).max(axis=1)
        wins, losses, ties = (
            int(np.count_nonzero(best == result))
            for result in (Result.WIN, Result.LOSS, Result.TIE)
        )
        return wins, losses, ties

    def measures(self) -> dict[str, list[Table]]:
        """Return the game's tables of what was measured, for each spec; equal ones are added up."""
        if self.game.measures is None or self.estimator == NO_ESTIMATOR:
            return {}
        counters: dict[str, Any] = {}
        for agent, row in zip(self.agents, self.facts.counters, strict=True):
            counters[agent] = counters.get(agent, 0.0) + row
        return {agent: self.game.measures.report(row) for agent, row in counters.items()}

    @property
    def estimator_name(self) -> str | None:
        """The estimator that was judged, if the game has any and something was measured."""
        names = () if self.game.measures is None else self.game.measures.estimators
        return names[self.estimator] if self.estimator != NO_ESTIMATOR and names else None

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
        sizes = self.schedule.sizes
        options = dict(self.game.settings)
        if len(sizes) > 1:
            del options[PLAYERS]  # each deal has its own
        found = {
            "schema": SCHEMA,
            "game": self.game.address,
            "options": options,
            "seed": self.seed,
            "games": self.schedule.games,
            "protocol": self.schedule.protocol,
            "table_sizes": list(sizes),
            "agents": [standing_dict(standing) for standing in self.standings()],
            "seats": self._seat_dicts(),
        }
        measures = self.measures()
        if measures:
            found["estimator"] = self.estimator_name
            found["measures"] = {
                agent: [table.as_dict() for table in tables] for agent, tables in measures.items()
            }
        return found

    def _seat_dicts(self) -> list[dict[str, Any]]:
        seats = []
        for seat in range(self.schedule.seats):
            rows = self.outcomes[self.facts.entrants[:, seat] != NO_SEAT, seat]
            if len(rows):
                wins = int(np.count_nonzero(rows["result"] == Result.WIN))
                mean_rank = float(rows["rank"].mean())
                seats.append(
                    {"seat": seat, "games": len(rows), "wins": wins, "mean_rank": mean_rank}
                )
        return seats


def standing_dict(standing: Standing) -> dict[str, Any]:
    """Return a standing as docs/formats.md has it."""
    found = {
        "agent": standing.agent,
        "games": standing.games,
        "wins": standing.wins,
        "losses": standing.losses,
        "ties": standing.ties,
        **share_dict(standing.share),
        "mean_rank": standing.mean_rank,
        "mean_score": standing.mean_score,
        "faults": standing.faults.total(),
    }
    if standing.by_team:
        found["teams"] = [
            {"team": row.team, "games": row.games, "wins": row.wins, **share_dict(row.share)}
            for row in standing.by_team
        ]
    return found


def share_dict(share: Interval) -> dict[str, float]:
    """Return a share and its bounds."""
    return {"share": share.estimate, "low": share.low, "high": share.high}
