"""What a player is shown by name, in words and as JSON; and the simple value of a position."""

import io
import json

import pytest
from bang_scene import play, scene
from rich.console import Console

from standoff.games.bang.cards import CHARACTER_NAMES, KIND_NAMES
from standoff.games.bang.telling.help import CARDS, CHARACTERS
from standoff.verbs import evaluate

TABLE = {
    "hands": {0: "Bang! AS", 1: "Missed! 2S, Beer 6H"},
    "tables": {0: "Scope AS", 1: "Mustang 8H", 2: "Winchester 8S"},
}


def test_the_fields_say_who_sits_where():
    view = scene(hands=TABLE["hands"], tables=TABLE["tables"], life={1: 2}).view(0)
    me, left, across = view.players[0], view.players[1], view.players[2]
    assert (me.role, me.distance, me.reach, me.hand) == ("Sheriff", 0, 0, ("Bang! AS",))
    assert (left.role, left.life, left.hand) == ("?", 2, ("?", "?"))
    assert (left.distance, left.reach) == (1, 1)  # the Mustang adds what the Scope takes off
    assert (across.weapon, across.range) == ("Winchester", 5)
    assert (me.weapon, me.range) == ("Colt .45", 1)
    assert view.me == me


def test_json_holds_the_table_and_no_secret():
    position = scene(hands=TABLE["hands"], tables=TABLE["tables"])
    fields = json.loads(json.dumps(position.view(0).as_dict()))
    assert fields["to_move"] == 0
    assert fields["players"][1]["hand"] == ["?", "?"]
    assert fields["request"] == "It is your turn: play cards or end it."
    assert fields["winner"] is None
    assert "Missed!" not in json.dumps(fields["players"])


@pytest.mark.parametrize(
    ("actions", "viewer", "text"),
    [
        ([], 2, "It is the turn of seat 0."),
        (["bang -> seat 1"], 1, "Seat 0 fired at you: a Missed!, or lose a life."),
        (["bang -> seat 1"], 2, "Seat 0 fired at seat 1: a Missed!, or lose a life."),
        (["play Indians!"], 1, "Indians! of seat 0: you must show a Bang! or lose a life."),
        (
            ["duel -> seat 1"],
            1,
            "Duel with seat 0: you must shoot back with a Bang! or lose",
        ),
        (["play General Store"], 0, "General Store: you may take a card."),
    ],
)
def test_requests_are_told_in_words(actions, viewer, text):
    position = scene(
        hands={0: "Bang!, Indians!, Duel, General Store", 1: "Beer"},
        top="Beer 7H, Duel 8C, Missed! 3S, Saloon 5H",
    )
    play(position, *actions)
    assert position.view(viewer).request.startswith(text)


def test_the_table_shows_bullets_reach_and_the_own_hand_only():
    console = Console(width=140, record=True, file=io.StringIO())
    console.print(scene(hands=TABLE["hands"], tables=TABLE["tables"], life={1: 2}).view(0))
    drawn = console.export_text()
    assert "●●○○" in drawn
    assert "1*" in drawn
    assert "Your hand: Bang! AS" in drawn
    assert "Missed! 2S" not in drawn


def test_the_table_fits_into_80_columns_with_all_headings():
    position = scene(
        players=7,
        hands={0: "Bang!, Bang!, Beer, Missed!, Duel"},
        tables={0: "Winchester 8S, Barrel QS, Mustang 8H, Scope AS"},
    )
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(position.view(0))
    lines = console.export_text().splitlines()
    assert len(lines) <= 13
    assert lines[1].split() == [
        "player",
        "role",
        "life",
        "cards",
        "away",
        "range",
        "on",
        "the",
        "table",
    ]


def test_people_read_names_and_programs_numbers():
    position = play(scene(hands={0: "Bang!", 1: "Beer"}), "bang -> seat 1")
    view = position.view(1)
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(view)
    assert f"{view.names[0]} fired at you: a Missed!" in console.export_text()
    assert view.as_dict()["request"].startswith("Seat 0 fired at you")
    assert view.standing == "lives 5 4 4 4"


def test_help_explains_marks_roles_characters_and_cards():
    lines = list(scene(hands={0: "Gatling"}, tables={1: "Barrel"}, dead=(2,)).view(0).explain())
    text = "\n".join(lines)
    assert "* in `away`: your weapon reaches" in text
    assert "Roles still in play: 1 Sheriff, 1 Outlaw, 1 Renegade." in text
    assert "Gatling: shoot everybody else." in text
    assert "Barrel: when shot at" in text
    assert "Saloon" not in text
    assert set(CARDS) == set(KIND_NAMES)
    assert set(CHARACTERS) == set(CHARACTER_NAMES)


def test_deeds_say_whether_the_sheriff_was_the_target():
    position = scene(turn=1, hands={1: "Bang!", 0: "Beer"})
    play(position, "bang -> seat 0")
    shot = {"by": 1, "to": 0, "act": "shot", "times": 1, "to_sheriff": True}
    assert position.view(2).deeds == [shot]


# --- evaluate ---


def test_the_own_side_counts_for_and_the_other_against():
    healthy, hurt = scene(), scene(life={1: 1})
    assert hurt.evaluate(0) > healthy.evaluate(0)
    assert hurt.evaluate(1) < healthy.evaluate(1)


def test_cards_are_worth_less_than_lives():
    plain, rich, hurt = scene(), scene(hands={0: "Beer"}), scene(life={0: 3})
    assert plain.evaluate(0) < rich.evaluate(0)
    assert plain.evaluate(0) - hurt.evaluate(0) > rich.evaluate(0) - plain.evaluate(0)


def test_a_win_is_worth_more_than_any_position():
    position = scene(hands={0: "Bang!"}, dead=(2, 3), life={1: 1})
    play(position, "bang -> seat 1")
    assert position.is_over
    assert position.evaluate(0) == -position.evaluate(1) == 100.0


def test_an_unknown_role_counts_for_neither_side():
    view = scene(life={1: 1}).view(0)
    other = scene().view(0)
    assert evaluate(view.observation, 0) == evaluate(other.observation, 0)
