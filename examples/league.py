"""The bots of this folder against the built-in ones: a league, and a table of four.

Run it whole, or cell by cell in an editor that knows `# %%`. A number asks for more games, and the
intervals shrink with its square root:

    python examples/league.py
    python examples/league.py 400
"""

# %% Who plays
import sys
from itertools import combinations
from typing import Any

from colonizers_builder import Builder
from my_bot import FlatMonteCarlo, Random

from standoff import compare, load
from standoff.statistics import wilson

GAMES = int(sys.argv[1]) if len(sys.argv) == 2 else 20
"""For each pair of the league, and at the table of four: a multiple of 4."""
SEED = 1
LineUp = list[str | type[Any]]
"""Agents as specs or as classes."""
ROW = "{:<24} {:>5} {:>5} {:>9}   {}"


def print_row(agent: str, wins: int, games: int) -> None:
    """Print how often an agent has won, with the 95% interval."""
    share = wilson(wins, games)
    interval = f"{share.low:.0%} to {share.high:.0%}"
    print(ROW.format(agent, games, wins, f"{share.estimate:.0%}", interval))


# %% ASMACAG: everybody meets everybody, every deal is played twice with the seats swapped
asmacag = load("asmacag")
players: LineUp = [Random, FlatMonteCarlo, "greedy", "ismcts:iterations=500"]
wins: dict[str, int] = {}
for pair in combinations(players, 2):
    for standing in compare(asmacag, pair, games=GAMES, seed=SEED).standings():
        wins[standing.agent] = wins.get(standing.agent, 0) + standing.wins

print(ROW.format("ASMACAG", "games", "wins", "share", "95% interval"))
for agent in sorted(wins, key=lambda agent: -wins[agent]):
    print_row(agent, wins[agent], GAMES * (len(players) - 1))

# %% Colonizers: four seats, so the four play together; equals would win a quarter each
colonizers = load("colonizers")
table: LineUp = [Builder, FlatMonteCarlo, "ismcts:iterations=200", "heuristic"]
results = compare(colonizers, table, games=GAMES, seed=SEED)

print()
print(ROW.format("Colonizers", "games", "wins", "share", "95% interval"))
for standing in sorted(results.standings(), key=lambda standing: -standing.wins):
    print_row(standing.agent, standing.wins, standing.games)
for remark in results.remarks():
    print(remark)
