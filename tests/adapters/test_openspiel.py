"""OpenSpiel's own checks, and what they miss."""

import copy
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from conftest import ROOT
from judged_games import GAMES, load, walk
from open_spiel.python.algorithms import ismcts
from open_spiel.python.observation import make_observation

import standoff
import standoff.adapters.openspiel
from standoff.adapters.openspiel import SpielGame
from standoff.adapters.openspiel.bots import ISMCTS, MCTS
from standoff.agents import enter
from standoff.errors import BadOption, BadSeat, BadSpec, IllegalAction, UnknownName
from standoff.rng import Rng

FOLDER = Path(__file__).parent
GOLDEN = ROOT / "tests" / "golden" / "openspiel"
ALL = pytest.mark.parametrize("name", GAMES)


def judge(kind, *names):
    """Run a check in a separate process; return what it printed."""
    done = subprocess.run(
        [sys.executable, str(FOLDER / "judges.py"), kind, *names],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "ignore"},
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.endswith(f"done {' '.join(names)}\n")
    return done.stdout.removesuffix(f"done {' '.join(names)}\n")


@pytest.mark.parametrize("kind", ["sims", "api"])
@pytest.mark.parametrize("game", ["asmacag", "colonizers", "bang", "kuhn"])
def test_openspiel_judges(kind, game):
    judge(kind, *(name for name in GAMES if name.startswith(game)))


@pytest.mark.parametrize("game", ["asmacag", "colonizers", "bang"])
def test_a_playthrough_is_the_golden_one(game):
    """If the change is meant, `make golden` writes it again."""
    assert judge("playthrough", game) == (GOLDEN / f"{game}.txt").read_text()


# --- states ---


@ALL
def test_a_state_is_the_position_of_the_same_deal_and_moves(name):
    game, rng = load(name), Rng(4)
    state, position = SpielGame(game).new_initial_state(), game.deal(17)
    assert state.is_chance_node()
    state.apply_action(17)
    while not position.is_over:
        assert str(state) == position.notation
        assert state.current_player() == position.to_move
        assert state.legal_actions() == position.actions
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == position.actions
        assert state.returns() == [0.0] * game.players
        action = rng.choice(position.actions)
        assert state.action_to_string(action) == game.text(action)
        assert state.string_to_action(game.text(action)) == action
        state.apply_action(action)
        position.play(action)
    assert state.is_terminal()
    assert state.legal_actions() == []
    assert state.returns() == position.returns


@ALL
def test_strings_and_tensors_are_the_view(name):
    game, rng = load(name), Rng(4)
    spiel = SpielGame(game)
    observer = make_observation(spiel)
    state = spiel.new_initial_state()
    observer.set_from(state, 0)
    assert not observer.tensor.any()
    state.apply_action(3)
    for _ in range(30):
        if state.is_terminal():
            break
        position = standoff.Position(game, state.records)
        for seat in range(game.players):
            view = position.view(seat)
            observer.set_from(state, seat)
            assert observer.tensor.tobytes() == view.features.tobytes()
            assert state.observation_tensor(seat) == view.features.tolist()
            assert state.information_state_tensor(seat) == view.features.tolist()
            assert state.observation_string(seat) == f"seat {seat}: {view.notation}"
            assert state.information_state_string(seat).endswith(f": {view.notation}")
        state.apply_action(rng.choice(state.legal_actions()))


def test_an_information_state_remembers_what_was_done():
    """Two orders of the same cards lead to one observation, but to different information states."""
    game = standoff.load("asmacag")
    spiel = SpielGame(game)
    for deal in range(200):
        root = spiel.new_initial_state()
        root.apply_action(deal)
        if {0, 1} <= set(root.legal_actions()):
            break
    ends = []
    for order in ((0, 1), (1, 0)):
        state = root.clone()
        for action in order:
            state.apply_action(action)
        ends.append(state)
    assert ends[0].observation_string(0) == ends[1].observation_string(0)
    assert ends[0].information_state_string(0) != ends[1].information_state_string(0)
    assert ends[0].information_state_string(1) == ends[1].information_state_string(1)


@ALL
def test_a_copy_is_apart_and_a_stored_state_goes_on_the_same(name):
    game, rng = load(name), Rng(2)
    state = pyspiel.load_game(SpielName(name).text).new_initial_state()
    state.apply_action(5)
    for _ in range(12):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    if state.is_terminal():
        return
    action = state.legal_actions()[-1]
    copies = [state.clone(), pickle.loads(pickle.dumps(state))]
    before = str(state)
    for other in copies:
        assert str(other) == before
        assert other.history() == state.history()
        other.apply_action(action)
        assert str(state) == before
    state.apply_action(action)
    for other in copies:
        assert str(other) == str(state)
        for seat in range(game.players):
            told = state.information_state_string(seat)
            assert other.information_state_string(seat) == told


@ALL
def test_a_pickled_game_is_the_same_game(name):
    for game in (
        SpielGame(load(name), deals=7, reward="team"),
        pyspiel.load_game(SpielName(name).text),
    ):
        again = pickle.loads(pickle.dumps(game))
        assert again == game
        assert str(again) == str(game)
        assert again.max_chance_outcomes() == game.max_chance_outcomes()
        one, two = game.new_initial_state(), again.new_initial_state()
        one.apply_action(3)
        two.apply_action(3)
        assert str(one) == str(two)
        assert str(copy.deepcopy(game)) == str(game)


@pytest.mark.parametrize("name", ["asmacag", "colonizers", "bang"])
def test_a_game_can_be_sent_to_a_new_process(name):
    """In a process that has not imported the adapter."""
    game = pyspiel.load_game(f"standoff_{name}", {"reward": "zero-sum"})
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", read],
        input=pickle.dumps(game),
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().strip() == f"standoff_{name}(reward=zero-sum)"


class SpielName:
    """How OpenSpiel calls a game of the list."""

    def __init__(self, name):
        game = load(name)
        if f"standoff_{game.name}" not in pyspiel.registered_names():
            standoff.adapters.openspiel.register(standoff.load(GAMES[name][0]))
        self.text = str(SpielGame(game))


@ALL
def test_a_resampled_state_fits_and_reveals_nothing(name):
    game, rng = load(name), Rng(3)
    state = SpielGame(game).new_initial_state()
    state.apply_action(9)
    changed = 0
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        sampler = pyspiel.UniformProbabilitySampler(rng.below(1000), 0.0, 1.0)
        other = state.resample_from_infostate(player, sampler)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == []
        assert not np.delete(other.memory, player).any()
        assert other.records["rng"].tobytes() != state.records["rng"].tobytes()
        changed += without_chance(other) != without_chance(state)
        state.apply_action(rng.choice(state.legal_actions()))
    assert changed > 0


def without_chance(state):
    return re.sub(r"rng=\S+", "", str(state))


def test_an_illegal_action_raises_and_changes_nothing(asmacag):
    state = SpielGame(asmacag).new_initial_state()
    with pytest.raises(IllegalAction, match="a deal must be from 0 to 999, not 1000"):
        state.apply_action(1000)
    state.apply_action(3)
    before = str(state)
    for action in (38, 10000):
        with pytest.raises(IllegalAction, match="illegal action"):
            state.apply_action(action)
        assert str(state) == before
        assert state.history() == [3]


def test_a_world_can_be_drawn_for_any_player_and_before_the_deal(asmacag):
    state = SpielGame(asmacag).new_initial_state()
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    assert state.resample_from_infostate(0, sampler).is_chance_node()
    state.apply_action(3)
    other = state.resample_from_infostate(1, sampler)
    assert other.information_state_string(1) == state.information_state_string(1)
    for player in (-1, 2):
        with pytest.raises(BadSeat, match=f"a player must be from 0 to 1, not {player}"):
            state.resample_from_infostate(player, sampler)


def test_an_observer_shows_nothing_to_a_player_that_is_not_there(asmacag):
    """Such as the player to move after the end, which OpenSpiel numbers -4."""
    state = SpielGame(asmacag).new_initial_state()
    observer = make_observation(state.get_game())
    state.apply_action(3)
    for player in (-4, -1, 2):
        for look in (observer.set_from, observer.string_from):
            with pytest.raises(BadSeat, match=f"a player must be from 0 to 1, not {player}"):
                look(state, player)


def test_a_value_that_openspiel_reads_as_a_truth_value_is_set_as_a_text():
    game = pyspiel.load_game("standoff_asmacag", {"equality": "true"})
    assert str(game) == "standoff_asmacag()"
    with pytest.raises(pyspiel.SpielError, match="Wrong type for parameter equality"):
        pyspiel.load_game("standoff_asmacag(equality=true)")


def test_games_have_their_options_as_parameters():
    game = pyspiel.load_game("standoff_bang(players=7,rules=kolar)")
    assert game.num_players() == 7
    assert str(game) == "standoff_bang(players=7,rules=kolar)"
    assert game.get_type().max_num_players == 8
    small = pyspiel.load_game("standoff_asmacag(hand=4,board=9,deals=5)")
    assert str(small) == "standoff_asmacag(board=9,deals=5,hand=4)"
    assert small.max_chance_outcomes() == 5
    assert len(small.new_initial_state().chance_outcomes()) == 5
    zero = pyspiel.load_game("standoff_colonizers(reward=zero-sum)")
    assert zero.utility_sum() == 0.0
    assert zero.min_utility() == -1.0
    with pytest.raises(UnknownName, match="unknown reward"):
        SpielGame(standoff.load("asmacag"), reward="money")
    with pytest.raises(BadOption, match="deals must be from 1 to 1000000, not 0"):
        SpielGame(standoff.load("asmacag"), deals=0)
    with pytest.raises(BadOption, match="deals must be from 1 to 1000000, not 1.5"):
        SpielGame(standoff.load("asmacag"), deals=1.5)
    with pytest.raises(ValueError, match="no parameters"):
        small.make_py_observer(None, {"size": 3})


# --- its bots in our arena ---


@pytest.mark.untraced
def test_openspiel_bots_play_in_the_arena(asmacag):
    for agent in ("openspiel-ismcts:simulations=60", "openspiel-mcts:simulations=160:worlds=2"):
        agents = [agent, "uniform"]
        results = standoff.compare(asmacag, agents, games=30, seed=1)
        assert results.faults == []
        first, second = results.standings()
        assert first.games == second.games == 30
        assert first.wins > second.wins
        once, again = (standoff.compare(asmacag, agents, games=4, seed=1) for _ in range(2))
        assert once.as_dict() == again.as_dict()


@pytest.mark.parametrize("name", ["colonizers", "bang-5", "kuhn"])
@pytest.mark.parametrize("agent", [ISMCTS, MCTS])
def test_openspiel_bots_play_every_game(name, agent):
    game = load(name)
    for position in walk(game, seed=6, moves=12):
        if not position.is_over:
            view = position.view(position.to_move, Rng(1))
            answer = agent(simulations=16).act(view)
            assert answer in view.actions
            view = position.view(position.to_move, Rng(1))
            assert agent(simulations=16).act(view) == answer


def test_the_bot_of_openspiel_plays_its_own_loop(asmacag):
    """Without our arena: OpenSpiel's search on its own states, with `resample_from_infostate`."""
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # noqa: PLC0415

    game = SpielGame(asmacag)
    state = game.new_initial_state()
    state.apply_action(1)
    bot = ismcts.ISMCTSBot(
        game,
        RandomRolloutEvaluator(1, np.random.RandomState(1)),
        2.0,
        30,
        random_state=np.random.RandomState(1),
    )
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


def test_impossible_settings_of_bots_are_said(asmacag):
    with pytest.raises(BadSpec, match="simulations must be 1 or more, not 0"):
        ISMCTS(simulations=0)
    with pytest.raises(BadSpec, match="worlds must be from 1 to 4, not 8"):
        MCTS(simulations=4)
    with pytest.raises(BadSpec, match="openspiel-ismcts: worlds must be 0 or more, not -5"):
        enter(asmacag, "openspiel-ismcts:simulations=20:worlds=-5").make(Rng(1))
    for name in ("openspiel-ismcts", "openspiel-mcts"):
        for c in ("nan", "-1", "inf"):
            entrant = enter(asmacag, f"{name}:simulations=20:c={c}")
            with pytest.raises(BadSpec, match=f"{name}: c must be a number, 0 or more, not {c}"):
                entrant.make(Rng(1))


def test_a_game_from_a_file_is_loaded_by_its_address(monkeypatch, tmp_path):
    text = (ROOT / "examples" / "kuhn.py").read_text()
    text = text.replace("    )\n)\n", '    ), mark="spiel"\n)\n', 1).replace(
        '"kuhn"', '"kuhn_file"'
    )
    (tmp_path / "mine.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    game = pyspiel.load_game("standoff_game(game=mine.py:GAME,deals=7)")
    assert (game.game.name, game.deals, game.num_players()) == ("kuhn_file", 7, 2)
    state = game.new_initial_state()
    state.apply_action(6)
    assert state.action_to_string(state.legal_actions()[0]) == "check"
    again = pyspiel.load_game("standoff_kuhn_file(hands=3)")  # known by its own name from now on
    assert again.game.settings["hands"] == 3
    assert pickle.loads(pickle.dumps(game)).game.name == "kuhn_file"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("standoff_game", BadOption, r"needs the parameter game, as in standoff_game\(game="),
        ("standoff_game(deals=7)", BadOption, "standoff_game needs the parameter game"),
        ("standoff_game(game=chess)", UnknownName, "unknown game 'chess'"),
        ("standoff_game(game=none.py:GAME)", BadSpec, "there is no file none.py"),
    ],
)
def test_an_address_that_names_no_game_is_refused(text, error, message):
    with pytest.raises(error, match=message):
        pyspiel.load_game(text)
