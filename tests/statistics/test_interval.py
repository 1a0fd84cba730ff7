import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, t

from standoff.statistics import clustered, mean_interval, wilson


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


# --- clusters ---


def sums_of(trials, successes):
    """What `clustered` takes, from the trials and successes of each cluster."""
    trials, successes = np.array(trials), np.array(successes)
    squares = ((trials**2).sum(), (trials * successes).sum(), (successes**2).sum())
    counts = (successes.sum(), trials.sum(), len(trials))
    return *map(int, counts), tuple(map(int, squares))


def test_clusters_of_one_trial_are_independent_trials():
    found = clustered(*sums_of([1] * 1000, [1] * 35 + [0] * 965))
    expected = wilson(35, 1000)  # except for 1000 / 999, an unbiased variance
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=1e-3)


def test_trials_that_repeat_each_other_count_once():
    """Forty deals; all six games of a deal end the same."""
    found = clustered(*sums_of([6] * 40, [6] * 10 + [0] * 30))
    expected = wilson(10 * 39 / 40, 39)
    assert found.estimate == 0.25
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_trials_that_balance_each_other_are_not_taken_for_more_than_they_are():
    assert clustered(*sums_of([2] * 50, [1] * 50)) == wilson(50, 100)


@pytest.mark.parametrize(("trials", "successes"), [([6] * 10, [6] * 10), ([8], [3])])
def test_clusters_that_cannot_be_compared_count_as_single_trials(trials, successes):
    found = clustered(*sums_of(trials, successes))
    share = sum(successes) / sum(trials)
    expected = wilson(share * len(trials), len(trials))
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_no_trials_have_no_share():
    found = clustered(0, 0, 0, (0, 0, 0))
    assert math.isnan(found.estimate)
    assert (found.low, found.high) == (0, 1)


@pytest.mark.parametrize("repeats", [0.0, 0.3, 0.8])
def test_the_interval_of_clusters_holds_the_truth_in_95_of_100(repeats):
    """120 deals of six games, in which a game ends like the deal's first with a probability."""
    rng, held, plain = np.random.default_rng(5), 0, 0
    for _ in range(1000):
        games = rng.random((120, 6)) < 0.4
        games = np.where(rng.random((120, 6)) < repeats, games[:, :1], games)
        sums = sums_of([6] * 120, games.sum(axis=1))
        held += clustered(*sums).low <= 0.4 <= clustered(*sums).high
        plain += wilson(*sums[:2]).low <= 0.4 <= wilson(*sums[:2]).high
    assert held / 1000 > 0.93
    assert (plain / 1000 < 0.93) == (repeats > 0)  # without clustering
