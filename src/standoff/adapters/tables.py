"""Kernels that play many tables at once: a learner decides, policies play the other seats.

A table plays one game after the other. The streams of a game hang on the key of the run and on the
number of the game alone: table t of n plays the games t, t + n, t + 2n and so on.
"""

from typing import Any

import numpy as np

from standoff._jit import inline_kernel, kernel
from standoff.adapters.reward import fill_rewards
from standoff.adapters.seating import EVERY, RANDOM
from standoff.rng import Purpose, below, derive_seed, start_stream
from standoff.simulation import choose
from standoff.verbs import (
    NOBODY,
    Action,
    Seat,
    apply,
    features,
    legal_actions,
    new_game,
    observe,
    to_move,
)

TABLE = np.dtype(
    (
        np.record,
        [
            ("number", np.int64),  # of the game that is played
            ("learner", np.int64),  # the seat that learns, or EVERY
            ("mover", np.int64),  # the seat that decides
            ("count", np.int64),  # how many legal actions it has
        ],
    )
)


@kernel
def deal_games(
    states: Any,
    tables: Any,
    options: Any,
    key: Any,
    learner: int,
    policies: Any,
    params: Any,
    rngs: Any,
    worlds: Any,
    rows: Any,
    scratch: Any,
    back: Any,
    legal: Any,
    out_features: Any,
    out_mask: Any,
) -> None:
    """Begin the next game at every table, and show the learner its first decision."""
    for place in range(len(tables)):
        begin_game(
            states[place],
            tables[place],
            len(tables),
            options[0],
            key,
            learner,
            policies,
            params,
            rngs[place],
            worlds,
            rows,
            scratch,
        )
        table = tables[place]
        show(
            states[place],
            table,
            worlds[-1],
            back[table.mover],
            legal[place],
            out_features[place],
            out_mask[place],
        )


@kernel
def step_games(
    states: Any,
    tables: Any,
    actions: Any,
    options: Any,
    key: Any,
    learner: int,
    policies: Any,
    params: Any,
    rngs: Any,
    worlds: Any,
    rows: Any,
    scratch: Any,
    codes: Any,
    back: Any,
    legal: Any,
    reward: int,
    outcomes: Any,
    out_features: Any,
    out_mask: Any,
    out_final: Any,
    out_reward: Any,
    out_returns: Any,
    out_done: Any,
    out_illegal: Any,
) -> None:
    """Make a move at every table; where a game ends, begin the next.

    `worlds` holds the scratch states of the policies, and behind them one for an observation.
    """
    seats = rngs.shape[1] - 1
    for place in range(len(tables)):
        state, table = states[place], tables[place]
        seat = int(table.mover)
        action = read_action(table, actions[place], codes, legal[place])
        out_illegal[place] = action < 0
        if action < 0:
            action = int(legal[place, below(rngs[place, seats], table.count)])
        apply(state, action)
        if table.learner == EVERY:
            table.mover = to_move(state)
        else:
            table.mover = play_others(state, table, policies, params, rngs[place], worlds, rows)
        is_over = table.mover == NOBODY
        out_done[place] = is_over
        out_reward[place] = 0.0
        if is_over:
            fill_rewards(state, reward, seats, outcomes, out_returns[place])
            out_reward[place] = out_returns[place, seat]
            observe(state, seat, worlds[-1])
            features(worlds[-1], seat, out_final[place])
            begin_game(
                state,
                table,
                len(tables),
                options[0],
                key,
                learner,
                policies,
                params,
                rngs[place],
                worlds,
                rows,
                scratch,
            )
        show(
            state,
            table,
            worlds[-1],
            back[table.mover],
            legal[place],
            out_features[place],
            out_mask[place],
        )


@kernel
def begin_game(
    state: Any,
    table: Any,
    stride: int,
    options: Any,
    key: Any,
    learner: int,
    policies: Any,
    params: Any,
    rngs: Any,
    worlds: Any,
    rows: Any,
    scratch: Any,
) -> None:
    """Deal the table's next game; one in which the learner decides nothing is passed over."""
    seats = len(rngs) - 1
    table.mover = NOBODY
    while table.mover == NOBODY:
        table.number += stride
        number = table.number
        new_game(state, options, derive_seed(key, number, Purpose.DEAL, rngs[0], scratch))
        table.learner = learner
        if learner == RANDOM:
            start_stream(rngs[0], key, number, Purpose.SEATS, scratch)
            table.learner = below(rngs[0], seats)
        for seat in range(seats if learner != EVERY else 0):  # streams of the policies
            start_stream(rngs[seat], key, number, seat, scratch)
        start_stream(rngs[seats], key, number, Purpose.FAULT, scratch)
        table.mover = play_others(state, table, policies, params, rngs, worlds, rows)


@kernel
def play_others(
    state: Any, table: Any, policies: Any, params: Any, rngs: Any, worlds: Any, rows: Any
) -> Seat:
    """Let the policies decide until the learner must; return its seat, or NOBODY at the end."""
    seats = len(rngs) - 1
    learner = int(table.learner)
    seat = to_move(state)
    is_alone = learner == EVERY
    while not is_alone and seat not in (NOBODY, learner):
        step = (seat - learner - 1 + seats) % seats
        observe(state, seat, worlds[-1])
        action = choose(
            worlds[-1], seat, policies[step], params[step], rngs[seat], worlds[:-1], rows
        )
        apply(state, action)
        seat = to_move(state)
    return seat


@inline_kernel
def show(
    state: Any, table: Any, observed: Any, back: Any, legal: Any, out_features: Any, out_mask: Any
) -> None:
    """Fill in what the seat to move sees and may do."""
    observe(state, table.mover, observed)
    features(observed, table.mover, out_features)
    count = legal_actions(observed, legal)
    out_mask[:] = 0
    for place in range(count):
        out_mask[back[legal[place]]] = 1
    table.count = count


@inline_kernel
def read_action(table: Any, action: Action, codes: Any, legal: Any) -> Action:
    """Return the game's code of what a learner answers, -1 if it is not legal."""
    if not 0 <= action < codes.shape[1]:
        return -1
    code = int(codes[table.mover, action])
    for place in range(table.count):
        if legal[place] == code:
            return code
    return -1


@kernel
def count_illegal(tables: Any, actions: Any, codes: Any, legal: Any) -> int:
    """Return at how many tables the action is not legal."""
    count = 0
    for place in range(len(tables)):
        count += int(read_action(tables[place], actions[place], codes, legal[place]) < 0)
    return count


@kernel
def choose_legal(tables: Any, rngs: Any, back: Any, legal: Any, out: Any) -> None:
    """Fill in a random legal action for each table, as a learner writes it."""
    for place in range(len(tables)):
        table = tables[place]
        drawn = below(rngs[place, rngs.shape[1] - 1], table.count)
        out[place] = back[table.mover, legal[place, drawn]]
