"""The border to Numba: the cache folder, stale sources, two cold starts, and the JIT off."""

import os
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from standoff import _jit
from standoff._jit import (
    CACHE_VARIABLE,
    bind,
    call_policy,
    compile_policy,
    copy_record,
    hash_sources,
    kernel,
    optional_verb,
    policy_pointer,
    verb,
)
from standoff.game import state_dtype
from standoff.verbs import to_move

ANNOUNCEMENT = "standoff: compiling for this machine; later starts are quick\n"


def run(code, folder, **environment):
    """Run Python code in a new process with its own cache folder."""
    clean = {k: v for k, v in os.environ.items() if k != _jit.ANNOUNCED_VARIABLE}
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**clean, CACHE_VARIABLE: str(folder), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process):
    out, error = process.communicate(timeout=300)
    assert process.returncode == 0, error
    return out, error


STREAM = "from standoff.rng import Rng, run_key; print(Rng.stream(run_key(1), 2, 3).below(1000))"
GAME = """
import hashlib, standoff
position = standoff.load("asmacag").deal(5)
hashes = []
while not position.is_over:
    hashes.append(hashlib.sha256(position.state.tobytes()).hexdigest())
    position.play(position.actions[len(hashes) % len(position.actions)])
view = position.view(0)
print(hashlib.sha256("".join(hashes).encode()).hexdigest(), position.outcome.tobytes().hex())
print(standoff.load("asmacag").deal(5).view(0, standoff.Rng(1)).imagine().playout())
from standoff.arena import Match, play_match
played = play_match(Match("asmacag", {}, ("greedy", "random"), 4, 1))
print([(standing.wins, standing.mean_score) for standing in played.standings()])
"""


def test_the_first_compilation_is_announced_once_and_later_starts_are_silent(tmp_path):
    first = finish(run(STREAM, tmp_path))
    assert first[1] == ANNOUNCEMENT
    start = time.monotonic()
    assert finish(run(STREAM, tmp_path)) == (first[0], "")
    assert time.monotonic() - start < 10


def test_two_cold_starts_at_once_do_not_harm_each_other_and_the_jit_may_be_off(tmp_path):
    processes = [run(GAME, tmp_path) for _ in range(2)]
    outputs = {finish(process)[0] for process in processes}
    assert len(outputs) == 1
    cached, error = finish(run(GAME, tmp_path))
    assert (cached, error) == (outputs.pop(), "")
    interpreted, error = finish(run(GAME, tmp_path, NUMBA_DISABLE_JIT="1"))
    assert (interpreted, error) == (cached, "")


def test_the_cache_folder_is_named_by_the_sources(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    folder = _jit.choose_cache_folder()
    assert folder == tmp_path / "kernels" / hash_sources(_jit.PACKAGE)
    assert folder.is_dir()


def test_the_cache_falls_back_to_a_temporary_folder(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(blocked))
    monkeypatch.setattr(_jit.tempfile, "gettempdir", lambda: str(tmp_path))
    folder = _jit.choose_cache_folder()
    assert folder.is_relative_to(tmp_path)
    assert folder.name == hash_sources(_jit.PACKAGE)


def test_the_cache_falls_back_further_when_that_is_taken_too(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(blocked))
    monkeypatch.setattr(_jit.tempfile, "gettempdir", lambda: str(blocked))
    monkeypatch.setattr(_jit.tempfile, "mkdtemp", lambda prefix: str(tmp_path / prefix))
    assert _jit.choose_cache_folder() == tmp_path / "standoff-" / "kernels"


def test_only_old_caches_of_ours_are_removed(tmp_path):
    names = {"used": "0" * 16, "fresh": "1" * 16, "old": "2" * 16, "lockless": "3" * 16}
    for name in (*names.values(), "thesis"):
        (tmp_path / name).mkdir()
        (tmp_path / name / ("lock" if name != names["lockless"] else "notes")).write_text("x")
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / names["fresh"])
    _jit.prune_caches(tmp_path / names["used"])
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {names["used"], names["fresh"], names["lockless"], "thesis"}


def test_the_hash_follows_the_sources(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    hash_sources.cache_clear()
    first = hash_sources(tmp_path)
    (tmp_path / "a.py").write_text("x = 2\n")
    hash_sources.cache_clear()
    assert hash_sources(tmp_path) != first
    hash_sources.cache_clear()


FOREIGN = """
from standoff._jit import kernel
from rules_of_mine import bonus

@kernel
def score(state):
    return bonus(state) + 1

@kernel
def total(states):
    return score(states[0])

import numpy as np
print(total(np.zeros(1, np.dtype((np.record, [("x", np.int64)])))))
"""
VARIANT = """
import standoff
game = standoff.load("variant_of_mine.py:GAME")
position = game.deal(1)
print([position.copy().playout(standoff.Rng(n)).outcome["score"].tolist() for n in range(3)])
"""
ONE_MOVE = """
import standoff
game = standoff.load("variant_of_mine.py:GAME")
position = game.deal(1)
print(position.play("5 on 1").state.score[0])
"""
RULE = """
from standoff._jit import kernel
from standoff.games.asmacag import points, variant

@kernel
def my_points(state, played, target):
    return {rule}

GAME = variant("mine", {{points: my_points}})
"""


def test_a_changed_callee_outside_the_package_is_compiled_again(tmp_path):
    """A fourth game's sources are part of the key: Numba alone would go on with the old callee."""
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "scoring.py").write_text(FOREIGN.replace("rules_of_mine", "package.rules_of_mine"))
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import package.scoring"
    rule = "from standoff._jit import kernel\n\n@kernel\ndef bonus(state):\n    return {}\n"
    for bonus in (10, 20):
        (package / "rules_of_mine.py").write_text(rule.format(bonus))
        assert finish(run(code, tmp_path / "cache"))[0] == f"{bonus + 1}\n"


def test_a_changed_variant_is_compiled_again(tmp_path):
    """The generic playout was compiled for the variant's record: it must see the new points."""
    outputs = []
    for rule in ("1.0 * (played - target)", "100.0 * (played - target)"):
        (tmp_path / "variant_of_mine.py").write_text(RULE.format(rule=rule))
        code = f"import os; os.chdir({str(tmp_path)!r})\n{VARIANT}"
        outputs.append(finish(run(code, tmp_path / "cache"))[0])
    first, second = (eval(output) for output in outputs)
    assert second == [[100 * score for score in scores] for scores in first]


def test_a_changed_file_beside_a_variant_is_seen_too(tmp_path):
    """The variant's file stays the same; what it imports, a kernel and a number, changes."""
    (tmp_path / "variant_of_mine.py").write_text(
        "from beside import WEIGHT, weigh\n" + RULE.format(rule="weigh(played - target) * WEIGHT")
    )
    beside = (
        "from standoff._jit import kernel\nWEIGHT = {}\n"
        "@kernel\ndef weigh(difference):\n    return {} * difference\n"
    )
    outputs = []
    for weight, factor in ((1.0, 1.0), (1.0, 10.0), (5.0, 10.0)):
        (tmp_path / "beside.py").write_text(beside.format(weight, factor))
        code = f"import os; os.chdir({str(tmp_path)!r})\n{ONE_MOVE}"
        outputs.append(float(finish(run(code, tmp_path / "cache"))[0]))
    assert outputs == [4.0, 40.0, 200.0]


def test_a_verb_is_bound_once_for_each_record():
    stub = verb(lambda state: None)
    dtype = state_dtype([("x", np.int64)], mark="bound_once")
    bind(stub, dtype, test_a_verb_is_bound_once_for_each_record)
    bind(stub, dtype, test_a_verb_is_bound_once_for_each_record)
    with pytest.raises(RuntimeError, match="bound twice"):
        bind(stub, dtype, test_the_hash_follows_the_sources)


@optional_verb
def double(state, number):
    return 2 * number


@kernel
def ask_double(states, number):
    return double(states[0], number)


@kernel
def triple(state, number):
    return 3 * number


def test_an_optional_verb_does_what_it_says_unless_a_game_says_otherwise():
    plain, bound = (
        np.zeros(1, state_dtype([("x", np.int64)], mark=mark)) for mark in ("plain", "bound")
    )
    bind(double, bound.dtype, triple)
    assert [double(states[0], 5) for states in (plain, bound)] == [10, 15]
    assert [ask_double(states, 5) for states in (plain, bound)] == [10, 15]


def test_a_verb_without_a_body_says_so():
    states = np.zeros(1, state_dtype([("x", np.int64)], mark="unbound"))
    with pytest.raises(KeyError):
        to_move(states[0])

    @kernel
    def ask(records):
        return to_move(records[0])

    with pytest.raises(Exception, match=r"verb\(to_move"):
        ask(states)
    bind(to_move, states.dtype, test_a_verb_without_a_body_says_so)  # no kernel
    with pytest.raises(Exception, match=r"verb\(to_move"):
        ask(states)


def test_verbs_of_one_name_are_different_verbs():
    dtype = state_dtype([("x", np.int64)], mark="same_name")
    states = np.zeros(1, dtype)

    def make(number):
        @optional_verb
        def value(state):
            return number

        @kernel
        def ask(records):
            return value(records[0])

        return ask

    assert [make(number)(states) for number in (1, 2)] == [1, 2]


# --- policies by pointer ---

POLICY_STATE = state_dtype([("x", np.int64)], mark="policy")


@kernel
def play_first(state, seat, params, rng, worlds, actions):
    worlds[0].x = state.x
    return actions[0, 0]  # 32 bits wide


@kernel
def play_sum(state, seat, params, rng, worlds, actions):
    return state.x + 10 * seat + int(params[1]) + int(rng[0]) + int(actions[1, 0])


@kernel
def ask_policies(states, policies, params, rng, worlds, actions, out):
    for place in range(len(policies)):
        out[place] = call_policy(
            policies[place], states[0], place, params[place], rng, worlds, actions
        )


def scratch():
    """State, params, rng, worlds and actions for two policies."""
    states, params = np.zeros(1, POLICY_STATE), np.array([[0.0, 100.0], [0.0, 200.0]])
    states[0].x = 7
    rng, worlds = np.array([1000, 0], np.uint64), np.zeros(1, POLICY_STATE)
    return states, params, rng, worlds, np.array([[-5, 0], [30_000, 0]], np.int32)


def test_a_kernel_calls_policies_by_pointer():
    """One kernel for all of them; a policy is compiled when it is first asked for."""
    states, params, *rest = scratch()
    policies = np.array([policy_pointer(play, POLICY_STATE) for play in (play_first, play_sum)])
    out = np.zeros(2, np.int64)
    ask_policies(states, policies, params, *rest, out)
    assert out.tolist() == [-5, 7 + 10 + 200 + 1000 + 30_000]
    assert rest[1][0].x == 7  # the scratch is the caller's
    ask_policies(states, policies[::-1].copy(), params, *rest, out)
    assert out.tolist() == [7 + 100 + 1000 + 30_000, -5]
    assert len(ask_policies.signatures) == 1
    assert compile_policy(play_first, POLICY_STATE)(states[0], 0, params[0], *rest) == -5


def test_a_policy_plays_states_of_several_dtypes():
    other = state_dtype([("x", np.int64)], mark="other_policy")
    states, params, rng, _, actions = scratch()
    others = np.zeros(1, other)
    others[0].x = 8
    assert policy_pointer(play_sum, other) != policy_pointer(play_sum, POLICY_STATE)
    first = compile_policy(play_sum, POLICY_STATE)(states[0], 0, params[0], rng, states, actions)
    assert (
        compile_policy(play_sum, other)(others[0], 0, params[0], rng, others, actions) == first + 1
    )


def test_threads_find_one_policy():
    @kernel
    def play_new(state, seat, params, rng, worlds, actions):
        return seat

    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda _: policy_pointer(play_new, POLICY_STATE), range(8))
    assert len(set(found)) == 1


def test_a_policy_that_is_not_compiled_cannot_be_called_by_kernels():
    """A number in place of a pointer would end the process."""
    with pytest.raises(TypeError, match="is not a kernel, so no kernel can call it"):
        policy_pointer(play_sum.py_func, POLICY_STATE)
    assert compile_policy(play_sum.py_func, POLICY_STATE) is play_sum.py_func


def test_policies_are_called_with_their_own_types_alone():
    """Other types, or arrays that are not in one piece, would be read as what they are not."""
    states, params, rng, worlds, actions = scratch()
    policies, out = np.array([policy_pointer(play_sum, POLICY_STATE)]), np.zeros(1, np.int64)
    frozen = rng.copy()
    frozen.flags.writeable = False
    for wrong in (
        (params.astype(np.float32), rng, worlds, actions),
        (params.T, rng, worlds, actions),
        (params, rng.astype(np.int64), worlds, actions),
        (params, frozen, worlds, actions),
        (params, rng, np.zeros(4, POLICY_STATE)[::2], actions),
        (params, rng, worlds, actions.astype(np.int64)),
    ):
        with pytest.raises(Exception, match="call_policy"):
            ask_policies(states, policies, *wrong, out)
    with pytest.raises(TypeError, match="No matching definition"):
        compile_policy(play_sum, POLICY_STATE)(states[0], 0, params[0], frozen, worlds, actions)


def test_a_policy_that_another_kernel_has_called_before_returns_the_same():
    states, params, *rest = scratch()

    @kernel
    def play_last(state, seat, params, rng, worlds, actions):
        return actions[-1, 0]  # 32 bits wide

    @kernel
    def ask_last(states, params, rng, worlds, actions):
        return play_last(states[0], 0, params[0], rng, worlds, actions)

    out = np.full(1, 2**40)
    assert ask_last(states, params, *rest) == 30_000
    ask_policies(states, np.array([policy_pointer(play_last, POLICY_STATE)]), params, *rest, out)
    assert out.tolist() == [30_000]


POLICY_OF_MINE = """
from dataclasses import replace
from standoff._jit import kernel
from standoff.game import UNIFORM_POLICY, Policy
from standoff.games.asmacag import variant
from standoff.verbs import legal_actions

@kernel
def choose_mine(state, seat, params, rng, worlds, actions):
    count = legal_actions(state, actions[0])
    return actions[0, {}]

MINE = Policy("mine", "", choose_mine)
GAME = replace(variant("mine", {{}}), policies=(UNIFORM_POLICY, MINE))
"""
MATCH = """
from standoff.arena import Match, play_match
played = play_match(Match("policy_of_mine.py:GAME", {}, ("mine", "mine"), 2, 1))
print([standing.mean_score for standing in played.standings()])
"""


def test_a_changed_policy_is_compiled_again(tmp_path):
    """The kernel of the match stays as it is, and must call the new policy."""
    outputs = []
    for place in ("0", "count - 1", "0"):
        (tmp_path / "policy_of_mine.py").write_text(POLICY_OF_MINE.format(place))
        code = f"import os; os.chdir({str(tmp_path)!r})\n{MATCH}"
        outputs.append(finish(run(code, tmp_path / "cache"))[0])
    assert outputs[0] == outputs[2] != outputs[1]


def test_copy_record_copies_every_field():
    dtype = state_dtype([("a", np.int64), ("b", np.int8, (3,))])
    states = np.zeros(2, dtype)
    states[0].a, states[0].b = 5, [1, 2, 3]
    copy_record(states[0], states[1])
    assert states[0].tobytes() == states[1].tobytes()


def test_hash_record_depends_on_every_byte_and_is_the_same_without_the_jit():
    states = np.zeros(3, state_dtype([("a", np.int64), ("b", np.int8, (3,))]))
    states[1].b[2] = 1

    @_jit.kernel
    def compiled(records, start):
        return _jit.hash_record(records[0], start)

    numbers = {int(compiled(states[place:], start)) for place in range(2) for start in (0, 1)}
    assert len(numbers) == 4
    assert compiled(states[2:], 0) == compiled(states, 0)
    assert compiled(states[1:], 7) == _jit.hash_record(states[1], 7)


def test_only_jit_py_names_numba():
    sources = [path for path in _jit.PACKAGE.rglob("*.py") if "import numba" in path.read_text()]
    sources += [path for path in _jit.PACKAGE.rglob("*.py") if "from numba" in path.read_text()]
    assert {Path(path).name for path in sources} == {"_jit.py"}


def test_bits_are_counted_the_same_without_the_jit():
    @_jit.kernel
    def compiled(mask):
        return _jit.count_bits(mask), _jit.lowest_bit(mask)

    for mask in (1, 2, 12, 2**39, 2**40 - 1, 0b1010_0000):
        plain = (_jit.count_bits(mask), _jit.lowest_bit(mask))
        assert tuple(compiled(mask)) == plain
    assert (_jit.count_bits(0b1010_0000), _jit.lowest_bit(0b1010_0000)) == (2, 5)
    assert _jit.count_bits(0) == 0
