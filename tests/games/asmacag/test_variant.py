import pytest

import standoff
from standoff.arena import compare
from standoff.games.asmacag import GAME, score_number, variant
from standoff.games.asmacag.effects import score_difference
from standoff.testing import check_game

SQUARES = standoff.load("examples/asmacag_squares.py:GAME")


def test_the_variant_changes_only_the_score():
    for seed in range(20):
        plain, squares = GAME.deal(seed), SQUARES.deal(seed)
        assert plain.notation == squares.notation
        while not plain.is_over:
            assert plain.actions == squares.actions
            before = [
                float(position.state.score[position.to_move]) for position in (plain, squares)
            ]
            seat, factor = plain.to_move, float(plain.state.factor)
            action = plain.actions[-1]
            plain.play(action)
            squares.play(action)
            gains = [
                float(position.state.score[seat]) - start
                for position, start in zip((plain, squares), before, strict=True)
            ]
            difference = gains[0] / factor
            assert gains[1] == difference * abs(difference) * factor


@pytest.mark.untraced
def test_the_variant_keeps_all_laws():
    report = check_game(SQUARES, games=20, seed=1)
    assert report.passed, report.problems


def test_agents_play_the_variant_by_its_own_points():
    results = compare(SQUARES, ["greedy", "exact"], games=400, seed=1)
    assert results.verdict() == "exact is better"


def test_a_variant_needs_a_name_of_its_own():
    variant("asmacag-own", {})
    with pytest.raises(RuntimeError, match="bound twice"):
        variant("asmacag-own", {score_number: lambda state, played, target: 0.0})
    assert GAME.rules.verbs[score_number] is score_difference
