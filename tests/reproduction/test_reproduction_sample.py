import math

import numpy as np
import pytest
from scipy import stats

from standoff.reproduction.sample import Mean, Proportion, clustered_gap, p_equal
from standoff.statistics import Interval, mean_interval


def test_two_shares_are_compared_as_the_textbook_does():
    ours = p_equal(Proportion(60, 100), Proportion(45, 100))
    expected = stats.chi2_contingency([[60, 40], [45, 55]], correction=False).pvalue
    assert ours == pytest.approx(expected)


def test_two_means_are_compared_by_their_errors():
    first, second = [1.0, 2.5, 2.0, 3.0, 1.5], [2.0, 4.0, 3.5]
    assert p_equal(Mean.of(first), Mean.of(second)) == pytest.approx(
        stats.ttest_ind(first, second, equal_var=False).pvalue
    )
    assert p_equal(Mean(1.0, 0.0, 5), Mean(1.0, 0.0, 5)) == 1.0
    assert p_equal(Mean(1.0, 0.0, 5), Mean(2.0, 0.0, 5)) == 0.0


@pytest.mark.parametrize("blocks", [2, 8])
def test_few_blocks_are_judged_by_student(blocks):
    values = [0.4 + 0.01 * (block % 2) for block in range(blocks)]
    error = stats.sem(values)
    low, high = stats.t.interval(0.95, blocks - 1, sum(values) / blocks, error)
    interval = Mean.of(values).interval
    assert (interval.low, interval.high) == pytest.approx((low, high))
    assert Mean.of([0.4]).share == Interval(0.4, 0.0, 1.0)  # one says nothing


# --- the gap between two shares of the same trials ---


def sums_of(trials, successes):
    """What `clustered` takes, from the trials and successes of each cluster."""
    trials, successes = np.array(trials), np.array(successes)
    squares = ((trials**2).sum(), (trials * successes).sum(), (successes**2).sum())
    counts = (successes.sum(), trials.sum(), len(trials))
    return *map(int, counts), tuple(map(int, squares))


def test_the_gap_of_single_trials_is_the_mean_of_their_differences():
    gaps = [1] * 6 + [-1] * 2 + [0] * 12
    found = clustered_gap(*sums_of([1] * 20, gaps))
    expected = mean_interval(20, sum(gaps), sum(gap * gap for gap in gaps))
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.estimate == 0.2


def test_two_that_do_the_same_differ_by_nothing():
    found = clustered_gap(*sums_of([3, 5, 4], [0, 0, 0]))
    assert (found.estimate, found.low, found.high) == (0, 0, 0)


def test_the_bounds_of_a_gap_are_those_of_any_gap_at_most():
    found = clustered_gap(*sums_of([1, 1], [1, 0]))
    assert (found.low, found.high) == (-1, 1)


@pytest.mark.parametrize(("sums", "estimate"), [(([4], [1]), 0.25), (([], []), math.nan)])
def test_one_cluster_says_nothing_of_a_gap(sums, estimate):
    found = clustered_gap(*sums_of(*sums))
    assert found.estimate == pytest.approx(estimate, nan_ok=True)
    assert (found.low, found.high) == (-1, 1)


def test_the_interval_of_a_gap_holds_the_truth_in_95_of_100():
    """40 games of one to six guesses by two, each of whom is right in the same games as a rule."""
    rng, held = np.random.default_rng(6), 0
    for _ in range(1000):
        trials = rng.integers(1, 7, 40)
        luck = rng.random(40)
        first, second = (rng.binomial(trials, 0.3 + 0.5 * luck + 0.1 * more) for more in (1, 0))
        found = clustered_gap(*sums_of(trials, first - second))
        held += found.low <= 0.1 <= found.high
    assert 0.93 < held / 1000 < 0.97
