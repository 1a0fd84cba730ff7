"""What a seat is shown: its observation as features, and a mask of what it may do."""

from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import kernel
from standoff.feature import FEATURE
from standoff.game import Game
from standoff.verbs import (
    ACTION,
    Action,
    Seat,
    apply,
    features,
    legal_actions,
    observe,
    to_move,
)

MASK = np.int8
ILLEGAL = -2
"""What `try_action` returns for an action that is not legal."""
Sight = dict[str, NDArray[Any]]
"""`observation`, the features, and `action_mask`."""


class Sights:
    """Shows seats of one game what they may see; keeps the scratch arrays for it."""

    def __init__(self, game: Game) -> None:
        self._size = len(game.features)
        self._codes = game.action_count
        self._observed = game.states(1)
        self._actions = np.zeros(game.action_count, ACTION)

    def of(self, states: NDArray[Any], seat: Seat) -> Sight:
        """Return what a seat is shown, in arrays of its own."""
        numbers, mask = np.empty(self._size, FEATURE), np.empty(self._codes, MASK)
        fill_sight(states, seat, self._observed, self._actions, numbers, mask)
        return {"observation": numbers, "action_mask": mask}

    def play(self, states: NDArray[Any], action: Action) -> Seat:
        """Make a move if it is legal; return who is to move then, or ILLEGAL."""
        return int(try_action(states, action, self._actions))


def read_whole(number: object) -> int | None:
    """Return a whole number of Python or NumPy as an int; None for what is none.

    An array of no dimensions is one, too: libraries of learners answer with it.
    """
    if isinstance(number, bool):
        return None
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        return None


def read_code(action: object, count: int) -> Action | None:
    """Return an action as one of `count` codes; None for what is none."""
    code = read_whole(action)
    return code if code is not None and 0 <= code < count else None


@kernel
def fill_sight(
    states: Any, seat: Seat, observed: Any, actions: Any, out_features: Any, out_mask: Any
) -> None:
    """Fill in features and mask of a seat, from its observation; nothing is legal out of turn."""
    observe(states[0], seat, observed[0])
    features(observed[0], seat, out_features)
    out_mask[:] = 0
    if to_move(states[0]) == seat:
        for place in range(legal_actions(observed[0], actions)):
            out_mask[actions[place]] = 1


@kernel
def try_action(states: Any, action: Action, actions: Any) -> Seat:
    """Apply a legal action and return who is to move then; ILLEGAL for any other code."""
    for place in range(legal_actions(states[0], actions)):
        if actions[place] == action:
            apply(states[0], action)
            return to_move(states[0])
    return ILLEGAL
