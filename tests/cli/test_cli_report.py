"""`standoff report` in the terminal: no number is cut, however narrow it is."""

import re

import pytest

from standoff.arena import Match, Store, play_match
from standoff.cli import main

LONG = "ismcts:iterations=5:playout=uniform"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / "a.sqlite"
    match = Match("asmacag", ("greedy", "random", LONG), 24, 1, protocol="roundrobin")
    with Store.begin(path, match) as store:
        play_match(match, 1, store=store)
    return path


@pytest.mark.parametrize("width", [60, 80, 120])
def test_error_bars_are_whole_in_any_terminal(file, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["report", str(file)]) == 0
    out = capsys.readouterr().out
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= width
    standings = out.split("Who is better")[0]
    assert len(re.findall(r"│ +\d+\.\d% \(\d+\.\d to \d+\.\d\) │", standings)) == 3
    assert len(re.findall(r" \d\.\d\d \([\d.]+ to [\d.]+\) │", standings)) == 3


@pytest.mark.parametrize("name", ["none.sqlite", "text.sqlite"])
def test_what_is_no_run_is_refused_in_one_sentence(tmp_path, capsys, name):
    (tmp_path / "text.sqlite").write_text("no run")
    assert main(["report", str(tmp_path / name)]) != 0
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
