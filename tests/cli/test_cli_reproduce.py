import json

import pytest

from standoff.reproduction import EXPERIMENTS


def test_list_shows_every_id_with_its_sizes(run):
    code, out, _ = run("reproduce --list")
    assert code == 0
    for name in EXPERIMENTS:
        assert f" {name} " in out
    assert "--all --quick takes about" in out


def test_an_experiment_is_printed_with_a_verdict_and_kept(run, tmp_path):
    command = "reproduce danilakova-8.1 --games 60 --out kept --jobs 1"
    code, out, _ = run(command)
    assert code == 0
    assert "danilakova-8.1: Random AI against RAIR" in out
    assert "Danilakova, table 8.1. 60 games a match." in out
    assert "40.8%" in out
    assert "1 experiment, 3 lines: " in out
    kept = json.loads((tmp_path / "kept" / "danilakova-8.1.json").read_text())
    assert (kept["size"], kept["seed"], kept["games"]) == ("quick", 1, 60)
    assert run(command)[1] == out
    code, _, err = run(f"{command} --seed 2")
    assert code == 2
    assert "holds danilakova-8.1 of --quick --seed 1" in err
    code, out, _ = run("reproduce --report kept --write page.md")
    assert code == 0
    assert "| rai | 40.8% |" in (tmp_path / "page.md").read_text()


def test_a_league_shows_its_cross_table(run):
    code, out, _ = run("reproduce league-asmacag --games 2 --jobs 1")
    assert code == 0
    assert "cross table: games that the row won against the column, in %" in out
    assert "0 agrees, 0 differs, 0 not settled, 20 nothing published." in out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("reproduce", "name experiments or give --all, not both; --list shows them"),
        ("reproduce crha-3 --all", "name experiments or give --all, not both"),
        ("reproduce crha-9", "unknown experiment 'crha-9'; known: crha-3, crha-4, crha-5"),
        ("reproduce villabrille-4.4-seconds", "is played with --full, not with --quick"),
        ("reproduce crha-3 --jobs -1", "--jobs must be from 0"),
        ("reproduce crha-3 --games 0", "--games must be from 1"),
        ("reproduce crha-3 --seed -1", "--seed must be from 0"),
        ("reproduce crha-3 --games 6 --out file", "is not a folder"),
        ("reproduce --report .", "--report DIR and --write FILE need each other"),
        ("reproduce --report . --write page.md", "there is no result"),
        ("reproduce --report . --write no/page.md", "there is no folder no"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(run, tmp_path, command, message):
    (tmp_path / "file").write_text("")
    code, out, err = run(command)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("more", ["foo", "danilakova-8.1", "--all"])
def test_a_list_takes_no_experiments(run, more):
    code, out, error = run(f"reproduce --list {more}")
    assert (code, out) == (2, "")
    assert "--list shows all experiments and runs none" in error
