"""`standoff log`: stories, lists of moves and logs of KBang, on the screen and in files."""

import json
import re
from pathlib import Path

import pytest

import standoff
from standoff.arena.replay import finish, record, start_replay, write_replay
from standoff.games.bang.telling.kbang import read_log


def save(name, path, **options):
    """Play a game at random and save it."""
    position, rng = standoff.load(name, **options).deal(3), standoff.Rng(3)
    replay = start_replay(position, 3, [f"agent{seat}" for seat in range(position.game.players)])
    while not position.is_over:
        seat, action = position.to_move, rng.choice(position.actions)
        position.play(action)
        record(replay, position, seat, action, None)
    finish(replay, position.outcome)
    write_replay(Path(path), replay)


def test_log_tells_bang_as_a_story(run):
    save("bang", "game.json", players=4)
    code, out, _ = run("log game.json")
    assert code == 0
    assert out.startswith("bang, seed 3: agent0, agent1, agent2, agent3\n\nSeat 0, ")
    assert "\nRound 1\n\nSeat " in out
    assert out.count("\nRound 2\n") == 1
    assert "win with 1" in out.splitlines()[-1]


def test_log_writes_the_log_of_kbang(run, tmp_path):
    save("bang", "game.json", players=4)
    code, out, _ = run("log game.json --format kbang")
    assert code == 0
    assert all(line.startswith("on") for line in out.splitlines())
    assert run("log game.json --format kbang --out game.log") == (0, "", "")
    assert (tmp_path / "game.log").read_text() == out
    assert len(read_log(tmp_path / "game.log")) == out.count("\n")


def test_log_of_a_game_left_before_its_end(run, tmp_path):
    save("bang", "game.json", players=4)
    data = json.loads((tmp_path / "game.json").read_text())
    data.update(moves=data["moves"][:9], result=None)
    (tmp_path / "game.json").write_text(json.dumps(data))
    assert "onGameFinished" not in run("log game.json --format kbang")[1]
    assert "left before its end" in run("log game.json")[1]


@pytest.mark.parametrize("name", ["asmacag", "colonizers"])
def test_log_lists_the_moves_of_other_games(run, name):
    save(name, "game.json")
    code, out, _ = run("log game.json")
    assert code == 0
    assert out.startswith(f"{name}, seed 3: agent0, agent1")
    assert "\n  1. seat " in out
    assert "\n  9. seat " in out


BAD = {
    "log game.json --format kbang": "unknown log format of asmacag 'kbang'; known: text",
    "log game.json --format xml": "unknown log format of asmacag 'xml'; known: text",
    "log gone.json": "cannot read gone.json: No such file or directory",
    "log game.json --out no/game.log": "there is no folder no",
    "log game.json --out .": "it is a folder",
    "log": "Missing argument 'REPLAY'",
}


@pytest.mark.parametrize("line", BAD)
def test_log_with_bad_input_gets_one_sentence_and_exit_code_2(run, tmp_path, line):
    save("asmacag", "game.json")
    code, out, error = run(line)
    assert (code, out) == (2, "")
    assert BAD[line] in error
    assert error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_log_checks_the_replay_first(run, tmp_path):
    save("bang", "game.json", players=4)
    data = json.loads((tmp_path / "game.json").read_text())
    data["moves"][5]["hash"] = "0" * 16
    (tmp_path / "game.json").write_text(json.dumps(data))
    code, out, error = run("log game.json --out log.txt")
    assert (code, out) == (2, "")
    assert "move 6 " in error
    assert not (tmp_path / "log.txt").exists()


def test_a_log_of_another_program_is_read_and_described(run, tmp_path):
    run("arena bang --agents uniform,uniform,uniform,uniform,uniform --games 5 --seed 1 --save g")
    run("log g/game-000000.json --format kbang --out game.log")
    code, out, _ = run("log game.log --from kbang")
    assert code == 0
    assert re.match(r"\d+ events\nplayer 1: uniform, ", out)
    assert out.count(" won") + out.count(" lost") == 5
    lines = (tmp_path / "game.log").read_text().splitlines()
    lines[6] = "onPlayerSings: player=1"
    (tmp_path / "broken.log").write_text("\n".join(lines))
    code, out, error = run("log broken.log --from kbang")
    assert (code, out) == (2, "")
    assert error.startswith("standoff: broken.log, line 7: ")
    assert run("log game.log --from morse")[0] == 2
    assert run("log nothing.log --from kbang")[0] == 2
