from pathlib import Path

import pytest

import standoff
from standoff.game import Game

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def asmacag() -> Game:
    return standoff.load("asmacag")


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    """A file of Python agents that fail in every way."""
    path = tmp_path / "bots.py"
    path.write_text(
        """
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

class Needy:
    def __init__(self, must):
        pass

    def act(self, view):
        return 0

class Actless:
    pass

THING = 3
"""
    )
    return path
