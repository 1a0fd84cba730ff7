"""The games of a match, counted as plain numbers.

The only module of the reproduction that looks into `Results`.
"""

import math
from dataclasses import dataclass

import numpy as np

from standoff.arena import Results
from standoff.arena.meter import NO_ESTIMATOR
from standoff.reproduction.sample import Mean, Proportion
from standoff.statistics import Interval, wilson
from standoff.verbs import Result

FIRST = 2
"""The first rank, in half ranks."""

Counters = list[list[list[float]]]
"""What Bang! measures: by role, round and count; the first round stands for whole games."""


@dataclass(frozen=True)
class Part:
    """Some of an entrant's games or seats: their number, and the share of wins, by deals."""

    number: int
    share: Interval


NO_PART = Part(0, wilson(0, 0))


@dataclass(frozen=True)
class Played:
    """The counts of a match. Lists by entrant follow the order of the line-up."""

    agents: list[str]
    games: int
    wins: list[int]
    ties: list[int]
    teams: list[dict[str, Part]]
    """Games of each entrant as each team."""
    roles: list[dict[str, Part]]
    """Seats of each entrant in each role."""
    role_seats: list[dict[str, dict[int, int]]]
    """The number of these seats, by the number of players."""
    seat_wins: list[list[int]]
    """By entrant and seat."""
    half_ranks: list[list[list[int]]]
    """By entrant and seat: how often 0, 1, 2, ... half ranks behind the first."""
    faults: int
    counters: list[Counters]
    """What the game has measured, by entrant; empty if nothing was measured."""

    def share(self, entrant: int) -> Proportion:
        """Return the games that an entrant has won."""
        return Proportion(self.wins[entrant], self.games)

    def as_team(self, entrant: int, team: str) -> Part:
        """Return the games of an entrant as one team."""
        return self.teams[entrant].get(team, NO_PART)

    def as_role(self, entrant: int, role: str) -> Part:
        """Return the seats of an entrant in one role."""
        return self.roles[entrant].get(role, NO_PART)

    def seat_share(self, seat: int, *entrants: int, rank: int | None = None) -> Proportion:
        """Return how often these entrants (or all) won at a seat, or had a rank there."""
        chosen = self._choose(entrants)
        whole = sum(sum(self.half_ranks[entrant][seat]) for entrant in chosen)
        if rank is None:
            return Proportion(sum(self.seat_wins[entrant][seat] for entrant in chosen), whole)
        half = 2 * (rank - 1)
        return Proportion(sum(self.half_ranks[entrant][seat][half] for entrant in chosen), whole)

    def mean_rank(self, *entrants: int, seat: int | None = None) -> Mean:
        """Return the mean rank of these entrants (or of all), at one seat or at all seats."""
        seats = self.seats if seat is None else [seat]
        counts = np.sum(
            [
                self.half_ranks[entrant][seat]
                for entrant in self._choose(entrants)
                for seat in seats
            ],
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

    def _choose(self, entrants: tuple[int, ...]) -> list[int]:
        return list(entrants) or list(range(len(self.agents)))


def count_up(results: Results) -> Played:
    """Return the counts of a match."""
    standings, tally = results.standings(), results.tally
    is_measured = results.estimator != NO_ESTIMATOR
    return Played(
        agents=list(results.agents),
        games=results.games,
        wins=[standing.wins for standing in standings],
        ties=[standing.ties for standing in standings],
        teams=[
            {part.name: Part(part.games, part.share) for part in standing.by_team}
            for standing in standings
        ],
        roles=[
            {part.name: Part(part.games, part.share) for part in standing.by_role}
            for standing in standings
        ],
        role_seats=[seats_of(results, entrant) for entrant in range(len(standings))],
        seat_wins=tally.by_seat[..., Result.WIN].sum(axis=1).tolist(),
        half_ranks=tally.half_ranks[:, :, FIRST:].tolist(),
        faults=sum(standing.faults.total() for standing in standings),
        counters=tally.counters.sum(axis=0).tolist() if is_measured else [],
    )


def seats_of(results: Results, entrant: int) -> dict[str, dict[int, int]]:
    """Return how many seats of each role an entrant had, by the number of players."""
    seats = results.tally.by_role[entrant, ..., : len(Result)].sum(axis=-1).T
    return {
        role: dict(zip(results.schedule.sizes, row, strict=True))
        for role, row in zip(results.game.sides.roles, seats.tolist(), strict=False)
    }
