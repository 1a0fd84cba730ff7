"""A game's compiled policy as an agent."""

import numpy as np

from standoff import verbs
from standoff.game import Game
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import ACTION, Action


class PolicyAgent:
    """Plays one of the game's policies on the observation."""

    def __init__(self, game: Game, policy: int, params: tuple[float, ...], rng: Rng) -> None:
        self._policy = policy
        self._params = np.array(params, np.float64)
        self._rng = rng
        self._worlds = game.states(game.worlds)
        self._actions = np.zeros((game.worlds + 1, game.action_count), ACTION)

    def act(self, view: View) -> Action:
        """Choose by the policy."""
        action = verbs.choose(
            view.observation,
            view.seat,
            self._policy,
            self._params,
            self._rng.words,
            self._worlds,
            self._actions,
        )
        return int(action)
