"""Who plays where in which game, and on which deal. Every game is fixed by its number alone."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.errors import BadRun, UnknownName
from standoff.game import PLAYERS, Game
from standoff.rng import Purpose, Rng, run_key

MAX_GAMES = 10_000_000

FIXTURE = np.dtype(
    (
        np.record,
        [
            ("number", np.int64),  # of the game: with the seat it names a random stream
            ("deal", np.int64),  # the number of the deal it is played on
            ("table", np.int64),  # which of the sizes the table has
        ],
    )
)


class Protocol(StrEnum):
    """How agents change places on the same deal."""

    PAIRS = "pairs"
    """Each deal twice with the two seats swapped."""
    ROTATE = "rotate"
    """Each deal once for every rotation of the line-up."""
    TEAMS = "teams"
    """Each deal once for every way to share the teams out so that every agent has one."""
    SHUFFLE = "shuffle"
    """Each deal once, the agents at random seats, as evenly as can be."""


@dataclass(frozen=True)
class Schedule:
    """Which games are played, on which deals, by whom."""

    protocol: Protocol
    seatings: tuple[tuple[int, ...], ...]
    """Who plays at each place, a seat or under `teams` a team; each deal sees all of them.

    Under `shuffle` there are none: they are drawn for each game.
    """
    sizes: tuple[int, ...]
    """How many may sit at the table; drawn for each deal if there is a choice."""
    games: int
    seed: int
    agents: int

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise BadRun(f"the number of games must be from 1 to {MAX_GAMES}, not {self.games}")
        times = self._times
        if self.protocol is not Protocol.TEAMS and self.games % times:
            raise BadRun(
                f"the number of games must be a multiple of {times}, since each deal is played"
                f" {times} times with the seats rotated, not {self.games}"
            )

    @property
    def _times(self) -> int:
        """How often each deal is played."""
        return max(1, len(self.seatings))

    @property
    def by_team(self) -> bool:
        """Whether places are teams, not seats."""
        return self.protocol is Protocol.TEAMS

    @property
    def seats(self) -> int:
        """How many seats the largest table has."""
        return max(self.sizes)

    def deal(self, game: int) -> int:
        """Return the number of the deal that a game is played on."""
        return game // self._times

    def seating(self, game: int) -> tuple[int, ...]:
        """Return the entrant at each place."""
        if self.seatings:
            return self.seatings[game % self._times]
        rng = Rng.stream(run_key(self.seed), game, Purpose.SEATS)
        order = list(range(self.agents))
        rng.shuffle(order)
        seats = [order[seat % self.agents] for seat in range(self.sizes[self.table(game)])]
        rng.shuffle(seats)
        return tuple(seats)

    def table(self, game: int) -> int:
        """Return which of the sizes the table of a game has."""
        return self._table_of_deal(self.deal(game))

    def _table_of_deal(self, deal: int) -> int:
        if len(self.sizes) == 1:
            return 0
        return Rng.stream(run_key(self.seed), deal, Purpose.PLAYERS).below(len(self.sizes))

    def fixtures(self, first: int, last: int) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Return the games from `first` to `last` - 1 as kernels read them, and their seatings."""
        numbers = np.arange(first, last)
        rows = np.zeros(last - first, FIXTURE)
        rows["number"] = numbers
        rows["deal"] = numbers // self._times
        deals, where = np.unique(rows["deal"], return_inverse=True)
        tables = np.array([self._table_of_deal(int(deal)) for deal in deals], np.int64)
        rows["table"] = tables[where]
        if self.seatings:
            return rows, np.array(self.seatings)[numbers % self._times]
        places = np.zeros((last - first, self.seats), np.int64)
        for row, number in zip(places, numbers, strict=True):
            seating = self.seating(int(number))
            row[: len(seating)] = seating
        return rows, places


# --- the protocols ------------------------------------------------------------------------------


def plan(game: Game, agents: int, games: int, seed: int, protocol: str | None = None) -> Schedule:
    """Return the schedule of a match; without a protocol, `pairs` for two seats, else `rotate`."""
    chosen = protocol or (Protocol.PAIRS if game.players == 2 else Protocol.ROTATE)
    if chosen not in list(Protocol):
        raise UnknownName("protocol", chosen, list(Protocol))
    if chosen == Protocol.TEAMS:
        return plan_teams(game, agents, games, seed)
    if chosen == Protocol.SHUFFLE:
        return Schedule(Protocol.SHUFFLE, (), draw_sizes(game), games, seed, agents)
    if chosen == Protocol.PAIRS and game.players != 2:
        raise BadRun(f"pairs needs two seats, and {game.name} has {game.players}; choose rotate")
    if agents != game.players:
        raise BadRun(f"{game.name} needs {game.players} agents, not {agents}")
    sizes = (game.players,)
    seatings = list_rotations(game.players)
    return Schedule(Protocol(chosen), seatings, sizes, games, seed, agents)


def plan_teams(game: Game, agents: int, games: int, seed: int) -> Schedule:
    """Return the schedule of a match in which each team is played by one agent."""
    if not game.teams:
        raise BadRun(f"{game.name} has no teams; choose pairs or rotate")
    most = len(game.teams)
    if not 2 <= agents <= most:
        raise BadRun(f"the teams of {game.name} are played by 2 to {most} agents, not {agents}")
    seatings = list_assignments(most, agents)
    return Schedule(Protocol.TEAMS, seatings, draw_sizes(game), games, seed, agents)


def draw_sizes(game: Game) -> tuple[int, ...]:
    """Return the numbers of players that are drawn from: the given one, or all that are usual."""
    is_drawn = bool(game.table_sizes) and PLAYERS not in game.given
    return game.table_sizes if is_drawn else (game.players,)


def list_rotations(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return every rotation of a line-up.

    >>> list_rotations(3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    return tuple(tuple((seat + turn) % seats for seat in range(seats)) for turn in range(seats))


def list_assignments(teams: int, agents: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to give each team an agent and each agent a team, in order.

    >>> list_assignments(3, 2)
    ((0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0))
    """
    ways = product(range(agents), repeat=teams)
    return tuple(way for way in ways if len(set(way)) == agents)
