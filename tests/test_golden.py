"""Nothing leads elsewhere than before: action counts, replays, and their hashes."""

import importlib.util
from pathlib import Path

import msgspec
import pytest
from conftest import ROOT

from standoff.arena import read_replay, verify

spec = importlib.util.spec_from_file_location("golden", ROOT / "scripts" / "golden.py")
golden = importlib.util.module_from_spec(spec)
spec.loader.exec_module(golden)
FOLDER = Path(__file__).parent / "golden" / "asmacag"


def test_the_tree_has_as_many_sequences_as_ever():
    assert golden.tree("asmacag") == (FOLDER / "tree.txt").read_text()


@pytest.mark.parametrize("title", golden.GAMES)
def test_a_golden_game_is_played_again(title):
    expected = read_replay(FOLDER / f"{title}.json")
    list(verify(expected))
    played = golden.replay("asmacag", golden.GAMES[title])
    assert msgspec.to_builtins(played) == msgspec.to_builtins(expected)
