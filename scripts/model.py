"""Rebuilds every view of random games from the first view and events alone, for every viewer."""

import os
import sys
import time
from collections.abc import Iterator
from itertools import product

from rich.console import Console

import standoff
from standoff.game import Game
from standoff.testing.follow import follow

NICENESS = 10


def tables() -> Iterator[list[Game]]:
    """Yield for each game the tables that are played in turn."""
    small = {"hand": 4, "board": 6, "action_points": 2, "min_number": -2}
    yield [
        standoff.load("asmacag", **options) for options in ({}, small, {"equality": "published"})
    ]
    options = [
        {},
        {"rules": "danilakova"},
        {"rules": "kolar"},
        {"auto_barrel": "no", "sid_any_time": "yes"},
        {"mass": "sequential", "max_rounds": 4},
    ]
    yield [
        standoff.load("bang", players=players, **given)
        for players, given in product((4, 5, 6, 7, 8), options)
    ]
    yield [
        standoff.load("colonizers", **given)
        for given in ({}, {"bonus": "published"}, {"max_rounds": 6})
    ]


def main(count: int) -> int:
    console = Console()
    os.nice(NICENESS)
    for listed in tables():
        start, moves, views = time.monotonic(), 0, 0
        for number in range(count):
            result = follow(listed[number % len(listed)], seed=number)
            moves += result.moves
            views += result.views
            if result.trouble:
                console.print(result.trouble, markup=False, highlight=False, soft_wrap=True)
                return 1
        spent = time.monotonic() - start
        console.print(
            f"{listed[0].name}: {count:,} games at {len(listed)} kinds of table, {moves:,} moves, "
            f"{views:,} views rebuilt from events alone, {spent:.0f} s",
            highlight=False,
            soft_wrap=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
