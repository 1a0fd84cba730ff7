"""The published heuristic, rulebook 3.2: scenarios written from the rulebook alone."""

import pytest
from rulebook_scene import SEVEN, play, power
from test_colonizers_policies import answers
from test_colonizers_rules import (
    COLONISTS,
    listed,
    scene,
)

RED3 = "Garrison, Barracks, Military Academy"
GREEN3 = "Oxygen Generator, Water Reservoir, Eco-Dome"
BLUE3 = "Marketplace, Warehouse, Quarry"
FOUR = "Quarry, Quarry, Quarry, Quarry"
NEAR = {"colony3": SEVEN}


def picking(offer, **fields):
    """Seat 0 picks from this offer; one more colonist is removed."""
    out = next(one for one in COLONISTS if one not in offer)
    return scene(
        phase="pick", colonists="-, -, -, -", removed=out, available=", ".join(offer),
        revealed="0, 0, 0, 0", **{f"offer{seat}": "-" for seat in range(4)}, **fields,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("colony", "removed", "answer"),
    [
        (RED3, "Spy", "pick General"),
        (GREEN3, "Spy", "pick Ecologist"),
        (BLUE3, "Spy", "pick Miner"),
        (f"{GREEN3}, {RED3}", "Spy", "pick General"),
        (f"{BLUE3}, {GREEN3}", "Spy", "pick Ecologist"),
        (f"{BLUE3}, {GREEN3}", "Ecologist", "pick Visionary"),  # only the top colour is tried
        (f"{BLUE3}, Quarry, {GREEN3}", "Spy", "pick Miner"),
        ("Garrison, Barracks, Spaceport, Spaceport, Research Lab", "Spy", "pick Visionary"),
    ],
)
def test_the_heuristic_picks_whom_its_colour_pays_or_the_visionary(colony, removed, answer):
    """Three of the top colour (red, green, blue on ties), else the Visionary with few cards."""
    offer = [one for one in COLONISTS if one != removed]
    assert set(answers(picking(offer, colony0=colony, hand0="Quarry"), 40)) == {answer}


def test_the_heuristic_picks_anyone_otherwise():
    """Two cards in hand and no colour: each of the five equally likely."""
    offer = [one for one in COLONISTS if one != "Spy"]
    counts = answers(picking(offer, hand0="Quarry, Quarry", colony0="Garrison, Barracks"), 1000)
    assert set(counts) == {f"pick {one}" for one in offer}
    assert all(140 < count < 260 for count in counts.values())


@pytest.mark.parametrize(
    ("omnium", "cards", "expected"),
    [
        (0, 0, {"take Omnium"}),
        (1, 4, {"take Omnium"}),
        (9, 5, {"take Omnium"}),
        (1, 0, {"draw modules"}),
        (1, 1, {"take Omnium", "draw modules"}),
        (5, 3, {"take Omnium", "draw modules"}),
    ],
)
def test_the_heuristic_draws_by_omnium_and_hand(omnium, cards, expected):
    """Omnium 0 or four cards: Omnium; no cards: draw; else either."""
    hand0 = ", ".join(["Quarry", "Quarry", "Quarry", "Garrison", "Garrison"][:cards]) or "-"
    assert set(answers(scene(hand0=hand0, omnium=f"{omnium}, 0, 0, 0"), 60)) == expected


@pytest.mark.parametrize(
    ("omnium", "drawn", "fields", "expected"),
    [
        # near the end: by value, even another's colony counts, only what can be paid
        (9, "Quarry, Research Lab", {"colony2": SEVEN}, {"Research Lab"}),
        (5, "Quarry, Research Lab", {"colony2": SEVEN}, {"Quarry"}),
        (5, "Quarry, Water Reservoir", {"colony2": SEVEN}, {"Quarry"}),
        (5, "Water Reservoir, Quarry", {"colony2": SEVEN}, {"Water Reservoir"}),
        # six modules are not near the end; the top colour counts, red for an empty colony
        (9, "Research Lab, Garrison", {"colony2": SEVEN.rpartition(",")[0]}, {"Garrison"}),
        (9, "Research Lab, Garrison", {}, {"Garrison"}),
        (9, "Eco-Dome, Garrison", {"colony0": "Oxygen Generator"}, {"Eco-Dome"}),
        (9, "Planetary Defense System, Garrison", {}, {"Planetary Defense System"}),
        (5, "Planetary Defense System, Garrison", {}, {"Garrison"}),
        # nothing of the top colour, or nothing that can be paid: either
        (9, "Research Lab, Quarry", {}, {"Research Lab", "Quarry"}),
        (0, "Garrison, Barracks", {}, {"Garrison", "Barracks"}),
        (0, "Garrison, Barracks", {"colony2": SEVEN}, {"Garrison", "Barracks"}),
        # five in hand: value less cost, of all colours
        (9, "Garrison, Research Lab", {"hand0": f"{FOUR}, Barracks"}, {"Research Lab"}),
        (9, "Garrison, Research Lab", {"hand0": FOUR}, {"Garrison"}),
    ],
)  # fmt: skip
def test_the_heuristic_keeps_by_its_rules(omnium, drawn, fields, expected):
    """Near the end by value, with five cards by value less cost, then the top colour, then any."""
    position = scene(phase="keep", drawn=drawn, omnium=f"{omnium}, 0, 0, 0", **fields)
    assert set(answers(position, 60)) == {f"keep {name}" for name in expected}


@pytest.mark.parametrize(
    ("omnium", "cards", "fields", "expected"),
    [
        (9, "Garrison, Research Lab, Hydroponics Facility", NEAR, {"build Research Lab"}),
        (9, "Garrison, Hydroponics Facility, Research Lab", NEAR, {"build Hydroponics Facility"}),
        (8, "Garrison, Research Lab, Quarry, Eco-Dome, Barracks", {}, {"build Eco-Dome"}),
        (7, "Garrison, Research Lab, Quarry, Eco-Dome, Barracks", {}, {"build Research Lab"}),
        (7, "Research Lab, Garrison, Barracks", {}, {"build Garrison"}),
        (7, "Research Lab, Barracks, Garrison", {}, {"build Barracks"}),
        (5, "Quarry, Research Lab", {}, {"build Quarry", "build nothing"}),
        (0, "Garrison", {}, {"build nothing"}),
    ],
)  # fmt: skip
def test_the_heuristic_builds_by_its_rules(omnium, cards, fields, expected):
    """The same rules over the hand; last any affordable card or nothing."""
    position = scene(phase="build", hand0=cards, omnium=f"{omnium}, 0, 0, 0", **fields)
    assert set(answers(position, 60)) == expected


def test_equal_cards_weigh_double_in_the_heuristics_random_build():
    """Two Quarries and nothing: two to one (1.6 lists an action for each card)."""
    position = scene(phase="build", hand0="Quarry, Quarry", omnium="5, 0, 0, 0")
    assert 540 < answers(position, 900)["build Quarry"] < 660


def test_the_heuristic_opportunist_robs_the_richest_less_doubt_and_never_passes():
    """Seat 1: seat 0 is known, the later two are three suspects each; ties to the lower seat."""
    picks = "Miner, Opportunist, General, Ecologist"
    fields = {"picks": picks, "turn": 1, "phase": "power"}
    assert set(answers(scene(omnium="3, 0, 5, 0", **fields), 60)) == {"steal from Miner"}
    third = {"steal from General", "steal from Ecologist", "steal from Visionary"}
    assert set(answers(scene(omnium="3, 0, 6, 0", **fields), 60)) == third
    assert set(answers(scene(omnium="0, 0, 0, 0", **fields), 60)) == {"steal from Miner"}
    first = set(answers(power("Opportunist"), 80))
    assert len(first) == 4
    assert "do nothing" not in first


def test_the_heuristic_spy_swaps_only_for_more_cards_than_doubt():
    """Seat 2: score 2 x (their cards - own) - (suspects - 1) must be above 0."""
    fields = {"picks": "Miner, General, Spy, Ecologist", "turn": 2, "phase": "power"}
    assert set(answers(scene(hand2="Quarry", **fields), 40)) == {"do nothing"}
    assert set(answers(scene(hand1="Quarry", **fields), 40)) == {"swap with General"}
    later = {"swap with Ecologist", "swap with Visionary"}  # 2 - 1 > 0: the two it passed on
    assert set(answers(scene(hand3="Quarry", **fields), 60)) == later
    equal = scene(hand1="Quarry", hand2="Garrison", hand3="Barracks", **fields)
    assert set(answers(equal, 40)) == {"do nothing"}


def test_the_heuristic_does_not_deduce_beyond_the_rulebook():
    """2.2: a suspect that a failed swap has ruled out stays a suspect for the heuristic."""
    position = scene(
        picks="Spy, Opportunist, General, Ecologist", turn=0, phase="power", omnium="0, 0, 9, 0"
    )
    left = listed(position, "available")[0]
    play(position, f"swap with {left}", "build nothing", "take Omnium")
    assert set(answers(position, 60)) == {
        "steal from General", "steal from Ecologist", f"steal from {left}",
    }  # fmt: skip
