import pytest
from scipy import stats

from standoff.reproduction.sample import Mean, Proportion, p_equal
from standoff.statistics import Interval


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
