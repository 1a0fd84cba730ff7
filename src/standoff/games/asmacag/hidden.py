"""Who may know what: each seat its own hand, nobody the other's or the deck (rule 7)."""

from enum import IntEnum
from typing import Any

from standoff._jit import copy_record, inline_kernel, kernel
from standoff.games.asmacag.cards import NUM_SEATS, UNKNOWN, Kind
from standoff.rng import below, draw_kind, next_word, uniform
from standoff.verbs import Seat, State


@kernel
def observe(state: State, seat: Seat, out: State) -> None:
    """Blank the other hand; the deck becomes the heap of all cards the seat has not seen."""
    copy_record(state, out)
    out.rng[:] = 0
    other = 1 - seat
    for slot in range(state.hand_size[other]):
        card = int(state.hand[other, slot])
        if card != UNKNOWN:  # observing an observation changes nothing
            out.deck[card] += 1
        out.hand[other, slot] = UNKNOWN


@kernel
def determinize(state: State, seat: Seat, rng: Any) -> None:
    """Deal the other hand from the unseen cards, each hand as likely as the deal makes it."""
    for position in range(len(state.rng)):
        state.rng[position] = next_word(rng)
    other = 1 - seat
    specials, numbers = state.deck[: Kind.FIRST_NUMBER], state.deck[Kind.FIRST_NUMBER :]
    num_specials, num_numbers = count_cards(specials), count_cards(numbers)
    size = int(state.hand_size[other])
    left = draw_num_numbers(rng, num_numbers, num_specials, size, int(state.board_dealt))
    for slot in range(size):
        if below(rng, size - slot) < left:
            card = Kind.FIRST_NUMBER + draw_kind(rng, numbers, num_numbers)
            num_numbers -= 1
            left -= 1
        else:
            card = draw_kind(rng, specials, num_specials)
            num_specials -= 1
        state.deck[card] -= 1
        state.hand[other, slot] = card


@inline_kernel
def count_cards(counts: Any) -> int:
    """Return how many cards a bag of counts holds."""
    total = 0
    for kind in range(len(counts)):
        total += int(counts[kind])
    return total


@inline_kernel
def draw_num_numbers(rng: Any, numbers: int, specials: int, size: int, board: int) -> int:
    """Draw how many of the `size` unknown cards of a hand are numbers.

    Hands are dealt before the board, and the board passes over special cards: a board of given
    numbers is likelier the fewer numbers were left for it. So n of them in the hand weigh
    C(numbers, n) * C(specials, size - n) / C(numbers - n + board, board); the loops below use the
    ratio of each weight to the one before.
    """
    low, high = max(0, size - specials), min(size, numbers)
    total = 0.0
    weight = 1.0
    for count in range(low, high + 1):
        total += weight
        weight *= weight_ratio(count, numbers, specials, size, board)
    left = uniform(rng) * total
    weight = 1.0
    for count in range(low, high):
        left -= weight
        if left < 0.0:
            return count
        weight *= weight_ratio(count, numbers, specials, size, board)
    return high


@inline_kernel
def weight_ratio(count: int, numbers: int, specials: int, size: int, board: int) -> float:
    """Return the weight of `count` + 1 numbers in the hand over that of `count`."""
    more = (size - count) * (numbers - count + board)
    return more / ((count + 1) * (specials - size + count + 1))


@kernel
def scramble(state: State, seat: Seat, rng: Any) -> None:
    """Swap cards of the other hand with the deck and within the hand; change the chance to come."""
    other = 1 - seat
    size = int(state.hand_size[other])
    for slot in range(size):
        kind = below(rng, len(state.deck))
        if state.deck[kind] > 0:
            held = state.hand[other, slot]
            state.deck[held] += 1
            state.deck[kind] -= 1
            state.hand[other, slot] = kind
        place = below(rng, size)
        moved = state.hand[other, place]
        state.hand[other, place] = state.hand[other, slot]
        state.hand[other, slot] = moved
    for position in range(len(state.rng)):
        state.rng[position] = next_word(rng)


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
    "the turn is out of range, or nobody's before the end",
    "the factor is not a positive number",
)


@kernel
def check_state(state: State) -> int:
    """Return the Problems of a complete state."""
    problems = 0
    if has_lost_cards(state):
        problems |= Problem.CARDS
    for seat in range(NUM_SEATS):
        for slot in range(state.hand.shape[1]):
            holds_card = state.hand[seat, slot] >= 0  # UNKNOWN is none: a state has no secrets
            if holds_card != (slot < state.hand_size[seat]):
                problems |= Problem.HAND
    total = 0
    for number in range(len(state.board)):
        total += int(state.board[number])
    if total != state.board_size:
        problems |= Problem.BOARD
    hands = int(state.hand_size[0]) + int(state.hand_size[1])
    is_over = total == 0 or hands == 0
    if is_over != (state.seat == -1) or not -1 <= state.seat < NUM_SEATS:
        problems |= Problem.TURN
    if not 0 <= state.points_left <= state.action_points:
        problems |= Problem.TURN
    if not state.factor > 0.0:
        problems |= Problem.FACTOR
    return problems


@kernel
def has_lost_cards(state: State) -> bool:
    """Whether the cards in all places together are not the deck as it was made."""
    for kind in range(len(state.copies)):
        count = int(state.deck[kind]) + int(state.discard[kind])
        if kind >= Kind.FIRST_NUMBER:
            count += int(state.board[kind - Kind.FIRST_NUMBER])
        for seat in range(NUM_SEATS):
            for slot in range(state.hand_size[seat]):
                count += int(state.hand[seat, slot] == kind)
        if count != state.copies[kind]:
            return True
    return False
