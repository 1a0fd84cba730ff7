"""The N-tuple bandit evolutionary algorithm, for settings whose value is noisy.

Lucas, Liu and Perez-Liebana, "The N-tuple bandit evolutionary algorithm for game agent
optimisation", CEC 2018. A model holds, for every parameter, every pair of parameters and all of
them together, how each combination of values has done so far. The next setting is the neighbour of
the current one with the greatest upper bound in the model. The answer is the setting with the
greatest mean among those that were evaluated. So ten games of one setting tell something about all
settings that share a value with it.

What the paper leaves open: the mean of a setting is taken over those of its tuples that were seen
before; one parameter surely changes, and each of the others with a probability of one over the
number of parameters; ties go to the first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import itemgetter
from typing import Any

from standoff.optimise.optimiser import Point
from standoff.rng import Rng

NEIGHBOURS = 50
UNSEEN = 0.5
"""Added to the number of visits, so that the bound of what was never seen is finite."""


@dataclass(slots=True)
class Arm:
    """How often a part of settings was evaluated, and the sum of its values."""

    visits: int = 0
    total: float = 0.0


class Model:
    """What is known of settings from their parts."""

    def __init__(self, length: int) -> None:
        tuples = {*combinations(range(length), 1), *combinations(range(length), 2)}
        ordered = sorted({*tuples, tuple(range(length))}, key=lambda part: (len(part), part))
        self._parts = [itemgetter(*part) for part in ordered]
        self._arms: list[dict[Any, Arm]] = [{} for _ in ordered]
        self.evaluations = 0

    def add(self, point: Point, value: float) -> None:
        """Learn the value of a setting."""
        self.evaluations += 1
        for part, arms in zip(self._parts, self._arms, strict=True):
            arm = arms.setdefault(part(point), Arm())
            arm.visits += 1
            arm.total += value

    def mean(self, point: Point) -> float:
        """Return the mean over the parts that were seen; 0 if none was."""
        seen = [arm for arm in self._look_up(point) if arm is not None]
        return sum(arm.total / arm.visits for arm in seen) / max(1, len(seen))

    def bound(self, point: Point, exploration: float) -> float:
        """Return the mean plus what may be gained by knowing more."""
        visits = [0 if arm is None else arm.visits for arm in self._look_up(point)]
        doubts = sum(1 / math.sqrt(count + UNSEEN) for count in visits) / len(visits)
        return self.mean(point) + exploration * math.sqrt(math.log(1 + self.evaluations)) * doubts

    def _look_up(self, point: Point) -> list[Arm | None]:
        pairs = zip(self._parts, self._arms, strict=True)
        return [arms.get(part(point)) for part, arms in pairs]


class Ntbea:
    """Asks for the value of one setting after another.

    `exploration` is in the units of the values. For values of deviation s, UCB1 has s times the
    square root of 2.
    """

    def __init__(self, sizes: Sequence[int], exploration: float, rng: Rng) -> None:
        self._sizes = tuple(sizes)
        self._exploration = exploration
        self._rng = rng
        self._model = Model(len(self._sizes))
        self._current: Point = ()
        self._evaluated: dict[Point, None] = {}

    def ask(self, rng: Rng | None = None) -> list[Point]:
        """Return the next setting to be evaluated; chance comes from the stream of the search."""
        if not self._current:
            self._current = tuple(self._rng.below(size) for size in self._sizes)
        else:
            made = (self._mutate(self._current) for _ in range(NEIGHBOURS))
            neighbours = dict.fromkeys(made)  # without repetitions
            self._current = max(
                neighbours, key=lambda point: self._model.bound(point, self._exploration)
            )
        return [self._current]

    def tell(self, values: Sequence[float]) -> None:
        """Learn the value of the setting that was asked for."""
        self._model.add(self._current, *values)
        self._evaluated[self._current] = None

    @property
    def best(self) -> Point:
        """The setting of greatest mean among those that were evaluated."""
        return max(self._evaluated, key=self._model.mean)

    def _mutate(self, point: Point) -> Point:
        """Return a neighbour, in which at least one parameter has another value."""
        can_change = [index for index, size in enumerate(self._sizes) if size > 1]
        sure = self._rng.choice(can_change)
        mutant = list(point)
        for index in can_change:
            if index == sure or self._rng.random() < 1 / len(can_change):
                other = self._rng.below(self._sizes[index] - 1)
                mutant[index] = other + (other >= point[index])
        return tuple(mutant)
