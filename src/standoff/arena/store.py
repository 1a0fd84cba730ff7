"""Runs: matches kept in one SQLite file, a row a game (docs/formats.md).

Shards are written whole or not at all, in transactions. So a run that is stopped in any way holds
only whole shards, and plays the others when it goes on. Rows do not tell when they were written;
the only thing in the file that is not the same in every finished run is how long agents thought.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

import standoff
from standoff.agents.spec import Spec
from standoff.arena.fault import Fault, FaultKind
from standoff.arena.match import Match
from standoff.arena.processes import Bounds
from standoff.arena.schedule import Billing
from standoff.arena.shard import NO_SEAT, Shard
from standoff.arena.table import LineUp
from standoff.errors import BadRun
from standoff.source import imported_files
from standoff.verbs import NO_ROLE, NO_ROUNDS, Result

SCHEMA = 1
COMMIT_SECONDS = 0.5
"""Shards that come one after another are committed after this time, not each for itself."""
BUSY_SECONDS = 30
MAX_TEXTS = 100_000
"""How many texts of a column are remembered."""

TABLES = """
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


class Store:
    """The file of a run, open for reading and writing."""

    def __init__(self, path: Path, is_written: bool = True) -> None:
        self.path = path
        self._texts: dict[str, dict[bytes, str | None]] = {}
        self._values: dict[str, Any] = {}
        self._committed = time.monotonic()
        self._shards: set[Bounds] = set()
        self._is_logging = False
        mode = "rwc" if is_written else "ro"
        with explained(path):
            self._file = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                timeout=BUSY_SECONDS,
                isolation_level=None,
            )

    @classmethod
    def look(cls, path: Path) -> "Store":
        """Return a run for reading only, which others may be writing."""
        store = cls(path, is_written=False)
        store._list_shards()
        return store

    @classmethod
    def begin(cls, path: Path, match: Match) -> "Store":
        """Return the run of a match, a new one or the one that was begun in that file."""
        line_up = match.line_up()
        facts = {"match": match.describe(line_up), **identify(line_up)}
        store = cls(path)
        try:
            store._create(facts, line_up.specs)
            store._check(facts)
            store._start_log()
            store._list_shards()
        except BaseException:
            store.close()
            raise
        return store

    def _start_log(self) -> None:
        """Let SQLite write ahead to a second file; not before it is known that this is a run."""
        with explained(self.path):
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._is_logging = True

    def _list_shards(self) -> None:
        with explained(self.path):
            self._shards = set(self._file.execute("SELECT first, last FROM shards"))

    def _create(self, facts: dict[str, Any], specs: Sequence[str]) -> None:
        """Make a file a run if it holds nothing yet: in one transaction, whoever else begins it."""
        rows = [("schema", json.dumps(SCHEMA))]
        rows += [(name, json.dumps(value)) for name, value in facts.items()]
        with explained(self.path):
            if self._file.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                return
            self._file.execute("BEGIN IMMEDIATE")
            if self._file.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                for statement in TABLES.split(";"):
                    self._file.execute(statement)
                self._file.executemany("INSERT INTO run VALUES (?, ?)", rows)
                self._file.executemany("INSERT INTO agents VALUES (?, ?)", enumerate(specs))
            self._file.execute("COMMIT")

    def _check(self, facts: dict[str, Any]) -> None:
        """Raise `BadRun` unless the file holds a run of the same match by the same program."""
        held = read_facts(self.path)
        begun, wanted = held["match"], facts["match"]
        for name, value in wanted.items():
            if begun.get(name) != value:
                raise BadRun(
                    f"{self.path} was begun with {name} {show(begun.get(name))},"
                    f" not {show(value)}; leave it out to go on, or take another file"
                )
        for name in ("standoff", "rules", "sources"):
            if held.get(name) != facts[name]:
                what = {"standoff": "another version of standoff", "rules": "other rules"}
                changed = what.get(name, "agents or a game whose file has changed since")
                raise BadRun(f"{self.path} was begun with {changed}; take another file")

    @property
    def games(self) -> int:
        """How many games are kept."""
        return sum(last - first for first, last in self._shards)

    # --- shards ---

    def __contains__(self, bounds: Bounds) -> bool:
        return bounds in self._shards

    def in_a_row(self) -> Iterator[Bounds]:
        """Yield the shards from the first game on, up to the first that is missing."""
        first = 0
        for bounds in sorted(self._shards):
            if bounds[0] != first:
                return
            yield bounds
            first = bounds[1]

    def write(self, billing: Billing, shard: Shard) -> None:
        """Keep some games; to keep them twice changes nothing."""
        bounds = (shard.first, shard.first + len(shard))
        marks = ", ".join("?" * GAME_COLUMNS)
        measured = None if not shard.counters.any() else shard.counters.tobytes()
        with explained(self.path), self._whole():
            self._file.executemany(
                f"INSERT OR REPLACE INTO games VALUES ({marks})", self._game_rows(billing, shard)
            )
            self._file.executemany(
                "INSERT OR REPLACE INTO faults VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (fault.game, fault.move, fault.seat, fault.entrant, fault.kind, fault.detail)
                    for fault in shard.faults
                ],
            )
            self._file.executemany("INSERT OR REPLACE INTO times VALUES (?, ?, ?)", times(shard))
            self._file.execute(
                "INSERT OR REPLACE INTO shards VALUES (?, ?, ?)", (*bounds, measured)
            )
        self._shards.add(bounds)
        if time.monotonic() - self._committed > COMMIT_SECONDS:
            self.commit()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Do something in the open transaction whole or not at all, be it interrupted."""
        if not self._file.in_transaction:
            self._file.execute("BEGIN")
        self._file.execute("SAVEPOINT whole")
        try:
            yield
            self._file.execute("RELEASE whole")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has given up all of the transaction, or Ctrl-C
                self._file.execute("ROLLBACK TO whole")  # came when nothing was left to be done
            raise

    def commit(self) -> None:
        """Make sure of what has been written."""
        with explained(self.path):
            if self._file.in_transaction:
                self._file.execute("COMMIT")
        self._committed = time.monotonic()

    def _game_rows(self, billing: Billing, shard: Shard) -> Iterable[tuple[Any, ...]]:
        game, outcomes = billing.game, shard.outcomes
        sizes = (shard.entrants != NO_SEAT).sum(axis=1)
        numbers = np.arange(shard.first, shard.first + len(shard))
        faults = np.bincount(
            [fault.game - shard.first for fault in shard.faults], minlength=len(shard)
        )
        won = np.where(outcomes["result"] == Result.WIN, shard.entrants, NO_SEAT)
        rounds = [None if count == NO_ROUNDS else count for count in shard.rounds.tolist()]
        entrants = np.full(len(shard), shard.asked.shape[1])
        return zip(
            numbers.tolist(),
            (numbers // billing.schedule.times).tolist(),
            shard.seeds.tolist(),
            sizes.tolist(),
            self._write_texts("agents", shard.entrants, sizes, list),
            self._write_texts("teams", shard.teams, sizes, list),
            self._write_texts(
                "roles", shard.roles, sizes, lambda row: name_all(row, game.sides.roles)
            ),
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
        """Return each row as JSON; the same rows come again and again, and are made once."""
        known = self._texts.setdefault(name, {})
        if len(known) > MAX_TEXTS:
            known.clear()
        sized = np.column_stack([rows, sizes])
        keys: list[Any] = sized.view(np.dtype((np.void, sized.strides[0]))).ravel().tolist()
        for place, key in enumerate(keys):
            if key not in known:
                value = plain(rows[place, : sizes[place]].tolist())
                text = json.dumps(value, separators=(",", ":"))
                known[key] = None if value is None else text
        return [known[key] for key in keys]

    def read(self, billing: Billing, bounds: Bounds) -> Shard:
        """Return a shard that is kept."""
        shard = Shard.blank(billing, *bounds)
        with explained(self.path), intact(self.path):
            self._fill(shard, billing.game.sides.roles, bounds)
        return shard

    def _fill(self, shard: Shard, roles: Sequence[str], bounds: Bounds) -> None:
        """Fill a blank shard with the rows of its games."""
        games = self._file.execute(
            "SELECT seed, players, agents, teams, roles, ranks, points, results, rounds,"
            " decisions, asked FROM games WHERE number >= ? AND number < ? ORDER BY number",
            bounds,
        ).fetchall()
        faults = self._file.execute(
            "SELECT * FROM faults WHERE game >= ? AND game < ? ORDER BY game, move", bounds
        )
        seconds = self._file.execute("SELECT * FROM times WHERE game >= ? AND game < ?", bounds)
        (counters,) = self._file.execute(
            "SELECT counters FROM shards WHERE first = ?", bounds[:1]
        ).fetchone()
        if len(games) != len(shard):
            raise LookupError
        for row, (seed, size, agents, teams, role, ranks, points, results, *rest) in enumerate(
            games
        ):
            shard.seeds[row] = seed
            shard.entrants[row, :size] = self._value(agents)
            shard.teams[row, :size] = self._value(teams)
            if role is not None:
                shard.roles[row, :size] = [roles.index(name) for name in self._value(role)]
            shard.outcomes["rank"][row, :size] = self._value(ranks)
            shard.outcomes["score"][row, :size] = self._value(points)
            shard.outcomes["result"][row, :size] = [
                RESULT_NAMES.index(name) for name in self._value(results)
            ]
            shard.rounds[row] = NO_ROUNDS if rest[0] is None else rest[0]
            shard.decisions[row] = rest[1]
            shard.asked[row] = self._value(rest[2])
        shard.faults = [
            Fault(game, move, seat, agent, FaultKind(kind), detail)
            for game, move, seat, agent, kind, detail in faults
        ]
        for game, agent, spent in seconds:
            shard.seconds[game - bounds[0], agent] = spent
        if counters is not None:
            shard.counters[:] = np.frombuffer(counters).reshape(shard.counters.shape)

    def _value(self, text: str) -> Any:
        """Return what a JSON text says; the same texts come again and again."""
        if text not in self._values:
            if len(self._values) > MAX_TEXTS:
                self._values.clear()
            self._values[text] = json.loads(text)
        return self._values[text]

    # --- the end ---

    def close(self) -> None:
        """Commit what can be committed, and close the file: one file, which any folder can hold.

        A file that SQLite writes ahead of cannot be read where nothing may be written.
        """
        try:
            self.commit()
            if self._is_logging:
                with suppress(sqlite3.Error):  # somebody else has it open, and will do it
                    self._file.execute("PRAGMA busy_timeout = 0")
                    self._file.execute("PRAGMA journal_mode = DELETE")
        finally:
            self._file.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_facts(path: Path) -> dict[str, Any]:
    """Return what a run says of itself: its match, and the versions it was begun with."""
    if not path.is_file():
        raise BadRun(f"there is no run in {path}")
    with explained(path):
        file = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS
        )
        try:
            with intact(path):
                rows = file.execute("SELECT * FROM run")
                facts = {name: json.loads(value) for name, value in rows}
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_ERROR":  # which means: no such table
                raise
            facts = {}
        finally:
            file.close()
    if facts.get("schema") != SCHEMA:
        found = f"schema {facts['schema']}" if "schema" in facts else "no run"
        raise BadRun(f"{path} holds {found}, and this standoff reads runs of schema {SCHEMA}")
    if not isinstance(facts.get("match"), dict):
        raise BadRun(damage(path))
    return facts


def identify(line_up: LineUp) -> dict[str, Any]:
    """Return the versions that the games depend on: of standoff, the rules, files and numbers."""
    files = [entrant.file for entrant in line_up.entrants]
    files.append(line_up.game.address.rpartition(":")[0])
    parts = [
        part
        for file in files
        if file.endswith(".py") and Path(file).is_file()
        for part in imported_files(file)
    ]
    for entrant in line_up.entrants:
        named = [Path(value) for value in Spec.parse(entrant.spec).values.values()]
        parts += [path for path in named if path.is_file()]
    sources = [[part.name, hashlib.sha256(part.read_bytes()).hexdigest()[:16]] for part in parts]
    numbers = json.dumps([entrant.params for entrant in line_up.entrants])
    sources.append(["parameters", hashlib.sha256(numbers.encode()).hexdigest()[:16]])
    return {
        "standoff": standoff.__version__,
        "rules": line_up.game.version,
        "sources": sources,
    }


def times(shard: Shard) -> list[tuple[int, int, float]]:
    """Return how long agents thought, where somebody looked at the clock."""
    rows, agents = np.nonzero((shard.asked > 0) & ~np.isnan(shard.seconds))
    return [
        (shard.first + int(row), int(agent), float(shard.seconds[row, agent]))
        for row, agent in zip(rows, agents, strict=True)
    ]


def name_all(row: Sequence[int], names: Sequence[str]) -> list[str] | None:
    """Return the names of numbers; None for a game that has none."""
    return None if not names or NO_ROLE in row else [names[number] for number in row]


def show(value: Any) -> str:
    """Return a value of a description as a person writes it."""
    if isinstance(value, list):
        return ",".join(value)
    if isinstance(value, dict):
        return ", ".join(f"{name}={setting}" for name, setting in value.items()) or "none"
    return "none" if value is None else str(value)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite says into a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        beside = f", some of it in {path.name}-wal, if that is left beside it"
        reasons = {
            "SQLITE_FULL": f"the disk is full; what was written before is kept{beside}",
            "SQLITE_READONLY": "it may not be written",
            "SQLITE_CANTOPEN": "the folder is not there, or may not be written",
            "SQLITE_NOTADB": "it is not a run",
            "SQLITE_BUSY": "another process is writing it",
            "SQLITE_IOERR": f"the disk does not take it; what was written before is kept{beside}",
            "SQLITE_CORRUPT": DAMAGED,
        }
        for start, reason in reasons.items():
            if name.startswith(start):
                raise BadRun(f"cannot use {path}: {reason}") from None
        raise BadRun(f"cannot use {path}: {error}") from None


DAMAGED = "it is damaged"


def damage(path: Path) -> str:
    """Return the sentence for a run whose contents make no sense."""
    return f"cannot use {path}: {DAMAGED}"


@contextmanager
def intact(path: Path) -> Iterator[None]:
    """Turn contents that make no sense into a sentence."""
    try:
        yield
    except (LookupError, TypeError, ValueError):
        raise BadRun(damage(path)) from None
