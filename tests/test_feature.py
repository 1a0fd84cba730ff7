"""Features: named, in range, from the observation alone, the own seat first."""

import numpy as np
import pytest
from test_laws import toy

import standoff
from standoff import verbs
from standoff.feature import Feature, Features, flags, raw_features, saturate
from standoff.record import state_dtype
from standoff.rng import Rng
from standoff.simulation import fill_mask
from standoff.testing import Law, check_game


def named(view):
    return view.game.features.describe(view.features)


def test_features_are_numbers_with_names_and_ranges():
    features = Features((Feature("life"), Feature("margin", -1.0, 1.0), *flags("is", ("a", "b"))))
    assert len(features) == 4
    assert features.names == ("life", "margin", "is: a", "is: b")
    assert features.low.tolist() == [0.0, -1.0, 0.0, 0.0]
    assert features.high.tolist() == [1.0] * 4
    with pytest.raises(ValueError, match="two features have the same name: life"):
        Features((Feature("life"), Feature("life")))


def test_an_amount_without_bound_is_squeezed():
    assert [saturate(x, 4.0) for x in (0.0, 4.0, -4.0)] == [0.0, 0.5, -0.5]
    assert saturate(1e9, 4.0) < 1.0


def test_a_game_without_features_has_the_raw_numbers_of_its_record():
    dtype = state_dtype(
        (("rng", np.uint64, (2,)), ("score", np.float64), ("hand", np.int8, (2, 2)))
    )
    found = raw_features(dtype, seats=2)
    assert found.names == ("own seat", "score", "hand[0,0]", "hand[0,1]", "hand[1,0]", "hand[1,1]")
    assert found.low[2] == -128
    assert found.high[0] == 1
    game = toy()
    view = game.deal(1).view(1)
    told = named(view)
    assert told["own seat"] == 1
    assert told["hand[1,0]"] == view.observation.hand[1, 0]
    assert told["hand[0,0]"] == -2  # unknown
    assert not any(name.startswith(("rng", "spare")) for name in told)


def test_a_table_without_the_verb_is_refused_and_the_other_way_round():
    with pytest.raises(ValueError, match="needs both features and their names"):
        toy(features=lambda settings: [Feature("x")])
    with pytest.raises(ValueError, match="needs both features and their names"):
        toy({verbs.features: lambda state, seat, out: None})


# --- the law ---


def honest(state, seat, out):
    out[0] = state.count / 4


def lazy(state, seat, out):
    if state.count > 1:
        out[0] = state.count / 4


def loud(state, seat, out):
    out[0] = 1.0 + state.count


def meddling(state, seat, out):
    out[0] = state.count / 4
    state.count = 0


@pytest.mark.parametrize(
    ("body", "broken"),
    [
        (honest, set()),
        (lazy, {Law.SECRECY}),
        (loud, {Law.SOUNDNESS}),
        (meddling, {Law.DETERMINISM}),
    ],
)
def test_the_laws_judge_features(body, broken):
    game = toy({verbs.features: body}, features=lambda settings: [Feature("played")])
    assert check_game(game, games=3, seed=1).broken == broken


# --- masks ---


def test_a_mask_has_a_one_for_each_legal_action(asmacag):
    position = asmacag.deal(1)
    mask, actions = np.ones(asmacag.action_count, np.int8), np.zeros(39, np.int32)
    count = fill_mask(position.state, actions, mask)
    assert np.flatnonzero(mask).tolist() == position.actions
    assert count == len(position.actions)
    assert position.view(0).mask.tolist() == mask.tolist()
    assert not position.view(1).mask.any()
    assert fill_mask(position.playout().state, actions, mask) == 0
    assert not mask.any()


# --- the games ---


def test_asmacag_tells_shares_of_cards(asmacag):
    view = asmacag.deal(1).view(0)
    told = named(view)
    assert told["3 in hand"] == view.me.hand.count("3") / 8
    assert told["5 on the board"] == view.board.count("5") / 8
    assert told["x2 unseen"] == pytest.approx(view.unseen.count("x2") / 6)
    assert told["own turn"] == 1.0
    assert told["factor"] == 0.0
    after = asmacag.deal(1).play("x2").view(0)
    assert named(after)["factor"] == pytest.approx(1 / 3)
    assert named(after)["x2 discarded"] == pytest.approx(1 / 6)
    assert named(after)["actions left"] == pytest.approx(2 / 3)


def test_asmacag_has_a_feature_for_each_number():
    wide = standoff.load("asmacag", min_number=-2, max_number=4)
    assert "-2 in hand" in wide.features.names
    assert check_game(wide, games=5).passed


def test_colonizers_tells_what_a_seat_can_deduce():
    game = standoff.load("colonizers")
    position = game.deal(1)
    told = named(position.view(0))
    offered = [name for name, value in told.items() if name.startswith("on offer") and value]
    assert len(offered) == 5
    assert told["phase: pick"] == 1.0
    assert told["own: to move"] == 1.0
    position.play(position.actions[0])
    view = position.view(2)
    told = named(view)
    assert told["own place: 2"] == 1.0
    assert told["seat +3: to move"] == 1.0  # seat 1
    assert [told[f"on offer: {name}"] for name in ("Miner", "Spy")] == [0.0, 0.0]
    seat0 = [name for name in told if name.startswith("seat +2: may be") and told[name]]
    assert len(seat0) == len(view.players[0].candidates)


def test_bang_tells_the_table_from_the_own_seat():
    game = standoff.load("bang", players=5)
    position, rng = game.deal(3), Rng(1)
    for _ in range(60):
        if position.is_over:
            break
        for seat in range(5):
            view = position.view(seat)
            told = named(view)
            for step in range(5):
                player = view.players[(seat + step) % 5]
                who = f"seat +{step}" if step else "own"
                assert told[f"{who}: lives"] == player.is_alive
                assert told[f"{who}: life"] == pytest.approx(max(0, player.life) / 5)
                assert told[f"{who}: is {player.character}"] == 1.0
                roles = [told[f"{who}: is {name}"] for name in ("Sheriff", "Deputy", "Outlaw")]
                assert (player.role == "?") == (not any(roles) and not told[f"{who}: is Renegade"])
                if step and player.is_alive and view.me.is_alive:
                    assert told[f"{who}: distance"] == pytest.approx(player.distance / 6)
                    assert told[f"{who}: in my range"] == (player.distance <= view.me.range)
                    assert told[f"{who}: has me in range"] == (player.reach <= player.range)
                tables = sum(
                    told[name]
                    for name in told
                    if name.startswith(f"{who}: ") and name.endswith(" on the table")
                )
                assert tables == len(player.table)
            bangs = sum(card.startswith("Bang!") for card in view.me.hand)
            assert told["in hand: Bang!"] == min(bangs, 4) / 4
            if position.to_move == seat:
                assert told["own: to move"] == 1.0
        position.play(rng.choice(position.actions))


@pytest.mark.parametrize("players", [4, 5, 8])
def test_bang_actions_turn_with_the_seats(players):
    game = standoff.load("bang", players=players)
    everything = range(game.action_count)
    for steps in range(players):
        turned = [game.learning.turn_action(game.settings, action, steps) for action in everything]
        assert sorted(turned) == list(everything)
        back = [game.learning.turn_action(game.settings, action, -steps) for action in turned]
        assert back == list(everything)
    turn = lambda text: game.text(game.learning.turn_action(game.settings, game.parse(text), 1))  # noqa: E731
    assert turn("bang -> seat 0") == "bang -> seat 1"
    assert turn(f"bang -> seat {players - 1}") == "bang -> seat 0"
    assert turn("end turn") == "end turn"


def test_other_games_name_no_seats(asmacag):
    assert asmacag.learning.turn_action(asmacag.settings, 7, 1) == 7
