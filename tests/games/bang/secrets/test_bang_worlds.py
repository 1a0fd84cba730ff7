"""Rule 8.7 of docs/rules/bang.md: worlds that fit what a seat knows."""

from collections import Counter
from itertools import permutations, product
from math import prod

import numpy as np
import pytest
from bang_scene import (
    alive,
    listed,
    load,
    members,
    scene,
)

from standoff import verbs
from standoff.games.bang.cards import ROLE_NAMES
from standoff.games.bang.secrets.determinize import determinize_by_weights
from standoff.rng import Rng

# --- 8.7: worlds ---

SMALL = {
    "hands": {0: "Saloon", 1: "Beer 6H", 2: "Duel 8C, Jail 4H"},
    "deck": "Scope AS",
    "rest": "discard",
}


def roles_of(state, players):
    return tuple(ROLE_NAMES[role] for role in state.role[:players])


def test_rule_8_7_all_worlds_that_fit_are_equally_likely():
    """Four cards in three slots, and three ways to deal the roles: 36 worlds."""
    view = scene(**SMALL).view(0)
    rng, found = Rng(5), Counter()
    for _ in range(7200):
        state = view.imagine(rng).state
        first = tuple(members(state.hand[1]))
        second = tuple(members(state.hand[2]))
        found[first, second, roles_of(state, 4)] += 1
    assert len(found) == 12 * 3
    assert 140 < min(found.values()) <= max(found.values()) < 270  # 200 are expected


def test_rule_8_7_known_cards_stay_where_they_are():
    view = scene(**SMALL, known={0: "Duel 8C"}).view(0)
    rng, found = Rng(6), Counter()
    for _ in range(3000):
        state = view.imagine(rng).state
        assert "Duel 8C" in members(state.hand[2])
        found[tuple(members(state.hand[1])), tuple(members(state.hand[2]))] += 1
    assert len(found) == 6
    assert 420 < min(found.values()) <= max(found.values()) < 590  # 500 are expected


def test_rule_8_7_the_order_of_the_deck_is_uniform():
    view = scene(deck="Scope AS, Duel 8C, Beer 6H", rest="discard").view(0)
    rng, found = Rng(7), Counter()
    for _ in range(3000):
        found[tuple(int(card) for card in view.imagine(rng).state.deck[:3])] += 1
    assert len(found) == 6
    assert 420 < min(found.values()) <= max(found.values()) < 590


@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_rule_8_7_worlds_look_the_same(players):
    game, rng = load(players=players), Rng(players)
    position = game.deal(players)
    for number in range(400):
        if position.is_over:
            position = game.deal(100 + number)
        position.play(rng.choice(position.actions))
        if number % 8:
            continue
        for seat in range(players):
            view = position.view(seat)
            world = view.imagine(rng)
            assert int(verbs.check_state(world.state)) == 0
            assert world.view(seat).observation.tobytes() == view.observation.tobytes()
            if position.to_move == seat:
                assert world.actions == position.actions


def sample_roles(position, seat, weights, count, seed=3):
    """How often each deal of the roles comes up with these weights."""
    rng, found = Rng(seed), Counter()
    states = position.game.states(1)
    players = position.game.players
    observation = position.view(seat).observation
    for _ in range(count):
        states[0] = observation
        determinize_by_weights(states[0], seat, rng.words, weights)
        found[tuple(int(role) for role in states[0].role[:players])] += 1
    assert int(verbs.check_state(states[0])) == 0
    return found


def exact_roles(position, seat, weights):
    """The probability of each deal of the roles, by enumeration."""
    roles = [ROLE_NAMES.index(name) for name in listed(position, "roles")]
    unknown = [
        other
        for other in range(position.game.players)
        if other != seat and other in alive(position) and roles[other] != 0
    ]
    deals = {}
    for dealt in set(permutations([roles[other] for other in unknown])):
        deal = list(roles)
        for other, role in zip(unknown, dealt, strict=True):
            deal[other] = role
        deals[tuple(deal)] = prod(
            float(weights[other, role]) for other, role in zip(unknown, dealt, strict=True)
        )
    total = sum(deals.values())
    if total == 0:
        return {deal: 1 / len(deals) for deal in deals}
    return {deal: weight / total for deal, weight in deals.items()}


def agrees(found, exact):
    """Whether counts agree with probabilities, by chi-square with much room."""
    count = sum(found.values())
    assert all(exact.get(deal, 0) > 0 for deal in found)
    expected = {deal: count * p for deal, p in exact.items() if p > 0}
    square = sum((found[deal] - mean) ** 2 / mean for deal, mean in expected.items())
    freedom = max(1, len(expected) - 1)
    return square < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("players", "seat", "dead"),
    [(4, 1, ()), (5, 0, ()), (5, 2, (1,)), (6, 4, (3,)), (7, 0, ()), (8, 0, ()), (8, 7, (1, 4))],
)
def test_rule_8_7_roles_by_weights_are_exact(players, seat, dead):
    generator = np.random.default_rng(players)
    for seed in range(2):
        weights = generator.random((8, 4)) ** 2 + 0.02
        position = scene(players=players, dead=dead)
        found = sample_roles(position, seat, weights, 4000, seed)
        assert agrees(found, exact_roles(position, seat, weights))


def test_rule_8_7_equal_weights_are_as_determinize():
    position = scene(players=6)
    weights = np.ones((8, 4))
    assert agrees(sample_roles(position, 0, weights, 4000), exact_roles(position, 0, weights))


def test_rule_8_7_roles_without_weight_are_never_dealt():
    position = scene(players=6)
    for other, role in product((1, 2, 3, 4), (1, 2, 3)):
        weights = np.ones((8, 4))
        weights[other, role] = 0
        found = sample_roles(position, 0, weights, 300)
        assert all(deal[other] != role for deal in found)
        assert agrees(found, exact_roles(position, 0, weights))


def test_rule_8_7_weights_may_leave_one_deal_only():
    position = scene(players=7)
    true = [ROLE_NAMES.index(name) for name in listed(position, "roles")]
    weights = np.zeros((8, 4))
    for other, role in enumerate(true):
        weights[other, role] = 0.3
    assert set(sample_roles(position, 0, weights, 50)) == {tuple(true)}


@pytest.mark.parametrize("kind", ["all", "a seat", "a contradiction"])
def test_rule_8_7_where_nothing_fits_the_weights_all_are_equally_likely(kind):
    position = scene(players=5)
    weights = np.ones((8, 4))
    if kind == "all":
        weights[:] = 0
    elif kind == "a seat":
        weights[1] = 0
    else:  # all four can be but the Renegade, of whom there is one
        weights[:, 1:3] = 0
    found = sample_roles(position, 0, weights, 3000)
    assert agrees(found, dict.fromkeys(exact_roles(position, 0, np.ones((8, 4))), 1 / 12))


def test_rule_8_7_the_own_row_and_open_roles_have_no_weight():
    position = scene(players=5, dead=(2,))
    weights = np.ones((8, 4))
    weights[[0, 1, 2, 5, 6, 7]] = 0  # the Sheriff, the viewer, a dead seat, nobody
    found = sample_roles(position, 1, weights, 1000)
    assert agrees(found, exact_roles(position, 1, weights))
    assert len(found) == 2


def test_rule_8_7_weights_may_be_very_small():
    position = scene(players=8)
    weights = np.full((8, 4), 1e-30)
    weights[1, 2] = 9e-30
    found = sample_roles(position, 0, weights, 3000)
    assert agrees(found, exact_roles(position, 0, weights * 1e30))


def test_rule_8_7_weights_change_roles_alone():
    """Cards are dealt as by determinize, and what the seat sees stays the same."""
    position = scene(**SMALL, known={0: "Beer 6H"})
    states, rng = position.game.states(1), Rng(2)
    seen = position.view(0).observation
    found = Counter()
    for _ in range(1500):
        states[0] = seen
        determinize_by_weights(states[0], 0, rng.words, np.ones((8, 4)))
        assert members(states[0].hand[1]) == ["Beer 6H"]
        found[tuple(members(states[0].hand[2]))] += 1
    assert len(found) == 3
    assert min(found.values()) > 420
