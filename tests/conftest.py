import functools
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from numba.core.dispatcher import _FunctionCompiler

import standoff
from standoff.cli import main
from standoff.game import Game

ROOT = Path(__file__).parent.parent


def pytest_configure() -> None:
    """Let Numba compile untraced: coverage looks at none of that, and slows it down by half."""
    compile_traced = _FunctionCompiler.compile

    @functools.wraps(compile_traced)
    def compile_untraced(*arguments: Any) -> Any:
        with untraced():
            return compile_traced(*arguments)

    _FunctionCompiler.compile = compile_untraced


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Let tests that come to the same lines thousands of times run untraced, in half the time."""
    with untraced() if item.get_closest_marker("untraced") else nullcontext():
        yield


@contextmanager
def untraced() -> Iterator[None]:
    """Run a block without coverage."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)


@pytest.fixture(scope="session")
def asmacag() -> Game:
    return standoff.load("asmacag")


BOTS = """
import time

class First:
    def __init__(self, place=0, loud=False, name="x", weight=0.5):
        self.place, self.loud, self.name, self.weight = place, loud, name, weight

    def act(self, view):
        return view.actions[self.place]

class Text:
    def act(self, view):
        return view.text(view.actions[-1])

class Raises:
    def act(self, view):
        raise KeyError("no idea")

class Exits:
    def act(self, view):
        raise SystemExit(3)

class Illegal:
    def act(self, view):
        return 1000

class Unplayable:
    def act(self, view):
        texts = ("x2", "%2", "1 on 1", "nothing")
        return next(text for text in texts if text.split()[0] not in view.me.hand)

class Nonsense:
    def act(self, view):
        return "no such thing"

class NoAnswer:
    def act(self, view):
        return None

class Slow:
    def act(self, view):
        time.sleep(30)

class Stubborn:
    def act(self, view):
        try:
            time.sleep(0.2)
        except BaseException:
            pass
        return view.actions[0]

class BadStart:
    def __init__(self):
        raise RuntimeError("cannot start")

    def act(self, view):
        return view.actions[0]

class SlowStart:
    def __init__(self):
        time.sleep(30)

    def act(self, view):
        return view.actions[0]

class Answers:
    def __init__(self, what="huge"):
        self.what = what

    def act(self, view):
        class Shy:
            def __repr__(self):
                raise RuntimeError("no")

            __index__ = __repr__

        class Shout(Exception):
            def __str__(self):
                raise RuntimeError("no")

        if self.what == "shout":
            raise Shout
        if self.what == "generator":
            raise GeneratorExit
        if self.what == "cheat":
            view.actions = tuple(range(1000))
            return 38
        return {
            "huge": 10**5000,
            "shy": Shy(),
            "true": True,
            "real": 1.0,
            "surrogate": "\\ud800",
            "long": "x" * 100_000,
        }[self.what]

class Deserter:
    def act(self, view):
        import os
        os._exit(7)

class Sleepy:
    def act(self, view):
        open("asked", "w").close()
        time.sleep(0.05)
        return view.actions[0]

def nothing():
    return None

BUILTIN = max

class Needy:
    def __init__(self, must):
        pass

    def act(self, view):
        return 0

class Actless:
    pass

THING = 3
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file of Python agents that fail in every way."""
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder; return its exit code and what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def call(line):
        code = main(line.split())
        out, error = capsys.readouterr()
        return code, out, error

    return call


def type_in(monkeypatch, *lines):
    """Answer prompts with these lines, then with the end of the input."""
    answers = iter(lines)

    def answer(console, prompt="", **more):
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("rich.console.Console.input", answer)
