"""How long a search agent may think about one decision."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from standoff.option import Option, Settings

CHUNK = 64
"""Iterations between two looks at the clock; at least one for each tree."""
PIECE = 100_000
"""Iterations of a budget that are done at once; there are always fewer trees."""
MAX_NODES = 1_000_000
"""A tree stops growing there. A node takes 40 bytes, and 8 in the path."""
MAX_ITERATIONS = 100_000_000
NO_CLOCK = 0.0

ITERATIONS = Option("iterations", 1000, "iterations for one decision", 1, MAX_ITERATIONS)
MS = Option(
    "ms",
    NO_CLOCK,
    "milliseconds for one decision, instead of iterations; 0 for iterations",
    0.0,
    86_400_000.0,
)


@dataclass(frozen=True)
class Budget:
    """How long one decision may take: iterations, or the wall clock if it is set."""

    iterations: int
    ms: float

    @classmethod
    def of(cls, settings: Settings) -> "Budget":
        """Return the budget in an agent's settings."""
        return cls(int(settings["iterations"]), float(settings["ms"]))

    def spend(self, run: Callable[[int], Any], trees: int = 1) -> None:
        """Call `run` with numbers of iterations, over all trees, until the budget is used up."""
        if self.ms == NO_CLOCK:
            left = self.iterations
            while left > 0:  # in pieces, so that Ctrl-C works
                piece = min(left, PIECE // trees * trees)
                run(piece)
                left -= piece
            return
        end = time.monotonic() + self.ms / 1000
        while time.monotonic() < end:
            run(max(CHUNK, trees))

    @property
    def num_nodes(self) -> int:
        """How many nodes a tree may have: one for each iteration, up to a bound."""
        return 1 + (min(self.iterations, MAX_NODES) if self.ms == NO_CLOCK else MAX_NODES)
