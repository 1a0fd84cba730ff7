"""Compares everything that a viewer is sent at two tables that differ in what he must not know.

The tables are played alike for as long as the viewer's observations of the two states are the same.
Until then every byte must be the same: status, updates, decisions, errors, and the tails after a
reconnection. The point of reveal is where the observations differ, never where the streams do.

    python scripts/secrecy.py [--pairs 10000] [--spectators 1000]
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from standoff import load, verbs
from standoff.game import Game
from standoff.position import Position
from standoff.rng import Rng
from standoff.server.plan import Leaving, Plan, Seated
from standoff.server.protocol import Act, FromServer, Kind, write_message
from standoff.server.stream import observe
from standoff.server.table import Table

TABLES = (
    ("asmacag", {}),
    ("bang", {"players": 4}),
    ("bang", {"players": 5, "auto_barrel": "no", "sid_any_time": "yes"}),
    ("bang", {"players": 7, "rules": "kolar"}),
    ("colonizers", {}),
)
MOST_BEFORE = 60
"""The most moves before the two tables begin to differ."""
MOST_MOVES = 60
LOOK_BACK = 7
"""Every so many moves the viewer comes back and asks for a tail."""


class Twin(Table):
    """A table whose game begins with a position of its own."""

    def __init__(self, game: Game, plan: Plan, start: Position, now: int = 0) -> None:
        self._start = start
        super().__init__(game, plan, 0, now)

    def dealt(self) -> Position:
        return self._start.copy()


@dataclass
class Compared:
    """What was compared."""

    pairs: int = 0
    moves: int = 0
    messages: int = 0
    reveals: int = 0
    trouble: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.pairs} pairs, {self.moves} moves played alike, {self.messages} messages"
            f" equal to the byte, {self.reveals} pairs ended by a reveal"
        )


def written(messages: Sequence[FromServer]) -> list[bytes]:
    return [write_message(message) for message in messages]


def start_position(game: Game, seed: int, rng: Rng) -> Position:
    """Return a position of a random game."""
    position = game.deal(seed)
    for _ in range(rng.below(MOST_BEFORE)):
        before = position.copy()
        position.play(rng.choice(position.actions))
        if position.is_over:
            return before
    return position


def make_pair(game: Game, start: Position, viewer: int, rng: Rng) -> tuple[Twin, Twin]:
    """Return two tables that differ in what a viewer must not know."""
    leaving = Leaving.DIES if game.can_leave else Leaving.STAND_IN
    seats = tuple(Seated(Kind.PERSON, f"Player {seat}") for seat in range(game.players))
    plan = Plan(seats, budget_ms=30_000, bank_ms=10_000, leaving=leaving)
    other = start.copy()
    verbs.scramble(other.state, viewer, rng.words)
    return Twin(game, plan, start), Twin(game, plan, other)


def compare(game: Game, seed: int, viewer: int, found: Compared) -> None:
    """Play one pair of tables for as long as the viewer must not tell them apart."""
    rng = Rng(seed)
    tables = make_pair(game, start_position(game, seed, rng), viewer, rng)
    found.pairs += 1
    where = f"{game!r}, seed {seed}, viewer {viewer}"
    seen = None
    for move in count():
        sent = [written(table.arrive(viewer, seen, move)) for table in tables]
        check(found, f"{where}: joining after {move} moves", sent)
        if move == MOST_MOVES or any(table.is_over for table in tables):
            return
        sent = [written(step.messages) for step in try_wrong(tables, viewer, rng, move)]
        check(found, f"{where}: wrong acts after {move} moves", sent)
        if tables[0].to_move != tables[1].to_move:
            found.trouble.append(f"{where}: other seats must decide after {move} moves")
            return
        steps = play_alike(tables, rng, move)
        if steps is None:
            return
        if len({observe(table._position, viewer) for table in tables}) > 1:
            found.reveals += 1
            return
        sent = [written(step.sent_to(viewer)) for step in steps]
        check(found, f"{where}: move {move + 1}", sent)
        found.moves += 1
        seen = rng.below(1 + tables[0]._streams.seqs[viewer]) if move % LOOK_BACK else None


def try_wrong(tables: Sequence[Twin], viewer: int, rng: Rng, now: int) -> list:
    """Let the viewer send an act that is refused at both tables."""
    seat = min(viewer, tables[0].game.players - 1)
    decision = tables[0].decision_id(seat) - rng.below(2)
    action = rng.choice((-1, 10**9, "no such action"))
    return [table.act(viewer, Act(decision, action), now) for table in tables]


def play_alike(tables: Sequence[Twin], rng: Rng, now: int) -> list | None:
    """Make the same move at both tables; None if there is none."""
    first, second = tables
    shared = sorted(set(first._actions) & set(second._actions))
    if not shared:
        return None
    if first.game.can_leave and rng.below(40) == 0:
        seat = rng.below(first.game.players)
        return [table.set_away(seat, now) for table in tables]
    action = rng.choice(shared)
    seat = first.to_move
    return [table.act(seat, Act(table.decision_id(seat), action), now) for table in tables]


def check(found: Compared, where: str, sent: list[list[bytes]]) -> None:
    """Note where the bytes differ."""
    found.messages += len(sent[0])
    if sent[0] != sent[1]:
        lines = next((pair for pair in zip(*sent, strict=False) if pair[0] != pair[1]), sent)
        found.trouble.append(f"{where}: {lines[0][:2000]!r} is not {lines[1][:2000]!r}")


def prove(pairs: int, spectators: int, first: int = 0) -> Compared:
    """Compare so many pairs for seats, and so many for the spectator."""
    found = Compared()
    games = [load(name, **options) for name, options in TABLES]
    for number in range(pairs + spectators):
        game = games[number % len(games)]
        seed = first + number
        viewer = game.spectator if number >= pairs else seed // len(games) % game.players
        compare(game, seed, viewer, found)
        if found.trouble:
            break
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--spectators", type=int, default=1_000)
    given = parser.parse_args()
    found = prove(given.pairs, given.spectators)
    print(f"secrecy: {found}")
    if found.trouble:
        sys.exit(found.trouble[0])


if __name__ == "__main__":
    main()
