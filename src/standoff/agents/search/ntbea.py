"""N-tuple bandit evolution of the own turn.

Lucas, Liu and Perez-Liebana, "The N-tuple bandit evolutionary algorithm for game agent
optimisation", CEC 2018, applied to a turn as in the ASMACAG thesis. A genome is the sequence of
action codes of one turn. A model of one- and two-dimensional bandits remembers the values of
genomes with each action and each pair of actions. The search makes some neighbours of the current
genome and plays the one with the greatest bound in the model, which then learns its value.

As published, the current genome changes only for a strictly better one and is the answer: a hill
climber guided by the model. `classic=true` is the algorithm of its authors: the model also has a
bandit for whole genomes, the search moves to every chosen neighbour, and the answer is the genome
with the greatest mean in the model, among the first 100,000 played.

An illegal action costs what the rules say; where they do not say, a random legal action replaces
it. Ties: the first. Budget: turns evaluated, including the random ones at the start. Memory: 96
bytes for each pair of action codes.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.budget import ITERATIONS, MS
from standoff.agents.search.playout import PLAYOUT
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
"""How many genomes `classic` can choose its answer from."""
WHOLES = 65_537
"""The number of arms for whole genomes, a prime; genomes may share an arm, one at a time."""
COUNT, MEAN, KEY = 0, 1, 2
"""What an arm holds; only arms of whole genomes have a key."""


class NtbeaSettings(NamedTuple):
    """How the search works."""

    start: int
    """Random turns at the start."""
    c: float
    """How much to explore."""
    mutation: float
    """The chance that any other action of a neighbour changes too."""
    can_err: bool
    """Whether illegal actions are played and penalised, and not replaced."""
    is_classic: bool


class Model(NamedTuple):
    """Arms for actions, for pairs of actions and, in a classic search, for whole genomes."""

    ones: NDArray[np.float64]
    """Arms by step of the turn and action."""
    twos: NDArray[np.float64]
    """Arms by pair of steps (`pair_of`) and both actions."""
    wholes: NDArray[np.float64]
    """Arms by hash of the genome, with a KEY."""


STANDING = np.dtype(
    (
        np.record,
        [
            ("value", np.float64),  # of the current genome
            ("played", np.int64),  # how many genomes have been played
            ("length", np.int64),  # of the longest random turn at the start
        ],
    )
)


class Genomes(NamedTuple):
    """The state of a search: the current genome, its neighbours, and all genomes played."""

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
        super().__init__(game, settings, rng)
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
        self._genomes = Genomes(
            standing=np.zeros(1, STANDING),
            current=np.zeros(MAX_LENGTH, np.int64),
            neighbours=np.zeros((neighbours, MAX_LENGTH), np.int64),
            keys=np.zeros(neighbours, np.int64),
            history=np.zeros((HISTORY, MAX_LENGTH), np.int64),
            history_values=np.zeros(HISTORY),
        )
        self._turn: list[Action] = []

    def plan(self, seat: Seat) -> list[Action]:
        """Search and return the best genome."""
        for arms in self._model:
            arms[:] = 0
        self._genomes.standing[:] = 0
        self._budget.spend(lambda turns: self._run(seat, turns))
        genome = self._genomes.current
        if self._settings.is_classic:
            genome = self._genomes.history[best_mean(self._model, self._genomes)]
        self._turn = [int(action) for action in genome[: self._genomes.standing[0].length]]
        return self._turn

    def weighed(self) -> list[Thought]:
        """Return how often each first action was played, and its mean value in the model."""
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
            self._genomes,
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
    genomes: Genomes,
) -> None:
    """Play `turns` more genomes: random ones at the start, then chosen neighbours."""
    root, standing, codes = roots[0], genomes.standing[0], len(model.ones[0])
    for _ in range(turns):
        played = int(standing.played)
        genome = genomes.neighbours[0]
        if played < settings.start:
            length = draw_turn(root, seat, player, rng, scratch, genome)
            standing.length = max(standing.length, length)
            value = evaluate(scratch.states[0], seat)
        else:
            length = int(standing.length)
            for index in range(len(genomes.neighbours)):
                draw_neighbour(index, length, codes, settings.mutation, rng, genomes)
            chosen = choose_neighbour(length, settings, rng, model, genomes)
            genome = genomes.neighbours[chosen]
            value = play_genome(root, seat, length, settings.can_err, rng, scratch, genome)
        learn(genome, length, value, model)
        if settings.is_classic:
            update_whole(model.wholes, genome, length, codes, value)
        if played < len(genomes.history):
            genomes.history_values[played] = value
            for gene in range(len(genome)):
                genomes.history[played, gene] = genome[gene]
        is_better = played == 0 or value > standing.value
        if is_better or (settings.is_classic and played >= settings.start):
            standing.value = value
            for gene in range(len(genome)):
                genomes.current[gene] = genome[gene]
        standing.played += 1


@inline_kernel
def draw_turn(root: State, seat: Seat, player: Player, rng: Any, scratch: Scratch, out: Any) -> int:
    """Play a turn by a policy in the scratch world; fill `out` with it and return its length."""
    world = scratch.states[0]
    copy_record(root, world)
    out[:] = 0  # the genes after the end of the turn
    length = 0
    while to_move(world) == seat and length < len(out):
        out[length] = choose(world, seat, player, rng)
        apply(world, out[length])
        length += 1
    return length


@inline_kernel
def play_genome(
    root: State,
    seat: Seat,
    length: int,
    can_err: bool,
    rng: Any,
    scratch: Scratch,
    genome: Any,
) -> float:
    """Play a genome and return its value; illegal actions are replaced unless `can_err`."""
    world, actions = scratch.states[0], scratch.actions
    copy_record(root, world)
    for gene in range(length):
        if to_move(world) != seat:
            break
        if not (can_err or is_legal(world, genome[gene], actions)):
            genome[gene] = choose_uniform(world, rng, actions)
        apply(world, genome[gene])
    return evaluate(world, seat)


@inline_kernel
def draw_neighbour(
    index: int, length: int, codes: int, mutation: float, rng: Any, genomes: Genomes
) -> None:
    """Change one action of the current genome, and others by chance; avoid equal neighbours."""
    current, neighbour = genomes.current, genomes.neighbours[index]
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
        genomes.keys[index] = whole_key(neighbour, length, codes)
        if is_first_of_its_kind(genomes.keys, index):
            return


@inline_kernel
def is_first_of_its_kind(keys: Any, index: int) -> bool:
    """Whether no earlier neighbour is equal; without an early exit, so that it vectorises."""
    same = 0
    for other in range(index):
        same += int(keys[other] == keys[index])
    return same == 0


@inline_kernel
def choose_neighbour(
    length: int, settings: NtbeaSettings, rng: Any, model: Model, genomes: Genomes
) -> int:
    """Return the neighbour with the greatest mean bound over all bandits."""
    c, keys, wholes = settings.c, genomes.keys, model.wholes
    log_total = math.log(genomes.standing[0].played)
    best = 0
    best_bound = -math.inf
    for index in range(len(genomes.neighbours)):
        genome = genomes.neighbours[index]
        bound = 0.0
        for gene in range(length):
            bound += arm_bound(model.ones[gene, genome[gene]], log_total, c, rng)
            for later in range(gene + 1, length):
                arm = model.twos[pair_of(gene, later), genome[gene], genome[later]]
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
    """Return the upper confidence bound of an arm; an unseen arm comes before all others."""
    if arm[COUNT] == 0.0:
        return UNSEEN + uniform(rng)
    return float(arm[MEAN] + c * math.sqrt(log_total / arm[COUNT]))


@inline_kernel
def learn(genome: Any, length: int, value: float, model: Model) -> None:
    """Add the value of a genome to its arms."""
    for gene in range(length):
        update(model.ones[gene, genome[gene]], value)
        for later in range(gene + 1, length):
            update(model.twos[pair_of(gene, later), genome[gene], genome[later]], value)


@inline_kernel
def pair_of(gene: int, later: int) -> int:
    """Return the index of a pair of steps; it does not depend on the length of the turn."""
    return later * (later - 1) // 2 + gene


@inline_kernel
def whole_key(genome: Any, length: int, codes: int) -> int:
    """Return the key of a genome: a number above 0."""
    key = 1
    for gene in range(length):
        key = key * codes + genome[gene]
    return key


@inline_kernel
def update_whole(wholes: Any, genome: Any, length: int, codes: int, value: float) -> None:
    """Add the value of a genome to its own arm; an arm of another genome is overwritten."""
    key = whole_key(genome, length, codes)
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
def best_mean(model: Model, genomes: Genomes) -> int:
    """Return the index of the genome whose arms have the greatest mean, the first of equals.

    A genome has one value in one world, so its value is the mean of its own arm.
    """
    history, length = genomes.history, int(genomes.standing[0].length)
    best = 0
    best_total = -math.inf
    for index in range(min(int(genomes.standing[0].played), len(history))):
        total = genomes.history_values[index]
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
        Option("mutation", 0.55, "chance that any other action changes too", 0.0, 1.0),
        Option("start", 100, "random turns at the start", 1, 1_000_000),
        Option("classic", "false", "true: the original algorithm", choices=("false", "true")),
    ),
    Ntbea,
)
