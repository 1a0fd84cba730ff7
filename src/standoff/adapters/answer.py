"""Answers of learners: numbers that may not be action codes, and codes relative to a seat."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import kernel
from standoff.game import Game
from standoff.notation import read_whole
from standoff.simulation import is_legal
from standoff.verbs import ACTION, Action, Seat, apply, to_move

ILLEGAL = -2
"""What `try_action` returns for an illegal action."""


def read_code(action: object, count: int) -> Action | None:
    """Return an action as one of `count` codes; None if it is not one of them."""
    code = read_whole(action)
    return code if code is not None and 0 <= code < count else None


@kernel
def try_action(states: Any, action: Action, actions: Any) -> Seat:
    """Apply a legal action and return the next seat to move; return ILLEGAL for other codes.

    `actions` is scratch.
    """
    if not is_legal(states[0], action, actions):
        return ILLEGAL
    apply(states[0], action)
    return to_move(states[0])


def turned_codes(game: Game, relative: bool) -> NDArray[np.int32]:
    """Return the game's code for each seat and each code that a learner may answer.

    If `relative`, codes name seats as the features do: seat 0 is the own seat, seat 1 the next.
    """
    codes = np.tile(np.arange(game.action_count, dtype=ACTION), (game.players, 1))
    if relative:
        for seat in range(game.players):
            for action in range(game.action_count):
                codes[seat, action] = game.learning.turn_action(game.settings, action, seat)
    return codes
