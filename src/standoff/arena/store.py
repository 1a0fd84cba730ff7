"""Runs: matches kept in one SQLite file, a row for each game (docs/formats.md).

Shards are written whole or not at all, in transactions. So a run that was stopped in any way holds
whole shards only, and plays the missing ones when it continues. Rows do not hold the time at which
they were written: two finished runs of one match differ only in how long agents thought.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

import standoff
from standoff.agents.spec import Spec
from standoff.arena.match import LoadedMatch, Match
from standoff.arena.rows import CREATE_TABLES, Rows
from standoff.arena.shard import Bounds, Shard
from standoff.errors import BadRun
from standoff.source import imported_files

SCHEMA = 1
COMMIT_SECONDS = 0.5
"""Several shards are committed together, after this time."""
BUSY_SECONDS = 30
DAMAGED = "it is damaged"


class Facts(msgspec.Struct, frozen=True):
    """The facts of a run: its match, and the versions that it was begun with."""

    match: Match
    standoff: str
    rules: int
    sources: list[list[str]]
    """The name and the hash of each file that the games depend on, and of the parameters."""

    @classmethod
    def of(cls, loaded: LoadedMatch) -> "Facts":
        """Return the facts of a new run."""
        versions = standoff.__version__, loaded.game.version
        return cls(loaded.settled, *versions, hash_sources(loaded))


def hash_sources(loaded: LoadedMatch) -> list[list[str]]:
    """Return the hashes of all source files of the game and the agents, and of the parameters."""
    files = [entrant.file for entrant in loaded.entrants]
    files.append(loaded.game.address.rpartition(":")[0])
    parts = [
        part
        for file in files
        if file.endswith(".py") and Path(file).is_file()
        for part in imported_files(file)
    ]
    for entrant in loaded.entrants:
        named = [Path(value) for value in Spec.parse(entrant.spec).values.values()]
        parts += [path for path in named if path.is_file()]
    numbers = json.dumps([entrant.params for entrant in loaded.entrants])
    sources = [(part.name, part.read_bytes()) for part in parts]
    sources.append(("parameters", numbers.encode()))
    return [[name, hashlib.sha256(data).hexdigest()[:16]] for name, data in sources]


class Store:
    """The file of a run, open for reading only or also for writing."""

    def __init__(self, path: Path, loaded: LoadedMatch, facts: Facts, is_written: bool) -> None:
        self.path = path
        self.loaded = loaded
        self.facts = facts
        self._rows = Rows(loaded)
        self._committed = time.monotonic()
        self._shards: set[Bounds] = set()
        self._is_logging = False
        self._file = connect(path, "rwc" if is_written else "ro")

    @classmethod
    def look(cls, path: Path) -> "Store":
        """Open a run for reading only; another process may be writing it. Agents are not needed."""
        facts = read_facts(path)
        store = cls(path, facts.match.load(), facts, is_written=False)
        store._list_shards()
        return store

    @classmethod
    def begin(cls, path: Path, match: Match) -> "Store":
        """Open the run of a match: a new one, or the one that the file holds."""
        loaded = match.load()
        store = cls(path, loaded, Facts.of(loaded), is_written=True)
        try:
            store._create()
            store._check()
            store._start_log()
            store._list_shards()
        except BaseException:
            store.close()
            raise
        return store

    def _start_log(self) -> None:
        """Let SQLite write ahead to a second file, after the check that the file is a run."""
        with explained(self.path):
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._is_logging = True

    def _list_shards(self) -> None:
        with explained(self.path):
            self._shards = set(self._file.execute("SELECT first, last FROM shards"))

    def _create(self) -> None:
        """Create the tables in an empty file; several processes may try at once."""
        values = {"schema": SCHEMA, **msgspec.to_builtins(self.facts)}
        rows = [(name, json.dumps(value)) for name, value in values.items()]
        specs = enumerate(self.facts.match.agents)
        with explained(self.path):
            if self._file.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                return
            self._file.execute("BEGIN IMMEDIATE")
            if self._file.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                for statement in CREATE_TABLES.split(";"):
                    self._file.execute(statement)
                self._file.executemany("INSERT INTO run VALUES (?, ?)", rows)
                self._file.executemany("INSERT INTO agents VALUES (?, ?)", specs)
            self._file.execute("COMMIT")

    def _check(self) -> None:
        """Raise `BadRun` unless the file holds a run of the same match by the same program."""
        held, facts = read_facts(self.path), self.facts
        for name in Match.__struct_fields__:
            begun, wanted = getattr(held.match, name), getattr(facts.match, name)
            if begun != wanted:
                raise BadRun(
                    f"{self.path} was begun with {name} {show(begun)}, not {show(wanted)};"
                    f" omit {name} to continue the run, or choose another file"
                )
        changes = {
            "standoff": "another version of standoff",
            "rules": "other rules",
            "sources": "agents or a game whose files have changed since",
        }
        for name, change in changes.items():
            if getattr(held, name) != getattr(facts, name):
                raise BadRun(f"{self.path} was begun with {change}; choose another file")

    # --- shards ---

    @property
    def games(self) -> int:
        """How many games are kept."""
        return sum(last - first for first, last in self._shards)

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

    def read(self, bounds: Bounds) -> Shard:
        """Return a shard that is kept."""
        with explained(self.path), intact(self.path):
            return self._rows.read(self._file, bounds)

    def write(self, shard: Shard) -> None:
        """Keep a shard; keeping it twice changes nothing."""
        with explained(self.path), self._whole():
            self._rows.write(self._file, shard)
        self._shards.add(shard.bounds)
        is_due = time.monotonic() - self._committed > COMMIT_SECONDS
        if is_due or not self.loaded.is_compiled:  # with Python agents the next may take long
            self.commit()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Do something whole or not at all in the open transaction, even if it is interrupted."""
        if not self._file.in_transaction:
            self._file.execute("BEGIN")
        self._file.execute("SAVEPOINT whole")
        try:
            yield
            self._file.execute("RELEASE whole")
        except BaseException:
            with suppress(sqlite3.Error):  # SQLite has already undone the whole transaction, or
                self._file.execute("ROLLBACK TO whole")  # Ctrl-C came after RELEASE
            raise

    def commit(self) -> None:
        """Write everything to the disk."""
        with explained(self.path):
            if self._file.in_transaction:
                self._file.execute("COMMIT")
        self._committed = time.monotonic()

    # --- the end ---

    def close(self) -> None:
        """Commit, leave the run in one file, and close it.

        With a second file beside it, a run could not be read from a folder that is read-only.
        """
        try:
            self.commit()
            if self._is_logging:
                with suppress(sqlite3.Error):  # another process has it open, and will do it
                    self._file.execute("PRAGMA busy_timeout = 0")
                    self._file.execute("PRAGMA journal_mode = DELETE")
        finally:
            self._file.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a file; `mode` is SQLite's."""
    if path.is_dir():
        raise BadRun(f"cannot use {path}: it is a folder; name a file for the run in it")
    with explained(path):
        address = f"{path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def read_facts(path: Path) -> Facts:
    """Return the facts of a run."""
    if not path.exists():
        raise BadRun(f"there is no run in {path}")
    file = connect(path, "ro")
    with explained(path), intact(path):
        try:
            found = {name: json.loads(value) for name, value in file.execute("SELECT * FROM run")}
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_ERROR":  # which means: no such table
                raise
            found = {}
        finally:
            file.close()
    if found.get("schema") != SCHEMA:
        held = f"schema {found['schema']}" if "schema" in found else "no run"
        raise BadRun(f"{path} holds {held}, but this standoff reads runs of schema {SCHEMA}")
    with intact(path):
        return msgspec.convert(found, Facts)


def show(value: Any) -> str:
    """Return the value of a field as people write it."""
    if isinstance(value, tuple):
        return ",".join(value)
    if isinstance(value, dict):
        return ", ".join(f"{name}={setting}" for name, setting in value.items()) or "none"
    return "none" if value is None else str(value)


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an error of SQLite into a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        kept = f"what was written before is safe; if there is a file {path.name}-wal, keep it"
        reasons = {
            "SQLITE_FULL": f"the disk is full; {kept}",
            "SQLITE_READONLY": "it is not writable",
            "SQLITE_CANTOPEN": "the folder does not exist or is not writable",
            "SQLITE_NOTADB": "it is not a run",
            "SQLITE_BUSY": "another process is writing to it",
            "SQLITE_IOERR": f"the disk reports an error; {kept}",
            "SQLITE_CORRUPT": DAMAGED,
        }
        for start, reason in reasons.items():
            if name.startswith(start):
                raise BadRun(f"cannot use {path}: {reason}") from None
        raise BadRun(f"cannot use {path}: {error}") from None


@contextmanager
def intact(path: Path) -> Iterator[None]:
    """Turn damaged contents into a sentence."""
    try:
        yield
    except (LookupError, TypeError, ValueError):
        raise BadRun(f"cannot use {path}: {DAMAGED}") from None
