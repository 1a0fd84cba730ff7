import math

import pytest
from scipy import stats

from standoff.reproduction.experiment import Line, Unit, Verdict
from standoff.reproduction.sample import Mean, Proportion, gap_apart, gap_together, p_equal
from standoff.reproduction.verdict import (
    Duel,
    compare_block,
    compare_means,
    compare_shares,
    is_settled,
    judge,
    judge_best,
    judge_order,
    judge_range,
    reject,
    state,
)
from standoff.statistics import Interval


def verdict_of(published: Proportion, ours: Proportion) -> Verdict:
    (line,) = judge([compare_shares("x", published, ours)])
    return line.verdict


def test_means_of_the_same_blocks_are_compared_block_by_block():
    first, second = [0.30, 0.36, 0.31, 0.42], [0.28, 0.33, 0.30, 0.38]
    means = {"a": Mean.of(first), "b": Mean.of(second)}
    expected = stats.ttest_rel(first, second)
    assert p_equal(*means.values(), together=True) == pytest.approx(expected.pvalue)
    gap = gap_together(*means.values()).interval
    bounds = expected.confidence_interval()
    assert (gap.low, gap.high) == pytest.approx((bounds.low, bounds.high))
    apart, together = (
        judge_best("a", "yes", means, "a", ["b"], 4, together=flag) for flag in (False, True)
    )
    assert (apart.verdict, together.verdict) == (Verdict.OPEN, Verdict.AGREES)


def test_blocks_without_a_figure_are_left_out():
    mean = Mean.of([0.5, math.nan, 0.7])
    assert (mean.mean, mean.number) == (pytest.approx(0.6), 2)
    lead = gap_together(mean, Mean.of([0.4, 0.4, 0.5]))
    assert lead.interval.estimate == pytest.approx(0.15)
    nothing = Mean.of([math.nan])
    assert state("x", nothing.share, 0).ours_text == "-"
    assert judge_range("x", "more", gap_apart(nothing, mean).interval, 9, low=0.0).ours_text == "-"


def test_a_published_figure_is_one_more_block():
    values = [30.0, 34.0, 31.0, 33.0]
    ours = Mean.of(values)
    error = stats.tstd(values) * (1 + 1 / 4) ** 0.5
    found = compare_block("x", 42.0, ours, 2000)
    assert found.p_value == pytest.approx(2 * stats.t.sf((42.0 - 32.0) / error, 3))
    assert found.line.published == "42.0"


@pytest.mark.parametrize(
    ("published", "ours", "verdict"),
    [
        (Proportion(310, 1000), Proportion(4900, 20_000), Verdict.DIFFERS),
        (Proportion(250, 1000), Proportion(4900, 20_000), Verdict.AGREES),
        (Proportion(25, 50), Proportion(5200, 10_000), Verdict.AGREES),  # its own error is large
        (Proportion(500, 1000), Proportion(12, 24), Verdict.OPEN),  # ours is too small to tell
        (Proportion(900, 1000), Proportion(2, 24), Verdict.DIFFERS),  # and yet can differ
    ],
    ids=["far", "near", "small sample of theirs", "small sample of ours", "far with few games"],
)
def test_a_share_is_judged_by_both_samples(published, ours, verdict):
    assert verdict_of(published, ours) is verdict


def test_many_lines_of_a_table_need_a_greater_difference():
    far = compare_shares("far", Proportion(500, 1000), Proportion(545, 1000))
    near = [compare_shares("near", Proportion(500, 1000), Proportion(500, 1000)) for _ in range(9)]
    assert judge([far])[0].verdict is Verdict.DIFFERS
    assert judge([far, *near])[0].verdict is Verdict.AGREES


def test_holm_rejects_from_the_smallest_on_and_then_stops():
    assert reject([0.001, 0.02, 0.04]) == [True, True, True]
    assert reject([0.001, 0.03, 0.04]) == [True, False, False]
    assert reject([]) == []


def test_a_mean_is_judged_like_a_share():
    ours = Mean(2.5, 1.1, 20_000)
    (line,) = judge([compare_means("rank", Mean(2.3, 1.1, 1000), ours)])
    assert (line.verdict, line.published, line.unit) == (Verdict.DIFFERS, "2.30", Unit.NUMBER)
    assert line.ours_text == "2.50 (2.48 to 2.52)"
    (line,) = judge([compare_means("rank", Mean(2.5, 1.1, 1000), Mean(2.4, 2.0, 4))])
    assert line.verdict is Verdict.OPEN


@pytest.mark.parametrize(
    ("ours", "verdict"),
    [
        (Interval(0.9, 0.85, 0.95), Verdict.AGREES),
        (Interval(0.8, 0.75, 0.85), Verdict.OPEN),
        (Interval(0.5, 0.45, 0.55), Verdict.DIFFERS),
    ],
)
def test_words_are_judged_by_the_whole_interval(ours, verdict):
    line = judge_range("x", "above 80%", ours, 100, low=0.8)
    assert line.verdict is verdict
    assert line.is_finding


def test_a_difference_of_shares_is_told_in_points():
    line = judge_range("x", "5 points", Interval(0.05, 0.04, 0.06), 9, 0.02, 0.08, Unit.POINTS)
    assert line.ours_text == "5.0 points (4.0 to 6.0)"


def test_an_order_must_be_settled_pair_by_pair():
    def judged(*results):
        duels = [Duel("a", "b", *result) for result in results]
        return judge_order("order", "a > b", duels, 100)

    assert judged((80, 20)).verdict is Verdict.AGREES
    assert judged((55, 45)).verdict is Verdict.OPEN
    assert judged((20, 80)).verdict is Verdict.DIFFERS
    assert judged((80, 20), (55, 45)).verdict is Verdict.OPEN
    assert judged((80, 20), (55, 45), (20, 80)).verdict is Verdict.DIFFERS
    assert judged((80, 20), (55, 45), (20, 80)).ours == "a > b, a ~ b, a < b"


def test_the_best_must_be_better_than_each_rival():
    shares = {"a": Proportion(800, 1000), "b": Proportion(700, 1000), "c": Proportion(790, 1000)}
    best = judge_best("a is best", "yes", shares, "a", ["b"], 1000)
    assert (best.verdict, best.ours) == (Verdict.AGREES, "more than b")
    best = judge_best("a is best", "yes", shares, "a", ["b", "c"], 1000)
    assert (best.verdict, best.ours) == (Verdict.OPEN, "for certain more than b")
    best = judge_best("a is best", "yes", shares, "a", ["c"], 1000)
    assert (best.verdict, best.ours) == (Verdict.OPEN, "no pair is settled")
    best = judge_best("b is best", "yes", shares, "b", ["a", "c"], 1000)
    assert (best.verdict, best.ours) == (Verdict.DIFFERS, "less than a, c")
    least = judge_best("b is least", "yes", shares, "b", ["a", "c"], 1000, least=True)
    assert (least.verdict, least.ours) == (Verdict.AGREES, "less than a, c")
    least = judge_best("a is least", "yes", shares, "a", ["b", "c"], 1000, least=True)
    assert (least.verdict, least.ours) == (Verdict.DIFFERS, "more than b")


def test_what_was_not_counted_is_not_settled():
    line = judge_range("a", "above 50%", Interval(math.nan, 0.0, 1.0), 0, low=0.5)
    assert (line.verdict, line.ours) == (Verdict.OPEN, "-")


def test_what_was_not_published_has_no_verdict():
    line = state("x", Interval(0.5, 0.4, 0.6), 10)
    assert line == Line("x", "", Interval(0.5, 0.4, 0.6), 10, Verdict.NONE)


def test_what_was_never_counted_is_a_dash_and_settles_nothing():
    assert state("x", Proportion(0, 0).share, 0).ours_text == "-"
    (line,) = judge([compare_shares("x", Proportion(1, 2), Proportion(0, 0))])
    assert (line.ours_text, line.verdict) == ("-", Verdict.OPEN)


def test_settled_means_that_one_half_is_left_out():
    assert is_settled(60, 30)
    assert is_settled(30, 60)
    assert not is_settled(55, 45)
    assert not is_settled(0, 0)
