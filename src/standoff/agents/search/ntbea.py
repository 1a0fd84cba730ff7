"""N-tuple bandit evolution of the own turn.

Lucas, Liu and Perez-Liebana, "The N-tuple bandit evolutionary algorithm for game agent
optimisation", CEC 2018, applied to a turn as in the ASMACAG thesis. A point is the sequence of
action codes of one turn; a model of one- and two-dimensional bandits remembers how points with each
action, and each pair of actions, have done. From the current point some neighbours are made, the
one with the greatest model bound is played, and the model learns its value.

As published, the current point changes only for a strictly better one and is the answer: a hill
climber guided by the model. `classic=true` is the algorithm as its authors give it: the model has a
bandit for whole points too, the search moves to every chosen neighbour, and the answer is the point
of greatest model mean among the first 100,000 played.

An action that cannot be played costs what the rules say; where they say nothing, a random legal one
takes its place. Ties: the first. Budget: turns evaluated, the random ones at the start among them.
Memory: 96 bytes for each pair of action codes.
"""

import math
from typing import Any

import numpy as np

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.kernels import is_legal
from standoff.agents.search.planner import TurnPlanner
from standoff.agents.search.searcher import ITERATIONS, MS, PLAYOUT, Budget, Playout, Searcher
from standoff.agents.search.thought import Thought
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.rng import Rng, below, uniform
from standoff.simulation import choose
from standoff.verbs import (
    ACTION,
    Action,
    Seat,
    State,
    apply,
    evaluate,
    legal_actions,
    to_move,
)

MAX_LENGTH = 4
"""Longer turns are planned in pieces: the model of pairs grows with the square."""
UNSEEN = 10_000_000.0
MAX_REDRAWS = 100
HISTORY = 100_000
"""How many points `classic` can answer with."""
WHOLES = 65_537
"""Places for arms of whole points, a prime."""
VALUE, PLAYED, LENGTH = 0, 1, 2
"""What `best` holds: the value of the current point, points played, length of the turn."""
COUNT, MEAN, KEY = 0, 1, 2
"""What an arm holds; only those of whole points have a key."""


class Ntbea(TurnPlanner):
    """Plans turns by a bandit model."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        super().__init__(game, rng)
        self._budget = Budget.of(settings)
        no_answer = game.rules.no_answer(game.settings)
        values = game.action_count if no_answer is None else no_answer
        self._can_err = no_answer is not None
        neighbours = int(settings["neighbours"])
        self._c = float(settings["c"])
        self._mutation = float(settings["mutation"])
        self._start = int(settings["start"])
        self._classic = settings["classic"] == "true"
        self._playout = Playout.of(game, str(settings["playout"]))
        self._world = game.states(1)
        self._actions = np.zeros(game.action_count, ACTION)
        self._current = np.zeros(MAX_LENGTH, np.int64)
        self._neighbours = np.zeros((neighbours, MAX_LENGTH), np.int64)
        self._keys = np.zeros(neighbours, np.int64)
        pairs = MAX_LENGTH * (MAX_LENGTH - 1) // 2
        self._ones = np.zeros((MAX_LENGTH, values, 2))
        self._twos = np.zeros((pairs, values, values, 2))
        self._best = np.zeros(3)
        self._turn: list[Action] = []
        self._history = np.zeros((HISTORY, MAX_LENGTH), np.int64)
        self._history_values = np.zeros(HISTORY)
        self._wholes = np.zeros((WHOLES, 3) if self._classic else (1, 3))

    def plan(self, seat: Seat) -> list[Action]:
        """Search and return the best point."""
        self._ones[:] = 0
        self._twos[:] = 0
        self._wholes[:] = 0
        self._best[:] = 0
        self._budget.spend(lambda turns: self._run(seat, turns))
        length = int(self._best[LENGTH])
        point = self._current
        if self._classic:
            count = min(int(self._best[PLAYED]), HISTORY)
            point = self._history[self._best_mean(count, length)]
        self._turn = [int(action) for action in point[:length]]
        return self._turn

    def weighed(self) -> list[Thought]:
        """Return the one-tuple of the first action: how often it was played, and its mean value."""
        return [
            Thought(
                action,
                int(count),
                float(mean),
                tuple(self._turn[1:]) if action == self._turn[0] else (),
            )
            for action, (count, mean) in enumerate(self._ones[0])
            if count > 0
        ]

    def _best_mean(self, count: int, length: int) -> int:
        points = (self._history, self._history_values)
        return int(best_mean(*points, count, length, self._ones, self._twos))

    def _run(self, seat: Seat, turns: int) -> None:
        search(
            self._root,
            seat,
            turns,
            self._start,
            self._c,
            self._mutation,
            self._can_err,
            self._classic,
            *self._playout.arguments,
            self._rng.words,
            self._world,
            self._actions,
            self._current,
            self._neighbours,
            self._keys,
            self._ones,
            self._twos,
            self._best,
            self._wholes,
            self._history,
            self._history_values,
        )


@kernel
def search(
    roots: Any,
    seat: Seat,
    turns: int,
    start: int,
    c: float,
    mutation: float,
    can_err: bool,
    classic: bool,
    policy: int,
    params: Any,
    worlds: Any,
    rows: Any,
    rng: Any,
    world: Any,
    actions: Any,
    current: Any,
    neighbours: Any,
    keys: Any,
    ones: Any,
    twos: Any,
    best: Any,
    wholes: Any,
    history: Any,
    history_values: Any,
) -> None:
    """Play `turns` more points: `start` random turns first, then chosen neighbours."""
    for _ in range(turns):
        point = neighbours[0]
        if best[PLAYED] < start:
            length = draw_turn(roots[0], world[0], seat, point, policy, params, rng, worlds, rows)
            best[LENGTH] = max(best[LENGTH], length)
            value = evaluate(world[0], seat)
        else:
            length = int(best[LENGTH])
            points = (neighbours, keys)
            for place in range(len(neighbours)):
                draw_neighbour(current, *points, place, length, len(ones[0]), mutation, rng)
            model = (ones, twos, wholes)
            chosen = choose_neighbour(*points, length, *model, classic, best[PLAYED], c, rng)
            point = neighbours[chosen]
            value = play_point(roots[0], world[0], seat, point, length, can_err, actions, rng)
        learn(point, length, value, ones, twos)
        if classic:
            update_whole(wholes, point, length, len(ones[0]), value)
        if best[PLAYED] < len(history):
            history_values[int(best[PLAYED])] = value
            for gene in range(len(point)):
                history[int(best[PLAYED]), gene] = point[gene]
        is_better = best[PLAYED] == 0 or value > best[VALUE]
        if is_better or (classic and best[PLAYED] >= start):
            best[VALUE] = value
            for gene in range(len(point)):
                current[gene] = point[gene]
        best[PLAYED] += 1


@inline_kernel
def draw_turn(
    root: State,
    world: State,
    seat: Seat,
    point: Any,
    policy: int,
    params: Any,
    rng: Any,
    worlds: Any,
    rows: Any,
) -> int:
    """Play a turn by a policy into `world`, write it down, and return its length."""
    copy_record(root, world)
    point[:] = 0  # genes behind the end of the turn
    length = 0
    while to_move(world) == seat and length < len(point):
        point[length] = choose(world, seat, policy, params, rng, worlds, rows)
        apply(world, point[length])
        length += 1
    return length


@inline_kernel
def play_point(
    root: State,
    world: State,
    seat: Seat,
    point: Any,
    length: int,
    can_err: bool,
    actions: Any,
    rng: Any,
) -> float:
    """Play a point and return the value of the turn; illegal actions are repaired if need be."""
    copy_record(root, world)
    for gene in range(length):
        if to_move(world) != seat:
            break
        if not (can_err or is_legal(world, point[gene], actions)):
            point[gene] = actions[below(rng, legal_actions(world, actions))]
        apply(world, point[gene])
    return evaluate(world, seat)


@inline_kernel
def draw_neighbour(
    current: Any,
    neighbours: Any,
    keys: Any,
    place: int,
    length: int,
    values: int,
    mutation: float,
    rng: Any,
) -> None:
    """Change one action of the current point for certain and others by chance; no point twice."""
    for gene in range(len(current)):
        neighbours[place, gene] = current[gene]
    if values == 1:
        return
    for _ in range(MAX_REDRAWS):
        changed = below(rng, length)
        for gene in range(length):
            value = current[gene]
            if gene == changed:
                value = (value + 1 + below(rng, values - 1)) % values
            elif uniform(rng) < mutation:
                value = below(rng, values)
            neighbours[place, gene] = value
        keys[place] = whole_key(neighbours[place], length, values)
        if is_first_of_its_kind(keys, place):
            return


@inline_kernel
def is_first_of_its_kind(keys: Any, place: int) -> bool:
    """Whether no earlier neighbour is the same; all are looked at, several at once."""
    same = 0
    for other in range(place):
        same += int(keys[other] == keys[place])
    return same == 0


@inline_kernel
def choose_neighbour(
    neighbours: Any,
    keys: Any,
    length: int,
    ones: Any,
    twos: Any,
    wholes: Any,
    classic: bool,
    total: float,
    c: float,
    rng: Any,
) -> int:
    """Return the neighbour with the greatest mean bound over all bandits."""
    log_total = math.log(total)
    best = 0
    best_bound = -math.inf
    for place in range(len(neighbours)):
        point = neighbours[place]
        bound = 0.0
        for gene in range(length):
            bound += arm_bound(ones[gene, point[gene]], log_total, c, rng)
            for later in range(gene + 1, length):
                arm = twos[pair_of(gene, later), point[gene], point[later]]
                bound += arm_bound(arm, log_total, c, rng)
        if classic:
            whole = wholes[keys[place] % len(wholes)]
            bound += arm_bound(whole, log_total, c, rng) if whole[KEY] == keys[place] else UNSEEN
        if bound > best_bound:
            best_bound = bound
            best = place
    return best


@inline_kernel
def arm_bound(arm: Any, log_total: float, c: float, rng: Any) -> float:
    """Return the upper confidence bound of one arm; one never seen comes before all others."""
    if arm[COUNT] == 0.0:
        return UNSEEN + uniform(rng)
    return float(arm[MEAN] + c * math.sqrt(log_total / arm[COUNT]))


@inline_kernel
def learn(point: Any, length: int, value: float, ones: Any, twos: Any) -> None:
    """Add the value of a point to its arms."""
    for gene in range(length):
        update(ones[gene, point[gene]], value)
        for later in range(gene + 1, length):
            update(twos[pair_of(gene, later), point[gene], point[later]], value)


@inline_kernel
def pair_of(gene: int, later: int) -> int:
    """Return the number of a pair of places in the turn, the same for turns of any length."""
    return later * (later - 1) // 2 + gene


@inline_kernel
def whole_key(point: Any, length: int, values: int) -> int:
    """Return a number above 0 that names a point."""
    key = 1
    for gene in range(length):
        key = key * values + point[gene]
    return key


@inline_kernel
def update_whole(wholes: Any, point: Any, length: int, values: int, value: float) -> None:
    """Add the value of a point to its own arm, which takes the place of an older one's."""
    key = whole_key(point, length, values)
    whole = wholes[key % len(wholes)]
    if whole[KEY] != key:
        whole[KEY] = key
        whole[COUNT] = 0.0
        whole[MEAN] = 0.0
    update(whole, value)


@inline_kernel
def update(arm: Any, value: float) -> None:
    """Add a value to the mean of an arm."""
    arm[COUNT] += 1.0
    arm[MEAN] += (value - arm[MEAN]) / arm[COUNT]


@kernel
def best_mean(
    history: Any, history_values: Any, count: int, length: int, ones: Any, twos: Any
) -> int:
    """Return the point whose arms, its own among them, have the greatest mean; first of equals.

    A point has one value in one world, so what it was worth when played is its own mean.
    """
    best = 0
    best_total = -math.inf
    for place in range(count):
        total = history_values[place]
        for gene in range(length):
            total += ones[gene, history[place, gene], MEAN]
            for later in range(gene + 1, length):
                pair = pair_of(gene, later)
                total += twos[pair, history[place, gene], history[place, later], MEAN]
        if total > best_total:
            best_total = total
            best = place
    return best


SEARCHER = Searcher(
    "ntbea",
    "N-tuple bandit evolution of the own turn",
    (
        ITERATIONS,
        MS,
        PLAYOUT,
        Option("c", 8.0, "how much to explore", 0.0, 1e6),
        Option("neighbours", 5, "neighbours made for each step", 1, 500),
        Option("mutation", 0.55, "chance that an action changes beside the certain one", 0.0, 1.0),
        Option("start", 100, "random turns at the start", 1, 1_000_000),
        Option("classic", "false", "true: the original algorithm", choices=("false", "true")),
    ),
    Ntbea,
)
