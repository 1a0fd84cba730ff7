"""What a match came to, as plain numbers that a file can hold.

The only module of the reproduction that looks into `Results`.
"""

import math
from dataclasses import dataclass

import numpy as np

from standoff.arena import Results
from standoff.arena.results import Part as ArenaPart
from standoff.reproduction.verdict import Count, Mean
from standoff.statistics import Interval, wilson
from standoff.verbs import Result

CONTENT = 2
"""Raised when a tally holds other things than before, so that none of the old ones is read."""
FIRST = 2
"""The first rank, in half ranks."""

Counters = list[list[list[float]]]
"""What Bang! measures: by role, round and count, the first round being whole games."""


@dataclass(frozen=True)
class Part:
    """How many games, or seats, were won of some of an entrant's, judged by whole deals."""

    number: int
    share: Interval


NO_PART = Part(0, wilson(0, 0))


@dataclass(frozen=True)
class Tally:
    """The counts of a match. Lists by entrant are in the order of the line-up."""

    agents: list[str]
    games: int
    wins: list[int]
    ties: list[int]
    teams: list[dict[str, Part]]
    """Games of each entrant as each team."""
    roles: list[dict[str, Part]]
    """Seats of each entrant in each role."""
    role_seats: list[dict[str, dict[int, int]]]
    """How many such seats there were, by the size of the table."""
    seat_wins: list[list[int]]
    """By entrant and seat."""
    half_ranks: list[list[list[int]]]
    """By entrant and seat, how often 0 half ranks behind the first, 1 half rank, and so on."""
    faults: int
    counters: list[Counters]
    """What the game has measured, by entrant; empty if nothing was."""

    def places(self, *agents: int) -> list[int]:
        """Return these entrants, all if none is named."""
        return list(agents) or list(range(len(self.agents)))

    def share(self, agent: int) -> Count:
        """Return the games that an entrant has won."""
        return Count(self.wins[agent], self.games)

    def as_team(self, agent: int, team: str) -> Part:
        """Return how many games an entrant has won as one team."""
        return self.teams[agent].get(team, NO_PART)

    def as_role(self, agent: int, role: str) -> Part:
        """Return how many of an entrant's seats of one role have won."""
        return self.roles[agent].get(role, NO_PART)

    def seat_share(self, seat: int, *agents: int, rank: int | None = None) -> Count:
        """Return how often these entrants won at a seat, or had a rank there."""
        whole = sum(sum(self.half_ranks[agent][seat]) for agent in self.places(*agents))
        if rank is None:
            return Count(sum(self.seat_wins[agent][seat] for agent in self.places(*agents)), whole)
        place = 2 * (rank - 1)
        part = sum(self.half_ranks[agent][seat][place] for agent in self.places(*agents))
        return Count(part, whole)

    def mean_rank(self, *agents: int, seat: int | None = None) -> Mean:
        """Return the mean rank of these entrants, at one seat or at all."""
        seats = self.seats if seat is None else [seat]
        counts = np.sum(
            [self.half_ranks[agent][seat] for agent in self.places(*agents) for seat in seats],
            axis=0,
        )
        ranks = 1 + np.arange(len(counts)) / 2
        number = int(counts.sum())
        mean = float(counts @ ranks / number)
        deviation = math.sqrt(float(counts @ (ranks - mean) ** 2) / max(1, number - 1))
        return Mean(mean, deviation, number)

    @property
    def seats(self) -> list[int]:
        """The seats of the largest table."""
        return list(range(len(self.seat_wins[0])))


def count_up(results: Results) -> Tally:
    """Return the counts of a match."""
    standings = results.standings()
    return Tally(
        agents=list(results.agents),
        games=results.games,
        wins=[standing.wins for standing in standings],
        ties=[standing.ties for standing in standings],
        teams=[parts_of(standing.by_team) for standing in standings],
        roles=[parts_of(standing.by_role) for standing in standings],
        role_seats=[seats_of(results, entrant) for entrant in range(len(standings))],
        seat_wins=results.tally.by_seat[..., Result.WIN].sum(axis=1).tolist(),
        half_ranks=results.tally.half_ranks[:, :, FIRST:].tolist(),
        faults=sum(standing.faults.total() for standing in standings),
        counters=results.tally.counters.sum(axis=0).tolist() if results.measures() else [],
    )


def parts_of(rows: list[ArenaPart]) -> dict[str, Part]:
    """Return parts of a standing by name."""
    return {row.name: Part(row.games, row.share) for row in rows}


def seats_of(results: Results, entrant: int) -> dict[str, dict[int, int]]:
    """Return how many seats of each role an entrant had, by the size of the table."""
    seats = results.tally.by_role[entrant, ..., : len(Result)].sum(axis=-1).T
    return {
        role: dict(zip(results.schedule.sizes, row, strict=True))
        for role, row in zip(results.game.sides.roles, seats.tolist(), strict=False)
    }
