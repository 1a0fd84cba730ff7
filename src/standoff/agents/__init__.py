"""Agents: every object whose `act(view)` returns one of `view.actions`."""

from standoff.agents.analysis import Analysis, analyse
from standoff.agents.policy import make_players
from standoff.agents.protocol import Agent, Entrant
from standoff.agents.registry import enter, known_agents
from standoff.agents.spec import Spec

__all__ = [
    "Agent",
    "Analysis",
    "Entrant",
    "Spec",
    "analyse",
    "enter",
    "known_agents",
    "make_players",
]
