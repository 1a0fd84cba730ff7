"""Shares clustered by deal: exact cases, and how often their intervals hold the truth."""

import importlib.util
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, t

from standoff.statistics import ClusteredShare, clustered, sum_powers, wilson

SCRIPT = Path(__file__).parents[2] / "scripts" / "intervals.py"
spec = importlib.util.spec_from_file_location("intervals", SCRIPT)
intervals = importlib.util.module_from_spec(spec)
spec.loader.exec_module(intervals)

CLUSTERS = st.lists(
    st.integers(1, 6).flatmap(lambda trials: st.tuples(st.just(trials), st.integers(0, trials))),
    min_size=1,
    max_size=20,
)


def bounds(interval):
    return interval.low, interval.high


# --- exact cases ---


def test_clusters_of_one_trial_are_independent_trials():
    """Their variance is known: there is nothing for Student's t to allow for."""
    found = clustered([1] * 1000, [1] * 35 + [0] * 965)
    assert bounds(found) == pytest.approx(bounds(wilson(35, 1000)), rel=1e-3)


def test_trials_that_repeat_each_other_count_once():
    """Forty deals; all six games of a deal end the same."""
    found = clustered([6] * 40, [6] * 10 + [0] * 30)
    assert found.estimate == 0.25
    assert bounds(found) == pytest.approx(bounds(wilson(10, 40)), abs=0.01)


def test_trials_that_balance_each_other_are_worth_more_than_they_are():
    """Three of six games on most deals: 600 games are worth many times as many."""
    found, plain = clustered([6] * 100, [3] * 80 + [2, 4] * 10), wilson(300, 600)
    assert found.high - found.low < 0.5 * (plain.high - plain.low)


@pytest.mark.parametrize("deals", [1, 5, 6, 100])
@pytest.mark.parametrize("wins", [0, 6])
def test_deals_that_all_end_alike_have_the_exact_interval(deals, wins):
    found = clustered([6] * deals, [wins] * deals)
    exact = binomtest(deals * (wins > 0), deals).proportion_ci(method="exact")
    assert bounds(found) == pytest.approx((exact.low, exact.high))


def test_deals_that_all_end_in_the_same_share_leave_room_for_unseen_ones():
    found = clustered([2] * 100, [1] * 100)
    unseen = 1 - binomtest(100, 100).proportion_ci(method="exact").low
    assert bounds(found) == pytest.approx((0.5 - unseen / 2, 0.5 + unseen / 2))


def test_one_deal_says_next_to_nothing():
    found = clustered([8], [3])
    assert found.low < 0.01
    assert found.high > 0.98


def test_no_trials_have_no_share():
    found = clustered([], [])
    assert math.isnan(found.estimate)
    assert bounds(found) == (0, 1)
    assert ClusteredShare.of_sums(*sum_powers([], [])).p_value(0.5) == 1


# --- degrees of freedom ---


def test_without_higher_powers_the_freedom_is_that_of_normal_residuals():
    rng = np.random.default_rng(1)
    won = rng.binomial(60, 0.5, 12)
    number, sums = sum_powers([60] * 12, won)
    found = ClusteredShare.of_sums(number, sums[:5]).interval()
    error = np.std(won / 60, ddof=1) / math.sqrt(12)
    assert found.high - found.low == pytest.approx(2 * t.ppf(0.975, 11) * error, rel=0.01)


def test_few_deals_with_all_of_the_variance_make_the_interval_wide():
    """One deal of a hundred differs: the next hundred may as well have three of them."""
    found = clustered([2] * 100, [1] * 99 + [2])
    assert found.low < 0.5
    assert found.high > 0.515


def test_rare_deals_that_differ_are_not_forgotten():
    """Three of a hundred deals are won twice, the others are even; Student's t alone holds 85%."""
    rng = np.random.default_rng(3)
    special = rng.binomial(100, 0.03, 4000)
    counts, times = np.unique(special, return_counts=True)
    held = 0
    for count, often in zip(counts, times, strict=True):
        found = ClusteredShare.of_values([0.5, 1.0], [100 - count, count]).interval()
        held += often * (found.low <= 0.515 <= found.high)
    assert held / 4000 > 0.94


# --- properties ---


@given(CLUSTERS)
def test_the_interval_holds_the_share_and_mirrors(clusters):
    trials, won = np.array(clusters).T
    found, mirrored = clustered(trials, won), clustered(trials, trials - won)
    assert 0 <= found.low <= found.estimate + 1e-12
    assert found.estimate - 1e-12 <= found.high <= 1
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx(bounds(found), abs=1e-9)


@given(CLUSTERS, st.sampled_from([0.1, 0.4, 0.5, 0.75]))
def test_the_p_value_and_the_interval_are_one_criterion(clusters, expected):
    share = ClusteredShare.of_sums(*sum_powers(*np.array(clusters).T))
    p_value = share.p_value(expected)
    assert 0 <= p_value <= 1
    for confidence in (p_value - 0.01, p_value + 0.01):
        if 0 < confidence < 1:
            found = share.interval(1 - confidence)
            assert (found.low <= expected <= found.high) == (p_value >= confidence)


@given(CLUSTERS)
def test_sums_and_values_say_the_same(clusters):
    """With one trial a cluster, the sums of powers are sums of wins."""
    won = np.array([successes > 0 for _, successes in clusters], int)
    counts = [int((won == 0).sum()), int(won.sum())]
    found = clustered(np.ones(len(won), int), won)
    again = ClusteredShare.of_values([0.0, 1.0], counts).interval()
    assert bounds(again) == pytest.approx(bounds(found))


def test_sums_of_millions_lose_no_digits():
    """The residuals are tiny beside the sums of fourth powers."""
    trials = np.full(1000, 1_000_000)
    won = 500_000 + np.tile([-1, 1], 500)
    found = clustered(trials, won)
    assert found.high - found.low == pytest.approx(2 * 1.96e-6 / math.sqrt(1000), rel=0.01)


# --- coverage ---


@pytest.mark.parametrize("protocol", intervals.PROTOCOLS)
@pytest.mark.parametrize("deals", [10, 30, 300])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_intervals_hold_the_truth_in_95_of_100_matches(protocol, deals, share):
    """A slice of scripts/intervals.py, whose whole study is from 94 to 97% from 20 deals on.

    With one or two games a deal, ten deals have few outcomes, and up to 98% of intervals hold.
    """
    matches = 3000 if deals < 100 else 1000
    held = intervals.study(protocol, 1.0, deals, share, matches)
    spread = 2.6 * math.sqrt(0.95 * 0.05 / matches)
    most = 0.98 if deals == 10 else 0.97
    assert 0.94 - spread < held < most + spread
