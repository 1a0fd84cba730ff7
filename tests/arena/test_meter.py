"""Measures: kernels and games with Python agents count the same."""

import json
from pathlib import Path

import numpy as np
import pytest
import toy as t
from played import facts

import standoff
from standoff import verbs
from standoff.arena import Match, Results, compare, play_match
from standoff.arena.fault import OnFault
from standoff.arena.match import LoadedMatch
from standoff.arena.referee import play_game
from standoff.errors import BadRun, UnknownName
from standoff.measure import Measures, share_of
from standoff.present import Table
from standoff.statistics import wilson

ADDRESS = f"{Path(__file__).parent.parent / 'testing' / 'measured.py'}:GAME"
GAME = standoff.load(ADDRESS)
DECISIONS, CODES, HIDDEN, JUDGED, ENDS = range(5)


def match(*agents, games=40, **more):
    return Match(ADDRESS, agents, games, 1, **{"measures": True, **more})


def measured(agents, on_fault):
    return LoadedMatch.of(GAME, agents, 2, 1, on_fault=on_fault, measures=True)


def test_compiled_and_recorded_matches_measure_the_same(tmp_path):
    compiled = facts(match("random", "greedy"))
    recorded = facts(match("random", "greedy"), jobs=0, save=tmp_path)
    assert compiled.counters[:, DECISIONS].sum() == compiled.decisions.sum() > 0
    assert (compiled.counters[:, CODES].sum(axis=1) > 0).all()
    assert (compiled.counters == recorded.counters).all()


def test_counters_do_not_depend_on_the_number_of_workers(tmp_path):
    made = match("random", "greedy", games=900)
    assert len({facts(made, jobs).counters.tobytes() for jobs in (1, 2, 5)}) == 1
    results = [play_match(made, jobs).as_dict() for jobs in (1, 2, 5)]
    assert len({json.dumps(result) for result in results}) == 1
    folders = (tmp_path / "one", tmp_path / "two")
    one, two = (
        facts(match("random", "greedy", games=20), jobs=jobs, save=folder).counters
        for jobs, folder in enumerate(folders, 1)
    )
    assert (one == two).all()


def test_each_entrant_has_counters_of_its_own():
    """The entrant that decides is counted, at any seat."""
    shard = facts(match("random", "greedy", games=2))
    moves = standoff.load(ADDRESS).settings["hand"]
    assert shard.counters[:, DECISIONS].tolist() == [[moves, moves], [moves, moves]]
    first = play_game(measured(["random", "greedy"], OnFault.ABORT), 0)
    assert first.counters[:, DECISIONS].tolist() == [[moves, 0], [0, moves]]


def test_the_mover_s_own_observation_is_measured():
    shard = facts(match("random", "greedy"))
    hidden = shard.counters[:, HIDDEN].sum()
    assert 0.8 < hidden / shard.decisions.sum() < 1


def test_every_seat_of_a_finished_game_is_counted():
    shard = facts(match("random", "greedy", games=40))
    assert shard.counters[:, ENDS].tolist() == [[40, 40], [40, 40]]


@pytest.mark.parametrize(("name", "index"), [(None, 0), ("plain", 0), ("fancy", 1)])
def test_the_estimator_is_told(tmp_path, name, index):
    for save in (None, tmp_path):
        shard = facts(match("random", "greedy", estimator=name), jobs=0, save=save)
        judged = shard.counters[:, JUDGED].sum(axis=0)
        assert judged[index] == shard.decisions.sum()
        assert judged[1 - index] == 0
        results = Results(match("random", "greedy", estimator=name).load())
        assert results.estimator_name == ("plain", "fancy")[index]


def test_nothing_is_measured_unless_it_is_asked_for(tmp_path):
    for save in (None, tmp_path):
        results = play_match(match("random", "greedy", measures=False), jobs=0, save=save)
        assert not results.tally.counters.any()
        assert results.measures() == {}
        assert "measures" not in results.as_dict()
        assert results.estimator_name is None


def test_measuring_does_not_change_the_games():
    plain, measured = (facts(match("random", "greedy", measures=on)) for on in (False, True))
    assert plain.outcomes.tobytes() == measured.outcomes.tobytes()


def test_impossible_measures_are_refused():
    with pytest.raises(BadRun, match="asmacag has no measures"):
        play_match(Match("asmacag", ("random", "greedy"), 2, 1, measures=True))
    with pytest.raises(UnknownName, match="unknown estimator of .* 'best'; known: fancy, plain"):
        play_match(match("random", "greedy", estimator="best"))
    with pytest.raises(BadRun, match="add --measures"):
        play_match(match("random", "greedy", measures=False, estimator="plain"))


# --- faults ---


class Fails:
    def act(self, view):
        raise KeyError("no idea")


@pytest.mark.parametrize("on_fault", [OnFault.PENALTY, OnFault.RANDOM])
def test_what_an_agent_did_not_choose_is_not_measured(on_fault):
    played = play_game(measured([Fails, "greedy"], on_fault), 0)
    assert played.counters[0, DECISIONS].sum() == 0
    assert played.counters[1, DECISIONS, 1] > 0
    assert played.counters[:, ENDS].tolist() == [[2, 0], [0, 2]]


def test_a_forfeited_game_has_no_end():
    played = play_game(measured(["greedy", Fails], OnFault.FORFEIT), 0)
    assert played.counters[0, DECISIONS, 0] == len(played.replay.moves) > 0
    assert not played.counters[:, ENDS].any()


# --- tables ---


def test_tables_are_plain_data():
    data = play_match(match("random", "greedy", games=2)).as_dict()
    data = json.loads(json.dumps(data, allow_nan=False))
    assert data["estimator"] == "plain"
    first, second = data["measures"].values()
    assert first[1] == {
        "title": "ends", "columns": ["seat", "ends"], "rows": [["first", 2.0], ["[b]", None]],
    }  # fmt: skip
    (row,) = second[0]["rows"]
    assert row[:2] == [18.0, 0.25]
    assert list(row[2]) == ["share", "low", "high"]


def test_a_game_of_python_verbs_can_be_measured_too():
    def measure(state, action, estimator, observation, out):
        is_blank = (observation.deck == t.UNKNOWN).all()
        out[0] += is_blank * (action in state.hand[state.count % 2])

    def measure_end(state, seat, out):
        out[1] += state.count

    game = t.toy(
        {verbs.measure: measure, verbs.measure_end: measure_end},
        measures=Measures(
            (2,), (), lambda counters: [Table("t", ("x",), ((counters[:, 0].sum(),),))]
        ),
    )

    class First:
        def act(self, view):
            return view.actions[0]

    results = compare(game, [First, First], games=10, seed=1, measures=True)
    assert results.tally.counters.sum(axis=0).tolist() == [[20, 40], [20, 40]]
    assert results.estimator_name is None
    assert results.measures() == {"First": [Table("t", ("x",), ((40,),))]}  # both are First
    assert np.isfinite(results.tally.counters).all()


def test_counts_in_one_group_are_correlated():
    """A player errs in all ten attacks of a game or in none: that is worth one attack."""
    attacks, mistakes = np.full(64, 10.0), np.tile([10.0, 0.0], 32)
    found, alone = share_of(mistakes, attacks), wilson(32, 64)
    assert found.estimate == 0.5
    assert found.high - found.low == pytest.approx(alone.high - alone.low, rel=0.02)
    apart, plain = share_of(np.tile([4.0, 6.0], 32), attacks), wilson(320, 640)
    assert apart.high - apart.low < plain.high - plain.low


def test_measures_are_told_by_groups_of_games():
    """The interval of a share is wider than for independent counts."""
    results = play_match(Match("bang", ("rair",) * 5, 320, 1, measures=True))
    assert np.count_nonzero(results.tally.counters.any(axis=(1, 2, 3, 4))) == 64
    ((roles, *_),) = results.measures().values()
    outlaw = next(row for row in roles.rows if row[0].lower() == "outlaw")
    games, share = int(outlaw[1]), outlaw[2]
    plain = wilson(round(games * share.estimate), games)
    assert share.high - share.low > 1.2 * (plain.high - plain.low)  # two of them win together
