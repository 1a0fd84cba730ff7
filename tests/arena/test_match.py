import json
import subprocess
import sys
from itertools import count
from pathlib import Path

import msgspec
import numpy as np
import pytest
import toy as t
from played import facts

import standoff
from standoff._jit import IS_COMPILED, compile_seconds, kernel
from standoff.arena import Match, compare, play_match, read_replay, verify
from standoff.arena.fault import OnFault
from standoff.arena.match import LoadedMatch, make_match
from standoff.arena.referee import deal_seed, play_game, warm_up
from standoff.arena.results import Results
from standoff.errors import AgentFault, BadRun, BadSpec
from standoff.rng import run_key

GAME = standoff.load("asmacag")


def match(*agents, games=40, seed=1, **more):
    return Match("asmacag", agents, games, seed, **more)


# --- the same result, however it is played ---


@pytest.mark.parametrize("agents", [("random", "greedy"), ("uniform", "exact")])
def test_compiled_and_recorded_matches_are_the_same_games(tmp_path, agents):
    compiled = facts(match(*agents))
    recorded = facts(match(*agents), jobs=0, save=tmp_path)
    for name in ("seeds", "outcomes", "entrants", "teams", "roles", "decisions", "rounds", "asked"):
        assert getattr(compiled, name).tobytes() == getattr(recorded, name).tobytes()
    assert (compiled.seconds[[0, 1, 17, 34]] > 0).all()
    assert np.isnan(compiled.seconds[2:17]).all()
    assert (recorded.seconds > 0).all()


def test_an_agent_with_impossible_parameters_is_refused_before_a_match(tmp_path):
    file = tmp_path / "picky.py"
    file.write_text(
        "class Picky:\n"
        "    def __init__(self, depth=3):\n"
        "        if depth < 1:\n"
        "            raise ValueError(f'depth must be 1 or more, not {depth}')\n\n"
        "    def act(self, view):\n"
        "        return view.actions[0]\n"
    )
    wrong = match(f"{file}:Picky:depth=0", "random", games=2)
    with pytest.raises(BadSpec, match=r"line 4: ValueError: depth must be 1 or more, not 0"):
        play_match(wrong, jobs=0)
    with pytest.raises(BadSpec, match="cannot be made"):
        wrong.check()
    right = play_match(match(f"{file}:Picky:depth=1", "random", games=2), jobs=0)
    assert not right.faults


def test_a_match_that_is_checked_has_whole_deals_in_every_protocol():
    """`standoff tune` checks its matches."""
    with pytest.raises(BadRun, match=r"multiple of 6, not 100: .*; choose 96 or 102"):
        Match("bang", ("rai", "rair"), 100, 1, protocol="teams").check()


def test_an_agent_that_cannot_be_made_without_parameters_is_a_fault(tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(
        "class Broken:\n"
        "    def __init__(self):\n"
        "        raise OSError\n\n"
        "    def act(self, view): ...\n"
    )
    assert play_match(match(f"{file}:Broken", "random", games=2), jobs=0).faults


def test_compiling_is_not_thinking(monkeypatch):
    """Each question takes 1000 s more on the clock of the compiler."""
    clock = count(0.0, 1000.0)
    monkeypatch.setattr("standoff.arena.referee.compile_seconds", lambda: next(clock))
    played = facts(match("mcts:iterations=2", "random", games=2), jobs=0)
    decisions = played.asked.sum()
    assert played.seconds.sum() == pytest.approx(-1000.0 * decisions, abs=500)


def test_the_clock_of_the_compiler_runs_while_it_compiles():
    def double(number):
        return 2 * number

    before = compile_seconds()
    assert kernel(double)(4) == 8
    assert compile_seconds() > before or not IS_COMPILED


def test_any_number_of_threads_gives_the_same_result():
    made = match("random", "greedy", games=3000)
    assert len({facts(made, jobs).outcomes.tobytes() for jobs in (1, 2, 5)}) == 1
    results = [play_match(made, jobs).as_dict() for jobs in (0, 1, 2, 5)]
    assert len({json.dumps(result) for result in results}) == 1


def test_any_number_of_processes_gives_the_same_result(bots, tmp_path):
    agents = (f"{bots}:First", f"{bots}:Raises")
    one = play_match(match(*agents, on_fault=OnFault.RANDOM), jobs=0, save=tmp_path / "a")
    two = play_match(match(*agents, on_fault=OnFault.RANDOM), jobs=2, save=tmp_path / "b")
    assert one.as_dict() == two.as_dict()
    assert one.faults == two.faults
    for file in sorted((tmp_path / "a").iterdir()):
        assert file.read_bytes() == (tmp_path / "b" / file.name).read_bytes()


def test_another_seed_gives_other_games():
    one, two = (facts(match("random", "greedy", seed=seed)) for seed in (1, 2))
    assert one.outcomes.tobytes() != two.outcomes.tobytes()


def test_a_longer_match_begins_with_the_shorter_one():
    short, long = (facts(match("random", "greedy", games=games)) for games in (20, 60))
    assert (long.outcomes[:20] == short.outcomes).all()


def test_each_deal_is_played_twice_with_seats_swapped(tmp_path):
    play_match(match("random", "greedy", games=6), jobs=0, save=tmp_path)
    replays = [read_replay(path) for path in sorted(tmp_path.iterdir())]
    assert [replay.agents for replay in replays[:2]] == [["random", "greedy"], ["greedy", "random"]]
    assert [replay.seed for replay in replays] == [
        deal_seed(run_key(1), deal) for deal in (0, 0, 1, 1, 2, 2)
    ]


def test_another_agent_does_not_change_the_deal(tmp_path):
    for name in ("random", "exact"):
        play_match(match(name, "greedy", games=2), jobs=0, save=tmp_path / name)
    one, two = (read_replay(tmp_path / name / "game-000000.json") for name in ("random", "exact"))
    assert (one.seed, one.start) == (two.seed, two.start)
    assert one.moves != two.moves


def test_no_two_seats_share_a_stream():
    """Two equal agents on one deal draw differently: their games are not mirror images."""
    outcomes = facts(match("random", "random", games=400)).outcomes
    first, second = outcomes[0::2], outcomes[1::2]
    assert (first["score"] != second["score"]).any(axis=1).mean() > 0.99


# --- results ---


def test_standings_add_up():
    results = play_match(match("random", "greedy", games=400))
    random, greedy = results.standings()
    assert (random.wins, random.losses) == (greedy.losses, greedy.wins)
    assert random.wins + random.losses + random.ties == random.games == 400
    assert greedy.share.low < greedy.share.estimate < greedy.share.high
    assert random.mean_rank + greedy.mean_rank == pytest.approx(3)
    assert results.verdict() == "greedy is better"


def test_standings_count_the_entrant_wherever_it_sits():
    loaded = match("random", "greedy", games=4).load()
    results, shard = Results(loaded), facts(loaded)
    shard.outcomes["score"] = [[1, 2], [2, 1], [1, 2], [2, 1]]
    results.collect(shard)
    assert [standing.mean_score for standing in results.standings()] == [1, 2]


def test_an_unsettled_comparison_is_called_not_settled():
    assert play_match(match("greedy", "greedy", games=20)).verdict() == "not settled"


def test_the_json_is_schema_1():
    data = play_match(match("random", "greedy", games=20, options={"hand": 6})).as_dict()
    assert list(data) == [
        "schema", "game", "options", "seed", "games", "protocol", "table_sizes", "agents",
        "comparisons", "seats",
    ]  # fmt: skip
    assert data["schema"] == 1
    assert data["options"]["hand"] == 6
    assert data["protocol"] == "pairs"
    assert list(data["agents"][0]) == [
        "agent", "games", "wins", "losses", "ties", "share", "low", "high", "mean_rank",
        "mean_score", "faults",
    ]  # fmt: skip
    assert list(data["seats"][0]) == ["seat", "games", "wins", "mean_rank"]
    assert data["seats"][0]["games"] == 20
    wins = sum(row["wins"] for row in data["seats"])
    assert wins == sum(row["wins"] for row in data["agents"])
    assert json.loads(json.dumps(data)) == data


def test_progress_counts_every_game():
    done: list[int] = []
    play_match(match("random", "greedy", games=1000), jobs=2, progress=done.append)
    assert sum(done) == 1000
    assert len(done) > 1


# --- faults ---


@pytest.mark.parametrize(
    ("bot", "kind"), [("Raises", "raised"), ("Illegal", "illegal"), ("Slow:ms=5", "late")]
)
def test_faults_are_counted_and_named(bots, bot, kind):
    results = play_match(match("greedy", f"{bots}:{bot}", games=2))
    greedy, faulty = results.standings()
    assert greedy.faults == {}
    assert faulty.faults == {kind: 18}
    assert results.as_dict()["agents"][1]["faults"] == 18
    fault = results.faults[0]
    assert (fault.game, fault.move, fault.seat, fault.entrant) == (0, 4, 1, 1)


def test_penalty_costs_points_and_a_card(bots):
    results = play_match(match("greedy", f"{bots}:Raises", games=2, on_fault=OnFault.PENALTY))
    assert results.standings()[1].mean_score == -180


def test_penalty_applies_the_illegal_action_itself(bots, tmp_path):
    play_match(match("greedy", f"{bots}:Unplayable", games=2), jobs=0, save=tmp_path)
    replay = read_replay(tmp_path / "game-000000.json")
    faults = [move for move in replay.moves if move.fault]
    assert faults
    assert all(move.fault.startswith("illegal: answered") for move in faults)
    assert all(move.action in ("x2", "%2", "1 on 1", "nothing") for move in faults)
    list(verify(replay))


def test_random_plays_a_legal_action_instead(bots, tmp_path):
    faulty = f"{bots}:Raises"
    results = play_match(
        match(faulty, faulty, games=2, on_fault=OnFault.RANDOM), jobs=0, save=tmp_path
    )
    assert sum(standing.faults.total() for standing in results.standings()) == 36
    for path in tmp_path.glob("*.json"):
        list(verify(read_replay(path)))


def test_forfeit_loses_the_game_at_once(bots, tmp_path):
    results = play_match(
        match("greedy", f"{bots}:Raises", games=4, on_fault=OnFault.FORFEIT), jobs=0, save=tmp_path
    )
    greedy, faulty = results.standings()
    assert (greedy.wins, faulty.losses) == (4, 4)
    assert faulty.faults.total() == 4
    assert results.tally.decisions == 6
    replay = read_replay(tmp_path / "game-000001.json")
    assert replay.forfeit == 0
    list(verify(replay))


def test_abort_stops_the_match(bots):
    with pytest.raises(AgentFault, match=r"Raises failed in game 0, move 4: raised: .*KeyError"):
        play_match(match("greedy", f"{bots}:Raises", games=2, on_fault=OnFault.ABORT))


def test_the_first_fault_aborts_whatever_the_number_of_workers(bots):
    made = match("greedy", f"{bots}:Raises", games=40, on_fault=OnFault.ABORT)
    for jobs in (1, 2):
        with pytest.raises(AgentFault, match="in game 0, move 4"):
            play_match(made, jobs=jobs)


def test_faults_are_part_of_the_verdict(bots):
    verdict = play_match(match("greedy", f"{bots}:Raises")).verdict()
    assert verdict.startswith("greedy is better; ")
    assert "Raises failed 360 times, first in game 0, move 4: raised: " in verdict


def test_a_penalty_needs_a_rule_for_it():
    with pytest.raises(BadRun, match="have no penalty for faults; choose random, forfeit, abort"):
        LoadedMatch.of(t.toy(), ["uniform"] * 2, 2, 1, on_fault="penalty")


def test_the_number_of_agents_must_fit():
    with pytest.raises(BadRun, match="asmacag needs 2 agents, not 3"):
        play_match(match("greedy", "random", "exact", games=6))


# --- loading ---


def test_agents_are_loaded_when_they_are_needed():
    """A run can be read without its agents."""
    loaded = match("none.py:Bot", "greedy").load()
    assert loaded.schedule.games_per_deal == 2
    with pytest.raises(BadSpec, match="there is no file none.py"):
        loaded.match.check()


def test_a_settled_match_has_no_defaults_left():
    settled = match("random", "greedy", options={"hand": "6"}).load().complete_match
    assert (settled.protocol, settled.on_fault) == ("pairs", "penalty")
    assert settled.options == {"hand": 6}
    assert settled.load().complete_match == settled


def test_a_match_is_the_same_from_plain_values():
    made = match("random", "greedy", options={"hand": 6}, until=0.9)
    plain = json.loads(json.dumps(msgspec.to_builtins(made)))
    assert make_match(plain, "a file") == made
    with pytest.raises(BadRun, match=r"a file does not describe a match: .*`int`, got `str`"):
        make_match({**plain, "games": "40"}, "a file")


# --- the Python interface ---


class Timid:
    def act(self, view):
        return view.actions[0]


def test_classes_can_be_compared_directly():
    results = compare(GAME, [Timid, "random"], games=100, seed=3)
    assert results.agents == ["Timid", "random"]
    assert results.standings()[0].games == 100


def test_games_of_python_verbs_can_be_played_too():
    game = t.toy()
    first, second = compare(game, [Timid, Timid], games=10, seed=1).standings()
    assert first.games == second.games == 10
    assert first.wins + first.ties + second.wins == 10


def test_what_agents_call_is_compiled_before_their_clock_runs(monkeypatch):
    warm = []
    monkeypatch.setattr("standoff.arena.referee.warm_up", warm.append)

    class Waiting(Timid):
        def act(self, view):
            assert GAME in warm
            return view.actions[0]

    assert compare(GAME, [Waiting, "random"], games=2, seed=1).faults == []


WARM = """
import sys
import standoff
from standoff._jit import kernels
from standoff.arena.referee import warm_up

game = standoff.load(sys.argv[1])
warm_up(game)
kernels._KernelCache.load_overload = None  # loads nothing any more
rng = standoff.Rng(1)
view = game.deal(1).view(0, rng)
rng.shuffle([rng.choice(view.actions), rng.below(3), rng.random(), rng.seed()])
world = view.imagine()
world.copy().play(view.text(world.actions[0])).view(1).imagine().evaluate(0)
end = world.playout()
print(view, view.as_dict(), view.features, view.mask)
print(end.is_over, end.returns, end.outcome["rank"])
"""


@pytest.mark.parametrize("game", ["asmacag", "bang", "colonizers"])
def test_a_warm_game_compiles_nothing_more(game):
    """In a new process that has loaded only the kernels of `warm_up`."""
    subprocess.run([sys.executable, "-c", WARM, game], check=True, timeout=300)


def test_python_verbs_need_no_warming_up(monkeypatch):
    dealt = []
    monkeypatch.setattr("standoff.game.Game.deal", lambda game, seed: dealt.append(game))
    warm_up(t.toy())
    assert not dealt


def test_a_fresh_agent_plays_each_game():
    made = []

    class Counting(Timid):
        def __init__(self):
            made.append(self)

    compare(GAME, [Counting, "random"], games=6, seed=1)
    assert len(made) == 6


def test_agents_see_only_their_own_view():
    class Peeking(Timid):
        def act(self, view):
            other = view.players[1 - view.seat]
            assert set(other.hand) <= {"?"}
            return view.actions[0]

    played = play_game(LoadedMatch.of(GAME, [Peeking] * 2, 2, 1, on_fault="abort"), 0)
    assert len(played.replay.moves) == 18


def test_the_saved_folder_is_made(tmp_path):
    folder: Path = tmp_path / "a" / "b"
    play_match(match("random", "greedy", games=2), jobs=0, save=folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "game-000000.json",
        "game-000001.json",
    ]
