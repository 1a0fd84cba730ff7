"""`mcai` and `hybrid`, the beliefs of their worlds, and the fast `rai` of their playouts."""

import json
from collections import Counter
from itertools import product

import numpy as np
import pytest
from bang_scene import generator, load, play, random_moves, scene, winner

from standoff import verbs
from standoff.agents import analyse, enter
from standoff.errors import StandoffError, UnknownName
from standoff.games.bang.cards import MIN_SEATS, ROLE_COUNTS, Role
from standoff.games.bang.players.danilakova import searches, weight_files
from standoff.games.bang.players.danilakova.evolution import score_lives
from standoff.games.bang.players.danilakova.random_players import choose_among, choose_rai
from standoff.games.bang.players.danilakova.weight_files import (
    HYBRID,
    describe_individual,
    read_individual,
)
from standoff.games.bang.players.plain import list_plain_actions
from standoff.rng import Rng
from standoff.verbs import ACTION

READINGS = ("official", "danilakova", "kolar")
TABLES = list(product((4, 5, 6, 7, 8), READINGS))
BELIEFS = load().beliefs.names
SMALL = ("mcai:iterations=48", "hybrid:iterations=48")


def positions(game, count, seed, apart=11):
    """Positions of random games, so many moves apart."""
    found = []
    for number in range(100):
        position = game.deal(100 * seed + number)
        for move, reached in enumerate(random_moves(position, generator(number))):
            if move % apart == apart - 1 and not reached.is_over:
                found.append(reached.copy())
                if len(found) == count:
                    return found
    return found


def choices(game, count, seed):
    """Positions in which somebody has a choice."""
    return [one for one in positions(game, 3 * count, seed) if len(one.actions) > 1][:count]


def decide(spec, position, seed=1):
    view = position.view(position.to_move)
    return enter(position.game, spec).make(Rng(seed)).act(view)


# --- beliefs ---


def imagined(view, belief, rng):
    """A world of a view, as the searches draw it."""
    game = view.game
    believed, states = np.zeros(game.beliefs.shape), game.states(1)
    verbs.believe(view.observation, view.seat, game.beliefs.names.index(belief), believed)
    states[0] = view.observation
    verbs.imagine(states[0], view.seat, game.beliefs.names.index(belief), believed, rng.words)
    return states[0]


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_a_world_of_every_belief_fits_the_view_and_has_a_legal_deal_of_roles(players, rules):
    game = load(players=players, rules=rules)
    seen = game.states(1)
    rng = Rng(players)
    for position, belief in product(positions(game, 25, players), BELIEFS):
        for seat in range(players):
            view = position.view(seat)
            world = imagined(view, belief, rng)
            assert verbs.check_state(world) == 0
            verbs.observe(world, seat, seen[0])
            assert seen.tobytes() == view.observations.tobytes()
            roles = [int(np.sum(world.role[:players] == role)) for role in Role]
            assert roles == list(ROLE_COUNTS[players - MIN_SEATS])


def test_uniform_worlds_are_those_of_determinize():
    view = load().deal(3).view(1)
    assert imagined(view, "uniform", Rng(4)).tobytes() == view.imagine(Rng(4)).state.tobytes()


def test_beliefs_tell_a_shooter_of_the_sheriff_from_the_others():
    position = scene(players=5, roles="Sheriff, Outlaw, Deputy, Outlaw, Renegade", turn=2,
                     deeds="1>0 shot 5, 3>0 shot 4")  # fmt: skip
    outlaws = {}
    for belief in BELIEFS:
        rng = Rng(1)
        worlds = (imagined(position.view(2), belief, rng) for _ in range(300))
        outlaws[belief] = sum(int(world.role[1]) == Role.OUTLAW for world in worlds) / 300
    assert 0.55 < outlaws["uniform"] < 0.78  # two of three
    assert outlaws["danilakova"] == 1.0
    assert outlaws["kolar"] > outlaws["uniform"]


@pytest.mark.parametrize("agent", ["mcts:worlds=3:playout=rai", "ismcts:playout=rai", *SMALL])
def test_hidden_matters_do_not_change_an_answer(agent):
    """Two states that look alike to the mover get the same answer, for every belief."""
    spec = agent if "iterations" in agent else f"{agent}:iterations=30"
    different = 0
    for number, position in enumerate(choices(load(players=6), 6, seed=1)):
        other = position.copy()
        verbs.scramble(other.state, position.to_move, Rng(number).words)
        different += other != position
        for belief in BELIEFS:
            answers = {decide(f"{spec}:beliefs={belief}", one, 7) for one in (position, other)}
            assert len(answers) == 1
    assert different == 6


# --- at every table ---


@pytest.mark.parametrize(("players", "rules"), TABLES)
def test_searches_decide_legally_at_every_table(players, rules):
    for position in choices(load(players=players, rules=rules), 5, seed=players):
        for spec in SMALL:
            first = decide(spec, position)
            assert first in position.actions
            assert first == decide(spec, position)


@pytest.mark.parametrize("spec", SMALL)
def test_threads_do_not_change_what_a_search_thinks(spec):
    view = load(players=5).deal(2).view(load(players=5).deal(2).to_move)
    found = []
    for threads in (1, 2, 3):
        agent = enter(view.game, f"{spec}:threads={threads}").make(Rng(4))
        found.append((agent.act(view), agent.thoughts()))
    assert found[0] == found[1] == found[2]
    assert sum(thought.visits for thought in found[0][1]) == 48


def test_settings_of_a_search_are_the_thesis_s_and_can_be_changed():
    agent = enter(load(), "mcai").make(Rng(1))
    assert (agent._budget.ms, len(agent._worlds), agent._answer) == (500.0, 8, "sum")
    assert agent._worlds[0].settings.opens_all
    agent = enter(load(), "mcai:iterations=2000:worlds=4:beliefs=bayes:threads=2").make(Rng(1))
    assert (agent._budget.iterations, len(agent._worlds)) == (2000, 4)
    assert (agent._belief.number, agent._threads) == (BELIEFS.index("bayes"), 2)
    assert enter(load(), "mcai:ms=20").make(Rng(1))._budget.ms == 20.0
    agent = enter(load(), "hybrid").make(Rng(1))
    assert (len(agent._worlds), agent._worlds[0].settings.horizon) == (16, 2)
    assert agent._worlds[0].settings.depth == read_individual(HYBRID, "default")[0]


# --- what they find ---


def last_shot(rules):
    """An Outlaw can shoot the Sheriff, who has one life left and nothing to answer with."""
    return scene(
        players=5, turn=1, rules=rules, life={0: 1},
        hands={1: "Bang!, Beer, Stagecoach, Panic!, Barrel", 2: "Bang!, Missed!", 3: "Beer"},
    )  # fmt: skip


@pytest.mark.parametrize("spec", ["mcai:iterations=1600", "hybrid:iterations=1600"])
@pytest.mark.parametrize("rules", READINGS)
def test_searches_kill_a_sheriff_who_cannot_be_saved(spec, rules):
    """In this turn; whether at once makes no difference."""
    for seed in range(3):
        position = last_shot(rules)
        while position.to_move == 1:
            position.play(decide(spec, position, seed))
        assert winner(position) == "outlaws"


def test_mcai_dodges_the_last_shot():
    position = scene(players=4, turn=0, life={1: 1}, hands={0: "Bang!", 1: "Missed!, Bang!"})
    play(position, "bang -> seat 1")
    assert position.game.text(decide("mcai:iterations=800", position)) == "missed!"


def test_mcai_is_sure_of_a_won_game():
    view = last_shot("official").view(1)
    best = analyse(view.game, "mcai:iterations=1600", view, Rng(1)).thoughts[0]
    assert best.value == 1.0


# --- opening nodes ---


def tried(position, spec):
    view = position.view(position.to_move)
    agent = enter(position.game, spec).make(Rng(1))
    agent.act(view)
    return {position.game.text(thought.action) for thought in agent.thoughts()}


def test_discards_and_doing_nothing_are_held_back():
    turn = scene(players=4, rules="danilakova", hands={0: "Barrel, Bang!"})
    plays = {"end turn", "play Barrel", "bang -> seat 1", "bang -> seat 3"}
    discards = {"discard Barrel", "discard Bang!"}
    assert tried(turn, "mcai:worlds=1:iterations=4") == plays
    assert tried(turn, "mcai:worlds=1:iterations=6") == plays | discards
    shot = play(scene(players=4, hands={0: "Bang!", 1: "Missed!"}), "bang -> seat 1")
    assert tried(shot, "mcai:worlds=1:iterations=1") == {"missed!"}
    assert tried(shot, "mcai:worlds=1:iterations=2") == {"missed!", "pass"}


def test_discards_that_must_be_are_opened_at_once():
    position = scene(players=4, life={0: 1}, hands={0: "Barrel, Bang!, Beer"})
    play(position, "end turn")
    assert len(tried(position, "mcai:worlds=1:iterations=3")) == 3


# --- individuals of hybrid ---


def test_hybrid_counts_lives_by_its_individual():
    position = scene(players=5, life={0: 3, 1: 2, 2: 4, 3: 1, 4: 2})
    numbers = np.array([60.0, *np.arange(20) / 20])
    for seat in range(5):
        expected = score_lives(position.state, seat, numbers[1:])
        assert verbs.appraise(position.state, seat, numbers) == expected
        plain = verbs.evaluate(position.state, seat)
        assert verbs.appraise(position.state, seat, np.zeros(0)) == plain


def test_an_individual_sets_the_depth_unless_it_is_given(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(describe_individual(HYBRID, [17, *[0.5] * 20])))
    agent = enter(load(), f"hybrid:individual={path}:iterations=20").make(Rng(1))
    assert agent._worlds[0].settings.depth == 17
    assert list(agent._worlds[0].settings.weights) == [17, *[0.5] * 20]
    agent = enter(load(), f"hybrid:individual={path}:depth=90").make(Rng(1))
    assert agent._worlds[0].settings.depth == 90


def test_the_shipped_individual_is_sensible():
    depth, *multipliers = read_individual(HYBRID, "default")
    assert 1 <= depth <= 300
    of = dict(zip(weight_files.ROLES, np.array(multipliers).reshape(4, 5), strict=True))
    assert of["outlaw"][1 + Role.SHERIFF] < 0 < of["deputy"][1 + Role.SHERIFF]
    assert all(row[0] > 0 for row in of.values())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcai:beliefs=none", "unknown belief of bang 'none'; known: bayes, danilakova, kolar"),
        ("ismcts:beliefs=none", "unknown belief of bang 'none'; known: bayes, danilakova, kolar"),
        ("mcai:individual=default", "unknown parameter of mcai 'individual'"),
        ("mcai:playout=best", "unknown playout policy of bang 'best'"),
        ("mcai:ms=5:iterations=7", "give iterations or ms, not both"),
        ("hybrid:individual=nowhere.json", "cannot read the individual nowhere.json: No such file"),
        ("hybrid:depth=301", "hybrid: depth must be a whole number from 1 to 300, not '301'"),
    ],
)
def test_bad_parameters_of_a_search_are_refused(spec, message):
    with pytest.raises(StandoffError, match=message):
        enter(load(), spec)


def test_an_individual_that_is_not_shipped_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(weight_files, "DATA", tmp_path)
    (tmp_path / "hybrid-default.json").write_text("{}")
    with pytest.raises(StandoffError, match="individual trained: .*; give default, or a file"):
        enter(load(), "hybrid:individual=trained")


def test_unknown_agents_of_bang_are_told_of_its_searches():
    with pytest.raises(UnknownName, match="hybrid, .*mcai"):
        enter(load(), "mcia")
    assert set(searches.SEARCHES) == {"mcai", "hybrid"}


# --- rai in playouts ---


@pytest.mark.untraced
@pytest.mark.parametrize("rules", READINGS)
def test_the_fast_rai_chooses_as_among_all_legal_actions(rules):
    """The same chances, by the statistic of Pearson over all positions."""
    game = load(players=6, rules=rules)
    rows, rng, draws = np.zeros((3, game.action_count), ACTION), Rng(5), 400
    scratch, row = (np.zeros(1), rng.words, game.states(game.agents.scratch), rows), rows[0]
    total, freedom = 0.0, 0
    for position in choices(game, 250, seed=9):
        state, seat = position.state, position.to_move
        found = Counter(choose_rai(state, seat, *scratch) for _ in range(draws))
        expected = Counter()
        for _ in range(draws):
            count = list_plain_actions(state, row)
            expected[choose_among(state, seat, row, count, rng.words)] += 1
        assert set(found) | set(expected) <= set(position.actions)
        for action in set(found) | set(expected):
            both = found[action] + expected[action]
            total += (found[action] - expected[action]) ** 2 / both
        freedom += len(set(found) | set(expected)) - 1
    assert freedom > 500
    assert abs(total - freedom) < 4 * (2 * freedom) ** 0.5
