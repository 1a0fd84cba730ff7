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
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.budget import ITERATIONS, MS, Budget
from standoff.agents.search.playout import PLAYOUT, Playout
from standoff.agents.search.scratch import Scratch
from standoff.agents.search.searcher import Searcher
from standoff.agents.search.thought import Thought
from standoff.agents.search.turn_planner import TurnPlanner
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.rng import Rng, below, uniform
from standoff.simulation import Player, choose, choose_uniform, is_legal
from standoff.verbs import (
    Action,
    Seat,
    State,
    apply,
    evaluate,
    to_move,
)

MAX_LENGTH = 4
"""Longer turns are planned in pieces: the model of pairs grows with the square."""
UNSEEN = 10_000_000.0
MAX_REDRAWS = 100
HISTORY = 100_000
"""How many points `classic` can answer with."""
WHOLES = 65_537
"""Arms for whole points, a prime; points whose keys fall on one arm take turns at it."""
COUNT, MEAN, KEY = 0, 1, 2
"""What an arm holds; only those of whole points have a key."""


class NtbeaSettings(NamedTuple):
    """How the search goes on."""

    start: int
    """Random turns at the start."""
    c: float
    """How much to explore."""
    mutation: float
    """The chance that an action of a neighbour changes beside the certain one."""
    can_err: bool
    """Whether illegal actions are played at their cost, and not replaced."""
    is_classic: bool


class Model(NamedTuple):
    """Arms for actions, for pairs of actions and, if the search is classic, for whole points."""

    ones: NDArray[np.float64]
    """By step of the turn and action."""
    twos: NDArray[np.float64]
    """By pair of steps (`pair_of`) and both actions."""
    wholes: NDArray[np.float64]
    """By a hash of the point; has a KEY."""


STANDING = np.dtype(
    (
        np.record,
        [
            ("value", np.float64),  # of the current point
            ("played", np.int64),  # how many points have been played
            ("length", np.int64),  # of the longest random turn at the start
        ],
    )
)


class Points(NamedTuple):
    """Where the search stands: the current point, its neighbours, and all played so far."""

    standing: NDArray[Any]
    """One STANDING."""
    current: NDArray[np.int64]
    neighbours: NDArray[np.int64]
    keys: NDArray[np.int64]
    """The key of each neighbour."""
    history: NDArray[np.int64]
    history_values: NDArray[np.float64]


class Ntbea(TurnPlanner):
    """Plans turns by a bandit model."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        super().__init__(game, rng)
        self._budget = Budget.of(settings)
        self._playout = Playout.of(game, str(settings["playout"]))
        self._settings = NtbeaSettings(
            start=int(settings["start"]),
            c=float(settings["c"]),
            mutation=float(settings["mutation"]),
            can_err=self._can_err,
            is_classic=settings["classic"] == "true",
        )
        no_answer = game.rules.no_answer(game.settings)
        codes = game.action_count if no_answer is None else no_answer
        pairs = MAX_LENGTH * (MAX_LENGTH - 1) // 2
        self._model = Model(
            ones=np.zeros((MAX_LENGTH, codes, 2)),
            twos=np.zeros((pairs, codes, codes, 2)),
            wholes=np.zeros((WHOLES if self._settings.is_classic else 1, 3)),
        )
        neighbours = int(settings["neighbours"])
        self._points = Points(
            standing=np.zeros(1, STANDING),
            current=np.zeros(MAX_LENGTH, np.int64),
            neighbours=np.zeros((neighbours, MAX_LENGTH), np.int64),
            keys=np.zeros(neighbours, np.int64),
            history=np.zeros((HISTORY, MAX_LENGTH), np.int64),
            history_values=np.zeros(HISTORY),
        )
        self._turn: list[Action] = []

    def plan(self, seat: Seat) -> list[Action]:
        """Search and return the best point."""
        for arms in self._model:
            arms[:] = 0
        self._points.standing[:] = 0
        self._budget.spend(lambda turns: self._run(seat, turns))
        point = self._points.current
        if self._settings.is_classic:
            point = self._points.history[best_mean(self._model, self._points)]
        self._turn = [int(action) for action in point[: self._points.standing[0].length]]
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
            for action, (count, mean) in enumerate(self._model.ones[0])
            if count > 0
        ]

    def _run(self, seat: Seat, turns: int) -> None:
        search(
            self._root,
            seat,
            turns,
            self._settings,
            self._playout.player,
            self._rng.words,
            self._scratch,
            self._model,
            self._points,
        )


@kernel
def search(
    roots: Any,
    seat: Seat,
    turns: int,
    settings: NtbeaSettings,
    player: Player,
    rng: Any,
    scratch: Scratch,
    model: Model,
    points: Points,
) -> None:
    """Play `turns` more points: random turns at the start, then chosen neighbours."""
    root, standing, codes = roots[0], points.standing[0], len(model.ones[0])
    for _ in range(turns):
        played = int(standing.played)
        point = points.neighbours[0]
        if played < settings.start:
            length = draw_turn(root, seat, player, rng, scratch, point)
            standing.length = max(standing.length, length)
            value = evaluate(scratch.states[0], seat)
        else:
            length = int(standing.length)
            for index in range(len(points.neighbours)):
                draw_neighbour(index, length, codes, settings.mutation, rng, points)
            chosen = choose_neighbour(length, settings, rng, model, points)
            point = points.neighbours[chosen]
            value = play_point(root, seat, length, settings.can_err, rng, scratch, point)
        learn(point, length, value, model)
        if settings.is_classic:
            update_whole(model.wholes, point, length, codes, value)
        if played < len(points.history):
            points.history_values[played] = value
            for gene in range(len(point)):
                points.history[played, gene] = point[gene]
        is_better = played == 0 or value > standing.value
        if is_better or (settings.is_classic and played >= settings.start):
            standing.value = value
            for gene in range(len(point)):
                points.current[gene] = point[gene]
        standing.played += 1


@inline_kernel
def draw_turn(root: State, seat: Seat, player: Player, rng: Any, scratch: Scratch, out: Any) -> int:
    """Play a turn by a policy in the scratch world, write it down, and return its length."""
    world = scratch.states[0]
    copy_record(root, world)
    out[:] = 0  # genes behind the end of the turn
    length = 0
    while to_move(world) == seat and length < len(out):
        out[length] = choose(world, seat, player, rng)
        apply(world, out[length])
        length += 1
    return length


@inline_kernel
def play_point(
    root: State,
    seat: Seat,
    length: int,
    can_err: bool,
    rng: Any,
    scratch: Scratch,
    point: Any,
) -> float:
    """Play a point and return the value of the turn; illegal actions are repaired if need be."""
    world, actions = scratch.states[0], scratch.actions
    copy_record(root, world)
    for gene in range(length):
        if to_move(world) != seat:
            break
        if not (can_err or is_legal(world, point[gene], actions)):
            point[gene] = choose_uniform(world, rng, actions)
        apply(world, point[gene])
    return evaluate(world, seat)


@inline_kernel
def draw_neighbour(
    index: int, length: int, codes: int, mutation: float, rng: Any, points: Points
) -> None:
    """Change one action of the current point for certain and others by chance; no point twice."""
    current, neighbour = points.current, points.neighbours[index]
    for gene in range(len(current)):
        neighbour[gene] = current[gene]
    if codes == 1:
        return
    for _ in range(MAX_REDRAWS):
        changed = below(rng, length)
        for gene in range(length):
            action = current[gene]
            if gene == changed:
                action = (action + 1 + below(rng, codes - 1)) % codes
            elif uniform(rng) < mutation:
                action = below(rng, codes)
            neighbour[gene] = action
        points.keys[index] = whole_key(neighbour, length, codes)
        if is_first_of_its_kind(points.keys, index):
            return


@inline_kernel
def is_first_of_its_kind(keys: Any, index: int) -> bool:
    """Whether no earlier neighbour is the same; all are looked at, several at once."""
    same = 0
    for other in range(index):
        same += int(keys[other] == keys[index])
    return same == 0


@inline_kernel
def choose_neighbour(
    length: int, settings: NtbeaSettings, rng: Any, model: Model, points: Points
) -> int:
    """Return the neighbour with the greatest mean bound over all bandits."""
    c, keys, wholes = settings.c, points.keys, model.wholes
    log_total = math.log(points.standing[0].played)
    best = 0
    best_bound = -math.inf
    for index in range(len(points.neighbours)):
        point = points.neighbours[index]
        bound = 0.0
        for gene in range(length):
            bound += arm_bound(model.ones[gene, point[gene]], log_total, c, rng)
            for later in range(gene + 1, length):
                arm = model.twos[pair_of(gene, later), point[gene], point[later]]
                bound += arm_bound(arm, log_total, c, rng)
        if settings.is_classic:
            whole = wholes[keys[index] % len(wholes)]
            bound += arm_bound(whole, log_total, c, rng) if whole[KEY] == keys[index] else UNSEEN
        if bound > best_bound:
            best_bound = bound
            best = index
    return best


@inline_kernel
def arm_bound(arm: Any, log_total: float, c: float, rng: Any) -> float:
    """Return the upper confidence bound of one arm; one never seen comes before all others."""
    if arm[COUNT] == 0.0:
        return UNSEEN + uniform(rng)
    return float(arm[MEAN] + c * math.sqrt(log_total / arm[COUNT]))


@inline_kernel
def learn(point: Any, length: int, value: float, model: Model) -> None:
    """Add the value of a point to its arms."""
    for gene in range(length):
        update(model.ones[gene, point[gene]], value)
        for later in range(gene + 1, length):
            update(model.twos[pair_of(gene, later), point[gene], point[later]], value)


@inline_kernel
def pair_of(gene: int, later: int) -> int:
    """Return the number of a pair of steps of the turn, the same for turns of any length."""
    return later * (later - 1) // 2 + gene


@inline_kernel
def whole_key(point: Any, length: int, codes: int) -> int:
    """Return a number above 0 that names a point."""
    key = 1
    for gene in range(length):
        key = key * codes + point[gene]
    return key


@inline_kernel
def update_whole(wholes: Any, point: Any, length: int, codes: int, value: float) -> None:
    """Add the value of a point to its own arm, which replaces that of another point."""
    key = whole_key(point, length, codes)
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
def best_mean(model: Model, points: Points) -> int:
    """Return the point whose arms, its own among them, have the greatest mean; first of equals.

    A point has one value in one world, so what it was worth when played is its own mean.
    """
    history, length = points.history, int(points.standing[0].length)
    best = 0
    best_total = -math.inf
    for index in range(min(int(points.standing[0].played), len(history))):
        total = points.history_values[index]
        for gene in range(length):
            total += model.ones[gene, history[index, gene], MEAN]
            for later in range(gene + 1, length):
                pair = pair_of(gene, later)
                total += model.twos[pair, history[index, gene], history[index, later], MEAN]
        if total > best_total:
            best_total = total
            best = index
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
