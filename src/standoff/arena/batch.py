"""Whole games of compiled policies, played without touching Python."""

from typing import Any

import numpy as np

from standoff._jit import kernel
from standoff.agents import policy_arrays
from standoff.arena.match import LoadedMatch
from standoff.arena.meter import NO_ESTIMATOR
from standoff.arena.shard import Shard
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, derive_seed, start_stream
from standoff.simulation import choose
from standoff.verbs import (
    ACTION,
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


def play_batch(loaded: LoadedMatch, first: int, last: int) -> Shard:
    """Play the games from `first` to `last` - 1; all entrants must be compiled policies."""
    out, schedule, game = Shard.blank(loaded, first, last), loaded.schedule, loaded.game
    policies, params = policy_arrays(game, loaded.entrants)
    tables = loaded.sized_games
    options = np.zeros(len(tables), game.options_record().dtype)
    for index, table in enumerate(tables):
        options[index] = table.options_record()[0]
    fixtures, sides = schedule.fixtures(first, last)
    play_games(
        game.states(2),
        options,
        np.array([table.players for table in tables]),
        loaded.key,
        fixtures,
        sides,
        schedule.by_team,
        policies,
        params,
        game.states(game.agents.scratch),
        np.zeros((game.agents.scratch + 1, max(table.action_count for table in tables)), ACTION),
        np.zeros((schedule.seats, RNG_WORDS), np.uint64),
        np.zeros(SCRATCH_WORDS, np.uint64),
        loaded.estimator,
        out.counters,
        out.outcomes,
        out.entrants,
        out.teams,
        out.roles,
        out.seeds,
        out.decisions,
        out.rounds,
        out.asked,
    )
    return out


@kernel
def play_games(
    states: Any,
    options: Any,
    sizes: Any,
    key: Any,
    fixtures: Any,
    places: Any,
    by_team: bool,
    policies: Any,
    params: Any,
    worlds: Any,
    actions: Any,
    rngs: Any,
    scratch: Any,
    estimator: int,
    out_counters: Any,
    out_outcomes: Any,
    out_entrants: Any,
    out_teams: Any,
    out_roles: Any,
    out_seeds: Any,
    out_decisions: Any,
    out_rounds: Any,
    out_asked: Any,
) -> None:
    """Play one game for each fixture (FIXTURE); `states` holds the game and an observation.

    `places[row, place]` is the entrant at a seat, or with `by_team` of a team; it plays
    `policies[entrant]` with `params[entrant]`. With an estimator the game's measures are added to
    `out_counters[entrant]`.

    The streams are those that `referee.play_game` uses, so that both play the same games. Seats
    that a table does not have keep what the out arrays hold.
    """
    state, observation = states[0], states[1]
    for row in range(len(fixtures)):
        fixture = fixtures[row]
        seed = derive_seed(key, fixture.deal, Purpose.DEAL, rngs[0], scratch)
        out_seeds[row] = seed
        new_game(state, options[fixture.table], seed)
        entrants = out_entrants[row]
        for seat in range(sizes[fixture.table]):
            start_stream(rngs[seat], key, fixture.number, seat, scratch)
            side = team(state, seat)
            out_teams[row, seat] = side
            out_roles[row, seat] = role(state, seat)
            entrants[seat] = places[row, side if by_team else seat]
        decisions = 0
        seat = to_move(state)
        while seat != NOBODY:
            entrant = entrants[seat]
            observe(state, seat, observation)
            action = choose(
                observation,
                seat,
                policies[entrant],
                params[entrant],
                rngs[seat],
                worlds,
                actions,
            )
            if estimator != NO_ESTIMATOR:
                counters = out_counters[entrant]
                measure(state, action, estimator, observation, counters)
            apply(state, action)
            out_asked[row, entrant] += 1
            decisions += 1
            seat = to_move(state)
        if estimator != NO_ESTIMATOR:
            for seat in range(sizes[fixture.table]):
                measure_end(state, seat, out_counters[entrants[seat]])
        outcome(state, out_outcomes[row])
        out_decisions[row] = decisions
        out_rounds[row] = rounds(state)
