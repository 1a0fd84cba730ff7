"""Rules 9.1 to 9.8 of docs/rules/bang.md: the characters from Bart Cassidy to Lucky Duke."""

from collections import Counter

import pytest
from bang_scene import (
    alive,
    asked,
    cards,
    discards,
    hand,
    legal,
    life,
    listed,
    offers,
    play,
    scene,
    table,
)

# --- 9.1: Bart Cassidy ---


@pytest.mark.parametrize(("card", "action"), [("Bang!", "bang -> seat 1"),
                                              ("Gatling", "play Gatling"),
                                              ("Indians!", "play Indians!"),
                                              ("Duel", "duel -> seat 1")])  # fmt: skip
def test_rule_9_1_bart_draws_for_a_life(card, action):
    position = scene(characters={1: "Bart Cassidy"}, hands={0: card}, top="Beer 6H")
    play(position, action)
    assert cards(position, 1) == ["Beer 6H"]


def test_rule_9_1_bart_draws_three_for_dynamite():
    """R3."""
    position = scene(
        characters={1: "Bart Cassidy"}, tables={1: "Dynamite"},
        top="Missed! 2S, Beer 6H, Duel 8C, Panic! 8D, Mustang 8H, Mustang 9H, Scope",
    )  # fmt: skip
    play(position, "end turn")
    assert sorted(hand(position, 1)) == ["Beer", "Duel", "Mustang", "Mustang", "Panic!"]


def test_rule_9_1_bart_draws_after_a_beer_saved_him():
    """R3: not before, so that a drawn Beer cannot save him."""
    saved = scene(
        characters={1: "Bart Cassidy"}, hands={0: "Bang!", 1: "Beer"}, life={1: 1}, top="Duel 8C"
    )
    play(saved, "bang -> seat 1", "pass", "beer!")
    assert life(saved, 1) == 1
    assert hand(saved, 1) == ["Duel"]
    dead = scene(
        characters={1: "Bart Cassidy"}, hands={0: "Bang!", 1: "Duel"}, life={1: 1}, top="Beer 6H"
    )
    play(dead, "bang -> seat 1", "pass", "pass")
    assert alive(dead) == [0, 2, 3]
    assert cards(dead, 1) == []


def test_rule_9_1_bart_draws_three_though_beers_saved_him():
    """R3: he draws for each life lost, not for the lives missing."""
    position = scene(
        characters={1: "Bart Cassidy"}, tables={1: "Dynamite, Jail"}, life={1: 2},
        hands={1: "Beer, Beer"}, top="Missed! 2S, Duel 8C, Panic! 8D, Scope, Bang! 2D, Missed! 3S",
    )  # fmt: skip
    play(position, "end turn", "beer!", "beer!")
    # Then he stays in jail.
    assert hand(position, 1) == ["Panic!", "Duel", "Scope"]
    assert life(position, 1) == 1


def test_rule_9_1_bart_draws_for_his_own_lost_duel():
    position = scene(
        turn=1, characters={1: "Bart Cassidy"}, hands={1: "Duel", 2: "Bang!"}, top="Beer 6H"
    )
    play(position, "duel -> seat 2", "bang!")
    assert cards(position, 1) == ["Beer 6H"]


# --- 9.2: Black Jack ---


@pytest.mark.parametrize(("second", "drawn"), [("Beer 6H", 3), ("Bang! 2D", 3), ("Duel 8C", 2),
                                               ("Scope AS", 2)])  # fmt: skip
def test_rule_9_2_black_jack_draws_a_third_for_a_red_second(second, drawn):
    """R14: the reveal is compulsory."""
    position = scene(characters={1: "Black Jack"}, top=f"Jail 4H, {second}, Mustang 8H")
    play(position, "end turn")
    assert asked(position) == (1, "play")
    assert len(cards(position, 1)) == drawn


def test_rule_9_2_the_first_card_does_not_count():
    position = scene(characters={1: "Black Jack"}, top="Beer 6H, Duel 8C, Mustang 8H")
    assert len(cards(play(position, "end turn"), 1)) == 2


# --- 9.3: Calamity Janet ---


def test_rule_9_3_janet_shoots_with_missed():
    """R15: it counts as her Bang!."""
    position = scene(characters={0: "Calamity Janet"}, hands={0: "Missed!, Bang!"})
    assert offers(position, "missed! as bang -> seat") == ["1", "3"]
    assert offers(position, "bang -> seat") == ["1", "3"]
    play(position, "missed! as bang -> seat 1")
    assert life(position, 1) == 3
    assert legal(position) == ["end turn"]
    assert discards(position) == ["Missed!"]


def test_rule_9_3_janet_answers_with_either():
    """R15."""
    names = {1: "Calamity Janet"}
    for card, action, answers in (
        ("Bang!", "bang -> seat 1", "shot"),
        ("Indians!", "play Indians!", "indians"),
        ("Duel", "duel -> seat 1", "duel"),
        ("Gatling", "play Gatling", "shot"),
    ):
        for answer, left in (("bang!", "Missed!"), ("missed!", "Bang!")):
            position = scene(characters=names, hands={0: card, 1: "Bang!, Missed!"})
            play(position, action)
            assert asked(position) == (1, answers)
            assert sorted(legal(position)) == ["bang!", "missed!", "pass"]
            play(position, answer)
            assert hand(position, 1) == [left]


def test_rule_9_3_janet_mixes_against_slab():
    """R15 and R10."""
    names = {0: "Slab the Killer", 1: "Calamity Janet"}
    position = scene(characters=names, hands={0: "Bang!", 1: "Bang!, Bang!, Missed!"})
    play(position, "bang -> seat 1", "bang!")
    assert sorted(legal(position)) == ["bang!", "missed!"]
    play(position, "missed!")
    assert hand(position, 1) == ["Bang!"]
    assert life(position, 1) == 4
    short = scene(characters=names, hands={0: "Bang!", 1: "Bang!, Beer"})
    assert legal(play(short, "bang -> seat 1")) == ["pass"]


def test_rule_9_3_others_cannot_swap():
    position = scene(hands={0: "Missed!, Bang!", 1: "Bang!"})
    assert offers(position, "missed! as bang") == []
    assert legal(play(position, "bang -> seat 1")) == ["pass"]


# --- 9.4: El Gringo ---


@pytest.mark.parametrize(("card", "action"), [("Bang!", "bang -> seat 1"),
                                              ("Gatling", "play Gatling"),
                                              ("Indians!", "play Indians!"),
                                              ("Duel", "duel -> seat 1")])  # fmt: skip
def test_rule_9_4_gringo_takes_a_card_of_who_wounded_him(card, action):
    """R4."""
    position = scene(characters={1: "El Gringo"}, hands={0: f"{card}, Beer 6H"})
    play(position, action)
    assert life(position, 1) == 2
    assert cards(position, 1) == ["Beer 6H"]
    assert cards(position, 0) == []


def test_rule_9_4_gringo_takes_nothing_from_an_empty_hand_or_for_dynamite():
    """R4."""
    position = scene(characters={1: "El Gringo"}, hands={0: "Bang!"})
    assert cards(play(position, "bang -> seat 1"), 1) == []
    dynamite = scene(
        players=5, turn=0, characters={1: "El Gringo"}, hands={0: "Beer", 2: "Beer"}, life={1: 3},
        tables={1: "Dynamite"}, top="Missed! 2S, Duel 8C, Scope",
    )  # fmt: skip
    play(dynamite, "end turn")
    assert hand(dynamite, 0) == ["Beer"]


def test_rule_9_4_gringo_takes_nothing_for_his_own_duel():
    """R2 and R4."""
    position = scene(turn=1, characters={1: "El Gringo"}, hands={1: "Duel", 2: "Bang!, Beer"})
    play(position, "duel -> seat 2", "bang!")
    assert life(position, 1) == 2
    assert hand(position, 1) == []
    assert hand(position, 2) == ["Beer"]


def test_rule_9_4_gringo_takes_after_a_save_and_not_when_dead():
    """R3."""
    position = scene(characters={1: "El Gringo"}, hands={0: "Bang!, Duel", 1: "Beer"}, life={1: 1})
    play(position, "bang -> seat 1", "pass", "beer!")
    assert hand(position, 1) == ["Duel"]
    dead = scene(characters={1: "El Gringo"}, hands={0: "Bang!, Duel", 1: "Bang!"}, life={1: 1})
    play(dead, "bang -> seat 1", "pass", "pass")
    assert alive(dead) == [0, 2, 3]
    assert "Duel" in hand(dead, 0)


def test_rule_9_4_gringo_takes_at_random():
    taken = Counter()
    for rng in range(1, 61):
        position = scene(characters={1: "El Gringo"}, hands={0: "Bang!, Beer, Duel"}, rng=rng)
        taken.update(hand(play(position, "bang -> seat 1"), 1))
    assert min(taken["Beer"], taken["Duel"]) > 15


# --- 9.5: Jesse Jones ---


def test_rule_9_5_jesse_may_draw_from_a_hand():
    """R14: any player with cards, at any distance; the second card from the deck."""
    position = scene(
        players=6, characters={1: "Jesse Jones"}, hands={3: "Beer 6H", 4: "Duel 8C, Bang! 2D"},
        tables={4: "Mustang"}, top="Scope AS, Gatling 10H",
    )  # fmt: skip
    play(position, "end turn")
    assert legal(position) == ["draw from the deck", "draw from seat 3", "draw from seat 4"]
    play(position, "draw from seat 3")
    assert cards(position, 1) == ["Beer 6H", "Scope AS"]
    assert asked(position) == (1, "play")


def test_rule_9_5_jesse_may_draw_from_the_deck():
    position = scene(
        characters={1: "Jesse Jones"}, hands={3: "Beer 6H"}, top="Scope AS, Gatling 10H"
    )
    play(position, "end turn", "draw from the deck")
    assert cards(position, 1) == ["Gatling 10H", "Scope AS"]


def test_rule_9_5_jesse_is_not_asked_when_all_hands_are_empty():
    position = scene(characters={1: "Jesse Jones"})
    assert asked(play(position, "end turn")) == (1, "play")
    assert len(cards(position, 1)) == 2


# --- 9.6: Jourdonnais ---


@pytest.mark.parametrize(("first", "saves"), [("Beer 6H", True), ("Duel 8C", False)])
def test_rule_9_6_jourdonnais_has_a_barrel(first, saves):
    position = scene(characters={1: "Jourdonnais"}, hands={0: "Bang!"}, top=f"{first}, Beer 7H")
    play(position, "bang -> seat 1")
    assert life(position, 1) == (4 if saves else 3)


@pytest.mark.parametrize(
    ("flips", "life_left", "turned"),
    [("Beer 6H, Beer 7H", 4, 1), ("Duel 8C, Beer 7H", 4, 2), ("Duel 8C, Bang! 2D", 3, 2)],
)
def test_rule_9_6_a_real_barrel_gives_a_second_draw(flips, life_left, turned):
    """R11: two separate draws, the first success ends them."""
    position = scene(
        characters={1: "Jourdonnais"}, hands={0: "Bang!"}, tables={1: "Barrel"}, top=flips
    )
    play(position, "bang -> seat 1")
    assert life(position, 1) == life_left
    assert len(discards(position)) == 1 + turned


def test_rule_9_6_jourdonnais_can_meet_slab_with_two_barrels():
    """R10."""
    names = {0: "Slab the Killer", 1: "Jourdonnais"}
    position = scene(
        characters=names,
        hands={0: "Bang!", 1: "Beer"},
        tables={1: "Barrel"},
        top="Beer 6H, Beer 7H",
    )
    play(position, "bang -> seat 1")
    assert asked(position) == (0, "play")
    assert life(position, 1) == 4


# --- 9.7: Kit Carlson ---


def test_rule_9_7_kit_puts_one_of_three_back():
    position = scene(characters={1: "Kit Carlson"}, top="Beer 6H, Duel 8C, Scope AS, Bang! 2D")
    play(position, "end turn")
    assert asked(position) == (1, "kit")
    assert set(legal(position)) == {"put back Beer 6H", "put back Duel 8C", "put back Scope AS"}
    play(position, "put back Duel 8C")
    assert cards(position, 1) == ["Beer 6H", "Scope AS"]
    assert listed(position, "deck")[-2:] == ["Bang! 2D", "Duel 8C"]
    assert asked(position) == (1, "play")


def test_rule_9_7_kit_looks_over_a_reshuffle():
    position = scene(characters={1: "Kit Carlson"}, deck="Beer 6H", rest="discard")
    play(position, "end turn")
    assert asked(position) == (1, "kit")
    assert len(legal(position)) == 3
    assert "put back Beer 6H" in legal(position)
    play(position, "put back Beer 6H")
    assert listed(position, "deck")[-1] == "Beer 6H"
    assert len(cards(position, 1)) == 2


def test_rule_9_7_with_fewer_than_three_cards_kit_draws_two():
    """R14: he takes what exists."""
    position = scene(characters={1: "Kit Carlson"}, deck="Beer 6H, Duel 8C", rest=3, life={3: 4})
    play(position, "end turn")
    assert asked(position) == (1, "play")
    assert cards(position, 1) == ["Beer 6H", "Duel 8C"]


# --- 9.8: Lucky Duke ---


def test_rule_9_8_lucky_duke_chooses_of_two():
    """R11 and R12: with a Barrel; both cards are discarded."""
    position = scene(
        characters={1: "Lucky Duke", 0: "Rose Doolan"}, hands={0: "Bang!"}, tables={1: "Barrel"},
        top="Duel 8C, Beer 6H, Scope AS",
    )  # fmt: skip
    play(position, "bang -> seat 1")
    assert asked(position) == (1, "lucky")
    assert set(legal(position)) == {"choose Duel 8C", "choose Beer 6H"}
    bad = position.copy()
    play(position, "choose Beer 6H")
    assert life(position, 1) == 4
    assert sorted(listed(position, "discard")) == ["Bang! AS", "Beer 6H", "Duel 8C"]
    play(bad, "choose Duel 8C")
    assert life(bad, 1) == 3
    assert sorted(listed(bad, "discard")) == ["Bang! AS", "Beer 6H", "Duel 8C"]
    assert listed(bad, "deck")[-1] == "Scope AS"


@pytest.mark.parametrize(("flips", "saved"), [("Beer 6H, Beer 7H", True),
                                              ("Duel 8C, Bang! 2D", False)])  # fmt: skip
def test_rule_9_8_he_is_asked_only_when_the_cards_differ(flips, saved):
    position = scene(
        characters={1: "Lucky Duke", 0: "Rose Doolan"}, hands={0: "Bang!"}, tables={1: "Barrel"},
        top=flips,
    )  # fmt: skip
    play(position, "bang -> seat 1")
    assert asked(position) == (0, "play")
    assert life(position, 1) == (4 if saved else 3)
    assert len(discards(position)) == 3


def test_rule_9_8_lucky_duke_and_dynamite():
    """R12: even to his harm."""
    names = {1: "Lucky Duke", 0: "Rose Doolan"}
    position = scene(
        characters=names, tables={1: "Dynamite"}, top="Missed! 2S, Bang! 2D, Mustang 8H, Scope"
    )
    play(position, "end turn")
    assert asked(position) == (1, "lucky")
    harmed = position.copy()
    play(position, "choose Bang! 2D")
    assert table(position, 2) == ["Dynamite"]
    play(harmed, "choose Missed! 2S")
    assert life(harmed, 1) == 1
    assert asked(harmed) == (1, "play")


def test_rule_9_8_lucky_duke_draws_for_dynamite_and_jail_separately():
    """R12."""
    names = {1: "Lucky Duke", 0: "Rose Doolan"}
    position = scene(
        characters=names, tables={1: "Dynamite, Jail"},
        top="Missed! 2S, Bang! 2D, Bang! 3D, Beer 6H, Mustang 8H, Scope",
    )  # fmt: skip
    play(position, "end turn", "choose Bang! 2D")
    assert asked(position) == (1, "lucky")
    play(position, "choose Beer 6H")
    assert asked(position) == (1, "play")
    assert hand(position, 1) == ["Mustang", "Scope"]


def test_rule_9_8_the_better_card_may_count_without_asking():
    """R12: `auto_lucky_duke`."""
    names = {1: "Lucky Duke", 0: "Rose Doolan"}
    for top in ("Missed! 2S, Bang! 2D", "Bang! 2D, Missed! 2S"):
        position = scene(
            characters=names, tables={1: "Dynamite"}, top=f"{top}, Mustang 8H, Scope",
            auto_lucky_duke="yes",
        )  # fmt: skip
        play(position, "end turn")
        assert asked(position) == (1, "play")
        assert life(position, 1) == 4
        assert table(position, 2) == ["Dynamite"]
    for top in ("Beer 6H, Bang! 2D", "Bang! 2D, Beer 6H"):
        jail = scene(
            characters=names, tables={1: "Jail"}, top=f"{top}, Duel, Scope", auto_lucky_duke="yes"
        )
        assert asked(play(jail, "end turn")) == (1, "play")
        barrel = scene(
            characters=names, hands={0: "Bang!"}, tables={1: "Barrel"}, top=top,
            auto_lucky_duke="yes",
        )  # fmt: skip
        assert asked(play(barrel, "bang -> seat 1")) == (0, "play")
        assert life(barrel, 1) == 4


def test_rule_9_8_with_one_card_left_it_is_the_one():
    """R9: as many cards as there are."""
    names = {1: "Lucky Duke", 0: "Rose Doolan"}
    position = scene(characters=names, tables={1: "Jail 10S"}, deck="Beer 6H", rest=3, life={3: 4})
    play(position, "end turn")
    while asked(position)[1] == "lucky":
        play(position, "choose Beer 6H")
    assert position.to_move == 1
