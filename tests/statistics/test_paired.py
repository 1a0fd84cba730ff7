import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ttest_1samp

from standoff.errors import BadSample
from standoff.statistics import clustered, paired_difference, paired_p_value

SAMPLES = st.dictionaries(
    st.integers(-6, 6).map(lambda step: step / 6), st.integers(1, 40), min_size=1, max_size=6
)


def test_without_ties_the_difference_is_twice_the_share_of_wins():
    """Deals of two games: the interval and the verdict are those of the share against one half."""
    wins = [2] * 30 + [1] * 50 + [0] * 20
    share, found = clustered([2] * 100, wins), paired_difference([1, 0, -1], [30, 50, 20])
    assert found.estimate == pytest.approx(2 * share.estimate - 1)
    assert (found.low, found.high) == pytest.approx((2 * share.low - 1, 2 * share.high - 1))


def test_paired_difference_of_a_million_deals_is_that_of_the_normal_limit():
    values, counts = [-1.0, 0.0, 1.0], [300_000, 390_000, 310_000]
    found = paired_difference(values, counts)
    error = math.sqrt(0.61 - 0.01**2) / 1000
    assert found.estimate == pytest.approx(0.01)
    assert found.low == pytest.approx(0.01 - 1.96 * error, abs=5e-5)
    assert found.high == pytest.approx(0.01 + 1.96 * error, abs=5e-5)


@given(SAMPLES)
def test_the_difference_is_settled_when_its_interval_excludes_zero(sample):
    values, counts = list(sample), list(sample.values())
    found, p_value = paired_difference(values, counts), paired_p_value(values, counts)
    assert -1 <= found.low <= found.estimate + 1e-12
    assert found.estimate - 1e-12 <= found.high <= 1
    assert found.estimate == pytest.approx(np.average(values, weights=counts))
    if abs(p_value - 0.05) > 1e-6:
        assert (p_value < 0.05) == (not found.low <= 0 <= found.high)


@pytest.mark.parametrize(("deals", "is_settled"), [(5, False), (6, True)])
def test_six_deals_won_are_enough(deals, is_settled):
    """As in the sign test: 2 / 2**6 is below 0.05."""
    assert paired_p_value([1.0], [deals]) == pytest.approx(2 / 2**deals)
    assert (paired_difference([1.0], [deals]).low > 0) == is_settled


def test_p_value_of_many_deals_is_that_of_the_t_test():
    values, counts = [-1, -0.5, 0, 0.5, 1], [110, 140, 200, 160, 140]
    expected = ttest_1samp(np.repeat(values, counts), 0).pvalue
    assert paired_p_value(values, counts) == pytest.approx(expected, rel=0.05)


@pytest.mark.parametrize("deals", [10, 20])
def test_p_values_of_few_deals_are_not_too_small(deals):
    """They are not exact: with ten deals, differences lie on a lattice."""
    generator = np.random.Generator(np.random.PCG64(6))
    draws = generator.multinomial(deals, [0.2, 0.1, 0.4, 0.1, 0.2], 2000)
    p_values = np.array([paired_p_value([-1, -0.5, 0, 0.5, 1], draw) for draw in draws])
    for level in (0.01, 0.05, 0.2):
        spread = 2.6 * math.sqrt(level * (1 - level) / 2000)
        assert np.mean(p_values <= level) < level + spread + 0.005


def test_equal_players_are_hardly_ever_called_different():
    generator = np.random.Generator(np.random.PCG64(5))
    draws = generator.multinomial(60, [0.2, 0.1, 0.4, 0.1, 0.2], 2000)
    p_values = np.array([paired_p_value([-1, -0.5, 0, 0.5, 1], draw) for draw in draws])
    for level in (0.05, 0.2, 0.5):
        spread = 2.6 * math.sqrt(level * (1 - level) / 2000)
        assert np.mean(p_values <= level) == pytest.approx(level, abs=spread + 0.005)


def test_no_deals_say_nothing():
    found = paired_difference([0.0], [0])
    assert math.isnan(found.estimate)
    assert (found.low, found.high) == (-1, 1)
    assert paired_p_value([1.0], [0]) == 1


@pytest.mark.parametrize(
    ("values", "counts"),
    [
        ([1.0], [1, 2]),
        ([math.nan], [1]),
        ([1.5], [1]),
        ([1.0], [-1]),
        ([1.0], [0.5]),
        ([[1.0]], [[1]]),
    ],
)
def test_wrong_samples_are_refused(values, counts):
    with pytest.raises(BadSample):
        paired_difference(values, counts)
    with pytest.raises(BadSample):
        paired_p_value(values, counts)
