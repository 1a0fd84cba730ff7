"""(1+n)-ES: a parent and its mutants are valued together, and the best becomes the parent.

Danilakova, chapters 7.7.8 and 7.8.7. She does not say how she mutates. Here each number changes
with probability MUTATED by a normal step. The size of steps is a share of the number's range. It
grows when the parent is replaced more often than by chance, and shrinks otherwise. A few hundred
games cannot distinguish good mutants from lucky ones. If steps stayed large, lucky mutants would
lead away from every good individual.
"""

import math
from collections.abc import Sequence

from standoff.optimise.individual import settle
from standoff.optimise.optimiser import Numbers, Step
from standoff.parts import Trainable
from standoff.rng import Rng

MUTATED = 0.1
START_SIZE, MIN_SIZE, MAX_SIZE = 0.05, 0.001, 0.5
"""The size of a mutation, as a share of the range of a number."""
LEARNING = 0.1
"""How fast the size of mutations adapts."""
COOLING = 0.5
"""The weight of a success, so that lucky successes do not keep the size large."""


class Es:
    """Asks for the values of a parent and its mutants."""

    end = ""

    def __init__(self, trainable: Trainable, start: Numbers, individuals: int) -> None:
        self._trainable = trainable
        self._count = individuals
        self._individuals: list[Numbers] = []
        self.best = settle(trainable, start)
        self.mutation = START_SIZE

    def resume(self, known: Sequence[Step]) -> None:
        """Go on after these generations; only the last is needed."""
        if known:
            self.best, self.mutation = known[-1].numbers, known[-1].mutation

    def ask(self, rng: Rng) -> list[Numbers]:
        """Return the parent and its mutants."""
        children = [
            mutate(self._trainable, self.best, self.mutation, rng) for _ in range(self._count - 1)
        ]
        self._individuals = [self.best, *children]
        return self._individuals

    def tell(self, values: Sequence[float]) -> None:
        """Make the best individual the next parent."""
        index = values.index(max(values))
        self.best = self._individuals[index]
        self.mutation = adapt(self.mutation, replaced=index > 0, individuals=self._count)


def mutate(trainable: Trainable, numbers: Numbers, size: float, rng: Rng) -> Numbers:
    """Return a mutant; at least one number is changed."""
    mutant = list(numbers)
    sure = rng.below(len(mutant))
    for index, (low, high) in enumerate(trainable.bounds):
        if index == sure or rng.random() < MUTATED:
            mutant[index] += size * (high - low) * normal(rng)
    return settle(trainable, mutant)


def normal(rng: Rng) -> float:
    """Return a standard normal number (Box and Muller)."""
    radius = math.sqrt(-2.0 * math.log(1.0 - rng.random()))
    return radius * math.cos(2.0 * math.pi * rng.random())


def adapt(size: float, replaced: bool, individuals: int) -> float:
    """Return the next size of mutations; by chance each individual is best equally often."""
    by_chance = (individuals - 1) / individuals
    step = COOLING * (1.0 - by_chance) if replaced else -by_chance
    return min(max(size * math.exp(LEARNING * step), MIN_SIZE), MAX_SIZE)
