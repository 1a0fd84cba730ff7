"""Counts the games of a match: a million games need no more memory than one."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff._jit import inline_kernel, kernel
from standoff.arena.fault import Fault
from standoff.arena.match import LoadedMatch
from standoff.arena.meter import blank_counters
from standoff.arena.shard import NO_SEAT, Shard
from standoff.statistics import (
    POWERS,
    ClusteredShare,
    Evenness,
    Interval,
    even_means,
    mean_interval,
)
from standoff.verbs import Result

RESULTS = len(Result)


# Columns of a cell behind its games by `Result`; they cluster its share by deal.
DEALS = RESULTS
"""The number of deals with a game in this cell."""
SUMS = RESULTS + 1
"""The sums over deals of the products of `statistics.POWERS`, without games and wins themselves."""
COLUMNS = SUMS + len(POWERS) - 2
HIGHEST = max(power for _, power in POWERS)
GROUPS = 64
"""Measures are counted in this many groups of shards; intervals come from their differences."""


class PlayedGames(NamedTuple):
    """Arrays of a `Shard`: a row for each game, a column for each seat."""

    entrants: Any
    teams: Any
    roles: Any
    outcomes: Any


class Counts(NamedTuple):
    """What a `Tally` counts in a kernel; `Tally` says what each array holds."""

    firsts: Any
    cells: Any
    deals: Any
    seat_products: Any
    half_ranks: Any
    scores: Any
    deal_ranks: Any
    pairs: Any


class OpenDeal(NamedTuple):
    """Counts of the current deal; zeros before its first game."""

    cells: Any
    """Games and wins by cell."""
    seats: Any
    """Wins by seat."""
    wins: Any
    """By two entrants, the wins of the first in the games that both played."""
    met: Any
    """By two entrants, the games that both played."""
    ranks: Any
    """By entrant, how many seats it had, and the sum of their ranks."""


class Tally:
    """Counts of the games of a match, which are added in order.

    Games of one deal are not independent, so shares, ranks and wins are judged deal by deal.
    """

    def __init__(self, loaded: LoadedMatch) -> None:
        schedule, game = loaded.schedule, loaded.game
        entrants, sizes, seats = len(loaded.match.agents), len(schedule.sizes), schedule.seats
        teams, roles = len(game.sides.teams) or seats, len(game.sides.roles) or 1
        meetings = schedule.meetings + 1
        self.games = 0
        self.decisions = 0
        self.rounds = 0
        firsts = np.cumsum([0, teams, sizes, sizes * seats, sizes * roles])
        cells = np.zeros((entrants, firsts[-1], COLUMNS), np.int64)
        by_team, by_size, by_seat, by_role = np.split(cells, firsts[1:-1], axis=1)
        self.by_team = by_team
        """Games by entrant and team, by the best result of its seats in that team."""
        self.by_size = by_size
        """Games by entrant and number of players, by the best result of all its seats."""
        self.by_seat = by_seat.reshape(entrants, sizes, seats, COLUMNS)
        """Seats by entrant, number of players, seat and result."""
        self.by_role = by_role.reshape(entrants, sizes, roles, COLUMNS)
        """Seats by entrant, number of players, role and result."""
        self.deals = np.zeros(sizes, np.int64)
        """Deals by number of players."""
        self.seat_products = np.zeros((sizes, seats, seats), np.int64)
        """By number of players and two seats, the sum over deals of the product of their wins."""
        self.half_ranks = np.zeros((entrants, seats, 2 * seats + 1), np.int64)
        """Seats by entrant, seat and twice the rank."""
        self.scores = np.zeros(entrants)
        self.deal_ranks = np.zeros((entrants, 3))
        """By entrant, the number of its deals, the sum of its mean ranks, and of their squares."""
        self.pairs = np.zeros((entrants, entrants, meetings, meetings), np.int64)
        """Whole deals by two entrants and by the wins of each in the games that both played."""
        self.asked = np.zeros(entrants, np.int64)
        self.timed = np.zeros(entrants, np.int64)
        """By entrant, the decisions that were timed, and how long they took."""
        self.seconds = np.zeros(entrants)
        self.counters = np.zeros((GROUPS, *blank_counters(game, entrants).shape))
        """What the game measures, by group and entrant."""
        self.fault_counts: list[Counter[str]] = [Counter() for _ in range(entrants)]
        self.first_faults: dict[int, Fault] = {}
        self._times = schedule.times
        self._sizes = np.array(schedule.sizes)
        self._counts = Counts(
            firsts,
            cells,
            self.deals,
            self.seat_products,
            self.half_ranks,
            self.scores,
            self.deal_ranks,
            self.pairs,
        )
        self._open_deal = OpenDeal(
            cells=np.zeros((entrants, firsts[-1], 2), np.int64),
            seats=np.zeros(seats, np.int64),
            wins=np.zeros((entrants, entrants), np.int64),
            met=np.zeros((entrants, entrants), np.int64),
            ranks=np.zeros((entrants, 2)),
        )

    def add(self, shard: Shard) -> None:
        """Count the games that come next."""
        if shard.first != self.games:
            raise ValueError(f"the next game is {self.games}, not {shard.first}")
        games = PlayedGames(shard.entrants, shard.teams, shard.roles, shard.outcomes)
        count_games(shard.first, self._times, self._sizes, games, self._open_deal, self._counts)
        self.games += len(shard)
        self.decisions += int(shard.decisions.sum())
        self.rounds += int(shard.rounds.sum())
        self.asked += shard.asked.sum(axis=0)
        self.seconds += np.nansum(shard.seconds, axis=0)
        self.timed += np.where(np.isnan(shard.seconds), 0, shard.asked).sum(axis=0)
        self.counters[shard.first // len(shard) % GROUPS] += shard.counters
        for fault in shard.faults:
            self.fault_counts[fault.entrant][fault.kind] += 1
            self.first_faults.setdefault(fault.entrant, fault)

    def evenness(self, size_index: int) -> Evenness:
        """Test by deals whether all seats of one number of players win equally often."""
        size = int(self._sizes[size_index])
        wins = self.by_seat[:, size_index, :size, Result.WIN].sum(axis=0)
        products = self.seat_products[size_index, :size, :size]
        return even_means(int(self.deals[size_index]), wins, products)

    def mean_rank(self, entrant: int) -> Interval:
        """Return the mean rank of an entrant, with its interval from the means of deals."""
        deals, total, squares = self.deal_ranks[entrant]
        return mean_interval(int(deals), total, squares)

    def seat_ranks(self, entrants: Sequence[int], seat: int) -> list[tuple[float, int]]:
        """Return how often some entrants had each rank at a seat."""
        counts = self.half_ranks[list(entrants), seat].sum(axis=0)
        return [(half / 2, int(count)) for half, count in enumerate(counts) if count]


def clustered_share(cell: NDArray[np.int64]) -> ClusteredShare:
    """Return the share of wins in a cell, clustered by deal."""
    games, deals = int(cell[:RESULTS].sum()), int(cell[DEALS])
    return ClusteredShare.of_sums(deals, [games, int(cell[Result.WIN]), *cell[SUMS:].tolist()])


@kernel
def count_games(
    first: int, times: int, sizes: Any, games: PlayedGames, deal: OpenDeal, out: Counts
) -> None:
    """Count the games from number `first` on; a deal may begin in one call and end in another."""
    firsts = out.firsts
    seats, num_roles = games.entrants.shape[1], (firsts[4] - firsts[3]) // len(sizes)
    for row in range(len(games.entrants)):
        entrants, teams, outcomes = games.entrants[row], games.teams[row], games.outcomes[row]
        size = count_seats(entrants)
        size_index = 0
        while sizes[size_index] != size:
            size_index += 1
        out.deals[size_index] += int((first + row) % times == 0)
        for seat in range(size):
            entrant, outcome, role = int(entrants[seat]), outcomes[seat], games.roles[row, seat]
            cells, deal_cells, result = out.cells[entrant], deal.cells[entrant], int(outcome.result)
            count_game(cells, deal_cells, firsts[2] + seats * size_index + seat, result)
            if role >= 0:
                cell = firsts[3] + num_roles * size_index + role
                count_game(cells, deal_cells, cell, result)
            if result == Result.WIN:
                count_win(out.seat_products[size_index], deal.seats, seat)
            out.half_ranks[entrant, seat, int(2 * outcome.rank)] += 1
            out.scores[entrant] += outcome.score
            deal.ranks[entrant, 0] += 1
            deal.ranks[entrant, 1] += outcome.rank
            if is_first_seat(entrants, seat):
                best = best_result(entrants, outcomes, size, entrant)
                count_game(cells, deal_cells, firsts[1] + size_index, best)
                count_meetings(entrants, size, entrant, best, deal)
            if is_first_of_team(entrants, teams, seat):
                best = best_of_team(entrants, teams, outcomes, size, seat)
                count_game(cells, deal_cells, firsts[0] + teams[seat], best)
        if (first + row) % times == times - 1:
            close_deal(deal, out)


@inline_kernel
def count_game(cells: Any, deal_cells: Any, index: int, result: int) -> None:
    """Count a game in a cell; `deal_cells` has the cell's games and wins on the same deal."""
    cell, deal = cells[index], deal_cells[index]
    won = int(result == Result.WIN)
    cell[result] += 1
    cell[DEALS] += int(deal[0] == 0)
    add_powers(cell, deal, -1)
    deal[0] += 1
    deal[1] += won
    add_powers(cell, deal, 1)


@inline_kernel
def add_powers(cell: Any, deal: Any, sign: int) -> None:
    """Add the products of powers of a deal's games and wins to a cell, or take them away."""
    column = SUMS
    for degree in range(2, HIGHEST + 1):
        for power in range(degree + 1):
            term = sign
            for _ in range(degree - power):
                term *= deal[0]
            for _ in range(power):
                term *= deal[1]
            cell[column] += term
            column += 1


@inline_kernel
def count_win(products: Any, deal_seats: Any, seat: int) -> None:
    """Count a win at a seat; `deal_seats` has the wins by seat on the same deal."""
    for other in range(len(deal_seats)):
        products[seat, other] += deal_seats[other]
        products[other, seat] += deal_seats[other]
    products[seat, seat] += 1
    deal_seats[seat] += 1


@kernel
def count_seats(entrants: Any) -> int:
    """Return how many seats a game has."""
    size = 0
    while size < len(entrants) and entrants[size] != NO_SEAT:
        size += 1
    return size


@kernel
def is_first_seat(entrants: Any, seat: int) -> bool:
    """Whether no earlier seat has the same entrant."""
    before = 0
    while entrants[before] != entrants[seat]:
        before += 1
    return before == seat


@kernel
def is_first_of_team(entrants: Any, teams: Any, seat: int) -> bool:
    """Whether no earlier seat has the same entrant and the same team."""
    before = 0
    while entrants[before] != entrants[seat] or teams[before] != teams[seat]:
        before += 1
    return before == seat


@kernel
def best_result(entrants: Any, outcomes: Any, size: int, entrant: int) -> int:
    """Return the best result of an entrant's seats."""
    best = 0
    for seat in range(size):
        if entrants[seat] == entrant:
            best = max(best, int(outcomes[seat].result))
    return best


@kernel
def best_of_team(entrants: Any, teams: Any, outcomes: Any, size: int, first: int) -> int:
    """Return the best result of an entrant's seats in the team of its seat `first`."""
    best = 0
    for seat in range(first, size):
        if entrants[seat] == entrants[first] and teams[seat] == teams[first]:
            best = max(best, int(outcomes[seat].result))
    return best


@kernel
def count_meetings(entrants: Any, size: int, entrant: int, result: int, deal: OpenDeal) -> None:
    """Count a game of an entrant, and whether it won, for each other entrant of the game."""
    for seat in range(size):
        other = entrants[seat]
        if other != entrant and is_first_seat(entrants, seat):
            deal.met[entrant, other] += 1
            deal.wins[entrant, other] += int(result == Result.WIN)


@kernel
def close_deal(deal: OpenDeal, out: Counts) -> None:
    """Count a deal whose games are all played, and begin the next."""
    entrants = len(out.deal_ranks)
    for entrant in range(entrants):
        if deal.ranks[entrant, 0] > 0:
            mean = deal.ranks[entrant, 1] / deal.ranks[entrant, 0]
            out.deal_ranks[entrant, 0] += 1
            out.deal_ranks[entrant, 1] += mean
            out.deal_ranks[entrant, 2] += mean * mean
        for other in range(entrants):
            if deal.met[entrant, other] > 0:
                wins = deal.wins[entrant, other]
                out.pairs[entrant, other, wins, deal.wins[other, entrant]] += 1
    deal.cells[:] = 0
    deal.seats[:] = 0
    deal.wins[:] = 0
    deal.met[:] = 0
    deal.ranks[:] = 0.0
