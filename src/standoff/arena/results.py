"""The results of a match: the standing of each entrant, and comparisons, with error bars."""

from collections import Counter
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena.fault import Fault
from standoff.arena.match import LoadedMatch
from standoff.arena.meter import NO_ESTIMATOR
from standoff.arena.shard import Shard
from standoff.arena.tally import Tally, clustered_share
from standoff.arena.until import Until
from standoff.parts import PLAYERS
from standoff.present import Table
from standoff.statistics import (
    CONFIDENCE,
    Interval,
    holm,
    paired_difference,
    paired_p_value,
)
from standoff.verbs import Result

SCHEMA = 1


@dataclass(frozen=True)
class Part:
    """How an entrant did in some of its games: in one team, in one role, at one seat."""

    name: str
    games: int
    wins: int
    losses: int
    ties: int
    share: Interval

    @classmethod
    def of(cls, name: str, cell: NDArray[np.int64]) -> "Part":
        """Return a part from a cell of a tally; its interval is clustered by deal."""
        losses, ties, wins = (int(cell[result]) for result in Result)
        games = wins + losses + ties
        return cls(name, games, wins, losses, ties, clustered_share(cell).interval())


@dataclass(frozen=True)
class Standing:
    """How one entrant did; it wins a game if one of its seats has won."""

    agent: str
    games: int
    wins: int
    losses: int
    ties: int
    share: Interval
    mean_rank: float
    rank: Interval
    """The mean rank with its interval, from the means of whole deals."""
    mean_score: float
    faults: Counter[str]
    seconds: float
    """How long the entrant thought about a decision, without compiling; nan if not timed."""
    by_team: list[Part]
    """Games by the team that the entrant played, in games with teams."""
    by_role: list[Part]
    """Seats by role, in games with roles."""
    by_seat: list[Part]
    by_size: list[Part]
    """Games by number of players, if that number is drawn."""


@dataclass(frozen=True)
class Comparison:
    """The difference between two entrants' shares of wins, on the deals that both played."""

    first: str
    second: str
    difference: Interval
    p: float
    """The p value, corrected for the number of comparisons."""

    @property
    def better(self) -> str | None:
        """Which of the two is better; None if it is not settled."""
        if not self.p < 1 - CONFIDENCE or self.difference.estimate == 0:
            return None
        return self.first if self.difference.estimate > 0 else self.second


class Results:
    """The tally of a match, and the results computed from it."""

    def __init__(self, loaded: LoadedMatch) -> None:
        match = loaded.match
        self.game, self.schedule, self.seed = loaded.game, loaded.schedule, match.seed
        self.agents, self.estimator = list(match.agents), loaded.estimator
        self.tally = Tally(loaded)
        self.until = None if match.until is None else Until(loaded, match.until)
        """The test that ends the match early, if there is one."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.tally.games

    @property
    def faults(self) -> list[Fault]:
        """The first fault of each entrant that failed."""
        return [fault for _, fault in sorted(self.tally.first_faults.items())]

    def collect(self, shard: Shard) -> None:
        """Count the games that come next."""
        self.tally.add(shard)
        if self.until is not None:
            self.until.add(shard)

    @property
    def is_settled(self) -> bool:
        """Whether the match may end early: the sequential test says which agent is better."""
        return self.until is not None and self.until.is_settled

    # --- standings ---

    def standings(self) -> list[Standing]:
        """Return the standing of each entrant, in order."""
        return [self._standing(entrant) for entrant in range(len(self.agents))]

    def _standing(self, entrant: int) -> Standing:
        tally, game = self.tally, self.game
        whole = Part.of(self.agents[entrant], tally.by_size[entrant].sum(axis=0))
        halves = tally.half_ranks[entrant].sum(axis=0)
        seats, timed = max(1, int(halves.sum())), int(tally.timed[entrant])
        seat_names = [str(seat) for seat in range(self.schedule.seats)]
        sizes = [str(size) for size in self.schedule.sizes]
        return Standing(
            agent=whole.name,
            games=whole.games,
            wins=whole.wins,
            losses=whole.losses,
            ties=whole.ties,
            share=whole.share,
            mean_rank=float(halves @ np.arange(len(halves)) / 2 / seats),
            rank=tally.mean_rank(entrant),
            mean_score=float(tally.scores[entrant] / seats),
            faults=tally.fault_counts[entrant],
            seconds=float(tally.seconds[entrant] / timed) if timed else np.nan,
            by_team=list_parts(game.sides.teams, tally.by_team[entrant]),
            by_role=list_parts(game.sides.roles, tally.by_role[entrant].sum(axis=0)),
            by_seat=list_parts(seat_names, tally.by_seat[entrant].sum(axis=0)),
            by_size=list_parts(sizes if len(sizes) > 1 else [], tally.by_size[entrant]),
        )

    # --- comparisons ---

    def pair_counts(self, first: int, second: int) -> tuple[list[float], list[int]]:
        """Return the differences between two entrants on whole deals, and the count of each.

        A difference is the wins of the first less the wins of the second, divided by the most games
        of one deal in which two entrants can meet.
        """
        counts = self.tally.pairs[first, second]
        own, other = np.nonzero(counts)
        values = (own - other) / self.schedule.meetings
        return values.tolist(), counts[own, other].tolist()

    def comparisons(self) -> list[Comparison]:
        """Compare all pairs of different entrants that have met, on whole deals."""
        pairs, facts = [], []
        for pair in combinations(range(len(self.agents)), 2):
            fact = self.pair_counts(*pair)
            if fact[1] and len({self.agents[entrant] for entrant in pair}) == 2:
                pairs.append(pair)
                facts.append(fact)
        adjusted = holm([paired_p_value(*fact) for fact in facts])
        return [
            Comparison(self.agents[first], self.agents[second], paired_difference(*fact), p)
            for (first, second), fact, p in zip(pairs, facts, adjusted, strict=True)
        ]

    def verdict(self) -> str:
        """Say which of two entrants is better, or that it is not settled, and name faults."""
        if self.until is not None:
            verdict = self.until.verdict()
        else:
            found = self.comparisons()
            better = found[0].better if found else None
            verdict = f"{better} is better" if better else "not settled"
        return "; ".join([verdict, *self.remarks()])

    def remarks(self) -> list[str]:
        """Return a line for each entrant that failed, with its first failure."""
        return [
            f"{self.agents[fault.entrant]} failed"
            f" {self.tally.fault_counts[fault.entrant].total()} times, first in game {fault.game},"
            f" move {fault.move}: {fault.kind}: {fault.detail}"
            for fault in self.faults
        ]

    # --- measures ---

    def measures(self) -> dict[str, list[Table]]:
        """Return the game's tables of measures for each spec; entrants of one spec are added up."""
        if self.game.measures is None or self.estimator == NO_ESTIMATOR:
            return {}
        counters: dict[str, Any] = {}
        for entrant, agent in enumerate(self.agents):
            counters[agent] = counters.get(agent, 0.0) + self.tally.counters[:, entrant]
        return {agent: self.game.measures.report(groups) for agent, groups in counters.items()}

    @property
    def estimator_name(self) -> str | None:
        """The estimator that measures judged; None if nothing was measured."""
        names = () if self.game.measures is None else self.game.measures.estimators
        return names[self.estimator] if self.estimator != NO_ESTIMATOR and names else None

    # --- JSON ---

    def as_dict(self) -> dict[str, Any]:
        """Return schema 1 of docs/formats.md, without times, so that equal runs are equal."""
        sizes = self.schedule.sizes
        options = dict(self.game.settings)
        if len(sizes) > 1:
            del options[PLAYERS]  # each deal has its own
        found = {
            "schema": SCHEMA,
            "game": self.game.address,
            "options": options,
            "seed": self.seed,
            "games": self.games,
            "protocol": self.schedule.protocol,
            "table_sizes": list(sizes),
            "agents": self._agent_dicts(),
            "comparisons": [comparison_dict(row) for row in self.comparisons()],
            "seats": self._seat_dicts(),
        }
        if self.until is not None:
            found["until"] = self.until.as_dict()
        measures = self.measures()
        if measures:
            found["estimator"] = self.estimator_name
            found["measures"] = {
                agent: [table.as_dict() for table in tables] for agent, tables in measures.items()
            }
        return found

    def _agent_dicts(self) -> list[dict[str, Any]]:
        rows = [standing_dict(standing) for standing in self.standings()]
        for fault in self.faults:
            names = ("game", "move", "seat", "kind", "detail", "traceback")
            rows[fault.entrant]["first_fault"] = {name: getattr(fault, name) for name in names}
        return rows

    def _seat_dicts(self) -> list[dict[str, Any]]:
        seats = []
        for seat in range(self.schedule.seats):
            ranks = self.tally.seat_ranks(range(len(self.agents)), seat)
            games = sum(count for _, count in ranks)
            if games:
                wins = int(self.tally.by_seat[:, :, seat, Result.WIN].sum())
                mean_rank = sum(rank * count for rank, count in ranks) / games
                seats.append({"seat": seat, "games": games, "wins": wins, "mean_rank": mean_rank})
        return seats


def list_parts(names: Any, cells: NDArray[np.int64]) -> list[Part]:
    """Return a part for each name that has games."""
    parts = [Part.of(name, row) for name, row in zip(names, cells, strict=False)]
    return [part for part in parts if part.games]


def standing_dict(standing: Standing) -> dict[str, Any]:
    """Return a standing as docs/formats.md describes it."""
    found = {
        **count_dict(standing),
        "mean_rank": standing.mean_rank,
        "mean_score": standing.mean_score,
        "faults": standing.faults.total(),
    }
    named = {"teams": ("team", standing.by_team), "roles": ("role", standing.by_role)}
    for key, (name, parts) in named.items():
        if parts:
            found[key] = [
                {name: part.name, "games": part.games, "wins": part.wins, **share_dict(part.share)}
                for part in parts
            ]
    return found


def count_dict(standing: Standing) -> dict[str, Any]:
    """Return how many games an entrant won, lost and tied, and its share of wins."""
    return {
        "agent": standing.agent,
        "games": standing.games,
        "wins": standing.wins,
        "losses": standing.losses,
        "ties": standing.ties,
        **share_dict(standing.share),
    }


def comparison_dict(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain values."""
    bounds = asdict(comparison.difference)
    return {
        "agents": [comparison.first, comparison.second],
        "difference": bounds["estimate"],
        "low": bounds["low"],
        "high": bounds["high"],
        "p": comparison.p,
        "better": comparison.better,
    }


def share_dict(share: Interval) -> dict[str, float]:
    """Return a share and its bounds."""
    return {"share": share.estimate, "low": share.low, "high": share.high}
