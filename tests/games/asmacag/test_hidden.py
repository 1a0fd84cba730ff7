"""Who knows what: docs/rules/asmacag.md, section 7."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

import standoff
from standoff import verbs
from standoff.games.asmacag.judges import Problem
from standoff.rng import Rng

GAME = standoff.load("asmacag")


def test_rule_7_1_a_seat_sees_its_own_hand_the_table_and_sizes():
    position = GAME.deal(4)
    view = position.view(1)
    full = position.notation.split()
    seen = view.notation.split()
    hidden = {part.split("=")[0] for part, other in zip(full, seen, strict=True) if part != other}
    assert hidden == {"hand0", "deck", "rng"}
    assert view.players[0].hand == ("?",) * 9
    assert "?" not in view.me.hand


def test_rule_7_2_the_other_hand_and_the_deck_are_one_heap():
    position = GAME.deal(4)
    view = position.view(0)
    parts = dict(part.split("=") for part in position.notation.split())
    heap = Counter(parts["hand1"].split(",") + parts["deck"].split(","))
    assert Counter(view.unseen) == heap
    assert list(view.unseen) == sorted(view.unseen, key=["x2", "%2", *"123456"].index)


def test_observing_an_observation_changes_nothing():
    position = GAME.deal(6)
    once, twice = GAME.states(1), GAME.states(1)
    verbs.observe(position.state, 0, once[0])
    verbs.observe(once[0], 0, twice[0])
    assert once.tobytes() == twice.tobytes()


def test_determinize_deals_numbers_and_specials_alike_among_themselves():
    """The first card of the other hand, over many worlds, follows the heap within each sort."""
    view = GAME.deal(11).view(0)
    rng = Rng(1)
    drawn = Counter(int(view.imagine(rng).state.hand[1, 0]) for _ in range(8000))
    heap = np.asarray(view.observation.deck, float)
    for kinds in ([0, 1], range(2, 8)):
        counts = np.array([drawn[kind] for kind in kinds])
        expected = heap[list(kinds)] / heap[list(kinds)].sum() * counts.sum()
        present = expected > 0
        assert stats.chisquare(counts[present], expected[present]).pvalue > 1e-4


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
    assert GAME.rules.problems[problem.value.bit_length() - 1]


def specials_of(position, seat):
    return int(np.count_nonzero(position.state.hand[seat, : position.state.hand_size[seat]] < 2))


def test_rule_7_3_imagined_hands_are_as_likely_as_the_deal_makes_them():
    """With hands of one card, a board of two, four numbers and two x2, an x2 is held with 2/5."""
    game = standoff.load(
        "asmacag", hand=1, board=2, min_number=1, max_number=1, limit_copies=4, x2_copies=2,
        div2_copies=0,
    )  # fmt: skip
    rng = Rng(1)
    deals = [position for position in map(game.deal, range(200)) if specials_of(position, 0) == 0]
    held = [specials_of(deal.view(0).imagine(rng), 1) for deal in deals for _ in range(40)]
    assert abs(np.mean(held) - 0.4) < 4 * np.sqrt(0.24 / len(held))


def test_rule_7_3_special_cards_are_as_frequent_as_in_true_deals():
    rng = Rng(2)
    true, imagined = np.zeros(10), np.zeros(10)
    for seed in range(4000):
        position = GAME.deal(seed)
        true[specials_of(position, 1)] += 1
        imagined[specials_of(position.view(0).imagine(rng), 1)] += 1
    table = np.array([true[:6], imagined[:6]])
    assert stats.chi2_contingency(table).pvalue > 1e-4
    assert abs(true @ np.arange(10) / 4000 - 2) < 0.1


def test_check_state_finds_cards_that_nobody_knows():
    """An observation is no state to play on, although its cards are conserved."""
    position = GAME.deal(seed=1)
    for seat in range(2):
        assert verbs.check_state(position.view(seat).observation) == Problem.HAND
