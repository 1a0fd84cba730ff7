import json
import re
from io import StringIO

import pytest
from rich.console import Console
from test_colonizers_rules import scene

import standoff
from standoff.errors import BadNotation
from standoff.rng import Rng
from standoff.testing import check_game

GAME = standoff.load("colonizers")
TEXT = GAME.deal(1).notation


@pytest.mark.untraced
def test_all_laws_hold():
    report = check_game(GAME, games=3, seed=3)
    assert report.passed, report.problems


def test_actions_have_texts_both_ways():
    texts = [GAME.text(action) for action in range(GAME.action_count)]
    assert len(set(texts)) == GAME.action_count == 54
    assert [GAME.parse(text.upper()) for text in texts] == list(range(54))
    with pytest.raises(BadNotation, match="there is no action 'pick nobody'; write it as: pick"):
        GAME.parse("pick nobody")


def test_a_state_is_one_line_that_parses_back():
    position = GAME.deal(1)
    for seed in range(150):
        assert GAME.position(position.notation) == position
        if not position.is_over:
            position.play(Rng(seed).choice(position.actions))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("round=1", "rounds=1", "a state of colonizers must have the fields round"),
        ("phase=pick", "phase=sleep", "there is no phase 'sleep'"),
        ("turn=0", "turn=4", "turn must be a whole number from -1 to 3"),
        ("omnium=0, 0, 0, 0", "omnium=0, 0", "omnium must hold 4 values"),
        ("omnium=0, 0, 0, 0", "omnium=0, 0, x, 0", "omnium must be a whole number"),
        ("removed=Opportunist", "removed=Me", "there is no colonist 'Me'"),
        ("hand0=-", "hand0=Castle", "there is no module 'Castle'"),
        ("hand0=-", "hand0=Quarry/7", "a seat must be a whole number from 0 to 3"),
        ("hand0=-", "hand0=" + ", ".join(["Quarry"] * 6), "at most 5 cards here, not 6"),
        ("rng=", "rng=-", "rng must be a whole number"),
    ],
)
def test_a_broken_state_text_is_refused(old, new, message):
    assert old in TEXT
    with pytest.raises(BadNotation, match=re.escape(message)):
        GAME.position(TEXT.replace(old, new, 1))


def test_a_view_is_plain_json_with_names():
    view = scene(hand0="Quarry", colony1="Garrison, Garrison", phase="power").view(0)
    data = json.loads(json.dumps(view.as_dict()))
    assert data["phase"] == "power"
    assert data["round"] == 5
    assert data["players"][1]["colony"] == ["Garrison", "Garrison"]
    assert data["players"][1]["value"] == 2
    assert data["players"][0]["hand"] == ["Quarry"]
    assert view.groups == {"do": list(view.actions)}


def test_the_table_is_drawn_with_costs_and_values():
    out = StringIO()
    view = scene(phase="keep", drawn="Quarry, Garrison", colony1="Barracks, Barracks").view(0)
    Console(file=out, width=140).print(view)
    text = out.getvalue()
    assert "round 5, keep" in text
    assert "2 x Barracks (2/2)" in text
    assert "drawn: Quarry (5/6), Garrison (1/1)" in text


def test_others_see_neither_the_pick_nor_the_card_kept():
    shown = {GAME.text(action): GAME.shown(action) for action in range(GAME.action_count)}
    hidden = {text for text, seen in shown.items() if text != seen}
    assert hidden == {text for text in shown if text.startswith(("pick ", "keep "))}
    assert {shown[text] for text in hidden} == {"pick a colonist", "keep a card"}
