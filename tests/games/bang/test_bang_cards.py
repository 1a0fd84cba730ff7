"""Scenarios for the deal, the turn, distance and each kind of card: docs/rules/bang.md, 1 to 5."""

from collections import Counter
from itertools import pairwise

import pytest
from bang_scene import (
    alive,
    asked,
    cards,
    discards,
    field,
    hand,
    kind_of,
    legal,
    life,
    listed,
    load,
    offers,
    play,
    scene,
    table,
    winner,
)

from standoff.games.bang.notation import CARD_NAMES

SEATS = (4, 5, 6, 7, 8)
COPIES = {
    "Bang!": 25, "Missed!": 12, "Beer": 6, "Panic!": 4, "Cat Balou": 4, "Duel": 3, "Stagecoach": 2,
    "General Store": 2, "Indians!": 2, "Saloon": 1, "Wells Fargo": 1, "Gatling": 1, "Barrel": 2,
    "Dynamite": 1, "Jail": 3, "Mustang": 2, "Scope": 1, "Volcanic": 2, "Schofield": 3,
    "Remington": 1, "Rev. Carabine": 1, "Winchester": 1,
}  # fmt: skip
RANGES = {"Volcanic": 1, "Schofield": 2, "Remington": 3, "Rev. Carabine": 4, "Winchester": 5}
ROLE_TABLE = {4: (1, 0, 2, 1), 5: (1, 1, 2, 1), 6: (1, 1, 3, 1), 7: (1, 2, 3, 1), 8: (1, 2, 3, 2)}
ROLE_NAMES = ("Sheriff", "Deputy", "Outlaw", "Renegade")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
OWN_TABLE = ("Barrel", "Mustang", "Scope", "Dynamite", *RANGES)

# --- 1: the deal ---


def test_rule_1_1_80_cards_of_22_kinds():
    assert Counter(kind_of(card) for card in CARD_NAMES) == COPIES
    assert sum(COPIES.values()) == 80


@pytest.mark.parametrize("suit", "SHDC")
def test_rule_1_1_every_suit_has_a_full_run_and_8_to_ace_again(suit):
    """The structure of the deck settles all faces on which sources differ."""
    faces = [card.removesuffix(" #2").rpartition(" ")[2] for card in CARD_NAMES]
    ranks = Counter(face[:-1] for face in faces if face[-1] == suit)
    assert ranks == Counter([*RANKS, *RANKS[6:]])


def test_rule_1_1_faces_that_decide_much():
    assert set(CARD_NAMES) >= {
        "Dynamite 2H", "General Store 9C", "General Store QS", "Stagecoach 9S #2", "Volcanic 10S",
        "Volcanic 10C", "Barrel QS", "Barrel KS", "Jail 4H", "Gatling 10H", "Winchester 8S",
        "Rev. Carabine AC", "Remington KC", "Scope AS", "Saloon 5H",
    }  # fmt: skip


@pytest.mark.parametrize("players", SEATS)
def test_rule_1_2_roles_by_the_number_of_players(players):
    sheriffs = Counter()
    for seed in range(60):
        roles = listed(load(players=players).deal(seed), "roles")
        assert tuple(roles.count(name) for name in ROLE_NAMES) == ROLE_TABLE[players]
        sheriffs[roles.index("Sheriff")] += 1
    assert len(sheriffs) == players


def test_rule_1_2_only_the_sheriff_is_open():
    position = load(players=7).deal(3)
    roles = listed(position, "roles")
    for viewer in range(7):
        for player in position.view(viewer).players:
            is_open = player.seat == viewer or roles[player.seat] == "Sheriff"
            assert player.role == (roles[player.seat] if is_open else "?")


@pytest.mark.parametrize("players", SEATS)
def test_rule_1_3_everybody_has_another_character(players):
    seen = Counter()
    for seed in range(150):
        position = load(players=players).deal(seed)
        characters = listed(position, "characters")
        assert len(set(characters)) == players
        seen.update(characters)
        for player in position.view(0).players:
            assert player.character == characters[player.seat]
    assert len(seen) == 16
    assert max(seen.values()) < 2.2 * 150 * players / 16


@pytest.mark.parametrize("players", SEATS)
def test_rule_1_4_lives_and_one_more_for_the_sheriff(players):
    for seed in range(60):
        position = load(players=players).deal(seed)
        for player in position.view(0).players:
            bullets = 3 if player.character in ("El Gringo", "Paul Regret") else 4
            is_sheriff = listed(position, "roles")[player.seat] == "Sheriff"
            assert player.life == player.max_life == bullets + is_sheriff


def test_rule_1_4_nobody_gets_more_lives_than_at_the_start():
    position = scene(hands={0: "Beer, Beer"}, life={0: 4})
    play(position, "play Beer")
    assert life(position, 0) == 5
    assert offers(position, "play Beer") == []


@pytest.mark.parametrize("players", SEATS)
def test_rule_1_5_as_many_cards_as_lives_and_the_sheriff_begins(players):
    for seed in range(40):
        position = load(players=players).deal(seed)
        roles, characters = listed(position, "roles"), listed(position, "characters")
        sheriff = roles.index("Sheriff")
        assert position.to_move == sheriff == int(field(position, "turn"))
        for seat in range(players):
            if seat != sheriff:
                assert len(cards(position, seat)) == life(position, seat)
        if characters[sheriff] not in ("Black Jack", "Kit Carlson", "Jesse Jones", "Pedro Ramirez"):
            assert len(cards(position, sheriff)) == life(position, sheriff) + 2
    assert len(listed(load(players=players).deal(1), "discard")) == 0


def test_rule_1_5_turns_go_to_higher_seats():
    position = scene(players=5, turn=3, characters={4: "Willy the Kid"})
    play(position, "end turn")
    assert position.to_move == 4
    play(position, "end turn")
    assert position.to_move == 0


def test_rule_1_6_options_fix_roles_and_characters():
    fixed = {"role2": "sheriff", "role0": "renegade", "character1": "slab-the-killer",
             "character4": "el-gringo"}  # fmt: skip
    others = Counter()
    for seed in range(40):
        position = load(players=5, **fixed).deal(seed)
        roles, characters = listed(position, "roles"), listed(position, "characters")
        assert (roles[2], roles[0]) == ("Sheriff", "Renegade")
        assert (characters[1], characters[4]) == ("Slab the Killer", "El Gringo")
        assert Counter(roles) == {"Sheriff": 1, "Renegade": 1, "Deputy": 1, "Outlaw": 2}
        assert len(set(characters)) == 5
        others[roles[1]] += 1
    assert set(others) == {"Deputy", "Outlaw"}


def test_rule_1_6_every_character_and_role_can_be_fixed():
    names = ("bart-cassidy", "black-jack", "calamity-janet", "el-gringo", "jesse-jones",
             "jourdonnais", "kit-carlson", "lucky-duke", "paul-regret", "pedro-ramirez",
             "rose-doolan", "sid-ketchum", "slab-the-killer", "suzy-lafayette", "vulture-sam",
             "willy-the-kid")  # fmt: skip
    for name in names:
        position = load(character0=name).deal(1)
        assert listed(position, "characters")[0].lower().replace(" ", "-") == name
    for role in ("sheriff", "deputy", "outlaw", "renegade"):
        assert listed(load(role3=role).deal(1), "roles")[3].lower() == role
    all_roles = dict(zip([f"role{seat}" for seat in range(4)],
                         ("outlaw", "renegade", "outlaw", "sheriff"), strict=True))  # fmt: skip
    assert load(players=4, **all_roles).deal(9).to_move == 3


# --- 2: cards ---


@pytest.mark.parametrize("kind", ["Stagecoach", "Wells Fargo", "Beer", "Saloon", "Gatling"])
def test_rule_2_1_brown_cards_are_discarded(kind):
    position = scene(hands={0: kind}, life={0: 2})
    play(position, f"play {kind}")
    assert kind in discards(position)
    assert kind not in hand(position, 0)


@pytest.mark.parametrize("kind", OWN_TABLE)
def test_rule_2_1_blue_cards_lie_on_the_table(kind):
    position = scene(hands={0: kind})
    play(position, f"play {kind}")
    assert table(position, 0) == [kind]
    assert hand(position, 0) == []
    assert discards(position) == []


@pytest.mark.parametrize("kind", ["Barrel", "Mustang", "Volcanic", "Schofield"])
def test_rule_2_2_no_two_cards_of_one_name(kind):
    position = scene(hands={0: kind}, tables={0: kind})
    assert f"play {kind}" not in legal(position)
    other = scene(hands={0: kind}, tables={1: kind})
    assert f"play {kind}" in legal(other)


def test_rule_2_2_no_two_weapons():
    position = scene(hands={0: "Schofield"}, tables={0: "Winchester, Barrel"})
    play(position, "play Schofield")
    assert table(position, 0) == ["Barrel", "Schofield"]
    assert discards(position) == ["Winchester"]


def test_rule_2_3_cards_without_effect_are_not_offered():
    useless = scene(hands={0: "Beer, Saloon"})
    assert legal(useless) == ["end turn"]
    assert legal(scene(hands={0: "Beer, Saloon"}, life={0: 4})) == [
        "end turn",
        "play Beer",
        "play Saloon",
    ]
    assert legal(scene(hands={0: "Beer, Saloon"}, life={2: 1})) == ["end turn", "play Saloon"]
    two = scene(hands={0: "Beer, Saloon"}, life={0: 2}, dead=(1, 2))
    assert legal(two) == ["end turn", "play Saloon"]


def test_rule_2_4_equal_cards_are_one_choice_and_chance_picks():
    played = set()
    for rng in range(1, 30):
        position = scene(hands={0: "Beer 6H, Beer 7H, Beer 8H"}, life={0: 1}, rng=rng)
        assert legal(position) == ["end turn", "play Beer"]
        play(position, "play Beer")
        played.update(listed(position, "discard"))
    assert played == {"Beer 6H", "Beer 7H", "Beer 8H"}


def test_rule_2_4_chance_picks_a_discarded_card_too():
    dropped = set()
    for rng in range(1, 30):
        position = scene(hands={0: "Beer 6H, Beer 7H"}, life={0: 1}, rng=rng)
        play(position, "end turn")
        assert legal(position) == ["discard Beer"]
        play(position, "discard Beer")
        dropped.update(listed(position, "discard"))
    assert dropped == {"Beer 6H", "Beer 7H"}


def test_rule_2_5_a_draw_turns_the_top_card_over_and_discards_it():
    position = scene(hands={0: "Bang!", 1: "Beer"}, tables={1: "Barrel"}, top="Saloon 5H, Duel 8C")
    play(position, "bang -> seat 1")
    assert listed(position, "discard")[-1] == "Saloon 5H"
    assert listed(position, "deck")[-1] == "Duel 8C"
    assert life(position, 1) == 4


def test_rule_2_5_without_any_card_the_draw_fails_but_no_dynamite_explodes():
    """R9: when there is no card, a draw! counts as failed."""
    position = scene(
        turn=0, tables={1: "Dynamite, Jail"}, deck="", rest=2, hands={0: "Bang!", 2: ""},
        characters={2: "Willy the Kid", 1: "Slab the Killer"},
    )  # fmt: skip
    play(position, "end turn")
    # The Dynamite went on to seat 2, and seat 1 stayed in jail; the Jail is the only discard.
    assert life(position, 1) == 4
    assert "Dynamite" not in table(position, 1)
    assert int(field(position, "turn")) == 2


def test_rule_2_5_a_barrel_without_a_card_to_draw_fails():
    """R9."""
    # At best there is the Bang! itself to turn over, and it is no hearts.
    position = scene(hands={0: "Bang! 2C"}, tables={1: "Barrel"}, deck="", rest=2)
    play(position, "bang -> seat 1")
    assert life(position, 1) == 3


def test_rule_2_6_the_whole_discard_pile_becomes_the_deck():
    """R9: lazily, and with the top card of the pile."""
    position = scene(hands={0: "Wells Fargo"}, deck="Beer 6H", rest="discard", rng=5)
    assert len(listed(position, "deck")) == 1
    play(position, "play Wells Fargo")
    assert "Beer 6H" in cards(position, 0)
    assert len(cards(position, 0)) == 3
    # 78 cards and the Wells Fargo that was played: 79 in both piles, less the two drawn.
    assert len(listed(position, "deck")) + len(listed(position, "discard")) == 77
    assert len(listed(position, "discard")) <= 1


def test_rule_2_6_the_deck_may_lie_empty_until_a_card_is_needed():
    """R9: the reshuffle is lazy."""
    position = scene(hands={0: "Stagecoach"}, deck="Beer 6H, Beer 7H", rest="discard")
    play(position, "play Stagecoach")
    assert listed(position, "deck") == []
    assert len(listed(position, "discard")) == 78


def test_rule_2_6_nothing_is_drawn_when_both_piles_are_empty():
    """R9."""
    position = scene(hands={0: "Wells Fargo"}, deck="", rest=3, life={3: 4})
    play(position, "play Wells Fargo")
    assert len(cards(position, 0)) <= 1
    assert len(cards(position, 3)) == 79


def test_rule_2_6_a_reshuffle_is_random():
    tops = set()
    for rng in range(1, 40):
        position = scene(hands={0: "Stagecoach"}, deck="", rest="discard", rng=rng)
        tops.update(cards(play(position, "play Stagecoach"), 0))
    assert len(tops) > 30


# --- 3: a turn ---

QUIET_NEXT = {1: "Willy the Kid", 2: "Slab the Killer"}


def test_rule_3_1_dynamite_then_jail_then_the_phases():
    """R22: the Dynamite is drawn for before the Jail."""
    position = scene(tables={1: "Dynamite, Jail"}, top="Bang! 2D, Beer 6H, Duel 8C, Panic! 8D")
    play(position, "end turn")
    assert asked(position) == (1, "play")
    assert listed(position, "discard")[0] == "Bang! 2D"
    assert sorted(listed(position, "discard")[1:]) == ["Beer 6H", "Jail 10S"]
    assert table(position, 2) == ["Dynamite"]
    assert cards(position, 1) == ["Panic! 8D", "Duel 8C"]


def test_rule_3_1_an_explosion_does_not_open_the_jail():
    """R22."""
    position = scene(tables={1: "Dynamite, Jail"}, top="Missed! 2S, Bang! 2D, Duel 8C, Panic! 8D")
    play(position, "end turn")
    assert life(position, 1) == 1
    assert asked(position) == (2, "play")
    assert table(position, 1) == []


@pytest.mark.parametrize(
    ("card", "explodes"),
    [
        ("Missed! 2S", True), ("Missed! 3S", True), ("Missed! 5S", True), ("Missed! 8S", True),
        ("Winchester 8S", True), ("Stagecoach 9S", True), ("Jail 10S", False),
        ("Duel JS", False), ("Barrel KS", False), ("Bang! AS", False), ("Scope AS", False),
        ("Bang! 2C", False), ("Bang! 9D", False), ("Beer 8H", False),
    ],
)  # fmt: skip
def test_rule_3_2_dynamite_explodes_on_2_to_9_of_spades(card, explodes):
    position = scene(tables={1: "Dynamite"}, top=f"{card}, Duel 8C, Panic! 8D")
    play(position, "end turn")
    assert life(position, 1) == (1 if explodes else 4)
    assert (table(position, 2) == ["Dynamite"]) != explodes
    assert ("Dynamite" in discards(position)) == explodes
    assert table(position, 1) == []
    assert asked(position) == (1, "play")


def test_rule_3_2_dynamite_moves_past_the_dead():
    position = scene(players=5, tables={1: "Dynamite"}, dead=(2, 3), top="Bang! 2D, Duel, Panic!")
    play(position, "end turn")
    assert table(position, 4) == ["Dynamite"]


def test_rule_3_2_dynamite_is_not_drawn_for_when_it_is_laid():
    position = scene(hands={0: "Dynamite"}, top="Missed! 2S, Missed! 3S, Missed! 4S")
    play(position, "play Dynamite", "end turn")
    assert life(position, 0) == 5
    assert table(position, 0) == ["Dynamite"]


def test_rule_3_2_dynamite_kills_the_player_on_turn_and_nobody_is_rewarded():
    """R22: no killer, the turn passes on."""
    position = scene(tables={1: "Dynamite"}, life={1: 3}, top="Missed! 2S, Duel 8C, Panic! 8D")
    play(position, "end turn")
    assert alive(position) == [0, 2, 3]
    assert asked(position) == (2, "play")
    assert cards(position, 2) == ["Panic! 8D", "Duel 8C"]
    assert [len(cards(position, seat)) for seat in (0, 1, 3)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("card", "is_free"),
    [("Beer 6H", True), ("Bang! AH", True), ("Bang! 2D", False), ("Bang! AS", False),
     ("Duel 8C", False)],
)  # fmt: skip
def test_rule_3_3_jail_needs_hearts(card, is_free):
    position = scene(tables={1: "Jail"}, top=f"{card}, Mustang, Mustang")
    play(position, "end turn")
    assert position.to_move == (1 if is_free else 2)
    assert table(position, 1) == []
    assert "Jail" in discards(position)
    assert len(cards(position, 1)) == (2 if is_free else 0)


FULL = "Missed!, Missed!, Missed!, Missed!, Beer, Beer"


def test_rule_3_3_who_stays_in_jail_discards_nothing():
    """R6."""
    position = scene(tables={1: "Jail"}, hands={1: FULL}, life={1: 2}, top="Bang! 2D")
    play(position, "end turn")
    assert len(cards(position, 1)) == 6
    assert asked(position) == (2, "play")


def test_rule_3_3_jail_discards_is_an_option():
    """R6, the flag."""
    position = scene(
        tables={1: "Jail"}, hands={1: FULL}, life={1: 4}, top="Bang! 2D", jail_discards="yes"
    )
    play(position, "end turn")
    assert asked(position) == (1, "discard")
    assert legal(position) == ["discard Missed!", "discard Beer"]
    play(position, "discard Beer", "discard Missed!")
    assert len(cards(position, 1)) == 4
    assert position.to_move == 2


def test_rule_3_4_phase_1_draws_two():
    position = scene(top="Beer 6H, Duel 8C, Panic! 8D", hands={1: "Bang! 2D"})
    play(position, "end turn")
    assert cards(position, 1) == ["Bang! 2D", "Beer 6H", "Duel 8C"]
    assert listed(position, "deck")[-1] == "Panic! 8D"


def test_rule_3_5_any_number_of_cards_but_one_bang():
    position = scene(hands={0: "Bang!, Bang!, Barrel, Mustang, Jail"})
    play(position, "play Barrel", "bang -> seat 1", "play Mustang", "jail -> seat 2")
    assert legal(position) == ["end turn"]
    assert hand(position, 0) == ["Bang!"]


def test_rule_3_6_discard_one_by_one_down_to_the_lives():
    position = scene(hands={0: "Bang!, Bang!, Missed!, Beer, Duel"}, life={0: 2})
    play(position, "end turn")
    assert legal(position) == ["discard Bang!", "discard Missed!", "discard Beer", "discard Duel"]
    play(position, "discard Duel", "discard Bang!", "discard Beer")
    assert hand(position, 0) == ["Bang!", "Missed!"]
    assert discards(position) == ["Duel", "Bang!", "Beer"]
    assert position.to_move == 1


def test_rule_3_6_nothing_is_discarded_below_the_limit():
    position = scene(hands={0: "Bang!, Missed!"}, life={0: 2})
    assert play(position, "end turn").to_move == 1
    assert len(cards(position, 0)) == 2


def test_rule_3_7_the_next_living_player():
    position = scene(players=6, turn=4, dead=(5,), hands={0: "Bang!"})
    assert play(position, "end turn").to_move == 0
    assert int(field(position, "round")) == 2
    position = scene(players=6, turn=0, dead=(1, 2))
    assert play(position, "end turn").to_move == 3
    assert int(field(position, "round")) == 1


# --- 4: distance ---


def distances(position, seat):
    return [player.distance for player in position.view(seat).players]


def test_rule_4_1_the_shorter_way_round():
    names = {5: "Willy the Kid", 6: "Vulture Sam", 1: "Bart Cassidy"}
    position = scene(players=7, characters=names)
    assert distances(position, 0) == [0, 1, 2, 3, 3, 2, 1]
    assert distances(position, 3) == [3, 2, 1, 0, 1, 2, 3]


def test_rule_4_1_the_dead_do_not_count():
    names = {6: "Vulture Sam"}
    position = scene(players=7, dead=(1, 5), characters=names)
    assert [distances(position, 0)[seat] for seat in (2, 3, 4, 6)] == [1, 2, 2, 1]


def test_rule_4_1_distances_shrink_at_once_when_somebody_dies():
    position = scene(
        players=5, hands={0: "Bang!, Bang!, Volcanic"}, life={1: 1}, tables={0: "Volcanic"}
    )
    assert offers(position, "bang -> seat") == ["1", "4"]
    play(position, "bang -> seat 1")
    assert offers(position, "bang -> seat") == ["2", "4"]


def test_rule_4_2_mustang_and_paul_regret():
    position = scene(players=5, tables={1: "Mustang", 2: "Mustang"}, characters={2: "Paul Regret"})
    assert distances(position, 0) == [0, 2, 4, 2, 1]
    assert distances(position, 1)[0] == 1
    assert distances(position, 2)[0] == 2


def test_rule_4_3_scope_and_rose_doolan():
    position = scene(players=5, tables={0: "Scope"}, characters={0: "Rose Doolan"})
    assert [max(0, steps) for steps in distances(position, 0)] == [0, 0, 0, 0, 0]
    assert distances(position, 1)[0] == 1
    only = scene(players=5, characters={0: "Rose Doolan"})
    assert distances(only, 0) == [0, 0, 1, 1, 0]


def test_rule_4_3_scope_and_mustang_cancel():
    position = scene(players=5, tables={0: "Scope", 1: "Mustang"})
    assert distances(position, 0) == [0, 1, 1, 1, 0]


@pytest.mark.parametrize(("weapon", "reach"), RANGES.items())
def test_rule_4_4_weapons_have_a_range(weapon, reach):
    position = scene(
        players=8, hands={0: "Bang!"}, tables={0: weapon}, characters={6: "Bart Cassidy"}
    )
    steps = {1: 1, 2: 2, 3: 3, 4: 4, 5: 3, 6: 2, 7: 1}
    expected = [str(seat) for seat in steps if steps[seat] <= reach]
    assert offers(position, "bang -> seat") == expected
    assert position.view(0).me.range == reach


def test_rule_4_4_without_a_weapon_the_range_is_1_and_it_counts_for_bang_alone():
    position = scene(players=6, hands={0: "Bang!, Panic!", 1: "Beer", 2: "Beer", 3: "Beer"})
    assert offers(position, "bang -> seat") == ["1", "5"]
    armed = scene(
        players=6, hands={0: "Panic!", 1: "Beer", 2: "Beer", 3: "Beer"}, tables={0: "Winchester"}
    )
    assert offers(armed, "panic!") == ["seat 1: hand", "seat 0: Winchester"]


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
    assert position.view(0).store == ["Beer 6H", "Panic! 8D", "Duel 8C", "Barrel QS"]
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
