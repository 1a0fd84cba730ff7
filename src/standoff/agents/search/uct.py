"""UCT in one world with open information: the tree that `mcts` grows in each of its worlds.

A world holds its own chance, so the same actions always lead from the root to the same position,
and a node needs no state.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.scratch import Scratch
from standoff.agents.search.tree import NONE, ROOT, Tree, add_child, back_up, plant
from standoff.rng import below
from standoff.simulation import Player, choose
from standoff.verbs import (
    NOBODY,
    Seat,
    State,
    apply,
    appraise,
    legal_actions,
    returns,
    to_move,
)

GAME, TURN, DEPTH = 0, 1, 2
"""Where playouts end, in the order of HORIZONS."""
HORIZONS = ("game", "turn", "depth")


class UctSettings(NamedTuple):
    """How a tree is grown."""

    c: float
    """How much to explore."""
    horizon: int
    """GAME, TURN or DEPTH."""
    depth: int
    """The number of moves from the root, for DEPTH."""
    opens_all: bool
    """Whether all children of a leaf are played out at once."""
    idle: NDArray[np.bool_]
    """Whether each action code is held back."""
    weights: NDArray[np.float64]
    """The weights of `appraise`."""


OPENED = np.dtype(
    (
        np.record,
        [
            ("depth", np.int64),  # of the node that has been opened
            ("next", np.int64),  # its child that is played out next; NONE after the last
            ("last", np.int64),
        ],
    )
)
"""Children that wait for their first playout."""


@kernel
def search(
    roots: Any,
    seat: Seat,
    iterations: int,
    settings: UctSettings,
    player: Player,
    rng: Any,
    scratch: Scratch,
    opened: Any,
    tree: Tree,
) -> None:
    """Do more playouts in the tree of one world; an empty tree gets its root first.

    `scratch` holds two states: the world of the playout, and the world at the opened node.
    """
    world, rewards = scratch.states[0], scratch.rewards
    if tree.size[0] == 0:
        plant(tree)
        opened[0].next = NONE
        if not settings.opens_all:
            expand(roots[0], ROOT, settings.idle, scratch.actions, tree)
    for _ in range(iterations):
        depth = reach_leaf(roots[0], seat, settings, rng, scratch, opened[0], tree)
        moves = depth
        while not is_over(world, seat, settings, moves):
            apply(world, choose(world, to_move(world), player, rng))
            moves += 1
        if settings.horizon == GAME:
            returns(world, rewards)
        else:
            for other in range(len(rewards)):
                rewards[other] = appraise(world, other, settings.weights)
        back_up(tree, depth, rewards)


@inline_kernel
def is_over(world: State, seat: Seat, settings: UctSettings, moves: int) -> bool:
    """Whether the game is over, or the horizon is reached after `moves` moves."""
    mover = to_move(world)
    is_at_end = mover == NOBODY or (settings.horizon == TURN and mover != seat)
    return bool(is_at_end or (settings.horizon == DEPTH and moves >= settings.depth))


@inline_kernel
def reach_leaf(
    root: State,
    seat: Seat,
    settings: UctSettings,
    rng: Any,
    scratch: Scratch,
    opened: Any,
    tree: Tree,
) -> int:
    """Bring the world to the start of a playout; return how many nodes were passed."""
    world, leaf = scratch.states[0], scratch.states[1]
    if opened.next == NONE:
        copy_record(root, world)
        depth = descend(world, seat, settings, rng, scratch.actions, opened, tree)
        if opened.next == NONE:
            return depth
        opened.depth = depth
        copy_record(world, leaf)
    else:
        copy_record(leaf, world)
    depth = int(opened.depth)
    child = int(opened.next)
    opened.next = child + 1 if child < opened.last else NONE
    tree.path[depth] = child
    apply(world, tree.nodes[child].action)
    return depth + 1


@inline_kernel
def descend(
    world: State,
    seat: Seat,
    settings: UctSettings,
    rng: Any,
    actions: Any,
    opened: Any,
    tree: Tree,
) -> int:
    """Play down the tree to a leaf, and open it if it was visited before; return the depth."""
    nodes, path = tree.nodes, tree.path
    node = ROOT
    depth = 0
    while not is_over(world, seat, settings, depth):
        held = int(nodes[node].held)
        if nodes[node].first_child == NONE:
            is_new = node != ROOT and nodes[node].visits == 0
            if is_new or not expand(world, node, settings.idle, actions, tree):
                return depth
            if settings.opens_all:
                opened.next = nodes[node].first_child
                opened.last = nodes[node].last_child - nodes[node].held
                return depth
            node = random_child(nodes, node, rng)
            path[depth] = node
            apply(world, nodes[node].action)
            return depth + 1
        if held > 0:
            nodes[node].held = 0
            if settings.opens_all:
                opened.last = nodes[node].last_child
                opened.next = opened.last - held + 1
                return depth
        node = select(nodes, node, settings.c)
        path[depth] = node
        depth += 1
        apply(world, nodes[node].action)
    return depth


@inline_kernel
def expand(world: State, node: int, idle: Any, actions: Any, tree: Tree) -> bool:
    """Make all children of a node, idle ones last; False if the tree is too full.

    Idle children are held back until the node is reached again, unless there are no others.
    """
    count = legal_actions(world, actions)
    if tree.size[0] + count > len(tree.nodes):
        return False
    mover = to_move(world)
    held = 0
    for index in range(count):
        if idle[actions[index]]:
            held += 1
        else:
            add_child(tree, node, actions[index], mover)
    if held > 0:
        for index in range(count):
            if idle[actions[index]]:
                add_child(tree, node, actions[index], mover)
    tree.nodes[node].held = held if held < count else 0
    return True


@inline_kernel
def random_child(nodes: Any, node: int, rng: Any) -> int:
    """Return a child that is not held back; the children of a node lie side by side."""
    first = int(nodes[node].first_child)
    last = int(nodes[node].last_child) - int(nodes[node].held)
    return first + below(rng, last - first + 1)


@inline_kernel
def select(nodes: Any, node: int, c: float) -> int:
    """Return the child with the greatest bound; unvisited children come first."""
    first, last = int(nodes[node].first_child), int(nodes[node].last_child)
    best = first
    best_bound = -math.inf
    log_visits = math.log(max(1, nodes[node].visits))
    for child in range(first, last + 1):
        visits = nodes[child].visits
        if visits == 0:
            return child
        bound = nodes[child].reward / visits + c * math.sqrt(log_visits / visits)
        if bound > best_bound:
            best_bound = bound
            best = child
    return best


@kernel
def add_up(tree: Tree, visits: Any, sums: Any) -> None:
    """Add the visits and rewards of the root's children to the arrays of their actions."""
    if tree.size[0] <= 1:
        return
    nodes = tree.nodes
    for child in range(nodes[ROOT].first_child, nodes[ROOT].last_child + 1):
        visits[nodes[child].action] += nodes[child].visits
        sums[nodes[child].action] += nodes[child].reward
