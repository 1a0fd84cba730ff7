"""UCT in several worlds, whose root statistics are added up.

Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006; worlds as in Bjarnason, Fern
and Tadepalli, "Lower bounding Klondike solitaire with Monte-Carlo planning", ICAPS 2009. Each world
is drawn once and searched with open information. A node's children are made all at once when it is
visited again; a child is chosen by mean + c * sqrt(ln(visits of the parent) / visits).

`horizon=game` plays out to the end and rewards by `returns`; `horizon=turn` stops with the own turn
and rewards by `evaluate`, for games in which a turn is many actions.

Ties: untried children in ascending order, else the first; of a node just opened a random child is
taken; the answer is the action with most
visits or the greatest mean over all worlds, the lowest code of equals. Memory: 48 bytes a node,
at most `nodes` of them for each world; a full tree stops growing.
"""

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.kernels import NODE, NONE, ROOT, add_child, back_up, plant
from standoff.agents.search.searcher import ITERATIONS, MS, PLAYOUT, Budget, Playout, Searcher
from standoff.agents.search.thought import Thought, read_tree
from standoff.game import Game, Settings
from standoff.option import Option
from standoff.position import View
from standoff.rng import Rng, below
from standoff.verbs import (
    ACTION,
    NOBODY,
    Action,
    Seat,
    State,
    apply,
    choose,
    determinize,
    evaluate,
    legal_actions,
    returns,
    to_move,
)

GAME, TURN = 0, 1


class Mcts:
    """Searches a tree in each of several worlds."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._budget = Budget.of(settings)
        self._by_mean = settings["answer"] == "mean"
        self._rng = rng
        self._trees = [Tree(game, settings) for _ in range(int(settings["worlds"]))]
        self._threads = min(int(settings["threads"]), len(self._trees))

    def act(self, view: View) -> Action:
        """Search every world and return the best action over all."""
        for tree in self._trees:
            tree.clear()
        if len(view.actions) == 1:
            return view.actions[0]
        for tree in self._trees:
            tree.plant(view, Rng(self._rng.seed()))
        self._grow_all(view.seat)
        visits, sums = np.zeros(view.game.action_count), np.zeros(view.game.action_count)
        for tree in self._trees:
            add_up(tree.nodes, tree.size, visits, sums)
        values = visits
        if self._by_mean:
            values = np.where(visits > 0, sums / np.maximum(visits, 1), -np.inf)
        best = int(np.argmax(values))
        return best if visits[best] > 0 else view.actions[0]

    def thoughts(self) -> list[Thought]:
        """Return the sums over all worlds, with the line of the world that looked closest."""
        found: dict[Action, list[Thought]] = {}
        for tree in self._trees:
            for thought in read_tree(tree.nodes, tree.size[0]):
                found.setdefault(thought.action, []).append(thought)
        return [sum_up(same) for _, same in sorted(found.items())]

    def _grow_all(self, seat: Seat) -> None:
        """Spend the budget; each thread has trees of its own."""
        count = len(self._trees)

        def work(thread: int) -> None:
            def run(iterations: int) -> None:
                for place in range(thread, count, self._threads):
                    self._trees[place].grow(seat, share(iterations, count, place))

            self._budget.spend(run, count)

        if self._threads == 1:
            work(0)
            return
        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(work, range(self._threads)))


def share(iterations: int, count: int, place: int) -> int:
    """Return the iterations of one tree of `count`."""
    return iterations // count + int(place < iterations % count)


def sum_up(same: list[Thought]) -> Thought:
    """Return what several worlds think of one action."""
    visits = sum(thought.visits for thought in same)
    value = sum(thought.value * thought.visits for thought in same) / visits
    return Thought(same[0].action, visits, value, max(same, key=lambda one: one.visits).line)


class Tree:
    """A world and its tree, with a random stream and scratch of its own: trees grow side by side.

    So the answer does not depend on which thread grew which tree, or when.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        self._c = float(settings["c"])
        self._horizon = TURN if settings["horizon"] == "turn" else GAME
        self._playout = Playout.of(game, str(settings["playout"]))
        nodes = max(int(settings["nodes"]), game.action_count + 1)  # the root can be opened
        self.nodes = np.zeros(nodes, NODE)
        self.size = np.zeros(1, np.int64)
        self._rng = Rng(0)
        self._root = game.states(1)
        self._world = game.states(1)
        self._path = np.zeros(nodes, np.int64)
        self._actions = np.zeros(game.action_count, ACTION)
        self._rewards = np.zeros(game.players)

    def clear(self) -> None:
        """Forget the tree."""
        self.size[0] = 0

    def plant(self, view: View, rng: Rng) -> None:
        """Draw a world to begin with."""
        self._rng = rng
        self._root[0] = view.observation
        determinize(self._root[0], view.seat, rng.words)

    def grow(self, seat: Seat, iterations: int) -> None:
        """Search on."""
        search(
            self._root,
            seat,
            iterations,
            self._c,
            self._horizon,
            *self._playout.arguments,
            self._rng.words,
            self._world,
            self.nodes,
            self.size,
            self._path,
            self._actions,
            self._rewards,
        )


@kernel
def search(
    roots: Any,
    seat: Seat,
    iterations: int,
    c: float,
    horizon: int,
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
    rewards: Any,
) -> None:
    """Go on with the tree of one world; a tree of size 0 is begun with all children of its root."""
    if size[0] == 0:
        plant(nodes)
        size[0] = 1
        expand(roots[0], ROOT, nodes, size, actions)
    for _ in range(iterations):
        copy_record(roots[0], world[0])
        depth = descend(world[0], seat, c, horizon, rng, nodes, size, path, actions)
        while not is_over(world[0], seat, horizon):
            mover = to_move(world[0])
            apply(world[0], choose(world[0], mover, policy, params, rng, worlds, rows))
        if horizon == TURN:
            for other in range(len(rewards)):
                rewards[other] = evaluate(world[0], other)
        else:
            returns(world[0], rewards)
        back_up(nodes, path, depth, rewards)


@inline_kernel
def is_over(world: State, seat: Seat, horizon: int) -> bool:
    """Whether the game, or the own turn, has ended."""
    mover = to_move(world)
    return mover == NOBODY or (horizon == TURN and mover != seat)


@inline_kernel
def descend(
    world: State,
    seat: Seat,
    c: float,
    horizon: int,
    rng: Any,
    nodes: Any,
    size: Any,
    path: Any,
    actions: Any,
) -> int:
    """Play down the tree to a leaf, which is opened if it was visited before; return the depth."""
    node = ROOT
    depth = 0
    while not is_over(world, seat, horizon):
        if nodes[node].first_child == NONE:
            is_new = node != ROOT and nodes[node].visits == 0
            if is_new or not expand(world, node, nodes, size, actions):
                return depth
            node = random_child(rng, nodes, node)
            path[depth] = node
            apply(world, nodes[node].action)
            return depth + 1
        node = select(nodes, node, c)
        path[depth] = node
        depth += 1
        apply(world, nodes[node].action)
    return depth


@inline_kernel
def expand(world: State, node: int, nodes: Any, size: Any, actions: Any) -> bool:
    """Make all children of a node; False when the tree has no room for them."""
    count = legal_actions(world, actions)
    if size[0] + count > len(nodes):
        return False
    mover = to_move(world)
    for place in range(count):
        add_child(nodes, node, size[0], actions[place], mover)
        size[0] += 1
    return True


@inline_kernel
def random_child(rng: Any, nodes: Any, node: int) -> int:
    """Return a child at random; the children of a node lie side by side."""
    first = int(nodes[node].first_child)
    return first + below(rng, int(nodes[node].last_child) - first + 1)


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


SEARCHER = Searcher(
    "mcts",
    "UCT in several worlds",
    (
        ITERATIONS,
        MS,
        PLAYOUT,
        Option("c", 0.7, "how much to explore", 0.0, 1e6),
        Option("worlds", 1, "how many worlds, each with a tree", 1, 1000),
        Option(
            "horizon", "game", "turn: look no further than the own turn", choices=("game", "turn")
        ),
        Option("answer", "visits", "how the action is chosen", choices=("visits", "mean")),
        Option("threads", 1, "threads that share the worlds; the answer is the same", 1, 1024),
        Option("nodes", 50_000, "nodes of one tree at most", 100, 10_000_000),
    ),
    Mcts,
)
