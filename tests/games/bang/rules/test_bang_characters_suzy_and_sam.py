"""Rules 9.13 and 9.14 of docs/rules/bang.md: Suzy Lafayette and Vulture Sam."""

import pytest
from bang_scene import alive, asked, cards, discards, hand, leave, legal, life, play, scene, table

FIVE = "Sheriff, Outlaw, Deputy, Outlaw, Renegade"

# --- 9.13: Suzy Lafayette ---

SUZY = {0: "Suzy Lafayette"}


def test_rule_9_13_suzy_draws_when_her_hand_is_empty():
    position = scene(characters=SUZY, hands={0: "Barrel"}, top="Mustang 8H, Scope AS, Duel 8C")
    play(position, "play Barrel")
    assert hand(position, 0) == ["Mustang"]
    play(position, "play Mustang")
    assert hand(position, 0) == ["Scope"]


def test_rule_9_13_stagecoach_as_last_card_gives_no_extra():
    """R5."""
    position = scene(characters=SUZY, hands={0: "Stagecoach"})
    assert len(cards(play(position, "play Stagecoach"), 0)) == 2


def test_rule_9_13_general_store_as_last_card_gives_no_extra():
    """R5."""
    position = scene(
        characters=SUZY, hands={0: "General Store"}, top="Beer 6H, Duel 8C, Scope AS, Jail 4H"
    )
    play(position, "play General Store")
    assert hand(position, 0) == []
    play(position, "take Duel", "take Beer", "take Scope")
    assert hand(position, 0) == ["Duel"]


def test_rule_9_13_a_duel_is_fought_to_the_end():
    """R5: she draws when the card is fully resolved."""
    position = scene(characters=SUZY, hands={0: "Duel", 1: "Bang!"}, top="Bang! 2D")
    play(position, "duel -> seat 1", "bang!")
    assert life(position, 0) == 4
    assert cards(position, 0) == ["Bang! 2D"]


def test_rule_9_13_out_of_turn_after_the_card():
    """R5."""
    position = scene(
        characters={1: "Suzy Lafayette"}, hands={0: "Gatling", 1: "Missed!", 2: "Beer"},
        top="Duel 8C",
    )  # fmt: skip
    play(position, "play Gatling", "missed!")
    assert position.to_move == 2
    assert hand(position, 1) == []
    play(position, "pass")
    assert hand(position, 1) == ["Duel"]


@pytest.mark.parametrize(("card", "action"), [("Panic!", "panic! seat 1: hand"),
                                              ("Cat Balou", "cat balou seat 1: hand")])  # fmt: skip
def test_rule_9_13_losing_the_last_card(card, action):
    """R5: after the effect."""
    position = scene(characters={1: "Suzy Lafayette"}, hands={0: card, 1: "Beer"}, top="Duel 8C")
    play(position, action)
    assert hand(position, 1) == ["Duel"]
    assert hand(position, 0) == (["Beer"] if card == "Panic!" else [])


def test_rule_9_13_losing_the_last_card_to_jesse():
    """R5."""
    position = scene(
        characters={2: "Suzy Lafayette", 1: "Jesse Jones"}, hands={2: "Beer"},
        top="Duel 8C, Scope AS, Gatling",
    )  # fmt: skip
    play(position, "end turn", "draw from seat 2")
    assert len(cards(position, 2)) == 1
    assert "Beer" in hand(position, 1)
    assert len(cards(position, 1)) == 2


def test_rule_9_13_losing_the_last_card_to_gringo():
    position = scene(
        characters={0: "Suzy Lafayette", 1: "El Gringo"}, hands={0: "Bang!, Beer"}, top="Duel 8C"
    )
    play(position, "bang -> seat 1")
    assert hand(position, 1) == ["Beer"]
    assert hand(position, 0) == ["Duel"]


def test_rule_9_13_suzy_owes_slab_a_second_missed():
    """R5: the exception, she draws at once."""
    names = {0: "Slab the Killer", 1: "Suzy Lafayette"}
    lucky = scene(characters=names, hands={0: "Bang!", 1: "Missed!"}, top="Missed! 2S, Duel 8C")
    play(lucky, "bang -> seat 1")
    assert legal(lucky) == ["pass", "missed!"]
    play(lucky, "missed!")
    assert asked(lucky) == (1, "shot")
    assert legal(lucky) == ["pass", "missed!"]
    kept = play(lucky.copy(), "pass")
    assert life(kept, 1) == 3
    assert cards(kept, 1) == ["Missed! 2S"]
    play(lucky, "missed!")
    assert life(lucky, 1) == 4
    assert hand(lucky, 1) == ["Duel"]
    unlucky = scene(characters=names, hands={0: "Bang!", 1: "Missed!"}, top="Duel 8C")
    play(unlucky, "bang -> seat 1", "missed!")
    assert asked(unlucky) == (1, "shot")  # asked in any case: what she drew is her secret
    assert legal(unlucky) == ["pass"]
    play(unlucky, "pass")
    assert life(unlucky, 1) == 3
    assert hand(unlucky, 1) == ["Duel"]


def test_rule_9_13_suzy_with_another_card_is_not_offered_one_missed():
    names = {0: "Slab the Killer", 1: "Suzy Lafayette"}
    position = scene(characters=names, hands={0: "Bang!", 1: "Missed!, Beer"}, top="Missed! 2S")
    assert legal(play(position, "bang -> seat 1")) == ["pass"]


def test_rule_9_13_suzy_draws_after_losing_all_to_the_penalty():
    """R23."""
    position = scene(
        players=5, roles=FIVE, characters=SUZY, hands={0: "Duel, Beer"}, tables={0: "Barrel"},
        life={2: 1}, top="Scope AS",
    )  # fmt: skip
    play(position, "duel -> seat 2")
    assert table(position, 0) == []
    assert hand(position, 0) == ["Scope"]


def test_rule_9_13_suzy_draws_after_her_last_beer_saved_her():
    position = scene(
        characters={1: "Suzy Lafayette"}, hands={0: "Bang!", 1: "Beer"}, life={1: 1}, top="Duel 8C"
    )
    play(position, "bang -> seat 1", "pass", "beer!")
    assert hand(position, 1) == ["Duel"]


def test_rule_9_13_suzy_saved_from_the_dynamite_draws_before_the_jail():
    """The Dynamite is resolved: she takes the card that would open or shut the jail."""
    position = scene(
        players=5, characters={1: "Suzy Lafayette"}, hands={1: "Beer"},
        tables={1: "Dynamite, Jail"}, life={1: 3}, top="Missed! 2S, Duel 8C, Beer 7H",
    )  # fmt: skip
    play(position, "end turn", "beer!")
    assert asked(position) == (1, "play")
    assert "Duel 8C" in cards(position, 1)
    assert len(cards(position, 1)) == 3
    assert discards(position) == ["Missed!", "Dynamite", "Beer", "Beer", "Jail"]
    shut = scene(
        players=5, characters={1: "Suzy Lafayette"}, hands={1: "Beer"},
        tables={1: "Dynamite, Jail"}, life={1: 3}, top="Missed! 2S, Beer 7H, Duel 8C",
    )  # fmt: skip
    play(shut, "end turn", "beer!")
    assert cards(shut, 1) == ["Beer 7H"]
    assert shut.to_move == 2


def test_rule_9_13_a_dead_suzy_draws_nothing():
    position = scene(characters={1: "Suzy Lafayette"}, hands={0: "Bang!"}, life={1: 1})
    play(position, "bang -> seat 1")
    assert cards(position, 1) == []
    assert alive(position) == [0, 2, 3]


def test_rule_9_13_suzy_in_a_duel_she_was_challenged_to():
    """R5: she does not draw in the middle of it."""
    position = scene(
        characters={1: "Suzy Lafayette"}, hands={0: "Duel, Bang!, Bang!", 1: "Bang!"},
        top="Bang! 2D",
    )  # fmt: skip
    play(position, "duel -> seat 1", "bang!", "bang!")
    assert asked(position) == (0, "play")
    assert life(position, 1) == 3
    assert cards(position, 1) == ["Bang! 2D"]


def test_rule_9_13_suzy_draws_her_reward_and_no_more():
    """R5."""
    position = scene(characters=SUZY, hands={0: "Bang!"}, life={1: 1})
    play(position, "bang -> seat 1")
    assert len(cards(position, 0)) == 3


def test_rule_9_13_suzy_whose_last_card_panic_brought_one():
    position = scene(characters=SUZY, hands={0: "Panic!", 1: "Beer"})
    assert hand(play(position, "panic! seat 1: hand"), 0) == ["Beer"]


def test_rule_9_13_suzy_without_cards_in_both_piles():
    """R9: nothing is drawn."""
    position = scene(characters=SUZY, hands={0: "Barrel"}, deck="", rest=2)
    play(position, "play Barrel")
    assert hand(position, 0) == []
    assert legal(position) == ["end turn"]


def test_rule_9_13_a_shot_with_her_last_card_is_resolved_first():
    position = scene(characters=SUZY, hands={0: "Bang!", 1: "Missed!"}, top="Duel 8C")
    play(position, "bang -> seat 1")
    assert hand(position, 0) == []
    play(position, "missed!")
    assert hand(position, 0) == ["Duel"]


def test_rule_9_13_suzy_and_the_save_of_somebody_else():
    """The Bang! is done with when the last moment is over."""
    position = scene(characters=SUZY, hands={0: "Bang!", 1: "Beer"}, life={1: 1}, top="Duel 8C")
    play(position, "bang -> seat 1", "pass")
    assert hand(position, 0) == []
    play(position, "beer!")
    assert hand(position, 0) == ["Duel"]


def test_rule_9_13_suzy_draws_after_her_last_beer_against_dynamite():
    """The Dynamite is done with before phase 1, in which she draws two more."""
    position = scene(
        characters={1: "Suzy Lafayette"}, hands={1: "Beer"}, tables={1: "Dynamite"}, life={1: 3},
        top="Missed! 2S, Scope, Duel, Jail, Gatling",
    )  # fmt: skip
    play(position, "end turn", "beer!")
    assert asked(position) == (1, "play")
    assert len(cards(position, 1)) == 3


# --- 9.14: Vulture Sam ---


def test_rule_9_14_sam_takes_hand_and_table():
    """R8: into his hand."""
    position = scene(
        characters={3: "Vulture Sam"}, hands={0: "Bang!", 1: "Duel", 3: "Beer"},
        tables={1: "Barrel, Scope"}, life={1: 1}, top="Bang! 2D",
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert hand(position, 3) == ["Beer", "Duel", "Barrel", "Scope"]
    assert table(position, 3) == []
    assert discards(position) == ["Bang!", "Bang!"]


def test_rule_9_14_sam_as_killer_of_an_outlaw_takes_loot_and_reward():
    """R8."""
    position = scene(
        characters={0: "Vulture Sam"}, hands={0: "Duel 8C"}, tables={1: "Barrel"}, life={1: 1},
        top="Beer 6H, Beer 7H, Beer 8H",
    )  # fmt: skip
    play(position, "duel -> seat 1")
    assert hand(position, 0) == ["Beer", "Beer", "Beer", "Barrel"]


def test_rule_9_14_sam_as_sheriff_loses_the_loot_of_a_deputy():
    """R8: loot first, then he discards everything."""
    position = scene(
        players=5, roles=FIVE, characters={0: "Vulture Sam"}, hands={0: "Duel 8C, Beer"},
        tables={2: "Barrel"}, life={2: 1},
    )  # fmt: skip
    play(position, "duel -> seat 2")
    assert hand(position, 0) == []
    assert sorted(discards(position)) == ["Barrel", "Beer", "Duel"]


def test_rule_9_14_sam_takes_nothing_when_he_dies_himself():
    """R8: looted Beers must not save him."""
    position = scene(
        characters={2: "Vulture Sam"}, hands={0: "Indians!", 1: "Beer", 2: "Missed!"},
        life={1: 1, 2: 1}, players=5,
    )  # fmt: skip
    play(position, "play Indians!", "pass", "pass")
    while position.to_move != 0:
        assert "beer!" not in legal(position) or position.to_move == 1
        play(position, "pass")
    assert alive(position) == [0, 3, 4]
    assert hand(position, 2) == []


def test_rule_9_14_sam_loots_every_victim():
    """R8."""
    position = scene(
        players=5, characters={4: "Vulture Sam"}, hands={0: "Gatling"},
        tables={1: "Barrel, Jail", 2: "Mustang"}, life={1: 1, 2: 1}, top="Bang! 2D",
    )  # fmt: skip
    play(position, "play Gatling")
    assert set(hand(position, 4)) >= {"Barrel", "Jail", "Mustang"}


def test_rule_9_14_his_own_cards_are_discarded():
    position = scene(
        characters={1: "Vulture Sam"}, hands={0: "Bang!", 1: "Duel"}, tables={1: "Scope"},
        life={1: 1},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert discards(position) == ["Bang!", "Scope", "Duel"]


def test_rule_9_14_pedro_gets_no_choice_when_sam_loots():
    position = scene(
        players=5, characters={2: "Pedro Ramirez", 4: "Vulture Sam"},
        hands={0: "Bang!", 1: "Duel, Beer"}, life={1: 1},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert asked(position) == (0, "play")
    assert hand(position, 4) == ["Beer", "Duel"]


def test_rule_9_14_sam_loots_before_the_sheriffs_penalty():
    position = scene(
        players=5, roles=FIVE, characters={4: "Vulture Sam"}, hands={0: "Duel, Beer"},
        tables={0: "Barrel", 2: "Scope"}, life={2: 1},
    )  # fmt: skip
    play(position, "duel -> seat 2")
    assert hand(position, 4) == ["Scope"]
    assert sorted(discards(position)) == ["Barrel", "Beer", "Duel"]


@pytest.mark.parametrize("card", ["Gatling", "Indians!"])
@pytest.mark.parametrize(("sam", "victim"), [(1, 2), (2, 1)])
def test_rule_9_14_sam_who_lives_on_by_a_beer_loots(card, sam, victim):
    """Whether the victim sits before or after him, the cards wait for his last moment."""
    position = scene(
        players=5, characters={sam: "Vulture Sam"}, hands={0: card, victim: "Duel", sam: "Beer"},
        life={1: 1, 2: 1}, tables={victim: "Scope"},
    )  # fmt: skip
    play(position, f"play {card}", "pass", "pass")
    for seat in (1, 2):
        assert asked(position) == (seat, "last save")
        assert hand(position, sam) == (["Beer"] if seat <= sam else [])
        play(position, "beer!" if seat == sam else "pass")
    assert victim not in alive(position)
    assert life(position, sam) == 1
    assert hand(position, sam) == ["Duel", "Scope"]
    assert table(position, victim) == []


@pytest.mark.parametrize(("sam", "victim"), [(1, 2), (2, 1)])
def test_rule_9_14_a_dying_sam_cannot_be_saved_by_loot(sam, victim):
    """He dies by the same card: the cards of both are discarded, his Beer with them."""
    position = scene(
        players=5, characters={sam: "Vulture Sam"},
        hands={0: "Indians!", victim: "Beer", sam: "Missed!"}, life={1: 1, 2: 1},
        tables={victim: "Scope"},
    )  # fmt: skip
    play(position, "play Indians!", "pass", "pass")
    while position.to_move != 0:
        assert ("beer!" in legal(position)) == (position.to_move == victim)
        play(position, "pass")
    assert alive(position) == [0, 3, 4]
    assert sorted(discards(position)) == ["Beer", "Indians!", "Missed!", "Scope"]


def test_rule_9_14_sam_loots_the_dead_of_a_duel_and_of_the_dynamite():
    duel = scene(
        characters={2: "Vulture Sam"}, hands={0: "Duel", 1: "Beer"}, life={1: 1, 2: 1}, players=5
    )
    play(duel, "duel -> seat 1", "pass", "pass")
    assert hand(duel, 2) == ["Beer"]
    boom = scene(
        players=5, characters={2: "Vulture Sam", 1: "Rose Doolan"}, hands={1: "Bang!, Duel, Duel"},
        tables={1: "Dynamite, Scope"}, life={1: 1, 2: 1}, top="Missed! 2S",
    )  # fmt: skip
    play(boom, "end turn", "pass")
    assert 1 not in alive(boom)
    assert set(hand(boom, 2)) >= {"Bang!", "Duel", "Scope"}


def test_rule_9_14_the_cards_of_a_leaver_wait_for_a_dying_sam():
    position = scene(
        players=5, characters={2: "Vulture Sam"}, hands={0: "Bang!", 2: "Beer", 3: "Duel"},
        tables={0: "Winchester"}, life={2: 1},
    )  # fmt: skip
    play(position, "bang -> seat 2", "pass")
    leave(position, 3)
    assert hand(position, 2) == ["Beer"]
    assert hand(play(position, "beer!"), 2) == ["Duel"]


def test_rule_9_14_sam_hit_but_alive_loots():
    position = scene(
        players=5, characters={2: "Vulture Sam"}, hands={0: "Gatling"}, life={1: 1},
        tables={1: "Scope"},
    )  # fmt: skip
    play(position, "play Gatling")
    assert hand(position, 2) == ["Scope"]
