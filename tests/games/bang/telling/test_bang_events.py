"""What viewers are told of a move: all that they see, and nothing else."""

import re

import msgspec
import pytest
from bang_scene import play, scene

import standoff
from standoff.errors import BadSeat
from standoff.event import LEAVE, Names
from standoff.games.bang.telling.events import SENTENCES, say
from standoff.games.bang.telling.notation import CARD_NAMES
from standoff.rng import Rng


def told(position, action, viewer):
    """The events of an action, given as text, for a viewer."""
    game = position.game
    before = position.state.tobytes()
    events = game.tell(position.state, game.parse(action), viewer)
    assert position.state.tobytes() == before
    return events


def texts(position, action, viewer):
    return [event.text for event in told(position, action, viewer) if event.kind != "ask"]


def random_moves(players, rules, games):
    """Yield positions of random games, each with its next action."""
    game, rng = standoff.load("bang", players=players, rules=rules), Rng(1)
    for seed in range(games):
        position = game.deal(seed)
        while not position.is_over:
            action = rng.choice(position.actions)
            yield position, action
            position.play(action)


# --- events as data ---


def test_a_shot_is_told_as_data_and_in_a_sentence():
    position = scene(hands={0: "Bang! AS", 1: "Beer 6H"})
    shot, asked = told(position, "bang -> seat 1", 3)
    assert msgspec.to_builtins(shot) == {
        "kind": "play",
        "text": "Seat 0 plays Bang! AS at seat 1.",
        "seat": 0,
        "target": 1,
        "cards": ("Bang! AS",),
        "origin": "hand",
        "origin_seat": 0,
        "place": "discard",
    }
    assert (asked.kind, asked.seat, asked.target, asked.word) == ("ask", 1, 0, "shot")


def test_a_stolen_card_is_known_to_two_players_only():
    position = scene(hands={0: "Panic! AH", 1: "Beer 6H, Missed! 2S"})
    seen = [told(position, "panic! seat 1: hand", viewer)[1] for viewer in range(5)]
    assert {event.kind for event in seen} == {"steal"}
    assert seen[0].cards == seen[1].cards != ("?",)
    assert seen[2].cards == seen[3].cards == seen[4].cards == ("?",)
    assert seen[4].text == "Seat 0 takes a card from seat 1."
    assert (seen[4].origin, seen[4].origin_seat, seen[4].place_seat) == ("hand", 1, 0)


def test_the_spectator_knows_what_everybody_was_shown_and_nothing_else():
    position = scene(hands={0: "Panic! AH, Beer 6H", 1: "Missed! 2S"}, tables={1: "Scope AS"})
    assert position.view(4).players[0].hand == ("?", "?")
    play(position, "panic! seat 1: Scope")
    view = position.view(position.game.spectator)
    assert view.players[0].hand == ("Scope AS", "?")
    assert {player.role for player in view.players} == {"Sheriff", "?"}
    assert (view.is_spectator, view.actions, view.as_dict()["seat"]) == (True, (), None)
    with pytest.raises(BadSeat, match="a spectator is not a player"):
        _ = view.me
    with pytest.raises(BadSeat, match="a spectator cannot imagine"):
        view.imagine()
    with pytest.raises(BadSeat, match="from 0 to 3 or the spectator, 4, not -1"):
        position.view(-1)
    with pytest.raises(BadSeat, match="not 5"):
        position.game.tell(position.state, position.actions[0], 5)


def test_what_the_seats_have_in_common_is_not_shown_to_the_spectator():
    """All four know the card: three have looked at it, the fourth holds it."""
    known = dict.fromkeys((1, 2, 3), "Beer 6H")
    position = scene(hands={0: "Beer 6H"}, known=known)
    assert [position.view(seat).players[0].hand for seat in range(5)] == [("Beer 6H",)] * 4 + [
        ("?",)
    ]


@pytest.mark.parametrize(
    ("setting", "action", "lines"),
    [
        (
            {"hands": {0: "Duel JS", 1: "Beer"}},
            "duel -> seat 1",
            ["Seat 0 plays Duel JS at seat 1."],
        ),
        (
            {"hands": {0: "Volcanic 10S"}, "tables": {0: "Winchester 8S"}},
            "play Volcanic",
            [
                "Seat 0's Winchester 8S goes to the discard pile.",
                "Seat 0 lays down Volcanic 10S.",
            ],
        ),
        (
            {"hands": {0: "Jail JS"}},
            "jail -> seat 2",
            ["Seat 0 puts seat 2 in jail with Jail JS."],
        ),
        (
            {"hands": {0: "Cat Balou KH"}, "tables": {1: "Barrel QS"}},
            "cat balou seat 1: Barrel",
            [
                "Seat 0 plays Cat Balou KH on seat 1's Barrel QS.",
                "Seat 1's Barrel QS goes to the discard pile.",
            ],
        ),
        (
            {"hands": {0: "Beer 6H"}, "life": {0: 2}},
            "play Beer",
            ["Seat 0 plays Beer 6H.", "Seat 0 regains 1 life and has 3."],
        ),
    ],
    ids=["duel", "weapon", "jail", "cat balou", "beer"],
)
def test_a_move_is_told_in_sentences(setting, action, lines):
    assert texts(scene(**setting), action, 3) == lines


def test_a_draw_tells_the_turned_card_once():
    position = scene(hands={0: "Bang! AS", 1: "Beer"}, tables={1: "Barrel QS"}, top="Missed! 3S")
    check = told(position, "bang -> seat 1", 2)[1]
    assert check.text == "draw! 3 of spades: the Barrel does not help."
    assert (check.cards, check.origin, check.place) == (("Missed! 3S",), "deck", "discard")
    assert sum("Missed! 3S" in event.cards for event in told(position, "bang -> seat 1", 2)) == 1


def test_a_barrel_that_is_tried_is_no_ability_of_its_owner():
    """Rule 10.7; only the Barrel of Jourdonnais himself is an ability (9.6)."""
    position = scene(
        hands={0: "Bang!", 1: "Beer"}, tables={1: "Barrel QS"}, auto_barrel="no", top="Beer 7H",
        characters={1: "Bart Cassidy"},
    )  # fmt: skip
    lines = texts(play(position, "bang -> seat 1"), "barrel", viewer=2)
    assert lines == ["draw! 7 of hearts: the Barrel helps."]


def test_names_and_you_are_set_in():
    position = scene(hands={0: "Bang! AS", 1: "Beer"}, life={1: 1})
    names = Names(["Ann", "Bob", "Cid", "Dan"], you=1)
    shot = told(position, "bang -> seat 1", 1)[0]
    assert say(shot, names) == "Ann plays Bang! AS at you."
    play(position, "bang -> seat 1")
    lines = [say(event, names) for event in told(position, "pass", 1)]
    assert lines[:2] == ["You do not answer.", "You lose 1 life and are about to die."]


def test_suzy_who_draws_before_her_jail_is_told_of_first():
    """Rule 9.13: a Beer as her last card has saved her from the Dynamite."""
    position = scene(
        players=5, characters={1: "Suzy Lafayette"}, hands={1: "Beer"},
        tables={1: "Dynamite, Jail"}, life={1: 3}, top="Missed! 2S, Duel 8C, Beer 7H",
    )  # fmt: skip
    lines = texts(play(position, "end turn"), "beer!", viewer=2)
    draws = lines.index("Suzy Lafayette draws a card, since her hand is empty.")
    assert lines[draws + 1 : draws + 3] == [
        "Seat 1 draws a card.",
        "draw! 7 of hearts: the jail opens.",
    ]


def test_cards_that_waited_for_a_dying_sam_are_told_after_his_beer():
    position = scene(
        players=5, characters={2: "Vulture Sam"}, hands={0: "Indians!", 1: "Duel", 2: "Beer"},
        life={1: 1, 2: 1},
    )  # fmt: skip
    play(position, "play Indians!", "pass", "pass")
    assert texts(position, "pass", viewer=0)[-1].endswith("killed by seat 0.")
    lines = texts(play(position, "pass"), "beer!", viewer=2)
    start = lines.index("Vulture Sam takes the cards of the dead.")
    assert lines[start + 1] == "Seat 2 takes Duel JS from seat 1."


# --- all kinds, in random games ---


def test_every_kind_of_event_occurs_and_no_role_of_the_living_is_told():
    kinds = set()
    for players, rules in ((4, "official"), (6, "danilakova"), (8, "kolar")):
        for position, action in random_moves(players, rules, games=8):
            after = position.copy().play(action)
            events = position.game.tell(position.state, action, players)
            kinds |= {event.kind for event in events}
            for event in events:
                if event.kind not in ("death", "result", "end", "ability"):
                    assert not re.search("Outlaw|Renegade|Deputy", event.text)
            assert (events[-1].kind == "result") == after.is_over
    assert kinds == set(SENTENCES) - {LEAVE}  # random players do not leave


def test_known_cards_in_events_are_known_in_the_view_after_them():
    hidden = shown = 0
    for position, action in random_moves(5, "official", games=4):
        after = position.copy().play(action)
        for viewer in range(6):
            view = after.view(viewer)
            events = position.game.tell(position.state, action, viewer)
            if any(event.kind == "reshuffle" for event in events):
                continue
            hands = [card for player in view.players for card in player.hand]
            tables = [card for player in view.players for card in player.table]
            open_cards = {*hands, *tables, *view.discard, *view.store}
            for event in events:
                hidden += event.cards.count("?")
                if event.kind in ("draw", "steal", "take"):
                    known = [card for card in event.cards if card != "?"]
                    assert set(known) <= open_cards & set(CARD_NAMES)
                    shown += event.seat != viewer and bool(known)
    assert hidden > 250
    assert shown > 10


# --- 8.8: the holder is told which of his cards others have seen ---


def drawn(position, action, viewer):
    """The last event that brings a card from the deck into a hand."""
    return [event for event in told(position, action, viewer) if event.place == "hand"][-1]


def test_rule_8_8_whoever_draws_the_card_that_kit_put_back_is_told():
    position = scene(
        characters={1: "Kit Carlson"}, turn=0, hands={2: "Gatling"},
        top="Beer 6H, Duel 8C, Scope AS, Missed! 2S",
    )  # fmt: skip
    play(position, "end turn", "put back Duel 8C")
    holder, kit, other = (drawn(position, "end turn", viewer) for viewer in (2, 1, 3))
    assert holder.cards == ("Missed! 2S", "Duel 8C") or set(holder.cards) == {
        "Missed! 2S", "Duel 8C",
    }  # fmt: skip
    assert (holder.seen, kit.seen, other.seen) == (("Duel 8C",), (), ())
    assert kit.cards == ("Duel 8C", "?")
    assert other.cards == ("?", "?")
    assert play(position, "end turn").view(2).seen == holder.seen


def test_rule_8_8_black_jack_is_told_that_all_saw_his_second_card():
    position = scene(
        characters={1: "Black Jack"}, top="Beer 6H, Duel 8C, Scope AS",
    )  # fmt: skip
    holder, other = (drawn(position, "end turn", viewer) for viewer in (1, 3))
    assert (holder.seen, other.seen) == (("Duel 8C",), ())
    assert other.cards == ("Duel 8C", "?")


def test_rule_8_8_a_stolen_card_has_been_seen():
    position = scene(hands={0: "Panic!", 1: "Beer 6H"})
    thief, victim = (told(position, "panic! seat 1: hand", viewer)[1] for viewer in (0, 1))
    assert (thief.seen, victim.seen) == (("Beer 6H",), ())
