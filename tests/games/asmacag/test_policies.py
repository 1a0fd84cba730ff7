from collections import Counter
from itertools import product

import pytest
from scipy import stats
from test_rules import scene

import standoff
from standoff.agents import enter
from standoff.errors import BadSpec
from standoff.rng import Rng

GAME = standoff.load("asmacag")


def answers(name, position, count=1, game=GAME):
    rng = Rng(1)
    agent = enter(game, name).make(rng)
    view = position.view(position.to_move, rng)
    return Counter(view.text(agent.act(view)) for _ in range(count))


def test_random_weighs_cards_by_their_number():
    position = scene(hand0="6,6,6,x2", hand1="1", board="1,1,1,2")
    counts = answers("random", position, 16_000)
    expected = {"x2": 4000, "6 on 1": 9000, "6 on 2": 3000}
    assert set(counts) == set(expected)
    pairs = [(counts[key], expected[key]) for key in expected]
    assert stats.chisquare(*zip(*pairs, strict=True)).pvalue > 1e-4


def test_uniform_weighs_actions_alike():
    position = scene(hand0="6,6,6,x2", hand1="1", board="1,1,1,2")
    counts = answers("uniform", position, 9000)
    assert set(counts) == {"x2", "6 on 1", "6 on 2"}
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize(
    ("hand", "board", "factor", "answer"),
    [
        ("1,6,3", "1,2,5", 1, "6 on 1"),
        ("5,6", "4,5", 1, "6 on 4"),
        ("3,4", "2,3", 1, "4 on 2"),
        ("2,3", "2,3", 1, "3 on 2"),
        ("x2,3", "3", 1, "3 on 3"),  # a number worth 0 before a special card
        ("x2,%2,3", "5", 1, "%2"),  # of equals the last in the list
        ("5,6", "5,6", 1, "6 on 5"),
        ("x2,2", "6", 4, "x2"),
    ],
)
def test_greedy_takes_the_most_points_and_the_last_of_equals(hand, board, factor, answer):
    position = scene(hand0=hand, hand1="1", board=board, factor=factor)
    assert answers("greedy", position) == {answer: 1}


def best_turn_by_trying(position, seat, left):
    if left == 0 or position.to_move != seat:
        return position.evaluate(seat)
    return max(
        best_turn_by_trying(position.copy().play(action), seat, left - 1)
        for action in position.actions
    )


@pytest.mark.parametrize("options", [{}, {"equality": "published"}, {"action_points": 4}], ids=str)
def test_exact_finds_the_best_turn(options):
    game = standoff.load("asmacag", hand=4, board=6, **options)
    for seed, skip in product(range(6), (0, 3)):
        position = game.deal(seed)
        for _ in range(skip):
            position.play(position.actions[-1])
        seat, left = position.to_move, int(position.state.points_left)
        best = best_turn_by_trying(position.copy(), seat, left)
        for _ in range(left):
            if position.to_move == seat:
                (text,) = answers("exact", position, game=game)
                position.play(text)
        assert position.evaluate(seat) == best


def test_exact_sees_the_combination_that_greedy_misses():
    position = scene(hand0="x2,x2,6,5,4", hand1="1,1,1", board="1,2,3,4")
    assert answers("greedy", position) == {"6 on 1": 1}
    assert answers("exact", position) == {"x2": 1}


def test_exact_breaks_ties_at_random():
    position = scene(hand0="6,5,4", hand1="1,1,1", board="1,1,1,1")
    counts = answers("exact", position, 3000)
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4
    assert len(counts) == 3


def test_exact_works_when_the_board_or_the_hand_runs_out():
    assert answers("exact", scene(hand0="2,6", hand1="1", board="1"), 5) == {"6 on 1": 5}
    assert answers("exact", scene(hand0="2", hand1="1", board="1,3"), 5) == {"2 on 1": 5}


def test_exact_refuses_turns_that_are_too_long():
    game = standoff.load("asmacag", action_points=5)
    with pytest.raises(BadSpec, match="action_points must be at most 4"):
        enter(game, "exact")
