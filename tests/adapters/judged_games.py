"""The games that every adapter is tested with, and the positions of one of their games."""

from pathlib import Path

import standoff
from standoff.rng import Rng

KUHN = str(Path(__file__).parents[2] / "examples" / "kuhn.py") + ":GAME"
"""A fourth game, which knows nothing of adapters and has no features of its own."""

GAMES = {
    "asmacag": ("asmacag", {}),
    "asmacag-published": ("asmacag", {"equality": "published", "hand": 6, "board": 12}),
    "colonizers": ("colonizers", {}),
    "bang-4": ("bang", {"players": 4}),
    "bang-5": ("bang", {"players": 5}),
    "bang-6": ("bang", {"players": 6}),
    "bang-7": ("bang", {"players": 7}),
    "kuhn": (KUHN, {}),
}


def load(name):
    address, options = GAMES[name]
    return standoff.load(address, **options)


def walk(game, seed, moves):
    """Yield the positions of a random game, each before a decision, then the end."""
    position, rng = game.deal(seed), Rng(seed)
    for _ in range(moves):
        if position.is_over:
            break
        yield position
        position.play(rng.choice(position.actions))
    yield position
