"""The N-tuple bandit evolutionary algorithm, for settings whose value is noisy.

Lucas, Liu and Perez-Liebana, "The N-tuple bandit evolutionary algorithm for game agent
optimisation", CEC 2018. A model holds the mean value of each combination of values so far: for
every parameter, for every pair of parameters, and for all of them together. The next setting is the
neighbour of the current one with the greatest upper bound in the model. The answer is the evaluated
setting with the greatest mean. So ten games of one setting say something about all settings that
share a value with it.

The paper leaves some things open. Here the mean of a setting is taken over its tuples that were
seen before. One parameter always changes, each of the others with a probability of one over the
number of parameters. Ties go to the first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter
from typing import Any

from standoff.optimise.optimiser import Indices
from standoff.rng import Rng

NEIGHBOURS = 50
UNSEEN = 0.5
"""Added to the number of visits, so that the bound of an unseen part is finite."""


@dataclass(slots=True)
class Arm:
    """How often a part of settings was evaluated, and the sum of its values."""

    visits: int = 0
    total: float = 0.0


class Model:
    """What is known about settings from their parts."""

    def __init__(self, length: int) -> None:
        tuples = {*combinations(range(length), 1), *combinations(range(length), 2)}
        ordered = sorted({*tuples, tuple(range(length))}, key=lambda part: (len(part), part))
        self._parts = [itemgetter(*part) for part in ordered]
        self._arms: list[dict[Any, Arm]] = [{} for _ in ordered]
        self.evaluations = 0

    def add(self, indices: Indices, value: float) -> None:
        """Learn the value of a setting."""
        self.evaluations += 1
        for part, arms in zip(self._parts, self._arms, strict=True):
            arm = arms.setdefault(part(indices), Arm())
            arm.visits += 1
            arm.total += value

    def mean(self, indices: Indices) -> float:
        """Return the mean over the parts that were seen, 0 without any."""
        seen = [arm for arm in self._look_up(indices) if arm is not None]
        return sum(arm.total / arm.visits for arm in seen) / max(1, len(seen))

    def bound(self, indices: Indices, exploration: float) -> float:
        """Return the mean plus a bonus for parts that are little known."""
        visits = [0 if arm is None else arm.visits for arm in self._look_up(indices)]
        doubts = sum(1 / math.sqrt(count + UNSEEN) for count in visits) / len(visits)
        return self.mean(indices) + exploration * math.sqrt(math.log(1 + self.evaluations)) * doubts

    def _look_up(self, indices: Indices) -> list[Arm | None]:
        pairs = zip(self._parts, self._arms, strict=True)
        return [arms.get(part(indices)) for part, arms in pairs]


class Ntbea:
    """Asks for the value of one setting after another.

    `exploration` is in units of the values. If they have a standard deviation of s, UCB1 uses s
    times the square root of 2.
    """

    def __init__(self, sizes: Sequence[int], exploration: float, rng: Rng) -> None:
        self._sizes = tuple(sizes)
        self._exploration = exploration
        self._rng = rng
        self._model = Model(len(self._sizes))
        self._current: Indices = ()
        self._evaluated: dict[Indices, None] = {}

    def ask(self, rng: Rng | None = None) -> list[Indices]:
        """Return the next setting to be evaluated; chance comes from the stream of the search."""
        if not self._current:
            self._current = tuple(self._rng.below(size) for size in self._sizes)
        else:
            made = (self._mutate(self._current) for _ in range(NEIGHBOURS))
            neighbours = dict.fromkeys(made)  # without repetitions
            self._current = max(
                neighbours, key=lambda indices: self._model.bound(indices, self._exploration)
            )
        return [self._current]

    def tell(self, values: Sequence[float]) -> None:
        """Learn the value of the setting that was asked for."""
        self._model.add(self._current, *values)
        self._evaluated[self._current] = None

    @property
    def best(self) -> Indices:
        """The evaluated setting with the greatest mean."""
        return max(self._evaluated, key=self._model.mean)

    def _mutate(self, indices: Indices) -> Indices:
        """Return a neighbour: at least one parameter has another value."""
        can_change = [index for index, size in enumerate(self._sizes) if size > 1]
        sure = self._rng.choice(can_change)
        mutant = list(indices)
        for index in can_change:
            if index == sure or self._rng.random() < 1 / len(can_change):
                other = self._rng.below(self._sizes[index] - 1)
                mutant[index] = other + (other >= indices[index])
        return tuple(mutant)
