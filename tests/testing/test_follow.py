"""The first view and the events tell every viewer all that later views show."""

import importlib.util
import os
import re

import pytest
from conftest import ROOT

import standoff
from standoff.game import installed_games
from standoff.testing import follow as following
from standoff.testing.follow import follow
from standoff.testing.models import MODELS
from standoff.testing.models.bang import BangModel

GAMES = 15
spec = importlib.util.spec_from_file_location("model", ROOT / "scripts" / "model.py")
script = importlib.util.module_from_spec(spec)
spec.loader.exec_module(script)


def test_every_game_has_a_model():
    assert sorted(MODELS) == installed_games()


@pytest.mark.parametrize("tables", list(script.tables()), ids=lambda tables: tables[0].name)
def test_events_alone_rebuild_every_view(tables):
    """At tables of all kinds, one after the other."""
    step = max(1, len(tables) // GAMES)
    for number in range(GAMES):
        game = tables[number * step % len(tables)]
        result = follow(game, seed=number)
        assert result.trouble is None
        assert result.views == result.moves * (game.players + 1) > 0


class Deaf(BangModel):
    """Does not hear that a turn begins."""

    def _turn(self, event):
        pass


def test_the_first_difference_is_named(monkeypatch):
    monkeypatch.setattr(following, "MODELS", {"bang": Deaf})
    trouble = follow(standoff.load("bang", players=4), seed=1).trouble
    assert re.fullmatch(
        r"<Game bang players=4>, seed 1, move \d+ \('.+'\): viewer 0 is not told turn.*", trouble
    )


def test_the_script_ends_with_1_at_the_first_difference(monkeypatch, capsys):
    monkeypatch.setattr(os, "nice", lambda niceness: None)
    assert script.main(1) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["asmacag", "bang", "colonizers"]
    monkeypatch.setattr(following, "MODELS", {**MODELS, "bang": Deaf})
    assert script.main(1) == 1
    assert "is not told turn" in capsys.readouterr().out


# --- the deal ---


def test_the_first_view_tells_what_a_viewer_of_bang_learns_at_the_deal():
    """The own role and hand, the characters, and the role of the Sheriff (rule 8.1)."""
    position = standoff.load("bang", players=5).deal(1)
    roles = [view.me.role for view in map(position.view, range(5))]
    sheriff = roles.index("Sheriff")
    for viewer in range(6):
        players = position.view(viewer).as_dict()["players"]
        assert {player["character"] for player in players} == {*position.view(5).names}
        for seat, player in enumerate(players):
            is_open = seat in (viewer, sheriff)
            assert player["role"] == (roles[seat] if is_open else "?")
            known = [card for card in player["hand"] if card != "?"]
            assert bool(known) == (seat == viewer)
            assert len(player["hand"]) == position.state.hand_size[seat]


def test_the_first_view_tells_what_a_viewer_of_other_games_learns_at_the_deal():
    colonizers = standoff.load("colonizers").deal(1)
    offers = [len(colonizers.view(seat).as_dict()["actions"]) for seat in range(5)]
    assert offers == [5, 0, 0, 0, 0]
    for viewer in range(3):
        view = standoff.load("asmacag").deal(1).view(viewer).as_dict()
        assert ["?" in player["hand"] for player in view["players"]] == [
            seat != viewer for seat in range(2)
        ]
        assert len(view["board"]) == 20
