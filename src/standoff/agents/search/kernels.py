"""Kernels that the search agents share: playouts by a policy, and the nodes of a tree."""

from typing import Any

import numpy as np

from standoff._jit import inline_kernel
from standoff.simulation import choose
from standoff.verbs import NOBODY, Action, Seat, State, apply, legal_actions, to_move

ROOT = 0
NONE = 0
"""No node: the root is nobody's child."""

NODE = np.dtype(
    (
        np.record,
        [
            ("reward", np.float64),  # summed, for the seat that moved here
            ("visits", np.int32),
            ("availability", np.int32),  # how often the action could have been chosen
            ("action", np.int32),  # that leads here
            ("seat", np.int32),  # that moved here
            ("first_child", np.int32),
            ("last_child", np.int32),
            ("next_sibling", np.int32),
            ("held", np.int32),  # how many of the last children are held back
        ],
    )
)


@inline_kernel
def play_policy(
    world: State, policy: int, params: Any, rng: Any, worlds: Any, actions: Any
) -> None:
    """Play a world to the end of the game by a policy."""
    seat = to_move(world)
    while seat != NOBODY:
        apply(world, choose(world, seat, policy, params, rng, worlds, actions))
        seat = to_move(world)


@inline_kernel
def is_legal(world: State, action: Action, actions: Any) -> bool:
    """Whether an action can be made now; `actions` is scratch."""
    found = 0
    for place in range(legal_actions(world, actions)):
        found |= int(actions[place] == action)
    return found > 0


@inline_kernel
def plant(nodes: Any) -> None:
    """Make the root of an empty tree."""
    nodes[ROOT].reward = 0.0
    nodes[ROOT].visits = 0
    nodes[ROOT].held = 0
    nodes[ROOT].first_child = NONE
    nodes[ROOT].last_child = NONE
    nodes[ROOT].next_sibling = NONE


@inline_kernel
def add_child(nodes: Any, parent: int, child: int, action: int, seat: Seat) -> None:
    """Make node `child` the last child of `parent`."""
    nodes[child].reward = 0.0
    nodes[child].visits = 0
    nodes[child].availability = 1
    nodes[child].action = action
    nodes[child].seat = seat
    nodes[child].held = 0
    nodes[child].first_child = NONE
    nodes[child].last_child = NONE
    nodes[child].next_sibling = NONE
    if nodes[parent].first_child == NONE:
        nodes[parent].first_child = child
    else:
        nodes[nodes[parent].last_child].next_sibling = child
    nodes[parent].last_child = child


@inline_kernel
def back_up(nodes: Any, path: Any, depth: int, rewards: Any) -> None:
    """Add the rewards of a finished world to the nodes it went through."""
    nodes[ROOT].visits += 1
    for step in range(depth):
        node = path[step]
        nodes[node].visits += 1
        nodes[node].reward += rewards[nodes[node].seat]
