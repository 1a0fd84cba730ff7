"""Whole games of compiled policies, played without touching Python."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import kernel
from standoff.arena.table import LineUp
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, derive_seed, start_stream
from standoff.verbs import ACTION, NOBODY, apply, choose, new_game, observe, outcome, to_move


def play_batch(
    line_up: LineUp, first: int, out_outcomes: NDArray[Any], out_decisions: NDArray[np.int64]
) -> None:
    """Play the games numbered from `first`, one for each row of the out arrays."""
    game, entrants = line_up.game, line_up.entrants
    seats = game.players
    width = max(1, *(len(entrant.params) for entrant in entrants))
    params = np.zeros((seats, width))
    for row, entrant in zip(params, entrants, strict=True):
        row[: len(entrant.params)] = entrant.params
    play_games(
        game.states(2),
        game.options_record(),
        line_up.key,
        first,
        np.array([entrant.policy for entrant in entrants], np.int64),
        params,
        game.states(game.worlds),
        np.zeros((game.worlds + 1, game.action_count), ACTION),
        np.zeros((seats, RNG_WORDS), np.uint64),
        np.zeros(SCRATCH_WORDS, np.uint64),
        out_outcomes,
        out_decisions,
    )


@kernel
def play_games(
    states: Any,
    options: Any,
    key: Any,
    first: int,
    policies: Any,
    params: Any,
    worlds: Any,
    actions: Any,
    rngs: Any,
    scratch: Any,
    out_outcomes: Any,
    out_decisions: Any,
) -> None:
    """Play one game for each row of the out arrays; `states` holds the game and an observation.

    The streams are those that `table.play_game` uses, so that both play the same games.
    """
    seats = len(policies)
    state, observation = states[0], states[1]
    for row in range(len(out_decisions)):
        number = first + row
        new_game(
            state, options[0], derive_seed(key, number // seats, Purpose.DEAL, rngs[0], scratch)
        )
        for seat in range(seats):
            start_stream(rngs[seat], key, number, seat, scratch)
        decisions = 0
        seat = to_move(state)
        while seat != NOBODY:
            entrant = (seat + number) % seats
            observe(state, seat, observation)
            apply(
                state,
                choose(
                    observation,
                    seat,
                    policies[entrant],
                    params[entrant],
                    rngs[seat],
                    worlds,
                    actions,
                ),
            )
            decisions += 1
            seat = to_move(state)
        outcome(state, out_outcomes[row])
        out_decisions[row] = decisions
