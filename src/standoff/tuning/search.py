"""Many settings with few games each, by the N-tuple bandit evolutionary algorithm.

What the search recommends was chosen for its luck too. So it plays the agent's default setting once
more, each against the same opponents on the same new deals, and only that says whether it is
better.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from standoff.arena.run import Progress
from standoff.rng import Purpose, Rng, run_key
from standoff.tuning.bandit import Ntbea
from standoff.tuning.contest import Score, play_setting
from standoff.tuning.plan import Plan, Setting

MAX_EVALUATIONS = 100_000


@dataclass(frozen=True)
class Evaluation:
    """A small match of one setting, and what the search would recommend after it."""

    number: int
    setting: Setting
    share: float
    recommended: Setting


class Search:
    """A search that goes on for as long as it is asked; chance comes from the plan's seed alone."""

    def __init__(self, plan: Plan, jobs: int | None = None) -> None:
        self._plan = plan
        self._jobs = jobs
        self._key = run_key(plan.seed)
        # A share of so many games deviates by no more than half of one over their root.
        exploration = math.sqrt(2) / (2 * math.sqrt(plan.games))
        rng = Rng.stream(self._key, 0, Purpose.TRAINING)
        self._ntbea = Ntbea(plan.sizes, exploration, rng)
        self._evaluations = 0

    def step(self, progress: Progress | None = None) -> Evaluation:
        """Evaluate one more setting, on deals of its own."""
        self._evaluations += 1
        seed = Rng.stream(self._key, self._evaluations, Purpose.TRAINING).seed()
        point = self._ntbea.ask()
        setting = self._plan.setting(point)
        score = play_setting(self._plan, setting, self._plan.games, seed, self._jobs, progress)
        share = score.standing.share.estimate
        self._ntbea.tell(point, share)
        recommended = self._plan.setting(self._ntbea.best())
        return Evaluation(self._evaluations, setting, share, recommended)


def search(
    plan: Plan, evaluations: int, jobs: int | None = None, progress: Progress | None = None
) -> Iterator[Evaluation]:
    """Yield so many evaluations; the last of them has what is recommended."""
    running = Search(plan, jobs)
    return (running.step(progress) for _ in range(evaluations))


def confirm(
    plan: Plan,
    setting: Setting,
    games: int,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> tuple[Score, Score]:
    """Play a setting and the default on the same deals, none of which the search has seen."""
    seed = confirming_seed(plan)
    first, second = (play_setting(plan, one, games, seed, jobs, progress) for one in (setting, {}))
    return first, second


def confirming_seed(plan: Plan) -> int:
    """Return the seed of the confirming matches: a stream that no evaluation can have."""
    return Rng.stream(run_key(plan.seed), MAX_EVALUATIONS + 1, Purpose.TRAINING).seed()
