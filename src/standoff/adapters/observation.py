"""What a learner observes: the features of its seat's observation, and a mask of legal actions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import inline_kernel, kernel
from standoff.feature import FEATURE
from standoff.game import Game
from standoff.simulation import fill_mask
from standoff.verbs import ACTION, Seat, State, features, observe, to_move

MASK = np.int8
Observation = dict[str, NDArray[Any]]
"""`observation`, the features, and `action_mask`."""


class SeatObserver:
    """Observes a game for its seats, with scratch arrays of its own."""

    def __init__(self, game: Game) -> None:
        self._size = len(game.features)
        self._observed = game.states(1)
        self._actions = np.zeros(game.action_count, ACTION)

    def observe(self, states: NDArray[Any], seat: Seat) -> Observation:
        """Return what a seat observes, in new arrays."""
        numbers, mask = np.empty(self._size, FEATURE), np.empty(len(self._actions), MASK)
        fill_observation(states, seat, self._observed, self._actions, numbers, mask)
        return {"observation": numbers, "action_mask": mask}


@kernel
def fill_observation(
    states: Any, seat: Seat, observed: Any, actions: Any, out_features: Any, out_mask: Any
) -> None:
    """Fill in the features and the mask of a seat; out of turn no action is legal.

    `observed`, one state, and `actions` are scratch.
    """
    fill_features(states[0], seat, observed[0], out_features)
    if to_move(states[0]) == seat:
        fill_mask(observed[0], actions, out_mask)
    else:
        out_mask[:] = 0


@inline_kernel
def fill_features(state: State, seat: Seat, observed: State, out: Any) -> None:
    """Fill in the features of what a seat observes, and `observed` with the observation."""
    observe(state, seat, observed)
    features(observed, seat, out)
