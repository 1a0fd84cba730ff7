"""Which entrant plays which side of each game, and on which deal; the number of a game fixes it."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import kernel
from standoff.errors import BadRun, UnknownName
from standoff.game import Game
from standoff.parts import PLAYERS
from standoff.rng import (
    RNG_WORDS,
    SCRATCH_WORDS,
    Purpose,
    below,
    run_key,
    shuffle,
    start_stream,
)

MAX_GAMES = 10_000_000

FIXTURE = np.dtype(
    (
        np.record,
        [
            ("number", np.int64),  # of the game; number and seat name a random stream
            ("deal", np.int64),  # the number of the deal that the game is played on
            ("size_index", np.int64),  # of the number of players in `Schedule.sizes`
        ],
    )
)


class Protocol(StrEnum):
    """How entrants change sides on the same deal."""

    PAIRS = "pairs"
    """Each deal twice with the two seats swapped."""
    ROTATE = "rotate"
    """Each deal once for every rotation of the entrants."""
    TEAMS = "teams"
    """Each deal once for every way to give each team an entrant and each entrant a team."""
    SHUFFLE = "shuffle"
    """Each deal once, the entrants at random seats, as evenly as possible."""
    ROUNDROBIN = "roundrobin"
    """Every two entrants by another protocol, `roundrobin:teams`, all on the same deals."""


@dataclass(frozen=True)
class Schedule:
    """Which games are played, on which deals, and by which entrants."""

    protocol: str
    """The protocol of the match, such as `teams` or `roundrobin:teams`."""
    base: Protocol
    """The protocol of the seatings, which is never `roundrobin`."""
    seatings: tuple[tuple[int, ...], ...]
    """The entrant at each side: a seat, or under `teams` a team. Each deal has all seatings.

    Under `shuffle` a seating lists the entrants that share the seats, drawn for each game.
    """
    sizes: tuple[int, ...]
    """The possible numbers of players; one of them is drawn for each deal."""
    games: int
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise BadRun(f"the number of games must be from 1 to {MAX_GAMES}, not {self.games}")
        if self.protocol != Protocol.TEAMS:  # published matches of teams have 1,000 games
            self.check_whole()

    def check_whole(self) -> None:
        """Raise `BadRun` unless every deal is played with all seatings."""
        times, above = self.times, whole_deals(self.games, self.times)
        if self.games != above:
            nearest = " or ".join(str(games) for games in (above - times, above) if games)
            raise BadRun(
                f"the number of games must be a multiple of {times}, not {self.games}: each deal is"
                f" played {times} times, with the seats changed; choose {nearest}"
            )

    @property
    def times(self) -> int:
        """How many games each deal is played in."""
        return len(self.seatings)

    @property
    def meetings(self) -> int:
        """The most games of one deal in which two entrants can meet."""
        pairs = [pair for seating in self.seatings for pair in combinations(set(seating), 2)]
        return max((pairs.count(pair) for pair in set(pairs)), default=1)

    @property
    def by_team(self) -> bool:
        """Whether sides are teams, not seats."""
        return self.base is Protocol.TEAMS

    @property
    def seats(self) -> int:
        """The number of seats of the largest game."""
        return max(self.sizes)

    def deal(self, game: int) -> int:
        """Return the number of the deal that a game is played on."""
        return game // self.times

    def size_index(self, game: int) -> int:
        """Return the index in `sizes` of a game's number of players."""
        return int(self.fixtures(game, game + 1)[0]["size_index"][0])

    def seating(self, game: int) -> tuple[int, ...]:
        """Return the entrant at each side of a game."""
        rows, sides = self.fixtures(game, game + 1)
        is_drawn = self.base is Protocol.SHUFFLE
        count = self.sizes[rows["size_index"][0]] if is_drawn else sides.shape[1]
        return tuple(int(entrant) for entrant in sides[0, :count])

    def fixtures(self, first: int, last: int) -> tuple[NDArray[Any], NDArray[np.int64]]:
        """Return the games from `first` to `last` - 1 as FIXTURE, and the entrant at each side."""
        rows = np.zeros(last - first, FIXTURE)
        rows["number"] = np.arange(first, last)
        rows["deal"] = rows["number"] // self.times
        key, sizes = run_key(self.seed), np.array(self.sizes)
        rng, scratch = np.zeros(RNG_WORDS, np.uint64), np.zeros(SCRATCH_WORDS, np.uint64)
        draw_sizes(rows, key, len(sizes), rng, scratch)
        sides = np.array(self.seatings)[rows["number"] % self.times]
        if self.base is Protocol.SHUFFLE:
            sharing, sides = sides, np.zeros((last - first, self.seats), np.int64)
            draw_seats(rows, key, sizes, sharing, rng, scratch, sides)
        return rows, sides


@kernel
def draw_sizes(fixtures: Any, key: Any, num_sizes: int, rng: Any, scratch: Any) -> None:
    """Draw the number of players of each deal: one of the schedule's sizes."""
    for row in range(len(fixtures)):
        if row > 0 and fixtures[row].deal == fixtures[row - 1].deal:
            fixtures[row].size_index = fixtures[row - 1].size_index
        elif num_sizes > 1:
            start_stream(rng, key, fixtures[row].deal, Purpose.PLAYERS, scratch)
            fixtures[row].size_index = below(rng, num_sizes)


@kernel
def draw_seats(
    fixtures: Any, key: Any, sizes: Any, sharing: Any, rng: Any, scratch: Any, out: Any
) -> None:
    """Seat the entrants of each game at random; `sharing[row]` lists them, and is shuffled."""
    for row in range(len(fixtures)):
        start_stream(rng, key, fixtures[row].number, Purpose.SEATS, scratch)
        agents = sharing.shape[1]
        shuffle(rng, sharing[row], agents)
        seats = sizes[fixtures[row].size_index]
        for seat in range(seats):
            out[row, seat] = sharing[row, seat % agents]
        shuffle(rng, out[row], seats)


# --- the protocols ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Arrangement:
    """How a number of agents plays a game by a protocol; the fields are those of `Schedule`."""

    protocol: str
    base: Protocol
    seatings: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]


def plan(game: Game, agents: int, games: int, seed: int, protocol: str | None = None) -> Schedule:
    """Return the schedule of a match."""
    found = arrange(game, agents, protocol)
    return Schedule(found.protocol, found.base, found.seatings, found.sizes, games, seed)


def arrange(game: Game, agents: int, protocol: str | None = None) -> Arrangement:
    """Return how agents play by a protocol.

    Without a protocol it is `pairs` for two seats, `teams` if there are only enough agents for the
    teams, else `rotate`.
    """
    plain = Protocol.PAIRS if game.players == 2 else Protocol.ROTATE
    chosen = protocol or (Protocol.TEAMS if can_play_teams(game, agents) else plain)
    first, _, rest = chosen.partition(":")
    if first == Protocol.ROUNDROBIN:
        if agents < 2:
            raise BadRun(f"a round robin needs two agents or more, not {agents}")
        base = read_protocol(rest or (Protocol.TEAMS if game.sides.teams else plain))
        pairings, sizes = list_seatings(game, 2, base, is_shared=True)
        seatings = tuple(
            tuple(pair[index] for index in seating)
            for pair in combinations(range(agents), 2)
            for seating in pairings
        )
    else:
        base = read_protocol(chosen)
        seatings, sizes = list_seatings(game, agents, base)
    return Arrangement(chosen, base, seatings, sizes)


def can_play_teams(game: Game, agents: int) -> bool:
    """Whether there are enough agents for the teams of a game, but not for its seats."""
    return 2 <= agents <= len(game.sides.teams) and agents != game.players


def whole_deals(games: int, times: int) -> int:
    """Return the number of games, rounded up to whole deals of so many games.

    >>> whole_deals(100, 6)
    102
    """
    return -(-games // times) * times


def read_protocol(name: str) -> Protocol:
    """Return the protocol of that name; a round robin is refused."""
    if name not in list(Protocol) or name == Protocol.ROUNDROBIN:
        raise UnknownName("protocol", name, [*Protocol, f"{Protocol.ROUNDROBIN}:{Protocol.TEAMS}"])
    return Protocol(name)


def list_seatings(
    game: Game, agents: int, protocol: Protocol, is_shared: bool = False
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the seatings of each deal, and the possible numbers of players.

    If `is_shared`, fewer agents than seats sit in turns.
    """
    if protocol is Protocol.TEAMS:
        return list_assignments(count_teams(game, agents), agents), list_sizes(game)
    if protocol is Protocol.SHUFFLE:
        return (tuple(range(agents)),), list_sizes(game)
    if protocol is Protocol.PAIRS and game.players != 2:
        raise BadRun(f"pairs needs two seats, but {game.name} has {game.players}; choose rotate")
    if agents != game.players and not is_shared:
        others = [f"--protocol {other}" for other in (Protocol.ROUNDROBIN, Protocol.SHUFFLE)]
        if agents in game.size.player_counts:
            others.insert(0, f"--option {PLAYERS}={agents}")
        hint = f"; choose {', '.join(others[:-1])} or {others[-1]}" if agents > 1 else ""
        raise BadRun(f"{game.name} needs {game.players} agents, not {agents}{hint}")
    return list_rotations(game.players, agents), (game.players,)


def count_teams(game: Game, agents: int) -> int:
    """Return how many teams the game has; raise `BadRun` if these agents cannot play them."""
    if not game.sides.teams:
        raise BadRun(f"{game.name} has no teams; choose pairs, rotate or shuffle")
    most = len(game.sides.teams)
    if not 2 <= agents <= most:
        raise BadRun(f"the teams of {game.name} are played by 2 to {most} agents, not {agents}")
    return most


def list_sizes(game: Game) -> tuple[int, ...]:
    """Return the numbers of players to draw from: the given one, or the usual ones."""
    is_drawn = bool(game.size.player_counts) and PLAYERS not in game.given
    return game.size.player_counts if is_drawn else (game.players,)


def list_rotations(seats: int, agents: int) -> tuple[tuple[int, ...], ...]:
    """Return every rotation of the agents; fewer agents than seats sit in turns.

    >>> list_rotations(3, 3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    >>> list_rotations(4, 2)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    """
    ways = (
        tuple(((seat + turn) % seats + shift) % agents for seat in range(seats))
        for turn in range(seats)
        for shift in range(agents)
    )
    return tuple(dict.fromkeys(ways))


def list_assignments(teams: int, agents: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to give each team an agent and each agent a team, in order.

    >>> list_assignments(3, 2)
    ((0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0))
    """
    ways = product(range(agents), repeat=teams)
    return tuple(way for way in ways if len(set(way)) == agents)
