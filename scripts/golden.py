"""Writes the golden files again: counts of action sequences, and replays of short games."""

import subprocess
import sys
from pathlib import Path

import standoff
from standoff.arena import write_replay
from standoff.arena.match import LoadedMatch
from standoff.arena.referee import play_game
from standoff.position import Position

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
TREES = {
    "asmacag": [(1, 1), (1, 2), (1, 3), (1, 4), (2, 3), (3, 3)],
    "bang": [(1, 1), (1, 2), (1, 3), (2, 3), (3, 2)],
    "colonizers": [(1, 1), (1, 4), (1, 6), (1, 7), (2, 6), (3, 6)],
}
"""Pairs of seed and depth for each game."""
GAMES = {
    "asmacag": {
        "default": {},
        "small": {"hand": 3, "board": 5, "action_points": 2},
        "published": {"equality": "published"},
    },
    "bang": {
        "default": {},
        "danilakova": {"players": 4, "rules": "danilakova"},
        "kolar": {"players": 7, "rules": "kolar"},
        "eight": {"players": 8, "mass": "sequential", "auto_lucky_duke": "yes"},
    },
    "colonizers": {"default": {}, "published": {"bonus": "published", "max_rounds": 8}},
}
"""Options of each recorded game."""
LINE_UPS = {
    "asmacag": ["random", "exact"],
    "bang": ["uniform"] * 8,
    "colonizers": ["heuristic", "uniform", "ismcts:iterations=30:playout=heuristic", "maxn"],
}


def count_sequences(position: Position, depth: int) -> int:
    """Return how many sequences of `depth` legal actions there are, shorter at the game's end."""
    if depth == 0 or position.is_over:
        return 1
    actions = position.actions
    if depth == 1:
        return len(actions)
    return sum(count_sequences(position.copy().play(action), depth - 1) for action in actions)


def tree(name: str) -> str:
    game = standoff.load(name)
    lines = ["# seed depth sequences"]
    for seed, depth in TREES[name]:
        lines.append(f"{seed} {depth} {count_sequences(game.deal(seed), depth)}")
    return "\n".join(lines) + "\n"


def replay(name: str, title: str):
    game = standoff.load(name, **GAMES[name][title])
    agents = LINE_UPS[name][: game.players]
    loaded = LoadedMatch.of(game, agents, game.players, seed=1, on_fault="abort")
    return play_game(loaded, 0).replay


def write(name: str) -> None:
    folder = GOLDEN / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tree.txt").write_text(tree(name))
    for title in GAMES[name]:
        write_replay(folder / f"{title}.json", replay(name, title))


def write_playthrough(name: str) -> None:
    """Write a game as OpenSpiel tells it; its script prints a last line of its own."""
    judges = GOLDEN.parent / "adapters" / "judges.py"
    command = [sys.executable, str(judges), "playthrough", name]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (GOLDEN / "openspiel").mkdir(exist_ok=True)
    (GOLDEN / "openspiel" / f"{name}.txt").write_text(printed.removesuffix(f"done {name}\n"))


if __name__ == "__main__":
    for name in GAMES:
        write(name)
        write_playthrough(name)
