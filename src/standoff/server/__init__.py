"""Tables: one authority that holds a game, checks every move, and tells each viewer its part."""

from standoff.server.clock import Clock
from standoff.server.table import MoveRow, Plan, Seated, Step, Table

__all__ = ["Clock", "MoveRow", "Plan", "Seated", "Step", "Table"]
