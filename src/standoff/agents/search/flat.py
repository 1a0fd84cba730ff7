"""Flat Monte Carlo: the root's actions as a bandit, each pull a playout in a fresh world.

UCB1: Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem",
Machine Learning 47, 2002. Untried actions first, in ascending order; ties go to the lowest code;
the answer is the greatest mean, the most visited of equals.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.kernels import play_policy
from standoff.agents.search.searcher import ITERATIONS, MS, PLAYOUT, Budget, Playout, Searcher
from standoff.agents.search.thought import Thought
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import ACTION, Action, Seat, apply, determinize, returns

Arms = tuple[NDArray[Any], NDArray[Any], NDArray[Any]]
"""Actions, how often each was tried, and the sum of its rewards."""


class Flat:
    """Samples the root's actions."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._budget = Budget.of(settings)
        self._c = float(settings["c"])
        self._playout = Playout.of(game, str(settings["playout"]))
        self._rng = rng
        self._world = game.states(1)
        self._rewards = np.zeros(game.players)
        nothing = np.zeros(0)
        self._arms: Arms = (nothing, nothing, nothing)

    def act(self, view: View) -> Action:
        """Search and return the action with the greatest mean."""
        actions = np.array(view.actions, ACTION)
        visits, sums = np.zeros(len(actions), np.int64), np.zeros(len(actions))
        self._arms = (actions, visits, sums)
        if len(actions) == 1:
            return view.actions[0]

        def run(iterations: int) -> None:
            search(
                view.observations,
                view.seat,
                iterations,
                self._c,
                *self._playout.arguments,
                self._rng.words,
                self._world,
                *self._arms,
                self._rewards,
            )

        self._budget.spend(run)
        means = np.where(visits > 0, sums / np.maximum(visits, 1), -np.inf)
        return max(zip(means, visits, view.actions, strict=True), key=lambda row: row[:2])[2]

    def thoughts(self) -> list[Thought]:
        """Return the arms that were pulled."""
        rows = zip(*self._arms, strict=True)
        return [Thought(int(a), int(n), float(total) / n) for a, n, total in rows if n > 0]


@kernel
def search(
    observations: Any,
    seat: Seat,
    iterations: int,
    c: float,
    policy: int,
    params: Any,
    worlds: Any,
    rows: Any,
    rng: Any,
    world: Any,
    actions: Any,
    visits: Any,
    sums: Any,
    rewards: Any,
) -> None:
    """Go on sampling."""
    for _ in range(iterations):
        arm = choose_arm(visits, sums, c)
        copy_record(observations[0], world[0])
        determinize(world[0], seat, rng)
        apply(world[0], actions[arm])
        play_policy(world[0], policy, params, rng, worlds, rows)
        returns(world[0], rewards)
        visits[arm] += 1
        sums[arm] += rewards[seat]


@inline_kernel
def choose_arm(visits: Any, sums: Any, c: float) -> int:
    """Return the arm with the greatest upper confidence bound."""
    total = 0
    for arm in range(len(visits)):
        if visits[arm] == 0:
            return arm
        total += visits[arm]
    best = 0
    best_bound = -math.inf
    for arm in range(len(visits)):
        bound = sums[arm] / visits[arm] + c * math.sqrt(2.0 * math.log(total) / visits[arm])
        if bound > best_bound:
            best_bound = bound
            best = arm
    return best


SEARCHER = Searcher(
    "flat",
    "flat Monte Carlo with UCB1",
    (ITERATIONS, MS, PLAYOUT, Option("c", 1.0, "how much to explore", 0.0, 1e6)),
    Flat,
)
