"""Writes the golden files again: counts of action sequences, and replays of short games."""

from pathlib import Path

import standoff
from standoff.arena import write_replay
from standoff.arena.fault import OnFault
from standoff.arena.match import enter
from standoff.arena.table import LineUp, play_game
from standoff.position import Position

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
TREES = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 3), (3, 3)]
GAMES = {
    "default": {},
    "small": {"hand": 3, "board": 5, "action_points": 2},
    "published": {"equality": "published"},
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
    rows = [f"{seed} {depth} {count_sequences(game.deal(seed), depth)}" for seed, depth in TREES]
    return "# seed depth sequences\n" + "\n".join(rows) + "\n"


def replay(name: str, options: dict[str, object]):
    game = standoff.load(name, **options)
    entrants = [enter(game, "random"), enter(game, "exact")]
    return play_game(LineUp(game, entrants, games=2, seed=1, on_fault=OnFault.ABORT), 0).replay


def write(name: str) -> None:
    folder = GOLDEN / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tree.txt").write_text(tree(name))
    for title, options in GAMES.items():
        write_replay(folder / f"{title}.json", replay(name, options))


if __name__ == "__main__":
    write("asmacag")
