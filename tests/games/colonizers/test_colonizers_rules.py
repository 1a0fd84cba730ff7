"""Scenarios for each rule of docs/rules/colonizers.md; a test's name carries its number."""

from collections import Counter

import numpy as np
import pytest

import standoff
from standoff import verbs
from standoff.games.colonizers.cards import MODULE_NAMES, MODULES, Colonist
from standoff.games.colonizers.hidden import candidates
from standoff.games.colonizers.notation import FIELD_NAMES
from standoff.rng import Rng
from standoff.verbs import NOBODY, Result

GAME = standoff.load("colonizers")
PUBLISHED = standoff.load("colonizers", bonus="published")
COLONISTS = ["Ecologist", "General", "Miner", "Opportunist", "Spy", "Visionary"]


def parts(position):
    return dict(part.strip().split("=") for part in position.notation.split(";"))


def listed(position, name):
    text = parts(position)[name]
    return [] if text == "-" else text.split(", ")


def scene(game=GAME, picks="Ecologist, General, Miner, Opportunist", **fields):
    """A position in the turns of round 5, seat 0 about to draw; cards not named fill the deck."""
    values = dict.fromkeys(FIELD_NAMES, "-")
    values.update(
        round="5", phase="draw", turn="0", first="-1", ran_out="0", omnium="0, 0, 0, 0",
        revealed="0, 0, 0, 0", lost_sizes="0, 0, 0, 0", top="0", rng="1, 2", colonists=picks,
    )  # fmt: skip
    picked = picks.split(", ")
    removed = next(one for one in COLONISTS if one not in picked)
    values["removed"] = removed
    on_offer = [one for one in COLONISTS if one != removed]
    for seat in range(4):
        values[f"offer{seat}"] = ", ".join(on_offer)
        on_offer.remove(picked[seat])
    values["available"] = ", ".join(on_offer)
    values.update({name: str(value) for name, value in fields.items()})
    seat = int(values["turn"])
    if "revealed" not in fields and values["phase"] != "draw":
        values["revealed"] = ", ".join("1" if other <= seat else "0" for other in range(4))
    if "deck" not in fields:
        values["deck"] = ", ".join(rest_of_deck(values))
    return game.position("; ".join(f"{name}={values[name]}" for name in FIELD_NAMES))


def rest_of_deck(values):
    """All modules that do not lie elsewhere, in the order of the table."""
    rest = Counter({name: copies for name, *_, copies in MODULES})
    for field, text in values.items():
        if field.startswith(("hand", "colony", "lost0", "lost1", "lost2", "lost3", "drawn")):
            for card in text.split(", "):
                if card.partition("/")[0] in rest:
                    rest[card.partition("/")[0]] -= 1
    return list(rest.elements())


def texts(position):
    return [position.game.text(action) for action in position.actions]


# --- 1: the table ---


def test_rule_1_1_four_seats_and_seat_0_picks_first():
    assert GAME.players == 4
    assert GAME.deal(1).to_move == 0


def test_rule_1_2_the_deck_has_52_shuffled_modules():
    deck = listed(GAME.deal(1), "deck")
    assert Counter(deck) == {name: copies for name, *_, copies in MODULES}
    assert len(deck) == 52
    assert deck != sorted(deck, key=MODULE_NAMES.index)
    tops = Counter(listed(GAME.deal(seed), "deck")[0] for seed in range(2600))
    assert max(tops.values()) < 290  # 200 are expected of four copies


def test_rule_1_3_all_begin_with_nothing():
    start = parts(GAME.deal(1))
    assert start["omnium"] == "0, 0, 0, 0"
    assert {start[f"{kind}{seat}"] for kind in ("hand", "colony") for seat in range(4)} == {"-"}


def test_rule_1_4_there_are_six_colonists():
    assert [colonist.name.title() for colonist in Colonist] == COLONISTS


# --- 2: the round ---


def test_rule_2_1_one_colonist_is_out_each_equally_often():
    out = Counter(parts(GAME.deal(seed))["removed"] for seed in range(3000))
    assert set(out) == set(COLONISTS)
    assert all(420 < count < 580 for count in out.values())


def test_rule_2_2_each_picks_from_those_left():
    position = GAME.deal(1)
    left = set(listed(position, "available"))
    assert len(left) == 5
    for seat in range(4):
        assert position.to_move == seat
        assert texts(position) == [f"pick {one}" for one in COLONISTS if one in left]
        chosen = texts(position)[0]
        left.remove(chosen.removeprefix("pick "))
        position.play(chosen)
    assert set(listed(position, "available")) == left
    assert len(left) == 1


def test_rule_2_3_turns_follow_the_seats_and_their_phases():
    position = scene(omnium="5, 5, 5, 5")
    for seat in range(4):
        for phase, action in (
            ("draw", "draw modules"),
            ("keep", None),
            ("power", "do nothing"),
            ("build", "build nothing"),
        ):
            assert (position.to_move, parts(position)["phase"]) == (seat, phase)
            position.play(action or texts(position)[0])
    assert (position.to_move, parts(position)["phase"], parts(position)["round"]) == (
        0,
        "pick",
        "6",
    )


# --- 3: draw ---


def test_rule_3_1_a_full_hand_cannot_draw():
    five = "Garrison, Garrison, Garrison, Garrison, Quarry"
    assert texts(scene(hand0=five)) == ["take Omnium"]
    assert texts(scene(hand0=five.removesuffix(", Quarry"))) == ["take Omnium", "draw modules"]


def test_rule_3_2_drawing_shows_the_colonist():
    position = scene()
    assert position.view(1).players[0].colonist == "?"
    position.play("take Omnium")
    assert position.view(1).players[0].colonist == "Ecologist"
    assert position.view(1).players[2].colonist == "?"


@pytest.mark.parametrize(
    ("colonist", "income"), [("Ecologist", 2), ("Miner", 3), ("General", 1), ("Spy", 0)]
)
def test_rule_3_3_colours_pay_their_colonist(colonist, income):
    colony = "Eco-Dome, Oxygen Generator, Quarry, Quarry, Marketplace, Garrison, Housing Unit"
    others = [one for one in COLONISTS if one != colonist][:3]
    for action, extra in (("take Omnium", 2), ("draw modules", 0)):
        position = scene(picks=", ".join([colonist, *others]), colony0=colony).play(action)
        assert listed(position, "omnium")[0] == str(income + extra)


def test_rule_3_3_the_visionary_draws_the_top_card_after_choosing():
    picks = "Visionary, General, Miner, Opportunist"
    position = scene(picks=picks, hand0="Garrison").play("take Omnium")
    assert listed(position, "hand0") == ["Garrison", "Oxygen Generator"]
    full = "Garrison, Garrison, Garrison, Garrison, Quarry"
    assert len(listed(scene(picks=picks, hand0=full).play("take Omnium"), "hand0")) == 5


def test_rule_3_4_taking_omnium_gives_two():
    position = scene().play("take Omnium")
    assert listed(position, "omnium") == ["2", "0", "0", "0"]
    assert parts(position)["phase"] == "power"


def test_rule_3_5_one_is_kept_and_the_other_goes_under_the_deck():
    position = scene(deck="Quarry, Garrison, Spaceport", hand0="Barracks").play("draw modules")
    assert texts(position) == ["keep Quarry", "keep Garrison"]
    position.play("keep Garrison")
    assert listed(position, "hand0") == ["Barracks", "Garrison"]
    assert listed(position, "deck") == ["Spaceport", "Quarry/0"]


def test_rule_3_5_equal_cards_are_one_choice():
    position = scene(deck="Quarry, Quarry, Spaceport").play("draw modules")
    assert texts(position) == ["keep Quarry"]


def test_rule_3_5_a_hand_filled_by_the_passive_loses_the_kept_card():
    picks = "Visionary, General, Miner, Opportunist"
    four = "Garrison, Garrison, Garrison, Garrison"
    deck = "Barracks, Quarry, Mass Relay, Spaceport"
    position = (
        scene(picks=picks, hand0=four, deck=deck).play("draw modules").play("keep Mass Relay")
    )
    assert listed(position, "hand0") == [*four.split(", "), "Barracks"]
    assert listed(position, "lost0") == ["Mass Relay"]
    assert listed(position, "deck") == ["Spaceport", "Quarry/0"]


def test_rule_3_6_too_few_cards_end_the_game():
    position = scene(deck="Quarry").play("draw modules")
    assert position.is_over
    picks = "Visionary, General, Miner, Opportunist"
    assert scene(picks=picks, deck="Quarry, Quarry").play("draw modules").is_over
    assert not scene(picks=picks, deck="Quarry, Quarry, Quarry").play("draw modules").is_over


# --- 4: power ---


@pytest.mark.parametrize("colonist", ["Ecologist", "General", "Miner", "Visionary"])
def test_rule_4_1_four_colonists_can_only_do_nothing(colonist):
    others = [one for one in COLONISTS if one != colonist][:3]
    position = scene(picks=", ".join([colonist, *others]), phase="power")
    assert texts(position) == ["do nothing"]


THIEF = "Opportunist, General, Miner, Spy"


@pytest.mark.parametrize(
    ("target", "omnium"),
    [
        ("General", "3, 1, 1, 0"),
        ("Miner", "2, 3, 0, 0"),
        ("Spy", "1, 3, 1, 0"),
        ("Ecologist", "1, 3, 1, 0"),
    ],
)
def test_rule_4_2_the_opportunist_steals_up_to_two(target, omnium):
    position = scene(picks=THIEF, phase="power", omnium="1, 3, 1, 0")
    assert len(texts(position)) == 6
    assert "steal from Opportunist" not in texts(position)
    position.play(f"steal from {target}")
    assert parts(position)["omnium"] == omnium
    assert parts(position)["phase"] == "build"


def test_rule_4_3_the_spy_swaps_whole_hands():
    position = scene(
        picks="Spy, General, Miner, Visionary", phase="power", hand0="Quarry",
        hand2="Garrison, Barracks",
    )  # fmt: skip
    assert len(texts(position)) == 6
    position.play("swap with Miner")
    assert [card.partition("/")[0] for card in listed(position, "hand0")] == [
        "Garrison",
        "Barracks",
    ]
    assert [card.partition("/")[0] for card in listed(position, "hand2")] == ["Quarry"]
    nobody = scene(picks="Spy, General, Miner, Visionary", phase="power", hand0="Quarry")
    assert listed(nobody.play("swap with Ecologist"), "hand0") == ["Quarry"]


# --- 5: build ---


def test_rule_5_1_one_module_that_can_be_paid():
    position = scene(
        phase="build", hand0="Quarry, Garrison, Quarry, Mass Relay", omnium="6, 0, 0, 0"
    )
    assert texts(position) == ["build Quarry", "build Garrison", "build nothing"]
    position.play("build Quarry")
    assert listed(position, "colony0") == ["Quarry"]
    assert listed(position, "hand0") == ["Garrison", "Quarry", "Mass Relay"]
    assert listed(position, "omnium")[0] == "1"
    assert position.to_move == 1


def test_rule_5_2_the_same_module_may_stand_twice():
    position = scene(phase="build", hand0="Quarry", colony0="Quarry", omnium="5, 0, 0, 0")
    assert listed(position.play("build Quarry"), "colony0") == ["Quarry", "Quarry"]


# --- 6: the end ---

SEVEN = "Garrison, Garrison, Garrison, Barracks, Barracks, Barracks, Housing Unit"
ALSO_SEVEN = "Marketplace, Marketplace, Marketplace, Warehouse, Warehouse, Warehouse, Housing Unit"


def finish_round(position):
    while not position.is_over and parts(position)["round"] == "5":
        wanted = [text for text in texts(position) if text in ("build Quarry", "take Omnium")]
        position.play(wanted[0] if wanted else texts(position)[-1])
    return position


def test_rule_6_1_the_round_is_played_out():
    position = scene(colony1=SEVEN, hand1="Quarry", omnium="0, 9, 0, 0")
    finish_round(position)
    assert position.is_over
    assert listed(position, "omnium")[3] == "2"
    assert not finish_round(scene(colony1=SEVEN)).is_over


def test_rule_6_1_a_game_without_end_is_ended():
    game = standoff.load("colonizers", max_rounds=3)
    position = game.deal(1)
    while not position.is_over:
        position.play(
            texts(position)[-1] if "draw modules" not in texts(position) else "take Omnium"
        )
    assert parts(position)["round"] == "3"
    assert sorted(position.outcome["rank"]) == [1, 2, 3, 4]


def test_rule_6_2_points_are_the_values_of_modules():
    position = scene(
        turn=NOBODY, colony0="Mass Relay, Garrison", colony1="Eco-Dome", omnium="9, 9, 9, 9"
    )
    assert list(position.outcome["score"]) == [17, 11, 0, 0]


@pytest.mark.parametrize(("game", "bonuses"), [(GAME, [2, 4]), (PUBLISHED, [4, 4])])
def test_rule_6_3_the_bonus_for_full_colonies(game, bonuses):
    eight, also_eight = f"{SEVEN}, Quarry", f"{ALSO_SEVEN}, Quarry"
    position = scene(game, turn=NOBODY, first=2, colony1=eight, colony2=also_eight)
    assert list(position.outcome["score"][1:3]) == [16 + bonuses[0], 22 + bonuses[1]]


def test_rule_6_3_the_first_full_colony_is_recorded():
    position = scene(
        colony0=SEVEN, colony1=ALSO_SEVEN, hand0="Quarry", hand1="Quarry", omnium="2, 9, 0, 0"
    )
    finish_round(position)
    assert parts(position)["first"] == "1"


def test_rule_6_4_of_equals_the_earlier_seat_is_better():
    position = scene(turn=NOBODY, colony1="Quarry", colony3="Water Reservoir", colony2="Eco-Dome")
    outcome = position.outcome
    assert list(outcome["rank"]) == [4, 2, 1, 3]
    assert list(outcome["result"]) == [Result.LOSS, Result.LOSS, Result.WIN, Result.LOSS]
    assert position.returns == [0, 0.2, 1, 0.1]


def test_rule_6_5_nobody_wins_when_cards_ran_out():
    position = scene(colony1="Quarry", deck="Quarry").play("draw modules")
    assert position.returns == [0, 0, 0, 0]
    assert list(position.outcome["rank"]) == [2.5] * 4
    assert set(position.outcome["result"]) == {Result.TIE}
    assert list(position.outcome["score"]) == [0] * 4


# --- 7: who knows what ---


def names(mask):
    return {name for bit, name in enumerate(COLONISTS) if mask >> bit & 1}


def test_rule_7_1_hands_deck_and_colonists_are_hidden():
    position = scene(hand0="Quarry", hand1="Garrison, Barracks", phase="power")
    view = position.view(0)
    assert list(view.me.hand) == ["Quarry"]
    assert list(view.players[1].hand) == ["?", "?"]
    assert view.players[1].colonist == "?"
    assert set(view.notation.partition("deck=")[2].split(";")[0].split(", ")) == {"?"}


def test_rule_7_2_what_was_on_offer_tells_of_other_picks():
    position = scene()  # Ecologist, General, Miner, Opportunist; Spy is out, Visionary left
    assert names(candidates(position.state, 0, 1)) == {
        "General",
        "Miner",
        "Opportunist",
        "Visionary",
    }
    assert names(candidates(position.state, 2, 0)) == {"Ecologist", "General", "Spy"}
    assert names(candidates(position.state, 2, 3)) == {"Opportunist", "Visionary"}
    position.play("take Omnium")
    assert names(candidates(position.state, 2, 0)) == {"Ecologist"}
    assert names(candidates(position.state, 2, 1)) == {"General", "Spy"}


def test_rule_7_2_picks_of_this_phase_are_deduced_too():
    position = GAME.deal(1)
    position.play(position.actions[0])
    view = position.view(1)
    missing = set(COLONISTS) - {text.removeprefix("pick ") for text in texts(position)}
    assert set(view.players[0].candidates) == missing
    assert list(view.players[2].candidates) == []
    worlds = Counter(view.imagine(Rng(n)).view(0).me.colonist for n in range(200))
    assert set(worlds) == missing
    assert min(worlds.values()) > 60


def test_rule_7_3_a_theft_shows_who_was_robbed():
    position = scene(picks=THIEF, phase="power", omnium="0, 3, 1, 0").play("steal from Miner")
    assert position.view(3).players[2].colonist == "Miner"


def test_rule_7_3_a_theft_without_prey_rules_out_whoever_has_omnium():
    position = scene(picks=THIEF, phase="power", omnium="0, 3, 1, 0").play("steal from Visionary")
    view = position.view(0)
    assert "Visionary" not in view.players[1].candidates
    assert "Visionary" in view.players[3].candidates
    for seed in range(100):
        world = view.imagine(Rng(seed))
        assert "Visionary" not in (world.view(1).me.colonist, world.view(2).me.colonist)


def test_rule_7_3_a_swap_with_nobody_rules_the_colonist_out():
    position = scene(picks="Spy, General, Miner, Visionary", phase="power").play(
        "swap with Ecologist"
    )
    for seat in (1, 2, 3):
        assert "Ecologist" not in position.view(0).players[seat].candidates


def swapped():
    return scene(
        picks="Spy, General, Miner, Visionary", phase="power", hand0="Quarry, Garrison",
        hand2="Barracks", omnium="0, 0, 9, 0",
    ).play("swap with Miner")  # fmt: skip


def test_rule_7_4_both_know_the_hands_after_a_swap():
    position = swapped()
    assert list(position.view(0).players[2].hand) == ["Quarry", "Garrison"]
    assert list(position.view(2).players[0].hand) == ["Barracks"]
    assert list(position.view(1).players[2].hand) == ["?", "?"]
    for seed in range(20):
        assert sorted(position.view(0).imagine(Rng(seed)).view(2).me.hand) == ["Garrison", "Quarry"]


def test_rule_7_4_a_card_built_later_is_known_no_more():
    position = swapped().play("build nothing")
    while position.to_move != 2 or parts(position)["phase"] != "build":
        position.play(texts(position)[0])
    position.play("build Quarry")
    assert list(position.view(0).players[2].hand) == ["Garrison"]


def test_rule_7_5_the_card_put_under_the_deck_is_known():
    position = scene(deck="Quarry, Garrison, Spaceport, Barracks").play("draw modules")
    position.play("keep Quarry")
    assert position.view(0).notation.count("Garrison/0") == 1
    assert "Garrison" not in position.view(1).notation.partition("deck=")[2]
    for seed in range(20):
        deck = listed(position.view(0).imagine(Rng(seed)), "deck")
        assert deck[-1].startswith("Garrison")


def test_rule_7_5_the_visionary_gets_a_card_that_somebody_knows():
    position = scene(
        picks="Visionary, General, Miner, Spy", deck="Garrison/2, Quarry, Quarry, Barracks"
    ).play("take Omnium")
    assert list(position.view(2).players[0].hand) == ["Garrison"]
    assert list(position.view(1).players[0].hand) == ["?"]


@pytest.mark.parametrize(
    ("deck", "hand", "bottom"),
    [
        ("Garrison/2, Quarry/2, Barracks", ["?"], "?"),
        ("Garrison/2, Quarry, Barracks", ["?"], "?"),
        ("Quarry/2, Quarry/2, Barracks", ["Quarry"], "Quarry/2"),
        ("Quarry/2, Quarry, Barracks", ["?"], "?"),
    ],
)
def test_rule_7_6_which_of_two_known_cards_was_kept_is_not_seen(deck, hand, bottom):
    position = scene(deck=deck).play("draw modules").play("keep Quarry")
    view = position.view(2)
    assert list(view.players[0].hand) == hand
    assert view.notation.partition("deck=")[2].split(";")[0].split(", ")[-1] == bottom


def test_rule_7_6_one_of_two_equal_cards_is_forgotten():
    position = scene(
        phase="build", hand0="Quarry, Quarry/02, Garrison/02", omnium="9, 0, 0, 0"
    ).play("build Quarry")
    assert list(position.view(2).players[0].hand) == ["Garrison", "?"]
    known = scene(phase="build", hand0="Quarry/02, Quarry/02", omnium="9, 0, 0, 0")
    assert list(known.play("build Quarry").view(2).players[0].hand) == ["Quarry"]


def test_the_order_of_another_hand_tells_nothing():
    """Which of two unknown cards around a known one was built must not show."""
    views = [
        scene(phase="build", hand0=hand, omnium="9, 0, 0, 0").play("build Quarry").view(2)
        for hand in ("Quarry, Garrison/02, Barracks", "Barracks, Garrison/02, Quarry")
    ]
    assert views[0].players[0].hand == views[1].players[0].hand == ("Garrison", "?")
    assert len({view.observation.hand.tobytes() for view in views}) == 1


def test_worlds_deal_unknown_cards_evenly():
    view = GAME.deal(3).view(0)
    tops = Counter(listed(view.imagine(Rng(seed)), "deck")[0] for seed in range(2600))
    assert len(tops) == 16
    assert abs(tops["Quarry"] - 200) < 70
    assert tops["Mass Relay"] < 100


@pytest.mark.parametrize("seed", range(3))
def test_evaluate_weighs_modules_cards_and_omnium(seed):
    position = GAME.deal(seed).playout(Rng(seed))
    for seat in range(4):
        state = position.state
        values = [MODULES[card][2] for card in state.colony[seat] if card >= 0]
        full = 4 * (len(values) == 8)
        expected = sum(values) + 0.6 * state.hand_size[seat] + 0.3 * state.omnium[seat] + full
        assert position.evaluate(seat) == pytest.approx(expected)


def test_a_forced_world_keeps_its_own_memory():
    position = swapped()
    world = position.view(0).imagine(Rng(1))
    assert world.view(0).observation.tobytes() == position.view(0).observation.tobytes()
    assert np.array_equal(world.state.colony, position.state.colony)
    assert verbs.check_state(world.state) == 0
