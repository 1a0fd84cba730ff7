"""Who has won, and what a position is worth."""

from typing import Any

import numpy as np

from standoff.games.colonizers.cards import (
    FIRST_BONUS,
    FULL_COLONY,
    LATER_BONUS,
    MODULE_VALUE,
    NUM_SEATS,
)
from standoff.games.colonizers.options import Bonus
from standoff.kit import Result, Seat, State, inline_kernel, kernel

REWARDS = np.array([1.0, 0.2, 0.1, 0.0])
"""The published reward of each place."""
HAND_WEIGHT = 0.6
OMNIUM_WEIGHT = 0.3


@kernel
def returns(state: State, out: Any) -> None:
    """Give the reward of each place, or 0 to all after a draw (rule 6.5)."""
    for seat in range(NUM_SEATS):
        out[seat] = 0.0 if state.ran_out else REWARDS[place(state, seat) - 1]


@kernel
def outcome(state: State, out: Any) -> None:
    """Fill in rank, score and result of each seat."""
    for seat in range(NUM_SEATS):
        own = place(state, seat)
        if state.ran_out:
            out[seat].rank = (1 + NUM_SEATS) / 2
            out[seat].result = Result.TIE
        else:
            out[seat].rank = own
            out[seat].result = Result.WIN if own == 1 else Result.LOSS
        out[seat].score = score(state, seat)


@inline_kernel
def place(state: State, seat: Seat) -> int:
    """Return the place of a seat, 1 to 4; of equals the earlier seat is better (rule 6.4)."""
    own = score(state, seat)
    better = 0
    for other in range(NUM_SEATS):
        others = score(state, other)
        better += int(others > own or (others == own and other < seat))
    return 1 + better


@kernel
def score(state: State, seat: Seat) -> int:
    """Return the score of a seat: its modules and the bonus of a full colony (6.2 and 6.3)."""
    if state.ran_out:
        return 0
    value = colony_value(state, seat)
    if state.colony_size[seat] == FULL_COLONY:
        is_first = state.first_full == seat or state.bonus == Bonus.PUBLISHED
        value += FIRST_BONUS if is_first else LATER_BONUS
    return value


@inline_kernel
def colony_value(state: State, seat: Seat) -> int:
    """Return the value of all modules of a seat."""
    value = 0
    for slot in range(state.colony_size[seat]):
        value += MODULE_VALUE[state.colony[seat, slot]]
    return value


@kernel
def evaluate(state: State, seat: Seat) -> float:
    """Return modules, cards and Omnium of a seat, weighed as in the published search."""
    value: float = 1.0 * colony_value(state, seat)
    value += HAND_WEIGHT * state.hand_size[seat] + OMNIUM_WEIGHT * state.omnium[seat]
    if state.colony_size[seat] == FULL_COLONY:
        value += FIRST_BONUS
    return value


@kernel
def rounds(state: State) -> int:
    """Return how many rounds have begun."""
    return int(state.round_number)
