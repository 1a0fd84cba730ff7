"""Kernels for Python that look at a state in an array, or change it.

Python needs several microseconds to pass a record to a kernel, and a tenth of one for an array.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import kernel
from standoff.verbs import (
    NOBODY,
    Action,
    Seat,
    State,
    apply,
    leave,
    legal_actions,
    observe,
    to_move,
)


@kernel
def find_mover(states: Any) -> Seat:
    """Return the seat that must decide now, NOBODY when the game is over."""
    return int(to_move(states[0]))


@kernel
def list_actions(states: Any, out: Any) -> int:
    """Fill in the legal actions; return how many there are, 0 when the game is over."""
    return 0 if to_move(states[0]) == NOBODY else legal_actions(states[0], out)


@kernel
def look(states: Any, seat: Seat, seen: Any, out: Any) -> int:
    """Fill in the observation of a viewer, and the legal actions if the viewer must decide.

    Returns how many actions there are.
    """
    observe(states[0], seat, seen[0])
    return legal_actions(states[0], out) if to_move(states[0]) == seat else 0


@kernel
def make_move(states: Any, action: Action) -> None:
    """Apply an action."""
    apply(states[0], action)


@kernel
def let_leave(states: Any, seat: Seat) -> None:
    """Let a player leave the game."""
    leave(states[0], seat)


def copy_state(state: State) -> NDArray[Any]:
    """Return a copy of a state, alone in an array."""
    return np.ndarray(1, state.dtype, bytearray(state.tobytes()))
