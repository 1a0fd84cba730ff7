"""Kuhn poker: the rules, the solution, the laws, and every search agent."""

import os
import subprocess
import sys
from itertools import permutations, product

import numpy as np
import pytest
from conftest import ROOT
from played import facts

import standoff
from standoff.arena.match import LoadedMatch
from standoff.errors import BadNotation
from standoff.source import load_module
from standoff.testing import check_game

PATH = str(ROOT / "examples" / "kuhn.py")
GAME = standoff.load(f"{PATH}:GAME")
HAND = GAME.configure(hands=1)
P_BOLD = load_module(PATH).P_BOLD
SEARCHERS = (
    "evolve:iterations=20:population=5:survival=0.5",
    "flat:iterations=10",
    "greedy",
    "ismcts:iterations=10",
    "maxn:depth=2:worlds=2",
    "mcts:iterations=10",
    "ntbea:iterations=20:start=5",
)


def scene(cards, game=HAND):
    return game.position(f"rng=1,2 score=0,0 hand=0 card={cards} seat=0 last=-")


# --- the rules ---


@pytest.mark.parametrize(
    ("cards", "moves", "score"),
    [
        ("Q,J,K", "check check", 1),
        ("Q,K,J", "check check", -1),
        ("J,K,Q", "bet fold", 1),
        ("K,Q,J", "bet call", 2),
        ("J,Q,K", "bet call", -2),
        ("K,J,Q", "check bet fold", -1),
        ("K,J,Q", "check bet call", 2),
    ],
)
def test_a_hand_is_won_by_the_higher_card_or_a_fold(cards, moves, score):
    position = scene(cards)
    for move in moves.split():
        assert not position.is_over
        position.play(move)
    assert position.is_over
    assert position.outcome["score"].tolist() == [score, -score]
    assert position.returns == [np.sign(score), -np.sign(score)]


@pytest.mark.parametrize(
    ("moves", "legal"),
    [("", "check bet"), ("check", "check bet"), ("bet", "fold call"), ("check bet", "fold call")],
)
def test_a_bet_must_be_answered(moves, legal):
    position = scene("Q,J,K")
    for move in moves.split():
        position.play(move)
    assert [GAME.text(action) for action in position.actions] == legal.split()


def test_the_seats_open_in_turn_and_the_chips_add_up():
    position = scene("Q,J,K", GAME.configure(hands=3))
    openers = []
    while not position.is_over:
        openers.append(position.to_move)
        position.play("bet").play("fold")
    assert openers == [0, 1, 0]
    assert position.outcome["score"].tolist() == [1, -1]


def test_nobody_sees_a_card_until_the_last_hand_is_shown():
    assert "card=Q,?,?" in scene("Q,J,K").view(0).notation
    assert "card=?,J,?" in scene("Q,J,K").play("bet").view(1).notation
    assert "card=Q,J,K" in scene("Q,J,K").play("bet").play("call").view(1).notation
    assert "card=?,J,?" in scene("Q,J,K").play("bet").play("fold").view(1).notation


def test_both_worlds_are_equally_likely():
    view = scene("Q,J,K").view(0, standoff.Rng(1))
    worlds = [view.imagine().state.card.tolist() for _ in range(1000)]
    assert worlds.count([1, 0, 2]) + worlds.count([1, 2, 0]) == 1000
    assert 430 < worlds.count([1, 0, 2]) < 570


# --- the solution ---


def value(position, p_bold):
    """What a hand is worth to seat 0 when seat and situation give the chance of the bolder move."""
    if position.is_over:
        return position.outcome[0].score
    seat, state = position.to_move, position.state
    faces_bet = int(GAME.text(position.actions[0]) == "fold")
    p = p_bold[seat][faces_bet][state.card[seat]]
    weak, bold = (value(position.copy().play(action), p_bold) for action in position.actions)
    return (1 - p) * weak + p * bold


def mean_value(p_bold):
    deals = [",".join(cards) for cards in permutations("JQK")]
    return np.mean([value(scene(deal), p_bold) for deal in deals])


def test_the_solution_is_worth_an_eighteenth_and_nobody_can_do_better():
    """Kuhn's value of the game, and each of the 64 ways to play against it, for both seats."""
    opener, other = P_BOLD[:, 0], P_BOLD[:, 1]
    assert mean_value([opener, other]) == pytest.approx(-1 / 18)
    ways = [np.reshape(way, (2, 3)) for way in product([0, 1], repeat=6)]
    assert max(mean_value([way, other]) for way in ways) == pytest.approx(-1 / 18)
    assert min(mean_value([opener, way]) for way in ways) == pytest.approx(-1 / 18)


def test_the_policy_plays_the_solution():
    shard = facts(LoadedMatch.of(HAND, ["balanced", "balanced"], 200_000, 1))
    assert shard.outcomes[:, 0]["score"].mean() == pytest.approx(-1 / 18, abs=0.015)


# --- the laws, the texts, the agents ---


@pytest.mark.untraced
@pytest.mark.parametrize("hands", [1, 10])
def test_kuhn_keeps_all_laws(hands):
    report = check_game(GAME.configure(hands=hands), games=100, seed=1)
    assert report.passed, report.problems


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hand=0", "a state has the fields rng score hand card seat last, in this order"),
        ("rng=1,2 score=0,0 hand=x card=Q,K,J seat=0 last=-", "hand must be a whole number"),
        ("rng=1,2 score=0 hand=0 card=Q,K,J seat=0 last=-", "score must hold 2 values"),
        ("rng=1,2 score=0,0 hand=0 card=Q,A,J seat=0 last=-", "card must be J, Q, K or ?"),
        ("rng=1,2 score=0,0 hand=0 card=Q,?,? seat=2 last=-", "nobody can move"),
        ("rng=1,2 score=0,0 hand=1 card=Q,K,J seat=0 last=check", "somebody's turn after the last"),
        ("rng=1,2 score=1,0 hand=0 card=Q,K,J seat=0 last=check", "the chips that one has won"),
        ("rng=1,2 score=0,0 hand=0 card=Q,Q,J seat=0 last=check", "missing or doubled"),
        ("rng=1,2 score=0,0 hand=0 card=Q,K,J seat=0 last=raise", "last must be check, bet, fold"),
    ],
)
def test_a_wrong_text_is_refused(text, message):
    with pytest.raises(BadNotation, match=message):
        HAND.position(text)


def test_a_view_names_the_card():
    view = scene("Q,J,K").play("check").view(1)
    assert view.as_dict()["card"] == ["?", "J", "?"]
    assert view.as_dict()["last"] == "check"


def test_every_search_agent_plays_kuhn():
    """Without the compiler: seven searches of a new game would take it half a minute."""
    code = (
        "import sys, standoff\n"
        f"game = standoff.load({PATH + ':GAME'!r}, hands=2)\n"
        "for spec in sys.argv[1:]:\n"
        "    results = standoff.compare(game, [spec, 'uniform'], games=4, seed=1)\n"
        "    assert not results.faults, results.remarks()\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code, *SEARCHERS], env=environment, check=False)
    assert done.returncode == 0


def test_all_search_agents_are_tried():
    from standoff.agents.search import SEARCHERS as KNOWN  # noqa: PLC0415

    assert [spec.partition(":")[0] for spec in SEARCHERS] == [known.name for known in KNOWN]
