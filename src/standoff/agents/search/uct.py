"""UCT in one world that is open to all: the tree that `mcts` grows in each of its worlds.

Chance is in the world, so the same actions always lead from the root to the same position, and a
node needs no state.
"""

import math
from typing import Any

import numpy as np

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.kernels import NONE, ROOT, add_child, back_up, plant
from standoff.rng import below
from standoff.simulation import choose
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
"""How far playouts go, by the order of HORIZONS."""
HORIZONS = ("game", "turn", "depth")

PLAN = np.dtype(
    (
        np.record,
        [
            ("c", np.float64),  # how much to explore
            ("horizon", np.int64),  # GAME, TURN or DEPTH
            ("depth", np.int64),  # how many moves from the root DEPTH is away
            ("opens_all", np.int64),  # whether each child of a leaf is played out at once
        ],
    )
)
"""How a tree is grown."""

OPENED = np.dtype(
    (
        np.record,
        [
            ("depth", np.int64),  # of the node that has been opened
            ("next", np.int64),  # its child that is played out next; NONE when all have been
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
    plans: Any,
    idle: Any,
    weights: Any,
    policy: int,
    params: Any,
    worlds: Any,
    rows: Any,
    rng: Any,
    scratch: Any,
    nodes: Any,
    size: Any,
    opened: Any,
    path: Any,
    actions: Any,
    rewards: Any,
) -> None:
    """Go on with the tree of one world by so many playouts; a tree of size 0 is begun.

    `scratch` holds two states: the world of the playout, and the one of the node that is opened.
    """
    plan, world = plans[0], scratch[0]
    if size[0] == 0:
        plant(nodes)
        size[0] = 1
        opened[0].next = NONE
        if not plan.opens_all:
            expand(roots[0], ROOT, nodes, size, actions, idle)
    for _ in range(iterations):
        depth = reach_leaf(
            roots[0], scratch, seat, plan, rng, nodes, size, opened[0], path, actions, idle
        )
        moves = depth
        while not is_over(world, seat, plan, moves):
            mover = to_move(world)
            apply(world, choose(world, mover, policy, params, rng, worlds, rows))
            moves += 1
        if plan.horizon == GAME:
            returns(world, rewards)
        else:
            for other in range(len(rewards)):
                rewards[other] = appraise(world, other, weights)
        back_up(nodes, path, depth, rewards)


@inline_kernel
def is_over(world: State, seat: Seat, plan: Any, moves: int) -> bool:
    """Whether the game has ended, or the horizon is reached after so many moves."""
    mover = to_move(world)
    is_at_end = mover == NOBODY or (plan.horizon == TURN and mover != seat)
    return bool(is_at_end or (plan.horizon == DEPTH and moves >= plan.depth))


@inline_kernel
def reach_leaf(
    root: State,
    scratch: Any,
    seat: Seat,
    plan: Any,
    rng: Any,
    nodes: Any,
    size: Any,
    opened: Any,
    path: Any,
    actions: Any,
    idle: Any,
) -> int:
    """Bring the world to where a playout begins; return how many nodes were passed."""
    world, leaf = scratch[0], scratch[1]
    if opened.next == NONE:
        copy_record(root, world)
        depth = descend(world, seat, plan, rng, nodes, size, opened, path, actions, idle)
        if opened.next == NONE:
            return depth
        opened.depth = depth
        copy_record(world, leaf)
    else:
        copy_record(leaf, world)
    depth = int(opened.depth)
    child = int(opened.next)
    opened.next = child + 1 if child < opened.last else NONE
    path[depth] = child
    apply(world, nodes[child].action)
    return depth + 1


@inline_kernel
def descend(
    world: State,
    seat: Seat,
    plan: Any,
    rng: Any,
    nodes: Any,
    size: Any,
    opened: Any,
    path: Any,
    actions: Any,
    idle: Any,
) -> int:
    """Play down the tree to a leaf, which is opened if it was visited before; return the depth."""
    node = ROOT
    depth = 0
    while not is_over(world, seat, plan, depth):
        held = int(nodes[node].held)
        if nodes[node].first_child == NONE:
            is_new = node != ROOT and nodes[node].visits == 0
            if is_new or not expand(world, node, nodes, size, actions, idle):
                return depth
            if plan.opens_all:
                opened.next = nodes[node].first_child
                opened.last = nodes[node].last_child - nodes[node].held
                return depth
            node = random_child(rng, nodes, node)
            path[depth] = node
            apply(world, nodes[node].action)
            return depth + 1
        if held > 0:
            nodes[node].held = 0
            if plan.opens_all:
                opened.last = nodes[node].last_child
                opened.next = opened.last - held + 1
                return depth
        node = select(nodes, node, plan.c)
        path[depth] = node
        depth += 1
        apply(world, nodes[node].action)
    return depth


@inline_kernel
def expand(world: State, node: int, nodes: Any, size: Any, actions: Any, idle: Any) -> bool:
    """Make all children of a node, idle ones last; False when the tree has no room for them.

    Idle children are held back until the node is reached again, unless there are no others.
    """
    count = legal_actions(world, actions)
    if size[0] + count > len(nodes):
        return False
    mover = to_move(world)
    held = 0
    for place in range(count):
        if idle[actions[place]]:
            held += 1
        else:
            add_child(nodes, node, size[0], actions[place], mover)
            size[0] += 1
    if held > 0:
        for place in range(count):
            if idle[actions[place]]:
                add_child(nodes, node, size[0], actions[place], mover)
                size[0] += 1
    nodes[node].held = held if held < count else 0
    return True


@inline_kernel
def random_child(rng: Any, nodes: Any, node: int) -> int:
    """Return a child that is not held back; the children of a node lie side by side."""
    first = int(nodes[node].first_child)
    last = int(nodes[node].last_child) - int(nodes[node].held)
    return first + below(rng, last - first + 1)


@inline_kernel
def select(nodes: Any, node: int, c: float) -> int:
    """Return the child with the greatest bound, an unvisited one before all."""
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
def add_up(nodes: Any, size: Any, visits: Any, sums: Any) -> None:
    """Add visits and rewards of the root's children to those of their actions."""
    if size[0] <= 1:
        return
    for child in range(nodes[ROOT].first_child, nodes[ROOT].last_child + 1):
        visits[nodes[child].action] += nodes[child].visits
        sums[nodes[child].action] += nodes[child].reward
