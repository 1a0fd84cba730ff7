"""Single-observer information-set Monte Carlo tree search.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012. One
tree of the searching seat's view; each iteration plays in a fresh world that fits the observation,
drawn as one of the game's `beliefs` has it, so a node stands for all worlds in which its actions
were possible. A child is chosen by mean +
c * sqrt(ln(availability) / visits), where availability counts how often it could have been chosen.

Ties: the child made first, in selection and in the answer, which is the most visited action. An
untried action is chosen at random. Memory: 48 bytes for each iteration, the tree stops growing at
a million nodes.
"""

import math
from typing import Any

import numpy as np

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.kernels import (
    NODE,
    NONE,
    ROOT,
    add_child,
    back_up,
    plant,
    play_policy,
)
from standoff.agents.search.searcher import (
    BELIEFS,
    ITERATIONS,
    MS,
    PLAYOUT,
    Belief,
    Budget,
    Playout,
    Searcher,
)
from standoff.agents.search.thought import Thought, read_tree
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.position import View
from standoff.rng import Rng, below
from standoff.verbs import (
    ACTION,
    NOBODY,
    Action,
    Seat,
    State,
    apply,
    imagine,
    legal_actions,
    returns,
    to_move,
)

UNTRIED = 0
ILLEGAL = -1


class Ismcts:
    """Searches the own information sets."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._budget = Budget.of(settings)
        self._c = float(settings["c"])
        self._playout = Playout.of(game, str(settings["playout"]))
        self._belief = Belief.of(game, str(settings["beliefs"]))
        self._rng = rng
        self._world = game.states(1)
        self._nodes = np.zeros(self._budget.num_nodes, NODE)
        self._path = np.zeros(self._budget.num_nodes, np.int64)
        self._actions = np.zeros(game.action_count, ACTION)
        self._child_of = np.full(game.action_count, ILLEGAL, np.int64)
        self._rewards = np.zeros(game.players)
        self._size = np.zeros(1, np.int64)

    def act(self, view: View) -> Action:
        """Search and return the most visited action."""
        self._size[0] = 0
        if len(view.actions) == 1:
            return view.actions[0]
        self._belief.look(view)
        self._budget.spend(lambda iterations: self._run(view, iterations))
        return int(most_visited(self._nodes)) if self._size[0] > 1 else view.actions[0]

    def thoughts(self) -> list[Thought]:
        """Return what the tree holds."""
        return read_tree(self._nodes, self._size[0])

    def _run(self, view: View, iterations: int) -> None:
        search(
            view.observations,
            view.seat,
            iterations,
            self._c,
            self._belief.place,
            self._belief.believed,
            *self._playout.arguments,
            self._rng.words,
            self._world,
            self._nodes,
            self._size,
            self._path,
            self._actions,
            self._child_of,
            self._rewards,
        )


@kernel
def search(
    observations: Any,
    seat: Seat,
    iterations: int,
    c: float,
    belief: int,
    believed: Any,
    policy: int,
    params: Any,
    worlds: Any,
    rows: Any,
    rng: Any,
    world: Any,
    nodes: Any,
    size: Any,
    path: Any,
    actions: Any,
    child_of: Any,
    rewards: Any,
) -> None:
    """Go on with a search; a tree of size 0 is begun."""
    if size[0] == 0:
        plant(nodes)
        size[0] = 1
    for _ in range(iterations):
        copy_record(observations[0], world[0])
        imagine(world[0], seat, belief, believed, rng)
        depth = descend(world[0], c, rng, nodes, size, path, actions, child_of)
        play_policy(world[0], policy, params, rng, worlds, rows)
        returns(world[0], rewards)
        back_up(nodes, path, depth, rewards)


@kernel
def descend(
    world: State, c: float, rng: Any, nodes: Any, size: Any, path: Any, actions: Any, child_of: Any
) -> int:
    """Play down the tree to a new node or the end; return how many nodes were passed.

    `child_of` is ILLEGAL for every action between two calls.
    """
    node = ROOT
    depth = 0
    mover = to_move(world)
    while mover != NOBODY:
        count = legal_actions(world, actions)
        untried = count - mark_children(nodes, node, mover, actions, count, child_of)
        if untried > 0:
            action = pick_untried(rng, actions, count, child_of, untried)
            clear_marks(actions, count, child_of)
            if size[0] == len(nodes):
                return depth  # the tree is full: the playout begins here
            add_child(nodes, node, size[0], action, mover)
            path[depth] = size[0]
            size[0] += 1
            apply(world, action)
            return depth + 1
        node = select(nodes, node, c, child_of)
        clear_marks(actions, count, child_of)
        path[depth] = node
        depth += 1
        apply(world, nodes[node].action)
        mover = to_move(world)
    return depth


@inline_kernel
def mark_children(
    nodes: Any, node: int, mover: Seat, actions: Any, count: int, child_of: Any
) -> int:
    """Note the child of each legal action; return how many have one.

    Who is to move may depend on what is hidden, so a child belongs to an action and a seat.
    """
    for place in range(count):
        child_of[actions[place]] = UNTRIED
    tried = 0
    child = int(nodes[node].first_child)
    while child != NONE:
        if nodes[child].seat == mover and child_of[nodes[child].action] == UNTRIED:
            child_of[nodes[child].action] = child
            tried += 1
        child = int(nodes[child].next_sibling)
    return tried


@inline_kernel
def clear_marks(actions: Any, count: int, child_of: Any) -> None:
    """Forget which actions are legal."""
    for place in range(count):
        child_of[actions[place]] = ILLEGAL


@inline_kernel
def pick_untried(rng: Any, actions: Any, count: int, child_of: Any, untried: int) -> Action:
    """Return one of the untried actions at random."""
    left = below(rng, untried)
    for place in range(count):
        if child_of[actions[place]] == UNTRIED:
            if left == 0:
                return int(actions[place])
            left -= 1
    return ILLEGAL


@inline_kernel
def select(nodes: Any, node: int, c: float, child_of: Any) -> int:
    """Return the legal child with the greatest bound; all legal ones were available once more."""
    best = NONE
    best_bound = -math.inf
    child = int(nodes[node].first_child)
    while child != NONE:
        if child_of[nodes[child].action] == child:
            visits = nodes[child].visits
            spread = math.sqrt(math.log(nodes[child].availability) / visits)
            bound = nodes[child].reward / visits + c * spread
            if bound > best_bound:
                best_bound = bound
                best = child
            nodes[child].availability += 1
        child = int(nodes[child].next_sibling)
    return best


@kernel
def most_visited(nodes: Any) -> Action:
    """Return the action of the root's most visited child, the first of equals."""
    best = int(nodes[ROOT].first_child)
    child = best
    while child != NONE:
        if nodes[child].visits > nodes[best].visits:
            best = child
        child = int(nodes[child].next_sibling)
    return int(nodes[best].action)


SEARCHER = Searcher(
    "ismcts",
    "information-set Monte Carlo tree search",
    (ITERATIONS, MS, PLAYOUT, BELIEFS, Option("c", 0.7, "how much to explore", 0.0, 1e6)),
    Ismcts,
)
