"""Draws docs/arena.svg, the terminal table of the README."""

from pathlib import Path

from rich.console import Console

import standoff
from standoff.cli.arena import table

PICTURE = Path(__file__).parent.parent / "docs" / "arena.svg"

if __name__ == "__main__":
    results = standoff.compare(standoff.load("asmacag"), ["greedy", "exact"], games=2000, seed=1)
    with open("/dev/null", "w") as nowhere:
        console = Console(record=True, width=76, file=nowhere)
        console.print(table(results))
        console.print(f"At 95 % confidence: {results.verdict()}.")
    console.save_svg(str(PICTURE), title="standoff arena asmacag --agents greedy,exact")
