"""What estimators say along logs, counted by game."""

import numpy as np
import pytest

from standoff.games.bang.cards import Role
from standoff.reproduction.experiment import Verdict
from standoff.reproduction.kolar.estimators import Claim, judge_claim
from standoff.reproduction.kolar.logs import HIDDEN, MARKS, STEP, STEPS, add_up, count_game
from standoff.reproduction.sample import clustered_gap
from standoff.statistics import ClusteredShare

OUTLAW = HIDDEN.index(Role.OUTLAW)


def game(asked, right, other):
    """A game in which two estimators were asked so often for Outlaws after the second step."""
    questions = np.zeros((len(HIDDEN), STEPS), np.int64)
    answers = np.zeros((len(MARKS), len(HIDDEN), STEPS), np.int64)
    questions[OUTLAW, 2] = asked
    answers[0, OUTLAW, 2], answers[1, OUTLAW, 2] = right, other
    return count_game(questions, answers)


def test_games_are_what_is_counted():
    curves = add_up([game(2, 2, 1), game(3, 1, 1), game(0, 0, 0)])
    assert curves.count(Role.OUTLAW, 2 * STEP) == 5
    found = curves.share(MARKS[0], Role.OUTLAW, 2 * STEP)
    squares = (2 * 2 + 3 * 3, 2 * 2 + 3 * 1, 2 * 2 + 1 * 1)
    assert found == ClusteredShare.of_sums(2, (5, 3, *squares)).interval()
    lead = curves.lead(MARKS[0], MARKS[1], Role.OUTLAW, 2 * STEP)
    assert lead == clustered_gap(1, 5, 2, (13, 2 * 1 + 3 * 0, 1))


def test_the_order_of_games_does_not_matter():
    games = [game(2, 2, 1), game(3, 1, 1), game(1, 0, 1), game(2, 0, 0)]
    assert add_up([add_up(games[:2]), add_up(games[2:])]) == add_up(games[::-1])


@pytest.mark.parametrize("role", [Role.DEPUTY, Role.RENEGADE])
def test_what_was_never_asked_has_no_share(role):
    curves = game(2, 2, 1)
    assert curves.count(role, 2 * STEP) == 0
    assert np.isnan(curves.share(MARKS[0], role, 2 * STEP).estimate)
    assert np.isnan(curves.lead(MARKS[0], MARKS[1], role, 2 * STEP).estimate)


def test_the_same_is_not_better():
    curves = add_up([game(2, 1, 1), game(3, 2, 2)])
    better = Claim(role="Outlaw", round=1, said="better", low=1e-9, than=MARKS[1])
    same = Claim(role="Outlaw", round=1, said="identical", low=0.0, high=0.0, than=MARKS[1])
    assert judge_claim(MARKS[0], better, curves).verdict == Verdict.DIFFERS
    assert judge_claim(MARKS[0], same, curves).verdict == Verdict.AGREES
