"""Action codes: x2, %2, each number on each number, and nothing.

With n numbers: 0 and 1 play a special card, 2 + played * n + target plays a number on a number
(both counted from the lowest), and 2 + n * n plays nothing, which is never legal.
"""

from typing import Any

from standoff.games.asmacag.cards import NONE, NUM_SPECIALS
from standoff.kit import inline_kernel


def num_actions(numbers: int) -> int:
    """Return how many action codes there are for `numbers` different numbers."""
    return NUM_SPECIALS + numbers * numbers + 1


@inline_kernel
def encode_number(numbers: int, played: int, target: int) -> int:
    """Return the code of a number played on a number, both counted from the lowest."""
    return NUM_SPECIALS + played * numbers + target


@inline_kernel
def played_card(state: Any, action: int) -> int:
    """Return the kind of card that an action plays, or NONE."""
    if action < NUM_SPECIALS:
        return action
    played = (action - NUM_SPECIALS) // int(state.numbers)
    return NUM_SPECIALS + played if played < state.numbers else NONE


@inline_kernel
def target_number(state: Any, action: int) -> int:
    """Return the number that an action plays on, counted from the lowest, or NONE."""
    if action < NUM_SPECIALS:
        return NONE
    return (action - NUM_SPECIALS) % int(state.numbers)
