"""MaxN to a fixed depth in several worlds, each of which has a vote.

Luckhardt and Irani, "An algorithmic solution of N-person games", AAAI 1986. In each world every
seat takes the action whose vector of values is greatest for itself; leaves are valued by `evaluate`
for all seats. A world has its own chance. The answer is the action with the most votes.

Ties: at the root a random action, deeper the first in ascending order; between votes the first.
`root=published` compares vectors at the root from seat 0 on, as the published program does by
mistake: it plays for seat 0. The cache finds a position again by a hash of all its bytes, after
another order of actions or in another decision; it does not change the answer. Memory: one state
for each ply; for each of the `cache` entries 8 bytes for each seat and 8 more.
"""

from itertools import takewhile
from typing import Any, NamedTuple

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


class Plies(NamedTuple):
    """The line that is being searched: a row for each ply, from the root to a leaf."""

    states: NDArray[Any]
    """The state at each ply."""
    actions: NDArray[np.int32]
    """Its legal actions."""
    counts: NDArray[np.int64]
    """The number of its actions that were TRIED, and that are LISTED."""
    values: NDArray[np.float64]
    """The best vector found so far."""
    lines: NDArray[np.int32]
    """The actions that lead to that vector."""
    keys: NDArray[np.uint64]
    """The hash of the state, if there is a cache."""


class Cache(NamedTuple):
    """Values of positions that have been searched; without a cache there are no entries."""

    keys: NDArray[np.uint64]
    values: NDArray[np.float64]


class Votes(NamedTuple):
    """The results of all worlds for each action of the root."""

    votes: NDArray[np.int64]
    sums: NDArray[np.float64]
    """The value of the action for the mover, added up over worlds."""
    lines: NDArray[np.int32]
    """The line after the action in the last world."""


class Maxn:
    """Searches all actions to a fixed depth."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        depth, codes, seats = int(settings["depth"]), game.action_count, game.players
        self._depth = depth
        self._num_worlds = int(settings["worlds"])
        self._root = PUBLISHED if settings["root"] == "published" else OWN
        self._rng = rng
        self.plies = Plies(
            states=game.states(depth + 1),
            actions=np.zeros((depth + 1, codes), ACTION),
            counts=np.zeros((depth + 1, 2), np.int64),
            values=np.zeros((depth + 1, seats)),
            lines=np.full((depth + 1, depth + 1), NO_ACTION, ACTION),
            keys=np.zeros(depth + 1, np.uint64),
        )
        entries = int(settings["cache"])
        self.cache = Cache(np.zeros(entries, np.uint64), np.zeros((entries, seats)))
        lines = np.zeros((codes, depth + 1), ACTION)
        self.votes = Votes(np.zeros(codes, np.int64), np.zeros(codes), lines)

    def act(self, view: View) -> Action:
        """Search each world and return the action with most votes."""
        self.votes.votes[:] = 0
        if len(view.actions) == 1:
            return view.actions[0]
        self.votes.sums[:] = 0
        vote(
            view.observations,
            view.seat,
            self._num_worlds,
            self._depth,
            self._root,
            self._rng.words,
            self.plies,
            self.cache,
            self.votes,
        )
        return int(np.argmax(self.votes.votes))

    def thoughts(self) -> list[Thought]:
        """Return votes and mean values; the line is the last world's."""
        votes, sums, lines = self.votes
        if not votes.any():
            return []
        worlds = self._num_worlds
        listed = self.plies.actions[0, : self.plies.counts[0, LISTED]]
        return [
            Thought(
                int(action),
                int(votes[action]),
                float(sums[action]) / worlds,
                read_line(lines[action]),
            )
            for action in listed
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
    plies: Plies,
    cache: Cache,
    out: Votes,
) -> None:
    """Give each world's best action a vote."""
    world = plies.states[0]
    for _ in range(num_worlds):
        copy_record(observations[0], world)
        determinize(world, seat, rng)
        out.votes[best_action(depth, root, rng, plies, cache, out)] += 1


TRIED, LISTED = 0, 1


@kernel
def best_action(depth: int, root: int, rng: Any, plies: Plies, cache: Cache, out: Votes) -> Action:
    """Return the best action of the seat to move in the first state of `plies`.

    Depth first, without recursion. Fills in the sums and lines of `out`, but no votes.
    """
    states, actions, counts, values = plies.states, plies.actions, plies.counts, plies.values
    best = NO_ACTION
    ties = 0
    ply = 0
    open_ply(0, depth, plies)
    while True:
        if counts[ply, TRIED] < counts[ply, LISTED]:
            copy_record(states[ply], states[ply + 1])
            apply(states[ply + 1], actions[ply, counts[ply, TRIED]])
            counts[ply, TRIED] += 1
            ply += 1
            if not recall(ply, depth, plies, cache):
                open_ply(ply, depth, plies)
        elif ply == 0:
            return best
        else:
            if counts[ply, LISTED] > 0:
                remember(ply, plies, cache)
            ply -= 1
            action = int(actions[ply, counts[ply, TRIED] - 1])
            mover = to_move(states[ply])
            order = 1  # the first action is the best so far
            if counts[ply, TRIED] > 1:
                order = compare(values[ply + 1], values[ply], mover, root if ply == 0 else OWN)
            if order > 0:
                keep_best(ply, action, plies)
            if ply == 0:
                note_action(action, mover, plies, out)
                ties = 1 if order > 0 else ties + int(order == 0)
                if order > 0 or (order == 0 and below(rng, ties) == 0):
                    best = action


@inline_kernel
def keep_best(ply: int, action: Action, plies: Plies) -> None:
    """Copy value and line of the action just tried, which is the best so far."""
    values, lines = plies.values, plies.lines
    for seat in range(values.shape[1]):
        values[ply, seat] = values[ply + 1, seat]
    lines[ply, 0] = action
    for step in range(lines.shape[1] - 1):
        lines[ply, step + 1] = lines[ply + 1, step]


@inline_kernel
def note_action(action: Action, mover: Seat, plies: Plies, out: Votes) -> None:
    """Note the value and the line of an action of the root."""
    out.sums[action] += plies.values[1, mover]
    for step in range(plies.lines.shape[1]):
        out.lines[action, step] = plies.lines[1, step]


@inline_kernel
def recall(ply: int, depth: int, plies: Plies, cache: Cache) -> bool:
    """Take the value of a position from the cache, if it was searched to the same depth."""
    if len(cache.keys) == 0 or ply == depth:
        return False
    key = hash_record(plies.states[ply], depth - ply)
    plies.keys[ply] = key
    entry = int(key % np.uint64(len(cache.keys)))
    if cache.keys[entry] != key:
        return False
    plies.counts[ply, TRIED] = 0
    plies.counts[ply, LISTED] = 0
    plies.lines[ply, 0] = NO_ACTION
    for seat in range(plies.values.shape[1]):
        plies.values[ply, seat] = cache.values[entry, seat]
    return True


@inline_kernel
def remember(ply: int, plies: Plies, cache: Cache) -> None:
    """Keep the value of a position; it replaces an older entry."""
    if len(cache.keys) == 0:
        return
    key = plies.keys[ply]
    entry = int(key % np.uint64(len(cache.keys)))
    cache.keys[entry] = key
    for seat in range(plies.values.shape[1]):
        cache.values[entry, seat] = plies.values[ply, seat]


@inline_kernel
def open_ply(ply: int, depth: int, plies: Plies) -> None:
    """List the actions of a state, or value it as a leaf."""
    state = plies.states[ply]
    plies.lines[ply, 0] = NO_ACTION
    plies.counts[ply, TRIED] = 0
    plies.counts[ply, LISTED] = 0
    if ply < depth and to_move(state) != NOBODY:
        plies.counts[ply, LISTED] = legal_actions(state, plies.actions[ply])
    else:
        for seat in range(plies.values.shape[1]):
            plies.values[ply, seat] = evaluate(state, seat)


@inline_kernel
def compare(values: Any, others: Any, mover: Seat, rule: int) -> int:
    """Return 1, 0 or -1 if the first vector is better, equal or worse for the mover."""
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
