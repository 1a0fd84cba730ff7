"""UCT in several worlds; the statistics of their roots are added up.

Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006; worlds as in Bjarnason, Fern
and Tadepalli, "Lower bounding Klondike solitaire with Monte-Carlo planning", ICAPS 2009. Each world
is drawn once, by one of the game's `beliefs`, and searched with open information. A child is chosen
by mean + c * sqrt(ln(visits of the parent) / visits). An iteration is one playout.

The children of a node are made when it is visited again. `expand=one` plays out a random one of
them. `expand=all` plays out each of them before it returns to the root, as in Danilakova, "AI
players for the game Bang!", 7.6.4; the last node may stay half opened. `hold_back=true` leaves out
the game's idle actions until the node is visited once more, unless there are no others.

`horizon=game` plays out to the end and rewards by `returns`. `horizon=turn` stops at the end of the
own turn, `horizon=depth` after `depth` moves from the root; both reward every seat by `appraise`.

The answer is the action with the most `visits` or the greatest `mean` over all worlds, the lowest
code of equals; or the action with the greatest `sum` of its means in each world (Danilakova,
7.6.4.1), a random one of equals. If a world has not tried an action, the action gets the mean of
the worst action that was tried there.

Other ties: untried children in ascending order, idle ones last, else the first. Memory: 48 bytes
for each node, at most `nodes` of them for each world; a full tree stops growing.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from standoff.agents.search.belief import BELIEFS, Belief
from standoff.agents.search.budget import ITERATIONS, MS, Budget
from standoff.agents.search.playout import PLAYOUT, Playout
from standoff.agents.search.scratch import Scratch
from standoff.agents.search.searcher import Searcher
from standoff.agents.search.thought import Thought, mean_values
from standoff.agents.search.tree import Tree, read_thoughts
from standoff.agents.search.uct import HORIZONS, OPENED, UctSettings, add_up, search
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import Action, Seat

MAX_DEPTH = 300
TRUE_OR_FALSE = ("false", "true")


class Mcts:
    """Searches a tree in each of several worlds; `weights` are for `appraise`."""

    def __init__(
        self, game: Game, settings: Settings, rng: Rng, weights: Sequence[float] = ()
    ) -> None:
        self._budget = Budget.of(settings)
        self._answer = str(settings["answer"])
        self._rng = rng
        self._belief = Belief.of(game, str(settings["beliefs"]))
        self._worlds = [World(game, settings, weights) for _ in range(int(settings["worlds"]))]
        self._threads = min(int(settings["threads"]), len(self._worlds))

    def act(self, view: View) -> Action:
        """Search every world and return the best action over all worlds."""
        for world in self._worlds:
            world.tree.clear()
        if len(view.actions) == 1:
            return view.actions[0]
        self._belief.look(view)
        for world in self._worlds:
            world.draw(view, self._belief, Rng(self._rng.seed()))
        self._search_all(view.seat)
        visits, sums = np.zeros((2, len(self._worlds), view.game.action_count))
        for index, world in enumerate(self._worlds):
            add_up(world.tree, visits[index], sums[index])
        if not visits.any():
            return view.actions[0]
        if self._answer == "sum":
            return self._rng.choice(greatest_sums(visits, sums))
        total = visits.sum(axis=0)
        means = mean_values(total, sums.sum(axis=0))
        return int(np.argmax(total if self._answer == "visits" else means))

    def thoughts(self) -> list[Thought]:
        """Return the sums over all worlds; the line is from the world with the most visits."""
        found: dict[Action, list[Thought]] = {}
        for world in self._worlds:
            for thought in read_thoughts(world.tree):
                found.setdefault(thought.action, []).append(thought)
        return [sum_up(same) for _, same in sorted(found.items())]

    def _search_all(self, seat: Seat) -> None:
        """Spend the budget; each thread has worlds of its own."""
        count = len(self._worlds)

        def work(thread: int) -> None:
            def run(iterations: int) -> None:
                for index in range(thread, count, self._threads):
                    self._worlds[index].search(seat, share(iterations, count, index))

            self._budget.spend(run, count)

        if self._threads == 1:
            work(0)
            return
        with ThreadPoolExecutor(self._threads) as pool:
            list(pool.map(work, range(self._threads)))


def share(iterations: int, count: int, index: int) -> int:
    """Return the number of iterations in one of `count` worlds."""
    return iterations // count + int(index < iterations % count)


def greatest_sums(visits: NDArray[np.float64], sums: NDArray[np.float64]) -> list[Action]:
    """Return the actions whose means, added up over worlds, are greatest.

    A row of `visits` and `sums` is a world. An action that a world has not tried gets the mean of
    the worst action tried there. An action that no world has tried is never among the greatest.
    """
    total = np.where(visits.any(axis=0), 0.0, -np.inf)
    for world in range(len(visits)):
        tried = visits[world] > 0
        if tried.any():
            means = mean_values(visits[world], sums[world])
            total += np.where(tried, means, means[tried].min())
    return [int(action) for action in np.flatnonzero(total == total.max())]


def sum_up(same: list[Thought]) -> Thought:
    """Return the sum of several worlds' thoughts on one action."""
    visits = sum(thought.visits for thought in same)
    value = sum(thought.value * thought.visits for thought in same) / visits
    return Thought(same[0].action, visits, value, max(same, key=lambda one: one.visits).line)


class World:
    """A world and its tree, with a random stream and scratch of its own.

    Threads share nothing, so the answer does not depend on which thread searched which world.
    """

    def __init__(self, game: Game, settings: Settings, weights: Sequence[float]) -> None:
        self.settings = UctSettings(
            c=float(settings["c"]),
            horizon=HORIZONS.index(str(settings["horizon"])),
            depth=int(settings["depth"]),
            opens_all=settings["expand"] == "all",
            idle=game.idle_codes & (settings["hold_back"] == "true"),
            weights=np.array(weights, np.float64),
        )
        self.tree = Tree.of(max(int(settings["nodes"]), game.action_count + 1))  # the root opens
        self._playout = Playout.of(game, str(settings["playout"]))
        self._rng = Rng(0)
        self._root = game.states(1)
        self._scratch = Scratch.of(game, 2)
        self._opened = np.zeros(1, OPENED)

    def draw(self, view: View, belief: Belief, rng: Rng) -> None:
        """Draw the world."""
        self._rng = rng
        self._root[0] = view.observation
        belief.imagine(self._root[0], view.seat, rng)

    def search(self, seat: Seat, iterations: int) -> None:
        """Do more iterations."""
        search(
            self._root,
            seat,
            iterations,
            self.settings,
            self._playout.player,
            self._rng.words,
            self._scratch,
            self._opened,
            self.tree,
        )


SEARCHER = Searcher(
    "mcts",
    "UCT in several worlds",
    (
        ITERATIONS,
        MS,
        PLAYOUT,
        BELIEFS,
        Option("c", 0.7, "how much to explore", 0.0, 1e6),
        Option("worlds", 1, "how many worlds, each with a tree", 1, 1000),
        Option(
            "expand", "one", "how many children of a leaf are played out", choices=("one", "all")
        ),
        Option("hold_back", "false", "true: idle actions are tried last", choices=TRUE_OR_FALSE),
        Option(
            "horizon",
            "game",
            "where playouts end: with the game, with the own turn, or after `depth` moves",
            choices=HORIZONS,
        ),
        Option(
            "depth",
            60,
            "moves from the root to the end of a playout, for horizon=depth",
            1,
            MAX_DEPTH,
        ),
        Option("answer", "visits", "how the action is chosen", choices=("visits", "mean", "sum")),
        Option("threads", 1, "threads that share the worlds; the answer is the same", 1, 1024),
        Option("nodes", 50_000, "the most nodes of one tree", 100, 10_000_000),
    ),
    Mcts,
)
