"""What a seat may know (rule 7): its own hand, but not the other hand or the deck.

The spectator, the seat after the last one, knows neither hand.
"""

from typing import Any

from standoff.games.asmacag.cards import NUM_SEATS, UNKNOWN, Kind
from standoff.kit import (
    Seat,
    State,
    below,
    copy_record,
    draw_kind,
    inline_kernel,
    kernel,
    renew_rng,
    uniform,
)


@kernel
def observe(state: State, seat: Seat, out: State) -> None:
    """Blank the other hands and add their cards to the deck: together they are the unseen cards."""
    copy_record(state, out)
    out.rng[:] = 0
    for other in range(NUM_SEATS):
        for slot in range(state.hand_size[other] if other != seat else 0):
            card = int(state.hand[other, slot])
            if card != UNKNOWN:  # observing an observation changes nothing
                out.deck[card] += 1
            out.hand[other, slot] = UNKNOWN


@kernel
def determinize(state: State, seat: Seat, rng: Any) -> None:
    """Deal the other hand from the unseen cards, with the probabilities of the deal (rule 7.3)."""
    renew_rng(state.rng, rng)
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

    Hands are dealt before the board, and the board skips special cards. So a given board is more
    likely if fewer numbers were left for it, and n numbers in the hand have the weight
    C(numbers, n) * C(specials, size - n) / C(numbers - n + board, board). The loops below use the
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
    """Return the weight of `count` + 1 numbers in the hand, divided by the weight of `count`."""
    more = (size - count) * (numbers - count + board)
    return more / ((count + 1) * (specials - size + count + 1))
