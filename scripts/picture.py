"""Draws docs/arena.svg, the terminal table of the README."""

from pathlib import Path

from rich.console import Console

import standoff
from standoff.cli.arena import standings_table
from standoff.present.console import draw_table

PICTURE = Path(__file__).parent.parent / "docs" / "arena.svg"

if __name__ == "__main__":
    results = standoff.compare(standoff.load("asmacag"), ["greedy", "exact"], games=2000, seed=1)
    with open("/dev/null", "w") as nowhere:
        console = Console(record=True, width=76, file=nowhere)
        console.print(*draw_table(standings_table(results), console.width))
        console.print(f"At 95% confidence: {results.verdict()}.")
    console.save_svg(str(PICTURE), title="standoff arena asmacag --agents greedy,exact")
