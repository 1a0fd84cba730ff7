"""A game's compiled policies as agents, and as kernels take them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from standoff._jit import compile_policy
from standoff.agents.protocol import Entrant
from standoff.game import Game
from standoff.parts import Policy
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import ACTION, Action


class PolicyAgent:
    """Plays one of the game's policies on the observation."""

    def __init__(self, game: Game, policy: Policy, params: tuple[float, ...], rng: Rng) -> None:
        self._play = compile_policy(policy.play, game.rules.state)
        self._params = np.array(params, np.float64)
        self._rng = rng
        self._worlds = game.states(game.agents.scratch)
        self._actions = np.zeros((game.agents.scratch + 1, game.action_count), ACTION)

    def act(self, view: View) -> Action:
        """Choose by the policy."""
        scratch = self._worlds, self._actions
        action = self._play(view.observation, view.seat, self._params, self._rng.words, *scratch)
        return int(action)


def policy_arrays(
    game: Game, entrants: Sequence[Entrant]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pointers and the parameters of policies, a row for each, at least one.

    They are good for this process alone.
    """
    width = max((len(entrant.params) for entrant in entrants), default=0)
    pointers = np.zeros(max(1, len(entrants)), np.int64)
    params = np.zeros((len(pointers), max(1, width)))
    for row, entrant in enumerate(entrants):
        assert entrant.policy is not None  # others do not play inside kernels
        pointers[row] = game.pointer(entrant.policy)
        params[row, : len(entrant.params)] = entrant.params
    return pointers, params
