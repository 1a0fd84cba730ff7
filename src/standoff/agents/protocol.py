"""What an agent is, and how a match makes a new one for each game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from standoff.parts import Policy
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import Action

DEFAULT_BUDGET_MS = 10_000.0
"""Wall clock for one decision of a Python agent, unless its spec says `ms=`."""


class Agent(Protocol):
    """A player. Any class with this method is one; no base class is needed.

    A new instance plays each game, so nothing is carried over from one game to the next. Chance
    comes from `view.rng`, the seat's own stream: with it, the same seed gives the same game.
    """

    def act(self, view: View) -> Action | str:
        """Return one of `view.actions`, as code or as text."""
        ...


@dataclass(frozen=True)
class Entrant:
    """An agent entered for a match: its spec, and how to make it for one game."""

    spec: str
    make: Callable[[Rng], Agent]
    budget_ms: float | None = None
    """Wall clock for one decision; None for agents that are not timed: policies and searches."""
    policy: Policy | None = None
    """The policy of the game that it plays; None for agents that Python runs."""
    params: tuple[float, ...] = ()
    """The policy's parameters, as kernels read them."""
    file: str = ""
    """The file of a Python agent that was given by its path."""
