"""Whole games of compiled policies, played without touching Python."""

import time
from typing import Any, NamedTuple

import numpy as np

from standoff._jit import kernel, read_clock
from standoff.agents import make_players
from standoff.arena.match import LoadedMatch
from standoff.arena.meter import NO_ESTIMATOR
from standoff.arena.shard import Shard
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, derive_seed, start_stream
from standoff.simulation import Players, choose, player_at
from standoff.verbs import (
    NOBODY,
    apply,
    measure,
    measure_end,
    new_game,
    observe,
    outcome,
    role,
    rounds,
    team,
    to_move,
)

TIMED = 17
"""Thinking is timed in the first deal and in every TIMED-th game, since a clock slows games down. A
prime number meets every seating of a deal."""


class ScheduledGames(NamedTuple):
    """Which games are played, and by whom."""

    key: Any
    """The key of the random streams."""
    fixtures: Any
    """FIXTURE, a row for each game."""
    sides: Any
    """The entrant at each side of each game: at each seat or, if `by_team`, of each team."""
    by_team: bool
    options: Any
    """The options of the game for each number of players."""
    sizes: Any
    """The numbers of players."""
    estimator: int
    """The estimator that measures judge; NO_ESTIMATOR measures nothing."""
    timed: Any
    """Whether thinking is timed, for each game."""


class GameRows(NamedTuple):
    """The results, in arrays of a `Shard`: a row for each game.

    The cells of absent seats are left as they are.
    """

    seeds: Any
    outcomes: Any
    entrants: Any
    teams: Any
    roles: Any
    decisions: Any
    rounds: Any
    asked: Any
    ticks: Any
    """How long each entrant thought, in ticks of `read_clock`, in the games that are timed."""
    counters: Any
    """Counters of measures, summed over all games; a row for each entrant."""


def play_batch(loaded: LoadedMatch, first: int, last: int) -> Shard:
    """Play the games from `first` to `last` - 1; all entrants must be compiled policies."""
    out, schedule, game = Shard.blank(loaded, first, last), loaded.schedule, loaded.game
    sized_games = loaded.sized_games
    options = np.zeros(len(sized_games), game.options_record().dtype)
    for index, sized in enumerate(sized_games):
        options[index] = sized.options_record()[0]
    fixtures, sides = schedule.fixtures(first, last)
    timed = (fixtures["number"] % TIMED == 0) | (fixtures["deal"] == 0)
    ticks = np.zeros_like(out.asked)
    begin, start = clock(), time.perf_counter()
    play_games(
        game.states(2),
        ScheduledGames(
            loaded.key,
            fixtures,
            sides,
            schedule.by_team,
            options,
            np.array([sized.players for sized in sized_games]),
            loaded.estimator,
            timed,
        ),
        make_players(game, loaded.entrants, max(sized.action_count for sized in sized_games)),
        np.zeros((schedule.seats, RNG_WORDS), np.uint64),
        np.zeros(SCRATCH_WORDS, np.uint64),
        GameRows(
            out.seeds,
            out.outcomes,
            out.entrants,
            out.teams,
            out.roles,
            out.decisions,
            out.rounds,
            out.asked,
            ticks,
            out.counters,
        ),
    )
    elapsed = clock() - begin
    if elapsed > 0:
        out.seconds[timed] = ticks[timed] * ((time.perf_counter() - start) / elapsed)
    return out


@kernel
def clock() -> int:
    """Return the time in the ticks of kernels."""
    return read_clock()


@kernel
def play_games(
    states: Any, games: ScheduledGames, players: Players, rngs: Any, scratch: Any, out: GameRows
) -> None:
    """Play one game for each fixture; `states` holds the game and an observation.

    Entrant number n plays policy number n of `players`. The random streams are those of
    `referee.play_game`, so that both play the same games. `scratch` is for starting streams.
    """
    state, observation = states[0], states[1]
    key, estimator = games.key, games.estimator
    for row in range(len(games.fixtures)):
        fixture = games.fixtures[row]
        size = games.sizes[fixture.size_index]
        seed = derive_seed(key, fixture.deal, Purpose.DEAL, rngs[0], scratch)
        out.seeds[row] = seed
        new_game(state, games.options[fixture.size_index], seed)
        entrants = out.entrants[row]
        for seat in range(size):
            start_stream(rngs[seat], key, fixture.number, seat, scratch)
            own_team = team(state, seat)
            out.teams[row, seat] = own_team
            out.roles[row, seat] = role(state, seat)
            entrants[seat] = games.sides[row, own_team if games.by_team else seat]
        decisions, is_timed = 0, games.timed[row]
        seat = to_move(state)
        while seat != NOBODY:
            entrant = entrants[seat]
            observe(state, seat, observation)
            begin = read_clock() if is_timed else 0
            action = choose(observation, seat, player_at(players, entrant), rngs[seat])
            if is_timed:
                out.ticks[row, entrant] += read_clock() - begin
            if estimator != NO_ESTIMATOR:
                measure(state, action, estimator, observation, out.counters[entrant])
            apply(state, action)
            out.asked[row, entrant] += 1
            decisions += 1
            seat = to_move(state)
        if estimator != NO_ESTIMATOR:
            for seat in range(size):
                measure_end(state, seat, out.counters[entrants[seat]])
        outcome(state, out.outcomes[row])
        out.decisions[row] = decisions
        out.rounds[row] = rounds(state)
