"""The trees of `mcts`, worked out by hand on a trail of three steps."""

import numpy as np
import pytest
from trail import GAME, WINNING

from standoff.agents import enter, known_agents
from standoff.agents.search.mcts import greatest_sums
from standoff.agents.search.tree import ROOT, Tree, children_of
from standoff.errors import StandoffError, UnknownName
from standoff.rng import Rng

ALL = "mcts:expand=all:c=0.1"
VIEW = GAME.deal(1).view(0)


def think(spec, seed=1, view=VIEW):
    agent = enter(GAME, spec).make(Rng(seed))
    return agent, agent.act(view)


def grown(spec):
    """The visits of each visited node of the first tree, by the actions that lead to it."""
    tree = think(spec)[0]._worlds[0].tree
    found = {}

    def walk(node, trail):
        for child in children_of(tree, node):
            if tree.nodes[child].visits:
                here = (*trail, int(tree.nodes[child].action))
                found[here] = int(tree.nodes[child].visits)
                walk(child, here)

    walk(ROOT, ())
    return found


# --- expand=all and hold_back ---


@pytest.mark.parametrize(
    ("iterations", "visits"),
    [
        (1, {(0,): 1}),
        (3, {(0,): 1, (1,): 1, (2,): 1}),
        (5, {(0,): 1, (1,): 1, (2,): 1, (3,): 1, (4,): 1}),
        (6, {(0,): 1, (1,): 1, (2,): 2, (3,): 1, (4,): 1, (2, 0): 1}),
        (7, {(0,): 1, (1,): 1, (2,): 3, (3,): 1, (4,): 1, (2, 0): 1, (2, 4): 1}),
    ],
)
def test_a_leaf_is_opened_child_by_child_and_a_budget_may_end_between(iterations, visits):
    assert grown(f"{ALL}:iterations={iterations}") == visits


ROOT_OPEN = {(0,): 1, (1,): 1, (3,): 1, (4,): 1}


@pytest.mark.parametrize(
    ("iterations", "visits"),
    [
        (1, {(1,): 1}),
        (3, {(1,): 1, (2,): 1, (3,): 1}),
        (4, {(0,): 1, (1,): 1, (2,): 1, (3,): 1}),  # the root is reached again
        (5, {**ROOT_OPEN, (2,): 1}),
        (7, {**ROOT_OPEN, (2,): 3, (2, 0): 1, (2, 4): 1}),  # only idle actions: tried at once
        (8, {**ROOT_OPEN, (2,): 4, (2, 0): 2, (2, 4): 1, (2, 0, 2): 1}),
        (9, {**ROOT_OPEN, (2,): 5, (2, 0): 2, (2, 4): 2, (2, 0, 2): 1, (2, 4, 2): 1}),
        (
            10,
            {
                **ROOT_OPEN, (2,): 6, (2, 0): 3, (2, 4): 2,
                (2, 0, 2): 1, (2, 4, 2): 1, (2, 0, 0): 1,
            },
        ),
    ],
)  # fmt: skip
def test_idle_actions_are_held_back_until_a_node_is_reached_again(iterations, visits):
    assert grown(f"{ALL}:hold_back=true:iterations={iterations}") == visits


def test_with_one_child_at_a_time_idle_actions_are_tried_last():
    assert set(grown("mcts:hold_back=true:iterations=3")) == {(1,), (2,), (3,)}
    assert set(grown("mcts:hold_back=true:iterations=4")) == {(0,), (1,), (2,), (3,)}
    assert set(grown("mcts:iterations=3")) == {(0,), (1,), (2,)}


@pytest.mark.parametrize("expand", ["one", "all"])
def test_the_budget_is_exact_in_pieces_too(expand, monkeypatch):
    whole = think(f"mcts:expand={expand}:iterations=50:worlds=3")
    monkeypatch.setattr("standoff.agents.search.budget.PIECE", 7)
    pieces = think(f"mcts:expand={expand}:iterations=50:worlds=3")
    assert sum(thought.visits for thought in whole[0].thoughts()) == 50
    assert whole[0].thoughts() == pieces[0].thoughts()
    assert whole[1] == pieces[1]


def test_a_full_tree_is_played_out_from_its_leaves():
    agent, answer = think("mcts:expand=all:c=5:iterations=5000:nodes=100")
    world = agent._worlds[0]
    assert world.tree.size[0] == 1 + 5 + 5 * 2 + 10 * 2  # the whole game
    assert answer == WINNING
    world.tree = Tree.of(8)
    world.search(0, 300)
    assert world.tree.size[0] == 8
    assert world.tree.nodes[ROOT].visits == 300


# --- horizons ---


@pytest.mark.parametrize("expand", ["one", "all"])
@pytest.mark.parametrize(("depth", "steps"), [(1, 1), (2, 2), (3, 3), (300, 3)])
def test_a_horizon_counts_moves_from_the_root(expand, depth, steps):
    agent, _ = think(f"mcts:horizon=depth:depth={depth}:expand={expand}:iterations=60")
    assert {thought.value for thought in agent.thoughts()} == {10.0 * steps}


def test_moves_are_counted_from_the_root_of_the_search():
    view = GAME.deal(1).play("1").view(1)
    agent, _ = think("mcts:horizon=depth:depth=1:iterations=40", view=view)
    assert {thought.value for thought in agent.thoughts()} == {21.0}  # two steps, and seat 1
    agent, _ = think("mcts:horizon=turn:iterations=40")
    assert {thought.value for thought in agent.thoughts()} == {10.0}


def test_weights_reach_the_evaluation_and_set_the_depth():
    agent, _ = think("weigher")
    assert {thought.value for thought in agent.thoughts()} == {10.0 + 3.0}
    agent, _ = think("weigher:numbers=2+5")
    assert {thought.value for thought in agent.thoughts()} == {20.0 + 7.0}
    agent, _ = think("weigher:numbers=2+5:depth=3")
    assert {thought.value for thought in agent.thoughts()} == {30.0 + 7.0}
    agent, answer = think("weigher:horizon=game:iterations=60")
    assert answer == WINNING


# --- answers ---


def test_a_sum_adds_the_means_of_worlds():
    visits = np.array([[10.0, 5.0, 1.0, 0.0], [10.0, 20.0, 1.0, 0.0]])
    sums = np.array([[5.0, 1.0, 1.0, 0.0], [5.0, 18.0, 0.0, 0.0]])
    assert greatest_sums(visits, sums) == [1]  # 0.5 + 0.5, 0.2 + 0.9, 1 + 0
    assert greatest_sums(visits[:1], sums[:1]) == [2]
    sums[1, 1] = 16.0
    assert greatest_sums(visits, sums) == [0, 1, 2]


def test_where_a_world_did_not_try_an_action_it_counts_as_the_worst():
    visits = np.array([[4.0, 4.0, 0.0], [0.0, 4.0, 1.0], [0.0, 0.0, 0.0]])
    sums = np.array([[-4.0, -8.0, 0.0], [0.0, -4.0, -3.0]])
    sums = np.vstack([sums, np.zeros(3)])
    assert greatest_sums(visits, sums) == [1]  # -1 - 3, -2 - 1, -2 - 3


def test_equal_sums_are_decided_by_chance_but_visits_by_code():
    spec = "mcts:horizon=depth:depth=1:iterations=50:answer="  # all moves are equal
    assert {think(f"{spec}sum", seed)[1] for seed in range(40)} == {0, 1, 2, 3, 4}
    assert {think(f"{spec}visits", seed)[1] for seed in range(40)} == {0}
    assert {think(f"{spec}mean", seed)[1] for seed in range(40)} == {0}


@pytest.mark.parametrize("answer", ["visits", "mean", "sum"])
@pytest.mark.parametrize("expand", ["one", "all"])
def test_every_answer_finds_the_winning_step(answer, expand):
    spec = f"mcts:worlds=3:iterations=90:answer={answer}:expand={expand}:hold_back=true"
    assert think(spec)[1] == WINNING


@pytest.mark.parametrize("spec", ["walker:iterations=101:answer=sum", "weigher:worlds=5"])
def test_threads_do_not_change_the_answer(spec):
    found = [think(f"{spec}:threads={threads}", seed=6) for threads in (1, 2, 5)]
    assert all(answer == found[0][1] for _, answer in found)
    assert all(agent.thoughts() == found[0][0].thoughts() for agent, _ in found)


# --- named searches ---


def test_named_searches_come_after_policies_and_before_searchers():
    assert {"walker", "weigher", "mcts"} <= set(known_agents(GAME))
    assert enter(GAME, "flat").policy is GAME.policies[1]
    assert len(enter(GAME, "ismcts").make(Rng(1))._worlds) == 7


def test_a_mind_has_defaults_that_a_spec_overrides():
    agent = enter(GAME, "walker").make(Rng(1))
    assert (agent._budget.ms, len(agent._worlds), agent._worlds[0].settings.c) == (5.0, 2, 0.7)
    agent = enter(GAME, "walker:iterations=50:worlds=3:c=2").make(Rng(1))
    assert (agent._budget.ms, agent._budget.iterations) == (0.0, 50)
    assert (len(agent._worlds), agent._worlds[0].settings.c) == (3, 2.0)
    agent = enter(GAME, "walker:preset=deep:ms=7").make(Rng(1))
    assert (agent._budget.ms, agent._worlds[0].settings.c) == (7.0, 3.0)
    agent = enter(GAME, "weigher:ms=9").make(Rng(1))
    assert agent._budget.ms == 9.0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcts:expand=two", "mcts: expand must be one or all, not 'two'"),
        ("mcts:hold_back=yes", "mcts: hold_back must be false or true, not 'yes'"),
        ("mcts:answer=best", "mcts: answer must be visits or mean or sum, not 'best'"),
        ("mcts:depth=0", "mcts: depth must be a whole number from 1 to 300, not '0'"),
        ("mcts:depth=301", "mcts: depth must be a whole number from 1 to 300, not '301'"),
        ("mcts:beliefs=deep", "unknown belief of trail 'deep'; known: uniform"),
        ("walker:ms=5:iterations=7", "give iterations or ms, not both"),
        ("walker:ms=0", "walker: ms must be more than 0"),
        ("walker:worlds=0", "walker: worlds must be a whole number from 1 to 1000"),
        ("walker:numbers=1", "unknown parameter of walker 'numbers'; known: answer, beliefs, c"),
        ("weigher:number=1", "unknown parameter of weigher 'number'; known: answer, .* numbers"),
        ("walker:preset=flat", "unknown preset of walker for trail 'flat'; known: deep"),
    ],
)
def test_bad_parameters_are_refused_in_a_sentence(spec, message):
    with pytest.raises(StandoffError, match=message):
        enter(GAME, spec)


def test_the_error_for_an_unknown_agent_lists_named_searches():
    with pytest.raises(UnknownName, match="known: evolve.* walker, weigher"):
        enter(GAME, "thinker")
