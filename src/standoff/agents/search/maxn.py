"""MaxN to a fixed depth in several worlds, each of which has a vote.

Luckhardt and Irani, "An algorithmic solution of N-person games", AAAI 1986. In each world every
seat in turn takes the action whose vector of values is greatest for itself; leaves are valued by
`evaluate` for all seats. Chance inside a world is the world's own. The action with most votes wins.

Ties: at the root a random action, deeper the first in ascending order; between votes the first.
`root=published` compares vectors at the root from seat 0 on, as the published program does by
mistake: it plays for seat 0. Memory: one state for each ply.
"""

from typing import Any

import numpy as np

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.searcher import Searcher
from standoff.game import Game, Settings
from standoff.option import Option
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


class Maxn:
    """Searches all actions to a depth."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._depth = int(settings["depth"])
        self._num_worlds = int(settings["worlds"])
        self._root = PUBLISHED if settings["root"] == "published" else OWN
        self._rng = rng
        self._states = game.states(self._depth + 1)
        self._actions = np.zeros((self._depth + 1, game.action_count), ACTION)
        self._counts = np.zeros((self._depth + 1, 2), np.int64)
        self._values = np.zeros((self._depth + 1, game.players))
        self._votes = np.zeros(game.action_count, np.int64)

    def act(self, view: View) -> Action:
        """Search each world and return the action with most votes."""
        if len(view.actions) == 1:
            return view.actions[0]
        self._votes[:] = 0
        vote(
            view.observations,
            view.seat,
            self._num_worlds,
            self._depth,
            self._root,
            self._rng.words,
            self._states,
            self._actions,
            self._counts,
            self._values,
            self._votes,
        )
        return int(np.argmax(self._votes))


@kernel
def vote(
    observations: Any,
    seat: Seat,
    num_worlds: int,
    depth: int,
    root: int,
    rng: Any,
    states: Any,
    actions: Any,
    counts: Any,
    values: Any,
    votes: Any,
) -> None:
    """Give each world's best action a vote."""
    for _ in range(num_worlds):
        copy_record(observations[0], states[0])
        determinize(states[0], seat, rng)
        votes[best_action(depth, root, rng, states, actions, counts, values)] += 1


TRIED, LISTED = 0, 1


@kernel
def best_action(
    depth: int, root: int, rng: Any, states: Any, actions: Any, counts: Any, values: Any
) -> Action:
    """Return the best action of the seat to move in `states[0]`.

    Depth first without recursion: `states[ply]` is the state after `ply` actions, `values[ply]` the
    best vector found there so far, `counts[ply]` how many of its actions were tried and are listed.
    """
    best = -1
    ties = 0
    ply = 0
    open_ply(0, depth, states, actions, counts, values)
    while True:
        if counts[ply, TRIED] < counts[ply, LISTED]:
            copy_record(states[ply], states[ply + 1])
            apply(states[ply + 1], actions[ply, counts[ply, TRIED]])
            counts[ply, TRIED] += 1
            ply += 1
            open_ply(ply, depth, states, actions, counts, values)
        elif ply == 0:
            return best
        else:
            ply -= 1
            mover = to_move(states[ply])
            rule = root if ply == 0 else OWN
            order = compare(values[ply + 1], values[ply], mover, rule)
            if counts[ply, TRIED] == 1 or order > 0:
                for seat in range(values.shape[1]):
                    values[ply, seat] = values[ply + 1, seat]
                ties = 1 if ply == 0 else ties
                is_chosen = True
            else:
                ties += int(order == 0 and ply == 0)
                is_chosen = order == 0 and ply == 0 and below(rng, ties) == 0
            if is_chosen and ply == 0:
                best = int(actions[0, counts[0, TRIED] - 1])


@inline_kernel
def open_ply(ply: int, depth: int, states: Any, actions: Any, counts: Any, values: Any) -> None:
    """List the actions of a state, or value it as a leaf."""
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
    ),
    Maxn,
)
