import math

import pytest
from scipy.stats import binom, binomtest

from standoff.statistics import is_settled, wilson


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


def test_settled_means_that_one_half_is_left_out():
    assert is_settled(60, 30)
    assert is_settled(30, 60)
    assert not is_settled(55, 45)
    assert not is_settled(0, 0)


def test_wilson_covers_as_often_as_it_says():
    """Of all samples of 200 with a true share of 0.3, at least 94 % have 0.3 in their interval."""
    covered = sum(
        binom.pmf(wins, 200, 0.3)
        for wins in range(201)
        if wilson(wins, 200).low <= 0.3 <= wilson(wins, 200).high
    )
    assert 0.94 < covered < 0.96
