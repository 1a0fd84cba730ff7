"""Covariance matrix adaptation.

Hansen, "The CMA evolution strategy: a tutorial", 2016, in the library `cma` of its author. The best
individual is the mean of the distribution, which is better than the luckiest sample.

The library stops when individuals are equal or no better than before. But shares of wins are often
equal, and vary by luck. So only numerical limits of the library end a training early.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from standoff.errors import BadRun
from standoff.optimise.individual import settle
from standoff.optimise.optimiser import Numbers, Step
from standoff.parts import Trainable
from standoff.rng import Rng

START_SIZE = 0.15
"""The size of a first step, if the range of every number is 2."""
MAX_SEED = 2**31
NO_END = {
    "maxiter": math.inf,
    "tolflatfitness": math.inf,
    "tolfun": 0.0,
    "tolfunhist": 0.0,
    "tolstagnation": 0,
}
"""Reasons to stop that mean nothing here, set to values that are never reached."""


class Cma:
    """Asks for the values of samples of a normal distribution, and moves the distribution."""

    def __init__(
        self, trainable: Trainable, start: Sequence[float], individuals: int, rng: Rng
    ) -> None:
        self._trainable = trainable
        self._strategy = make_strategy(shrink(trainable, start), individuals, rng)
        self._samples: Any = None
        self.end = ""

    @property
    def best(self) -> Numbers:
        """The mean of the distribution."""
        return self._settle(self._strategy.result.xfavorite)

    @property
    def mutation(self) -> float:
        """The size of a step."""
        return float(self._strategy.sigma)

    def resume(self, known: Sequence[Step]) -> None:
        """Tell the values of these generations again."""
        for step in known:
            self._samples = self._strategy.ask()
            self.tell(step.values)
            if self.end:
                raise BadRun(f"cma cannot continue after generation {step.generation}: {self.end}")

    def ask(self, rng: Rng) -> list[Numbers]:
        """Return samples; the library has a generator of its own."""
        self._samples = self._strategy.ask()
        return [self._settle(sample) for sample in self._samples]

    def tell(self, values: Sequence[float]) -> None:
        """Move the distribution; the library minimises."""
        self._strategy.tell(self._samples, [-value for value in values])
        self.end = " and ".join(self._strategy.stop())

    def _settle(self, sample: Sequence[float]) -> Numbers:
        return settle(self._trainable, expand(self._trainable, sample))


def make_strategy(start: list[float], individuals: int, rng: Rng) -> Any:
    """Return a new strategy of the library."""
    try:
        import cma  # type: ignore[import-untyped]  # noqa: PLC0415  (an extra)
    except ImportError:
        raise BadRun("cma is not installed; pip install 'standoff[train]'") from None
    settings = {
        "bounds": [-1.0, 1.0],
        "popsize": individuals,
        "randn": draw_from(np.random.default_rng(rng.below(MAX_SEED))),
        "seed": np.nan,  # the library draws only from `randn`
        "signals_filename": "",  # no file in the working folder changes anything
        "verbose": -9,
        **NO_END,
    }
    return cma.CMAEvolutionStrategy(start, START_SIZE, settings)


def draw_from(generator: np.random.Generator) -> Any:
    """Return a source of normal numbers that takes a shape, as the library needs it."""
    return lambda *shape: generator.standard_normal(shape)


def shrink(trainable: Trainable, numbers: Sequence[float]) -> list[float]:
    """Return numbers scaled to ranges from -1 to 1."""
    pairs = zip(numbers, trainable.bounds, strict=True)
    return [2.0 * (number - low) / (high - low) - 1.0 for number, (low, high) in pairs]


def expand(trainable: Trainable, numbers: Sequence[float]) -> list[float]:
    """Return numbers scaled back to their own ranges."""
    pairs = zip(numbers, trainable.bounds, strict=True)
    return [low + (float(number) + 1.0) / 2.0 * (high - low) for number, (low, high) in pairs]
