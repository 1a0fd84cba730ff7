"""What the search agents share: budgets, playout policies, and how they are entered."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.agents.search.thought import Thinker
from standoff.errors import BadOption, UnknownName
from standoff.game import Game
from standoff.option import Option, Settings, TextOption
from standoff.parts import UNIFORM, Policy
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import ACTION, Seat, State, believe, imagine

CHUNK = 64
"""Iterations between two looks at the clock; at least one for each tree."""
PIECE = 100_000
"""Iterations of a budget that are done at once; there are never so many trees."""
MAX_NODES = 1_000_000
"""A tree stops growing there; a node takes 40 bytes, and 8 for its place in the path."""
MAX_ITERATIONS = 100_000_000
NO_CLOCK = 0.0

ITERATIONS = Option("iterations", 1000, "iterations for one decision", 1, MAX_ITERATIONS)
MS = Option("ms", NO_CLOCK, "milliseconds instead of iterations, 0 for none", 0.0, 86_400_000.0)
PLAYOUT = TextOption("playout", UNIFORM, "the policy that plays games out")
BELIEFS = TextOption("beliefs", UNIFORM, "how worlds are drawn: one of the game's beliefs")


@dataclass(frozen=True)
class Searcher:
    """A search agent: its parameters, and how it is made for a game."""

    name: str
    doc: str
    params: tuple[Option, ...]
    make: Callable[..., Thinker]
    """Takes the game, the settings, the random stream and, where there are some, weights."""


@dataclass(frozen=True)
class Budget:
    """How long one decision may take: iterations, or the wall clock if it is set."""

    iterations: int
    ms: float

    @classmethod
    def of(cls, settings: Settings) -> "Budget":
        """Return the budget in an agent's settings."""
        return cls(int(settings["iterations"]), float(settings["ms"]))

    def spend(self, run: Callable[[int], Any], trees: int = 1) -> None:
        """Call `run` with numbers of iterations, over all trees, until the budget is used up."""
        if self.ms == NO_CLOCK:
            left = self.iterations
            while left > 0:  # in pieces, so that Ctrl-C is heard
                piece = min(left, PIECE // trees * trees)
                run(piece)
                left -= piece
            return
        end = time.monotonic() + self.ms / 1000
        while time.monotonic() < end:
            run(max(CHUNK, trees))

    @property
    def num_nodes(self) -> int:
        """How many nodes a tree may have: one for each iteration, up to a bound."""
        return 1 + (min(self.iterations, MAX_NODES) if self.ms == NO_CLOCK else MAX_NODES)


@dataclass(frozen=True)
class Playout:
    """A policy of the game with its parameters and scratch, to play worlds to their end."""

    game: Game
    policy: Policy
    params: NDArray[np.float64]
    worlds: NDArray[Any]
    actions: NDArray[Any]

    @classmethod
    def of(cls, game: Game, name: str) -> "Playout":
        """Return a policy by name, with the parameters it takes inside worlds."""
        names = [policy.name for policy in game.policies]
        if name not in names:
            raise UnknownName(f"playout policy of {game.name}", name, names)
        policy = game.policies[names.index(name)]
        reason = policy.check(game.settings)
        if reason:
            raise BadOption(reason)
        codes: list[float] = []
        for option in policy.params:
            codes.extend(option.numbers(policy.in_worlds.get(option.name, option.default)))
        actions = np.zeros((game.agents.scratch + 1, game.action_count), ACTION)
        return cls(game, policy, np.array([*codes, 0.0]), game.states(game.agents.scratch), actions)

    @cached_property
    def arguments(self) -> tuple[int, NDArray[np.float64], NDArray[Any], NDArray[Any]]:
        """The policy, its parameters and scratch, as kernels take them."""
        pointer = self.game.pointer(self.policy)
        return pointer, self.params, self.worlds, self.actions


@dataclass(frozen=True)
class Belief:
    """One of the game's beliefs, and what it says of the observation it has looked at."""

    place: int
    believed: NDArray[np.float64]

    @classmethod
    def of(cls, game: Game, name: str) -> "Belief":
        """Return a belief by name."""
        if name not in game.beliefs.names:
            raise UnknownName(f"belief of {game.name}", name, game.beliefs.names)
        return cls(game.beliefs.names.index(name), np.zeros(game.beliefs.shape))

    def look(self, view: View) -> None:
        """Take in what a seat observes, once for all worlds of a decision."""
        self.believed[:] = 0.0
        believe(view.observation, view.seat, self.place, self.believed)

    def imagine(self, state: State, seat: Seat, rng: Rng) -> None:
        """Turn the observation, in place, into a world."""
        imagine(state, seat, self.place, self.believed, rng.words)
