"""The compiled policies of a game as agents, and as kernels call them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import compile_policy
from standoff.agents.protocol import Entrant
from standoff.game import Game
from standoff.parts import Policy
from standoff.position import View
from standoff.rng import Rng
from standoff.simulation import Players
from standoff.verbs import ACTION, Action


class PolicyAgent:
    """Plays one of the game's policies on the observation."""

    def __init__(self, game: Game, policy: Policy, params: tuple[float, ...], rng: Rng) -> None:
        self._game = game
        self._policy = policy
        self._play = compile_policy(policy.play, game.rules.state)
        self._params = np.array(params, np.float64)
        self._rng = rng
        self._scratch = policy_scratch(game, game.action_count)

    def __reduce__(self) -> tuple[Any, ...]:
        params = tuple(self._params.tolist())
        return restore_agent, (self._game, self._policy.name, params, self._rng)

    def act(self, view: View) -> Action:
        """Choose by the policy."""
        arguments = (view.observation, view.seat, self._params, self._rng.words)
        return int(self._play(*arguments, *self._scratch))


def restore_agent(game: Game, name: str, params: tuple[float, ...], rng: Rng) -> PolicyAgent:
    """Return the agent that was pickled or copied."""
    policy = next(policy for policy in game.policies if policy.name == name)
    return PolicyAgent(game, policy, params, rng)


def policy_scratch(game: Game, action_count: int) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Return the states and the rows of action codes that a game's policies overwrite."""
    return game.states(game.agents.scratch), np.zeros(
        (game.agents.scratch + 1, action_count), ACTION
    )


def make_players(game: Game, entrants: Sequence[Entrant], action_count: int) -> Players:
    """Return policies as kernels call them: a row for each entrant, and at least one row.

    The pointers are valid in this process only.
    """
    width = max((len(entrant.params) for entrant in entrants), default=0)
    pointers = np.zeros(max(1, len(entrants)), np.int64)
    params = np.zeros((len(pointers), max(1, width)))
    for row, entrant in enumerate(entrants):
        assert entrant.policy is not None  # others do not play inside kernels
        pointers[row] = game.pointer(entrant.policy)
        params[row, : len(entrant.params)] = entrant.params
    return Players(pointers, params, *policy_scratch(game, action_count))
