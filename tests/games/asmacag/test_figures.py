"""How strong the agents are: shares that a second, list-based program found too (see the notes)."""

import pytest

from standoff.arena import Match, play_match

CASES = [
    # agents, options, games, share of the first, tolerance, share of ties
    (("random", "greedy"), {}, 20_000, 0.0446, 0.006, 0.006),
    (("greedy", "exact"), {}, 20_000, 0.316, 0.014, 0.017),
    (("exact", "exact"), {}, 10_000, 0.49, 0.02, 0.019),
    (("random", "greedy"), {"equality": "published"}, 20_000, 0.0377, 0.006, 0.005),
]


@pytest.mark.parametrize(("agents", "options", "games", "share", "tolerance", "ties"), CASES)
def test_shares(agents, options, games, share, tolerance, ties):
    results = play_match(Match("asmacag", agents, games, 11, options))
    first = results.standings()[0]
    assert first.share.estimate == pytest.approx(share, abs=tolerance)
    assert first.ties / games == pytest.approx(ties, abs=0.006)


def test_seats_are_even_between_equals_only_because_they_are_swapped():
    seats = play_match(Match("asmacag", ("greedy", "greedy"), 10_000, seed=1)).as_dict()["seats"]
    assert seats[0]["wins"] / 10_000 == pytest.approx(0.74, abs=0.02)
