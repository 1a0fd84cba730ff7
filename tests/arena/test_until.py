"""Matches that end as soon as one agent is better."""

import numpy as np
import pytest

from standoff.arena import Match, Store, play_match
from standoff.arena.shard import Shard
from standoff.arena.until import Until
from standoff.errors import BadRun
from standoff.verbs import Result


def match(*agents, games=4000, seed=1, game="asmacag", **more):
    return Match(game, agents, games, seed, **{"until": 0.95, **more})


def test_a_plain_difference_is_settled_early():
    results = play_match(match("greedy", "random"))
    assert results.games < 600
    assert results.verdict().startswith("greedy is better (sequential test over ")
    assert results.verdict().endswith(" deals, error rate at most 5%)")


def test_equals_play_to_the_end():
    results = play_match(match("random", "uniform", games=400, seed=4))
    assert results.games == 400
    assert results.verdict().startswith("not settled (sequential test over 200 deals")


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_the_end_does_not_depend_on_the_workers(jobs):
    made = match("greedy", "exact", games=20_000)
    one, other = (play_match(made, count) for count in (5, jobs))
    assert one.games == other.games < 20_000
    assert one.as_dict() == other.as_dict()
    assert one.verdict() == other.verdict()


def test_a_run_that_ended_early_has_no_more_rows(tmp_path):
    made = match("greedy", "exact", games=20_000)
    for _ in range(2):
        with Store.begin(tmp_path / "a.sqlite", made) as store:
            results = play_match(made, 2, store=store)
            assert store.games == results.games < 20_000


def test_teams_of_two_agents_can_be_settled():
    results = play_match(match("rair", "uniform", game="bang", protocol="teams", games=6000))
    assert results.verdict().startswith("rair is better")
    assert results.games < 6000


def test_equal_specs_are_one_agent():
    made = match("heuristic", "uniform", "heuristic", "uniform", game="colonizers", games=400)
    assert play_match(made).remarks() == []
    assert "heuristic is better" in play_match(made).until.verdict()


@pytest.mark.parametrize(
    ("agents", "until", "message"),
    [
        (("greedy", "greedy"), 0.95, "--until compares two different agents, not 1"),
        (("greedy", "random", "exact"), 0.95, "two different agents, not 3"),
        (("greedy", "random"), 1.0, "--until must be from 0.5 to 0.9999, not 1.0"),
        (("greedy", "random"), 0.2, "--until must be from 0.5 to 0.9999, not 0.2"),
    ],
)
def test_impossible_comparisons_are_refused(agents, until, message):
    protocol = "roundrobin" if len(agents) == 3 else None
    with pytest.raises(BadRun, match=message):
        play_match(match(*agents, games=600, until=until, protocol=protocol))


@pytest.mark.parametrize("protocol", [None, "roundrobin"])
def test_an_agent_with_more_seats_is_not_called_better(protocol):
    """Three equal entrants win more games than one, but none is better."""
    made = match(
        *("uniform", "uniform", "uniform", "heuristic"),
        game="colonizers",
        games=240,
        protocol=protocol,
    )
    with pytest.raises(BadRun, match=r"equally often, not uniform 3 and heuristic 1 times"):
        play_match(made)


def test_results_say_which_agent_is_better():
    assert play_match(match("greedy", "random")).as_dict()["until"] == {
        "confidence": 0.95,
        "deals": pytest.approx(20, abs=20),
        "better": "greedy",
    }
    equals = play_match(match("random", "uniform", games=400, seed=4)).as_dict()
    assert equals["until"] == {"confidence": 0.95, "deals": 200, "better": None}


def test_deals_may_be_cut_by_shards():
    """The same verdict after the same number of deals, game by game or all at once."""
    loaded = match("greedy", "random", games=400).load()
    generator = np.random.default_rng(1)
    whole = Shard.blank(loaded, 0, 400)
    whole.entrants[:] = [[0, 1], [1, 0]] * 200
    whole.outcomes["result"] = np.where(
        generator.random((400, 1)) < 0.5, [Result.WIN, Result.LOSS], [Result.LOSS, Result.WIN]
    )
    at_once, by_game = Until(loaded, 0.95), Until(loaded, 0.95)
    at_once.add(whole)
    for game in range(400):
        one = Shard.blank(loaded, game, game + 1)
        one.entrants[:], one.outcomes[:] = whole.entrants[[game]], whole.outcomes[[game]]
        by_game.add(one)
    assert at_once.verdict() == by_game.verdict()
    assert "200 deals" in by_game.verdict()
