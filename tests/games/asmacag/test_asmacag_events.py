import standoff
from standoff.event import Names
from standoff.games.asmacag.events import say
from standoff.rng import Rng

GAME = standoff.load("asmacag")


def test_scores_and_factors_follow_from_the_events():
    rng, kinds = Rng(1), set()
    for seed in range(20):
        position = GAME.deal(seed)
        scores = [0.0, 0.0]
        while not position.is_over:
            is_wrong = rng.below(10) == 0
            action = GAME.action_count - 1 if is_wrong else rng.choice(position.actions)
            mover = position.to_move
            events = GAME.tell(position.state, action, 2)
            assert events == GAME.tell(position.state, action, mover)  # nothing in it is hidden
            standoff.verbs.apply(position.state, action)
            for event in events:
                kinds.add(event.kind)
                if event.kind in ("play", "penalty"):
                    scores[event.seat] += event.value
                if event.kind == "play_special":
                    assert event.value == position.state.factor
            assert position.state.score.tolist() == scores
    assert kinds == {"play", "play_special", "penalty", "remove", "ask", "end", "result"}


def test_moves_are_told_in_sentences():
    position = GAME.deal(1)
    played, removed, asked = GAME.tell(position.state, GAME.parse("5 on 1"), 1)
    assert played.text == "Seat 0 plays 5 on 1 for 4 points."
    assert say(played, Names(["Ann", "Bob"], you=0)) == "You play 5 on 1 for 4 points."
    assert (removed.cards, removed.origin, removed.place) == (("1",), "board", "discard")
    assert asked.text == "Seat 0 has 2 actions left."


def test_the_spectator_sees_no_hand():
    view = GAME.deal(1).view(GAME.spectator)
    assert {card for player in view.players for card in player.hand} == {"?"}
    assert len(view.unseen) == GAME.deal(1).state.copies.sum() - 20
