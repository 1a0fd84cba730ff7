"""Rule 11 of docs/rules/bang.md: plays without effect that are not offered."""

import pytest
from bang_scene import asked, legal, life, offers, play, scene


def test_rule_11_1_what_the_rulebook_forbids():
    position = scene(
        players=5, hands={0: "Missed!, Barrel, Jail, Panic!, Cat Balou"}, tables={0: "Barrel"},
        dead=(1,),
    )  # fmt: skip
    assert offers(position, "play") == []
    assert offers(position, "jail -> seat") == ["2", "3", "4"]
    assert offers(position, "panic!") == offers(position, "cat balou") == ["seat 0: Barrel"]


def test_rule_11_2_sid_buys_no_life_at_full_life():
    position = scene(characters={0: "Sid Ketchum"}, hands={0: "Duel, Duel, Jail"})
    assert "discard two for a life" not in legal(position)


def test_rule_11_3_who_cannot_be_saved_does_not_drink():
    position = scene(
        players=5, characters={1: "Rose Doolan"}, hands={1: "Beer, Missed!, Missed!"},
        tables={1: "Dynamite"}, life={1: 1}, top="Missed! 2S",
    )  # fmt: skip
    play(position, "end turn")
    assert asked(position) == (1, "last save")
    assert legal(position) == ["pass"]


def test_rule_11_4_one_missed_is_not_played_against_slab():
    position = scene(characters={0: "Slab the Killer"}, hands={0: "Bang!", 1: "Missed!"})
    assert legal(play(position, "bang -> seat 1")) == ["pass"]


def test_rule_11_5_the_own_hand_is_not_named():
    position = scene(hands={0: "Panic!, Cat Balou, Beer", 1: "Beer"})
    assert offers(position, "panic!") == ["seat 1: hand"]
    assert offers(position, "cat balou") == ["seat 1: hand"]


def test_rule_11_6_the_eleventh_card_that_brings_cards_waits():
    assert offers(scene(hands={0: "Stagecoach"}, refills=9), "play") == ["Stagecoach"]
    assert offers(scene(hands={0: "Stagecoach"}, refills=10), "play") == []


@pytest.mark.parametrize("held", ["", "Duel"])
def test_rule_11_7_questions_with_one_answer(held):
    """A target without cards is not asked, but one with useless cards is."""
    shot = play(scene(hands={0: "Bang!", 1: held}), "bang -> seat 1")
    assert asked(shot) == ((1, "shot") if held else (0, "play"))
    assert life(play(shot, *["pass"] * bool(held)), 1) == 3
    store = scene(hands={0: "General Store"}, top="Beer 6H, Beer 7H, Beer 8H, Beer 9H")
    assert asked(play(store, "play General Store")) == (0, "play")
    lucky = scene(
        characters={1: "Lucky Duke", 0: "Rose Doolan"}, tables={1: "Jail"},
        top="Beer 6H, Beer 7H, Duel 8C, Scope AS",
    )  # fmt: skip
    assert asked(play(lucky, "end turn")) == (1, "play")
