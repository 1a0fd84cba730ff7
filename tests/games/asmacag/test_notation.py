import pytest

import standoff
from standoff.errors import BadNotation

GAME = standoff.load("asmacag")
TEXT = GAME.deal(1).notation


def test_actions_have_the_codes_of_the_published_bots():
    texts = [GAME.text(action) for action in range(GAME.action_count)]
    assert texts[:4] == ["x2", "%2", "1 on 1", "1 on 2"]
    assert texts[37:] == ["6 on 6", "nothing"]
    assert [GAME.parse(text) for text in texts] == list(range(39))


def test_actions_forgive_blanks():
    assert GAME.parse("  6   on 1 ") == GAME.parse("6 on 1")


@pytest.mark.parametrize("text", ["", "7 on 1", "6", "x3", "6 on", "on 1"])
def test_unknown_actions_are_refused(text):
    with pytest.raises(BadNotation, match="there is no action"):
        GAME.parse(text)


def test_a_state_is_one_line_that_parses_back():
    assert "\n" not in TEXT
    assert GAME.position(TEXT).notation == TEXT
    assert GAME.position(TEXT) == GAME.deal(1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("turn=0", "turn=2", "turn must be a whole number from 0 to 1"),
        ("turn=0", "to_move=0", "must have the fields turn left"),
        ("left=3", "left=4", "left must be a whole number from 0 to 3"),
        ("factor=1", "factor=nan", "factor must be a number"),
        ("factor=1", "factor=one", "factor must be a number"),
        ("scores=0,0", "scores=0", "scores must hold 2 values"),
        ("left=3", "left=0", "without a card, a board or an action left"),
        ("factor=1", "factor=0", "factor must be above 0, not 0"),
        ("deck=", "deck=" + "x2," * 100, "at most 99 cards of a kind"),
        ("board=1", "board=x2", "the board cannot hold 'x2'"),
        ("board=1", "board=9", "there is no card '9'"),
        ("hand0=", "hand0=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,", "at most 24 cards"),
        ("rng=", "rng=-", "rng must be a whole number"),
    ],
)
def test_a_broken_state_text_is_refused(old, new, message):
    with pytest.raises(BadNotation, match=message):
        GAME.position(TEXT.replace(old, new, 1))


def test_the_deck_of_an_observation_cannot_hold_unknown_cards():
    with pytest.raises(BadNotation, match="cannot hold"):
        GAME.position(TEXT.replace("deck=x2", "deck=?", 1))


def test_negative_numbers_are_cards_too():
    game = standoff.load("asmacag", min_number=-3, max_number=2)
    assert game.text(game.parse("-3 on 2")) == "-3 on 2"
    text = game.deal(2).notation
    assert game.position(text).notation == text
