"""The tree of a search: nodes in one array, each linked to its children.

Kernels grow it, and Python reads the thoughts in it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff._jit import inline_kernel
from standoff.agents.search.thought import Thought
from standoff.verbs import Action, Seat

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


class Tree(NamedTuple):
    """The nodes of a search, and the path of an iteration through them."""

    nodes: NDArray[Any]
    """Records of NODE."""
    size: NDArray[np.int64]
    """One number: how many nodes there are; 0 before the search."""
    path: NDArray[np.int64]
    """The nodes below the root that an iteration passes, in order."""

    @classmethod
    def of(cls, num_nodes: int) -> "Tree":
        """Return an empty tree with space for that many nodes."""
        nodes, path = np.zeros(num_nodes, NODE), np.zeros(num_nodes, np.int64)
        return cls(nodes, np.zeros(1, np.int64), path)

    def clear(self) -> None:
        """Forget all nodes."""
        self.size[0] = 0


# --- growing ------------------------------------------------------------------------------------


@inline_kernel
def plant(tree: Tree) -> None:
    """Make the root of an empty tree."""
    root = tree.nodes[ROOT]
    root.reward = 0.0
    root.visits = 0
    root.held = 0
    root.first_child = NONE
    root.last_child = NONE
    root.next_sibling = NONE
    tree.size[0] = 1


@inline_kernel
def add_child(tree: Tree, parent: int, action: Action, seat: Seat) -> int:
    """Make a node, the last child of `parent`, and return it; the tree must not be full."""
    nodes = tree.nodes
    child = int(tree.size[0])
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
    tree.size[0] += 1
    return child


@inline_kernel
def back_up(tree: Tree, depth: int, rewards: Any) -> None:
    """Add the rewards of a playout to the nodes of its path."""
    nodes = tree.nodes
    nodes[ROOT].visits += 1
    for step in range(depth):
        node = tree.path[step]
        nodes[node].visits += 1
        nodes[node].reward += rewards[nodes[node].seat]


# --- reading ------------------------------------------------------------------------------------


def read_thoughts(tree: Tree) -> list[Thought]:
    """Return the thoughts in a tree: each child of the root with its best line.

    The best line follows the most visited child, the first of equals.
    """
    if tree.size[0] == 0:
        return []
    thoughts = []
    for child in children_of(tree, ROOT):
        node = tree.nodes[child]
        visits = int(node.visits)
        if visits > 0:
            value = float(node.reward) / visits
            thoughts.append(Thought(int(node.action), visits, value, best_line(tree, child)))
    return thoughts


def children_of(tree: Tree, node: int) -> list[int]:
    """Return the children of a node in the order they were made."""
    children = []
    child = int(tree.nodes[node].first_child)
    while child != NONE:
        children.append(child)
        child = int(tree.nodes[child].next_sibling)
    return children


def best_line(tree: Tree, node: int) -> tuple[Action, ...]:
    """Return the actions of the most visited nodes below a node."""
    nodes: Any = tree.nodes
    line: list[Action] = []
    while True:
        children = [child for child in children_of(tree, node) if nodes[child].visits > 0]
        if not children:
            return tuple(line)
        node = max(children, key=lambda child: nodes[child].visits)
        line.append(int(nodes[node].action))
