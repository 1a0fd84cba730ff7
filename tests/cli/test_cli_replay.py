"""`standoff replay` and `standoff analyse`: recorded games shown, and their positions searched."""

import json
import re
from pathlib import Path

import pytest
from conftest import type_in

import standoff
from standoff.cli import main


@pytest.fixture
def replay(run):
    run("arena asmacag --agents greedy,random --games 2 --seed 1 --save games --jobs 1")
    return "games/game-000000.json"


def test_replay_shows_the_whole_game(run, replay):
    code, out, _ = run(f"replay {replay}")
    assert code == 0
    assert "  1. seat 0: " in out
    assert " 18. seat 1: " in out
    assert "seat 0 (greedy) loss with -4; seat 1 (random) win with -3.75." in out


def test_replay_shows_step_by_step(run, replay, monkeypatch):
    type_in(monkeypatch, "", "", "")
    code, out, _ = run(f"replay {replay} --step --seat 1")
    assert code == 0
    assert "  3. seat 0: " in out
    assert "  4. seat 1: " not in out
    assert "seen from seat 1" in out


def test_replay_of_a_seat_hides_what_others_did_in_secret(run):
    run("arena colonizers --agents uniform,uniform,uniform,uniform --games 4 --seed 1 --save one")
    _, all_out, _ = run("replay one/game-000000.json")
    _, out, _ = run("replay one/game-000000.json --seat 2")
    assert re.search("seat 1: pick [A-Z]", all_out)
    assert not re.search("seat [013]: (pick|keep) [A-Z]", out)
    assert re.search("seat 2: pick [A-Z]", out)


def test_replay_of_a_seat_that_does_not_exist(run, replay):
    code, _, error = run(f"replay {replay} --seat 7")
    assert code == 2
    assert "--seat must be from 0 to 1, not 7" in error


def test_an_edited_replay_fails_loudly(run, replay, tmp_path):
    path = tmp_path / replay
    data = json.loads(path.read_text())
    data["moves"][5]["hash"] = "0" * 16
    path.write_text(json.dumps(data))
    code, _, error = run(f"replay {replay}")
    assert code == 2
    assert "move 6 " in error
    assert "leads to another state than recorded" in error


def test_an_unfinished_replay_says_so(run, replay, tmp_path):
    path = tmp_path / replay
    data = json.loads(path.read_text())
    data.update(moves=data["moves"][:2], result=None)
    path.write_text(json.dumps(data))
    assert "left before its end" in run(f"replay {replay}")[1]


def test_a_forfeited_game_says_so(run, bots):
    run(f"arena asmacag --agents greedy,{bots}:Raises --games 2 --on-fault forfeit --save g")
    assert "Seat 1 forfeited." in run("replay g/game-000000.json")[1]


# --- analyse ---


def test_analyse_shows_every_action_of_a_recorded_position(run, replay):
    code, out, _ = run(f"analyse {replay} --move 1 --agent ismcts:iterations=200 --seed 1")
    assert code == 0
    assert "Seat 0 is to move. ismcts:iterations=200, seed 1:" in out
    table = out[out.index("visits") :]
    position = standoff.load("asmacag").deal(int(json.loads(Path(replay).read_text())["seed"]))
    assert all(position.game.text(action) in table for action in position.actions)
    assert table.count("chosen") == table.count("played") == 1


def test_analyse_takes_the_text_of_a_position(capsys):
    text = standoff.load("asmacag", hand=4).deal(3).play("3 on 6").notation
    arguments = ["--game", "asmacag", "--option", "hand=4", "--agent", "flat", "--seed", "1"]
    assert main(["analyse", text, *arguments]) == 0
    assert "chosen" in capsys.readouterr().out


def test_analyse_refuses_a_text_that_is_no_complete_position(capsys):
    game = standoff.load("colonizers")
    whole, seen = game.deal(3).notation, game.deal(3).view(0).notation
    for text in (seen, whole.replace("hand0=-", "hand0=Quarry")):
        assert main(["analyse", text, "--game", "colonizers"]) == 2
        assert "the text is not a complete position: modules are not" in capsys.readouterr().err


def test_analyse_says_when_there_is_nothing_to_think_about(capsys):
    position, rng = standoff.load("colonizers").deal(5), standoff.Rng(1)
    while len(position.actions) > 1:
        position.play(rng.choice(position.actions))
    assert main(["analyse", position.notation, "--game", "colonizers", "--agent", "flat"]) == 0
    assert "nothing was searched" in capsys.readouterr().out
    assert main(["analyse", position.playout().notation, "--game", "colonizers"]) == 2
    assert "the game is over in this position: no seat is to move" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "the replay has 18 moves: --move must be from 1 to 18"),
        ("--move 19", "the replay has 18 moves: --move must be from 1 to 18, not 19"),
        ("--move 0", "the replay has 18 moves: --move must be from 1 to 18, not 0"),
        ("--move 1 --agent random", "random is not a search agent; these are: evolve"),
        ("--move 1 --game asmacag", "--move needs a replay"),
        ("--move 1 --option hand=3", "a replay has its own options"),
        ("--game asmacag", "a state of asmacag"),
    ],
)
def test_analyse_with_wrong_input(run, replay, arguments, message):
    code, out, error = run(f"analyse {replay} {arguments}")
    assert (code, out) == (2, "")
    assert message in error
