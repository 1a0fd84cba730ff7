"""Who knows what: docs/rules/asmacag.md, section 7."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

import standoff
from standoff import verbs
from standoff.games.asmacag.hidden import Problem
from standoff.rng import Rng

GAME = standoff.load("asmacag")


def test_rule_7_1_a_seat_sees_its_own_hand_the_table_and_sizes():
    position = GAME.deal(4)
    view = position.view(1)
    full = str(position).split()
    seen = str(view).split()
    hidden = {part.split("=")[0] for part, other in zip(full, seen, strict=True) if part != other}
    assert hidden == {"hand0", "deck", "rng"}
    assert view.players[0].hand is None
    assert view.players[0].hand_size == 9
    assert view.me.hand is not None


def test_rule_7_2_the_other_hand_and_the_deck_are_one_heap():
    position = GAME.deal(4)
    view = position.view(0)
    parts = dict(part.split("=") for part in str(position).split())
    heap = Counter(parts["hand1"].split(",") + parts["deck"].split(","))
    assert Counter(view.unseen) == heap
    assert view.unseen == sorted(view.unseen, key=["x2", "%2", *"123456"].index)


def test_observing_an_observation_changes_nothing():
    position = GAME.deal(6)
    once, twice = GAME.states(1), GAME.states(1)
    verbs.observe(position.state, 0, once[0])
    verbs.observe(once[0], 0, twice[0])
    assert once.tobytes() == twice.tobytes()


def test_determinize_deals_every_unseen_card_equally_often():
    """The first card of the other hand, over many worlds, follows the heap."""
    view = GAME.deal(11).view(0)
    rng = Rng(1)
    drawn = Counter()
    for _ in range(8000):
        world = view.imagine(rng)
        drawn[int(world.state.hand[1, 0])] += 1
    heap = np.asarray(view.observation.deck, float)
    kinds = np.flatnonzero(heap)
    expected = heap[kinds] / heap.sum() * 8000
    assert stats.chisquare([drawn[int(kind)] for kind in kinds], expected).pvalue > 1e-4


def test_determinize_gives_each_world_its_own_chance():
    view = GAME.deal(11).view(0)
    rng = Rng(1)
    chances = {view.imagine(rng).state.rng.tobytes() for _ in range(100)}
    assert len(chances) == 100
    assert GAME.deal(11).state.rng.tobytes() not in chances


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("hand_size", [8, 9], Problem.HAND),
        ("board_size", 3, Problem.BOARD),
        ("seat", 5, Problem.TURN),
        ("points_left", 9, Problem.TURN),
        ("factor", 0.0, Problem.FACTOR),
        ("discard", 1, Problem.CARDS),
    ],
)
def test_check_state_names_what_is_wrong(field, value, problem):
    position = GAME.deal(1)
    assert verbs.check_state(position.state) == 0
    position.state[field] = value
    flags = verbs.check_state(position.state)
    assert flags & problem
    assert GAME.problems[problem.value.bit_length() - 1]
