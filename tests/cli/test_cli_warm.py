"""`standoff warm` and what it refuses."""

import os
import subprocess
import sys

import pytest

from standoff.arena import warm
from standoff.arena.warm import list_tasks


def test_a_game_is_compiled_ahead(run, monkeypatch):
    monkeypatch.setattr(warm, "list_tasks", lambda game: list_tasks(game)[:3])  # the quick ones
    assert run("warm asmacag --jobs 1")[:2] == (0, "Compiled asmacag: 3 parts.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("nothing", "unknown game 'nothing'; known: asmacag, bang, colonizers"),
        ("asmacag --jobs 0", "--jobs must be from 1 to 1024, not 0"),
        ("asmacag --option hand=99", "hand must be a whole number from 1 to 24"),
    ],
)
def test_wrong_input_is_refused(run, arguments, message):
    code, out, error = run(f"warm {arguments}")
    assert (code, out) == (2, "")
    assert message in error


def test_without_the_compiler_there_is_nothing_to_do():
    done = subprocess.run(
        [sys.executable, "-m", "standoff", "warm", "asmacag"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == ("standoff: nothing can be compiled while NUMBA_DISABLE_JIT is set\n")
