"""ASMACAG with another score: the difference is squared and keeps its sign.

A variant of a game changes some of its verbs. This one changes only what a number scores; the deal,
the turns, what is hidden, the texts and all agents stay as they are:

    standoff arena examples/asmacag_squares.py:GAME --agents greedy,exact --games 2000
"""

from typing import Any

from standoff.games.asmacag import score_number, variant
from standoff.kit import kernel


@kernel
def score_square(state: Any, played: int, target: int) -> float:
    """Score (P - B) * |P - B| * F."""
    difference = played - target
    return difference * abs(difference) * state.factor  # type: ignore[no-any-return]


GAME = variant("asmacag-squares", {score_number: score_square})
