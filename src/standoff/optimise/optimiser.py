"""The protocol of optimisers: ask for the values of candidates, and be told them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from standoff.rng import Rng
from standoff.statistics import Interval

Numbers = tuple[float, ...]
"""A candidate of a training: an individual."""
Indices = tuple[int, ...]
"""A candidate of a tuning: the index of a value for each parameter."""
C_co = TypeVar("C_co", covariant=True)


class Method(StrEnum):
    """The optimisers by name."""

    ES = "es"
    """A parent and its mutants play each other; the best is the next parent."""
    CMA = "cma"
    """Covariance matrix adaptation on the share of wins against a pool."""
    GRID = "grid"
    """All settings play the same games."""
    NTBEA = "ntbea"
    """The N-tuple bandit evolutionary algorithm, with few games for each of many settings."""


class Optimiser(Protocol[C_co]):
    """Proposes candidates and learns their values. It plays no games itself."""

    def ask(self, rng: Rng) -> Sequence[C_co]:
        """Return the candidates to be valued next, all on the same deals.

        `rng` is the stream of this step; the deals are drawn from it afterwards.
        """
        ...

    def tell(self, values: Sequence[float]) -> None:
        """Learn the values of the candidates that `ask` returned, in their order."""
        ...

    @property
    def best(self) -> C_co:
        """The candidate that is recommended now."""
        ...


@dataclass(frozen=True)
class Step:
    """One generation of a training."""

    generation: int
    numbers: Numbers
    """The best individual so far, as the optimiser sees it."""
    share: Interval
    """The greatest share of wins in this generation."""
    mutation: float
    """The size of mutations."""
    values: tuple[float, ...]
    """The share of wins of every individual, under `es` the parent first."""
    end: str = ""
    """Why no generation can follow, in the words of the method; empty if another can."""
