"""Kernels that play many tables at once: a learner decides, policies play the other seats.

Each table plays one game after the other: table t of n plays the games t, t + n, t + 2n and so on.
The random streams of a game depend only on the key of the run and on the number of the game.
"""

from typing import Any, NamedTuple

import numpy as np

from standoff._jit import inline_kernel, kernel
from standoff.adapters.arguments import EVERY, RANDOM
from standoff.adapters.observation import fill_features
from standoff.adapters.reward import fill_rewards
from standoff.rng import Purpose, below, derive_seed, start_stream
from standoff.simulation import Players, choose, player_at
from standoff.verbs import NOBODY, Action, Seat, apply, legal_actions, new_game, observe, to_move

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


class VectorSettings(NamedTuple):
    """The settings that all tables share."""

    options: Any
    """The options of the game, in an array of one record."""
    key: Any
    """The key of the random streams."""
    learner: int
    """The seat that learns, or EVERY or RANDOM."""
    reward: int
    codes: Any
    """By seat, the game's code for each code of the learner."""
    back: Any
    """By seat, the learner's code for each code of the game."""


class Tables(NamedTuple):
    """What tables keep from one step to the next; a row for each table."""

    states: Any
    records: Any
    """Records of TABLE."""
    rngs: Any
    """The stream of each seat, then the stream for random actions of the table."""
    legal: Any
    """The legal actions of the seat that decides, as codes of the game."""


class VectorScratch(NamedTuple):
    """Arrays that the kernels overwrite."""

    observed: Any
    """One state."""
    outcomes: Any
    words: Any
    """For starting streams."""


class Steps(NamedTuple):
    """What a step returns; a row for each table."""

    features: Any
    mask: Any
    final_features: Any
    """The features of the last position, if a game has ended."""
    rewards: Any
    """The reward of the seat that decided."""
    returns: Any
    """The reward of every seat, if a game has ended."""
    done: Any
    illegal: Any


@kernel
def deal_games(
    tables: Tables, settings: VectorSettings, players: Players, scratch: VectorScratch, out: Steps
) -> None:
    """Begin the next game at every table, and show the learner its first decision."""
    for table in range(len(tables.states)):
        begin_game(tables, table, settings, players, scratch)
        show(tables, table, settings, scratch, out)


@kernel
def step_games(
    tables: Tables,
    actions: Any,
    settings: VectorSettings,
    players: Players,
    scratch: VectorScratch,
    out: Steps,
) -> None:
    """Make a move at every table; where a game ends, begin the next."""
    chance = tables.rngs.shape[1] - 1
    for table in range(len(tables.states)):
        state, record, legal = tables.states[table], tables.records[table], tables.legal[table]
        seat = int(record.mover)
        action = read_action(tables, table, actions[table], settings.codes)
        out.illegal[table] = action < 0
        if action < 0:
            action = int(legal[below(tables.rngs[table, chance], record.count)])
        apply(state, action)
        if record.learner == EVERY:
            record.mover = to_move(state)
        else:
            record.mover = play_others(tables, table, players, scratch)
        is_over = record.mover == NOBODY
        out.done[table] = is_over
        out.rewards[table] = 0.0
        if is_over:
            fill_rewards(state, settings.reward, scratch.outcomes, out.returns[table])
            out.rewards[table] = out.returns[table, seat]
            fill_features(state, seat, scratch.observed[0], out.final_features[table])
            begin_game(tables, table, settings, players, scratch)
        show(tables, table, settings, scratch, out)


@kernel
def begin_game(
    tables: Tables,
    table: int,
    settings: VectorSettings,
    players: Players,
    scratch: VectorScratch,
) -> None:
    """Deal the table's next game in which the learner decides something."""
    state, record, rngs = tables.states[table], tables.records[table], tables.rngs[table]
    key, learner, words = settings.key, settings.learner, scratch.words
    seats = len(rngs) - 1
    record.mover = NOBODY
    while record.mover == NOBODY:
        record.number += len(tables.states)
        number = record.number
        seed = derive_seed(key, number, Purpose.DEAL, rngs[0], words)
        new_game(state, settings.options[0], seed)
        record.learner = learner
        if learner == RANDOM:
            start_stream(rngs[0], key, number, Purpose.SEATS, words)
            record.learner = below(rngs[0], seats)
        for seat in range(seats if learner != EVERY else 0):  # streams of the policies
            start_stream(rngs[seat], key, number, seat, words)
        start_stream(rngs[seats], key, number, Purpose.FAULT, words)
        record.mover = play_others(tables, table, players, scratch)


@kernel
def play_others(tables: Tables, table: int, players: Players, scratch: VectorScratch) -> Seat:
    """Let the policies decide until it is the learner's turn; return its seat, or NOBODY."""
    state, rngs, observed = tables.states[table], tables.rngs[table], scratch.observed[0]
    seats = len(rngs) - 1
    learner = int(tables.records[table].learner)
    seat = to_move(state)
    is_alone = learner == EVERY
    while not is_alone and seat not in (NOBODY, learner):
        step = (seat - learner - 1 + seats) % seats
        observe(state, seat, observed)
        apply(state, choose(observed, seat, player_at(players, step), rngs[seat]))
        seat = to_move(state)
    return seat


@inline_kernel
def show(
    tables: Tables, table: int, settings: VectorSettings, scratch: VectorScratch, out: Steps
) -> None:
    """Fill in the features and the legal actions of the seat to move."""
    record, legal, mask = tables.records[table], tables.legal[table], out.mask[table]
    seat, observed = record.mover, scratch.observed[0]
    fill_features(tables.states[table], seat, observed, out.features[table])
    count = legal_actions(observed, legal)
    mask[:] = 0
    for index in range(count):
        mask[settings.back[seat, legal[index]]] = 1
    record.count = count


@inline_kernel
def read_action(tables: Tables, table: int, action: Action, codes: Any) -> Action:
    """Return the game's code for a learner's answer, -1 if it is not legal."""
    record, legal = tables.records[table], tables.legal[table]
    if not 0 <= action < codes.shape[1]:
        return -1
    code = int(codes[record.mover, action])
    for index in range(record.count):
        if legal[index] == code:
            return code
    return -1


@kernel
def count_illegal(tables: Tables, actions: Any, codes: Any) -> int:
    """Return the number of tables with an illegal action."""
    count = 0
    for table in range(len(actions)):
        count += int(read_action(tables, table, actions[table], codes) < 0)
    return count


@kernel
def choose_legal(tables: Tables, back: Any, out: Any) -> None:
    """Fill in a random legal action for each table, as a code of the learner."""
    chance = tables.rngs.shape[1] - 1
    for table in range(len(out)):
        record = tables.records[table]
        drawn = below(tables.rngs[table, chance], record.count)
        out[table] = back[record.mover, tables.legal[table, drawn]]
