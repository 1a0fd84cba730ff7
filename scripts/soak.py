"""A million random games of Bang! across seat counts and readings, every state checked."""

import sys
import time
from itertools import product

from rich.console import Console

import standoff
from standoff.testing.soak import soak

TABLES = list(product((4, 5, 6, 7, 8), ("official", "danilakova", "kolar")))


def main(total: int) -> int:
    console, share = Console(), -(-total // len(TABLES))
    for players, rules in TABLES:
        game = standoff.load("bang", players=players, rules=rules)
        start = time.monotonic()
        result = soak(game, share, seed=1)
        spent = time.monotonic() - start
        console.print(
            f"{players} players, {rules}: {result.games:,} games, the longest of {result.longest}"
            f" decisions, {spent:.0f} s: {result.trouble or 'clean'}"
        )
        if result.trouble:
            return 1
    console.print(f"{share * len(TABLES):,} games, all clean")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000))
