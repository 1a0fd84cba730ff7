"""ASMACAG with another way to score: the difference counts squared, its sign kept.

A rule set is exchanged verb by verb. This one changes only what a number scores; the deal, the
turns, what is hidden, the texts and all agents stay as they are:

    standoff arena examples/asmacag_squares.py:GAME --agents greedy,exact --games 2000
"""

from typing import Any

from standoff.games.asmacag import points, variant
from standoff.kit import kernel


@kernel
def square_points(state: Any, played: int, target: int) -> float:
    """Score (P - B) * |P - B| * F."""
    difference = played - target
    return difference * abs(difference) * state.factor  # type: ignore[no-any-return]


GAME = variant("asmacag-squares", {points: square_points})
