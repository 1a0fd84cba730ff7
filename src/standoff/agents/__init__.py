"""Agents: whoever answers `act(view)` with one of `view.actions`."""

from standoff.agents.protocol import Agent, Entrant
from standoff.agents.registry import enter, known_agents
from standoff.agents.spec import Spec

__all__ = ["Agent", "Entrant", "Spec", "enter", "known_agents"]
