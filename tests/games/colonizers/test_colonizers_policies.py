"""The published heuristic, rule of thumb by rule of thumb, and how the seats fare."""

from collections import Counter

import pytest
from test_colonizers_rules import scene, texts

import standoff
from standoff.agents import enter
from standoff.arena import Match, play_match
from standoff.rng import Rng

GAME = standoff.load("colonizers")
RED = "Garrison, Barracks, Military Academy"


def answers(position, count=1, spec="heuristic"):
    rng = Rng(1)
    agent = enter(GAME, spec).make(rng)
    view = position.view(position.to_move, rng)
    return Counter(view.text(agent.act(view)) for _ in range(count))


def picking(**fields):
    """Seat 0 picks; the Spy is out."""
    five = "Ecologist, General, Miner, Opportunist, Visionary"
    return scene(
        phase="pick", colonists="-, -, -, -", removed="Spy", available=five, revealed="0, 0, 0, 0",
        **{f"offer{seat}": "-" for seat in range(4)}, **fields,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("colony", "hand", "answer"),
    [
        (RED, "-", "pick General"),
        ("Quarry, Quarry, Warehouse, Garrison", "-", "pick Miner"),
        (f"{RED}, Quarry, Quarry, Warehouse", "-", "pick General"),
        ("Eco-Dome, Oxygen Generator, Water Reservoir", "-", "pick Ecologist"),
        ("Garrison, Garrison", "Quarry", "pick Visionary"),
        ("-", "-", "pick Visionary"),
    ],
)
def test_pick_whom_the_top_colour_pays_then_the_visionary(colony, hand, answer):
    assert answers(picking(colony0=colony, hand0=hand)) == {answer: 1}


def test_pick_anyone_else():
    counts = answers(picking(hand0="Quarry, Quarry"), 500)
    assert len(counts) == 5
    assert min(counts.values()) > 60


@pytest.mark.parametrize(
    ("omnium", "hand", "expected"),
    [
        ("0, 0, 0, 0", "-", {"take Omnium"}),
        ("3, 0, 0, 0", "-", {"draw modules"}),
        ("3, 0, 0, 0", "Quarry, Quarry, Quarry, Quarry", {"take Omnium"}),
        ("3, 0, 0, 0", "Quarry, Quarry, Quarry", {"take Omnium", "draw modules"}),
    ],
)
def test_draw_what_is_lacking(omnium, hand, expected):
    assert set(answers(scene(omnium=omnium, hand0=hand), 60)) == expected


SEVEN = "Garrison, Garrison, Barracks, Barracks, Housing Unit, Housing Unit, Housing Unit"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"drawn": "Quarry, Hydroponics Facility", "colony3": SEVEN},
            {"keep Hydroponics Facility"},
        ),
        ({"drawn": "Mass Relay, Garrison", "colony3": SEVEN}, {"keep Garrison"}),
        ({"drawn": "Quarry, Military Academy"}, {"keep Military Academy"}),
        ({"drawn": "Quarry, Spaceport"}, {"keep Quarry", "keep Spaceport"}),
        ({"drawn": "Quarry, Oxygen Generator", "colony0": "Quarry"}, {"keep Quarry"}),
        (
            {"drawn": "Spaceport, Research Lab", "hand0": f"{RED}, Quarry, Quarry"},
            {"keep Research Lab"},
        ),
    ],
)
def test_keep_the_best_card(fields, expected):
    position = scene(phase="keep", omnium="8, 0, 0, 0", **fields)
    assert set(answers(position, 60)) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hand0": "Quarry, Eco-Dome", "colony3": SEVEN}, {"build Eco-Dome"}),
        ({"hand0": "Quarry, Garrison, Barracks"}, {"build Garrison"}),
        ({"hand0": "Quarry, Barracks, Garrison", "colony0": "Warehouse"}, {"build Quarry"}),
        ({"hand0": "Quarry, Spaceport"}, {"build Quarry", "build Spaceport", "build nothing"}),
        ({"hand0": "Mass Relay"}, {"build nothing"}),
        (
            {"hand0": "Quarry, Spaceport, Research Lab, Eco-Dome, Warehouse"},
            {"build Eco-Dome"},
        ),
    ],
)
def test_build_the_best_card(fields, expected):
    position = scene(phase="build", omnium="8, 0, 0, 0", **fields)
    assert set(answers(position, 80)) == expected


def test_a_random_build_weighs_equal_cards():
    position = scene(phase="build", omnium="8, 0, 0, 0", hand0="Spaceport, Spaceport, Quarry")
    counts = answers(position, 2000)
    assert counts["build Spaceport"] == pytest.approx(1000, abs=100)
    assert counts["build Quarry"] == pytest.approx(500, abs=80)


THIEF = {"picks": "Miner, Opportunist, General, Spy", "turn": "1", "phase": "power"}
SPY = {"picks": "Miner, Spy, General, Visionary", "turn": "1", "phase": "power"}


def test_steal_from_the_richest_less_what_is_uncertain():
    assert answers(scene(**THIEF, omnium="2, 0, 3, 0"), 20) == {"steal from Miner": 20}
    counts = answers(scene(**THIEF, omnium="2, 0, 5, 0"), 300)
    assert set(counts) == {"steal from General", "steal from Spy", "steal from Visionary"}
    assert answers(scene(**THIEF, omnium="0, 0, 0, 0"), 20) == {"steal from Miner": 20}


def test_swap_with_the_fullest_hand_if_it_is_worth_it():
    assert answers(scene(**SPY, hand0="Quarry"), 5) == {"swap with Miner": 5}
    assert answers(scene(**SPY, hand0="Quarry", hand1="Quarry"), 5) == {"do nothing": 5}
    assert answers(scene(**SPY, hand2="Quarry"), 5) == {"do nothing": 5}
    counts = answers(scene(**SPY, hand2="Quarry, Quarry"), 300)
    assert set(counts) == {"swap with General", "swap with Opportunist", "swap with Visionary"}


def test_the_omniscient_heuristic_is_for_worlds():
    position = scene(**THIEF, omnium="2, 0, 5, 0")
    world = position.view(1).imagine(Rng(1))
    holder = world.view(2).me.colonist
    agent = enter(GAME, "heuristic:knows=all").make(Rng(1))
    view = world.view(1)
    view.observation.colonist[2] = world.state.colonist[2]
    assert view.text(agent.act(view)) == f"steal from {holder}"


def test_other_colonists_do_nothing():
    assert answers(scene(phase="power")) == {"do nothing": 1}
    assert texts(scene(phase="power")) == ["do nothing"]


# --- how the seats fare: section 4.5 of the facts, made with a replica of the published program ---


@pytest.mark.parametrize(
    ("spec", "shares", "ranks"),
    [
        ("uniform", [25.2, 25.2, 25.1, 24.5], [2.488, 2.495, 2.501, 2.515]),
        ("heuristic", [25.7, 22.6, 25.0, 26.7], [2.637, 2.630, 2.435, 2.297]),
    ],
)
def test_seats_fare_as_in_the_published_program(spec, shares, ranks):
    results = play_match(Match("colonizers", (spec,) * 4, 100_000, seed=3))
    seats = results.as_dict()["seats"]
    assert [row["wins"] / 1000 for row in seats] == pytest.approx(shares, abs=0.7)
    assert [row["mean_rank"] for row in seats] == pytest.approx(ranks, abs=0.02)
