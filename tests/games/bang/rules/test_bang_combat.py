"""Scenarios for shots, wounds and deaths: docs/rules/bang.md, 6."""

import pytest
from bang_scene import (
    alive,
    asked,
    cards,
    check,
    discards,
    hand,
    legal,
    life,
    play,
    scene,
    table,
    winner,
)

FIVE = "Sheriff, Outlaw, Deputy, Outlaw, Renegade"

GRINGO = {1: "El Gringo"}


# --- 6.1, 6.2: shots ---


def test_rule_6_1_a_shot_needs_one_missed():
    position = scene(hands={0: "Bang!", 1: "Missed!, Missed!"})
    play(position, "bang -> seat 1", "missed!")
    assert hand(position, 1) == ["Missed!"]
    assert position.to_move == 0


def test_rule_6_1_who_has_no_card_is_not_asked():
    position = scene(hands={0: "Bang!"})
    play(position, "bang -> seat 1")
    assert position.to_move == 0
    assert life(position, 1) == 3


@pytest.mark.parametrize("card", ["Beer", "Bang!", "Barrel", "Duel", "Missed!"])
def test_rule_6_1_everybody_with_a_card_is_asked(card):
    """So that nobody learns who has a Missed!."""
    position = scene(hands={0: "Bang!", 1: card})
    play(position, "bang -> seat 1")
    assert asked(position) == (1, "shot")
    assert legal(position) == (["pass", "missed!"] if card == "Missed!" else ["pass"])
    gatling = scene(hands={0: "Gatling", 1: card})
    assert asked(play(gatling, "play Gatling")) == (1, "shot")
    indians = scene(hands={0: "Indians!", 1: card})
    assert asked(play(indians, "play Indians!")) == (1, "indians")
    duel = scene(hands={0: "Duel", 1: card})
    assert asked(play(duel, "duel -> seat 1")) == (1, "duel")
    own = scene(hands={0: f"Duel, {card}", 1: "Bang!"})
    assert asked(play(own, "duel -> seat 1", "bang!")) == (0, "duel")


def test_rule_6_1_nobody_without_cards_is_asked_by_any_attack():
    for card, action in (
        ("Gatling", "play Gatling"),
        ("Indians!", "play Indians!"),
        ("Duel", "duel -> seat 1"),
    ):
        position = scene(hands={0: card})
        assert asked(play(position, action)) == (0, "play")
        assert life(position, 1) == 3


def test_rule_6_2_slab_needs_two():
    """R10."""
    slab = {0: "Slab the Killer"}
    position = scene(characters=slab, hands={0: "Bang!", 1: "Missed!, Missed!, Beer"})
    play(position, "bang -> seat 1")
    assert legal(position) == ["pass", "missed!"]
    play(position, "missed!")
    # The second must follow; it is asked for, because an automatic answer would tell something.
    assert asked(position) == (1, "shot")
    assert legal(position) == ["missed!"]
    assert asked(play(position, "missed!")) == (0, "play")
    assert life(position, 1) == 4
    assert hand(position, 1) == ["Beer"]


def test_rule_6_2_one_missed_alone_is_not_offered():
    """R10: all or nothing."""
    slab = {0: "Slab the Killer"}
    position = scene(characters=slab, hands={0: "Bang!", 1: "Missed!, Beer"})
    play(position, "bang -> seat 1")
    assert legal(position) == ["pass"]


def test_rule_6_2_a_barrel_counts_as_one_of_two():
    """R10: and a single Barrel counts only once."""
    slab = {0: "Slab the Killer"}
    position = scene(
        characters=slab, hands={0: "Bang!", 1: "Missed!, Beer"}, tables={1: "Barrel"}, top="Beer 6H"
    )
    play(position, "bang -> seat 1")
    assert legal(position) == ["pass", "missed!"]
    play(position, "missed!")
    assert life(position, 1) == 4
    assert position.to_move == 0


# --- 6.3 to 6.5: wounds ---


def test_rule_6_3_wounds_are_felt_when_the_card_is_resolved():
    """Bart Cassidy, hit first, draws when all have answered the Gatling."""
    position = scene(
        characters={1: "Bart Cassidy"}, hands={0: "Gatling", 1: "Beer", 2: "Beer"}, top="Duel 8C"
    )
    play(position, "play Gatling", "pass")
    assert life(position, 1) == 3
    assert position.to_move == 2
    assert hand(position, 1) == ["Beer"]
    play(position, "pass")
    assert hand(position, 1) == ["Beer", "Duel"]


def test_rule_6_4_batch_all_lose_lives_before_anybody_dies():
    """R1: Renegade's Gatling kills Sheriff and Outlaw: he alone is left."""
    position = scene(turn=3, dead=(2,), hands={3: "Gatling", 1: "Bang!"}, life={0: 1, 1: 1})
    play(position, "play Gatling")
    assert asked(position) == (1, "shot")
    assert life(position, 0) == 0
    assert alive(position) == [0, 1, 3]
    play(position, "pass")
    while not position.is_over:
        assert legal(position) == ["pass"]
        play(position, "pass")
    assert winner(position) == "renegade"
    assert position.returns == [0, 0, 0, 1]


def test_rule_6_4_sequential_the_sheriff_dies_first():
    """R1, the flag: as in KBang, the Outlaws win at once."""
    position = scene(
        turn=3, dead=(2,), hands={3: "Gatling", 1: "Bang!"}, life={0: 1, 1: 1}, mass="sequential"
    )
    play(position, "play Gatling")
    assert winner(position) == "outlaws"
    assert position.returns == [0, 1, 1, 0]


def test_rule_6_4_batch_a_dying_player_counts_as_alive_until_he_is_dead():
    """R1 and R21: two of three die; the first may still drink, the second may not."""
    hands = {0: "Indians!", 1: "Beer", 3: "Beer"}
    position = scene(dead=(2,), hands=hands, life={1: 1, 3: 1})
    play(position, "play Indians!", "pass", "pass")
    assert life(position) == [5, 0, 0, 0]
    assert asked(position) == (1, "last save")
    play(position, "pass")
    if not position.is_over:  # seat 3 holds a card, but no Beer helps with two players left
        assert legal(position) == ["pass"]
        play(position, "pass")
    assert winner(position) == "law"


def test_rule_6_4_batch_a_first_who_drinks_keeps_the_beer_of_the_second_alive():
    hands = {0: "Indians!", 1: "Beer", 3: "Beer"}
    position = scene(dead=(2,), hands=hands, life={1: 1, 3: 1})
    play(position, "play Indians!", "pass", "pass", "beer!")
    assert asked(position) == (3, "last save")
    assert legal(position) == ["pass", "beer!"]
    play(position, "beer!")
    assert life(position) == [5, 1, 0, 1]


def test_rule_6_4_sequential_saves_come_before_the_next_answer():
    hands = {0: "Indians!", 1: "Beer", 2: "Bang!"}
    position = scene(hands=hands, life={1: 1}, mass="sequential")
    play(position, "play Indians!", "pass")
    assert asked(position) == (1, "last save")
    play(position, "beer!")
    assert asked(position) == (2, "indians")


def test_rule_6_4_sequential_a_reward_comes_before_the_next_answer():
    hands = {0: "Gatling", 2: "Bang!"}
    position = scene(hands=hands, life={1: 1}, mass="sequential")
    play(position, "play Gatling")
    assert asked(position) == (2, "shot")
    assert len(cards(position, 0)) == 3
    batch = scene(hands=hands, life={1: 1}, mass="batch")
    play(batch, "play Gatling")
    assert asked(batch) == (2, "shot")
    assert alive(batch) == [0, 1, 2, 3]
    assert len(cards(batch, 0)) == 0
    play(batch, "pass")
    assert len(cards(batch, 0)) == 3
    assert alive(batch) == [0, 2, 3]


@pytest.mark.parametrize("mass", ["batch", "sequential"])
@pytest.mark.parametrize("card", ["Gatling", "Indians!"])
def test_rule_6_4_mass_attacks_go_clockwise(mass, card):
    hands = {2: card, **dict.fromkeys((0, 1, 3), "Duel"), 4: "Beer"}
    position = scene(players=5, turn=2, hands=hands, mass=mass)
    play(position, f"play {card}")
    order = []
    while asked(position)[1] != "play":
        order.append(position.to_move)
        play(position, "pass")
    assert order == [3, 4, 0, 1]
    assert life(position) == [4, 3, 4, 3, 3]


def test_rule_6_5_last_moments_go_clockwise_from_the_attacker():
    hands = {2: "Gatling", 0: "Beer", 3: "Beer", 1: "Beer"}
    position = scene(players=5, turn=2, hands=hands, life={0: 1, 1: 1, 3: 1})
    play(position, "play Gatling", "pass", "pass", "pass")
    order = []
    while asked(position)[1] == "last save":
        order.append(position.to_move)
        play(position, "beer!")
    assert order == [3, 0, 1]


def test_rule_6_5_rewards_come_after_the_dead_are_buried():
    """R20: cards of the dead first, then the three cards."""
    position = scene(
        hands={0: "Bang!", 1: "Duel 8C"}, tables={1: "Barrel"}, life={1: 1}, deck="Bang! 2D",
        rest=2, discard="",
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass")
    if asked(position)[1] == "last save":
        play(position, "pass")
    # The deck is empty: the reward comes out of the pile, to which the dead man's cards belong.
    assert len(cards(position, 0)) == 3
    assert set(cards(position, 0)) <= {"Bang! AS", "Duel 8C", "Barrel QS", "Bang! 2D"}


def test_rule_6_5_rewards_come_before_what_the_wounded_draw():
    position = scene(
        characters={2: "Bart Cassidy"}, hands={0: "Gatling"}, life={1: 1},
        top="Beer 6H, Beer 7H, Beer 8H, Duel 8C",
    )  # fmt: skip
    play(position, "play Gatling")
    assert cards(position, 0) == ["Beer 6H", "Beer 7H", "Beer 8H"]
    assert cards(position, 2) == ["Duel 8C"]


# --- 6.6: the last moment ---


def test_rule_6_6_a_beer_saves():
    position = scene(hands={0: "Bang!", 1: "Beer, Duel"}, life={1: 1})
    play(position, "bang -> seat 1", "pass")
    assert asked(position) == (1, "last save")
    assert legal(position) == ["pass", "beer!"]
    play(position, "beer!")
    assert life(position, 1) == 1
    assert hand(position, 1) == ["Duel"]
    assert asked(position) == (0, "play")


@pytest.mark.parametrize(
    ("lives", "beers", "offered"),
    [(1, 3, True), (1, 2, False), (2, 2, True), (2, 1, False), (3, 1, True)],
)
def test_rule_6_6_dynamite_may_need_several_beers(lives, beers, offered):
    """R24: three lives lost with one left need three Beers, neither more nor fewer."""
    position = scene(
        hands={1: ", ".join(["Beer"] * beers + ["Duel"] * 2)}, tables={1: "Dynamite"},
        life={1: lives}, top="Missed! 2S, Barrel QS, Mustang 8H",
    )  # fmt: skip
    play(position, "end turn")
    assert asked(position) == (1, "last save")
    assert legal(position) == (["pass", "beer!"] if offered else ["pass"])
    if not offered:
        play(position, "pass")
        assert alive(position) == [0, 2, 3]
        return
    for _ in range(4 - lives):
        assert asked(position) == (1, "last save")
        play(position, "beer!")
    assert asked(position) == (1, "play")
    assert life(position, 1) == 1
    assert hand(position, 1).count("Beer") == beers - (4 - lives)


def test_rule_6_6_who_can_be_ruled_out_is_not_asked():
    """With fewer cards than Beers needed all know that he is dead."""
    position = scene(
        hands={1: "Beer, Beer"}, tables={1: "Dynamite"}, life={1: 1}, top="Missed! 2S, Barrel QS"
    )
    play(position, "end turn")
    assert alive(position) == [0, 2, 3]


@pytest.mark.parametrize("cards_held", ["Duel", "Missed!, Bang!", "Saloon", "Beer"])
def test_rule_6_6_who_cannot_be_ruled_out_is_asked(cards_held):
    position = scene(hands={0: "Indians!", 1: cards_held}, life={1: 1})
    play(position, "play Indians!", "pass")
    assert asked(position) == (1, "last save")


# --- 6.7: death ---


def test_rule_6_7_the_dead_show_their_role_and_lose_their_cards():
    position = scene(
        players=5, hands={0: "Bang!", 1: "Duel, Missed!"}, tables={1: "Barrel, Jail"}, life={1: 1},
        top="Bang! 2D",
    )  # fmt: skip
    assert position.view(3).players[1].role == "?"
    play(position, "bang -> seat 1", "pass", "pass")
    assert position.view(3).players[1].role == "Outlaw"
    assert hand(position, 1) == table(position, 1) == []
    assert discards(position)[:2] == ["Bang!", "Bang!"]
    assert sorted(discards(position)[2:4]) == ["Barrel", "Jail"]
    assert sorted(discards(position)[4:]) == ["Duel", "Missed!"]


def test_rule_6_7_the_dead_choose_the_top_card_for_pedro_ramirez():
    """R20."""
    position = scene(
        characters={1: "Pedro Ramirez"}, hands={0: "Bang!", 3: "Duel, Missed!, Missed!"},
        tables={3: "Barrel, Scope"}, life={3: 1}, roles="Sheriff, Outlaw, Renegade, Outlaw",
        top="Bang! 2D",
    )  # fmt: skip
    play(position, "bang -> seat 3", "pass", "pass")
    assert asked(position) == (3, "corpse")
    assert set(legal(position)) == {
        f"leave {card} on top" for card in ("Duel", "Missed!", "Barrel", "Scope")
    }
    play(position, "leave Scope on top")
    assert discards(position)[-1] == "Scope"
    assert asked(position) == (0, "play")
    assert check(position) == 0


def test_rule_6_7_the_choice_is_asked_for_pedro_next_even_past_the_dead():
    position = scene(
        players=5, characters={2: "Pedro Ramirez"}, hands={0: "Bang!", 1: "Duel, Beer"},
        life={1: 1},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert asked(position) == (1, "corpse")
    play(position, "leave Beer on top")
    assert discards(position)[-1] == "Beer"


def test_rule_6_7_there_is_no_choice_when_pedro_is_not_next():
    position = scene(
        players=5, characters={3: "Pedro Ramirez"}, hands={0: "Bang!", 1: "Duel, Beer"},
        life={1: 1},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert asked(position) == (0, "play")


def test_rule_6_7_a_single_kind_is_no_choice():
    position = scene(
        players=5, characters={2: "Pedro Ramirez"}, hands={0: "Bang!", 1: "Duel, Duel"}, life={1: 1}
    )
    play(position, "bang -> seat 1", "pass", "pass")
    assert asked(position) == (0, "play")


def test_rule_6_7_dynamite_lets_the_dead_choose_for_pedro_too():
    position = scene(
        players=5, characters={2: "Pedro Ramirez"}, hands={1: "Duel, Missed!"}, life={1: 1},
        tables={1: "Dynamite"}, top="Missed! 3S, Mustang 8H, Mustang 9H",
    )  # fmt: skip
    play(position, "end turn")
    if asked(position)[1] == "last save":
        play(position, "pass")
    assert asked(position) == (1, "corpse")
    play(position, "leave Duel on top")
    assert asked(position) == (2, "pedro")
    play(position, "draw from the discard pile")
    assert "Duel" in hand(position, 2)


def test_rule_6_7_who_dies_on_turn_ends_it():
    position = scene(hands={0: "", 1: "Duel", 2: "Bang!"}, turn=1, life={1: 1})
    play(position, "duel -> seat 2", "bang!")
    assert alive(position) == [0, 2, 3]
    assert asked(position) == (2, "play")
    assert len(cards(position, 2)) == 2


# --- 6.8: rewards and penalties ---


@pytest.mark.parametrize("killer", [0, 2, 3])
def test_rule_6_8_who_kills_an_outlaw_draws_three(killer):
    """Any role, another Outlaw too."""
    position = scene(turn=killer, hands={killer: "Duel"}, life={1: 1})
    play(position, "duel -> seat 1")
    assert alive(position) == [0, 2, 3]
    assert len(cards(position, killer)) == 3


@pytest.mark.parametrize(("card", "action"), [("Bang!", "bang -> seat 1"),
                                              ("Gatling", "play Gatling"),
                                              ("Indians!", "play Indians!"),
                                              ("Duel", "duel -> seat 1")])  # fmt: skip
def test_rule_6_8_every_attack_earns_the_reward(card, action):
    position = play(scene(hands={0: card}, life={1: 1}), action)
    assert len(cards(position, 0)) == 3


def test_rule_6_8_a_renegade_or_deputy_brings_nothing():
    position = scene(players=5, turn=1, roles=FIVE, hands={1: "Duel, Duel"}, life={2: 1, 4: 1})
    play(position, "duel -> seat 2", "duel -> seat 4")
    assert alive(position) == [0, 1, 3]
    assert hand(position, 1) == []


def test_rule_6_8_a_sheriff_who_kills_a_deputy_loses_everything():
    position = scene(
        players=5, roles=FIVE, hands={0: "Duel, Beer, Bang!"}, tables={0: "Volcanic, Barrel"},
        life={2: 1},
    )  # fmt: skip
    play(position, "duel -> seat 2")
    assert hand(position, 0) == table(position, 0) == []
    assert sorted(discards(position)) == ["Bang!", "Barrel", "Beer", "Duel", "Volcanic"]
    assert position.view(0).me.range == 1
    assert asked(position) == (0, "play")
    assert alive(position) == [0, 1, 3, 4]


def test_rule_6_8_the_sheriff_kills_deputy_and_outlaw_with_one_gatling():
    position = scene(
        players=5, roles=FIVE, hands={0: "Gatling, Beer"}, tables={0: "Barrel"}, life={1: 1, 2: 1}
    )
    play(position, "play Gatling")
    assert alive(position) == [0, 3, 4]
    # Clockwise: the reward for seat 1 first, then the penalty for seat 2.
    assert hand(position, 0) == table(position, 0) == []
    other = scene(
        players=5, roles="Sheriff, Deputy, Outlaw, Outlaw, Renegade", hands={0: "Gatling, Beer"},
        tables={0: "Barrel"}, life={1: 1, 2: 1},
    )  # fmt: skip
    play(other, "play Gatling")
    assert table(other, 0) == []
    assert len(cards(other, 0)) == 3


def test_rule_6_8_nobody_is_the_killer_in_ones_own_duel():
    """R2: no reward for the opponent."""
    position = scene(turn=1, hands={1: "Duel", 0: "Bang!"}, life={1: 1})
    play(position, "duel -> seat 0", "bang!")
    assert alive(position) == [0, 2, 3]
    assert hand(position, 0) == []


def test_rule_6_8_the_sheriff_is_not_punished_for_a_deputys_own_duel():
    """R2."""
    position = scene(
        players=5, roles=FIVE, turn=2, hands={2: "Duel", 0: "Bang!, Beer"}, life={2: 1}
    )
    play(position, "duel -> seat 0", "bang!")
    assert alive(position) == [0, 1, 3, 4]
    assert hand(position, 0) == ["Beer"]


def test_rule_6_5_the_penalty_comes_before_gringo_takes():
    position = scene(
        players=5, roles=FIVE, characters=GRINGO, hands={0: "Gatling, Beer"}, life={2: 1}
    )
    play(position, "play Gatling")
    assert alive(position) == [0, 1, 3, 4]
    assert hand(position, 0) == hand(position, 1) == []


def test_rule_6_5_gringo_takes_of_the_reward():
    position = scene(players=5, characters={3: "El Gringo"}, hands={0: "Gatling"}, life={1: 1})
    play(position, "play Gatling")
    assert len(cards(position, 0)) == 2
    assert len(cards(position, 3)) == 1


def test_rule_6_4_sequential_gringo_takes_before_the_next_answer():
    hands = {0: "Gatling, Duel", 2: "Beer"}
    position = scene(characters=GRINGO, hands=hands, mass="sequential")
    play(position, "play Gatling")
    assert asked(position) == (2, "shot")
    assert hand(position, 1) == ["Duel"]
    batch = play(scene(characters=GRINGO, hands=hands), "play Gatling")
    assert asked(batch) == (2, "shot")
    assert hand(batch, 1) == []
    assert hand(play(batch, "pass"), 1) == ["Duel"]


def test_rule_6_7_nobody_chooses_for_pedro_when_the_game_is_over():
    position = scene(
        players=5, dead=(2, 3), characters={4: "Pedro Ramirez"}, life={1: 1},
        hands={0: "Bang!", 1: "Duel, Jail"},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert winner(position) == "law"


def test_rule_6_7_two_die_and_pedro_is_next():
    """Each of the dead may choose; the last one's card lies on top."""
    position = scene(
        players=6, characters={3: "Pedro Ramirez"}, hands={0: "Gatling", 1: "Duel, Jail",
        2: "Duel, Scope"}, life={1: 1, 2: 1},
    )  # fmt: skip
    play(position, "play Gatling", "pass", "pass")
    while asked(position)[1] == "last save":
        play(position, "pass")
    while asked(position)[1] == "corpse":
        wanted = "leave Scope on top" if position.to_move == 2 else "leave Jail on top"
        play(position, wanted)
        if asked(position)[1] == "last save":
            play(position, "pass")
    assert alive(position) == [0, 3, 4, 5]
    assert discards(position)[-1] == "Scope"


def test_rule_6_2_slab_janet_and_a_barrel():
    names = {0: "Slab the Killer", 1: "Calamity Janet"}
    position = scene(
        characters=names, hands={0: "Bang!", 1: "Bang!"}, tables={1: "Barrel"}, top="Beer 6H"
    )
    play(position, "bang -> seat 1")
    assert legal(position) == ["pass", "bang!"]
    play(position, "bang!")
    assert life(position, 1) == 4


def test_rule_6_2_slabs_missed_as_bang_needs_two_only_of_slab():
    """Calamity Janet's shots need one."""
    position = scene(characters={0: "Calamity Janet"}, hands={0: "Missed!", 1: "Missed!, Beer"})
    play(position, "missed! as bang -> seat 1", "missed!")
    assert life(position, 1) == 4


def test_rule_6_6_no_one_asks_in_vain_with_two_players_left():
    position = scene(dead=(1, 2), hands={0: "Bang!", 3: "Beer, Beer"}, life={3: 1})
    play(position, "bang -> seat 3", "pass")
    assert winner(position) == "law"


def test_rule_6_8_a_dead_duellist_gives_the_challenger_his_reward_but_not_a_leaver():
    position = scene(turn=3, hands={3: "Duel, Bang!", 1: "Bang!"}, life={1: 1})
    play(position, "duel -> seat 1", "bang!", "bang!")
    assert alive(position) == [0, 2, 3]
    assert len(cards(position, 3)) == 3


def test_rule_6_8_the_reward_may_be_short_of_cards():
    position = scene(hands={0: "Duel"}, life={1: 1}, deck="Beer 6H", rest=3)
    play(position, "duel -> seat 1")
    assert len(cards(position, 0)) == 2  # the Beer, and the Duel itself


def test_rule_2_6_the_card_being_played_can_come_back():
    """It lies on the discard pile already when its own effect needs a reshuffle."""
    position = scene(hands={0: "Stagecoach 9S"}, deck="", rest=2)
    play(position, "play Stagecoach")
    assert cards(position, 0) in (["Stagecoach 9S"], [])
    assert check(position) == 0


def test_rule_3_3_jail_after_a_dynamite_that_a_beer_survived():
    position = scene(
        tables={1: "Dynamite, Jail"}, hands={1: "Beer, Duel"}, life={1: 3},
        top="Missed! 2S, Beer 7H, Scope, Mustang",
    )  # fmt: skip
    play(position, "end turn", "beer!")
    assert asked(position) == (1, "play")
    assert hand(position, 1) == ["Duel", "Mustang", "Scope"]
    assert table(position, 1) == []


def test_rule_3_1_the_dead_player_on_turn_leaves_jail_and_deck_alone():
    position = scene(
        tables={1: "Dynamite, Jail"}, life={1: 1}, top="Missed! 2S, Scope, Mustang, Gatling"
    )
    play(position, "end turn")
    assert asked(position) == (2, "play")
    assert hand(position, 2) == ["Mustang", "Scope"]
    assert sorted(discards(position)) == ["Dynamite", "Jail", "Missed!"]
