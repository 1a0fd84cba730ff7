"""Small games with the JIT off, so that coverage sees every kernel; `make kernels` runs them.

The name keeps pytest from collecting this file: it belongs to scripts/kernel_coverage.py, which
also runs the tests of the rules and says which lines of kernels nothing has reached.
"""

import gymnasium
import numpy as np
import pyspiel
import pytest
from conftest import ROOT

import standoff
import standoff.adapters.gymnasium
import standoff.adapters.openspiel
from standoff.adapters import pettingzoo
from standoff.arena import bench
from standoff.errors import IllegalAction
from standoff.rng import Rng
from standoff.testing import check_game
from standoff.testing.soak import soak
from standoff.verbs import ACTION

SMALL = {"hand": 3, "board": 5}
SEARCHES = [
    "flat:iterations=8",
    "greedy",
    "ismcts:iterations=12",
    "ismcts:iterations=8:playout=greedy",
    "mcts:iterations=12:worlds=2",
    "mcts:iterations=12:expand=all:answer=sum:horizon=depth",
    "mcts:iterations=8:horizon=turn",
    "evolve:iterations=60:population=20",
    "ntbea:iterations=40:neighbours=4:start=10",
    "ntbea:iterations=40:neighbours=4:start=10:classic=true",
    "random",
    "exact",
    "maxn:depth=2:root=published",
    "maxn:depth=3:cache=5000",
]
BANG_AGENTS = ["uniform,rai,rair,aware", "evolution,aware:kb=3,rair,rai"]
BANG_SEARCHES = [
    "mcai:iterations=4:worlds=1,hybrid:iterations=4:worlds=1,rair,rai",
    "ismcts:iterations=3:beliefs=danilakova,rai,ismcts:iterations=3:beliefs=kolar,rai",
    "ismcts:iterations=3:beliefs=bayes,rai,rai,rai",
]


@pytest.mark.parametrize("agent", SEARCHES)
def test_a_search_plays(agent):
    game = standoff.load("asmacag", **SMALL)
    assert standoff.compare(game, [agent, "uniform"], games=2, seed=1).standings()


@pytest.mark.parametrize("agents", BANG_AGENTS)
@pytest.mark.parametrize("rules", ["official", "danilakova", "kolar"])
def test_agents_of_bang_play(agents, rules):
    game = standoff.load("bang", players=4, rules=rules)
    specs = agents.split(",")
    results = standoff.compare(game, specs, 4, 3, protocol="rotate", measures=True)
    assert len(results.standings()) == 4


@pytest.mark.parametrize("agents", BANG_SEARCHES)
def test_searches_of_bang_play(agents):
    game = standoff.load("bang", players=4, rules="danilakova", max_rounds=2)
    results = standoff.compare(game, agents.split(","), 1, 3, protocol="shuffle")
    assert len(results.standings()) == 4


def test_teams_of_bang_play():
    game = standoff.load("bang", players=6)
    results = standoff.compare(game, ["aware", "rair"], 6, 5, protocol="teams", measures=True)
    assert len(results.standings()) == 2


def test_agents_of_colonizers_play():
    game = standoff.load("colonizers")
    agents = ["heuristic", "uniform", "maxn:depth=2:root=published", "ismcts:iterations=4"]
    assert len(standoff.compare(game, agents, 1, 1, protocol="shuffle").standings()) == 4


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("asmacag", SMALL),
        ("asmacag", {"equality": "published", **SMALL}),
        ("colonizers", {}),
        ("bang", {"players": 4}),
        ("bang", {"players": 8, "rules": "danilakova"}),
        ("bang", {"players": 5, "rules": "kolar"}),
    ],
)
def test_laws_hold(name, options):
    game = standoff.load(name, **options)
    assert check_game(game, games=2, seed=3, step=15).passed
    assert not soak(game, 2, seed=1).trouble
    states, actions = game.states(3), np.zeros(game.action_count, ACTION)
    rng = Rng(1).words
    assert bench.play_random_games(states, game.options_record(), 1, 2, rng, actions) > 2
    assert bench.copy_around(states, 2) == 2


@pytest.mark.parametrize("name", ["asmacag", "bang"])
@pytest.mark.parametrize("seat", ["every", "random"])
def test_tables_step(name, seat):
    arguments = {"opponents": "uniform", "seat": seat, "reward": "zero-sum"}
    envs = gymnasium.make_vec(f"standoff/{name}-v0", num_envs=2, **arguments)
    observations, _ = envs.reset(seed=1)
    for step in range(120):
        best = observations["action_mask"].argmax(axis=1)
        observations, *_ = envs.step(best if step % 9 else best - 1)
    assert np.isfinite(observations["observation"]).all()


def test_illegal_actions_at_tables_are_refused():
    arguments = {"num_envs": 2, "opponents": "uniform", "illegal": "raise"}
    envs = gymnasium.make_vec("standoff/asmacag-v0", **arguments)
    envs.reset(seed=1)
    envs.step(envs.unwrapped.random_actions())
    with pytest.raises(IllegalAction):
        envs.step(np.full(2, 1000))


@pytest.mark.parametrize("name", ["asmacag", "bang", "colonizers"])
@pytest.mark.parametrize("reward", ["returns", "team", "zero-sum", "points"])
def test_games_of_openspiel_are_played(name, reward):
    game = pyspiel.load_game(f"standoff_{name}", {"reward": reward})
    state = game.new_initial_state()
    state.apply_action(1)
    with pytest.raises(IllegalAction):
        state.apply_action(state.legal_actions()[-1] + 1)
    while not state.is_terminal():
        actions = state.legal_actions()
        state.observation_tensor(state.current_player())
        state.apply_action(actions[len(state.history()) % len(actions)])
    assert np.isfinite(state.returns()).all()


def test_a_game_without_optional_verbs_is_played():
    game = standoff.load(str(ROOT / "examples" / "kuhn.py") + ":GAME")
    agents = ["greedy", "uniform"]
    assert standoff.compare(game, agents, 4, 1, protocol="pairs").standings()
    assert len(game.deal(1).view(0).features) == len(game.features)
    assert sum(game.deal(1).playout(Rng(1)).returns) == 0


@pytest.mark.parametrize("name", ["asmacag", "bang", "colonizers"])
def test_seats_step(name):
    table = pettingzoo.env(name)
    table.reset(seed=1)
    for _, _agent in zip(range(20), table.agent_iter(), strict=False):
        observation, _, is_over, *_ = table.last()
        table.step(None if is_over else int(observation["action_mask"].argmax()))
