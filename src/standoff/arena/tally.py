"""Counts the games of a match one by one: a million games need no more memory than one."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from standoff._jit import inline_kernel, kernel
from standoff.arena.fault import Fault
from standoff.arena.match import LoadedMatch
from standoff.arena.meter import blank_counters
from standoff.arena.shard import NO_SEAT, Shard
from standoff.statistics import Evenness, Interval, even_means, mean_interval
from standoff.verbs import Result

RESULTS = len(Result)


class Column(IntEnum):
    """Columns of a cell after the games by `Result`; they cluster its share by deal."""

    DEALS = RESULTS
    """The deals of which a game was counted here."""
    GAMES_GAMES = RESULTS + 1
    """The games of each such deal, squared, added up; then games times wins, and wins squared."""
    GAMES_WINS = RESULTS + 2
    WINS_WINS = RESULTS + 3


COLUMNS = RESULTS + len(Column)
GROUPS = 64
"""Measures are counted in this many groups of shards; intervals come from their differences."""


class PlayedGames(NamedTuple):
    """Games in a row, as a `Shard` has them: a row for each game, a column for each seat."""

    entrants: Any
    teams: Any
    roles: Any
    outcomes: Any


class Counts(NamedTuple):
    """What a `Tally` counts in a kernel; its attributes say what each array holds."""

    firsts: Any
    cells: Any
    deals: Any
    seat_products: Any
    half_ranks: Any
    scores: Any
    deal_ranks: Any
    pairs: Any


class OpenDeal(NamedTuple):
    """What was counted on the deal that is being played; zeros before its first game."""

    cells: Any
    """Games and wins, by cell."""
    seats: Any
    """Wins by seat."""
    wins: Any
    """By two entrants, the wins of the first in games that they had together."""
    met: Any
    """By two entrants, how many games that were."""
    ranks: Any
    """By entrant, how many seats it had, and the sum of their ranks."""


class Tally:
    """Counts of the games of a match, which are added in their order.

    Only deals are drawn independently, so shares, ranks and wins are judged deal by deal.
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
        """Games by entrant and size of the table, by the best result of all its seats."""
        self.by_seat = by_seat.reshape(entrants, sizes, seats, COLUMNS)
        """Seats by entrant, size of the table, seat and result."""
        self.by_role = by_role.reshape(entrants, sizes, roles, COLUMNS)
        """Seats by entrant, size of the table, role and result."""
        self.deals = np.zeros(sizes, np.int64)
        """Deals by the size of the table."""
        self.seat_products = np.zeros((sizes, seats, seats), np.int64)
        """By size, the wins at two seats on one deal, multiplied and added up over the deals."""
        self.half_ranks = np.zeros((entrants, seats, 2 * seats + 1), np.int64)
        """Seats by entrant, seat and twice the rank."""
        self.scores = np.zeros(entrants)
        self.deal_ranks = np.zeros((entrants, 3))
        """How many deals each entrant played, its mean ranks in them added up, and squared."""
        self.pairs = np.zeros((entrants, entrants, meetings, meetings), np.int64)
        """Whole deals by two entrants and by how many of their games each of them won."""
        self.asked = np.zeros(entrants, np.int64)
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
            raise ValueError(f"game {self.games} is next, not {shard.first}")
        games = PlayedGames(shard.entrants, shard.teams, shard.roles, shard.outcomes)
        count_games(shard.first, self._times, self._sizes, games, self._open_deal, self._counts)
        self.games += len(shard)
        self.decisions += int(shard.decisions.sum())
        self.rounds += int(shard.rounds.sum())
        self.asked += shard.asked.sum(axis=0)
        self.seconds += shard.seconds.sum(axis=0)
        self.counters[shard.first // len(shard) % GROUPS] += shard.counters
        for fault in shard.faults:
            self.fault_counts[fault.entrant][fault.kind] += 1
            self.first_faults.setdefault(fault.entrant, fault)

    def evenness(self, table: int) -> Evenness:
        """Test by deals whether all seats win equally often; `table` is an index of a size."""
        size = int(self._sizes[table])
        wins = self.by_seat[:, table, :size, Result.WIN].sum(axis=0)
        products = self.seat_products[table, :size, :size]
        return even_means(int(self.deals[table]), wins, products)

    def mean_rank(self, entrant: int) -> Interval:
        """Return the mean rank of an entrant, with its interval from the means of deals."""
        deals, total, squares = self.deal_ranks[entrant]
        return mean_interval(int(deals), total, squares)

    def seat_ranks(self, entrants: Sequence[int], seat: int) -> list[tuple[float, int]]:
        """Return how often some entrants had each rank at a seat."""
        counts = self.half_ranks[list(entrants), seat].sum(axis=0)
        return [(half / 2, int(count)) for half, count in enumerate(counts) if count]


@kernel
def count_games(
    first: int, times: int, sizes: Any, games: PlayedGames, deal: OpenDeal, out: Counts
) -> None:
    """Count games in a row from number `first`; a deal may begin in one call and end in another."""
    firsts = out.firsts
    seats, num_roles = games.entrants.shape[1], (firsts[4] - firsts[3]) // len(sizes)
    for row in range(len(games.entrants)):
        entrants, teams, outcomes = games.entrants[row], games.teams[row], games.outcomes[row]
        size = count_seats(entrants)
        table = 0
        while sizes[table] != size:
            table += 1
        out.deals[table] += int((first + row) % times == 0)
        for seat in range(size):
            entrant, outcome, role = int(entrants[seat]), outcomes[seat], games.roles[row, seat]
            cells, deal_cells, result = out.cells[entrant], deal.cells[entrant], int(outcome.result)
            count_game(cells, deal_cells, firsts[2] + seats * table + seat, result)
            if role >= 0:
                count_game(cells, deal_cells, firsts[3] + num_roles * table + role, result)
            if result == Result.WIN:
                count_win(out.seat_products[table], deal.seats, seat)
            out.half_ranks[entrant, seat, int(2 * outcome.rank)] += 1
            out.scores[entrant] += outcome.score
            deal.ranks[entrant, 0] += 1
            deal.ranks[entrant, 1] += outcome.rank
            if is_first_seat(entrants, seat):
                best = best_result(entrants, outcomes, size, entrant)
                count_game(cells, deal_cells, firsts[1] + table, best)
                count_meetings(entrants, size, entrant, best, deal)
            if is_first_of_team(entrants, teams, seat):
                best = best_of_team(entrants, teams, outcomes, size, seat)
                count_game(cells, deal_cells, firsts[0] + teams[seat], best)
        if (first + row) % times == times - 1:
            close_deal(deal, out)


@inline_kernel
def count_game(cells: Any, deal_cells: Any, index: int, result: int) -> None:
    """Count a game in a cell; `deal_cells` has the games and wins there on the same deal."""
    cell, deal = cells[index], deal_cells[index]
    won = int(result == Result.WIN)
    cell[result] += 1
    cell[Column.DEALS] += int(deal[0] == 0)
    cell[Column.GAMES_GAMES] += 2 * deal[0] + 1
    cell[Column.GAMES_WINS] += deal[1] + won * (deal[0] + 1)
    cell[Column.WINS_WINS] += won * (2 * deal[1] + 1)
    deal[0] += 1
    deal[1] += won


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
    """Return how many seats a table has."""
    size = 0
    while size < len(entrants) and entrants[size] != NO_SEAT:
        size += 1
    return size


@kernel
def is_first_seat(entrants: Any, seat: int) -> bool:
    """Whether no seat before has the same entrant."""
    before = 0
    while entrants[before] != entrants[seat]:
        before += 1
    return before == seat


@kernel
def is_first_of_team(entrants: Any, teams: Any, seat: int) -> bool:
    """Whether no seat before has the same entrant in the same team."""
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
    """Count a game of an entrant, and whether it won, for each of the others at the table."""
    for seat in range(size):
        other = entrants[seat]
        if other != entrant and is_first_seat(entrants, seat):
            deal.met[entrant, other] += 1
            deal.wins[entrant, other] += int(result == Result.WIN)


@kernel
def close_deal(deal: OpenDeal, out: Counts) -> None:
    """Count a deal that has been played whole, and begin the next."""
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
