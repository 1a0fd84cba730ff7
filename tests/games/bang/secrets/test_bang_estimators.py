"""Role estimators: leaves and posteriors worked out by hand, labels, and beliefs."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from bang_scene import scene

import standoff
from standoff import verbs
from standoff.games.bang.cards import ROLE_COUNTS, UNKNOWN, Role
from standoff.games.bang.secrets import bayes, beliefs, estimators
from standoff.games.bang.secrets.estimators import ESTIMATORS, FUZZY_LEAVES, SOFT_LEAVES, Estimator
from standoff.games.bang.state import Act
from standoff.rng import Rng

SHERIFF, DEPUTY, OUTLAW, RENEGADE = Role
FIVE = "Sheriff, Outlaw, Deputy, Renegade, Outlaw"
SEVEN = "Sheriff, Outlaw, Deputy, Outlaw, Renegade, Outlaw, Deputy"


def observed(position, seat):
    states = position.game.states(1)
    verbs.observe(position.state, seat, states[0])
    return states[0]


def estimated(position, seat, name):
    out = np.zeros((8, 4))
    estimators.estimate(observed(position, seat), seat, ESTIMATORS.index(name), out)
    return out


# --- the trees ---


@pytest.mark.parametrize("name", ["1.1", "2.1"])
@pytest.mark.parametrize(
    ("deeds", "role"),
    [
        ("-", DEPUTY),
        ("1>2 shot 3", DEPUTY),
        ("1>0 shot 2, 1>2 robbed 1", OUTLAW),
        ("1>0 shot 1, 1>2 duel 1", RENEGADE),
        ("1>0 jailed 4, 1>0 freed 2, 1>0 defused 1", DEPUTY),  # none of them is harm
        ("1>0 stripped 1", OUTLAW),
    ],
)
def test_the_tree_asks_for_harm_to_the_sheriff_and_to_others(name, deeds, role):
    position = scene(players=5, roles=FIVE, deeds=deeds)
    assert estimated(position, 0, name)[1].argmax() == role
    assert estimated(position, 0, name)[1].max() == 1.0


def test_soft_leaves_are_weighed_with_the_roles_in_play():
    position = scene(players=5, roles=FIVE, deeds="1>0 shot 2")
    weights = SOFT_LEAVES[1] * [1, 2, 1]  # one Deputy, two Outlaws, one Renegade are hidden
    assert estimated(position, 0, "2.1f")[1, 1:] == pytest.approx(weights / weights.sum())
    known = scene(players=5, roles=FIVE, deeds="1>0 shot 2", dead=(2,))
    weights = SOFT_LEAVES[1] * [0, 2, 1]  # the Deputy is dead
    assert estimated(known, 0, "2.1f")[1, 1:] == pytest.approx(weights / weights.sum())


def test_a_role_that_cannot_be_there_gives_way_to_those_in_play():
    position = scene(players=5, roles=FIVE, dead=(2,))  # the only Deputy is dead
    for name in ("1.1", "2.1"):  # its leaf says Deputy for sure
        assert estimated(position, 0, name)[1] == pytest.approx([0, 0, 2 / 3, 1 / 3])


@pytest.mark.parametrize(
    ("deeds", "leaf"),
    [
        ("-", 0),
        ("1>4 shot 2, 4>0 shot 1, 1>3 shot 1", 1),
        ("1>3 shot 2", 2),
        ("1>0 shot 1, 1>3 shot 3", 3),
        ("1>0 shot 1, 1>3 shot 2", 4),
        ("1>0 shot 1, 1>3 shot 1", 4),
        ("1>0 shot 2, 1>3 shot 1", 5),
        ("1>0 shot 4, 1>3 shot 1", 6),
        ("1>0 shot 1", 6),
    ],
)
def test_the_fuzzy_tree_has_a_leaf_for_every_share(deeds, leaf):
    position = scene(players=5, roles=FIVE, deeds=deeds)
    weights = FUZZY_LEAVES[leaf] * [1, 2, 1]
    assert estimated(position, 0, "2.2f")[1, 1:] == pytest.approx(weights / weights.sum())


def test_recent_estimators_forget():
    position = scene(players=5, roles=FIVE, deeds="1>0 shot 5", recent="1/2/0/0/1")
    assert estimated(position, 0, "1.1")[1].argmax() == OUTLAW
    assert estimated(position, 0, "1.1.200")[1].argmax() == DEPUTY


@pytest.mark.parametrize("name", ESTIMATORS)
def test_every_estimator_gives_probabilities_of_roles_in_play(name):
    for players in range(4, 9):
        game = standoff.load("bang", players=players)
        rng, position = Rng(players), game.deal(players)
        while not position.is_over:
            position.play(rng.choice(position.actions))
            for seat in range(players):
                table = estimated(position, seat, name)[:players]
                roles = observed(position, seat).role[:players]
                assert table.sum(axis=1) == pytest.approx(np.ones(players))
                assert (table >= 0).all()
                for other in np.flatnonzero(roles >= 0):
                    assert table[other, roles[other]] == 1.0
                for role in Role:
                    if ROLE_COUNTS[players - 4, role] == np.count_nonzero(roles == role):
                        assert not table[roles == UNKNOWN, role].any()


# --- labels ---


def labels(roles, seat, rows, players=5, silent=(), estimator=Estimator.FUZZY):
    """Roles after labelling; `rows` gives deputy, outlaw, renegade for hidden seats."""
    deeds = ", ".join(f"{other}>0 robbed 1" for other in rows if other not in silent) or "-"
    state = observed(scene(players=players, roles=roles, deeds=deeds), seat)
    table = np.zeros((8, 4))
    for other, row in rows.items():
        table[other, 1:] = row
    estimators.label_roles(state, seat, estimator, table)
    return ["?" if role == UNKNOWN else Role(role).name[0] for role in state.role[:players]]


def test_who_is_unsure_stays_unknown():
    rows = {1: (0.1, 0.9, 0.0), 2: (0.4, 0.3, 0.3), 3: (0.3, 0.4, 0.3), 4: (0.3, 0.3, 0.4)}
    assert labels(FIVE, 0, rows) == ["S", "O", "?", "?", "?"]


def test_who_has_harmed_nobody_is_unsure_whatever_the_roles_in_play_say():
    rows = {1: (0.1, 0.9, 0.0), 2: (0.0, 1.0, 0.0), 3: (0.3, 0.4, 0.3), 4: (0.3, 0.3, 0.4)}
    assert labels(FIVE, 0, rows, silent=(2,)) == ["S", "O", "?", "?", "?"]
    named = labels(FIVE, 0, rows, silent=(2,), estimator=Estimator.BAYES)
    assert named == ["S", "O", "O", "?", "?"]


def test_one_missing_role_is_filled_in():
    rows = {1: (0.1, 0.9, 0.0), 2: (0.9, 0.1, 0.0), 3: (0.3, 0.4, 0.3), 4: (0.0, 1.0, 0.0)}
    assert labels(FIVE, 0, rows) == ["S", "O", "D", "R", "O"]


def test_a_sheriff_with_too_many_deputies_takes_the_rest_for_outlaws():
    rows = {1: (0.9, 0.1, 0.0), 2: (0.9, 0.1, 0.0), 3: (0.3, 0.4, 0.3), 4: (0.3, 0.4, 0.3)}
    assert labels(FIVE, 0, rows) == ["S", "D", "D", "O", "O"]


def test_a_deputy_with_too_many_outlaws_takes_the_rest_for_deputies():
    rows = {
        1: (0, 0.9, 0.1), 2: (0, 0.9, 0.1), 3: (0, 0.9, 0.1), 4: (0, 0.9, 0.1),
        5: (0.4, 0.3, 0.3),
    }  # fmt: skip
    assert labels(SEVEN, 6, rows, players=7) == ["S", "O", "O", "O", "O", "D", "D"]


def test_an_outlaw_with_too_many_deputies_takes_the_rest_for_renegades():
    rows = {2: (0.9, 0.1, 0.0), 3: (0.9, 0.1, 0.0), 4: (0.3, 0.4, 0.3)}
    assert labels(FIVE, 1, rows) == ["S", "O", "D", "D", "R"]


# --- bayes ---


def posterior_by_hand(state):
    """Enumerate deals with itertools and weigh them by the formula of `bayes.py`."""
    players = int(state.players)
    hidden = [seat for seat in range(players) if state.role[seat] == UNKNOWN]
    left = list(np.repeat(range(4), ROLE_COUNTS[players - 4]))
    for seat in range(players):
        if seat not in hidden:
            left.remove(int(state.role[seat]))
    rates = bayes.RATES[players - 4]
    found = {}
    for deal in set(itertools.permutations(left)):
        roles = [int(role) for role in state.role[:players]]
        for seat, role in zip(hidden, deal, strict=True):
            roles[seat] = int(role)
        weight = 0.0
        for seat, other in itertools.permutations(range(players), 2):
            turns = min(int(state.turns[seat]), int(state.turns[other]))
            for act in Act:
                rate = rates[roles[seat], roles[other], act]
                weight += int(state.deeds[seat, other, act]) * math.log(rate) - rate * turns
        found[tuple(roles)] = bayes.SHARPNESS * weight
    most = max(found.values())
    total = sum(math.exp(weight - most) for weight in found.values())
    return {roles: math.exp(weight - most) / total for roles, weight in found.items()}


@pytest.mark.parametrize(
    ("players", "roles", "seat", "deals"),
    [(4, "Sheriff, Outlaw, Renegade, Outlaw", 0, 3), (5, FIVE, 2, 3), (7, SEVEN, 0, 60)],
)
def test_the_posterior_is_that_of_all_deals(players, roles, seat, deals):
    deeds = "1>0 shot 2, 1>2 robbed 1, 2>1 duel 1, 3>0 freed 1, 0>1 shot 1"
    turns = [3, 2, 2, 1, 2, 2, 2][:players]
    state = observed(scene(players=players, roles=roles, deeds=deeds, turns=turns), seat)
    by_hand = posterior_by_hand(state)
    assert len(by_hand) == deals
    out = np.zeros((8, 4))
    bayes.fill_posterior(state, out)
    expected = np.zeros((players, 4))
    for deal, probability in by_hand.items():
        for other, role in enumerate(deal):
            expected[other, role] += probability
    assert out[:players] == pytest.approx(expected, abs=1e-9)


def test_all_deals_of_eight_players_are_listed():
    state = observed(scene(players=8, roles=f"{SEVEN}, Renegade"), 0)
    deals = np.zeros((bayes.MAX_DEALS, 2))
    assert bayes.list_deals(state, deals) == bayes.MAX_DEALS == 210
    assert len(set(deals[:, 1])) == 210


def test_bayes_knows_who_shoots_at_the_sheriff():
    position = scene(players=5, roles=FIVE, deeds="1>0 shot 3, 2>1 shot 2", turns=[3] * 5)
    table = estimated(position, 0, "bayes")
    assert table[1, OUTLAW] > 0.8
    assert table[2, DEPUTY] > table[3, DEPUTY]


# --- beliefs ---


@pytest.mark.parametrize("belief", range(len(beliefs.BELIEFS)), ids=beliefs.BELIEFS)
def test_worlds_of_every_belief_fit_the_observation(belief):
    for players in (4, 7, 8):
        game = standoff.load("bang", players=players)
        rng, position = Rng(players), game.deal(3)
        believed, worlds = np.zeros(beliefs.SHAPE), game.states(2)
        for _ in range(60):
            if position.is_over:
                break
            seat = position.to_move
            seen = observed(position, seat)
            worlds[0] = seen
            beliefs.believe(seen, seat, belief, believed)
            beliefs.imagine(worlds[0], seat, belief, believed, rng.words)
            counts = np.bincount(worlds[0].role[:players], minlength=4)
            assert list(counts) == list(ROLE_COUNTS[players - 4])
            verbs.observe(worlds[0], seat, worlds[1])
            assert worlds[1].tobytes() == seen.tobytes()
            position.play(rng.choice(position.actions))


def test_worlds_by_bayes_are_as_likely_as_their_posterior():
    state = observed(scene(players=5, roles=FIVE, deeds="1>0 shot 1", turns=[2] * 5), 0)
    expected = posterior_by_hand(state)
    believed, world, rng = np.zeros(beliefs.SHAPE), np.zeros(1, state.dtype), Rng(1)
    beliefs.believe(state, 0, beliefs.Belief.BAYES, believed)
    found = Counter()
    for _ in range(6000):
        world[0] = state
        beliefs.imagine(world[0], 0, beliefs.Belief.BAYES, believed, rng.words)
        found[tuple(int(role) for role in world[0].role[:5])] += 1
    for deal, probability in expected.items():
        spread = math.sqrt(6000 * probability * (1 - probability))
        assert abs(found[deal] - 6000 * probability) < 5 * spread + 1


def test_estimator_names_are_in_the_order_of_their_codes():
    assert ESTIMATORS[Estimator.FUZZY] == "2.2f"
    assert ESTIMATORS[Estimator.TREE] == "1.1"
    assert ESTIMATORS[Estimator.RECENT + Estimator.SOFT] == "2.1f.200"
    assert ESTIMATORS[Estimator.BAYES] == "bayes"
