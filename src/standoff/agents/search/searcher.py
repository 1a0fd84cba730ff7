"""What the registry knows of a search agent."""

from collections.abc import Callable
from dataclasses import dataclass

from standoff.agents.search.thought import Thinker
from standoff.option import Option


@dataclass(frozen=True)
class Searcher:
    """A search agent: its parameters, and how it is made for a game."""

    name: str
    doc: str
    params: tuple[Option, ...]
    make: Callable[..., Thinker]
    """Takes the game, the settings, the random stream and, if the agent has them, weights."""
