"""Runs trainings and tunings: plays what an optimiser asks for, and tells it the results."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeVar

from standoff.arena.run import Progress
from standoff.optimise.cma import Cma
from standoff.optimise.contest import SettingResult, play_individuals, play_setting, play_settings
from standoff.optimise.es import Es
from standoff.optimise.grid import Grid
from standoff.optimise.ntbea import Ntbea
from standoff.optimise.optimiser import Method, Optimiser, Step
from standoff.optimise.plan import Setting, Training, Tuning
from standoff.rng import Purpose, Rng, run_key
from standoff.statistics import Interval

MAX_EVALUATIONS = 100_000

C = TypeVar("C")
V = TypeVar("V", Interval, SettingResult)


def ask_and_tell(
    optimiser: Optimiser[C], rng: Rng, play: Callable[[Sequence[C], int], list[V]]
) -> list[V]:
    """Play the candidates of an optimiser, tell it their values, and return the results.

    `play` takes the candidates and a seed for their deals. The seed is drawn from `rng`, the stream
    of this step.
    """
    candidates = optimiser.ask(rng)
    found = play(candidates, rng.seed())
    optimiser.tell([one.estimate for one in found])
    return found


def stream(seed: int, step: int = 0) -> Rng:
    """Return the random stream of a step, counted from 1; step 0 is for the optimiser itself."""
    return Rng.stream(run_key(seed), step, Purpose.TRAINING)


# --- training -----------------------------------------------------------------------------------


def train(plan: Training, known: Sequence[Step] = (), jobs: int | None = None) -> Iterator[Step]:
    """Yield new generations after the known ones, without end; `jobs` does not change them.

    >>> steps = train(Training(game="bang", agent="evolution", games=20, seed=1))
    >>> [next(steps).generation, next(steps).generation]
    [1, 2]
    """
    trainer, first = make_trainer(plan), len(known) + 1
    trainer.resume(known)
    for generation in count(first):
        shares = ask_and_tell(
            trainer,
            stream(plan.seed, generation),
            lambda individuals, seed: play_individuals(plan, individuals, seed, jobs),
        )
        values = tuple(share.estimate for share in shares)
        share = shares[values.index(max(values))]
        yield Step(generation, trainer.best, share, trainer.mutation, values, trainer.end)
        if trainer.end:
            return


def make_trainer(plan: Training) -> Es | Cma:
    """Return the optimiser of a training at its start."""
    trainable = plan.trainable()
    start = trainable.read(plan.start)
    if plan.method is Method.CMA:
        return Cma(trainable, start, plan.individuals, stream(plan.seed))
    return Es(trainable, start, plan.individuals)


# --- tuning -------------------------------------------------------------------------------------


def try_all(
    plan: Tuning, jobs: int | None = None, progress: Progress | None = None
) -> list[SettingResult]:
    """Play a match of every setting on the same deals; `jobs` does not change the result."""
    return ask_and_tell(
        Grid(plan.sizes),
        stream(plan.seed),
        lambda grid, _: play_settings(plan, grid, plan.seed, jobs, progress),
    )


@dataclass(frozen=True)
class Evaluation:
    """A small match of one setting, and the setting that the search recommends after it."""

    number: int
    setting: Setting
    share: float
    recommended: Setting


def search(
    plan: Tuning, evaluations: int, jobs: int | None = None, progress: Progress | None = None
) -> Iterator[Evaluation]:
    """Yield evaluations, each on new deals; the last one holds the final recommendation."""
    # The standard deviation of a share of n games is at most 1 / (2 * sqrt(n)).
    exploration = math.sqrt(2) / (2 * math.sqrt(plan.games))
    ntbea = Ntbea(plan.sizes, exploration, stream(plan.seed))
    for number in range(1, evaluations + 1):
        (result,) = ask_and_tell(
            ntbea,
            stream(plan.seed, number),
            lambda candidates, seed: play_settings(plan, candidates, seed, jobs, progress),
        )
        yield Evaluation(number, result.setting, result.estimate, plan.setting(ntbea.best))


def confirm(
    plan: Tuning,
    setting: Setting,
    games: int,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> tuple[SettingResult, SettingResult]:
    """Play a setting and the default on the same deals, which are new to the search.

    A recommended setting may only have been lucky; new games show whether it is better.
    """
    seed = confirming_seed(plan)
    first, second = (play_setting(plan, one, games, seed, jobs, progress) for one in (setting, {}))
    return first, second


def confirming_seed(plan: Tuning) -> int:
    """Return the seed of the confirming matches, from a stream that no evaluation has."""
    return stream(plan.seed, MAX_EVALUATIONS + 1).seed()
