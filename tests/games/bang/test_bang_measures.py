"""Tournament points, mistakes and estimators as measures of a run (Kolar, chapter 6)."""

import math

import numpy as np
import pytest
from bang_scene import play, scene

import standoff
from standoff import verbs
from standoff.arena import compare
from standoff.games.bang.cards import Role
from standoff.games.bang.measures import ROUNDS, SHAPE, Count
from standoff.games.bang.state import Winner
from standoff.games.bang.tournament import NO_POINTS, tournament_points

ROLES = {
    4: "Sheriff, Outlaw, Renegade, Outlaw",
    5: "Sheriff, Outlaw, Deputy, Renegade, Outlaw",
    6: "Sheriff, Outlaw, Deputy, Renegade, Outlaw, Outlaw",
    7: "Sheriff, Outlaw, Deputy, Renegade, Outlaw, Outlaw, Deputy",
    8: "Sheriff, Outlaw, Deputy, Renegade, Outlaw, Outlaw, Deputy, Renegade",
}


def points(players, winner, dead=(), last=None):
    position = scene(players=players, roles=ROLES[players], dead=dead)
    position.state.winner = winner
    position.state.last_death = -1 if last is None else last
    return [tournament_points(position.state, seat) for seat in range(players)]


@pytest.mark.parametrize(
    ("players", "winner", "dead", "last", "expected"),
    [
        (5, Winner.LAW, (1, 3, 4), 1, [3000, 0, 2200, 0, 0]),
        (5, Winner.LAW, (1, 2, 3, 4), 3, [3000, 0, 1400, 2000, 0]),
        (5, Winner.LAW, (1, 2, 3, 4), 4, [3000, 0, 1400, 0, 0]),
        (6, Winner.LAW, (1, 2, 3, 4, 5), 3, [4500, 0, 2100, 2400, 0, 0]),
        (7, Winner.LAW, (1, 3, 4, 5, 6), 3, [4500, 0, 3300, 0, 0, 0, 2100]),
        (7, Winner.LAW, (1, 2, 3, 4, 5, 6), 3, [4500, 0, 2100, 2800, 0, 0, 2100]),
        (5, Winner.OUTLAWS, (0, 1), 0, [0, 1400, 0, 500, 2000]),
        (6, Winner.OUTLAWS, (0, 3), 0, [0, 3000, 0, 0, 3000, 3000]),
        (7, Winner.OUTLAWS, (0, 1, 2), 0, [0, 2100, 0, 700, 3000, 3000, 0]),
        (5, Winner.RENEGADE, (0, 1, 2, 4), 0, [500, 0, 0, 6500, 0]),
        (6, Winner.RENEGADE, (0, 1, 2, 4, 5), 0, [600, 0, 0, 7800, 0, 0]),
        (7, Winner.RENEGADE, (0, 1, 2, 4, 5, 6), 0, [700, 0, 0, 9100, 0, 0, 0]),
        (5, Winner.NOBODY, (), None, [0] * 5),
    ],
)
def test_tournament_points_are_the_official_ones(players, winner, dead, last, expected):
    assert points(players, winner, dead, last) == expected


@pytest.mark.parametrize("players", [4, 8])
def test_other_numbers_of_players_have_no_points(players):
    assert points(players, Winner.LAW) == [NO_POINTS] * players


def test_the_last_death_is_remembered():
    position = scene(roles=ROLES[4], hands={0: "Bang!"}, life={1: 1})
    play(position, "bang -> seat 1")
    assert position.state.last_death == 1


# --- counters ---


def measured(position, text, estimator=0):
    out = np.zeros(SHAPE)
    seen = position.game.states(1)
    verbs.observe(position.state, position.to_move, seen[0])
    before = position.state.tobytes()
    verbs.measure(position.state, position.game.parse(text), estimator, seen[0], out)
    assert position.state.tobytes() == before  # it only looks
    return out


@pytest.mark.parametrize(
    ("turn", "text", "mistakes"),
    [
        (0, "bang -> seat 1", 0),
        (0, "cat balou seat 2: hand", 1),  # the Sheriff at his Deputy
        (1, "bang -> seat 0", 0),
        (1, "jail -> seat 4", 1),  # an Outlaw at another
        (3, "duel -> seat 0", 0),  # the Renegade has no side
    ],
)
def test_attacks_on_the_own_side_are_mistakes(turn, text, mistakes):
    hands = {turn: "Bang!, Cat Balou, Duel, Jail", 2: "Beer"}
    position = scene(players=5, roles=ROLES[5], turn=turn, hands=hands, turns=[3] * 5)
    counts = measured(position, text)[position.state.role[turn], 3]
    assert counts[[Count.ATTACKS, Count.MISTAKES]].tolist() == [1, mistakes]
    assert counts.sum() == 1 + mistakes


@pytest.mark.parametrize("text", ["cat balou seat 1: Barrel", "panic! seat 1: Barrel"])
def test_a_card_played_on_oneself_is_no_attack(text):
    hands, tables = {1: "Cat Balou, Panic!"}, {1: "Barrel"}
    position = scene(players=5, roles=ROLES[5], turn=1, hands=hands, tables=tables, turns=[3] * 5)
    assert not measured(position, text).any()


def test_help_is_no_attack():
    position = scene(players=5, hands={0: "Cat Balou"}, tables={1: "Jail", 2: "Dynamite"})
    for text in ("cat balou seat 1: Jail", "cat balou seat 2: Dynamite"):
        assert not measured(position, text).any()


def test_an_estimator_is_judged_at_the_end_of_a_turn():
    deeds = "1>0 shot 3, 4>0 shot 3, 2>1 shot 3"
    position = scene(players=5, roles=ROLES[5], deeds=deeds, turns=[2] * 5)
    counts = measured(position, "end turn")[0, 2]
    # both Outlaws and the Deputy are named, so the one role that is missing is seat 3's
    assert counts[[Count.HIDDEN, Count.NAMED, Count.RIGHT]].tolist() == [4, 4, 4]
    assert counts[Count.LOSS] > 0
    assert counts[Count.LOSS].is_integer()


def test_unsure_is_hidden_but_not_named():
    position = scene(players=5, roles=ROLES[5], turns=[1] * 5)
    counts = measured(position, "end turn")[0, 1]
    assert counts[[Count.HIDDEN, Count.NAMED, Count.RIGHT]].tolist() == [4, 0, 0]
    prior = -(2 * math.log(0.49) + 2 * math.log(0.25)) / 4
    assert counts[Count.LOSS] / 4 * 1e-6 == pytest.approx(prior, abs=0.05)


def test_roles_of_the_dead_are_shown_and_not_hidden():
    position = scene(players=5, roles=ROLES[5], turn=2, dead=(1,), turns=[2] * 5)
    counts = measured(position, "end turn")[Role.DEPUTY, 2]
    assert counts[[Count.HIDDEN, Count.SHOWN]].tolist() == [2, 1]  # neither Sheriff nor himself


def test_late_rounds_have_no_counters():
    position = scene(players=5, roles=ROLES[5], turns=[ROUNDS] * 5, hands={0: "Bang!"})
    assert not measured(position, "end turn").any()
    assert not measured(position, "bang -> seat 1").any()


# --- tables ---


def test_a_run_can_be_measured():
    game = standoff.load("bang", players=7, rules="kolar")
    results = compare(game, ["aware"] * 7, games=70, seed=1, measures=True)
    roles, mistakes, estimates, views = results.measures()["aware"]
    assert [row[0] for row in roles.rows] == ["Sheriff", "Deputy", "Outlaw", "Renegade"]
    assert [row[1] for row in roles.rows] == [70, 140, 210, 70]
    law = roles.rows[0][2].estimate + roles.rows[2][2].estimate + roles.rows[3][2].estimate
    assert law == pytest.approx(1, abs=0.05)  # but for games that nobody wins
    assert mistakes.columns == ("round", "attacks", "Sheriff, %", "Deputy, %", "Outlaw, %")
    assert all(share.estimate < 0.15 for share in mistakes.rows[-1][2:])
    assert len(views.rows) == len(estimates.rows)
    assert len(views.rows[0]) == 5
    assert estimates.rows[0][0] == "1"
    assert estimates.rows[-1][0] == "all"
    assert 0.5 < estimates.rows[-1][3].estimate < 1


def test_bayes_has_less_log_loss_than_every_estimator_of_the_thesis():
    game = standoff.load("bang", players=7, rules="kolar")
    losses = {}
    for name in game.measures.estimators:
        results = compare(game, ["aware"] * 7, games=140, seed=2, measures=True, estimator=name)
        losses[name] = results.measures()["aware"][2].rows[-1][-1]
    assert min(losses, key=losses.get) == "bayes"
