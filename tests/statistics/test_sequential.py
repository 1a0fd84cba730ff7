import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from standoff.errors import BadSample
from standoff.statistics import SequentialTest
from standoff.statistics.sequential import DEALS_AT_ONCE, STAKES

SEQUENCES, DEALS = 1000, 3000


def draw(seed, values, chances, shape):
    return np.random.Generator(np.random.PCG64(seed)).choice(values, shape, p=chances)


def settle(differences, confidence=0.95):
    test = SequentialTest(confidence)
    test.add_many(differences)
    return test


def plain_capital(differences, side):
    """Return the logarithm of the gambler's capital, by its definition."""
    capitals = [math.prod(1 + side * stake * d for d in differences) for stake in STAKES]
    return math.log(sum(capitals) / len(capitals))


# --- the error rate ---


@pytest.mark.parametrize(
    ("values", "chances"),
    [
        ([-1, 1], [0.5, 0.5]),
        ([-1, 0, 1], [0.02, 0.96, 0.02]),
        ([1, -1 / 9], [0.1, 0.9]),
        ([-1, -0.5, 0, 0.5, 1], [0.1, 0.2, 0.4, 0.2, 0.1]),
    ],
    ids=["coin", "mostly ties", "skewed", "two games a deal"],
)
def test_equal_players_settle_less_often_than_allowed(values, chances):
    """Checked after each of 3000 deals; the bound holds with 99.9%."""
    sequences = draw(11, values, chances, (SEQUENCES, DEALS))
    wrong = sum(settle(row).is_settled for row in sequences)
    bound = binomtest(wrong, SEQUENCES).proportion_ci(0.998, method="exact").high
    assert bound < 0.05
    assert wrong > 0  # a test that never errs would never find anything


def test_where_fortune_changes_it_settles_less_often_than_it_may():
    """Deals may differ: the spread depends on earlier deals, the mean stays zero."""
    wrong = 0
    for row in draw(12, [-1, 1], [0.5, 0.5], (SEQUENCES, DEALS)):
        lead = np.concatenate([[0], np.cumsum(row)[:-1]])
        wrong += settle(np.where(lead > 0, row, row / 4)).is_settled
    assert binomtest(wrong, SEQUENCES).proportion_ci(0.998, method="exact").high < 0.05


def test_at_a_lower_confidence_it_errs_more_often_but_not_too_often():
    sequences = draw(13, [-1, 1], [0.5, 0.5], (SEQUENCES, DEALS))
    wrong = sum(settle(row, 0.8).is_settled for row in sequences)
    assert wrong / SEQUENCES > 0.05
    assert binomtest(wrong, SEQUENCES).proportion_ci(0.998, method="exact").high < 0.2


# --- its power ---


@pytest.mark.parametrize(
    ("p_win", "low", "high"), [(0.55, 1000, 1250), (0.6, 240, 300), (0.7, 55, 72)]
)
def test_a_better_player_settles_after_this_mean_number_of_deals(p_win, low, high):
    """A test with a fixed number of deals needs 776, 188 and 41 for a power of 80%."""
    tests = [settle(row) for row in draw(14, [-1, 1], [1 - p_win, p_win], (400, 12_000))]
    assert sum(test.leader == 1 for test in tests) >= 399
    assert low < np.mean([test.deals for test in tests]) < high


def test_small_differences_among_many_ties_are_found():
    row = draw(15, [-1, 0, 1], [0.018, 0.96, 0.022], 100_000)
    test = settle(-row)
    assert test.leader == -1
    assert 2000 < test.deals < 60_000


# --- its parts ---


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), max_size=60))
def test_it_settles_when_the_capital_has_grown_enough(differences):
    expected = next(
        (
            (index, side)
            for index in range(len(differences))
            for side in (1, -1)
            if plain_capital(differences[: index + 1], side) >= math.log(2 / 0.4)
        ),
        None,
    )
    test = SequentialTest(0.6)
    index = test.add_many(differences)
    assert (None if index is None else (index, test.leader)) == expected
    assert test.deals == (len(differences) if index is None else index + 1)


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 9000), max_size=6), st.sampled_from([0, 0.1]))
def test_it_does_not_depend_on_how_the_deals_are_cut(seed, cuts, drift):
    differences = draw(seed, [-1, 0, 1], [0.3, 0.4 - drift, 0.3 + drift], 9000)
    whole = SequentialTest()
    index = whole.add_many(differences)
    parts = SequentialTest()
    for piece in np.split(differences, sorted(cuts)):
        parts.add_many(piece)
    assert (parts.leader, parts.deals) == (whole.leader, whole.deals)
    assert index == (whole.deals - 1 if whole.is_settled else None)
    assert len(differences) > DEALS_AT_ONCE


def test_one_deal_after_another_is_the_same_as_all_at_once():
    differences = draw(3, [-1, 1], [0.35, 0.65], 500)
    test = SequentialTest()
    answers = [test.add(float(difference)) for difference in differences]
    index = SequentialTest().add_many(differences)
    assert answers.index(True) == index
    assert all(answers[index:])  # a settled test stays settled
    assert test.deals == index + 1


def test_deals_after_the_last_change_nothing():
    test = settle([1.0] * 50)
    deals = test.deals
    assert (test.leader, deals < 50) == (1, True)
    assert test.add_many([-1.0] * 10_000) is None
    assert (test.leader, test.deals) == (1, deals)


def test_very_long_runs_neither_overflow_nor_stick():
    """Capitals far below the smallest number, and back."""
    test = SequentialTest()
    assert test.add_many(np.tile([1.0, -1.0], 500_000)) is None
    assert test.deals == 1_000_000
    test.add_many(np.ones(10_000))
    assert test.leader == 1


@pytest.mark.parametrize("differences", [[1.5], [math.nan], [[0.5]], [0.0, -1.01]])
def test_differences_out_of_range_are_refused(differences):
    with pytest.raises(BadSample):
        SequentialTest().add_many(differences)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95])
def test_confidence_out_of_range_is_refused(confidence):
    with pytest.raises(BadSample):
        SequentialTest(confidence)
