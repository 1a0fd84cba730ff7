"""Chance: one generator with a state of two integers, and independent streams.

The generator is xoroshiro128++ (Blackman and Vigna, "Scrambled linear pseudorandom number
generators", ACM TOMS 47, 2021), seeded with SplitMix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", OOPSLA 2014) as its authors advise. Bounded integers are unbiased
by Lemire's multiplication with rejection ("Fast random integer generation in an interval", ACM
TOMACS 29, 2019).

A run has one seed. Its streams are SipHash-2-4 (Aumasson and Bernstein, "SipHash: a fast
short-input PRF", 2012) of (game number, purpose) under a key hashed from that seed. Equal inputs
give equal streams on every machine, and different inputs give unrelated streams. An agent that
knows its own stream cannot compute the stream of the deal.

`rng` is an array of two uint64: a field of a state, or an array of its own. The arithmetic gives
the same results with compiled 64-bit integers and with Python integers.
"""

import hashlib
import secrets
from collections.abc import MutableSequence, Sequence
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from standoff._jit import inline_kernel, kernel

T = TypeVar("T")

MASK = 0xFFFF_FFFF_FFFF_FFFF
LOW_MASK = 0xFFFF_FFFF
RNG_WORDS = 2
MAX_SEED = 2**53 - 1
"""A JSON number holds every seed of an arena's game exactly."""
MAX_SECRET_SEED = 2**128 - 1
"""A server deals from as many bits as the generator has, so nobody can try all seeds."""
SEEDED = -1
"""The seed that `new_game` gets if its generator has been started already."""


class Purpose(IntEnum):
    """The purpose of a stream of a game; the stream of a seat has the seat's number."""

    DEAL = 1000
    FAULT = 1001
    CHECK = 1002
    USER = 1003
    PLAYERS = 1004
    SEATS = 1005
    TRAINING = 1006


# --- the generator ------------------------------------------------------------------------------


@inline_kernel
def rotate_left(word: int, bits: int) -> int:
    """Rotate 64 bits to the left."""
    return ((word << bits) | (word >> (64 - bits))) & MASK


@inline_kernel
def next_word(rng: Any) -> int:
    """Return the next 64 random bits (xoroshiro128++) and advance `rng`."""
    first = int(rng[0])
    second = int(rng[1])
    word = (rotate_left((first + second) & MASK, 17) + first) & MASK
    second ^= first
    rng[0] = rotate_left(first, 49) ^ second ^ ((second << 21) & MASK)
    rng[1] = rotate_left(second, 28)
    return word


@inline_kernel
def below(rng: Any, bound: int) -> int:
    """Return a uniform integer from 0 to `bound` - 1, for `bound` from 1 to 2**32 - 1."""
    limit = np.uint64(bound)
    product = (next_word(rng) >> 32) * limit
    low = product & LOW_MASK
    if low < limit:
        threshold = (LOW_MASK + 1 - limit) % limit
        while low < threshold:
            product = (next_word(rng) >> 32) * limit
            low = product & LOW_MASK
    return np.int64(product >> 32)  # type: ignore[return-value]


@inline_kernel
def uniform(rng: Any) -> float:
    """Return a uniform number in [0, 1), a multiple of 2**-53."""
    return float(next_word(rng) >> 11) * 2.0**-53


@kernel
def shuffle(rng: Any, cards: Any, count: int) -> None:
    """Shuffle the first `count` entries of `cards` in place (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@inline_kernel
def draw_kind(rng: Any, counts: Any, total: int) -> int:
    """Return a random kind from a bag that holds `counts[kind]` of each, `total` in all."""
    left = below(rng, total)
    kind = 0
    while left >= counts[kind]:
        left -= counts[kind]
        kind += 1
    return kind


@inline_kernel
def renew_rng(words: Any, rng: Any) -> None:
    """Fill the words of another generator from `rng`: a world gets its own chance."""
    for index in range(len(words)):
        words[index] = next_word(rng)


# --- seeds and streams --------------------------------------------------------------------------


@kernel
def seed_rng(rng: Any, seed: int) -> None:
    """Start `rng` from one non-negative integer (SplitMix64); SEEDED leaves it as it is."""
    if seed == SEEDED:
        return
    word = int(np.uint64(seed))
    for index in range(RNG_WORDS):
        word = (word + 0x9E37_79B9_7F4A_7C15) & MASK
        mixed = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
        rng[index] = mixed ^ (mixed >> 31)


@kernel
def sip_round(words: Any) -> None:
    """Do one SipRound on the four words."""
    zero, one, two, three = int(words[0]), int(words[1]), int(words[2]), int(words[3])
    zero = (zero + one) & MASK
    two = (two + three) & MASK
    one = rotate_left(one, 13) ^ zero
    three = rotate_left(three, 16) ^ two
    zero = rotate_left(zero, 32)
    two = (two + one) & MASK
    zero = (zero + three) & MASK
    one = rotate_left(one, 17) ^ two
    three = rotate_left(three, 21) ^ zero
    two = rotate_left(two, 32)
    words[0], words[1], words[2], words[3] = zero, one, two, three


@kernel
def sip_hash(key: Any, message: Any, words: Any) -> int:
    """Return SipHash-2-4 of an array of uint64, read as little-endian bytes; `words` is scratch."""
    words[0] = int(key[0]) ^ 0x736F_6D65_7073_6575
    words[1] = int(key[1]) ^ 0x646F_7261_6E64_6F6D
    words[2] = int(key[0]) ^ 0x6C79_6765_6E65_7261
    words[3] = int(key[1]) ^ 0x7465_6462_7974_6573
    for index in range(len(message) + 1):
        if index < len(message):
            block = int(message[index])
        else:  # the length in bytes, in the top byte of the last block
            block = int((np.uint64(len(message)) << np.uint64(59)) & MASK)
        words[3] = int(words[3]) ^ block
        sip_round(words)
        sip_round(words)
        words[0] = int(words[0]) ^ block
    words[2] = int(words[2]) ^ 0xFF
    for _ in range(4):
        sip_round(words)
    return int(words[0]) ^ int(words[1]) ^ int(words[2]) ^ int(words[3])


@kernel
def start_stream(rng: Any, key: Any, number: int, purpose: int, scratch: Any) -> None:
    """Start `rng` as the stream (`number`, `purpose`) of the run with this key.

    `scratch` holds seven uint64 and is overwritten.
    """
    message = scratch[:3]
    message[0] = number
    message[1] = purpose
    for index in range(RNG_WORDS):
        message[2] = index
        rng[index] = sip_hash(key, message, scratch[3:7])


SCRATCH_WORDS = 7


@kernel
def derive_seed(key: Any, number: int, purpose: int, rng: Any, scratch: Any) -> int:
    """Return a seed (0 to MAX_SEED) from the stream (`number`, `purpose`); `rng` is scratch."""
    start_stream(rng, key, number, purpose, scratch)
    return np.int64(int(rng[0]) >> 11)  # type: ignore[return-value]


def start_deal(rng: Any, seed: int) -> int:
    """Return the seed for `new_game`; for a seed above MAX_SEED, start `rng` itself."""
    if seed <= MAX_SEED:
        return seed
    digest = hashlib.blake2b(str(seed).encode(), digest_size=16, person=b"standoff deal").digest()
    rng[:] = np.frombuffer(digest, dtype="<u8")
    return SEEDED


def run_key(seed: int) -> NDArray[np.uint64]:
    """Return the key of a run's streams: 128 bits hashed from its seed, any integer."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=16, person=b"standoff run").digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


def _scratch() -> NDArray[np.uint64]:
    return np.zeros(SCRATCH_WORDS, np.uint64)


# --- for Python users ---------------------------------------------------------------------------


class Rng:
    """A random stream for Python code, on the same generator as the kernels.

    >>> rng = Rng(7)
    >>> rng.below(6), Rng(7).below(6)
    (2, 2)
    """

    def __init__(self, seed: int | None = None) -> None:
        """Start a stream from a seed; without a seed, a different stream each time."""
        self.words: NDArray[np.uint64] = np.zeros(RNG_WORDS, np.uint64)
        chosen = secrets.randbits(128) if seed is None else seed
        start_stream(self.words, run_key(chosen), 0, Purpose.USER, _scratch())

    @classmethod
    def stream(cls, key: NDArray[np.uint64], number: int, purpose: int) -> "Rng":
        """Return the stream (`number`, `purpose`) of a run; see `run_key`."""
        rng = cls(0)
        start_stream(rng.words, key, number, purpose, _scratch())
        return rng

    def below(self, bound: int) -> int:
        """Return a uniform integer from 0 to `bound` - 1."""
        if not 1 <= bound < 2**32:
            raise ValueError(f"bound must be from 1 to {2**32 - 1}, not {bound}")
        return int(below(self.words, bound))

    def seed(self) -> int:
        """Return a seed for another generator or a game."""
        return int(next_word(self.words)) >> 11

    def random(self) -> float:
        """Return a uniform number in [0, 1)."""
        return float(uniform(self.words))

    def choice(self, items: Sequence[T]) -> T:
        """Return one item, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle a list in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
