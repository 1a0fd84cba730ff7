"""The laws and a slice of the soak for every seat count and every reading of the rules."""

from itertools import product

import pytest

import standoff
from standoff.testing import check_game
from standoff.testing.soak import soak

READINGS = ("official", "danilakova", "kolar")


@pytest.mark.parametrize(("players", "rules"), list(product((4, 5, 6, 7, 8), READINGS)))
def test_random_games_are_sound_and_end(players, rules):
    game = standoff.load("bang", players=players, rules=rules)
    result = soak(game, games=400, seed=players)
    assert result.trouble is None
    assert 100 < result.longest < 5000


@pytest.mark.parametrize(
    ("players", "rules"), [(4, "danilakova"), (5, "official"), (7, "kolar"), (8, "official")]
)
def test_the_laws_hold(players, rules):
    game = standoff.load("bang", players=players, rules=rules)
    assert check_game(game, games=1, seed=1).passed
