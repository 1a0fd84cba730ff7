"""Whole games of compiled policies, played without touching Python."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import kernel
from standoff.arena.meter import NO_ESTIMATOR
from standoff.arena.results import Shard
from standoff.game import Game
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, derive_seed, start_stream
from standoff.verbs import (
    ACTION,
    NOBODY,
    apply,
    choose,
    measure,
    measure_end,
    new_game,
    observe,
    outcome,
    team,
    to_move,
)


def play_batch(
    tables: Sequence[Game],
    key: NDArray[np.uint64],
    fixtures: NDArray[Any],
    places: NDArray[np.int64],
    by_team: bool,
    policies: NDArray[np.int64],
    params: NDArray[np.float64],
    out: Shard,
    estimator: int = NO_ESTIMATOR,
) -> None:
    """Play a game for each row of `fixtures` (FIXTURE) and `places`; fill the rows of `out`.

    `tables` holds the game in each size that `fixtures.table` names; `key` is a `run_key`.
    `places[row, place]` is the entrant at a seat, or with `by_team` of a team; it plays
    `policies[entrant]` with `params[entrant]`. With an estimator the game's measures are added to
    `out.counters[entrant]`.
    """
    game = tables[0]
    options = np.zeros(len(tables), game.options_record().dtype)
    for row, table in enumerate(tables):
        options[row] = table.options_record()[0]
    codes = max(table.action_count for table in tables)
    play_games(
        game.states(2),
        options,
        np.array([table.players for table in tables]),
        key,
        fixtures,
        places,
        by_team,
        policies,
        params,
        game.states(game.worlds),
        np.zeros((game.worlds + 1, codes), ACTION),
        np.zeros((out.outcomes.shape[1], RNG_WORDS), np.uint64),
        np.zeros(SCRATCH_WORDS, np.uint64),
        estimator,
        out.counters,
        out.outcomes,
        out.entrants,
        out.teams,
        out.decisions,
    )


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
    out_decisions: Any,
) -> None:
    """Play one game for each fixture; `states` holds the game and an observation.

    The streams are those that `table.play_game` uses, so that both play the same games. Seats that
    a table does not have keep what the out arrays hold.
    """
    state, observation = states[0], states[1]
    for row in range(len(fixtures)):
        fixture = fixtures[row]
        seed = derive_seed(key, fixture.deal, Purpose.DEAL, rngs[0], scratch)
        new_game(state, options[fixture.table], seed)
        entrants = out_entrants[row]
        for seat in range(sizes[fixture.table]):
            start_stream(rngs[seat], key, fixture.number, seat, scratch)
            side = team(state, seat)
            out_teams[row, seat] = side
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
            decisions += 1
            seat = to_move(state)
        if estimator != NO_ESTIMATOR:
            for seat in range(sizes[fixture.table]):
                measure_end(state, seat, out_counters[entrants[seat]])
        outcome(state, out_outcomes[row])
        out_decisions[row] = decisions
