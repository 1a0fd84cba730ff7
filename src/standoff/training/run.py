"""One way to train, whatever the method."""

from collections.abc import Iterator, Sequence

from standoff.training.adaptation import adapt
from standoff.training.evolution import evolve
from standoff.training.plan import Method, Plan, Step


def train(plan: Plan, known: Sequence[Step] = (), jobs: int | None = None) -> Iterator[Step]:
    """Yield new generations without end, after those that are known; the same for any `jobs`.

    >>> from itertools import islice
    >>> plan = Plan("bang", "evolution", Method.ES, 4, 20, 1, "default")
    >>> [step.generation for step in islice(train(plan), 2)]
    [1, 2]
    """
    if plan.method is Method.CMA:
        return adapt(plan, known, jobs)
    return evolve(plan, known[-1] if known else None, jobs)
