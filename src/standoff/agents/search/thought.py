"""What a search found out about each action, shown to people."""

import math
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from standoff.position import View
from standoff.verbs import Action


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one action of the root."""

    action: Action
    visits: int = 0
    """How often the search tried the action: iterations, worlds or votes."""
    value: float = math.nan
    """The mean value for the mover; not a number if the action was never tried."""
    line: tuple[Action, ...] = ()
    """The best line found after the action."""


@runtime_checkable
class Thinker(Protocol):
    """An agent that can show its thoughts."""

    def act(self, view: View) -> Action:
        """Return one of the legal actions."""
        ...

    def thoughts(self) -> list[Thought]:
        """Return a Thought for each action that the last `act` tried."""
        ...


def mean_values(visits: NDArray[Any], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean value of each action, minus infinity for actions that were never tried."""
    return np.where(visits > 0, sums / np.maximum(visits, 1), -np.inf)
