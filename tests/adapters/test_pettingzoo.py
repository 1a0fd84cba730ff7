"""PettingZoo's own checks, and what they miss.

`bombardment_test` is left out: it compares observations as arrays, and ours are dicts with a mask.
"""

import io
import re
import sys
import time
import warnings
from contextlib import redirect_stdout
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from judged_games import GAMES, load, walk
from showdown import last_shot

from standoff.adapters import pettingzoo
from standoff.adapters.pettingzoo import asmacag_v0, bang_v0, colonizers_v0
from standoff.errors import BadOption, BadRun, IllegalAction, UnknownName

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own environments
    from pettingzoo import make
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

ALL = pytest.mark.parametrize("name", GAMES)
EXPECTED = (
    "Observation is not a NumPy array",  # dicts with a mask are what PettingZoo asks for elsewhere
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",  # after the end nothing is legal
)


def play(env, seed, games):
    """Yield everything that agents are shown in random games."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(games):
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            yield agent, observation, reward, termination, truncation, info
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if termination else int(rng.choice(legal)))
        env.reset()


@ALL
def test_pettingzoo_api_test(name):
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        for message in EXPECTED:
            warnings.filterwarnings("ignore", message)
        api_test(pettingzoo.env(load(name)), num_cycles=40)


@ALL
def test_pettingzoo_seed_test(name):
    seed_test(lambda: pettingzoo.env(load(name)), num_cycles=40)


@ALL
def test_whole_games_are_the_same_again(name):
    """PettingZoo's stops at the first agent that terminates; this one plays two games."""
    for once, again in zip(
        play(pettingzoo.env(load(name)), 7, 2),
        play(pettingzoo.env(load(name)), 7, 2),
        strict=True,
    ):
        assert once[0] == again[0]
        assert once[2:] == again[2:]
        for part in once[1]:
            assert once[1][part].tobytes() == again[1][part].tobytes()


@ALL
def test_pettingzoo_render_test(name):
    with redirect_stdout(io.StringIO()) as shown:
        render_test(lambda render_mode=None: pettingzoo.env(load(name), render_mode=render_mode))
    assert shown.getvalue()


def run_benchmark(env, clock, monkeypatch):
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    with redirect_stdout(io.StringIO()) as printed:
        performance_benchmark(env)
    return float(re.search(r"([\d.]+) turns per second", printed.getvalue())[1])


def test_pettingzoo_performance_benchmark(monkeypatch):
    """By a clock that runs ten times too fast, so that it takes half a second and not five."""
    clock = (10 * time.monotonic() for _ in count())
    assert run_benchmark(pettingzoo.env("bang"), clock, monkeypatch) > 100


@ALL
def test_pettingzoo_performance_benchmark_runs_with_every_table(name, monkeypatch):
    """With a clock that runs out soon."""
    assert run_benchmark(pettingzoo.env(load(name)), iter(np.arange(100) / 8), monkeypatch) > 0


@ALL
def test_an_agent_sees_what_the_view_of_its_seat_holds(name):
    game = load(name)
    env = pettingzoo.env(game)
    for position in walk(game, seed=3, moves=60):
        if position.is_over:
            break
        env.reset(options={"position": position.notation})
        for seat, agent in enumerate(env.possible_agents):
            view, observation = position.view(seat), env.observe(agent)
            assert observation["observation"].tobytes() == view.features.tobytes()
            assert observation["action_mask"].tobytes() == view.mask.tobytes()
        assert env.agent_selection == f"player_{position.to_move}"


@ALL
def test_rewards_come_at_the_end_and_are_the_returns(name):
    game = load(name)
    env = pettingzoo.env(game)
    last = {}
    for agent, _, reward, termination, truncation, info in play(env, 5, 1):
        assert not truncation
        assert termination or (reward == 0.0 and info == {})
        if termination:
            last[agent] = (reward, info)
    assert list(last) == env.possible_agents
    position = env.position
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    while not all(env.terminations.values()):
        observation, *_ = env.last()
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    position = env.position
    assert position.is_over
    assert [reward for reward, _ in last.values()] == position.returns
    assert [info["score"] for _, info in last.values()] == list(position.outcome["score"])
    assert {info["result"] for _, info in last.values()} <= {"win", "loss", "tie"}


def test_the_eliminated_stay_and_win_with_their_side():
    """In Bang! the dead win with their side (rule 7.4), so they leave with everybody."""
    env = pettingzoo.env("bang", players=7)
    rewarded = 0
    for seed in range(20):
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not all(env.terminations.values()):
            assert len(env.agents) == 7
            observation, *_ = env.last()
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        state = env.position.state
        dead = [seat for seat in range(7) if not state.is_alive[seat]]
        rewarded += sum(env.rewards[f"player_{seat}"] for seat in dead)
    assert rewarded > 0


@pytest.mark.parametrize("reward", ["returns", "team", "zero-sum", "points"])
def test_a_reward_can_be_chosen(reward):
    env = pettingzoo.env("colonizers", reward=reward)
    for _ in play(env, 2, 1):
        rewards = dict(env.rewards) if all(env.terminations.values()) else {}
        if len(rewards) == 4 and any(rewards.values()):
            break
    outcome, returns = env.position.outcome, env.position.returns
    expected = {
        "returns": returns,
        "team": returns,
        "zero-sum": [value - sum(returns) / 4 for value in returns],
        "points": list(outcome["score"]),
    }[reward]
    assert list(rewards.values()) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("reward", "winner", "partner", "others"),
    [
        ("returns", 1.0, 0.0, 0.0),
        ("team", 0.5, 0.5, 0.0),
        ("zero-sum", 0.875, -0.125, -0.125),
        ("points", 1.0, 0.0, 0.0),
    ],
)
def test_rewards_of_a_team_game_are_what_a_hand_calculates(reward, winner, partner, others):
    """Of eight players one of two Renegades wins alone: his team's mean is a half."""
    env = pettingzoo.env("bang", reward=reward, players=8)
    env.reset(options={"position": last_shot().notation})
    env.step(env.game.parse("bang -> seat 0"))
    assert env.terminations["player_7"]
    expected = [others] * 3 + [partner] + [others] * 3 + [winner]
    assert list(env.rewards.values()) == pytest.approx(expected)


def test_modules_are_named_as_pettingzoo_does():
    for module, name, seats in (
        (asmacag_v0, "asmacag_v0", 2),
        (bang_v0, "bang_v0", 5),
        (colonizers_v0, "colonizers_v0", 4),
    ):
        env = module.env()
        assert str(env) == env.metadata["name"] == name
        assert env.max_num_agents == seats
        assert module.raw_env is module.env
    assert bang_v0.env(players=7).max_num_agents == 7


def test_games_are_registered_with_pettingzoo():
    env = make("aec", "standoff/bang_v0", players=6, reward="zero-sum")
    assert env.max_num_agents == 6


def test_a_deal_can_be_asked_for(asmacag):
    env = pettingzoo.env(asmacag)
    env.reset(options={"deal": 12})
    assert env.position == asmacag.deal(12)
    env.reset(seed=1)
    env.reset()
    second = env.position
    env.reset(seed=1)
    assert env.position != second
    env.reset()
    assert env.position == second


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, np.array])
def test_whole_numbers_of_numpy_are_seeds_and_deals(asmacag, kind):
    env, plain = pettingzoo.env(asmacag), pettingzoo.env(asmacag)
    env.reset(seed=kind(3))
    plain.reset(seed=3)
    assert env.position == plain.position
    env.reset(options={"deal": kind(3)})
    assert env.position == asmacag.deal(3)


@pytest.mark.parametrize(
    "seed", ["x", 1.5, 3.0, True, np.bool_(True), -1, [1], np.array([1, 2])], ids=str
)
def test_a_seed_that_is_not_a_whole_number_is_refused(asmacag, seed):
    """And no new game is dealt."""
    env = pettingzoo.env(asmacag)
    env.reset(seed=1)
    before = env.position
    with pytest.raises(BadOption, match="a seed must be a whole number, 0 or more, not"):
        env.reset(seed=seed)
    with pytest.raises(BadOption, match="a deal must be a whole number, 0 or more, not"):
        env.reset(options={"deal": seed})
    assert env.position == before


@pytest.mark.parametrize("options", [[], [1], "deal", 5, True], ids=str)
def test_options_that_are_not_a_dict_are_refused(asmacag, options):
    with pytest.raises(BadOption, match="options must be a dict, such as {'deal': 7}, not"):
        pettingzoo.env(asmacag).reset(options=options)


@pytest.mark.parametrize("agent", ["player_9", "nobody", 0, None, ["player_0"]], ids=str)
def test_an_agent_that_is_not_there_is_refused(asmacag, agent):
    env = pettingzoo.env(asmacag)
    env.reset(seed=1)
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(UnknownName, match="unknown agent .*; known: player_0, player_1"):
            ask(agent)


@pytest.mark.parametrize(
    "action", [38, -1, 1000, 10**30, None, 1.0, True, "x2", np.int64(38), np.array([0])]
)
def test_an_illegal_action_raises_and_changes_nothing(asmacag, action):
    env = pettingzoo.env(asmacag)
    env.reset(seed=1)
    before = env.position
    with pytest.raises(IllegalAction, match="illegal action"):
        env.step(action)
    assert env.position == before
    assert env.agent_selection == "player_0"


def test_an_array_of_no_dimensions_is_an_action(asmacag):
    env = pettingzoo.env(asmacag)
    env.reset(seed=1)
    action = int(env.last()[0]["action_mask"].argmax())
    after = env.position.play(action)
    env.step(np.array(action))
    assert env.position == after


@ALL
def test_the_text_of_a_view_is_not_a_position_to_play_on(name):
    """Its cards are unknown, but kernels trust that no card is."""
    game = load(name)
    env = pettingzoo.env(game)
    for seat in range(game.players):
        with pytest.raises(BadOption, match="not a complete position"):
            env.reset(options={"position": game.deal(3).view(seat).notation})


def test_impossible_calls_are_explained(asmacag):
    env = pettingzoo.env(asmacag)
    with pytest.raises(BadRun, match=r"call reset\(\) before step\(\)"):
        env.step(0)
    for look in (lambda: env.observe("player_0"), env.render, lambda: env.position):
        with pytest.raises(BadRun, match="call reset"):
            look()
    with pytest.raises(BadOption, match="a position must be a text, not None"):
        env.reset(options={"position": None})
    with pytest.raises(UnknownName, match="unknown reward 'money'"):
        pettingzoo.env(asmacag, reward="money")
    with pytest.raises(UnknownName, match="unknown render mode 'gif'"):
        pettingzoo.env(asmacag, render_mode="gif")
    over = asmacag.deal(1).playout()
    with pytest.raises(BadOption, match="already over"):
        env.reset(options={"position": over.notation})


def test_the_table_is_drawn_for_the_agent_to_move(asmacag):
    env = pettingzoo.env(asmacag, render_mode="ansi")
    env.reset(seed=1)
    assert "seen from seat 0" in env.render()
    assert "?" in env.render()
    image = pettingzoo.env(asmacag, render_mode="rgb_array")
    image.reset(seed=1)
    pixels = image.render()
    assert pixels.shape[2] == 3
    assert pixels.std() > 10
    assert pettingzoo.env(asmacag).render_mode is None
