"""Judges: `scramble` changes what a seat must not see, `check_state` names what is wrong."""

from enum import IntEnum
from typing import Any

from standoff.games.asmacag.cards import NUM_SEATS, Kind
from standoff.kit import NOBODY, Seat, State, below, inline_kernel, kernel, renew_rng

# --- the judge of observe -----------------------------------------------------------------------


@kernel
def scramble(state: State, seat: Seat, rng: Any) -> None:
    """Exchange cards of the other hands with the deck and reorder them; change the chance."""
    for other in range(NUM_SEATS):
        if other != seat:
            scramble_hand(state, other, rng)
    renew_rng(state.rng, rng)


@inline_kernel
def scramble_hand(state: State, other: Seat, rng: Any) -> None:
    """Exchange cards of a hand with the deck and reorder it."""
    size = int(state.hand_size[other])
    for slot in range(size):
        kind = below(rng, len(state.deck))
        if state.deck[kind] > 0:
            held = state.hand[other, slot]
            state.deck[held] += 1
            state.deck[kind] -= 1
            state.hand[other, slot] = kind
        second = below(rng, size)
        moved = state.hand[other, second]
        state.hand[other, second] = state.hand[other, slot]
        state.hand[other, slot] = moved


# --- soundness ----------------------------------------------------------------------------------


class Problem(IntEnum):
    """What can be wrong with a state: flags, as an IntEnum because kernels know no IntFlag."""

    CARDS = 1
    HAND = 2
    BOARD = 4
    TURN = 8
    FACTOR = 16


PROBLEMS = (
    "cards are not conserved",
    "a hand holds other cards than its size says",
    "the board holds other cards than its size says",
    "the turn is out of range, or nobody is in turn before the end",
    "the factor is not a positive number",
)


@kernel
def check_state(state: State) -> int:
    """Return the Problems of a complete state."""
    problems = 0
    if not are_cards_conserved(state):
        problems |= Problem.CARDS
    for seat in range(NUM_SEATS):
        for slot in range(state.hand.shape[1]):
            holds_card = state.hand[seat, slot] >= 0  # a complete state has no UNKNOWN card
            if holds_card != (slot < state.hand_size[seat]):
                problems |= Problem.HAND
    total = 0
    for number in range(len(state.board)):
        total += int(state.board[number])
    if total != state.board_size:
        problems |= Problem.BOARD
    hands = int(state.hand_size[0]) + int(state.hand_size[1])
    is_over = total == 0 or hands == 0
    if is_over != (state.seat == NOBODY) or not NOBODY <= state.seat < NUM_SEATS:
        problems |= Problem.TURN
    if not 0 <= state.points_left <= state.action_points:
        problems |= Problem.TURN
    if not state.factor > 0.0:
        problems |= Problem.FACTOR
    return problems


@kernel
def are_cards_conserved(state: State) -> bool:
    """Whether all cards together are the deck as it was made."""
    for kind in range(len(state.copies)):
        count = int(state.deck[kind]) + int(state.discard[kind])
        if kind >= Kind.FIRST_NUMBER:
            count += int(state.board[kind - Kind.FIRST_NUMBER])
        for seat in range(NUM_SEATS):
            for slot in range(state.hand_size[seat]):
                count += int(state.hand[seat, slot] == kind)
        if count != state.copies[kind]:
            return False
    return True
