import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, ttest_rel

from standoff.errors import BadSample
from standoff.statistics import chi_square, even_means


@pytest.mark.parametrize(
    ("count", "of", "share", "statistic", "p"),
    [
        (310, 1000, 0.25, 19.2, 0.00001),
        (230, 1000, 0.25, 2.133, 0.1441),  # printed as 2.14, 0.14350
        (286, 1000, 0.25, 6.912, 0.00856),
        (415, 1000, 0.25, 145.2, 0.0),
        (135, 1000, 0.25, 70.53, 0.0),
        (35, 50, 0.5, 8.0, 0.00468),
        (6, 37, 0.25, 1.52, 0.2172),  # p printed for the rounded 1.52: 0.21762
        (14, 45, 0.25, 0.896, 0.3438),
    ],
)
def test_chi_square_is_what_crha_published(count, of, share, statistic, p):
    """Experiments 1 to 5 of the Colonizers thesis: one seat against all others."""
    found = chi_square([count, of - count], [share, 1 - share])
    assert found.freedom == 1
    assert found.statistic == pytest.approx(statistic, abs=4e-3)
    assert found.p == pytest.approx(p, abs=6e-5)


def test_chi_square_over_all_seats_of_crhas_first_experiment():
    """The right test: four cells, three degrees of freedom."""
    found = chi_square([310, 213, 251, 226])
    assert (found.freedom, found.statistic) == (3, pytest.approx(22.184))
    assert found.p == pytest.approx(5.98e-5, rel=1e-2)


COUNTS = st.lists(st.integers(0, 100), min_size=2, max_size=8).filter(any)


@given(COUNTS, st.data())
def test_chi_square_agrees_with_scipy(counts, data):
    weights = data.draw(
        st.lists(st.integers(1, 9), min_size=len(counts), max_size=len(counts)), label="expected"
    )
    found = chi_square(counts, weights)
    scaled = [weight * sum(counts) / sum(weights) for weight in weights]
    expected = chisquare(counts, scaled)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p == pytest.approx(expected.pvalue)


def test_chi_square_of_nothing_shows_nothing():
    assert chi_square([0, 0, 0]).p == 1


@pytest.mark.parametrize(
    ("observed", "expected"),
    [
        ([5], None),
        ([1, 2], [1, 2, 3]),
        ([1, -2], None),
        ([1, 2], [1, 0]),
        ([1, float("nan")], None),
    ],
)
def test_chi_square_refuses_wrong_counts(observed, expected):
    with pytest.raises(BadSample):
        chi_square(observed, expected)


# --- means that were measured together ---


def test_even_means_of_two_are_students_t():
    samples = np.array([[1, 0], [2, 2], [0, 3], [1, 2], [0, 2], [1, 1]])
    found = even_means(6, samples.sum(axis=0), samples.T @ samples)
    expected = ttest_rel(samples[:, 0], samples[:, 1])
    assert found.freedom == 1
    assert found.statistic == pytest.approx(expected.statistic**2)
    assert found.p == pytest.approx(expected.pvalue)


def test_even_means_err_in_5_of_100_though_deals_repeat():
    """One of four seats wins all four games of a deal: chi-square is wrong most of the time."""
    rng, deals, wrong, plain = np.random.default_rng(3), 200, 0, 0
    for _ in range(1000):
        wins = rng.multinomial(deals, [0.25] * 4)
        wrong += even_means(deals, 4 * wins, np.diag(16 * wins)).p < 0.05
        plain += chi_square(4 * wins).p < 0.05
    assert 30 <= wrong <= 70
    assert plain > 500


def test_even_means_find_a_seat_that_wins_more():
    wins = np.array([70, 40, 45, 45])
    assert even_means(200, wins, np.diag(wins)).p < 0.05


def test_even_means_without_spread_are_certain():
    assert even_means(10, [10, 10], [[10, 10], [10, 10]]).p == 1
    assert even_means(10, [10, 0], [[10, 0], [0, 0]]).p == 0


@pytest.mark.parametrize("count", [0, 1, 3])
def test_even_means_of_too_few_samples_are_not_a_number(count):
    samples = np.array([[2, 0, 1, 1], [0, 2, 1, 0], [1, 1, 0, 1]])[:count]
    assert math.isnan(even_means(count, samples.sum(axis=0), samples.T @ samples).p)


@pytest.mark.parametrize(("totals", "products"), [([5], [[5]]), ([5, 5], [[1, 2, 3]])])
def test_even_means_refuse_wrong_shapes(totals, products):
    with pytest.raises(BadSample):
        even_means(9, totals, products)
