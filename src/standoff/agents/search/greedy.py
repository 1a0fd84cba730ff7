"""One-step lookahead: the action that leads to the best position, on average over several worlds.

Ties: the last in ascending order. If a game has a policy of this name, that policy plays instead.
"""

import math
from typing import Any

import numpy as np

from standoff._jit import copy_record, kernel
from standoff.agents.search.searcher import Searcher
from standoff.agents.search.thought import Thought
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import ACTION, Action, Seat, apply, determinize, evaluate, legal_actions


class Greedy:
    """Looks one action ahead."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._num_worlds = int(settings["worlds"])
        self._rng = rng
        self._scratch = game.states(2)
        self._actions = np.zeros(game.action_count, ACTION)
        self._sums = np.zeros(game.action_count)
        self._count = 0

    def act(self, view: View) -> Action:
        """Try every action in every world."""
        self._count = 0
        if len(view.actions) == 1:
            return view.actions[0]
        self._count = len(view.actions)
        return int(
            best_action(
                view.observations,
                view.seat,
                self._num_worlds,
                self._rng.words,
                self._scratch,
                self._actions,
                self._sums,
            )
        )

    def thoughts(self) -> list[Thought]:
        """Return the mean value of each action."""
        rows = zip(self._actions[: self._count], self._sums, strict=False)
        worlds = self._num_worlds
        return [Thought(int(action), worlds, float(total) / worlds) for action, total in rows]


@kernel
def best_action(
    observations: Any,
    seat: Seat,
    num_worlds: int,
    rng: Any,
    scratch: Any,
    out_actions: Any,
    out_sums: Any,
) -> Action:
    """Return the action with the greatest sum of values, the last of equals.

    `scratch` holds two states: a world, and the state after an action.
    """
    world, following = scratch[0], scratch[1]
    out_sums[:] = 0.0
    count = 0
    for _ in range(num_worlds):
        copy_record(observations[0], world)
        determinize(world, seat, rng)
        count = legal_actions(world, out_actions)
        for index in range(count):
            copy_record(world, following)
            apply(following, out_actions[index])
            out_sums[index] += evaluate(following, seat)
    best = 0
    best_sum = -math.inf
    for index in range(count):
        if out_sums[index] >= best_sum:
            best_sum = out_sums[index]
            best = index
    return int(out_actions[best])


SEARCHER = Searcher(
    "greedy",
    "one-step lookahead",
    (Option("worlds", 10, "worlds to try each action in", 1, 100_000),),
    Greedy,
)
