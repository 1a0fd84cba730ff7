"""The tables of a run in SQLite, and how a shard is written to them and read back."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena.fault import Fault, FaultKind
from standoff.arena.match import LoadedMatch
from standoff.arena.shard import NO_SEAT, Bounds, Shard
from standoff.verbs import NO_ROLE, NO_ROUNDS, Result

MAX_TEXTS = 100_000
"""How many texts of a column are cached."""

CREATE_TABLES = """
CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE agents (number INTEGER PRIMARY KEY, spec TEXT NOT NULL);
CREATE TABLE games (
    number INTEGER PRIMARY KEY, deal INTEGER NOT NULL, seed INTEGER NOT NULL,
    players INTEGER NOT NULL, agents TEXT NOT NULL, teams TEXT NOT NULL, roles TEXT,
    ranks TEXT NOT NULL, points TEXT NOT NULL, results TEXT NOT NULL, winners TEXT NOT NULL,
    rounds INTEGER, decisions INTEGER NOT NULL, asked TEXT NOT NULL, faults INTEGER NOT NULL
);
CREATE TABLE faults (
    game INTEGER, move INTEGER, seat INTEGER NOT NULL, agent INTEGER NOT NULL,
    kind TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (game, move)
) WITHOUT ROWID;
CREATE TABLE shards (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, counters BLOB);
CREATE TABLE times (
    game INTEGER, agent INTEGER, seconds REAL NOT NULL, PRIMARY KEY (game, agent)
) WITHOUT ROWID;
CREATE VIEW seats AS
    SELECT games.number AS game, games.players AS players, place.key AS seat,
        agents.spec AS agent, json_extract(games.roles, '$[' || place.key || ']') AS role,
        json_extract(games.ranks, '$[' || place.key || ']') AS rank,
        json_extract(games.points, '$[' || place.key || ']') AS points,
        json_extract(games.results, '$[' || place.key || ']') AS result
    FROM games, json_each(games.agents) AS place JOIN agents ON agents.number = place.value;
"""

GAME_COLUMNS = 15
RESULT_NAMES = [result.name.lower() for result in Result]


class Rows:
    """Writes the shards of one match into an open file, and reads them.

    Arrays are JSON texts. Most texts occur many times, so each is made and parsed once.
    """

    def __init__(self, loaded: LoadedMatch) -> None:
        self._loaded = loaded
        self._texts: dict[str, dict[bytes, str | None]] = {}
        self._values: dict[str, Any] = {}

    # --- writing ---

    def write(self, file: sqlite3.Connection, shard: Shard) -> None:
        """Write a shard; existing rows are replaced."""
        marks = ", ".join("?" * GAME_COLUMNS)
        file.executemany(f"INSERT OR REPLACE INTO games VALUES ({marks})", self._game_rows(shard))
        file.executemany(
            "INSERT OR REPLACE INTO faults VALUES (?, ?, ?, ?, ?, ?)",
            [
                (fault.game, fault.move, fault.seat, fault.entrant, fault.kind, lines_of(fault))
                for fault in shard.faults
            ],
        )
        file.executemany("INSERT OR REPLACE INTO times VALUES (?, ?, ?)", time_rows(shard))
        counters = shard.counters.tobytes() if shard.counters.any() else None
        file.execute("INSERT OR REPLACE INTO shards VALUES (?, ?, ?)", (*shard.bounds, counters))

    def _game_rows(self, shard: Shard) -> Iterable[tuple[Any, ...]]:
        roles, times = self._loaded.game.sides.roles, self._loaded.schedule.times
        outcomes = shard.outcomes
        sizes = (shard.entrants != NO_SEAT).sum(axis=1)
        numbers = np.arange(*shard.bounds)
        faults = np.bincount(
            [fault.game - shard.first for fault in shard.faults], minlength=len(shard)
        )
        won = np.where(outcomes["result"] == Result.WIN, shard.entrants, NO_SEAT)
        rounds = [None if count == NO_ROUNDS else count for count in shard.rounds.tolist()]
        entrants = np.full(len(shard), shard.asked.shape[1])
        return zip(
            numbers.tolist(),
            (numbers // times).tolist(),
            shard.seeds.tolist(),
            sizes.tolist(),
            self._write_texts("agents", shard.entrants, sizes, list),
            self._write_texts("teams", shard.teams, sizes, list),
            self._write_texts("roles", shard.roles, sizes, lambda row: name_all(row, roles)),
            self._write_texts("ranks", outcomes["rank"], sizes, list),
            self._write_texts("points", outcomes["score"], sizes, list),
            self._write_texts(
                "results", outcomes["result"], sizes, lambda row: name_all(row, RESULT_NAMES)
            ),
            self._write_texts("winners", won, sizes, lambda row: sorted({*row} - {NO_SEAT})),
            rounds,
            shard.decisions.tolist(),
            self._write_texts("asked", shard.asked, entrants, list),
            faults.tolist(),
            strict=True,
        )

    def _write_texts(
        self, name: str, rows: NDArray[Any], sizes: NDArray[np.int64], plain: Any
    ) -> list[str | None]:
        """Return each row of a column as JSON."""
        known = self._texts.setdefault(name, {})
        if len(known) > MAX_TEXTS:
            known.clear()
        sized = np.column_stack([rows, sizes])
        keys: list[Any] = sized.view(np.dtype((np.void, sized.strides[0]))).ravel().tolist()
        for index, key in enumerate(keys):
            if key not in known:
                value = plain(rows[index, : sizes[index]].tolist())
                text = json.dumps(value, separators=(",", ":"))
                known[key] = None if value is None else text
        return [known[key] for key in keys]

    # --- reading ---

    def read(self, file: sqlite3.Connection, bounds: Bounds) -> Shard:
        """Read a shard; damaged rows raise `LookupError`, `TypeError` or `ValueError`."""
        shard = Shard.blank(self._loaded, *bounds)
        roles = self._loaded.game.sides.roles
        games = file.execute(
            "SELECT seed, players, agents, teams, roles, ranks, points, results, rounds,"
            " decisions, asked FROM games WHERE number >= ? AND number < ? ORDER BY number",
            bounds,
        ).fetchall()
        if len(games) != len(shard):
            raise LookupError
        for row, (seed, size, agents, teams, role, ranks, scores, results, *rest) in enumerate(
            games
        ):
            shard.seeds[row] = seed
            shard.entrants[row, :size] = self._value(agents)
            shard.teams[row, :size] = self._value(teams)
            if role is not None:
                shard.roles[row, :size] = [roles.index(name) for name in self._value(role)]
            shard.outcomes["rank"][row, :size] = self._value(ranks)
            shard.outcomes["score"][row, :size] = self._value(scores)
            shard.outcomes["result"][row, :size] = [
                RESULT_NAMES.index(name) for name in self._value(results)
            ]
            shard.rounds[row] = NO_ROUNDS if rest[0] is None else rest[0]
            shard.decisions[row] = rest[1]
            shard.asked[row] = self._value(rest[2])
        read_rest(file, shard)
        return shard

    def _value(self, text: str) -> Any:
        """Return the value of a JSON text."""
        if text not in self._values:
            if len(self._values) > MAX_TEXTS:
                self._values.clear()
            self._values[text] = json.loads(text)
        return self._values[text]


def read_rest(file: sqlite3.Connection, shard: Shard) -> None:
    """Read faults, times and counters, which have tables of their own."""
    bounds = shard.bounds
    faults = file.execute(
        "SELECT * FROM faults WHERE game >= ? AND game < ? ORDER BY game, move", bounds
    )
    shard.faults = [
        Fault(game, move, seat, entrant, FaultKind(kind), *text.split("\n", 1))
        for game, move, seat, entrant, kind, text in faults
    ]
    times = file.execute("SELECT * FROM times WHERE game >= ? AND game < ?", bounds)
    for game, entrant, seconds in times:
        shard.seconds[game - shard.first, entrant] = seconds
    (counters,) = file.execute(
        "SELECT counters FROM shards WHERE first = ?", (shard.first,)
    ).fetchone()
    if counters is not None:
        shard.counters[:] = np.frombuffer(counters).reshape(shard.counters.shape)


def lines_of(fault: Fault) -> str:
    """Return what happened, in one line, and the traceback below if there is one."""
    return f"{fault.detail}\n{fault.traceback}" if fault.traceback else fault.detail


def time_rows(shard: Shard) -> list[tuple[int, int, float]]:
    """Return how long entrants thought, if they were timed."""
    rows, entrants = np.nonzero((shard.asked > 0) & ~np.isnan(shard.seconds))
    return [
        (shard.first + int(row), int(entrant), float(shard.seconds[row, entrant]))
        for row, entrant in zip(rows, entrants, strict=True)
    ]


def name_all(row: Sequence[int], names: Sequence[str]) -> list[str] | None:
    """Return the names of numbers; None if the game has no names for them."""
    return None if not names or NO_ROLE in row else [names[number] for number in row]
