"""(1+n)-ES: a parent and its mutants play each other, and the best is the next parent.

Danilakova, chapters 7.7.8 and 7.8.7. How she mutates is not said. Here each number changes with
probability MUTATED by a normal step, a share of its range that adapts: it grows when the parent is
replaced more often than chance alone would have it, and shrinks otherwise. It must: a few hundred
games cannot tell good mutants from lucky ones, and with steps that stay large the lucky ones lead
away from any good individual.
"""

import math
from collections.abc import Iterator

from standoff.parts import Trainable
from standoff.rng import Purpose, Rng, run_key
from standoff.training.contest import play_each_other, settle
from standoff.training.plan import Plan, Step

MUTATED = 0.1
START_SIZE, MIN_SIZE, MAX_SIZE = 0.05, 0.001, 0.5
"""Of a mutation, as a share of the range of a number."""
LEARNING = 0.1
"""How fast the size of mutations adapts."""
COOLING = 0.5
"""What a success counts, so that successes by chance do not keep the size up."""


def evolve(plan: Plan, last: Step | None, jobs: int | None = None) -> Iterator[Step]:
    """Yield generation after generation, from the start or from a step that is known."""
    trainable = plan.trainable()
    parent = last.numbers if last else settle(trainable, trainable.read(plan.start))
    size = last.mutation if last else START_SIZE
    generation = last.generation if last else 0
    while True:
        generation += 1
        rng = Rng.stream(run_key(plan.seed), generation, Purpose.TRAINING)
        children = [mutate(trainable, parent, size, rng) for _ in range(plan.individuals - 1)]
        individuals = [parent, *children]
        shares = play_each_other(plan, individuals, rng.seed(), jobs)
        values = tuple(share.estimate for share in shares)
        best = values.index(max(values))
        parent = individuals[best]
        size = adapt(size, replaced=best > 0, individuals=plan.individuals)
        yield Step(generation, parent, shares[best], size, values)


def mutate(
    trainable: Trainable, numbers: tuple[float, ...], size: float, rng: Rng
) -> tuple[float, ...]:
    """Return a mutant; at least one number is changed."""
    mutant = list(numbers)
    sure = rng.below(len(mutant))
    for place, (low, high) in enumerate(trainable.bounds):
        if place == sure or rng.random() < MUTATED:
            mutant[place] += size * (high - low) * normal(rng)
    return settle(trainable, mutant)


def normal(rng: Rng) -> float:
    """Return a standard normal number (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - rng.random()))
    return radius * math.cos(2.0 * math.pi * rng.random())


def adapt(size: float, replaced: bool, individuals: int) -> float:
    """Return the next size of mutations; a mutant wins by chance as often as there are mutants."""
    by_chance = (individuals - 1) / individuals
    step = COOLING * (1.0 - by_chance) if replaced else -by_chance
    return min(max(size * math.exp(LEARNING * step), MIN_SIZE), MAX_SIZE)
