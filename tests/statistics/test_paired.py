import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, bootstrap

from standoff.errors import BadSample
from standoff.statistics import paired, paired_difference, paired_p_value

# --- the interval ---


@pytest.mark.parametrize(
    ("values", "counts"),
    [([-1.0, 0.0, 1.0], [30, 20, 50]), ([-1.0, 0.0, 1.0], [2, 180, 18]), ([-0.1, 0.9], [90, 10])],
    ids=["even", "mostly ties", "skewed"],
)
def test_paired_difference_agrees_with_scipys_bca(values, counts):
    sample = np.repeat(values, counts)
    expected = bootstrap(
        (sample,), np.mean, n_resamples=20_000, method="BCa", rng=np.random.default_rng(1)
    ).confidence_interval
    found = paired_difference(values, counts, resamples=20_000)
    step = 2 / len(sample)
    assert found.estimate == pytest.approx(sample.mean())
    assert found.low == pytest.approx(expected.low, abs=step)
    assert found.high == pytest.approx(expected.high, abs=step)


def test_paired_difference_covers_as_often_as_it_says():
    """A skewed difference, 1 in one of ten deals: 200 deals, 400 times."""
    draws = np.random.Generator(np.random.PCG64(2)).binomial(200, 0.1, 400)
    intervals = [
        paired_difference([-0.1, 0.9], [200 - wins, wins], seed=1, resamples=1000) for wins in draws
    ]
    covered = sum(interval.low <= 0 <= interval.high for interval in intervals)
    assert binomtest(covered, 400, 0.95).pvalue > 0.01
    assert np.mean([interval.high < 0 for interval in intervals]) == pytest.approx(0.025, abs=0.02)


def test_paired_difference_of_a_million_deals_is_that_of_the_normal_limit():
    values, counts = [-1.0, 0.0, 1.0], [300_000, 390_000, 310_000]
    found = paired_difference(values, counts)
    error = math.sqrt(0.61 - 0.01**2) / 1000
    assert found.estimate == pytest.approx(0.01)
    assert found.low == pytest.approx(0.01 - 1.96 * error, abs=5e-5)
    assert found.high == pytest.approx(0.01 + 1.96 * error, abs=5e-5)


def test_paired_difference_depends_on_seed_only():
    sample = ([-0.5, 0.0, 0.5, 1.0], [10, 30, 40, 20])
    assert paired_difference(*sample, seed=7) == paired_difference(*sample, seed=7)
    assert paired_difference(*sample, seed=7) != paired_difference(*sample, seed=8)


def test_resampling_in_pieces_keeps_the_means(monkeypatch):
    sample = (np.array([-1.0, 1.0]), np.array([40, 60]))
    whole = paired.resample_means(*sample, seed=3, resamples=1000)
    monkeypatch.setattr(paired, "RESAMPLES_AT_ONCE", 14)
    assert (paired.resample_means(*sample, seed=3, resamples=1000) == whole).all()


SAMPLES = st.dictionaries(
    st.integers(-6, 6).map(lambda step: step / 6), st.integers(1, 40), min_size=1, max_size=6
)


@given(SAMPLES, st.integers(0, 3))
def test_paired_difference_lies_around_the_mean_and_mirrors(sample, seed):
    values, counts = list(sample), list(sample.values())
    found = paired_difference(values, counts, seed, resamples=200)
    assert -1 <= found.low <= found.estimate <= found.high <= 1
    assert found.estimate == pytest.approx(np.average(values, weights=counts))


def test_deals_that_all_came_to_the_same_leave_room_for_unseen_ones():
    found = paired_difference([1.0], [100])
    unseen = 1 - binomtest(100, 100).proportion_ci(method="exact").low
    assert (found.estimate, found.high) == (1, 1)
    assert found.low == pytest.approx(1 - 2 * unseen)
    ties = paired_difference([0.0, 1.0], [100, 0])
    assert (ties.low, ties.high) == pytest.approx((-unseen, unseen))
    assert paired_difference([3.0], [100]).high == 3  # larger than `reach`


def test_no_deals_say_nothing():
    found = paired_difference([0.0], [0])
    assert math.isnan(found.estimate)
    assert (found.low, found.high) == (-math.inf, math.inf)
    assert paired_p_value([1.0], [0]) == 1


# --- the p value ---


@given(SAMPLES.filter(lambda sample: sum(sample.values()) <= 12))
def test_p_value_is_the_share_of_all_signs(sample):
    differences = np.repeat(list(sample), list(sample.values()))
    signs = np.array(list(product([-1, 1], repeat=len(differences))))
    sums = np.abs(signs @ np.abs(differences))
    expected = np.mean(sums >= abs(differences.sum()) - 1e-9)
    assert paired_p_value(list(sample), list(sample.values())) == pytest.approx(expected)


@pytest.mark.parametrize(("wins", "losses"), [(9, 1), (4, 0), (500, 431), (2400, 2300), (5, 5)])
def test_p_value_of_wins_and_losses_is_the_sign_test(wins, losses):
    found = paired_p_value([1, -1, 0], [wins, losses, 1000])
    assert found == pytest.approx(binomtest(wins, wins + losses).pvalue)


def test_p_value_of_many_deals_is_the_normal_limit_of_the_exact_one(monkeypatch):
    sample = ([-1.0, -0.5, 0.5, 1.0], [600, 500, 520, 680])
    exact = paired_p_value(*sample)
    monkeypatch.setattr(paired, "EXACT_SUMS", 10)
    assert paired_p_value(*sample) == pytest.approx(exact, rel=0.05)
    assert paired_p_value(*sample) != exact


def test_p_value_of_differences_without_a_common_measure():
    """Differences may be any numbers; ten wins by about as much as three losses."""
    found = paired_p_value([math.sqrt(2), -math.pi, math.e / 1e5], [40, 10, 5])
    z = (40 * math.sqrt(2) - 10 * math.pi) / math.sqrt(40 * 2 + 10 * math.pi**2)
    assert found == pytest.approx(math.erfc(z / math.sqrt(2)), rel=1e-3)


def test_p_value_of_very_unequal_differences():
    """One difference of 5000 among many of 0.001: there are too many sums to list."""
    found = paired_p_value([5000.0, 0.001], [1, 100])
    assert found == pytest.approx(math.erfc(1 / math.sqrt(2)), rel=1e-4)


def test_p_value_is_uniform_for_equal_players():
    generator = np.random.Generator(np.random.PCG64(5))
    draws = generator.multinomial(60, [0.2, 0.1, 0.4, 0.1, 0.2], 2000)
    p_values = np.array([paired_p_value([-1, -0.5, 0, 0.5, 1], draw) for draw in draws])
    for level in (0.05, 0.2, 0.5):
        assert np.mean(p_values <= level) <= level + 2.5 * math.sqrt(level * (1 - level) / 2000)
    assert np.mean(p_values <= 0.2) > 0.15


@pytest.mark.parametrize(
    ("values", "counts"),
    [([1.0], [1, 2]), ([math.nan], [1]), ([1.0], [-1]), ([1.0], [0.5]), ([[1.0]], [[1]])],
)
def test_wrong_samples_are_refused(values, counts):
    with pytest.raises(BadSample):
        paired_difference(values, counts)
    with pytest.raises(BadSample):
        paired_p_value(values, counts)
