"""Tables: one authority that holds a game, checks every move, and tells each viewer its part."""

from standoff.server.clock import Clock
from standoff.server.plan import Leaving, MoveRow, Plan, Seated
from standoff.server.table import Step, Table

__all__ = ["Clock", "Leaving", "MoveRow", "Plan", "Seated", "Step", "Table"]
