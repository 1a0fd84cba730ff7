"""Arrays that the kernels of a search overwrite, since a kernel cannot allocate."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff.game import Game
from standoff.verbs import ACTION


class Scratch(NamedTuple):
    """The arrays that most searches overwrite."""

    states: NDArray[Any]
    """The world of the playout comes first."""
    actions: NDArray[np.int32]
    """Space for all legal actions of a state."""
    rewards: NDArray[np.float64]
    """One for each seat."""

    @classmethod
    def of(cls, game: Game, num_states: int = 1) -> "Scratch":
        """Return the arrays for a game."""
        actions = np.zeros(game.action_count, ACTION)
        return cls(game.states(num_states), actions, np.zeros(game.players))
