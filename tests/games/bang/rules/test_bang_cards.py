"""Rule 5 of docs/rules/bang.md: what each card does."""

from collections import Counter
from itertools import pairwise

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
    winner,
)

RANGES = {"Volcanic": 1, "Schofield": 2, "Remington": 3, "Rev. Carabine": 4, "Winchester": 5}
OWN_TABLE = ("Barrel", "Mustang", "Scope", "Dynamite", *RANGES)

# --- 5: the cards ---


def test_rule_5_1_stagecoach_draws_two():
    position = scene(hands={0: "Stagecoach"}, top="Beer 6H, Duel 8C, Panic! 8D")
    play(position, "play Stagecoach")
    assert sorted(cards(position, 0)) == ["Beer 6H", "Duel 8C"]


def test_rule_5_1_wells_fargo_draws_three():
    position = scene(hands={0: "Wells Fargo"}, top="Beer 6H, Duel 8C, Panic! 8D, Missed! 2S")
    play(position, "play Wells Fargo")
    assert sorted(cards(position, 0)) == ["Beer 6H", "Duel 8C", "Panic! 8D"]


def test_rule_5_2_bang_takes_a_life():
    position = scene(hands={0: "Bang!, Bang!", 1: "Beer"})
    assert offers(position, "bang -> seat") == ["1", "3"]
    play(position, "bang -> seat 1", "pass")
    assert life(position) == [5, 3, 4, 4]
    assert offers(position, "bang") == []


def test_rule_5_2_volcanic_lifts_the_limit_at_once():
    position = scene(hands={0: "Bang!, Bang!, Bang!, Volcanic"})
    play(position, "bang -> seat 1")
    assert offers(position, "bang") == []
    play(position, "play Volcanic", "bang -> seat 1", "bang -> seat 3")
    assert life(position) == [5, 2, 4, 3]


def test_rule_5_2_losing_the_volcanic_brings_the_limit_back():
    position = scene(hands={0: "Bang!, Bang!, Schofield"}, tables={0: "Volcanic"})
    play(position, "bang -> seat 1")
    assert offers(position, "bang -> seat") == ["1", "3"]
    play(position, "play Schofield")
    assert offers(position, "bang -> seat") == []
    panic = scene(hands={0: "Bang!, Bang!, Panic!"}, tables={0: "Volcanic"})
    play(panic, "bang -> seat 1", "panic! seat 0: Volcanic")
    assert offers(panic, "bang -> seat") == []
    assert hand(panic, 0) == ["Bang!", "Volcanic"]


def test_rule_5_2_the_limit_is_for_one_turn():
    position = scene(hands={0: "Bang!", 1: "Bang!"}, top="Barrel, Mustang")
    play(position, "bang -> seat 1", "pass", "end turn")
    assert "bang -> seat 0" in legal(position)


def test_rule_5_2_nobody_shoots_himself():
    position = scene(hands={0: "Bang!, Duel"}, tables={0: "Winchester, Scope"})
    assert offers(position, "bang -> seat") == ["1", "2", "3"]
    assert offers(position, "duel -> seat") == ["1", "2", "3"]


@pytest.mark.parametrize(("card", "saves"), [("Beer 6H", True), ("Bang! 2D", False)])
def test_rule_5_3_barrel_on_hearts_counts_as_missed(card, saves):
    """R16: it is tried first, without asking."""
    position = scene(hands={0: "Bang!", 1: "Missed!"}, tables={1: "Barrel"}, top=card)
    play(position, "bang -> seat 1")
    assert position.to_move == (0 if saves else 1)
    assert life(position, 1) == 4
    if not saves:
        assert legal(position) == ["pass", "missed!"]


def test_rule_5_3_barrel_is_drawn_for_each_shot():
    position = scene(
        hands={0: "Bang!, Bang!"}, tables={0: "Volcanic", 1: "Barrel"}, top="Beer 6H, Bang! 2D"
    )
    play(position, "bang -> seat 1", "bang -> seat 1")
    assert life(position, 1) == 3


def test_rule_5_4_missed_cancels_a_shot():
    position = scene(hands={0: "Bang!", 1: "Missed!, Beer"})
    play(position, "bang -> seat 1")
    assert legal(position) == ["pass", "missed!"]
    play(position, "missed!")
    assert life(position, 1) == 4
    assert hand(position, 1) == ["Beer"]
    assert discards(position) == ["Bang!", "Missed!"]
    assert position.to_move == 0


def test_rule_5_4_missed_cannot_be_played_in_the_own_turn():
    assert legal(scene(hands={0: "Missed!"})) == ["end turn"]


def test_rule_5_5_beer_regains_a_life():
    position = scene(hands={0: "Beer, Beer"}, life={0: 3})
    assert life(play(position, "play Beer"), 0) == 4
    assert life(play(position, "play Beer"), 0) == 5


def test_rule_5_5_no_beer_with_two_players_left():
    position = scene(dead=(1, 2), hands={0: "Bang!", 3: "Beer, Beer"}, life={3: 1})
    play(position, "bang -> seat 3")
    if position.to_move == 3:
        play(position, "pass")
    assert winner(position) == "law"


def test_rule_5_5_who_is_dying_counts():
    """R21: with three alive the dying player may still drink."""
    position = scene(dead=(1,), hands={0: "Bang!", 3: "Beer, Beer"}, life={3: 1})
    play(position, "bang -> seat 3", "pass")
    assert asked(position) == (3, "last save")
    assert legal(position) == ["pass", "beer!"]
    play(position, "beer!")
    assert life(position, 3) == 1
    assert alive(position) == [0, 2, 3]


def test_rule_5_6_saloon_gives_everybody_alive_a_life():
    position = scene(players=5, hands={0: "Saloon"}, life={0: 5, 1: 2, 2: 4, 3: 1}, dead=(4,))
    play(position, "play Saloon")
    assert life(position) == [5, 3, 4, 2, 0]
    assert alive(position) == [0, 1, 2, 3]


def test_rule_5_6_saloon_works_with_two_players():
    position = scene(hands={0: "Saloon"}, life={0: 2, 3: 1}, dead=(1, 2))
    assert life(play(position, "play Saloon")) == [3, 0, 0, 2]


def test_rule_5_6_saloon_does_not_help_at_the_last_moment():
    position = scene(hands={0: "Bang!", 1: "Saloon"}, life={1: 1})
    play(position, "bang -> seat 1", "pass")
    assert asked(position) == (1, "last save")
    assert legal(position) == ["pass"]
    assert alive(play(position, "pass")) == [0, 2, 3]


STORE = "Beer 6H, Duel 8C, Panic! 8D, Barrel QS, Missed! 2S"


def test_rule_5_7_general_store_goes_round():
    position = scene(players=5, turn=2, hands={2: "General Store"}, dead=(3,), top=STORE)
    play(position, "play General Store")
    assert list(position.view(0).store) == ["Beer 6H", "Panic! 8D", "Duel 8C", "Barrel QS"]
    assert asked(position) == (2, "store")
    assert legal(position) == ["take Beer", "take Panic!", "take Duel", "take Barrel"]
    play(position, "take Panic!")
    assert position.to_move == 4
    play(position, "take Duel")
    assert position.to_move == 0
    play(position, "take Barrel")
    assert asked(position) == (2, "play")
    assert [hand(position, seat) for seat in range(5)] == [
        ["Barrel"], ["Beer"], ["Panic!"], [], ["Duel"],
    ]  # fmt: skip
    assert listed(position, "deck")[-1] == "Missed! 2S"


def test_rule_5_7_equal_cards_are_shared_out_without_asking():
    position = scene(hands={0: "General Store"}, top="Beer 6H, Bang! 2C, Bang! 3C, Bang! 4C")
    play(position, "play General Store")
    assert legal(position) == ["take Bang!", "take Beer"]
    play(position, "take Beer")
    assert asked(position) == (0, "play")
    assert [hand(position, seat) for seat in range(4)] == [
        ["Beer"],
        ["Bang!"],
        ["Bang!"],
        ["Bang!"],
    ]


def test_rule_5_7_a_short_store_serves_the_first():
    """R9: with too few cards the General Store shows fewer."""
    position = scene(hands={0: "General Store"}, deck="Beer 6H, Duel 8C", rest=2, life={2: 4})
    play(position, "play General Store")
    while position.to_move != 0 or asked(position)[1] == "store":
        play(position, legal(position)[0])
    assert len(cards(position, 0)) == 1
    assert len(cards(position, 1)) == 1
    assert len(cards(position, 3)) <= 1


def test_rule_5_8_panic_takes_from_distance_1():
    position = scene(
        players=5, hands={0: "Panic!", 1: "Beer 6H", 2: "Duel"}, tables={1: "Barrel", 2: "Mustang"}
    )
    assert offers(position, "panic!") == ["seat 1: hand", "seat 1: Barrel"]
    play(position, "panic! seat 1: Barrel")
    assert hand(position, 0) == ["Barrel"]
    assert table(position, 1) == []
    assert table(position, 0) == []


def test_rule_5_8_panic_takes_a_random_card_of_a_hand():
    taken = Counter()
    for rng in range(1, 91):
        position = scene(hands={0: "Panic!", 1: "Beer 6H, Duel 8C, Duel JS"}, rng=rng)
        play(position, "panic! seat 1: hand")
        taken.update(cards(position, 0))
        assert len(cards(position, 1)) == 2
    assert set(taken) == {"Beer 6H", "Duel 8C", "Duel JS"}
    assert min(taken.values()) > 15


def test_rule_5_8_horses_count_for_panic():
    position = scene(players=5, hands={0: "Panic!", 1: "Beer", 2: "Beer"}, tables={1: "Mustang"})
    assert offers(position, "panic!") == []
    seeing = scene(players=5, hands={0: "Panic!", 2: "Beer"}, tables={0: "Scope", 1: "Mustang"})
    assert offers(seeing, "panic!") == ["seat 2: hand", "seat 0: Scope", "seat 1: Mustang"]


def test_rule_5_8_the_own_table_can_be_named_but_not_the_own_hand():
    """R17: above all, to get rid of the Dynamite."""
    position = scene(hands={0: "Panic!, Cat Balou, Beer"}, tables={0: "Dynamite"})
    assert offers(position, "panic!") == ["seat 0: Dynamite"]
    assert offers(position, "cat balou") == ["seat 0: Dynamite"]
    play(position, "cat balou seat 0: Dynamite")
    assert discards(position) == ["Cat Balou", "Dynamite"]


def test_rule_5_9_cat_balou_discards_at_any_distance():
    position = scene(
        players=7, hands={0: "Cat Balou", 3: "Beer 6H"}, tables={4: "Winchester, Barrel, Mustang"}
    )
    assert offers(position, "cat balou") == [
        "seat 3: hand", "seat 4: Barrel", "seat 4: Mustang", "seat 4: Winchester",
    ]  # fmt: skip
    play(position, "cat balou seat 4: Winchester")
    assert table(position, 4) == ["Barrel", "Mustang"]
    assert position.view(0).players[4].range == 1
    assert discards(position) == ["Cat Balou", "Winchester"]
    other = scene(players=7, hands={0: "Cat Balou", 3: "Beer 6H"})
    play(other, "cat balou seat 3: hand")
    assert discards(other) == ["Cat Balou", "Beer"]
    assert hand(other, 3) == []


def test_rule_5_9_cat_balou_on_a_hand_is_random():
    lost = Counter()
    for rng in range(1, 61):
        position = scene(hands={0: "Cat Balou", 2: "Beer 6H, Duel 8C"}, rng=rng)
        lost[listed(play(position, "cat balou seat 2: hand"), "discard")[-1]] += 1
    assert min(lost["Beer 6H"], lost["Duel 8C"]) > 15


def test_rule_5_10_gatling_shoots_at_everybody_else():
    position = scene(
        hands={0: "Gatling", 1: "Missed!", 2: "Bang!"}, tables={3: "Barrel"}, top="Beer 6H"
    )
    play(position, "play Gatling")
    assert legal(position) == ["pass", "missed!"]
    play(position, "missed!")
    assert position.to_move == 2
    assert legal(position) == ["pass"]
    play(position, "pass")
    assert asked(position) == (0, "play")
    assert life(position) == [5, 4, 3, 4]


def test_rule_5_10_indians_want_a_bang():
    position = scene(
        hands={0: "Indians!", 1: "Missed!", 2: "Bang!, Missed!"},
        tables={3: "Barrel"},
        top="Beer 6H",
    )
    play(position, "play Indians!")
    assert legal(position) == ["pass"]
    play(position, "pass")
    assert legal(position) == ["pass", "bang!"]
    play(position, "bang!")
    assert asked(position) == (0, "play")
    assert life(position) == [5, 3, 4, 3]
    assert listed(position, "deck")[-1] == "Beer 6H"
    assert hand(position, 2) == ["Missed!"]


def test_rule_5_10_mass_attacks_are_no_bang():
    position = scene(hands={0: "Gatling, Indians!, Bang!"})
    play(position, "play Gatling", "play Indians!")
    assert offers(position, "bang -> seat") == ["1", "3"]
    after = scene(hands={0: "Gatling, Indians!, Bang!"})
    play(after, "bang -> seat 1")
    assert offers(after, "play") == ["Indians!", "Gatling"]


def test_rule_5_11_duel_goes_to_and_fro():
    position = scene(hands={0: "Duel, Bang!, Bang!", 2: "Bang!, Missed!"})
    play(position, "duel -> seat 2")
    assert asked(position) == (2, "duel")
    assert legal(position) == ["pass", "bang!"]
    play(position, "bang!")
    assert asked(position) == (0, "duel")
    assert legal(position) == ["pass", "bang!"]
    play(position, "bang!")
    assert asked(position) == (2, "duel")
    assert legal(position) == ["pass"]
    play(position, "pass")
    assert life(position) == [5, 4, 3, 4]
    # The Bang! of a Duel does not count.
    assert asked(position) == (0, "play")
    assert offers(position, "bang -> seat") == ["1", "3"]


def test_rule_5_11_the_challenger_can_lose():
    position = scene(hands={0: "Duel, Bang!", 2: "Bang!"})
    play(position, "duel -> seat 2", "bang!", "pass")
    assert life(position) == [4, 4, 4, 4]
    assert asked(position) == (0, "play")


def test_rule_5_11_a_barrel_is_no_use_in_a_duel():
    position = scene(hands={0: "Duel", 2: "Missed!"}, tables={2: "Barrel"}, top="Beer 6H")
    play(position, "duel -> seat 2")
    assert legal(position) == ["pass"]
    play(position, "pass")
    assert life(position, 2) == 3
    assert listed(position, "deck")[-1] == "Beer 6H"


def test_rule_5_11_any_distance():
    position = scene(players=7, hands={0: "Duel"}, tables={3: "Mustang"})
    assert offers(position, "duel -> seat") == ["1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("kind", OWN_TABLE)
def test_rule_5_12_blue_cards_go_to_the_own_table(kind):
    position = scene(hands={0: kind})
    assert legal(position) == ["end turn", f"play {kind}"]
    play(position, f"play {kind}")
    assert table(position, 0) == [kind]
    reach = RANGES.get(kind, 1)
    assert position.view(0).me.range == reach


def test_rule_5_12_a_new_weapon_replaces_but_not_the_same():
    """R19: the same weapon again is not allowed."""
    for old, new in pairwise([*RANGES, "Volcanic"]):
        position = scene(hands={0: new}, tables={0: old})
        play(position, f"play {new}")
        assert table(position, 0) == [new]
        assert discards(position) == [old]
    assert legal(scene(hands={0: "Volcanic"}, tables={0: "Volcanic"})) == ["end turn"]


def test_rule_5_13_jail_for_others_but_the_sheriff():
    """R18: nobody jails himself."""
    position = scene(players=5, turn=1, hands={1: "Jail, Jail"}, tables={2: "Jail"})
    assert offers(position, "jail -> seat") == ["3", "4"]
    play(position, "jail -> seat 3")
    assert table(position, 3) == ["Jail"]
    assert offers(position, "jail -> seat") == ["4"]


def test_rule_5_13_a_player_in_jail_answers_as_always():
    position = scene(hands={0: "Bang!, Duel", 1: "Missed!, Bang!"}, tables={1: "Jail"})
    play(position, "bang -> seat 1", "missed!", "duel -> seat 1", "bang!")
    assert life(position) == [4, 4, 4, 4]
    assert table(position, 1) == ["Jail"]


# --- 5.14: no turn without end ---


@pytest.mark.parametrize("card", ["Stagecoach", "Wells Fargo", "General Store"])
def test_rule_5_14_cards_that_bring_themselves_back_do_so_ten_times_at_most(card):
    """All other cards are in hands: what is played is the only card to draw."""
    position = scene(hands={0: card}, deck="", rest=1)
    for _ in range(10):
        play(position, f"play {card}")
    assert f"play {card}" not in legal(position)
    play(position, "end turn")
    assert position.state.refills == 0
