"""Who knows what: docs/rules/bang.md, 8 (its worlds are in test_bang_worlds.py)."""

import pytest
from bang_scene import (
    asked,
    cards,
    field,
    legal,
    listed,
    load,
    play,
    scene,
    seen_deck,
    seen_hand,
    split,
    winner,
)

from standoff.games.bang.state import Act
from standoff.rng import Rng

# --- 8.1: what is open ---


def test_rule_8_1_hands_deck_and_roles_are_hidden():
    position = load(players=6).deal(4)
    for viewer in range(6):
        view = position.view(viewer)
        for player in view.players:
            if player.seat == viewer:
                assert list(player.hand) == cards(position, viewer)
            else:
                assert set(player.hand) == {"?"}
                assert len(player.hand) == len(cards(position, player.seat))
        assert seen_deck(position, viewer) == []
        assert view.deck_size == len(listed(position, "deck"))
        assert view.observation.rng.tolist() == [0, 0]


def test_rule_8_1_tables_lives_and_the_discard_pile_are_open():
    position = scene(
        tables={1: "Barrel QS, Jail 4H", 2: "Winchester 8S"},
        life={3: 2},
        discard="Beer 6H, Duel 8C",
    )
    view = position.view(0)
    assert [list(player.table) for player in view.players] == [
        [], ["Jail 4H", "Barrel QS"], ["Winchester 8S"], [],
    ]  # fmt: skip
    assert list(view.discard) == ["Beer 6H", "Duel 8C"]
    assert view.players[3].life == 2


def test_rule_8_1_the_roles_of_the_dead_are_open():
    position = scene(players=5, dead=(2,))
    assert [player.role for player in position.view(1).players] == [
        "Sheriff", "Outlaw", "Outlaw", "?", "?",
    ]  # fmt: skip


def test_rule_8_1_at_the_end_all_roles_are_open():
    position = scene(players=5, turn=1, hands={1: "Bang!"}, life={0: 1})
    play(position, "bang -> seat 0")
    assert winner(position) == "outlaws"
    for viewer in range(5):
        roles = [player.role for player in position.view(viewer).players]
        assert roles == ["Sheriff", "Outlaw", "Outlaw", "Renegade", "Deputy"]


def test_rule_8_1_a_view_hides_who_holds_a_missed():
    """The views of the others are the same whatever the target of a shot holds."""
    for action, card in (("bang -> seat 1", "Bang!"), ("play Gatling", "Gatling"),
                         ("play Indians!", "Indians!"), ("duel -> seat 1", "Duel")):  # fmt: skip
        seen = []
        for held in ("Missed! 2S, Beer 6H", "Bang! 2C, Missed! 3S", "Beer 6H, Beer 7H"):
            position = scene(hands={0: card, 1: held})
            play(position, action)
            assert position.to_move == 1
            seen.append([position.view(viewer).notation for viewer in (0, 2, 3)])
        assert seen[0] == seen[1] == seen[2]


# --- 8.2: cards that all have seen ---


def knows(position, seat, card):
    """Which other seats know that a card is in the hand of `seat`."""
    return [
        viewer
        for viewer in range(position.game.players)
        if viewer != seat and card in seen_hand(position, viewer, seat)
    ]


def test_rule_8_2_general_store():
    position = scene(hands={0: "General Store"}, top="Beer 6H, Duel 8C, Scope AS, Jail 4H")
    play(position, "play General Store", "take Duel", "take Beer", "take Scope")
    assert knows(position, 0, "Duel 8C") == [1, 2, 3]
    assert knows(position, 1, "Beer 6H") == [0, 2, 3]
    assert knows(position, 2, "Scope AS") == [0, 1, 3]
    assert knows(position, 3, "Jail 4H") == [0, 1, 2]


def test_rule_8_2_from_a_table():
    position = scene(hands={0: "Panic!"}, tables={1: "Barrel QS"})
    play(position, "panic! seat 1: Barrel")
    assert knows(position, 0, "Barrel QS") == [1, 2, 3]


def test_rule_8_2_from_the_own_table():
    position = scene(hands={0: "Panic!"}, tables={0: "Barrel QS"})
    play(position, "panic! seat 0: Barrel")
    assert knows(position, 0, "Barrel QS") == [1, 2, 3]


def test_rule_8_2_from_the_discard_pile():
    position = scene(characters={1: "Pedro Ramirez"}, discard="Gatling 10H", top="Duel 8C")
    play(position, "end turn", "draw from the discard pile")
    assert knows(position, 1, "Gatling 10H") == [0, 2, 3]
    assert knows(position, 1, "Duel 8C") == []


@pytest.mark.parametrize("second", ["Beer 6H", "Duel 8C"])
def test_rule_8_2_black_jacks_second_card(second):
    position = scene(characters={1: "Black Jack"}, top=f"Jail 4H, {second}, Scope AS")
    play(position, "end turn")
    assert knows(position, 1, second) == [0, 2, 3]
    assert knows(position, 1, "Jail 4H") == []
    assert knows(position, 1, "Scope AS") == []


def test_rule_8_2_tables_that_sam_loots():
    position = scene(
        characters={3: "Vulture Sam"}, hands={0: "Bang!", 1: "Duel 8C"}, tables={1: "Scope AS"},
        life={1: 1},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert [seat for seat in knows(position, 3, "Scope AS") if seat != 1] == [0, 2]
    assert [seat for seat in knows(position, 3, "Duel 8C") if seat != 1] == []


def test_rule_8_2_sam_loots_a_known_hand():
    """What a viewer knew of the dead man's hand he knows of Sam's: all of it went there."""
    position = scene(
        characters={3: "Vulture Sam"}, hands={0: "Bang!", 1: "Duel 8C, Jail 4H"}, life={1: 1},
        known={2: "Duel 8C"},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert seen_hand(position, 2, 3) == ["Duel 8C"]
    assert seen_hand(position, 0, 3) == []


def test_rule_8_2_a_known_card_that_is_played_is_no_longer_in_hand():
    position = scene(
        turn=1, hands={1: "Scope AS, Beer 6H"}, known=dict.fromkeys((0, 2, 3), "Scope AS")
    )
    play(position, "play Scope")
    assert knows(position, 1, "Scope AS") == []
    assert list(position.view(2).players[1].hand) == ["?"]


# --- 8.3: who takes and who loses ---


def test_rule_8_3_panic_on_a_hand():
    position = scene(hands={0: "Panic!", 1: "Beer 6H"})
    play(position, "panic! seat 1: hand")
    assert knows(position, 0, "Beer 6H") == [1]


def test_rule_8_3_gringo_and_jesse():
    gringo = scene(characters={1: "El Gringo"}, hands={0: "Bang!, Beer 6H"})
    play(gringo, "bang -> seat 1")
    assert knows(gringo, 1, "Beer 6H") == [0]
    jesse = scene(characters={1: "Jesse Jones"}, hands={3: "Beer 6H"}, top="Duel 8C")
    play(jesse, "end turn", "draw from seat 3")
    assert knows(jesse, 1, "Beer 6H") == [3]
    assert knows(jesse, 1, "Duel 8C") == []


def test_rule_8_3_the_taker_goes_on_knowing_the_rest():
    """Seat 0 knew both cards: one is his now, the other still in the hand."""
    position = scene(hands={0: "Panic!", 1: "Beer 6H, Duel 8C"}, known={0: "Beer 6H, Duel 8C"})
    play(position, "panic! seat 1: hand")
    assert seen_hand(position, 0, 1) == cards(position, 1)


# --- 8.4: Kit Carlson ---

KIT = {1: "Kit Carlson"}


def test_rule_8_4_only_kit_sees_the_three_cards():
    position = scene(characters=KIT, top="Beer 6H, Duel 8C, Scope AS, Jail 4H")
    play(position, "end turn")
    assert set(seen_deck(position, 1)) == {"Beer 6H", "Duel 8C", "Scope AS"}
    for viewer in (0, 2, 3):
        assert seen_deck(position, viewer) == []
        assert seen_hand(position, viewer, 1) == []


def test_rule_8_4_kit_knows_the_card_he_put_back():
    position = scene(characters=KIT, top="Beer 6H, Duel 8C, Scope AS, Jail 4H")
    play(position, "end turn", "put back Duel 8C")
    assert seen_deck(position, 1) == ["Duel 8C"]
    for viewer in (0, 2, 3):
        assert seen_deck(position, viewer) == []
    play(position, "end turn")
    assert "Duel 8C" in cards(position, 2)
    assert knows(position, 2, "Duel 8C") == [1]
    assert seen_deck(position, 1) == []


def test_rule_8_4_worlds_of_kit_keep_the_card_on_top():
    position = scene(characters=KIT, top="Beer 6H, Duel 8C, Scope AS, Jail 4H")
    play(position, "end turn", "put back Duel 8C")
    for seed in range(20):
        assert listed(position.view(1).imagine(Rng(seed)), "deck")[-1] == "Duel 8C"
    tops = {listed(position.view(0).imagine(Rng(seed)), "deck")[-1] for seed in range(20)}
    assert len(tops) > 10


def test_rule_8_4_a_reshuffle_ends_what_kit_knows_of_the_pile():
    """A card that all saw being discarded is nowhere for certain after the reshuffle."""
    position = scene(
        characters={1: "Kit Carlson"}, turn=1, hands={1: "Stagecoach"}, deck="Beer 6H",
        rest="discard",
    )  # fmt: skip
    play(position, "play Stagecoach")
    assert seen_deck(position, 1) == []


def test_rule_8_4_kit_keeps_his_card_when_the_pile_is_laid_below():
    position = scene(characters=KIT, deck="Beer 6H, Duel 8C", rest="discard")
    play(position, "end turn", "put back Duel 8C")
    assert seen_deck(position, 1) == ["Duel 8C"]
    assert listed(position, "deck")[-1] == "Duel 8C"


# --- 8.5: when it ends ---


def test_rule_8_5_a_third_who_takes_a_card_blurs_the_hand():
    for rng in range(1, 8):
        position = scene(
            hands={0: "Panic!", 1: "Beer 6H, Duel 8C"}, known={2: "Beer 6H", 3: "Beer 6H, Duel 8C"},
            rng=rng,
        )  # fmt: skip
        play(position, "panic! seat 1: hand")
        for viewer in (2, 3):
            assert seen_hand(position, viewer, 0) == seen_hand(position, viewer, 1) == []
        assert seen_hand(position, 1, 0) == cards(position, 0)


def test_rule_8_5_a_single_card_can_be_followed():
    position = scene(hands={0: "Panic!", 1: "Beer 6H"}, known={2: "Beer 6H"})
    play(position, "panic! seat 1: hand")
    assert knows(position, 0, "Beer 6H") == [1, 2]


def test_rule_8_5_what_is_known_of_the_takers_own_hand_stays():
    position = scene(
        hands={0: "Panic!, Gatling 10H", 1: "Beer 6H, Duel 8C"}, known={2: "Gatling 10H"}
    )
    play(position, "panic! seat 1: hand")
    assert seen_hand(position, 2, 0) == ["Gatling 10H"]


def test_rule_8_5_a_discarded_card_blurs_nothing():
    """All see what Cat Balou discards."""
    for rng in range(1, 10):
        position = scene(
            hands={0: "Cat Balou", 1: "Beer 6H, Duel 8C, Jail 4H"}, known={2: "Beer 6H, Duel 8C"},
            rng=rng,
        )  # fmt: skip
        play(position, "cat balou seat 1: hand")
        left = set(cards(position, 1))
        assert set(seen_hand(position, 2, 1)) == {"Beer 6H", "Duel 8C"} & left


def test_rule_8_5_jesse_and_gringo_blur_too():
    jesse = scene(
        characters={1: "Jesse Jones"}, hands={3: "Beer 6H, Duel 8C"}, known={0: "Beer 6H"}
    )
    play(jesse, "end turn", "draw from seat 3")
    assert seen_hand(jesse, 0, 1) == seen_hand(jesse, 0, 3) == []
    gringo = scene(
        characters={1: "El Gringo"}, hands={0: "Bang!, Beer 6H, Duel 8C"}, known={2: "Duel 8C"}
    )
    play(gringo, "bang -> seat 1")
    assert seen_hand(gringo, 2, 0) == seen_hand(gringo, 2, 1) == []


def test_rule_8_5_drawing_more_cards_blurs_nothing():
    position = scene(hands={0: "Stagecoach, Beer 6H"}, known={1: "Beer 6H"})
    play(position, "play Stagecoach")
    assert seen_hand(position, 1, 0) == ["Beer 6H"]


def test_rule_8_5_discards_are_forgotten_in_the_reshuffled_deck():
    position = scene(
        turn=1, hands={1: "Beer 6H, Stagecoach"}, life={1: 2}, deck="Duel 8C", rest="discard",
        known={0: "Beer 6H"},
    )  # fmt: skip
    play(position, "play Beer")
    assert seen_hand(position, 0, 1) == []
    play(position, "play Stagecoach")
    assert seen_hand(position, 0, 1) == []
    assert seen_deck(position, 0) == []


# --- 8.6: deeds ---


def deeds(position):
    return [(deed["by"], deed["to"], deed["act"], deed["times"]) for deed in position.view(2).deeds]


@pytest.mark.parametrize(
    ("card", "tables", "action", "deed"),
    [
        ("Bang!", {}, "bang -> seat 1", (0, 1, "shot", 1)),
        ("Duel", {}, "duel -> seat 3", (0, 3, "duel", 1)),
        ("Jail", {}, "jail -> seat 3", (0, 3, "jailed", 1)),
        ("Panic!", {1: "Barrel"}, "panic! seat 1: Barrel", (0, 1, "robbed", 1)),
        ("Panic!", {}, "panic! seat 1: hand", (0, 1, "robbed", 1)),
        ("Panic!", {1: "Jail"}, "panic! seat 1: Jail", (0, 1, "freed", 1)),
        ("Panic!", {1: "Dynamite"}, "panic! seat 1: Dynamite", (0, 1, "defused", 1)),
        ("Cat Balou", {2: "Scope"}, "cat balou seat 2: Scope", (0, 2, "stripped", 1)),
        ("Cat Balou", {}, "cat balou seat 1: hand", (0, 1, "stripped", 1)),
        ("Cat Balou", {3: "Jail"}, "cat balou seat 3: Jail", (0, 3, "freed", 1)),
        ("Cat Balou", {3: "Dynamite"}, "cat balou seat 3: Dynamite", (0, 3, "defused", 1)),
    ],
)  # fmt: skip
def test_rule_8_6_deeds_are_remembered(card, tables, action, deed):
    position = scene(hands={0: card, 1: "Beer"}, tables=tables)
    assert deeds(play(position, action)) == [deed]


def test_rule_8_6_deeds_are_counted_and_say_whether_to_the_sheriff():
    position = scene(
        turn=1, characters={1: "Calamity Janet"}, hands={1: "Bang!, Missed!"},
        tables={1: "Volcanic"},
    )  # fmt: skip
    play(position, "bang -> seat 0", "missed! as bang -> seat 0")
    assert position.view(3).deeds == [
        {"by": 1, "to": 0, "act": "shot", "times": 2, "to_sheriff": True}
    ]


def test_rule_8_6_a_shot_counts_though_it_missed():
    position = scene(hands={0: "Bang!", 1: "Missed!"})
    assert deeds(play(position, "bang -> seat 1", "missed!")) == [(0, 1, "shot", 1)]


def test_rule_8_6_mass_attacks_are_counted_by_player():
    position = scene(hands={0: "Gatling, Indians!"})
    play(position, "play Gatling", "play Indians!")
    assert field(position, "mass_attacks") == "2, 0, 0, 0"
    assert deeds(position) == []


def test_rule_8_6_what_one_does_to_oneself_is_no_deed():
    position = scene(hands={0: "Cat Balou"}, tables={0: "Dynamite"})
    assert deeds(play(position, "cat balou seat 0: Dynamite")) == []


def test_rule_8_6_answers_and_draws_are_no_deeds():
    jesse = scene(characters={1: "Jesse Jones"}, hands={3: "Beer"})
    play(jesse, "end turn", "draw from seat 3")
    duel = scene(hands={0: "Duel, Bang!", 1: "Bang!, Bang!"})
    play(duel, "duel -> seat 1", "bang!", "bang!", "bang!")
    assert deeds(jesse) in ([], [(1, 3, "robbed", 1)])
    assert deeds(duel) == [(0, 1, "duel", 1)]


def test_rule_8_6_recent_harm_is_kept_for_four_rounds():
    position = scene(hands={0: "Bang!, Jail", 1: "Bang!"}, recent="2/1/3/0/4")
    play(position, "bang -> seat 1", "pass", "jail -> seat 2")
    assert field(position, "recent") == "0/1/0/0/1, 2/1/3/0/4"  # by round, which is the first
    play(position, "end turn", "bang -> seat 0")
    assert "1/1/1/0/0" in field(position, "recent")
    assert [int(state.recent_harm.sum()) for state in four_rounds_later(position)] == [2 + 7, 0]


def four_rounds_later(position):
    """The state now, and a state in which the row of this round has been begun again."""
    later = position.copy()
    later.state.round_number += 3
    while later.state.round_number != position.state.round_number + 4:
        later.play("end turn" if "end turn" in map(later.game.text, later.actions) else "pass")
    return position.state, later.state


def test_rule_8_6_harm_to_the_attackers_of_the_sheriff_is_counted_apart():
    position = scene(hands={0: "Bang!, Duel"}, deeds="1>0 robbed 1")
    play(position, "bang -> seat 1", "duel -> seat 2")
    assert field(position, "recent") == "0/1/0/1/1"


def test_rule_8_6_turns_are_counted():
    position = scene(hands={0: "Beer"}, turns=[3, 2, 2, 2])
    assert field(play(position, "end turn"), "turns") == "3, 3, 2, 2"


def test_rule_8_6_all_seats_see_the_same_deeds():
    position = scene(hands={0: "Bang!, Jail"})
    play(position, "bang -> seat 1", "jail -> seat 2")
    assert len({str(position.view(viewer).deeds) for viewer in range(4)}) == 1
    assert len(Act) == 7


# --- no leak by what is asked ---


def test_rule_8_1_the_legal_list_of_a_store_does_not_tell_hands():
    position = scene(hands={0: "General Store"}, top="Beer 6H, Duel 8C, Scope AS, Jail 4H")
    play(position, "play General Store")
    assert asked(position) == (0, "store")
    assert len(legal(position)) == 4


def test_rule_8_1_views_of_others_have_no_actions():
    position = scene(hands={0: "Bang!", 1: "Missed!"})
    play(position, "bang -> seat 1")
    assert [len(position.view(seat).actions) for seat in range(4)] == [0, 2, 0, 0]
    assert "Missed!" not in str(split(position.view(0).notation)[0])
