import dataclasses
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints

import numpy as np
import pytest
import toy as t

import standoff
from standoff import verbs
from standoff.errors import BadNotation, BadOption, BadSpec, UnknownName
from standoff.game import installed_games, known_games, load, register
from standoff.parts import Agents, Beliefs, Policy
from standoff.record import state_dtype


def test_load_finds_installed_games(asmacag):
    assert asmacag.name == "asmacag"
    assert "asmacag" in known_games()
    assert standoff.load("asmacag") is asmacag


def test_an_unknown_game_lists_the_known_ones():
    with pytest.raises(UnknownName, match="unknown game 'chess'; known: .*asmacag"):
        load("chess")


def test_unknown_options_and_values_list_what_is_known():
    with pytest.raises(
        UnknownName, match="unknown option of asmacag 'hands'; known: action_points"
    ):
        load("asmacag", hands=9)
    with pytest.raises(BadOption, match="asmacag: hand must be"):
        load("asmacag", hand="many")


def test_options_may_be_texts_and_are_remembered():
    game = load("asmacag", hand="6", board=12)
    assert game.settings["hand"] == 6
    assert game.changed_settings == {"hand": 6, "board": 12}
    assert repr(game) == "<Game asmacag hand=6 board=12>"
    assert game.configure(hand=9, board=20).changed_settings == {}


def test_a_game_knows_what_was_given():
    game = load("asmacag", hand=9)
    assert game.changed_settings == {}
    assert game.configure(board=20).given == {"hand", "board"}
    assert load("asmacag").given == set()


def test_a_game_can_be_loaded_from_a_file():
    game = load("examples/asmacag_squares.py:GAME")
    assert game.name == "asmacag-squares"
    assert game.address == "examples/asmacag_squares.py:GAME"
    assert game.address not in known_games()


def test_a_file_must_hold_a_game(bots):
    with pytest.raises(BadSpec, match="is not a Game but a int"):
        load(f"{bots}:THING")


def test_a_file_alone_is_not_enough():
    with pytest.raises(BadSpec, match="which game of x.py is meant\\? write x.py:NAME"):
        load("x.py")


def test_an_installed_game_that_does_not_import_is_named(monkeypatch):
    points = EntryPoints([EntryPoint("broken", "no_such_package:GAME", "standoff.games")])
    monkeypatch.setattr("standoff.game.entry_points", points.select)
    with pytest.raises(BadSpec, match=r"cannot import game 'broken' \(no_such_package:GAME\)"):
        load("broken")


@pytest.mark.parametrize("action", [-1, 39, 1000])
def test_a_code_that_does_not_exist_has_no_text(asmacag, action):
    with pytest.raises(BadNotation, match="action codes are from 0 to 38"):
        asmacag.text(action)


def test_a_registered_game_is_known():
    game = register(t.toy(name="registered-toy"))
    assert load("registered-toy") is game
    assert "registered-toy" in known_games()
    assert "registered-toy" not in installed_games()


def test_a_state_has_no_byte_without_a_field(asmacag):
    dtype = asmacag.rules.state
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize
    assert dtype.itemsize <= 168


def test_the_fields_of_a_state_go_from_wide_to_narrow():
    with pytest.raises(ValueError, match="from wide to narrow"):
        state_dtype([("a", np.int8), ("b", np.int64)])


def test_a_field_cannot_hide_behind_an_attribute_of_records():
    with pytest.raises(ValueError, match="cannot be called 'round'"):
        state_dtype([("round", np.int64)])


def test_a_game_must_define_every_verb():
    missing = {verb: body for verb, body in t.VERBS.items() if verb is not verbs.apply}
    with pytest.raises(ValueError, match="does not define apply"):
        t.toy(verbs=missing)


def test_a_game_with_teams_must_say_who_is_in_them():
    with pytest.raises(ValueError, match="has teams but does not define team"):
        t.toy(teams=("one", "two"))


def test_a_game_with_beliefs_must_say_how_they_see_worlds():
    with pytest.raises(ValueError, match="has beliefs but does not define imagine"):
        t.toy(beliefs=Beliefs(("uniform", "wild")))
    with pytest.raises(ValueError, match="the first belief of a game is 'uniform'"):
        t.toy(beliefs=Beliefs(("wild",)))


def test_a_game_says_which_codes_are_idle():
    assert not t.toy().idle_codes.any()
    assert list(np.flatnonzero(t.toy(idle=lambda settings: (1, 4)).idle_codes)) == [1, 4]


def test_policies_of_compiled_games_are_kernels():
    plain = Policy("plain", "", lambda state, *rest: 0)
    with pytest.raises(ValueError, match="policy 'plain' of game 'asmacag' is not a kernel"):
        dataclasses.replace(load("asmacag"), agents=Agents((plain,)))


def test_every_game_has_uniform_first_or_its_own():
    game = load("asmacag")
    assert [policy.name for policy in game.policies] == ["uniform", "random", "greedy", "exact"]
    assert [policy.name for policy in t.toy().policies] == ["uniform"]


def test_options_reach_the_kernels_as_numbers():
    record = load("asmacag", equality="published", hand=5).options_record()[0]
    assert (record.hand, record.equality, record.board) == (5, 1, 20)


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, None, "1"])
def test_a_seed_has_at_most_128_bits(asmacag, seed):
    with pytest.raises(BadOption, match=r"a seed must be a whole number from 0 to 2\*\*128 - 1"):
        asmacag.deal(seed)


@pytest.mark.parametrize("name", ["asmacag", "bang", "colonizers"])
def test_every_bit_of_a_long_seed_counts(name):
    game = load(name)
    seeds = [2**53 - 1, 2**53, *(2**127 + 2**bit for bit in range(0, 127, 9))]
    deals = [game.deal(seed) for seed in seeds]
    assert len({deal.state["rng"].tobytes() for deal in deals}) == len(seeds)
    assert deals == [game.deal(seed) for seed in seeds]
    assert all(deal.problems == [] for deal in deals)


def test_settings_cannot_be_changed_behind_the_back(asmacag):
    with pytest.raises(TypeError):
        asmacag.settings["hand"] = 1


def test_the_public_names_are_there():
    for name in standoff.__all__:
        assert getattr(standoff, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = standoff.nothing


def test_importing_standoff_does_not_import_numba():
    code = "import sys, standoff, standoff.cli; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
