"""Nothing leads elsewhere than before: action counts, replays, and their hashes."""

import importlib.util
from pathlib import Path

import msgspec
import pytest
from conftest import ROOT

from standoff.arena import read_replay, verify
from standoff.game import installed_games

spec = importlib.util.spec_from_file_location("golden", ROOT / "scripts" / "golden.py")
golden = importlib.util.module_from_spec(spec)
spec.loader.exec_module(golden)
FOLDER = Path(__file__).parent / "golden"
TITLES = [(name, title) for name in golden.GAMES for title in golden.GAMES[name]]


def test_every_game_has_golden_files():
    assert list(golden.GAMES) == list(golden.TREES) == installed_games()


@pytest.mark.parametrize("name", golden.TREES)
def test_the_tree_has_as_many_sequences_as_ever(name):
    assert golden.tree(name) == (FOLDER / name / "tree.txt").read_text()


@pytest.mark.parametrize(("name", "title"), TITLES)
def test_a_golden_game_is_played_again(name, title):
    expected = read_replay(FOLDER / name / f"{title}.json")
    list(verify(expected))
    played = golden.replay(name, title)
    assert msgspec.to_builtins(played) == msgspec.to_builtins(expected)
