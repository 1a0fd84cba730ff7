"""Single-observer information-set Monte Carlo tree search.

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012.
There is one tree, of what the searching seat sees. Each iteration draws a new world that fits the
observation, by one of the game's `beliefs`. So a node stands for all worlds in which its actions
are possible. A child is chosen by mean + c * sqrt(ln(availability) / visits), where availability is
how often the child could have been chosen.

The answer is the most visited action. Ties: the child made first. An untried action is chosen at
random. Memory: 48 bytes for each iteration; the tree stops growing at a million nodes.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.belief import BELIEFS, Belief
from standoff.agents.search.budget import ITERATIONS, MS, Budget
from standoff.agents.search.playout import PLAYOUT, Playout
from standoff.agents.search.scratch import Scratch
from standoff.agents.search.searcher import Searcher
from standoff.agents.search.thought import Thought
from standoff.agents.search.tree import (
    NONE,
    ROOT,
    Tree,
    add_child,
    back_up,
    plant,
    read_thoughts,
)
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.position import View
from standoff.rng import Rng, below
from standoff.simulation import Player, play_out_by
from standoff.verbs import (
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


class IsmctsSettings(NamedTuple):
    """How a tree is grown."""

    c: float
    """How much to explore."""
    belief: Belief


class Ismcts:
    """Searches the information sets of one seat."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._budget = Budget.of(settings)
        belief = Belief.of(game, str(settings["beliefs"]))
        self._settings = IsmctsSettings(float(settings["c"]), belief)
        self._playout = Playout.of(game, str(settings["playout"]))
        self._rng = rng
        self._scratch = Scratch.of(game)
        self._child_of = np.full(game.action_count, ILLEGAL, np.int64)
        self._tree = Tree.of(self._budget.num_nodes)

    def act(self, view: View) -> Action:
        """Search and return the most visited action."""
        self._tree.clear()
        if len(view.actions) == 1:
            return view.actions[0]
        self._settings.belief.look(view)
        self._budget.spend(lambda iterations: self._run(view, iterations))
        return int(most_visited(self._tree)) if self._tree.size[0] > 1 else view.actions[0]

    def thoughts(self) -> list[Thought]:
        """Return the thoughts in the tree."""
        return read_thoughts(self._tree)

    def _run(self, view: View, iterations: int) -> None:
        search(
            view.observations,
            view.seat,
            iterations,
            self._settings,
            self._playout.player,
            self._rng.words,
            self._scratch,
            self._child_of,
            self._tree,
        )


@kernel
def search(
    observations: Any,
    seat: Seat,
    iterations: int,
    settings: IsmctsSettings,
    player: Player,
    rng: Any,
    scratch: Scratch,
    child_of: Any,
    tree: Tree,
) -> None:
    """Do more iterations; an empty tree gets its root first."""
    world, belief = scratch.states[0], settings.belief
    if tree.size[0] == 0:
        plant(tree)
    for _ in range(iterations):
        copy_record(observations[0], world)
        imagine(world, seat, belief.number, belief.believed, rng)
        depth = descend(world, settings.c, rng, scratch.actions, child_of, tree)
        play_out_by(world, player, rng)
        returns(world, scratch.rewards)
        back_up(tree, depth, scratch.rewards)


@kernel
def descend(world: State, c: float, rng: Any, actions: Any, child_of: Any, tree: Tree) -> int:
    """Play down the tree to a new node or to the end; return how many nodes were passed.

    Between two calls `child_of` is ILLEGAL for every action.
    """
    nodes = tree.nodes
    node = ROOT
    depth = 0
    mover = to_move(world)
    while mover != NOBODY:
        count = legal_actions(world, actions)
        untried = count - mark_children(nodes, node, mover, actions, count, child_of)
        if untried > 0:
            action = pick_untried(actions, count, untried, rng, child_of)
            clear_marks(actions, count, child_of)
            if tree.size[0] == len(nodes):
                return depth  # the tree is full: the playout begins here
            tree.path[depth] = add_child(tree, node, action, mover)
            apply(world, action)
            return depth + 1
        node = select(nodes, node, c, child_of)
        clear_marks(actions, count, child_of)
        tree.path[depth] = node
        depth += 1
        apply(world, nodes[node].action)
        mover = to_move(world)
    return depth


@inline_kernel
def mark_children(
    nodes: Any, node: int, mover: Seat, actions: Any, count: int, child_of: Any
) -> int:
    """Note the child of each legal action; return how many actions have one.

    Hidden cards may decide which seat is to move, so a child belongs to an action and a seat.
    """
    for index in range(count):
        child_of[actions[index]] = UNTRIED
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
    for index in range(count):
        child_of[actions[index]] = ILLEGAL


@inline_kernel
def pick_untried(actions: Any, count: int, untried: int, rng: Any, child_of: Any) -> Action:
    """Return one of the untried actions at random."""
    left = below(rng, untried)
    for index in range(count):
        if child_of[actions[index]] == UNTRIED:
            if left == 0:
                return int(actions[index])
            left -= 1
    return ILLEGAL


@inline_kernel
def select(nodes: Any, node: int, c: float, child_of: Any) -> int:
    """Return the legal child with the greatest bound; count all legal ones as available."""
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
def most_visited(tree: Tree) -> Action:
    """Return the action of the root's most visited child, the first of equals."""
    nodes = tree.nodes
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
