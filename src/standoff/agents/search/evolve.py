"""Online evolution of the own turn.

Justesen, Mahlmann and Togelius, "Online evolution for multi-action adversarial games",
EvoApplications 2016, in the form of the ASMACAG thesis. A genome is the sequence of action codes of
one turn. The best genomes are kept; children of two of them replace the others. A child takes each
action from a random parent, or from the other parent if that action is not legal, else a random
one. Then, with a chance of `mutation`, one of its actions is replaced at random, and later actions
that are no longer legal are replaced too.

Value: `evaluate` at the end of the turn. Ties: the older genome. Budget: turns evaluated.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.budget import ITERATIONS, MS
from standoff.agents.search.playout import PLAYOUT
from standoff.agents.search.scratch import Scratch
from standoff.agents.search.searcher import Searcher
from standoff.agents.search.thought import Thought
from standoff.agents.search.turn_planner import MAX_PLAN, TurnPlanner
from standoff.errors import BadOption
from standoff.game import Game
from standoff.option import Option, Settings
from standoff.rng import Rng, below, uniform
from standoff.simulation import Player, choose, choose_uniform, is_legal
from standoff.verbs import (
    ACTION,
    Action,
    Seat,
    State,
    apply,
    evaluate,
    to_move,
)

NO_GENE = -1
"""Marks the end of a genome, or an action that must be chosen at random."""


class EvolveSettings(NamedTuple):
    """How a population evolves."""

    survivors: int
    """How many genomes are kept."""
    mutation: float
    """The chance that a child is mutated."""


class Population(NamedTuple):
    """Genomes, their values, and their order, the best first."""

    genomes: NDArray[np.int32]
    values: NDArray[np.float64]
    order: NDArray[np.int64]


class Evolve(TurnPlanner):
    """Evolves turns."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        super().__init__(game, settings, rng)
        size = int(settings["population"])
        survivors = int(float(settings["survival"]) * size)
        if not 2 <= survivors < size:
            raise BadOption(
                "evolve: survival must keep at least 2 genomes and replace at least 1,"
                f" not keep {survivors} of {size}"
            )
        self._settings = EvolveSettings(survivors, float(settings["mutation"]))
        genomes = np.zeros((size, MAX_PLAN), ACTION)
        self._population = Population(genomes, np.zeros(size), np.zeros(size, np.int64))
        self._is_new = True

    def plan(self, seat: Seat) -> list[Action]:
        """Evolve and return the best genome."""
        self._is_new = True
        self._budget.spend(lambda turns: self._run(seat, turns))
        return [] if self._is_new else self._turn(0)

    def weighed(self) -> list[Thought]:
        """Return how many genomes begin with each action, and the best genome of each."""
        if self._is_new:
            return []
        _, values, order = self._population
        counts = Counter(self._turn(rank)[0] for rank in range(len(order)))
        thoughts: dict[Action, Thought] = {}
        for rank in range(len(order)):
            first, *rest = self._turn(rank)
            value = float(values[order[rank]])
            thoughts.setdefault(first, Thought(first, counts[first], value, tuple(rest)))
        return list(thoughts.values())

    def _turn(self, rank: int) -> list[Action]:
        """Return the actions of the genome with this rank."""
        genomes, _, order = self._population
        return [int(action) for action in genomes[order[rank]] if action != NO_GENE]

    def _run(self, seat: Seat, turns: int) -> None:
        evolve(
            self._root,
            seat,
            turns,
            self._is_new,
            self._settings,
            self._playout.player,
            self._rng.words,
            self._scratch,
            self._population,
        )
        self._is_new = False


@kernel
def evolve(
    roots: Any,
    seat: Seat,
    turns: int,
    is_new: bool,
    settings: EvolveSettings,
    player: Player,
    rng: Any,
    scratch: Scratch,
    population: Population,
) -> None:
    """Evaluate about `turns` more turns, in whole generations; a new population is random."""
    root = roots[0]
    genomes, values, order = population.genomes, population.values, population.order
    count, survivors = len(genomes), settings.survivors
    left = turns
    if is_new:
        for genome in range(count):
            order[genome] = genome
            genomes[genome, :] = NO_GENE
            values[genome] = play_turn(root, seat, player, rng, scratch, genomes[genome])
        sort_by_value(order, values)
        left -= count
    while left > 0:
        for rank in range(survivors, count):
            child = genomes[order[rank]]
            first = order[below(rng, survivors)]
            second = order[below(rng, survivors)]
            while second == first:
                second = order[below(rng, survivors)]
            cross(root, seat, genomes[first], genomes[second], rng, scratch, child)
            if uniform(rng) < settings.mutation:
                mutate(child, rng)
            values[order[rank]] = play_turn(root, seat, player, rng, scratch, child)
        sort_by_value(order, values)
        left -= count - survivors


@inline_kernel
def play_turn(
    root: State, seat: Seat, player: Player, rng: Any, scratch: Scratch, genome: Any
) -> float:
    """Play a genome, replace its illegal actions by legal ones, and return its value."""
    world = scratch.states[0]
    copy_record(root, world)
    gene = 0
    while to_move(world) == seat and gene < len(genome):
        if not is_legal(world, genome[gene], scratch.actions):
            genome[gene] = choose(world, seat, player, rng)
        apply(world, genome[gene])
        gene += 1
    while gene < len(genome):
        genome[gene] = NO_GENE
        gene += 1
    return evaluate(world, seat)


@inline_kernel
def cross(
    root: State, seat: Seat, first: Any, second: Any, rng: Any, scratch: Scratch, child: Any
) -> None:
    """Mix two genomes; a random legal action is taken where neither parent has one."""
    world, actions = scratch.states[0], scratch.actions
    copy_record(root, world)
    child[:] = NO_GENE
    for gene in range(len(child)):
        if to_move(world) != seat:
            break
        is_first = below(rng, 2) == 0
        action = first[gene] if is_first else second[gene]
        if not is_legal(world, action, actions):
            action = second[gene] if is_first else first[gene]
            if not is_legal(world, action, actions):
                action = choose_uniform(world, rng, actions)
        child[gene] = action
        apply(world, action)


@inline_kernel
def mutate(genome: Any, rng: Any) -> None:
    """Leave one action of a genome open."""
    length = 0
    while length < len(genome) and genome[length] != NO_GENE:
        length += 1
    if length > 0:
        genome[below(rng, length)] = NO_GENE


@inline_kernel
def sort_by_value(order: Any, values: Any) -> None:
    """Sort genomes by value, the best first; equals stay in their order."""
    for rank in range(1, len(order)):
        genome = order[rank]
        before = rank - 1
        while before >= 0 and values[order[before]] < values[genome]:
            order[before + 1] = order[before]
            before -= 1
        order[before + 1] = genome


SEARCHER = Searcher(
    "evolve",
    "online evolution of the own turn",
    (
        ITERATIONS,
        MS,
        PLAYOUT,
        Option("population", 125, "genomes", 3, 5000),
        Option("mutation", 0.15, "chance that a child is mutated", 0.0, 1.0),
        Option("survival", 0.15, "share of genomes that are kept", 0.0, 1.0),
    ),
    Evolve,
)
