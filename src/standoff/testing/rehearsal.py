"""Plays a few games in a process with the JIT off, before kernels are trusted.

Compiled code reads and writes beyond the end of an array without a word. In the interpreter that is
an error, like an undefined name or a misspelt field, and the error knows its line.
"""

import json
import os
import subprocess
import sys
import traceback
from pathlib import Path

from standoff._jit import IS_COMPILED
from standoff.errors import KernelFault, StandoffError
from standoff.game import Game, load
from standoff.source import describe
from standoff.testing.laws import check_game

GAMES, STEP, SEED = 3, 10, 0
PACKAGE = Path(__file__).resolve().parent.parent
FAILED = 2


def rehearse(game: Game) -> None:
    """Raise `KernelFault` with file and line if the code of a game fails in the interpreter."""
    if not IS_COMPILED:
        return  # the games that follow are played in the interpreter anyway
    given = json.dumps([game.address, game.changed_settings])
    child = subprocess.run(
        [sys.executable, "-m", __name__, given],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if child.returncode == FAILED:
        raise KernelFault(child.stderr.strip())
    if child.returncode:
        last = (child.stderr.strip().splitlines() or ["no message"])[-1]
        raise KernelFault(f"{game.name} cannot be played with the JIT off: {last}")


def play(address: str, settings: dict[str, str | int | float]) -> None:
    """Play games and look at some of their positions; what the laws say of them does not matter."""
    check_game(load(address, **settings), GAMES, SEED, step=STEP)


def explain(error: Exception) -> str:
    """Say what was raised, and in which line of the game (else: of ours)."""
    frames = traceback.extract_tb(error.__traceback__)
    parts = ("testing", "_jit", "verbs.py", "simulation.py", "looking.py")
    ours = tuple(str(PACKAGE / part) for part in parts)
    known = [frame for frame in frames if not frame.filename.startswith((*ours, sys.prefix, "<"))]
    place = (known or frames)[-1]
    what = f"{type(error).__name__}: {describe(error, str)}"
    return f"{place.name} ({place.filename}, line {place.lineno}): {what}"


def main() -> int:
    """Rehearse the game that the first argument names; return the exit code."""
    address, settings = json.loads(sys.argv[1])
    try:
        play(address, settings)
    except StandoffError as error:
        print(error, file=sys.stderr)
    except Exception as error:
        print(f"the game fails in {explain(error)}", file=sys.stderr)
    else:
        return 0
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
