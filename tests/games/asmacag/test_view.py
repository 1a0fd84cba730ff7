import json
from io import StringIO

from rich.console import Console

import standoff

GAME = standoff.load("asmacag")


def test_a_view_has_named_fields():
    view = GAME.deal(1).view(0)
    assert view.me is view.players[0]
    assert len(view.board) == 20
    assert view.actions_left == 3
    assert view.factor == 1.0
    assert list(view.discard) == []


def test_a_view_is_plain_json():
    view = GAME.deal(1).view(0)
    data = json.loads(json.dumps(view.as_dict()))
    assert data["seat"] == 0
    assert data["to_move"] == 0
    assert data["players"][1] == {"seat": 1, "score": 0.0, "hand": ["?"] * 9}
    assert [action["text"] for action in data["actions"]] == [
        view.text(action) for action in view.actions
    ]


def test_who_is_not_to_move_has_no_actions():
    assert GAME.deal(1).view(1).actions == ()
    assert GAME.deal(1).view(1).as_dict()["actions"] == []


def test_an_empty_hand_is_known():
    view = GAME.deal(1).playout().view(0)
    assert list(view.players[1].hand) == []


def test_the_table_is_drawn_without_the_other_hand():
    out = StringIO()
    Console(file=out, width=100).print(GAME.deal(1).view(0))
    text = out.getvalue()
    assert "seat 0 (you)" in text
    assert "?  ?  ?  ?  ?  ?  ?  ?  ?" in text


def test_groups_are_the_cards_of_the_hand():
    view = GAME.deal(1).view(0)
    assert list(view.groups) == ["x2", "%2", "1", "3", "5"]
    assert [action for group in view.groups.values() for action in group] == list(view.actions)
