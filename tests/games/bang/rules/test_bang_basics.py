"""Rules 1 to 4 of docs/rules/bang.md: the deal, the cards there are, a turn, and distance."""

from collections import Counter

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
)

from standoff.agents import enter
from standoff.games.bang.telling.notation import CARD_NAMES
from standoff.rng import Rng

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
    assert life(play(position, "play Beer"), 0) == 5


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


def test_rule_2_3_drinks_without_effect_can_be_played():
    useless = scene(hands={0: "Beer, Saloon"})
    assert legal(useless) == ["end turn", "play Beer", "play Saloon"]
    before = life(useless)
    play(useless, "play Beer", "play Saloon")
    assert life(useless) == before
    assert discards(useless) == ["Beer", "Saloon"]
    two = scene(hands={0: "Beer"}, life={0: 2}, dead=(1, 2))
    assert life(play(two, "play Beer"), 0) == 2


def test_rule_2_3_suzy_empties_her_hand_by_a_beer_at_full_life():
    position = scene(characters={0: "Suzy Lafayette"}, hands={0: "Beer"}, top="Duel 8C")
    assert hand(play(position, "play Beer"), 0) == ["Duel"]


def test_rule_2_3_a_beer_is_kept_from_el_gringo():
    position = scene(characters={1: "El Gringo"}, hands={0: "Beer, Bang!"}, top="Duel 8C")
    play(position, "play Beer", "bang -> seat 1")
    assert (hand(position, 0), hand(position, 1)) == ([], [])


@pytest.mark.parametrize("rules", ["danilakova", "kolar"])
def test_rule_10_2_and_10_5_the_theses_know_no_drink_without_effect(rules):
    def drinks(**changes):
        return offers(scene(hands={0: "Beer, Saloon"}, rules=rules, **changes), "play")

    assert drinks() == []
    assert drinks(life={0: 4}) == ["Beer", "Saloon"]
    assert drinks(life={2: 1}) == ["Saloon"]
    assert drinks(life={0: 2}, dead=(1, 2)) == ["Saloon"]


@pytest.mark.parametrize(
    "spec", ["rai", "rair", "aware", "evolution", "evolution:individual=trained"]
)
def test_rule_2_3_players_of_the_theses_waste_no_drink(spec):
    useless = scene(players=5, hands={0: "Beer, Beer, Beer, Beer, Beer, Saloon"})
    two = scene(hands={0: "Beer"}, life={0: 2}, dead=(1, 2))
    entrant = enter(useless.game, spec)
    for position in (useless, two):
        chosen = {int(entrant.make(Rng(seed)).act(position.view(0))) for seed in range(20)}
        assert {position.game.text(action) for action in chosen} == {"end turn"}
    thirsty = scene(players=5, hands={0: "Beer"}, life={0: 1})
    chosen = {int(entrant.make(Rng(seed)).act(thirsty.view(0))) for seed in range(20)}
    assert thirsty.game.parse("play Beer") in chosen


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
