"""Ratings: against known values, closed forms and another optimiser, and their limits."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import binomtest

from standoff.errors import BadSample
from standoff.statistics import Contests, fit_ratings
from standoff.statistics.ratings import ELO

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = {
    "Milwaukee": "4-3 4-2 4-3 6-1 4-2 6-0",
    "Detroit": "3-3 4-2 4-3 6-0 6-1 4-3",
    "Toronto": "2-5 4-3 2-4 4-3 4-2 6-0",
    "New York": "3-3 5-1 2-5 4-3 4-2 6-1",
    "Boston": "5-1 2-5 3-3 4-2 5-2 6-0",
    "Cleveland": "2-5 3-3 3-4 4-3 4-2 2-4",
    "Baltimore": "2-5 1-5 1-6 2-4 1-6 3-4",
}
"""American League 1987, eastern division: games won and lost at home against each of the others."""
PLAIN = (1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0)
AT_HOME = (1.6196, 1.4754, 1.3271, 1.2813, 1.1438, 0.7047, 0)
"""The published fits, as differences to Baltimore (Agresti, "Categorical data analysis", 10.6)."""


def duels(*records, categories=(-1, -1)):
    """Return contests of (first, second, wins of the first, wins of the second)."""
    rows = [(a, b, won, n) for a, b, x, y in records for won, n in (((1, 0), x), ((0, 1), y))]
    return Contests(
        members=[[[a], [b]] for a, b, _, _ in rows],
        categories=[categories] * len(rows),
        wins=[won for _, _, won, _ in rows],
        weights=[n for _, _, _, n in rows],
    )


def baseball(categories=(-1, -1)):
    records = []
    for home, team in enumerate(TEAMS):
        away = [other for other in range(7) if other != home]
        for other, record in zip(away, BASEBALL[team].split(), strict=True):
            won, lost = record.split("-")
            records.append((home, other, int(won), int(lost)))
    return duels(*records, categories=categories)


def estimates(intervals):
    return np.array([interval.estimate for interval in intervals])


# --- known values ---


def test_three_wins_in_four_are_191_points():
    ratings = fit_ratings(duels((0, 1, 75, 25)), 2)
    assert ratings.difference(0, 1).estimate == pytest.approx(400 * math.log10(3))
    assert ratings.difference(0, 1).estimate == pytest.approx(190.85, abs=5e-3)
    assert estimates(ratings.entrants).sum() == pytest.approx(0)


def test_baseball_is_rated_as_published():
    found = estimates(fit_ratings(baseball(), 7).entrants) / ELO
    assert found - found[-1] == pytest.approx(PLAIN, abs=5e-5)
    assert found.sum() == pytest.approx(0, abs=1e-9)


def test_baseball_at_home_is_rated_as_published():
    ratings = fit_ratings(baseball(categories=(0, 1)), 7, categories=2)
    found = estimates(ratings.entrants) / ELO
    home, away = estimates(ratings.categories) / ELO
    assert found - found[-1] == pytest.approx(AT_HOME, abs=5e-5)
    assert home - away == pytest.approx(0.3023, abs=5e-5)
    assert home + away == pytest.approx(0)
    assert ratings.categories[0].low > 0  # the advantage is real
    assert ratings.difference(0, 6).low > 0  # Milwaukee is better than Baltimore
    assert ratings.difference(0, 1).low < 0 < ratings.difference(0, 1).high  # not settled


def test_the_errors_of_baseball_are_about_those_of_its_information():
    """Published standard errors against Baltimore are from 0.33 to 0.35."""
    ratings = fit_ratings(baseball(), 7, resamples=400)
    for team in range(6):
        away = (ratings.samples[:, team] - ratings.samples[:, 6]) / ELO
        assert away.std() == pytest.approx(0.35, abs=0.06)


def test_shares_of_one_table_are_its_ratings():
    wins = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    contests = Contests([[[0], [1], [2]]] * 3, [[-1] * 3] * 3, wins, [50, 30, 20])
    ratings = fit_ratings(contests, 3)
    assert ratings.difference(0, 1).estimate == pytest.approx(400 * math.log10(5 / 3))
    assert ratings.difference(1, 2).estimate == pytest.approx(400 * math.log10(3 / 2))


def test_a_tie_is_half_a_win_for_each():
    ties = Contests([[[0], [1]]] * 3, [[-1, -1]] * 3, [[1, 0], [0, 1], [0.5, 0.5]], [60, 10, 30])
    found = fit_ratings(ties, 2).difference(0, 1).estimate
    assert found == pytest.approx(fit_ratings(duels((0, 1, 75, 25)), 2).difference(0, 1).estimate)


def test_a_team_is_as_strong_as_the_mean_of_its_members():
    """Two or five equal members are as strong as one."""
    members = [[[0, 0, -1, -1, -1], [1, 1, 1, 1, 1]]] * 2
    ratings = fit_ratings(Contests(members, [[-1, -1]] * 2, [[1, 0], [0, 1]], [75, 25]), 2)
    assert ratings.difference(0, 1).estimate == pytest.approx(400 * math.log10(3))


def test_members_are_told_apart_by_different_teams():
    """0 and 1 together win 3 of 4 against 2; 0 alone wins 9 of 10 against 1."""
    members = [[[0, 1], [2, -1]]] * 2 + [[[0, -1], [1, -1]]] * 2
    wins = [[1, 0], [0, 1]] * 2
    ratings = fit_ratings(Contests(members, [[-1, -1]] * 4, wins, [75, 25, 90, 10]), 3)
    zero, one, two = estimates(ratings.entrants)
    assert zero - one == pytest.approx(400 * math.log10(9))
    assert (zero + one) / 2 - two == pytest.approx(400 * math.log10(3))


def random_contests(seed, rows=80, entrants=4, sides=3):
    generator = np.random.Generator(np.random.PCG64(seed))
    members = generator.integers(0, entrants, (rows, sides, 2))
    members[generator.random((rows, sides)) < 0.5, 1] = -1
    members[: rows // 2, 2] = -1  # half of the contests have two sides
    categories = np.array([generator.permutation(sides) for _ in range(rows)])
    wins = np.zeros((rows, sides))
    wins[np.arange(rows), generator.integers(0, 2, rows)] = 1
    wins[-5:] = [0.5, 0, 0.5]
    return Contests(members, categories, wins, generator.integers(1, 4, rows))


def plain_likelihood(params, contests, entrants):
    """Return the negative log-likelihood, written out contest by contest."""
    total = 0.0
    everything = (contests.members, contests.categories, contests.wins, contests.weights)
    for members, categories, wins, weight in zip(*everything, strict=True):
        strengths = []
        for side, category in zip(members, categories, strict=True):
            own = [params[member] for member in side if member >= 0]
            strengths.append(np.mean(own) + params[entrants + category] if own else -math.inf)
        chances = np.exp(strengths) / np.exp(strengths).sum()
        total -= weight * sum(w * math.log(c) for w, c in zip(wins, chances, strict=True) if w)
    return total


@pytest.mark.parametrize("seed", range(4))
def test_another_optimiser_finds_the_same(seed):
    contests = random_contests(seed)
    ratings = fit_ratings(contests, 4, categories=3, resamples=2)
    found = minimize(plain_likelihood, np.zeros(7), (contests, 4), tol=1e-10).x
    entrants, categories = found[:4] - found[:4].mean(), found[4:] - found[4:].mean()
    assert estimates(ratings.entrants) / ELO == pytest.approx(entrants, abs=1e-3)
    assert estimates(ratings.categories) / ELO == pytest.approx(categories, abs=1e-3)


# --- what must not matter ---


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000))
def test_neither_order_nor_writing_of_contests_matters(seed):
    """Rows may be shuffled or split, and the members of a side may have any order."""
    contests = random_contests(seed, rows=30)
    order = np.random.Generator(np.random.PCG64(seed)).permutation(30)
    rows = np.repeat(order, contests.weights[order])
    other = Contests(
        contests.members[rows][:, :, ::-1],
        contests.categories[rows],
        contests.wins[rows],
        np.ones(len(rows)),
    )
    one, two = (fit_ratings(games, 4, 3, seed=5, resamples=20) for games in (contests, other))
    assert one.entrants == two.entrants
    assert one.categories == two.categories
    assert (one.groups, one.unbounded) == (two.groups, two.unbounded)


def test_the_same_seed_gives_the_same_intervals():
    one, same, other = (fit_ratings(baseball(), 7, seed=seed, resamples=50) for seed in (1, 1, 2))
    assert one.entrants == same.entrants
    assert one.entrants != other.entrants


def test_intervals_cover_the_truth_as_often_as_they_say():
    """Four entrants, 40 games a pair, and a first seat worth 60 Elo; 80 times."""
    truth, seat = np.array([-120.0, -20.0, 40.0, 100.0]), 60.0
    pairs = [(a, b) for a in range(4) for b in range(4) if a != b]
    chances = [1 / (1 + 10 ** ((truth[b] - truth[a] - seat) / 400)) for a, b in pairs]
    generator = np.random.Generator(np.random.PCG64(4))
    covered, times = 0, 80
    for _ in range(times):
        wins = generator.binomial(20, chances)
        records = [(a, b, won, 20 - won) for (a, b), won in zip(pairs, wins, strict=True)]
        games = duels(*records, categories=(0, 1))
        ratings = fit_ratings(games, 4, categories=2, resamples=100)
        found = [*ratings.entrants, *ratings.categories[:1], ratings.difference(3, 0)]
        values = [*truth, seat / 2, truth[3] - truth[0]]
        covered += sum(one.low <= v <= one.high for one, v in zip(found, values, strict=True))
    # The six are not independent: a bound as wide as for a third of them.
    assert binomtest(covered // 3, 2 * times, 0.95).pvalue > 0.01


# --- what the contests do not tell ---


def test_an_entrant_that_won_everything_is_marked_and_bounded_on_one_side():
    ratings = fit_ratings(duels((0, 1, 10, 0)), 2)
    assert ratings.unbounded == (1, -1)
    difference = ratings.difference(0, 1)
    exact = binomtest(10, 10).proportion_ci(method="exact").low
    exact_elo = 400 * math.log10(exact / (1 - exact))
    assert exact_elo - 3 < difference.low < exact_elo  # slightly less: conservative
    assert difference.high == math.inf
    assert difference.estimate > 500


def test_an_entrant_that_won_everything_does_not_disturb_the_others():
    ratings = fit_ratings(duels((0, 1, 20, 0), (0, 2, 20, 0), (1, 2, 15, 5)), 3)
    alone = fit_ratings(duels((1, 2, 15, 5)), 3)
    assert ratings.unbounded == (1, 0, 0)
    assert estimates(ratings.entrants)[1:] == pytest.approx(estimates(alone.entrants)[1:], abs=0.5)
    assert ratings.entrants[0].low > ratings.entrants[1].estimate
    assert ratings.difference(1, 2).estimate == pytest.approx(400 * math.log10(3), abs=1)


def test_a_group_that_won_everything_against_another_is_marked():
    games = duels((0, 1, 6, 4), (2, 3, 5, 5), (0, 2, 9, 0), (1, 3, 9, 0))
    ratings = fit_ratings(games, 4)
    assert ratings.unbounded == (1, 1, -1, -1)
    assert ratings.difference(0, 2).low > 0


def test_losers_are_bounded_by_a_level_that_is_measured():
    games = Contests(
        [[[0], [1], [2], [3]]] * 2, [[-1] * 4] * 2, [[1, 0, 0, 0], [0, 0, 1, 0]], [3, 7]
    )
    ratings = fit_ratings(games, entrants=4)
    assert ratings.unbounded == (0, -1, 0, -1)
    assert ratings.difference(2, 0).estimate == pytest.approx(400 * math.log10(7 / 3), abs=1)
    assert ratings.entrants[1].low == -math.inf
    assert math.isfinite(ratings.entrants[1].high)
    between = ratings.difference(1, 3)  # both lost everything
    assert (between.low, between.high) == (-math.inf, math.inf)


def test_losers_of_an_entrant_that_won_every_game_may_be_anywhere_below_it():
    """They never beat each other, so nothing is known of their order."""
    wins = [[1, 0, 0, 0]]
    ratings = fit_ratings(Contests([[[0], [1], [2], [3]]], [[-1] * 4], wins, [20]), entrants=4)
    assert ratings.unbounded == (1, 0, 0, 0)
    for loser in (1, 2, 3):
        assert (ratings.entrants[loser].low, ratings.entrants[loser].high) == (-math.inf, math.inf)
        assert ratings.difference(0, loser).low > 0
        assert ratings.difference(loser, 0).high < 0
    between = ratings.difference(1, 2)
    assert (between.low, between.high) == (-math.inf, math.inf)


def test_each_of_a_chain_is_better_by_any_amount():
    """0 won all against 1, and 1 won all against 2."""
    ratings = fit_ratings(duels((0, 1, 20, 0), (1, 2, 20, 0)), 3)
    assert ratings.unbounded == (1, 0, -1)
    assert (ratings.entrants[1].low, ratings.entrants[1].high) == (-math.inf, math.inf)
    for first, second in ((0, 1), (1, 2), (0, 2)):
        assert 0 < ratings.difference(first, second).low < math.inf
        assert ratings.difference(first, second).high == math.inf


def test_one_lucky_game_settles_nothing():
    ratings = fit_ratings(duels((0, 1, 1, 0)), 2)
    assert ratings.unbounded == (1, -1)
    assert ratings.difference(0, 1).low < 0


def test_a_seat_that_never_won_is_bounded_on_one_side():
    games = duels((0, 1, 10, 0), (1, 0, 12, 0), categories=(0, 1))
    ratings = fit_ratings(games, 2, categories=2)
    assert ratings.categories[0].low > 0
    assert ratings.categories[0].high == math.inf
    assert ratings.categories[1].low == -math.inf


def test_chance_that_makes_a_resample_endless_widens_the_interval():
    """With nine wins of ten, one resample in three has ten of ten."""
    found = fit_ratings(duels((0, 1, 9, 1)), 2).difference(0, 1)
    assert found.low < 400 * math.log10(9) < 800 < found.high < math.inf


def test_groups_that_never_met_are_not_comparable():
    ratings = fit_ratings(duels((0, 1, 7, 3), (2, 3, 5, 5)), 5)
    assert ratings.groups == (0, 0, 1, 1, 2)
    assert ratings.are_comparable(0, 1)
    assert not ratings.are_comparable(1, 2)
    nothing = ratings.difference(0, 2)
    assert math.isnan(nothing.estimate)
    assert (nothing.low, nothing.high) == (-math.inf, math.inf)
    assert ratings.difference(0, 1).estimate == pytest.approx(400 * math.log10(7 / 3))
    assert math.isnan(ratings.entrants[4].estimate)  # an entrant that did not play has no rating


def test_an_entrant_that_always_had_the_same_seat_is_not_comparable():
    """Without seats the two can be compared; with seats, seat and skill cannot be separated."""
    games = duels((0, 1, 60, 40), categories=(0, 1))
    assert fit_ratings(duels((0, 1, 60, 40)), 2).are_comparable(0, 1)
    ratings = fit_ratings(games, 2, categories=2)
    assert not ratings.are_comparable(0, 1)
    assert all(math.isnan(one.estimate) for one in (*ratings.entrants, *ratings.categories))


def test_entrants_that_always_played_together_are_not_comparable():
    games = Contests([[[0, 1], [2, 3]]] * 2, [[-1, -1]] * 2, [[1, 0], [0, 1]], [60, 40])
    assert fit_ratings(games, 4).groups == (0, 1, 2, 3)


# --- wrong input ---


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"members": [[0, 1]]}, "by contest, side and member"),
        ({"categories": [[-1]]}, "by contest and side"),
        ({"weights": [1, 2]}, "each contest needs a weight"),
        ({"weights": [-1]}, "whole numbers, 0 or more"),
        ({"weights": [0.5]}, "whole numbers, 0 or more"),
        ({"weights": [0]}, "no contests"),
        ({"members": [[[0], [-1]]]}, "two sides or more"),
        ({"categories": [[0, -1]]}, "either all sides"),
        ({"wins": [[1, 1]]}, "add up to 1"),
        ({"wins": [[2, -1]]}, "add up to 1"),
        ({"wins": [[math.nan, 1]]}, "add up to 1"),
        ({"members": [[[0], [2]]]}, "must be entrants, from 0 to 1"),
        ({"members": [[[0], [-2]]]}, "must be entrants, from 0 to 1"),
        ({"categories": [[0, 1]]}, "categories must be"),
    ],
)
def test_wrong_contests_are_refused(change, words):
    given = {"members": [[[0], [1]]], "categories": [[-1, -1]], "wins": [[1, 0]], "weights": [1]}
    with pytest.raises(BadSample, match=words):
        fit_ratings(Contests(**{**given, **change}), 2)


def test_an_absent_side_cannot_win():
    with pytest.raises(BadSample, match="cannot win"):
        Contests([[[0], [1], [-1]]], [[-1] * 3], [[0, 0, 1]], [1])
