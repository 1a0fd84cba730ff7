"""Presets, options and texts that cannot be: docs/rules/bang.md, 10."""

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
    load,
    offers,
    play,
    scene,
    table,
    winner,
)

from standoff.agents import enter
from standoff.errors import BadNotation, BadOption, IllegalAction
from standoff.rng import Rng

DANILAKOVA = {"rules": "danilakova"}
KOLAR = {"rules": "kolar"}

# --- 10.1 ---


def test_rule_10_1_official_is_the_default():
    assert load().settings["rules"] == "official"
    assert load().players == 5
    position = scene(hands={0: "Panic!, Bang!"}, tables={0: "Dynamite"})
    assert offers(position, "discard") == []
    assert offers(position, "panic!") == ["seat 0: Dynamite"]


# --- 10.2 to 10.4: Danilakova ---


def test_rule_10_2_the_own_table_cannot_be_named():
    """Section 11: the thesis speaks of opponents throughout."""
    position = scene(
        hands={0: "Panic!, Cat Balou"}, tables={0: "Dynamite", 1: "Barrel"}, **DANILAKOVA
    )
    assert offers(position, "panic!") == ["seat 1: Barrel"]
    assert offers(position, "cat balou") == ["seat 1: Barrel"]


def test_rule_10_2_jail_discards_and_lucky_duke_is_automatic():
    names = {1: "Lucky Duke", 0: "Rose Doolan"}
    free = scene(
        characters=names, tables={1: "Jail"}, top="Bang! 2D, Beer 6H, Duel, Scope", **DANILAKOVA
    )
    assert asked(play(free, "end turn")) == (1, "play")
    stays = scene(
        tables={1: "Jail"}, hands={1: "Beer, Duel, Bang!"}, life={1: 2}, top="Bang! 2D",
        **DANILAKOVA,
    )  # fmt: skip
    play(stays, "end turn")
    assert position_is_discarding(stays)
    play(stays, "discard Duel")
    if stays.to_move == 1:
        play(stays, "end turn")
    assert hand(stays, 1) == ["Bang!", "Beer"]
    assert asked(stays) == (2, "play")


def position_is_discarding(position):
    texts = legal(position)
    return position.to_move == 1 and all(text.startswith("discard") for text in texts)


def test_rule_10_2_mass_attacks_are_in_one_batch():
    position = scene(turn=3, dead=(2,), hands={3: "Gatling"}, life={0: 1, 1: 1}, **DANILAKOVA)
    assert winner(play(position, "play Gatling")) == "renegade"


def test_rule_10_2_options_overrule_the_preset():
    position = scene(
        tables={1: "Jail"}, hands={1: "Beer, Duel, Bang!"}, life={1: 2}, top="Bang! 2D",
        jail_discards="no", **DANILAKOVA,
    )  # fmt: skip
    play(position, "end turn")
    assert asked(position)[0] == 2
    lucky = scene(
        characters={1: "Lucky Duke", 0: "Rose Doolan"}, tables={1: "Jail"},
        top="Bang! 2D, Beer 6H", auto_lucky_duke="no", **DANILAKOVA,
    )  # fmt: skip
    assert asked(play(lucky, "end turn")) == (1, "lucky")


def test_rule_10_3_any_card_may_be_discarded():
    position = scene(hands={0: "Bang!, Barrel, Duel"}, **DANILAKOVA)
    assert {"discard Bang!", "discard Barrel", "discard Duel", "end turn", "play Barrel"} <= set(
        legal(position)
    )
    play(position, "discard Duel")
    assert legal(position) == ["end turn", "discard Bang!", "discard Barrel"]
    play(position, "discard Bang!", "end turn")
    assert position.to_move == 1
    assert hand(position, 0) == ["Barrel"]
    assert discards(position) == ["Duel", "Bang!"]


def test_rule_10_3_too_many_cards_do_not_end_the_turn():
    position = scene(hands={0: "Bang!, Missed!, Duel"}, life={0: 2}, **DANILAKOVA)
    assert "end turn" not in legal(position)
    play(position, "discard Missed!")
    assert legal(position) == ["end turn", "discard Bang!", "discard Duel"]
    assert asked(play(position, "end turn")) == (1, "play")


def test_rule_10_3_discards_begin_anew_in_the_next_turn():
    position = scene(hands={0: "Duel", 1: "Duel"}, top="Barrel, Scope", **DANILAKOVA)
    play(position, "discard Duel", "end turn")
    assert {"play Barrel", "duel -> seat 0", "discard Duel"} <= set(legal(position))


def test_rule_10_4_suzy_discards_once_for_an_empty_hand():
    """R5: the guard of the thesis."""
    position = scene(
        characters={0: "Suzy Lafayette"}, hands={0: "Missed!"}, top="Duel 8C", **DANILAKOVA
    )
    play(position, "discard Missed!")
    assert hand(position, 0) == ["Duel"]
    assert legal(position) == ["end turn"]
    assert asked(play(position, "end turn")) == (1, "play")


def test_rule_10_4_the_guard_is_for_one_turn():
    position = scene(
        players=4, turn=1, characters={1: "Suzy Lafayette"}, hands={1: "Missed!"}, dead=(2,),
        **DANILAKOVA,
    )  # fmt: skip
    play(position, "discard Missed!", "end turn")
    while position.to_move != 1:
        play(position, "end turn")
    assert len(offers(position, "discard")) > 0


# --- 10.5: Kolar ---


def test_rule_10_5_mass_attacks_are_sequential():
    position = scene(turn=3, dead=(2,), hands={3: "Gatling"}, life={0: 1, 1: 1}, **KOLAR)
    assert winner(play(position, "play Gatling")) == "outlaws"


def test_rule_10_5_the_sheriff_is_dealt_no_extra_card():
    for seed in range(20):
        position = load(role0="sheriff", character0="willy-the-kid", **KOLAR).deal(seed)
        assert life(position, 0) == 5
        assert len(cards(position, 0)) == 4 + 2


def test_rule_10_5_kit_carlson_has_three_lives():
    position = load(role0="outlaw", character0="kit-carlson", **KOLAR).deal(1)
    assert life(position, 0) == 3
    assert len(cards(position, 0)) == 3
    sheriff = load(role0="sheriff", character0="kit-carlson", **KOLAR).deal(1)
    assert life(sheriff, 0) == 4
    assert len(cards(sheriff, 0)) == 3


def test_rule_10_5_a_jailed_player_discards_excess_cards():
    jail = scene(
        tables={1: "Jail"}, hands={1: "Beer, Duel, Bang!"}, life={1: 2}, top="Bang! 2D", **KOLAR
    )
    assert asked(play(jail, "end turn")) == (1, "discard")
    assert asked(play(jail, "discard Duel")) == (2, "play")


def test_rule_10_5_otherwise_official():
    position = scene(hands={0: "Panic!"}, tables={0: "Dynamite"}, **KOLAR)
    assert offers(position, "panic!") == ["seat 0: Dynamite"]


# --- 10.6: single options ---


@pytest.mark.parametrize(("rules", "chosen", "expected"), [
    ("official", "sequential", "outlaws"), ("official", "batch", "renegade"),
    ("kolar", "batch", "renegade"), ("danilakova", "sequential", "outlaws"),
])  # fmt: skip
def test_rule_10_6_mass(rules, chosen, expected):
    position = scene(
        turn=3, dead=(2,), hands={3: "Indians!"}, life={0: 1, 1: 1}, rules=rules, mass=chosen
    )
    assert winner(play(position, "play Indians!")) == expected


@pytest.mark.parametrize(("rules", "extra", "dealt"), [
    ("official", "rules", 5), ("official", "no", 4), ("kolar", "yes", 5), ("danilakova", "no", 4),
    ("danilakova", "rules", 5),
])  # fmt: skip
def test_rule_10_6_sheriff_extra_card(rules, extra, dealt):
    game = load(rules=rules, sheriff_extra_card=extra, role0="sheriff", character0="willy-the-kid")
    position = game.deal(3)
    assert life(position, 0) == 5
    assert len(cards(position, 0)) == dealt + 2


@pytest.mark.parametrize("rules", ["official", "kolar"])
def test_rule_10_6_jail_discards(rules):
    for choice, seat in (("yes", 1), ("no", 2)):
        position = scene(
            tables={1: "Jail"}, hands={1: "Beer, Duel, Bang!"}, life={1: 2}, top="Bang! 2D",
            rules=rules, jail_discards=choice,
        )  # fmt: skip
        assert play(position, "end turn").to_move == seat
    few = scene(tables={1: "Jail"}, hands={1: "Beer"}, top="Bang! 2D", jail_discards="yes")
    assert play(few, "end turn").to_move == 2


@pytest.mark.parametrize("rules", ["official", "kolar"])
def test_rule_10_6_auto_lucky_duke(rules):
    for choice, asks in (("yes", "play"), ("no", "lucky")):
        position = scene(
            characters={1: "Lucky Duke", 0: "Rose Doolan"}, tables={1: "Jail"},
            top="Bang! 2D, Beer 6H", rules=rules, auto_lucky_duke=choice,
        )  # fmt: skip
        assert asked(play(position, "end turn")) == (1, asks)


# --- 10.7: the Barrel as a choice ---

FREE_BARREL = {"auto_barrel": "no"}


def test_rule_10_7_the_target_decides_about_the_barrel():
    position = scene(
        hands={0: "Bang!", 1: "Missed!"}, tables={1: "Barrel"}, top="Beer 6H", **FREE_BARREL
    )
    play(position, "bang -> seat 1")
    assert asked(position) == (1, "shot")
    assert legal(position) == ["pass", "barrel", "missed!"]
    assert "a Barrel or a Missed!" in position.view(1).request
    tried = play(position.copy(), "barrel")
    assert asked(tried) == (0, "play")
    assert (hand(tried, 1), life(tried, 1)) == (["Missed!"], 4)
    answered = play(position.copy(), "missed!")
    assert (hand(answered, 1), life(answered, 1)) == ([], 4)
    assert cards_in_deck(answered) == cards_in_deck(position)
    assert life(play(position, "pass"), 1) == 3


def cards_in_deck(position):
    return int(position.state.deck_size)


def test_rule_10_7_after_a_barrel_that_fails_the_hand_answers():
    position = scene(
        hands={0: "Bang!", 1: "Missed!"}, tables={1: "Barrel"}, top="Bang! 2D", **FREE_BARREL
    )
    play(position, "bang -> seat 1", "barrel")
    assert legal(position) == ["pass", "missed!"]
    bare = scene(hands={0: "Gatling"}, tables={1: "Barrel"}, top="Bang! 2D", **FREE_BARREL)
    play(bare, "play Gatling")
    assert legal(bare) == ["pass", "barrel"]  # asked without a card in hand: Barrels are open
    assert life(play(bare, "barrel"), 1) == 3
    default = scene(hands={0: "Bang!", 1: "Missed!"}, tables={1: "Barrel"}, top="Beer 6H")
    assert asked(play(default, "bang -> seat 1")) == (0, "play")


def test_rule_10_7_jourdonnais_and_lucky_duke_are_asked_too():
    jourdonnais = scene(
        characters={1: "Jourdonnais", 0: "Slab the Killer"}, hands={0: "Bang!", 1: "Missed!"},
        tables={1: "Barrel"}, top="Bang! 2D, Beer 6H", **FREE_BARREL,
    )  # fmt: skip
    play(jourdonnais, "bang -> seat 1")
    assert legal(jourdonnais) == ["pass", "barrel"]  # one Missed! is not enough for Slab
    play(jourdonnais, "barrel")
    assert legal(jourdonnais) == ["pass", "barrel"]
    play(jourdonnais, "barrel")
    assert legal(jourdonnais) == ["pass", "missed!"]
    assert life(play(jourdonnais, "missed!"), 1) == 4
    lucky = scene(
        characters={1: "Lucky Duke", 0: "Rose Doolan"}, hands={0: "Bang!"}, tables={1: "Barrel"},
        top="Bang! 2D, Beer 6H", **FREE_BARREL,
    )  # fmt: skip
    play(lucky, "bang -> seat 1")
    assert legal(lucky) == ["pass", "barrel"]
    assert asked(play(lucky, "barrel")) == (1, "lucky")
    assert life(play(lucky, "choose Beer 6H"), 1) == 4


def test_rule_10_7_the_theses_players_always_try_their_barrel():
    """So they play the same games under both values."""
    for spec in ("rair", "aware"):
        ends = [
            bytes(play_out(load(players=7, auto_barrel=value).deal(3), spec).state.discard)
            for value in ("yes", "no")
        ]
        assert ends[0] == ends[1]


def play_out(position, spec):
    """Play on to the end, all seats by one agent, whose luck differs from seat to seat."""
    agents = [enter(position.game, spec).make(Rng(seat)) for seat in range(7)]
    while not position.is_over:
        seat = position.to_move
        position.play(agents[seat].act(position.view(seat)))
    return position


# --- 10.8: Sid Ketchum in the turns of others ---

SID = {"characters": {2: "Sid Ketchum"}, "sid_any_time": "yes"}


def test_rule_10_8_sid_is_asked_after_each_action_of_others():
    position = scene(
        hands={0: "Barrel, Mustang", 2: "Duel, Duel, Jail, Bang!, Bang!"}, life={2: 2}, **SID
    )
    assert asked(position) == (0, "play")
    play(position, "play Barrel")
    assert asked(position) == (2, "heal")
    assert legal(position) == ["pass", "discard two for a life"]
    assert "may discard two cards for a life" in position.view(0).request
    play(position, "pass")
    assert asked(position) == (0, "play")
    play(position, "play Mustang", "discard two for a life", "discard Duel", "discard Duel")
    assert life(position, 2) == 3
    assert asked(position) == (2, "heal")  # as often as he likes
    play(position, "discard two for a life", "discard Bang!", "discard Jail")
    assert life(position, 2) == 4
    assert asked(position) == (0, "play")


def test_rule_10_8_sid_is_asked_at_the_end_of_a_turn():
    position = scene(hands={2: "Duel, Duel"}, life={2: 2}, **SID)
    play(position, "end turn")
    assert asked(position) == (2, "heal")
    assert asked(play(position, "pass")) == (1, "play")


@pytest.mark.parametrize(("held", "lives"), [("Duel", 2), ("Duel, Duel", 4), ("", 1)])
def test_rule_10_8_sid_is_asked_only_if_he_can_heal(held, lives):
    """Lives and numbers of cards are open, so that the question tells nothing."""
    position = scene(hands={0: "Barrel", 2: held}, life={2: lives}, **SID)
    assert asked(play(position, "play Barrel")) == (0, "play")
    assert asked(play(position, "end turn")) == (1, "play")


def test_rule_10_8_off_by_default_and_not_in_his_own_turn():
    names, hands = {2: "Sid Ketchum"}, {0: "Barrel", 2: "Duel, Scope, Mustang"}
    position = scene(characters=names, hands=hands, life={2: 2})
    assert asked(play(position, "play Barrel")) == (0, "play")
    own = scene(turn=2, hands=hands, life={2: 2}, **SID)
    assert asked(play(own, "play Scope")) == (2, "play")
    assert "discard two for a life" in legal(own)


def test_rule_10_8_agents_answer():
    position = scene(hands={0: "Barrel", 2: "Duel, Duel"}, life={2: 2}, **SID)
    play(position, "play Barrel")
    chosen = {
        spec: {
            position.game.text(enter(position.game, spec).make(Rng(seed)).act(position.view(2)))
            for seed in range(20)
        }
        for spec in ("rai", "rair", "aware")
    }
    both = {"pass", "discard two for a life"}
    assert chosen == {"rai": both, "rair": both, "aware": {"pass"}}


# --- impossible options ---


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3}, "players"),
        ({"players": 9}, "players"),
        ({"rules": "dodge-city"}, "rules"),
        ({"mass": "both"}, "mass"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"jail_discards": "maybe"}, "jail_discards"),
        ({"role0": "sheriff", "role1": "sheriff"}, "sheriff"),
        ({"role0": "deputy", "players": 4}, "deputy"),
        ({"role0": "renegade", "role1": "renegade"}, "renegade"),
        ({"role4": "outlaw", "players": 4}, "role4"),
        ({"character6": "willy-the-kid", "players": 6}, "character6"),
        ({"character0": "slab-the-killer", "character3": "slab-the-killer"}, "slab-the-killer"),
        ({"character0": "pixie-pete"}, "character0"),
        ({"role0": "deputy", "role1": "deputy", "role2": "outlaw", "role3": "outlaw"}, "deputy"),
    ],
)  # fmt: skip
def test_options_that_cannot_be(options, message):
    with pytest.raises(BadOption, match=message):
        load(**options)


# --- texts ---


def changed(position, **fields):
    parts = dict(part.strip().partition("=")[::2] for part in position.notation.split(";"))
    parts.update(fields)
    return "; ".join(f"{name}={value}" for name, value in parts.items())


def test_notation_round_trip():
    position = scene(
        hands={0: "Stagecoach, Stagecoach"}, tables={1: "Barrel"}, known={2: "Saloon 5H"}
    )
    assert position.game.position(position.notation) == position


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"discard": "Beer 6H"}, "Beer 6H is there twice: in .*deck|Beer 6H is there twice"),
        ({"roles": "Sheriff, Sheriff, Outlaw, Renegade"}, "roles"),
        ({"roles": "Outlaw, Outlaw, Outlaw, Renegade"}, "roles"),
        ({"roles": "Sheriff, Outlaw, Outlaw, Gambler"}, "Gambler"),
        ({"hand0": "Bear 6H"}, "hand0 'Bear 6H'"),
        ({"table1": "Barrel QD"}, "table1 'Barrel QD'"),
        ({"life": "9, 4, 4, 4"}, "life"),
        ({"life": "5, 4, 4"}, "life"),
        ({"life": "0, 4, 4, 4"}, "life"),
        ({"life": "x, 4, 4, 4"}, "life"),
        ({"turn": "4"}, "turn"),
        ({"characters": "Willy the Kid, Willy the Kid, Black Jack, Lucky Duke"}, "character"),
        ({"characters": "Pixie Pete, Willy the Kid, Black Jack, Lucky Duke"}, "Pixie Pete"),
        ({"tasks": "dance/0/-1/0/0"}, "dance"),
        ({"tasks": "play/0"}, "play/0"),
        ({"tasks": "play/7/-1/0/0"}, "play"),
        ({"tasks": "-"}, "tasks"),
        ({"deeds": "0>1 kissed 2"}, "kissed"),
        ({"deeds": "0>9 shot 2"}, "seat"),
        ({"known0": "Barrel QS"}, "remembers"),
        ({"alive": "1, 1, 0, 1"}, "dead"),
        ({"rng": "1"}, "rng"),
        ({"winner": "me"}, "me"),
    ],
)  # fmt: skip
def test_notation_names_what_is_wrong(fields, message):
    position = scene(hands={2: "Duel 8C"}, tables={0: "Barrel QS"})
    with pytest.raises(BadNotation, match=message):
        position.game.position(changed(position, **fields))


def test_notation_81_cards():
    position = scene()
    with pytest.raises(BadNotation, match="Bang! AS is there twice: in hand3 and in deck"):
        position.game.position(changed(position, hand3="Bang! AS"))


def test_notation_79_cards():
    position = scene(hands={3: "Bang! AS"})
    with pytest.raises(BadNotation, match="missing"):
        position.game.position(changed(position, hand3="-"))


def test_notation_brown_cards_and_two_weapons_on_a_table():
    position = scene(hands={3: "Bang! AS, Volcanic, Schofield"})
    held = listed(position, "hand3")
    with pytest.raises(BadNotation, match="table"):
        position.game.position(changed(position, hand3=", ".join(held[1:]), table3=held[0]))
    with pytest.raises(BadNotation, match="table"):
        position.game.position(changed(position, hand3=held[0], table3=", ".join(held[1:])))


def test_notation_missing_fields():
    with pytest.raises(BadNotation, match="must have the fields"):
        load(players=4).position("round=1; turn=0")
    with pytest.raises(BadNotation, match="5 players"):
        load(players=5).position(scene(players=4).notation)


def test_notation_actions():
    game = load(players=4)
    assert game.parse("  BANG ->  seat 3 ") == game.parse("bang -> seat 3")
    with pytest.raises(BadNotation, match="there is no action"):
        game.parse("bang seat 3")
    with pytest.raises(IllegalAction):
        scene(hands={0: "Bang!"}).play("bang -> seat 2")
    with pytest.raises(IllegalAction):
        scene(hands={0: "Bang!"}).play("bang -> seat 7")


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_options_players(players):
    position = load(players=players).deal(2)
    assert len(alive(position)) == players
    assert len(position.view(0).players) == players
    assert [table(position, seat) for seat in range(players)] == [[]] * players
