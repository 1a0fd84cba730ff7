"""No adapter reveals hidden information; the pairs of states come from `scramble`."""

import numpy as np
import pytest
from judged_games import GAMES, load, walk

from standoff import verbs
from standoff.adapters import pettingzoo
from standoff.adapters.gymnasium import SeatEnv, TablesEnv
from standoff.adapters.gymnasium.vector_kernels import show
from standoff.adapters.observation import SeatObserver
from standoff.adapters.openspiel import SpielGame
from standoff.rng import Rng


def pairs(game, seed):
    """Yield pairs of states that differ only in what a seat must not know."""
    rng = Rng(seed)
    for position in walk(game, seed, moves=80):
        for seat in range(game.players):
            states, others = game.states(1), game.states(1)
            states[0] = others[0] = position.state
            verbs.scramble(others[0], seat, rng.words)
            yield seat, states, others


def show_table(env, states, seat):
    """Return what the kernel of the vectorised environment shows."""
    env._tables.states[0] = states[0]
    env._tables.records["mover"] = seat
    env._steps.features[:] = np.nan
    env._steps.mask[:] = -1
    show(env._tables, 0, env._settings, env._scratch, env._steps)
    return env._steps.features.tobytes(), env._steps.mask.tobytes()


def show_spiel(spiel, states, seat):
    """Return what OpenSpiel shows a seat."""
    state = spiel.new_initial_state()
    state.records = states
    mover = int(verbs.to_move(states[0]))
    state.mover = mover if mover >= 0 else -4
    return (
        state.observation_string(seat),
        state.information_state_string(seat),
        state.observation_tensor(seat),
        state.information_state_tensor(seat),
        state.legal_actions(seat) if mover == seat else [],
    )


def draw(env, states, seat):
    """Return the picture of a state as an environment draws it for a seat."""
    env._states[0] = states[0]
    if isinstance(env, SeatEnv):
        env.seat = seat
    else:
        env.agent_selection = f"player_{seat}"
    return np.asarray(env.render()).tobytes()


@pytest.mark.parametrize(("mode", "count"), [("ansi", 25), ("rgb_array", 3)])
@pytest.mark.parametrize("name", GAMES)
def test_hidden_information_changes_nothing_that_is_drawn(name, mode, count):
    game = load(name)
    envs = [pettingzoo.env(game, render_mode=mode), SeatEnv(game, render_mode=mode)]
    for env in envs:
        env.reset(seed=1)
    differ, drawn = 0, set()
    found = list(pairs(game, seed=8))
    for seat, states, others in found[:: max(1, len(found) // count)]:
        pictures = {draw(env, some, seat) for env in envs for some in (states, others)}
        assert len(pictures) == 1
        drawn |= pictures
        differ += states.tobytes() != others.tobytes()
    assert differ > 0
    assert len(drawn) > 1


@pytest.mark.untraced
@pytest.mark.parametrize("name", GAMES)
def test_hidden_information_changes_nothing_that_is_shown(name):
    game = load(name)
    spiel, observer, env = SpielGame(game), SeatObserver(game), TablesEnv(1, game)
    differ = 0
    for seat, states, others in pairs(game, seed=8):
        one, other = observer.observe(states, seat), observer.observe(others, seat)
        assert all(one[part].tobytes() == other[part].tobytes() for part in one)
        assert show_spiel(spiel, states, seat) == show_spiel(spiel, others, seat)
        if verbs.to_move(states[0]) == seat:
            assert show_table(env, states, seat) == show_table(env, others, seat)
        differ += states.tobytes() != others.tobytes()
    assert differ > 0
