"""The laws and a slice of the soak for every seat count and every reading of the rules."""

from itertools import product

import pytest

import standoff
from standoff import verbs
from standoff.games.bang.judges import PROBLEMS, Problem
from standoff.testing import check_game
from standoff.testing.soak import soak

READINGS = ("official", "danilakova", "kolar")


@pytest.mark.parametrize(("players", "rules"), list(product((4, 5, 6, 7, 8), READINGS)))
def test_random_games_are_sound_and_end(players, rules):
    game = standoff.load("bang", players=players, rules=rules)
    result = soak(game, games=400, seed=players)
    assert result.trouble is None
    assert 100 < result.longest < 5000


ASKING = {"auto_barrel": "no", "sid_any_time": "yes", "character0": "sid-ketchum"}
"""The options under which players are asked most (rules 10.7 and 10.8)."""


@pytest.mark.parametrize("rules", READINGS)
def test_random_games_in_which_all_is_asked_are_sound_and_end(rules):
    game = standoff.load("bang", players=7, rules=rules, **ASKING)
    result = soak(game, games=400, seed=1)
    assert result.trouble is None
    assert 100 < result.longest < 5000


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {"rules": "danilakova"}),
        (5, {}),
        (7, {"rules": "kolar"}),
        (8, ASKING),
    ],
)
def test_the_laws_hold(players, options):
    game = standoff.load("bang", players=players, **options)
    assert check_game(game, games=1, seed=1).passed


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("store", 1, Problem.CARDS),
        ("deck_size", 3, Problem.PILES),
        ("hand_size", 9, Problem.HAND),
        ("weapon", 7, Problem.TABLE),
        ("role", 0, Problem.ROLES),
        ("life", 9, Problem.LIFE),
        ("num_alive", 3, Problem.DEAD),
        ("known", 1 << 4, Problem.MEMORY),
        ("task_seat", 6, Problem.TASKS),
        ("character", 2, Problem.CHARACTERS),
        ("harm", 1, Problem.HARM),
    ],
)
def test_check_state_names_what_is_wrong(field, value, problem):
    position = standoff.load("bang", players=5).deal(1)
    assert verbs.check_state(position.state) == 0
    position.state[field] = value
    assert verbs.check_state(position.state) & problem
    assert len(PROBLEMS) == len(Problem)
