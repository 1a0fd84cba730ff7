import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, t

from standoff.statistics import mean_interval, wilson


@pytest.mark.parametrize(("wins", "games"), [(35, 1000), (1, 3), (500, 1000), (999, 1000)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_wilson_agrees_with_scipy(wins, games, confidence):
    expected = binomtest(wins, games).proportion_ci(confidence, method="wilson")
    interval = wilson(wins, games, confidence)
    assert interval.estimate == wins / games
    assert interval.low == pytest.approx(expected.low, abs=1e-12)
    assert interval.high == pytest.approx(expected.high, abs=1e-12)


def test_wilson_stays_within_the_unit_interval():
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == 1
    assert wilson(0, 10).high == pytest.approx(0.277533, abs=1e-6)


def test_nothing_is_known_of_no_games():
    interval = wilson(0, 0)
    assert math.isnan(interval.estimate)
    assert (interval.low, interval.high) == (0, 1)


def test_wilson_covers_as_often_as_it_says():
    """Of all samples of 200 with a true share of 0.3, at least 94% have 0.3 in their interval."""
    covered = sum(
        binom.pmf(wins, 200, 0.3)
        for wins in range(201)
        if wilson(wins, 200).low <= 0.3 <= wilson(wins, 200).high
    )
    assert 0.94 < covered < 0.96


# --- means ---


def test_mean_interval_is_the_published_one_of_a_rank():
    """Crha, draft: mean rank 2.3 of 1000 games, deviation 1.1069, is 2.2314 to 2.3686."""
    count, mean, deviation = 1000, 2.3, 1.1069
    squares = deviation**2 * (count - 1) + count * mean**2
    interval = mean_interval(count, count * mean, squares)
    assert interval.estimate == pytest.approx(2.3)
    assert interval.low == pytest.approx(2.2314, abs=2e-4)  # published with the normal quantile
    assert interval.high == pytest.approx(2.3686, abs=2e-4)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=30))
def test_mean_interval_agrees_with_scipy(values):
    interval = mean_interval(len(values), sum(values), sum(value**2 for value in values))
    error = np.std(values, ddof=1) / math.sqrt(len(values))
    assert interval.estimate == pytest.approx(np.mean(values))
    if error:
        expected = t.interval(0.95, len(values) - 1, np.mean(values), error)
        assert (interval.low, interval.high) == pytest.approx(expected)
    else:
        assert interval.low == interval.high


def test_mean_interval_of_whole_numbers_loses_no_digits():
    """A million ranks, all but two of them 1,000,000."""
    values = [1_000_000] * 999_998 + [999_999, 1_000_001]
    interval = mean_interval(len(values), sum(values), sum(value**2 for value in values))
    assert interval.high - interval.low == pytest.approx(2 * 1.96 * 1.4142e-3 / 1000, rel=1e-3)


def test_mean_interval_of_one_value_or_fewer_is_infinite():
    one, none = mean_interval(1, 3, 9), mean_interval(0, 0, 0)
    assert (one.estimate, one.low, one.high) == (3, -math.inf, math.inf)
    assert math.isnan(none.estimate)
    assert (none.low, none.high) == (-math.inf, math.inf)
