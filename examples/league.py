"""The bots of this folder against the built-in ones: a league, and a table of four.

Run it whole, or cell by cell in an editor that knows `# %%`. A number asks for more games, and the
intervals shrink with its square root:

    python examples/league.py
    python examples/league.py 400
"""

# %% Who plays
import sys
from typing import Any

from colonizers_builder import Builder
from my_bot import FlatMonteCarlo, Random

from standoff import compare, load
from standoff.arena import Results

GAMES = int(sys.argv[1]) if len(sys.argv) == 2 else 20
"""For each pair of the league, and at the table of four: a multiple of 4."""
SEED = 1
LineUp = list[str | type[Any]]
"""Agents as specs or as classes."""
ROW = "{:<24} {:>5} {:>5} {:>9}   {}"


def print_table(game: str, results: Results) -> None:
    """Print how often each agent has won, with the 95% interval; the best first."""
    print(ROW.format(game, "games", "wins", "share", "95% interval"))
    for row in sorted(results.standings(), key=lambda row: -row.wins):
        interval = f"{row.share.low:.0%} to {row.share.high:.0%}"
        print(ROW.format(row.agent, row.games, row.wins, f"{row.share.estimate:.0%}", interval))
    for remark in results.remarks():
        print(remark)


# %% ASMACAG: everybody meets everybody, every deal is played twice with the seats swapped
players: LineUp = [Random, FlatMonteCarlo, "greedy", "ismcts:iterations=500"]
games = GAMES * len(players) * (len(players) - 1) // 2
league = compare(load("asmacag"), players, games=games, seed=SEED, protocol="roundrobin")
print_table("ASMACAG", league)

# %% Colonizers: four seats, so the four play together; equals would win a quarter each
table: LineUp = [Builder, FlatMonteCarlo, "ismcts:iterations=200", "heuristic"]
print()
print_table("Colonizers", compare(load("colonizers"), table, games=GAMES, seed=SEED))
