"""Rules 2.4, 8.8 and 12 of docs/rules/bang.md: which of equal cards is used, and who saw it."""

import pytest
from bang_scene import asked, cards, generator, legal, listed, load, offers, play, scene

from standoff.agents import enter
from standoff.games.bang.actions import HAND_KIND, NUM_ACTIONS, Code, plain_action
from standoff.games.bang.cards import CARD_KIND, NUM_CARDS, NUM_KINDS
from standoff.games.bang.cardset import BITS, KIND_MASK, KIND_WORD, mark_kinds
from standoff.rng import Rng

TWO_BEERS = {"hands": {0: "Beer 6H, Beer 7H"}, "life": {0: 1}, "seen": "Beer 7H"}


def seen(position):
    return listed(position, "seen")


# --- 2.4: the choice ---


@pytest.mark.parametrize("rng", [1, 2, 3, 4])
def test_rule_2_4_a_seen_card_is_used_unless_an_unseen_one_is_demanded(rng):
    position = scene(rng=rng, **TWO_BEERS)
    assert legal(position) == ["end turn", "play Beer", "play Beer (unseen)"]
    assert cards(play(position.copy(), "play Beer"), 0) == ["Beer 6H"]
    assert cards(play(position, "play Beer (unseen)"), 0) == ["Beer 7H"]


@pytest.mark.parametrize("all_seen", ["-", "Beer 6H, Beer 7H"])
def test_rule_2_4_no_choice_if_all_or_none_are_seen(all_seen):
    position = scene(**TWO_BEERS | {"seen": all_seen})
    assert legal(position) == ["end turn", "play Beer"]


@pytest.mark.parametrize(
    ("hands", "first", "texts"),
    [
        ({0: "Bang! 2D, Bang! 3D"}, [], ["bang -> seat 1", "bang -> seat 3"]),
        ({0: "Duel QD, Duel 8C"}, [], ["duel -> seat 1", "duel -> seat 2", "duel -> seat 3"]),
        ({0: "Jail 10S, Jail 4H"}, [], ["jail -> seat 1", "jail -> seat 2", "jail -> seat 3"]),
        ({0: "Panic! AH, Panic! 8D", 1: "Beer"}, [], ["panic! seat 1: hand"]),
        ({0: "Cat Balou KH, Cat Balou 9D", 1: "Beer"}, [], ["cat balou seat 1: hand"]),
        ({0: "Mustang 8H, Mustang 9H"}, [], ["play Mustang"]),
        ({0: "Indians! AD", 1: "Bang! 2D, Bang! 3D"}, ["play Indians!"], ["bang!"]),
        ({0: "Duel QD", 1: "Bang! 2D, Bang! 3D"}, ["duel -> seat 1"], ["bang!"]),
        ({0: "Bang! 2D", 1: "Missed! 2S, Missed! 3S"}, ["bang -> seat 1"], ["missed!"]),
    ],
)
def test_rule_12_2_every_use_of_a_card_of_the_hand_has_the_choice(hands, first, texts):
    holder = max(hands) if first else 0
    other, mine = sorted(card.strip() for card in hands[holder].split(","))
    position = play(scene(hands=hands, seen=mine), *first)
    found = [text for text in legal(position) if text.endswith(" (unseen)")]
    assert found == [f"{text} (unseen)" for text in texts]
    for text in texts:
        assert mine in cards(play(position.copy(), f"{text} (unseen)"), holder)
        assert other in cards(play(position.copy(), text), holder)


def test_rule_12_2_discards_and_the_last_moment_have_the_choice():
    position = scene(**TWO_BEERS)
    assert legal(play(position, "end turn")) == ["discard Beer", "discard Beer (unseen)"]
    assert cards(play(position, "discard Beer (unseen)"), 0) == ["Beer 7H"]
    dying = scene(hands={0: "Bang!", 1: "Beer 6H, Beer 7H"}, life={1: 1}, seen="Beer 6H", players=5)
    play(dying, "bang -> seat 1", "pass")
    assert legal(dying) == ["pass", "beer!", "beer! (unseen)"]
    assert cards(play(dying, "beer! (unseen)"), 1) == ["Beer 6H"]
    sid = scene(characters={0: "Sid Ketchum"}, **TWO_BEERS)
    play(sid, "discard two for a life")
    assert legal(sid) == ["discard Beer", "discard Beer (unseen)"]


def test_rule_2_4_the_second_missed_against_slab_has_the_choice_too():
    position = scene(
        characters={0: "Slab the Killer"}, seen="Missed! 2S, Missed! 3S",
        hands={0: "Bang!", 1: "Missed! 2S, Missed! 3S, Missed! 4S"},
    )  # fmt: skip
    play(position, "bang -> seat 1", "missed!")
    assert legal(position) == ["missed!", "missed! (unseen)"]
    play(position, "missed! (unseen)")
    assert cards(position, 1)[0] in ("Missed! 2S", "Missed! 3S")


def test_rule_2_4_codes_are_dense_and_few():
    game = load()
    assert game.action_count == NUM_ACTIONS < 1000
    assert len(set(game.action_texts)) == NUM_ACTIONS
    for action in range(Code.UNSEEN, NUM_ACTIONS):
        assert game.text(action) == f"{game.text(plain_action(action))} (unseen)"
        assert HAND_KIND[action] == HAND_KIND[plain_action(action)]
        assert game.texts.shown[action] == game.text(plain_action(action))


@pytest.mark.parametrize("spec", ["rai", "rair", "evolution", "aware"])
def test_rule_2_4_players_of_the_theses_leave_it_open(spec):
    position = scene(**TWO_BEERS)
    entrant = enter(position.game, spec)
    for seed in range(20):
        assert entrant.make(Rng(seed)).act(position.view(0)) < Code.UNSEEN


# --- 8.8: which cards others have seen ---


def test_rule_8_8_cards_that_all_saw():
    store = scene(hands={0: "General Store"}, top="Beer 6H, Duel 8C, Scope AS, Jail 4H")
    play(store, "play General Store", "take Beer", "take Duel", "take Scope")
    assert seen(store) == ["Jail 4H", "Beer 6H", "Duel 8C", "Scope AS"]
    assert store.view(1).seen == ("Duel 8C",)
    assert store.view(1).as_dict()["seen"] == ("Duel 8C",)
    table = scene(hands={0: "Panic!"}, tables={1: "Barrel QS"})
    assert seen(play(table, "panic! seat 1: Barrel")) == ["Barrel QS"]
    assert seen(play(table, "play Barrel")) == []
    pedro = scene(characters={1: "Pedro Ramirez"}, discard="Gatling")
    assert seen(play(pedro, "end turn", "draw from the discard pile")) == ["Gatling 10H"]
    jack = scene(characters={1: "Black Jack", 3: "Paul Regret"}, top="Scope AS, Bang! 2C")
    assert seen(play(jack, "end turn")) == ["Bang! 2C"]


def test_rule_8_8_a_card_taken_from_a_hand_was_seen_by_the_victim():
    position = scene(hands={0: "Panic!", 1: "Beer 6H"})
    play(position, "panic! seat 1: hand")
    assert seen(position) == list(position.view(0).seen) == ["Beer 6H"]
    assert position.view(2).seen == ()


@pytest.mark.parametrize(("stolen", "own"), [("Beer 6H", "Beer 7H"), ("Beer 7H", "Beer 6H")])
def test_rule_8_8_vulture_sam_is_not_told_which_card_was_stolen_before(stolen, own):
    names = {0: "Paul Regret", 1: "Willy the Kid", 2: "Vulture Sam", 3: "Rose Doolan"}
    hands = {0: "Bang! 2D", 1: f"Panic!, Duel QD, {own}", 3: stolen}
    scope = {1: "Scope"}
    position = scene(players=5, turn=1, characters=names, tables=scope, life={1: 1}, hands=hands)
    play(position, "panic! seat 3: hand", "duel -> seat 0", "bang!", "pass")
    while position.to_move == 1:
        play(position, "pass")
    assert not position.state.is_alive[1]
    assert position.view(2).seen == ("Beer 6H", "Beer 7H", "Scope AS")


def test_bots_can_tell_the_demand_for_an_unseen_card_from_the_plain_action():
    view = scene(hands={0: "Beer 6H, Beer 7H"}, life={0: 2}, seen="Beer 6H").view(0)
    drinks = [view.action(code) for code in view.actions if view.action(code).card == "Beer"]
    assert [choice.unseen for choice in drinks] == [False, True]


def test_rule_8_8_the_card_that_kit_carlson_put_back():
    top = "Scope AS, Duel 8C, Beer 6H, Jail 4H"
    names = {1: "Kit Carlson", 2: "Willy the Kid", 3: "Paul Regret"}
    drawn = scene(characters=names, top=top)
    play(drawn, "end turn", "put back Duel 8C", "end turn")
    assert asked(drawn) == (2, "play")
    assert seen(drawn) == list(drawn.view(2).seen) == ["Duel 8C"]
    himself = scene(characters=names, hands={1: "Stagecoach"}, top=top)
    play(himself, "end turn", "put back Duel 8C", "play Stagecoach")
    assert "Duel 8C" in cards(himself, 1)
    assert seen(himself) == []


# --- 12: where the very card could matter ---


def test_rule_12_1_the_store_offers_kinds():
    position = scene(hands={0: "General Store"}, top="Beer 6H, Beer 7H, Scope AS, Jail 4H")
    assert offers(play(position, "play General Store"), "take") == ["Jail", "Beer", "Scope"]
    assert set(seen(play(position, "take Beer"))) == {"Beer 6H"}


def test_rule_12_3_hands_are_drawn_from_at_random():
    position = scene(hands={0: "Panic!, Cat Balou", 1: "Beer 6H, Beer 7H"}, seen="Beer 7H")
    assert offers(position, "panic!") == offers(position, "cat balou") == ["seat 1: hand"]


def test_rule_12_4_kit_carlson_and_lucky_duke_name_the_very_card():
    kit = scene(characters={1: "Kit Carlson"}, top="Beer 6H, Beer 7H, Beer 8H")
    assert offers(play(kit, "end turn"), "put back") == ["Beer 6H", "Beer 7H", "Beer 8H"]
    lucky = scene(
        characters={1: "Lucky Duke", 0: "Rose Doolan"}, tables={1: "Jail"}, top="Bang! KH, Bang! 2D"
    )
    assert offers(play(lucky, "end turn"), "choose") == ["Bang! KH", "Bang! 2D"]


def test_rule_12_5_pedro_has_one_card_to_take():
    position = scene(characters={1: "Pedro Ramirez"}, discard="Beer 6H, Beer 7H")
    play(position, "end turn", "draw from the discard pile")
    assert "Beer 7H" in cards(position, 1)


def test_rule_12_6_the_dead_choose_a_kind():
    position = scene(
        players=5, characters={1: "Pedro Ramirez"}, life={2: 1}, seen="Beer 7H",
        hands={0: "Duel QD", 2: "Beer 6H, Beer 7H, Jail"},
    )  # fmt: skip
    play(position, "duel -> seat 2", "pass", "pass")
    assert asked(position) == (2, "corpse")
    assert offers(position, "leave") == ["Jail on top", "Beer on top"]


# --- the sets behind the choice ---


@pytest.mark.parametrize("seed", range(5))
def test_kinds_are_marked_as_by_counting(seed):
    chance = generator(seed)
    for density in (0.05, 0.3, 0.8):
        held = [card for card in range(NUM_CARDS) if chance.random() < density]
        words = [sum(1 << card % BITS for card in held if card // BITS == word) for word in (0, 1)]
        for kind in range(NUM_KINDS):
            word, mask = int(KIND_WORD[kind]), int(KIND_MASK[kind])
            found = mark_kinds(word, words[word]) & mask
            assert (found != 0) == any(CARD_KIND[card] == kind for card in held)
