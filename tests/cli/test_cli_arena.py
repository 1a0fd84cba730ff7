"""The arena from the command line: descriptions, runs, early ends, wrong input."""

import inspect
import json
import re
import sqlite3

import pytest

from standoff.arena import Match
from standoff.cli import arena

TOML = """
game = "asmacag"
agents = ["greedy", "random"]
games = 40
seed = 7
protocol = "pairs"
until = 0.99

[options]
hand = 6
"""


def test_a_match_can_be_described_by_a_file(run, tmp_path):
    (tmp_path / "match.toml").write_text(TOML)
    code, out, _ = run("arena match.toml")
    assert code == 0
    assert "asmacag, hand=6: " in out
    assert "seed 7" in out
    assert "greedy is better (sequential test over " in out
    assert "error rate at most 1%" in out


def test_options_come_before_the_file(run, tmp_path):
    (tmp_path / "match.toml").write_text(TOML)
    code, out, _ = run("arena match.toml --games 20 --seed 8 --agents exact,greedy")
    assert code == 0
    assert "20 games, pairs, seed 8" in out
    assert "exact" in out


@pytest.mark.parametrize(
    ("line", "games"),
    [
        ("--agents random,uniform --games 3", 4),
        ("--agents random,uniform,greedy --protocol roundrobin --games 7", 12),
        ("--agents random,uniform --protocol shuffle --games 3", 3),
    ],
)
def test_games_are_rounded_up_to_whole_deals_in_every_protocol(run, line, games):
    code, out, error = run(f"arena asmacag {line} --seed 1")
    assert code == 0
    assert f"asmacag: {games} games" in out
    assert ("because each deal is played" in error) == (games != 3)


def test_games_need_not_be_given(run, bots):
    code, out, error = run("arena asmacag --agents random,uniform --seed 1")
    assert code == 0
    assert "asmacag: 2000 games, pairs, seed 1" in out
    assert "standoff: 2000 games, 1000 deals of 2; --games changes this" in error
    _, out, error = run(f"arena asmacag --agents {bots}:Raises,uniform --seed 1 --jobs 0")
    assert "asmacag: 40 games" in out
    assert "20 deals of 2" in error


def test_a_resumed_run_keeps_its_games(run, tmp_path):
    assert run("arena asmacag --agents random,uniform --games 4 --run a.sqlite --seed 1")[0] == 0
    code, out, error = run("arena --resume a.sqlite")
    assert code == 0
    assert "4 games" in out
    assert "deals" not in error


def test_every_field_of_a_match_can_be_given_on_the_command_line():
    assert set(Match.__struct_fields__) <= set(inspect.signature(arena.command).parameters)


def test_the_command_line_completes_a_file(run, tmp_path):
    (tmp_path / "match.toml").write_text('game = "asmacag"\nmeasures = false')
    code, out, _ = run("arena match.toml --games 20 --seed 8 --agents exact,greedy --option hand=6")
    assert code == 0
    assert "asmacag, hand=6: 20 games, pairs, seed 8" in out


def test_a_file_may_say_seed_0(run, tmp_path):
    (tmp_path / "match.toml").write_text(TOML.replace("seed = 7", "seed = 0"))
    assert "seed 0" in run("arena match.toml")[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TOML.replace("40", "0"), "the number of games must be from 1"),
        ("game = ", "match.toml does not describe a match"),
        ('game = "asmacag"', "a match needs agents: give --agents, or name it in a file"),
        (TOML + "\n[more]\nx = 1", "does not describe a match"),
        (TOML.replace("40", '"forty"'), "Expected `int`, got `str`"),
        (TOML.replace("asmacag", "chess"), "unknown game 'chess'"),
        (TOML.replace("seed = 7", "seed = -7"), "--seed must be from 0"),
        (TOML.replace("seed = 7", 'on_fault = "cry"'), "unknown choice for --on-fault 'cry'"),
    ],
)
def test_a_file_that_describes_no_match_is_refused(run, tmp_path, text, message):
    (tmp_path / "match.toml").write_text(text)
    code, _, error = run("arena match.toml")
    assert code == 2
    assert message in error
    assert error.count("\n") == 1


def test_a_run_is_kept_and_gone_on_with(run, tmp_path):
    code, out, _ = run("arena asmacag --agents greedy,random --games 40 --seed 1 --run a.sqlite")
    assert code == 0
    assert "Games are in a.sqlite; `standoff report a.sqlite` shows more." in out
    code, again, _ = run("arena --resume a.sqlite")
    assert code == 0
    assert again == out
    code, once_more, _ = run(
        "arena asmacag --agents greedy,random --games 40 --seed 1 --run a.sqlite"
    )
    assert (code, once_more) == (0, out)


def test_the_json_of_a_run_is_that_of_a_match(run, tmp_path):
    line = "arena asmacag --agents greedy,random --games 40 --seed 1"
    run(f"{line} --json plain.json")
    run(f"{line} --run a.sqlite --json kept.json")
    assert (tmp_path / "plain.json").read_bytes() == (tmp_path / "kept.json").read_bytes()


def test_a_round_robin_prints_who_is_better_than_whom(run):
    code, out, _ = run(
        "arena asmacag --agents greedy,random,exact --protocol roundrobin --games 300 --seed 1"
    )
    assert code == 0
    assert "share of wins, on the deals that both played" in out
    assert "difference (95% interval)" in out
    assert "300 games, roundrobin" in out


@pytest.mark.parametrize("width", [40, 60, 100])
def test_the_tables_fit_and_no_number_is_cut(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    _, out, _ = run("arena asmacag --agents greedy,random,exact --protocol roundrobin --games 60")
    assert max(map(len, out.splitlines())) <= width
    assert len(re.findall(r"│ +-?\d+\.\d% \(-?\d+\.\d to -?\d+\.\d\) │", out)) == 6


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("arena", "which game? name a game or a file match.toml, or continue a run"),
        ("arena asmacag --games 4", "a match needs agents: give --agents"),
        ("arena --resume none.sqlite", "there is no run in none.sqlite"),
        ("arena --resume kept.sqlite --games 80", "was begun with games 40, not 80"),
        ("arena --resume kept.sqlite --seed 2", "was begun with seed 1, not 2"),
        ("arena colonizers --resume kept.sqlite", "was begun with game asmacag, not colonizers"),
        ("arena --resume kept.sqlite --run b.sqlite", "leave --run out"),
        ("arena none.toml", "cannot read none.toml"),
        ("arena asmacag --agents greedy,random --games 4 --until 2", "--until must be from 0.5"),
        (
            "arena asmacag --agents greedy,greedy --games 4 --until 0.9",
            "two different agents, not 1",
        ),
        ("arena asmacag --agents greedy,random --games 4 --ms 0", "ms must be a number from 1"),
        ("arena asmacag --agents greedy,random --games 4 --jobs -1", "--jobs must be from 0"),
        ("arena asmacag --agents greedy,random --games 4 --protocol duel", "unknown protocol"),
        (
            "arena asmacag --agents greedy,random --games 4 --protocol roundrobin:roundrobin",
            "unknown protocol 'roundrobin'",
        ),
        ("arena asmacag --agents greedy --games 4 --protocol roundrobin", "two agents or more"),
        ("arena asmacag --agents greedy,random --games 4 --run no/a.sqlite", "the folder does not"),
        (
            "arena asmacag --agents greedy,random --games 4 --run damaged.sqlite",
            "damaged.sqlite: it is not a run",
        ),
        (
            "arena asmacag --agents greedy,random --games 4 --cluster tcp://127.0.0.1:9",
            "no Dask scheduler answers at tcp://127.0.0.1:9",
        ),
        ("report none.sqlite", "there is no run in none.sqlite"),
        ("report kept.sqlite --out kept.sqlite", "is not a folder"),
    ],
)
def test_wrong_input_is_one_sentence(run, tmp_path, monkeypatch, line, message):
    monkeypatch.setattr("standoff.arena.cluster.ANSWER_SECONDS", 1)
    run("arena asmacag --agents greedy,random --games 40 --seed 1 --run kept.sqlite")
    before = (tmp_path / "kept.sqlite").read_bytes()
    (tmp_path / "damaged.sqlite").write_text("this is no database at all " * 50)
    code, _, error = run(line)
    assert code == 2
    assert message in error
    assert error.startswith("standoff: ")
    assert error.count("\n") == 1
    assert (tmp_path / "kept.sqlite").read_bytes() == before


def test_a_stopped_run_says_how_to_go_on(run, tmp_path, monkeypatch):
    real = __import__("standoff.arena.store", fromlist=["Store"]).Store.write
    written = []

    def write(store, shard):
        if written:
            raise KeyboardInterrupt
        written.append(shard)
        real(store, shard)

    monkeypatch.setattr("standoff.arena.store.Store.write", write)
    code, _, error = run("arena asmacag --agents greedy,random --games 640 --seed 1 --run a.sqlite")
    assert code == 130
    assert "10 of 640 games are in a.sqlite; `standoff arena --resume a.sqlite` continues" in error
    assert error.endswith("standoff: stopped\n")
    monkeypatch.undo()
    file = sqlite3.connect(tmp_path / "a.sqlite")
    assert file.execute("SELECT count(*) FROM games").fetchone() == (10,)
    file.close()


def test_bots_that_fail_in_every_way_do_not_stop_the_run(run, bots, tmp_path):
    """The run ends normally, and the table says what happened."""
    for bot in ("Raises", "Illegal", "Slow:ms=5", "Deserter"):
        code, out, error = run(
            f"arena asmacag --agents {bots}:{bot},greedy --games 2 --seed 1 --json a.json --jobs 1"
        )
        assert (code, error) == (0, "")
        assert "faults" in out
        assert " failed " in out.replace("\n", " ")
        faults = json.loads((tmp_path / "a.json").read_text())["agents"][0]["faults"]
        assert faults == (2 if bot == "Deserter" else 18)


def test_report_prints_in_the_terminal(run):
    run("arena asmacag --agents greedy,random --games 40 --seed 1 --run a.sqlite")
    code, out, _ = run("report a.sqlite")
    assert code == 0
    for words in ("40 games of asmacag", "standings", "comparisons", "ratings", "by seat"):
        assert words in out


def test_report_writes_a_folder(run, tmp_path):
    run("arena asmacag --agents greedy,random --games 40 --seed 1 --run a.sqlite")
    code, out, _ = run("report a.sqlite --out deep/er")
    assert (code, out.split(":")[0]) == (0, "Written to deep/er")
    assert (tmp_path / "deep" / "er" / "report.html").is_file()


@pytest.mark.parametrize(
    "line",
    [
        "arena asmacag --agents greedy,random --games 2 --run folder",
        "arena --resume folder",
        "report folder",
    ],
)
def test_a_folder_is_no_run(run, tmp_path, line):
    (tmp_path / "folder").mkdir()
    code, _, error = run(line)
    assert code == 2
    assert "cannot use folder: it is a folder; name a file for the run in it" in error


@pytest.mark.parametrize("width", [60, 80])
def test_the_parts_of_a_broken_table_tell_their_rows_apart(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    _, out, _ = run("arena bang --agents uniform,rai,rair --games 6 --seed 1")
    for part in out.split("┩\n")[1:]:
        names = [
            tuple(cell.strip() for cell in line.split("│")[1:3])
            for line in part.split("└")[0].splitlines()
        ]
        assert len(set(names)) == len(names)
    assert max(map(len, out.splitlines())) <= width
