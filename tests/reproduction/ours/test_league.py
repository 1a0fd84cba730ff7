"""What a league table may say of places."""

from itertools import combinations

import pytest
from scipy import stats

from standoff.reproduction.ours.league import cross_table, p_level, place_table

AGENTS = ("a", "b", "c")


def pairs(*won):
    """Return a league of 1000 games a pair, by how many the first of each won."""
    return {
        pair: (games, 1000 - games, 1000)
        for pair, games in zip(combinations(AGENTS, 2), won, strict=True)
    }


def places(wins):
    return [text for _, text in place_table(AGENTS, wins).rows]


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        (pairs(700, 800, 700), ["1", "2", "3"]),
        (pairs(505, 510, 500), ["1 to 3, not settled"] * 3),
        (pairs(505, 800, 790), ["1 to 2, not settled", "1 to 2, not settled", "3"]),
        # only the first and the last are told apart
        (
            pairs(515, 535, 515),
            ["1 to 2, not settled", "1 to 3, not settled", "2 to 3, not settled"],
        ),
    ],
    ids=["all settled", "none", "one", "the ends"],
)
def test_what_is_not_settled_shares_its_places(wins, expected):
    assert places(wins) == expected


def test_a_few_games_won_by_all_settle_nothing():
    wins = dict.fromkeys(combinations(AGENTS, 2), (2, 0, 2))
    assert all("not settled" in text for text in places(wins))


def test_two_agents_alone_are_compared_by_who_won_more():
    wins = {("a", "b"): (530, 470, 1000)}
    assert p_level("a", "b", wins) == pytest.approx(stats.binomtest(530, 1000).pvalue, rel=0.1)
    assert place_table(AGENTS[:2], wins).rows[0] == ("a", "1 to 2, not settled")


def test_a_cross_table_has_letters_and_no_numbers():
    grid = cross_table(AGENTS, pairs(700, 800, 700))
    assert grid.columns == ("", "A", "B", "C")
    assert grid.rows[0] == ("A a", "", "70", "80")


def test_a_lead_that_a_few_games_would_turn_round_settles_nothing():
    wins = {("a", "b"): (1, 1, 2), ("a", "c"): (2, 0, 2), ("b", "c"): (9990, 10, 10_000)}
    assert p_level("a", "b", wins) == 1.0
