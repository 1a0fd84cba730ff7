"""What a search found out about each action: for people who want to see what an agent thinks."""

import math
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from standoff.position import View
from standoff.verbs import Action


@dataclass(frozen=True)
class Thought:
    """One action of the root."""

    action: Action
    visits: int = 0
    """How often the search tried it: iterations, worlds, or votes."""
    value: float = math.nan
    """Its mean value for the mover; not a number when it was never tried."""
    line: tuple[Action, ...] = ()
    """The best line found after it."""


@runtime_checkable
class Thinker(Protocol):
    """An agent that can tell what it thought."""

    def act(self, view: View) -> Action:
        """Return one of the legal actions."""
        ...

    def thoughts(self) -> list[Thought]:
        """Return what the last `act` found: a Thought for each action that it tried."""
        ...
