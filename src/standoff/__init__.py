"""Standoff: artificial players for table games with hidden information.

>>> import standoff
>>> game = standoff.load("asmacag")
>>> game.players
2
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from standoff.agents import Agent
    from standoff.arena import compare
    from standoff.errors import StandoffError
    from standoff.event import Choice, Event
    from standoff.game import Game, load, register
    from standoff.position import Position, View
    from standoff.rng import Rng

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Choice",
    "Event",
    "Game",
    "Position",
    "Rng",
    "StandoffError",
    "View",
    "compare",
    "load",
    "register",
]

_HOMES = {
    "Agent": "standoff.agents",
    "Choice": "standoff.event",
    "Event": "standoff.event",
    "Game": "standoff.game",
    "Position": "standoff.position",
    "Rng": "standoff.rng",
    "StandoffError": "standoff.errors",
    "View": "standoff.position",
    "compare": "standoff.arena",
    "load": "standoff.game",
    "register": "standoff.game",
}


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `standoff --help` need not wait."""
    if name not in _HOMES:
        raise AttributeError(f"module 'standoff' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value
