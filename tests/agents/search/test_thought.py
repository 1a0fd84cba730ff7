"""The thoughts of search agents, and the analysis of a position."""

import math
from itertools import product

import pytest
from test_search import ASMACAG, COLONIZERS, SMALL

import standoff
from standoff.agents import analyse, enter
from standoff.agents.search import SEARCHERS, greedy
from standoff.agents.search.thought import Thinker, Thought
from standoff.agents.search.tree import read_thoughts
from standoff.errors import BadSpec
from standoff.rng import Rng


def a_view(game, moves=20):
    position, rng = game.deal(5), Rng(5)
    for _ in range(moves if game is COLONIZERS else 0):
        position.play(rng.choice(position.actions))
    while len(position.actions) == 1:
        position.play(position.actions[0])
    return position.view(position.to_move)


@pytest.mark.parametrize(("game", "name"), list(product([ASMACAG, COLONIZERS], SMALL)), ids=str)
def test_the_chosen_action_is_among_the_thoughts(game, name):
    view = a_view(game)
    searcher = next(one for one in SEARCHERS if one.name == name)
    settings = {option.name: option.default for option in searcher.params}
    agent = searcher.make(game, settings, Rng(1))
    assert isinstance(agent, Thinker)
    assert agent.thoughts() == []
    chosen = agent.act(view)
    found = {thought.action: thought for thought in agent.thoughts()}
    assert chosen in found
    assert all(one.visits >= 0 and math.isfinite(one.value) for one in found.values())
    assert len(found) == len(agent.thoughts())


@pytest.mark.parametrize("name", ["flat", "ismcts", "mcts"])
def test_every_iteration_is_a_visit(name):
    analysis = analyse(COLONIZERS, f"{name}:iterations=300", a_view(COLONIZERS), Rng(1))
    assert sum(thought.visits for thought in analysis.thoughts) == 300


@pytest.mark.parametrize("spec", ["ismcts:iterations=2000", "mcts:iterations=2000", "maxn:depth=3"])
def test_lines_can_be_played_in_some_world(spec):
    view = a_view(COLONIZERS)
    best = analyse(COLONIZERS, spec, view, Rng(1)).thoughts[0]
    assert len(best.line) >= 2
    assert any(can_play(view.imagine(Rng(seed)), (best.action, *best.line)) for seed in range(300))


def can_play(position, line):
    for action in line[:3]:
        if action not in position.actions:
            return False
        position.play(action)
    return True


def test_every_legal_action_is_listed_the_chosen_one_first():
    view = a_view(ASMACAG)
    analysis = analyse(ASMACAG, "ismcts:iterations=5", view, Rng(1))
    assert sorted(thought.action for thought in analysis.thoughts) == list(view.actions)
    assert analysis.thoughts[0].action == analysis.chosen
    visits = [thought.visits for thought in analysis.thoughts[1:]]
    assert visits == sorted(visits, reverse=True)
    assert analysis.thoughts[-1].visits == 0
    assert math.isnan(analysis.thoughts[-1].value)


def test_mcts_adds_up_its_worlds():
    agent = enter(COLONIZERS, "mcts:worlds=4:iterations=400").make(Rng(1))
    agent.act(a_view(COLONIZERS))
    total = agent.thoughts()
    alone = [thought for world in agent._worlds for thought in read_thoughts(world.tree)]
    for thought in total:
        same = [one for one in alone if one.action == thought.action]
        assert thought.visits == sum(one.visits for one in same)
        reward = sum(one.value * one.visits for one in same)
        assert thought.value == pytest.approx(reward / thought.visits)


def test_greedy_tells_the_mean_value_over_worlds():
    view = a_view(ASMACAG)
    agent = greedy.SEARCHER.make(ASMACAG, {"worlds": 4}, Rng(1))
    agent.act(view)
    for thought in agent.thoughts():
        position = view.imagine(Rng(9)).play(thought.action)  # the mover sees the whole table
        expected = Thought(thought.action, 4, position.evaluate(view.seat))
        assert thought == expected


def test_a_followed_plan_was_not_thought_about_again():
    agent = enter(ASMACAG, SMALL["ntbea"]).make(Rng(1))
    position = ASMACAG.deal(2)
    position.play(agent.act(position.view(0)))
    assert agent.thoughts()
    agent.act(position.view(0))
    assert agent.thoughts() == []


def test_a_single_action_needs_no_thought():
    position, rng = COLONIZERS.deal(5), Rng(1)
    while len(position.actions) > 1:
        position.play(rng.choice(position.actions))
    view = position.view(position.to_move)
    for name in SMALL:
        analysis = analyse(COLONIZERS, SMALL[name], view, Rng(1))
        assert analysis.thoughts == (Thought(view.actions[0]),) or name == "greedy"


def test_an_agent_that_does_not_search_is_refused():
    view = standoff.load("asmacag").deal(1).view(0)
    with pytest.raises(
        BadSpec, match="greedy is not a search agent; these are: evolve, flat, ismcts, maxn"
    ):
        analyse(ASMACAG, "greedy", view, Rng(1))
