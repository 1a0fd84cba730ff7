"""Flat Monte Carlo: each action of the root is an arm of a bandit, each pull a playout.

UCB1: Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem",
Machine Learning 47, 2002. Each playout has a new world. Untried actions come first, in ascending
order; ties go to the lowest code. The answer is the action with the greatest mean, the most visited
of equals.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.budget import ITERATIONS, MS, Budget
from standoff.agents.search.playout import PLAYOUT, Playout
from standoff.agents.search.scratch import Scratch
from standoff.agents.search.searcher import Searcher
from standoff.agents.search.thought import Thought, mean_values
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.position import View
from standoff.rng import Rng
from standoff.simulation import Player, play_out_by
from standoff.verbs import ACTION, Action, Seat, apply, determinize, returns


class Arms(NamedTuple):
    """The actions of the root, how often each was tried, and the sum of its rewards."""

    actions: NDArray[np.int32]
    visits: NDArray[np.int64]
    sums: NDArray[np.float64]

    @classmethod
    def of(cls, actions: Sequence[Action]) -> "Arms":
        """Return actions that have not been tried."""
        count = len(actions)
        return cls(np.array(actions, ACTION), np.zeros(count, np.int64), np.zeros(count))


class Flat:
    """Samples the root's actions."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._budget = Budget.of(settings)
        self._c = float(settings["c"])
        self._playout = Playout.of(game, str(settings["playout"]))
        self._rng = rng
        self._scratch = Scratch.of(game)
        self._arms = Arms.of(())

    def act(self, view: View) -> Action:
        """Search and return the action with the greatest mean."""
        self._arms = Arms.of(view.actions)
        if len(view.actions) == 1:
            return view.actions[0]

        def run(iterations: int) -> None:
            search(
                view.observations,
                view.seat,
                iterations,
                self._c,
                self._playout.player,
                self._rng.words,
                self._scratch,
                self._arms,
            )

        self._budget.spend(run)
        visits, sums = self._arms.visits, self._arms.sums
        means = mean_values(visits, sums)
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
    player: Player,
    rng: Any,
    scratch: Scratch,
    arms: Arms,
) -> None:
    """Do more iterations."""
    world, rewards = scratch.states[0], scratch.rewards
    for _ in range(iterations):
        arm = choose_arm(arms.visits, arms.sums, c)
        copy_record(observations[0], world)
        determinize(world, seat, rng)
        apply(world, arms.actions[arm])
        play_out_by(world, player, rng)
        returns(world, rewards)
        arms.visits[arm] += 1
        arms.sums[arm] += rewards[seat]


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
