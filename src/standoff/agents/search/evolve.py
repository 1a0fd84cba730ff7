"""Online evolution of the own turn.

Justesen, Mahlmann and Togelius, "Online evolution for multi-action adversarial games",
EvoApplications 2016, in the form of the ASMACAG thesis: a genome is the sequence of actions of one
turn; the best are kept, the others replaced by children of two of them. A child takes each action
from a random parent, from the other one if it is not legal there, else a random one; with a chance
of `mutation` one of its actions is then replaced at random and later ones are repaired.

Value: `evaluate` at the end of the turn. Ties: the older genome. Budget: turns evaluated.
"""

from collections import Counter
from typing import Any

import numpy as np

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.agents.search.kernels import is_legal
from standoff.agents.search.planner import MAX_PLAN, TurnPlanner
from standoff.agents.search.searcher import ITERATIONS, MS, PLAYOUT, Budget, Playout, Searcher
from standoff.agents.search.thought import Thought
from standoff.errors import BadOption
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

NO_GENE = -1
"""Where a genome has ended, or an action must be chosen at random."""


class Evolve(TurnPlanner):
    """Evolves turns."""

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        super().__init__(game, rng)
        self._budget = Budget.of(settings)
        population = int(settings["population"])
        self._survivors = int(float(settings["survival"]) * population)
        if not 2 <= self._survivors < population:
            raise BadOption(
                f"evolve: survival must leave at least 2 of the population and replace some,"
                f" not keep {self._survivors} of {population}"
            )
        self._mutation = float(settings["mutation"])
        self._playout = Playout.of(game, str(settings["playout"]))
        self._world = game.states(1)
        self._genomes = np.zeros((population, MAX_PLAN), ACTION)
        self._values = np.zeros(population)
        self._order = np.zeros(population, np.int64)
        self._actions = np.zeros(game.action_count, ACTION)
        self._is_new = True

    def plan(self, seat: Seat) -> list[Action]:
        """Evolve and return the best genome."""
        self._is_new = True
        self._budget.spend(lambda turns: self._run(seat, turns))
        return [] if self._is_new else self._turn(0)

    def weighed(self) -> list[Thought]:
        """Return how many genomes begin with each action, and the best of them."""
        if self._is_new:
            return []
        counts = Counter(self._turn(rank)[0] for rank in range(len(self._order)))
        thoughts: dict[Action, Thought] = {}
        for rank in range(len(self._order)):
            first, *rest = self._turn(rank)
            value = float(self._values[self._order[rank]])
            thoughts.setdefault(first, Thought(first, counts[first], value, tuple(rest)))
        return list(thoughts.values())

    def _turn(self, rank: int) -> list[Action]:
        """Return the actions of the genome of this rank."""
        genome = self._genomes[self._order[rank]]
        return [int(action) for action in genome if action != NO_GENE]

    def _run(self, seat: Seat, turns: int) -> None:
        evolve(
            self._root,
            seat,
            turns,
            self._is_new,
            self._survivors,
            self._mutation,
            *self._playout.arguments,
            self._rng.words,
            self._world,
            self._genomes,
            self._values,
            self._order,
            self._actions,
        )
        self._is_new = False


@kernel
def evolve(
    roots: Any,
    seat: Seat,
    turns: int,
    is_new: bool,
    survivors: int,
    mutation: float,
    policy: int,
    params: Any,
    worlds: Any,
    rows: Any,
    rng: Any,
    world: Any,
    genomes: Any,
    values: Any,
    order: Any,
    actions: Any,
) -> None:
    """Evaluate about `turns` more turns, whole generations; a new population is random."""
    count = len(genomes)
    left = turns
    if is_new:
        for genome in range(count):
            order[genome] = genome
            genomes[genome, :] = NO_GENE
            play = (roots[0], world[0], seat, genomes[genome])
            values[genome] = play_turn(*play, policy, params, rng, worlds, rows, actions)
        sort_by_value(order, values)
        left -= count
    while left > 0:
        for rank in range(survivors, count):
            child = genomes[order[rank]]
            first = order[below(rng, survivors)]
            second = order[below(rng, survivors)]
            while second == first:
                second = order[below(rng, survivors)]
            cross(roots[0], world[0], seat, genomes[first], genomes[second], child, rng, actions)
            if uniform(rng) < mutation:
                mutate(child, rng)
            play = (roots[0], world[0], seat, child)
            values[order[rank]] = play_turn(*play, policy, params, rng, worlds, rows, actions)
        sort_by_value(order, values)
        left -= count - survivors


@inline_kernel
def play_turn(
    root: State,
    world: State,
    seat: Seat,
    genome: Any,
    policy: int,
    params: Any,
    rng: Any,
    worlds: Any,
    rows: Any,
    actions: Any,
) -> float:
    """Play a genome, write random legal actions where it has none, and return the turn's value."""
    copy_record(root, world)
    gene = 0
    while to_move(world) == seat and gene < len(genome):
        if not is_legal(world, genome[gene], actions):
            genome[gene] = choose(world, seat, policy, params, rng, worlds, rows)
        apply(world, genome[gene])
        gene += 1
    while gene < len(genome):
        genome[gene] = NO_GENE
        gene += 1
    return evaluate(world, seat)


@inline_kernel
def cross(
    root: State,
    world: State,
    seat: Seat,
    first: Any,
    second: Any,
    child: Any,
    rng: Any,
    actions: Any,
) -> None:
    """Mix two genomes; a random action stands where neither parent has a legal one."""
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
                action = actions[below(rng, legal_actions(world, actions))]
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
    for place in range(1, len(order)):
        genome = order[place]
        before = place - 1
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
