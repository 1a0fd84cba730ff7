"""Models: each rebuilds what a viewer sees from the first view and from events alone.

A model does what a client of a server does. It knows the rules of its game, but no state.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from standoff.event import Event
from standoff.testing.models.asmacag import AsmacagModel
from standoff.testing.models.bang import BangModel
from standoff.testing.models.colonizers import ColonizersModel


class Model(Protocol):
    """What one viewer of a game knows."""

    def add(self, event: Event) -> None:
        """Note an event that the viewer is told."""

    def as_dict(self) -> dict[str, Any]:
        """Return the view as plain values, without the actions."""


MODELS: Mapping[str, Callable[[dict[str, Any]], Model]] = {
    "asmacag": AsmacagModel,
    "bang": BangModel,
    "colonizers": ColonizersModel,
}
"""The model of each game, made from the first view of a viewer."""

__all__ = ["MODELS", "Model"]
