"""Copies and pickles of everything that a Python user holds: in the middle of a game, by spawn."""

import copy
import multiprocessing
import pickle

import gymnasium
import pyspiel
import pytest
import toy

import standoff
import standoff.adapters.gymnasium
import standoff.adapters.openspiel
from standoff.adapters.gymnasium import SeatEnv, TablesEnv
from standoff.adapters.pettingzoo import asmacag_v0
from standoff.agents import enter
from standoff.rng import Rng

GAME = standoff.load("asmacag", hand=6, board=12)
WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
WAY = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
OPPONENTS = ("uniform", "greedy", "mcts:iterations=20", "evolve:iterations=40")


def position():
    return GAME.deal(3).play(GAME.deal(3).actions[0])


def seat_env(opponents="greedy"):
    env = SeatEnv(GAME, opponents=opponents)
    env.reset(seed=1)
    step(env)
    return env


def step(env):
    """The next step of an environment, always with the first legal action."""
    inner = env.unwrapped
    mask = inner._observe()["action_mask"]
    observation, *rest = env.step(int(mask.argmax()))
    return {name: value.tolist() for name, value in observation.items()}, rest


def tables_env():
    env = TablesEnv(3, GAME, opponents="greedy")
    observations, _ = env.reset(seed=1)
    env.step(observations["action_mask"].argmax(axis=1))
    return env


def step_tables(env):
    observations, rewards, *_ = env.step(env._steps.mask.argmax(axis=1))
    return {name: value.tolist() for name, value in observations.items()}, rewards.tolist()


def table_env():
    env = asmacag_v0.env(hand=6, board=12)
    env.reset(seed=1)
    step_agent(env)
    return env


def step_agent(env):
    observation, *_ = env.last()
    env.step(int(observation["action_mask"].argmax()))
    observation, reward, *_ = env.last()
    return {name: value.tolist() for name, value in observation.items()}, reward


def spiel_state():
    state = pyspiel.load_game("standoff_asmacag").new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    return state


# --- games, positions, views ---


@WAY
def test_a_game_stays_the_same(way):
    again = way(GAME)
    assert again.rules.state is GAME.rules.state
    assert (again.settings, again.given) == (GAME.settings, GAME.given)


def test_a_game_that_cannot_be_found_is_not_pickled():
    with pytest.raises(pickle.PicklingError, match="`load` does not find it"):
        pickle.dumps(toy.toy())
    game = toy.toy()
    assert copy.deepcopy(game) is copy.copy(game) is game


@WAY
def test_a_position_is_copied_with_its_state(way):
    original = position()
    again = way(original)
    assert again == original
    again.play(again.actions[0])
    assert again != original
    assert original == position()


@WAY
def test_a_view_is_copied_with_its_stream_and_events(way):
    events = GAME.tell(position().state, position().actions[0], 1)
    view = position().view(0, Rng(5), events)
    again = way(view)
    assert again.as_dict() == view.as_dict()
    assert (again.actions, again.events) == (view.actions, view.events)
    first, second = (one.imagine(Rng(1)).notation for one in (view, again))
    assert first == second
    assert pickle.loads(pickle.dumps(view)).rng.below(1000) == Rng(5).below(1000)


@pytest.mark.parametrize("game", ["asmacag", "bang", "colonizers"])
def test_positions_of_all_games_come_back_from_a_pickle(game):
    middle = standoff.load(game).deal(1)
    for _ in range(7):
        middle.play(middle.actions[0])
    assert pickle.loads(pickle.dumps(middle)) == middle
    view = middle.view(middle.game.spectator)
    assert pickle.loads(pickle.dumps(view)).as_dict() == view.as_dict()


# --- environments ---


@WAY
@pytest.mark.parametrize("opponents", OPPONENTS)
def test_a_seat_goes_on_in_the_copy_as_in_the_original(way, opponents):
    original = seat_env(opponents)
    again = way(original)
    steps = [step(original) for _ in range(3)]
    assert [step(again) for _ in range(3)] == steps  # and the original has changed nothing in it


@WAY
@pytest.mark.parametrize(
    ("make", "go_on"),
    [(tables_env, step_tables), (table_env, step_agent)],
    ids=["tables", "pettingzoo"],
)
def test_tables_go_on_in_the_copy_as_in_the_original(way, make, go_on):
    original = make()
    again = way(original)
    steps = [go_on(original) for _ in range(3)]
    assert [go_on(again) for _ in range(3)] == steps


@WAY
def test_a_state_of_openspiel_goes_on_in_the_copy(way):
    original = spiel_state()
    again = way(original)
    assert str(again) == str(original)
    again.apply_action(again.legal_actions()[0])
    assert str(again) != str(original)


def test_an_environment_before_its_first_deal_is_copied():
    env = copy.deepcopy(gymnasium.make("standoff/asmacag-v0"))
    env.reset(seed=1)


# --- another process ---


def go_on(things):
    """Use everything in the process that it was sent to."""
    board, view, seat, tables, agents, spiel, agent = things
    board.play(board.actions[0])
    spiel.apply_action(spiel.legal_actions()[0])
    chosen = agent.act(view)
    used = (board.notation, view.as_dict(), step(seat), step_tables(tables), step_agent(agents))
    return used, str(spiel), chosen


def gather():
    agent = enter(GAME, "mcts:iterations=20").make(Rng(1))
    view = position().view(0, Rng(2))
    return position(), view, seat_env("greedy"), tables_env(), table_env(), spiel_state(), agent


def test_everything_goes_on_in_a_spawned_process():
    """Compiled policies are called by pointers, which are good for one process only."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply(go_on, [gather()])
    assert there == go_on(gather())
