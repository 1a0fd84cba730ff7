import hashlib
from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from standoff.rng import (
    MAX_SEED,
    SCRATCH_WORDS,
    Purpose,
    Rng,
    below,
    derive_seed,
    draw_kind,
    next_word,
    run_key,
    seed_rng,
    shuffle,
    sip_hash,
    start_stream,
    uniform,
)

ALPHA = 1e-4  # seeds are fixed: a test always passes or always fails


def test_next_word_is_xoroshiro128_plus_plus():
    """Compared with the definition in plain integers."""
    mask = 2**64 - 1

    def rotl(x, k):
        return ((x << k) | (x >> (64 - k))) & mask

    first, second = 12345, 67890
    rng = np.array([first, second], np.uint64)
    for _ in range(1000):
        expected = (rotl((first + second) & mask, 17) + first) & mask
        second ^= first
        first, second = rotl(first, 49) ^ second ^ ((second << 21) & mask), rotl(second, 28)
        assert int(next_word(rng)) == expected


def test_seed_rng_is_split_mix_64():
    """The first two outputs of SplitMix64 from 1234567, as published for java.util."""
    rng = np.zeros(2, np.uint64)
    seed_rng(rng, 1234567)
    assert [int(word) for word in rng] == [6457827717110365317, 3203168211198807973]


def test_sip_hash_matches_the_published_vectors():
    """SipHash-2-4 of the bytes 0, 1, 2, ... under the key 00 01 ... 0f, from the authors' table."""
    key = np.frombuffer(bytes(range(16)), np.uint64)
    words = np.zeros(4, np.uint64)
    published = {8: "62 24 93 9a 79 f5 f5 93", 16: "db 9b c2 57 7f cc 2a 3f"}
    for length, vector in published.items():
        message = np.frombuffer(bytes(range(length)), np.uint64)
        digest = int(sip_hash(key, message, words)).to_bytes(8, "little")
        assert digest == bytes.fromhex(vector)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 54, 1000])
def test_below_is_uniform(bound):
    rng = Rng(bound)
    counts = np.bincount([rng.below(bound) for _ in range(20_000)], minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or stats.chisquare(counts).pvalue > ALPHA


def test_below_is_unbiased_near_the_top():
    """With plain multiplication, a bound of 3 * 2**30 would favour every third value by a half."""
    rng = Rng(1)
    bound = 3 * 2**30
    counts = np.bincount([rng.below(bound) % 3 for _ in range(30_000)])
    assert stats.chisquare(counts).pvalue > ALPHA


def test_uniform_lies_in_the_unit_interval_and_is_uniform():
    rng = Rng(5)
    values = [rng.random() for _ in range(20_000)]
    assert min(values) >= 0
    assert max(values) < 1
    assert stats.kstest(values, "uniform").pvalue > ALPHA
    assert uniform(rng.words) < 1


def test_shuffle_makes_every_order_equally_often():
    rng = Rng(9)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        cards = np.arange(5)
        shuffle(rng.words, cards, 4)
        assert cards[4] == 4
        orders[tuple(cards)] = orders.get(tuple(cards), 0) + 1
    assert len(orders) == 24
    assert stats.chisquare(list(orders.values())).pvalue > ALPHA


def test_python_shuffle_and_choice_use_the_same_chance():
    items = list(range(10))
    Rng(3).shuffle(items)
    array = np.arange(10)
    shuffle(Rng(3).words, array, 10)
    assert items == list(array)
    assert Rng(3).choice("abc") == "abc"[Rng(3).below(3)]


def test_draw_kind_follows_the_counts():
    counts = np.array([0, 5, 0, 10, 5], np.int8)
    rng = Rng(2)
    drawn = np.bincount([draw_kind(rng.words, counts, 20) for _ in range(20_000)], minlength=5)
    assert drawn[0] == drawn[2] == 0
    assert stats.chisquare(drawn[[1, 3, 4]], [5000, 10000, 5000]).pvalue > ALPHA


def test_streams_are_reproducible_and_all_different():
    key = run_key(1)
    starts = [
        bytes(Rng.stream(run_key(seed), number, purpose).words)
        for seed in (1, 2)
        for number in range(50)
        for purpose in (0, 1, Purpose.DEAL)
    ]
    assert len(set(starts)) == len(starts)
    assert bytes(Rng.stream(key, 0, 0).words) == starts[0]


def test_streams_are_independent():
    """Neighbouring streams, and neighbouring seeds, show no correlation and no common values."""
    streams = [Rng.stream(run_key(seed), number, seat) for seed, number, seat in NEIGHBOURS]
    columns = np.array([[stream.random() for _ in range(4000)] for stream in streams])
    correlation = np.corrcoef(columns)
    off_diagonal = correlation[~np.eye(len(streams), dtype=bool)]
    assert np.abs(off_diagonal).max() < 4.5 / np.sqrt(4000)
    assert len(np.unique(columns)) == columns.size
    for first, second in pairwise(columns):
        table = np.histogram2d(first, second, bins=8)[0]
        assert stats.chi2_contingency(table).pvalue > ALPHA


NEIGHBOURS = [(1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1), (2, 0, 0), (2, 0, Purpose.DEAL)]


def test_first_draws_across_games_are_uniform():
    key = run_key(77)
    firsts = [Rng.stream(key, number, 0).below(16) for number in range(16_000)]
    assert stats.chisquare(np.bincount(firsts)).pvalue > ALPHA


def test_a_stream_does_not_reveal_the_key():
    """The stream is a hash under the key: one bit of the key changes half of its bits."""
    key = run_key(5)
    other = key.copy()
    other[0] ^= np.uint64(1)
    differing = [
        int(a ^ b).bit_count()
        for number in range(200)
        for a, b in zip(
            Rng.stream(key, number, 0).words, Rng.stream(other, number, 0).words, strict=True
        )
    ]
    assert 31 < np.mean(differing) < 33


def test_derive_seed_fits_a_json_number():
    rng, scratch = np.zeros(2, np.uint64), np.zeros(SCRATCH_WORDS, np.uint64)
    seeds = [int(derive_seed(run_key(1), n, Purpose.DEAL, rng, scratch)) for n in range(2000)]
    assert len(set(seeds)) == 2000
    assert min(seeds) >= 0
    assert MAX_SEED / 2 < max(seeds) <= MAX_SEED


def test_run_key_is_a_hash_of_the_seed():
    digest = hashlib.blake2b(b"7", digest_size=16, person=b"standoff run").digest()
    assert bytes(run_key(7)) == digest


def test_start_stream_equals_the_python_stream():
    rng, scratch = np.zeros(2, np.uint64), np.zeros(SCRATCH_WORDS, np.uint64)
    start_stream(rng, run_key(3), 4, 5, scratch)
    assert bytes(rng) == bytes(Rng.stream(run_key(3), 4, 5).words)


@pytest.mark.parametrize("bound", [0, -3, 2**32, 2**33])
def test_a_bound_out_of_range_is_refused(bound):
    with pytest.raises(ValueError, match="bound must be from 1 to 4294967295"):
        Rng(1).below(bound)


def test_rng_seed_is_taken_from_the_stream():
    rng = Rng(4)
    seeds = {rng.seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(0 <= seed <= MAX_SEED for seed in seeds)
    assert below(Rng(4).words, 10) == Rng(4).below(10)
