"""The cache of kernels: its folder, stale sources, two cold starts, and the JIT off."""

import os
import subprocess
import sys
import textwrap
import time

import pytest

from standoff._jit import cache as _cache
from standoff._jit.cache import ANNOUNCED_VARIABLE, CACHE_VARIABLE, PACKAGE, hash_sources

ANNOUNCEMENT = "standoff: compiling for this machine; later starts are quick\n"


def run(code, folder, **environment):
    """Run Python code in a new process with its own cache folder."""
    clean = {k: v for k, v in os.environ.items() if k != ANNOUNCED_VARIABLE}
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
played = play_match(Match("asmacag", ("greedy", "random"), 4, 1))
print([(standing.wins, standing.mean_score) for standing in played.standings()])
"""


def test_the_first_compilation_is_announced_once_and_later_starts_are_silent(tmp_path):
    first = finish(run(STREAM, tmp_path))
    assert first[1] == ANNOUNCEMENT
    start = time.monotonic()
    assert finish(run(STREAM, tmp_path)) == (first[0], "")
    assert time.monotonic() - start < 10


DOUBLE = """
from standoff.kit import kernel

@kernel
def double(number):
    return 2 * number
"""
CALLS = """
import sys
sys.path.insert(0, {folder!r})
import numpy as np
from doubled import double
print(sorted((kind, double(np.dtype(kind).type(21))) for kind in {kinds}))
"""
KINDS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "float32", "float64")


def test_two_cold_starts_at_once_do_not_harm_each_other(tmp_path):
    """Both keep one kernel for many types, in opposite orders: none takes another's place."""
    (tmp_path / "doubled.py").write_text(DOUBLE)
    codes = [CALLS.format(folder=str(tmp_path), kinds=kinds) for kinds in (KINDS, KINDS[::-1])]
    processes = [run(code, tmp_path / "cache") for code in codes]
    expected = [(kind, 42) for kind in sorted(KINDS)]
    for process in processes:
        assert eval(finish(process)[0]) == expected
    for code in codes:
        out, error = finish(run(code, tmp_path / "cache"))
        assert (eval(out), error) == (expected, "")


def test_a_game_is_the_same_with_the_jit_off(tmp_path, capsys):
    exec(GAME, {})
    compiled, _ = capsys.readouterr()
    assert finish(run(GAME, tmp_path, NUMBA_DISABLE_JIT="1")) == (compiled, "")


def test_the_cache_folder_is_named_by_the_sources(monkeypatch, tmp_path):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    folder = _cache.choose_cache_folder()
    assert folder == tmp_path / "kernels" / hash_sources(PACKAGE)
    assert folder.is_dir()


def test_the_cache_falls_back_to_a_temporary_folder(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(blocked))
    monkeypatch.setattr(_cache.tempfile, "gettempdir", lambda: str(tmp_path))
    folder = _cache.choose_cache_folder()
    assert folder.is_relative_to(tmp_path)
    assert folder.name == hash_sources(PACKAGE)


def test_the_cache_falls_back_further_when_that_is_taken_too(monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(blocked))
    monkeypatch.setattr(_cache.tempfile, "gettempdir", lambda: str(blocked))
    monkeypatch.setattr(_cache.tempfile, "mkdtemp", lambda prefix: str(tmp_path / prefix))
    assert _cache.choose_cache_folder() == tmp_path / "standoff-" / "kernels"


def test_only_old_caches_of_ours_are_removed(tmp_path):
    names = {"used": "0" * 16, "fresh": "1" * 16, "old": "2" * 16, "lockless": "3" * 16}
    for name in (*names.values(), "thesis"):
        (tmp_path / name).mkdir()
        (tmp_path / name / ("lock" if name != names["lockless"] else "notes")).write_text("x")
        os.utime(tmp_path / name, (0, 0))
    os.utime(tmp_path / names["fresh"])
    _cache.prune_caches(tmp_path / names["used"])
    left = {folder.name for folder in tmp_path.iterdir()}
    assert left == {names["used"], names["fresh"], names["lockless"], "thesis"}


def test_the_hash_follows_the_sources(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    first = hash_sources(tmp_path)
    (tmp_path / "a.py").write_text("x = 2\n")
    assert hash_sources(tmp_path) != first


FOREIGN = """
from standoff.kit import kernel
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
RULE = """
from standoff.kit import kernel
from standoff.games.asmacag import score_number, variant

@kernel
def my_score(state, played, target):
    return {rule}

GAME = variant("mine", {{score_number: my_score}})
"""


TINY = """
import numpy as np
from standoff import verbs
from standoff._jit import bind, kernel
from standoff.record import state_dtype
{more}
STATE = state_dtype([("score", np.float64), ("seat", np.int64)])

@kernel
def to_move(state):
    return state.seat

@kernel
def legal_actions(state, out):
    out[0] = 5
    return 1

@kernel
def apply(state, action):
    state.score = {rule}
    state.seat = verbs.NOBODY

for verb, body in ((verbs.to_move, to_move), (verbs.legal_actions, legal_actions)):
    bind(verb, STATE, body)
bind(verbs.apply, STATE, apply)
"""
PLAYOUT = """
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, {folder!r})
import numpy as np
from standoff.simulation import play_out
from tiny import STATE
states = np.zeros(1, STATE)
play_out(states[0], np.ones(2, np.uint64), np.zeros(1, np.int32))
print(states[0].score)
"""


def play_tiny(folder):
    """Play a game of one move with the rules of tiny.py; return its score."""
    out, _ = finish(run(PLAYOUT.format(folder=str(folder)), folder / "cache"))
    return float(out)


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


def test_a_changed_game_is_compiled_again(tmp_path):
    """The generic playout was compiled for the game's record: it must see the new rule."""
    for rule, score in (("1.0 * action", 5.0), ("100.0 * action", 500.0)):
        (tmp_path / "tiny.py").write_text(TINY.format(more="", rule=rule))
        assert play_tiny(tmp_path) == score


SEARCH = """
import standoff
from standoff.agents.search import maxn
from standoff.rng import Rng
game = standoff.load("variant_of_mine.py:GAME")
agent = maxn.Maxn(game, {"depth": 1, "worlds": 1, "root": "own", "cache": 0}, Rng(1))
agent.plies.states[0] = game.deal(1).state
maxn.best_action(1, maxn.OWN, Rng(1).words, agent.plies, agent.cache, agent.votes)
print(agent.plies.values[0].tolist())
"""


def test_a_changed_variant_is_seen_inside_a_tuple_of_arrays(tmp_path):
    """The states of this search are in a NamedTuple alone; unchanged, it is loaded and silent."""
    outputs = []
    for rule in ("1.0 * (played - target)", "100.0 * (played - target)"):
        (tmp_path / "variant_of_mine.py").write_text(RULE.format(rule=rule))
        code = f"import os; os.chdir({str(tmp_path)!r})\n{SEARCH}"
        outputs.append(finish(run(code, tmp_path / "cache")))
        assert finish(run(code, tmp_path / "cache")) == (outputs[-1][0], "")
    (first, _), (second, announced) = outputs
    assert any(eval(first))
    assert eval(second) == [100 * value for value in eval(first)]
    assert announced == ANNOUNCEMENT


def test_a_changed_file_beside_a_game_is_seen_too(tmp_path):
    """The game's file stays the same; what it imports, a kernel and a number, changes."""
    more = "from beside import WEIGHT, weigh"
    (tmp_path / "tiny.py").write_text(TINY.format(more=more, rule="weigh(action) * WEIGHT"))
    beside = (
        "from standoff._jit import kernel\nWEIGHT = {}\n"
        "@kernel\ndef weigh(number):\n    return {} * number\n"
    )
    for weight, factor, score in ((1.0, 1.0, 5.0), (1.0, 10.0, 50.0), (5.0, 10.0, 250.0)):
        (tmp_path / "beside.py").write_text(beside.format(weight, factor))
        assert play_tiny(tmp_path) == score


POLICY_OF_MINE = """
from dataclasses import replace
from standoff.games.asmacag import variant
from standoff.kit import Agents, Policy, kernel, legal_actions

@kernel
def choose_mine(state, seat, params, rng, scratch, rows):
    count = legal_actions(state, rows[0])
    return rows[0, {}]

MINE = Policy("mine", "", choose_mine)
GAME = replace(variant("mine", {{}}), agents=Agents((MINE,)))
"""
MATCH = """
from standoff.arena import Match, play_match
played = play_match(Match("policy_of_mine.py:GAME", ("mine", "mine"), 2, 1))
print([standing.mean_score for standing in played.standings()])
"""


def test_a_changed_policy_is_compiled_again(tmp_path):
    """The kernel of the match stays as it is, and must call the new policy."""
    outputs = []
    for index in ("0", "count - 1", "0"):
        (tmp_path / "policy_of_mine.py").write_text(POLICY_OF_MINE.format(index))
        code = f"import os; os.chdir({str(tmp_path)!r})\n{MATCH}"
        outputs.append(finish(run(code, tmp_path / "cache"))[0])
    assert outputs[0] == outputs[2] != outputs[1]


VALUE = "from standoff._jit import kernel\n\n@kernel\ndef value(number):\n    return number + {}\n"
IMPORT = """
import importlib, sys
sys.path.insert(0, {folder!r})
sys.dont_write_bytecode = True
import edited
"""
ASK = "print(edited.value(1))\n"


@pytest.fixture
def edits(tmp_path):
    """Code that imports a file of one kernel, and code that changes what the kernel adds."""
    file = tmp_path / "edited.py"
    file.write_text(VALUE.format(10))
    start = IMPORT.format(folder=str(tmp_path))
    return start, f"open({str(file)!r}, 'w').write({VALUE.format(20)!r})\n"


def test_what_is_edited_after_it_was_imported_is_kept_as_what_it_was(edits, tmp_path):
    """Kernels are compiled when they are first called: of the file as it was imported."""
    start, edit = edits
    assert finish(run(start + edit + ASK, tmp_path / "cache"))[0] == "11\n"
    assert finish(run(start + ASK, tmp_path / "cache"))[0] == "21\n"


def test_a_module_that_is_imported_again_is_compiled_again(edits, tmp_path):
    start, edit = edits
    code = start + ASK + edit + "importlib.reload(edited)\n" + ASK
    assert finish(run(code, tmp_path / "cache"))[0] == "11\n21\n"
