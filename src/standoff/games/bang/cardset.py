"""Sets of cards: two numbers of 40 bits, in which the cards of a kind lie side by side."""

from typing import Any

import numpy as np

from standoff.games.bang.cards import CARD_KIND, NUM_CARDS, NUM_KINDS
from standoff.kit import below, count_bits, inline_kernel, lowest_bit

WORDS = 2
BITS = NUM_CARDS // WORDS

KIND_WORD = np.array([np.argmax(kind == CARD_KIND) // BITS for kind in range(NUM_KINDS)], np.int64)
"""The word that holds the cards of a kind."""
KIND_MASK = np.zeros(NUM_KINDS, np.int64)
"""The bits of the cards of a kind in their word."""
for _card in range(NUM_CARDS):
    KIND_MASK[CARD_KIND[_card]] |= 1 << _card % BITS

KIND_TOP = np.zeros(WORDS, np.int64)
"""The highest bit of each kind, by word."""
for _kind in range(NUM_KINDS):
    KIND_TOP[KIND_WORD[_kind]] |= 1 << int(KIND_MASK[_kind]).bit_length() - 1
KIND_REST = ((1 << BITS) - 1) & ~KIND_TOP
"""The other bits."""


@inline_kernel
def contains(cards: Any, card: int) -> bool:
    """Whether a card is in the set."""
    return bool(cards[card // BITS] >> card % BITS & 1)


@inline_kernel
def add(cards: Any, card: int) -> None:
    """Put a card into the set."""
    cards[card // BITS] |= 1 << card % BITS


@inline_kernel
def remove(cards: Any, card: int) -> None:
    """Take a card out of the set, if it is there."""
    cards[card // BITS] &= ~(1 << card % BITS)


@inline_kernel
def is_empty(cards: Any) -> bool:
    """Whether no card is in the set."""
    return bool(cards[0] | cards[1] == 0)


@inline_kernel
def size(cards: Any) -> int:
    """Return how many cards are in the set."""
    return count_bits(cards[0]) + count_bits(cards[1])


@inline_kernel
def has_kind(cards: Any, kind: int) -> bool:
    """Whether a card of this kind is in the set."""
    return bool(cards[KIND_WORD[kind]] & KIND_MASK[kind])


@inline_kernel
def count_kind(cards: Any, kind: int) -> int:
    """Return how many cards of this kind are in the set."""
    return count_bits(cards[KIND_WORD[kind]] & KIND_MASK[kind])


@inline_kernel
def mark_kinds(word: int, cards: int) -> int:
    """Return the highest bit of every kind of which a card is among these cards of one word.

    The sum carries into the highest bit of a kind if any other bit of it is set, and no further.
    There are no branches, because this is asked at every decision.
    """
    return int(((cards & KIND_REST[word]) + KIND_REST[word] | cards) & KIND_TOP[word])


@inline_kernel
def first_of_kind(cards: Any, kind: int) -> int:
    """Return the first card of this kind; there must be one."""
    word = int(KIND_WORD[kind])
    return BITS * word + lowest_bit(cards[word] & KIND_MASK[kind])


@inline_kernel
def pick_of_word(word: int, found: int, rng: Any) -> int:
    """Return a random card of those in one word; a fixed choice would tell something (2.4)."""
    count = count_bits(found)
    if count > 1:
        for _ in range(below(rng, count)):
            found &= found - 1
    return BITS * word + lowest_bit(found)


@inline_kernel
def pick_any(cards: Any, rng: Any) -> int:
    """Return a random card of the set; there must be one."""
    return pick_of_words(cards[0], cards[1], rng)


@inline_kernel
def pick_of_words(first: int, second: int, rng: Any) -> int:
    """Return a random card of the set with these two words; there must be one."""
    low = count_bits(first)
    left = below(rng, low + count_bits(second))
    word, found = 0, first
    if left >= low:
        word, found = 1, second
        left -= low
    for _ in range(left):
        found &= found - 1
    return BITS * word + lowest_bit(found)


@inline_kernel
def pop_lowest(cards: Any) -> int:
    """Take the lowest card out of the set and return it; there must be one."""
    word = 0 if cards[0] != 0 else 1
    card = BITS * word + lowest_bit(cards[word])
    cards[word] &= cards[word] - 1
    return card
