"""Rules 9.9 to 9.16 of docs/rules/bang.md, and several characters at once."""

import pytest
from bang_scene import (
    alive,
    asked,
    cards,
    discards,
    field,
    hand,
    leave,
    legal,
    life,
    offers,
    play,
    scene,
    table,
    winner,
)

FIVE = "Sheriff, Outlaw, Deputy, Outlaw, Renegade"

# --- 9.9 to 9.12 ---


def test_rule_9_9_paul_regret_is_one_farther():
    position = scene(characters={1: "Paul Regret"}, hands={0: "Bang!, Panic!", 1: "Beer"})
    assert offers(position, "bang -> seat") == ["3"]
    assert offers(position, "panic!") == []
    assert life(position, 1) == 3


def test_rule_9_10_pedro_may_draw_from_the_discard_pile():
    """R13: the second card always comes from the deck."""
    position = scene(
        characters={1: "Pedro Ramirez"}, discard="Saloon, Gatling", top="Scope AS, Duel 8C"
    )
    play(position, "end turn")
    assert asked(position) == (1, "pedro")
    assert legal(position) == ["draw from the deck", "draw from the discard pile"]
    deck = position.copy()
    play(position, "draw from the discard pile")
    assert hand(position, 1) == ["Gatling", "Scope"]
    assert discards(position) == ["Saloon"]
    play(deck, "draw from the deck")
    assert hand(deck, 1) == ["Duel", "Scope"]


def test_rule_9_10_pedro_is_not_asked_without_a_discard_pile():
    """R13."""
    position = scene(characters={1: "Pedro Ramirez"})
    assert asked(play(position, "end turn")) == (1, "play")
    assert len(cards(position, 1)) == 2


def test_rule_9_10_pedro_with_an_empty_deck_and_one_discard():
    position = scene(
        characters={1: "Pedro Ramirez"}, deck="", rest=3, discard="Beer 6H", life={3: 4}
    )
    play(position, "end turn")
    play(position, "draw from the discard pile")
    assert cards(position, 1) == ["Beer 6H"]


def test_rule_9_11_sid_discards_two_for_a_life():
    """R7."""
    position = scene(
        characters={0: "Sid Ketchum"}, hands={0: "Bang!, Missed!, Duel, Duel, Jail"}, life={0: 2}
    )
    play(position, "discard two for a life")
    assert asked(position) == (0, "sid")
    assert legal(position) == ["discard Bang!", "discard Missed!", "discard Jail", "discard Duel"]
    play(position, "discard Duel", "discard Missed!")
    assert life(position, 0) == 3
    assert discards(position) == ["Duel", "Missed!"]
    play(position, "discard two for a life", "discard Duel", "discard Jail")
    assert life(position, 0) == 4
    assert "discard two for a life" not in legal(position)


def test_rule_9_11_not_at_full_life_and_with_two_players_left():
    """R7."""
    position = scene(characters={0: "Sid Ketchum"}, hands={0: "Missed!, Missed!"})
    assert legal(position) == ["end turn"]
    two = scene(characters={0: "Sid Ketchum"}, hands={0: "Beer, Beer"}, life={0: 1}, dead=(1, 2))
    assert legal(two) == ["end turn", "discard two for a life", "play Beer"]


def test_rule_9_11_not_in_phase_3():
    position = scene(characters={0: "Sid Ketchum"}, hands={0: "Beer, Duel, Duel"}, life={0: 1})
    play(position, "end turn")
    assert legal(position) == ["discard Beer", "discard Duel"]


def test_rule_9_11_sid_at_the_last_moment():
    """R7."""
    position = scene(
        characters={1: "Sid Ketchum"}, hands={0: "Bang!", 1: "Duel, Missed!, Missed!"}, life={1: 1}
    )
    play(position, "bang -> seat 1", "pass")
    assert legal(position) == ["pass", "discard two for a life"]
    play(position, "discard two for a life", "discard Missed!", "discard Duel")
    assert life(position, 1) == 1
    assert asked(position) == (0, "play")
    assert hand(position, 1) == ["Missed!"]


def test_rule_9_11_sid_with_two_players_left():
    """R7: pairs help though no Beer does."""
    position = scene(
        dead=(1, 2), characters={3: "Sid Ketchum"}, hands={0: "Bang!", 3: "Beer, Duel"}, life={3: 1}
    )
    play(position, "bang -> seat 3", "pass")
    assert legal(position) == ["pass", "discard two for a life"]
    short = scene(
        dead=(1, 2), characters={3: "Sid Ketchum"}, hands={0: "Bang!", 3: "Beer"}, life={3: 1}
    )
    play(short, "bang -> seat 3", "pass")
    if not short.is_over:
        assert legal(short) == ["pass"]
        play(short, "pass")
    assert winner(short) == "law"


SID = {1: "Sid Ketchum", 0: "Rose Doolan"}


def sid_after_dynamite(held, lives):
    """Sid Ketchum after the Dynamite exploded."""
    position = scene(
        characters=SID, tables={1: "Dynamite"}, hands={1: held}, life={1: lives},
        top="Missed! 2S, Scope, Gatling",
    )  # fmt: skip
    return play(position, "end turn")


def test_rule_9_11_sid_mixes_beers_and_pairs():
    """R7: with -1 lives he needs two: a Beer and a pair."""
    position = sid_after_dynamite("Beer, Duel, Jail", 2)
    assert life(position, 1) == -1
    assert set(legal(position)) == {"pass", "beer!", "discard two for a life"}
    other = position.copy()
    play(position, "beer!")
    assert legal(position) == ["pass", "discard two for a life"]
    play(position, "discard two for a life", "discard Jail", "discard Duel")
    assert life(position, 1) == 1
    assert asked(position) == (1, "play")
    # The pair first: the Beer must not be part of it.
    play(other, "discard two for a life")
    assert legal(other) == ["discard Jail", "discard Duel"]
    play(other, "discard Jail", "discard Duel", "beer!")
    assert life(other, 1) == 1


def test_rule_9_11_sid_is_offered_nothing_that_does_not_suffice():
    """Rule 6.6."""
    position = sid_after_dynamite("Duel, Jail, Missed!", 2)
    assert legal(position) == ["pass"]
    position = sid_after_dynamite("Duel, Jail, Missed!, Bang!", 2)
    assert legal(position) == ["pass", "discard two for a life"]
    play(position, "discard two for a life", "discard Duel", "discard Jail")
    assert legal(position) == ["pass", "discard two for a life"]


def test_rule_9_11_sid_may_put_a_spare_beer_into_a_pair():
    position = sid_after_dynamite("Beer, Beer, Duel", 2)
    assert set(legal(position)) == {"pass", "beer!", "discard two for a life"}
    play(position, "discard two for a life")
    assert set(legal(position)) == {"discard Beer", "discard Duel"}
    play(position, "discard Beer")
    assert legal(position) == ["discard Duel"]
    play(position, "discard Duel", "beer!")
    assert life(position, 1) == 1


def test_rule_9_12_slabs_gatling_is_as_everybodys():
    """R10."""
    position = scene(characters={0: "Slab the Killer"}, hands={0: "Gatling", 1: "Missed!"})
    play(position, "play Gatling")
    assert legal(position) == ["pass", "missed!"]
    play(position, "missed!")
    assert life(position, 1) == 4


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


# --- 9.15, 9.16 ---


def test_rule_9_15_rose_doolan_sees_farther():
    position = scene(
        players=6, characters={0: "Rose Doolan"}, hands={0: "Bang!, Panic!", 2: "Beer", 3: "Beer"}
    )
    assert offers(position, "bang -> seat") == ["1", "2", "4", "5"]
    assert offers(position, "panic!") == ["seat 2: hand"]


def test_rule_9_16_willy_plays_any_number_of_bang():
    position = scene(characters={0: "Willy the Kid"}, hands={0: "Bang!, Bang!, Bang!"})
    play(position, "bang -> seat 1", "bang -> seat 1", "bang -> seat 3")
    assert life(position)[1] == 2
    assert life(position)[3] == 3
    assert int(field(position, "turn")) == 0


# --- several characters at once ---


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


def test_rule_6_7_the_dead_choose_the_last_card_after_all_deaths():
    """Pedro is next: Sam, who might have looted, dies of the same card."""
    position = scene(
        players=6, characters={1: "Pedro Ramirez", 3: "Vulture Sam"},
        hands={0: "Indians!", 1: "Bang!", 2: "Duel, Missed!", 3: "Missed!"}, life={2: 1, 3: 1},
    )  # fmt: skip
    play(position, "play Indians!", "bang!", "pass", "pass", "pass")
    assert asked(position) == (3, "last save")
    play(position, "pass")
    assert asked(position) == (2, "corpse")
    play(position, "leave Duel on top")
    assert discards(position)[-2:] == ["Duel", "Missed!"]


def test_rule_9_14_sam_hit_but_alive_loots():
    position = scene(
        players=5, characters={2: "Vulture Sam"}, hands={0: "Gatling"}, life={1: 1},
        tables={1: "Scope"},
    )  # fmt: skip
    play(position, "play Gatling")
    assert hand(position, 2) == ["Scope"]


def test_rule_9_8_two_bad_cards_are_not_asked_about():
    names = {1: "Lucky Duke", 0: "Rose Doolan"}
    boom = scene(
        characters=names, tables={1: "Dynamite"}, top="Missed! 2S, Missed! 3S, Scope, Duel"
    )
    play(boom, "end turn")
    assert asked(boom) == (1, "play")
    assert life(boom, 1) == 1
    calm = scene(characters=names, tables={1: "Dynamite"}, top="Jail 10S, Beer 6H, Scope, Duel")
    play(calm, "end turn")
    assert asked(calm) == (1, "play")
    assert table(calm, 2) == ["Dynamite"]


def test_rule_9_2_black_jack_with_one_card_in_all():
    position = scene(characters={1: "Black Jack"}, deck="Beer 6H", rest=3, life={3: 4})
    play(position, "end turn")
    assert cards(position, 1) == ["Beer 6H"]


def test_rule_9_5_jesse_with_an_empty_deck():
    position = scene(characters={1: "Jesse Jones"}, hands={2: "Beer 6H"}, deck="", rest=3)
    play(position, "end turn")
    # Seat 3 holds the rest.
    assert "draw from seat 2" in legal(position)
    play(position, "draw from seat 2")
    assert cards(position, 1) == ["Beer 6H"]


def test_rule_9_3_janet_fights_a_duel_with_missed_only():
    """R15."""
    position = scene(
        characters={0: "Calamity Janet"}, hands={0: "Duel, Missed!, Missed!", 1: "Bang!, Bang!"}
    )
    play(position, "duel -> seat 1", "bang!", "missed!", "bang!", "missed!")
    assert life(position) == [5, 3, 4, 4]
    assert legal(position) == ["end turn"]


def test_rule_9_11_sid_saves_himself_from_a_mass_attack():
    position = scene(
        characters={1: "Sid Ketchum"}, hands={0: "Gatling", 1: "Duel, Jail", 2: "Beer"},
        life={1: 1, 2: 1},
    )  # fmt: skip
    play(position, "play Gatling", "pass", "pass", "discard two for a life", "discard Jail")
    play(position, "discard Duel")
    assert asked(position) == (2, "last save")
    play(position, "beer!")
    assert life(position)[1:3] == [1, 1]


def test_rule_9_16_willys_shots_count_for_nobody_else():
    position = scene(
        characters={0: "Willy the Kid", 1: "Rose Doolan"},
        hands={0: "Bang!, Bang!", 1: "Bang!, Bang!"},
    )
    play(position, "bang -> seat 3", "bang -> seat 3", "end turn", "bang -> seat 0")
    assert [text for text in legal(position) if text.startswith("bang ->")] == []


def test_rule_9_11_a_pair_of_beers_is_no_way_to_two_lives():
    """Rule 6.6: nothing is offered that does not suffice; two Beers do, one pair does not."""
    position = sid_after_dynamite("Beer, Beer", 2)

    assert legal(position) == ["pass", "beer!"]


def test_rule_9_13_suzy_draws_after_her_last_beer_against_dynamite():
    """The Dynamite is done with before phase 1, in which she draws two more."""
    position = scene(
        characters={1: "Suzy Lafayette"}, hands={1: "Beer"}, tables={1: "Dynamite"}, life={1: 3},
        top="Missed! 2S, Scope, Duel, Jail, Gatling",
    )  # fmt: skip
    play(position, "end turn", "beer!")
    assert asked(position) == (1, "play")
    assert len(cards(position, 1)) == 3
