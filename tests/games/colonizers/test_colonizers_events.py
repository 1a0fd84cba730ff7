"""What viewers are told of a move: all that they see, and nothing else."""

import standoff
from standoff.event import Names
from standoff.games.colonizers.events import SENTENCES, say
from standoff.rng import Rng

GAME = standoff.load("colonizers")


def told(position, action, viewer):
    return GAME.tell(position.state, GAME.parse(action), viewer)


def test_a_pick_is_known_to_the_picker_alone():
    position = GAME.deal(1)
    action = GAME.text(position.actions[0])
    colonist = action.removeprefix("pick ")
    assert [told(position, action, viewer)[0].word for viewer in range(5)] == [colonist, *"????"]
    assert told(position, action, 4)[0].text == "Seat 0 picks a colonist."


def test_the_offer_is_known_to_the_seat_that_picks_alone():
    position = GAME.deal(1)
    action = GAME.text(position.actions[0])
    offer = [choice.card for choice in position.copy().play(action).view(1).choices]
    asked = [told(position, action, viewer)[-1] for viewer in range(5)]
    assert [event.cards for event in asked] == [
        tuple(offer) if viewer == 1 else ("?",) * 4 for viewer in range(5)
    ]
    assert asked[1].text.startswith(f"Seat 1 must pick a colonist: {offer[0]}, {offer[1]}")
    assert asked[4].text == "Seat 1 must pick a colonist."


def test_cards_lie_in_the_order_that_views_show():
    """Cards that are set aside, and hands that two players have exchanged."""
    swaps, rng = 0, Rng(1)
    for seed in range(20):
        position = GAME.deal(seed)
        while not position.is_over:
            action = rng.choice(position.actions)
            before = position.copy()
            position.play(action)
            for viewer in range(5):
                view = position.view(viewer)
                for event in GAME.tell(before.state, action, viewer):
                    if event.kind == "set_aside":
                        assert event.cards == view.drawn
                    if event.kind == "give":
                        assert event.cards == view.players[event.target].hand
                        swaps += 1
    assert swaps > 20


def test_drawn_cards_are_known_to_the_drawer_alone():
    position = GAME.deal(1)
    for _ in range(4):
        position.play(position.actions[0])
    own, other = (told(position, "draw modules", viewer)[-2] for viewer in (0, 4))
    assert (own.kind, own.origin, own.place, own.place_seat) == ("set_aside", "deck", "drawn", 0)
    assert "?" not in own.cards
    assert other.cards == ("?", "?")
    assert say(own, Names(you=0)).startswith("You look at ")
    position.play("draw modules")
    keep = GAME.text(position.actions[0])
    kept, under, asked = told(position, keep, 3)
    assert (kept.kind, kept.cards, kept.place) == ("keep", ("?",), "hand")
    assert (under.kind, under.cards, under.place) == ("put_under", ("?",), "deck")
    assert (asked.kind, asked.seat, asked.word) == ("ask", 0, "power")
    assert told(position, keep, 0)[0].cards == (keep.removeprefix("keep "),)


def test_every_kind_of_event_occurs_and_agrees_with_the_state():
    kinds, rng = set(), Rng(1)
    for seed in range(30):
        position = GAME.deal(seed)
        while not position.is_over:
            action = rng.choice(position.actions)
            omnium = position.state.omnium.tolist()
            for event in GAME.tell(position.state, action, 4):
                kinds.add(event.kind)
                assert event.text
                if event.kind in ("income", "take_omnium", "steal"):
                    omnium[event.seat] += event.value
                if event.kind == "steal" and event.target is not None:
                    omnium[event.target] -= event.value
                if event.kind == "build":
                    omnium[event.seat] -= event.value
            position.play(action)
            assert position.state.omnium.tolist() == omnium
    assert kinds == set(SENTENCES)


def test_the_spectator_deduces_colonists_from_what_is_open():
    position = GAME.deal(3)
    for _ in range(4):
        position.play(position.actions[0])
    view = position.view(GAME.spectator)
    assert {len(player.candidates) for player in view.players} == {6}
    position.play("take Omnium")
    view = position.view(GAME.spectator)
    assert [len(player.candidates) for player in view.players] == [1, 5, 5, 5]
    assert view.players[0].colonist == view.players[0].candidates[0]
