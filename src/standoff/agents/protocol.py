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
    """A player: any class with this method; no base class is needed.

    Each game gets a new instance, so no memory is carried from one game to the next. Take chance
    from `view.rng`, the seat's own stream: then the same seed gives the same game. A class that
    says `wants_events = True` finds in `view.events` what its seat has seen since its last move.
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
    """The policy of the game that the agent plays; None for searches and Python agents."""
    params: tuple[float, ...] = ()
    """The policy's parameters, as kernels read them."""
    file: str = ""
    """The file of a Python agent that is given by its path."""
    wants_events: bool = False
    """Whether the agent is told what its seat sees happen."""
