"""MaxN to a fixed depth in several worlds, each of which has a vote.

Luckhardt and Irani, "An algorithmic solution of N-person games", AAAI 1986. In each world every
seat in turn takes the action whose vector of values is greatest for itself; leaves are valued by
`evaluate` for all seats. Chance inside a world is the world's own. The action with most votes wins.

Ties: at the root a random action, deeper the first in ascending order; between votes the first.
`root=published` compares vectors at the root from seat 0 on, as the published program does by
mistake: it plays for seat 0. Memory: one state for each ply, and `cache` entries of 8 bytes for
each seat and 8 more. A position that comes again, by another order of actions or in another
decision, is looked up there by a hash of all its bytes; the answer is the same with and without.
"""

from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import copy_record, hash_record, inline_kernel, kernel
from standoff.agents.search.searcher import Searcher
from standoff.agents.search.thought import Thought
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.position import View
from standoff.rng import Rng, below
from standoff.verbs import (
    ACTION,
    NOBODY,
    Action,
    Seat,
    apply,
    determinize,
    evaluate,
    legal_actions,
    to_move,
)

MAX_DEPTH = 12
OWN, PUBLISHED = 0, 1
NO_ACTION = -1
"""The end of a line."""


class Maxn:
    """Searches all actions to a depth."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        depth = int(settings["depth"])
        self._depth = depth
        self._num_worlds = int(settings["worlds"])
        self._root = PUBLISHED if settings["root"] == "published" else OWN
        self._rng = rng
        self._states = game.states(depth + 1)
        self._actions = np.zeros((depth + 1, game.action_count), ACTION)
        self._counts = np.zeros((depth + 1, 2), np.int64)
        self._values = np.zeros((depth + 1, game.players))
        self._lines = np.full((depth + 1, depth + 1), NO_ACTION, ACTION)
        entries = int(settings["cache"])
        self._keys = np.zeros(depth + 1, np.uint64)
        self._cache_keys = np.zeros(entries, np.uint64)
        self._cache_values = np.zeros((entries, game.players))
        self._votes = np.zeros(game.action_count, np.int64)
        self._sums = np.zeros(game.action_count)
        self._best_lines = np.zeros((game.action_count, depth + 1), ACTION)

    def act(self, view: View) -> Action:
        """Search each world and return the action with most votes."""
        self._votes[:] = 0
        if len(view.actions) == 1:
            return view.actions[0]
        self._sums[:] = 0
        vote(
            view.observations,
            view.seat,
            self._num_worlds,
            self._depth,
            self._root,
            self._rng.words,
            self._votes,
            *self.scratch,
        )
        return int(np.argmax(self._votes))

    @property
    def scratch(self) -> tuple[NDArray[Any], ...]:
        """The arrays that `best_action` works on."""
        plies = (self._states, self._actions, self._counts, self._values, self._lines)
        cache = (self._keys, self._cache_keys, self._cache_values)
        return (*plies, *cache, self._sums, self._best_lines)

    def thoughts(self) -> list[Thought]:
        """Return votes and mean values; the line is the last world's."""
        if not self._votes.any():
            return []
        worlds = self._num_worlds
        return [
            Thought(
                int(action),
                int(self._votes[action]),
                float(self._sums[action]) / worlds,
                read_line(self._best_lines[action]),
            )
            for action in self._actions[0, : self._counts[0, LISTED]]
        ]


def read_line(row: NDArray[Any]) -> tuple[Action, ...]:
    """Return the actions of a line up to its end."""
    return tuple(int(action) for action in takewhile(lambda one: one != NO_ACTION, row))


@kernel
def vote(
    observations: Any,
    seat: Seat,
    num_worlds: int,
    depth: int,
    root: int,
    rng: Any,
    votes: Any,
    states: Any,
    actions: Any,
    counts: Any,
    values: Any,
    lines: Any,
    keys: Any,
    cache_keys: Any,
    cache_values: Any,
    sums: Any,
    best_lines: Any,
) -> None:
    """Give each world's best action a vote."""
    plies = (actions, counts, values, lines)
    cache = (keys, cache_keys, cache_values)
    for _ in range(num_worlds):
        copy_record(observations[0], states[0])
        determinize(states[0], seat, rng)
        votes[best_action(depth, root, rng, states, *plies, *cache, sums, best_lines)] += 1


TRIED, LISTED = 0, 1


@kernel
def best_action(
    depth: int,
    root: int,
    rng: Any,
    states: Any,
    actions: Any,
    counts: Any,
    values: Any,
    lines: Any,
    keys: Any,
    cache_keys: Any,
    cache_values: Any,
    sums: Any,
    best_lines: Any,
) -> Action:
    """Return the best action of the seat to move in `states[0]`.

    Depth first without recursion: `states[ply]` is the state after `ply` actions, `values[ply]` the
    best vector found there so far and `lines[ply]` the actions that lead to it, `counts[ply]` how
    many of its actions were tried and are listed. `sums` and `best_lines` take what each action of
    the root is worth to the mover, and the line after it.
    """
    best = NO_ACTION
    ties = 0
    ply = 0
    open_ply(0, depth, states, actions, counts, values, lines)
    while True:
        if counts[ply, TRIED] < counts[ply, LISTED]:
            copy_record(states[ply], states[ply + 1])
            apply(states[ply + 1], actions[ply, counts[ply, TRIED]])
            counts[ply, TRIED] += 1
            ply += 1
            cache = (keys, cache_keys, cache_values)
            if not recall(ply, depth, states, counts, values, lines, *cache):
                open_ply(ply, depth, states, actions, counts, values, lines)
        elif ply == 0:
            return best
        else:
            if counts[ply, LISTED] > 0:
                remember(ply, values, keys, cache_keys, cache_values)
            ply -= 1
            action = int(actions[ply, counts[ply, TRIED] - 1])
            mover = to_move(states[ply])
            order = 1  # the first action has nothing to be compared with
            if counts[ply, TRIED] > 1:
                order = compare(values[ply + 1], values[ply], mover, root if ply == 0 else OWN)
            if order > 0:
                keep_best(ply, action, values, lines)
            if ply == 0:
                note_action(action, mover, values, lines, sums, best_lines)
                ties = 1 if order > 0 else ties + int(order == 0)
                if order > 0 or (order == 0 and below(rng, ties) == 0):
                    best = action


@inline_kernel
def keep_best(ply: int, action: Action, values: Any, lines: Any) -> None:
    """Take over value and line of the action just tried: it is the best so far."""
    for seat in range(values.shape[1]):
        values[ply, seat] = values[ply + 1, seat]
    lines[ply, 0] = action
    for step in range(lines.shape[1] - 1):
        lines[ply, step + 1] = lines[ply + 1, step]


@inline_kernel
def note_action(
    action: Action, mover: Seat, values: Any, lines: Any, sums: Any, best_lines: Any
) -> None:
    """Write down what an action of the root has come to."""
    sums[action] += values[1, mover]
    for step in range(lines.shape[1]):
        best_lines[action, step] = lines[1, step]


@inline_kernel
def recall(
    ply: int,
    depth: int,
    states: Any,
    counts: Any,
    values: Any,
    lines: Any,
    keys: Any,
    cache_keys: Any,
    cache_values: Any,
) -> bool:
    """Take the value of a position from the cache, where it has been searched as deep before."""
    if len(cache_keys) == 0 or ply == depth:
        return False
    key = hash_record(states[ply], depth - ply)
    keys[ply] = key
    entry = int(key % np.uint64(len(cache_keys)))
    if cache_keys[entry] != key:
        return False
    counts[ply, TRIED] = 0
    counts[ply, LISTED] = 0
    lines[ply, 0] = NO_ACTION
    for seat in range(values.shape[1]):
        values[ply, seat] = cache_values[entry, seat]
    return True


@inline_kernel
def remember(ply: int, values: Any, keys: Any, cache_keys: Any, cache_values: Any) -> None:
    """Keep the value of a position that has been searched; it takes the place of an older one."""
    if len(cache_keys) == 0:
        return
    entry = int(keys[ply] % np.uint64(len(cache_keys)))
    cache_keys[entry] = keys[ply]
    for seat in range(values.shape[1]):
        cache_values[entry, seat] = values[ply, seat]


@inline_kernel
def open_ply(
    ply: int, depth: int, states: Any, actions: Any, counts: Any, values: Any, lines: Any
) -> None:
    """List the actions of a state, or value it as a leaf."""
    lines[ply, 0] = NO_ACTION
    counts[ply, TRIED] = 0
    counts[ply, LISTED] = 0
    if ply < depth and to_move(states[ply]) != NOBODY:
        counts[ply, LISTED] = legal_actions(states[ply], actions[ply])
    else:
        for seat in range(values.shape[1]):
            values[ply, seat] = evaluate(states[ply], seat)


@inline_kernel
def compare(values: Any, others: Any, mover: Seat, rule: int) -> int:
    """Return 1, 0 or -1: whether the mover likes one vector better than another."""
    if rule == OWN:
        return int(values[mover] > others[mover]) - int(values[mover] < others[mover])
    for seat in range(len(values)):
        if values[seat] != others[seat]:
            return 1 if values[seat] > others[seat] else -1
    return 0


SEARCHER = Searcher(
    "maxn",
    "MaxN to a fixed depth, several worlds vote",
    (
        Option("depth", 4, "actions to look ahead", 1, MAX_DEPTH),
        Option("worlds", 10, "how many worlds vote", 1, 100_000),
        Option(
            "root",
            "own",
            "published: the published program's mistake",
            choices=("own", "published"),
        ),
        Option("cache", 0, "positions whose value is kept, 0 for none", 0, 10_000_000),
    ),
    Maxn,
)
