"""Covariance matrix adaptation on the share of wins against a pool of agents.

Hansen, "The CMA evolution strategy: a tutorial", 2016, in the library `cma` of its author. All
individuals of a generation play the same deals, so that luck is common to them. What is kept is the
mean of the distribution, which is better than the luckiest sample.

The library takes individuals that are equal, or no better than before, for a sign that it has
arrived. Shares of wins are often equal and go up and down by luck, so only its numerical limits end
a training before its last generation.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from standoff.errors import BadRun
from standoff.parts import Trainable
from standoff.rng import Purpose, Rng, run_key
from standoff.training.contest import play_pool, settle
from standoff.training.plan import Plan, Step

START_SIZE = 0.15
"""Of a step, where the range of every number is 2."""
MAX_SEED = 2**31
NO_END = {
    "maxiter": math.inf,
    "tolflatfitness": math.inf,
    "tolfun": 0.0,
    "tolfunhist": 0.0,
    "tolstagnation": 0,
}
"""Ends of the library that mean nothing here, set to what is never reached."""


def adapt(plan: Plan, known: Sequence[Step], jobs: int | None = None) -> Iterator[Step]:
    """Yield generation after generation; those that are known are not played again."""
    trainable = plan.trainable()
    strategy = make_strategy(plan, trainable)
    generation, num_known, end = 0, len(known), ""  # the caller may append to what is known
    while not end:
        generation += 1
        samples = strategy.ask()
        individuals = [settle(trainable, expand(trainable, sample)) for sample in samples]
        if generation <= num_known:
            end = advance(strategy, samples, known[generation - 1].values)
            continue
        rng = Rng.stream(run_key(plan.seed), generation, Purpose.TRAINING)
        shares = play_pool(plan, individuals, rng.seed(), jobs)
        values = tuple(share.estimate for share in shares)
        end = advance(strategy, samples, values)
        favourite = settle(trainable, expand(trainable, strategy.result.xfavorite))
        best = shares[values.index(max(values))]
        yield Step(generation, favourite, best, float(strategy.sigma), values, end)
    if generation <= num_known:
        raise BadRun(f"cma cannot go on after generation {generation}: {end}")


def advance(strategy: Any, samples: Any, values: Sequence[float]) -> str:
    """Tell a strategy the shares of its samples; return why it ends, nothing if it does not."""
    strategy.tell(samples, [-value for value in values])
    return " and ".join(strategy.stop())


def make_strategy(plan: Plan, trainable: Trainable) -> Any:
    """Return a new strategy of the library."""
    try:
        import cma  # type: ignore[import-untyped]  # noqa: PLC0415  (an extra)
    except ImportError:
        raise BadRun("cma is not installed; pip install 'standoff[train]'") from None
    seed = Rng.stream(run_key(plan.seed), 0, Purpose.TRAINING).below(MAX_SEED)
    settings = {
        "bounds": [-1.0, 1.0],
        "popsize": plan.individuals,
        "randn": draw_from(np.random.default_rng(seed)),
        "seed": np.nan,  # the library draws from `randn` alone
        "signals_filename": "",  # nor does a file in the working folder change anything
        "verbose": -9,
        **NO_END,
    }
    start = shrink(trainable, trainable.read(plan.start))
    return cma.CMAEvolutionStrategy(start, START_SIZE, settings)


def draw_from(generator: np.random.Generator) -> Any:
    """Return a source of normal numbers as the library calls it: with a shape."""
    return lambda *shape: generator.standard_normal(shape)


def shrink(trainable: Trainable, numbers: Sequence[float]) -> list[float]:
    """Return numbers with all ranges from -1 to 1."""
    pairs = zip(numbers, trainable.bounds, strict=True)
    return [2.0 * (number - low) / (high - low) - 1.0 for number, (low, high) in pairs]


def expand(trainable: Trainable, numbers: Sequence[float]) -> list[float]:
    """Return numbers with their own ranges again."""
    pairs = zip(numbers, trainable.bounds, strict=True)
    return [low + (float(number) + 1.0) / 2.0 * (high - low) for number, (low, high) in pairs]
