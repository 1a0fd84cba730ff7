"""What a server keeps: players, tables, moves, results. SQLite by default, PostgreSQL by URL.

One thread writes. It takes all writes that wait, and commits them together (group commit): a write
is done when it is on the disk, and hundreds of tables share the wait for it. If a commit fails,
each write is tried alone, so that no table suffers from another's.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import insert, text, update
from sqlalchemy.exc import SQLAlchemyError

from standoff.server.database import connect, migrate, take_lock
from standoff.server.plan import MoveRow
from standoff.server.reader import NotStored, Reader, ResultRow, TableRow, first_line
from standoff.server.schema import MOVES, RESULTS, STREAMS, TABLES

log = logging.getLogger("standoff.server")

FLUSH_SECONDS = 0.01
CHECKPOINT_COMMITS = 500
DISK_WORDS = "locked", "disk", "full", "readonly", "connection"
"""What an error says that concerns the whole database."""
MOST_TOGETHER = 2000
"""The most writes in one commit."""

Statement = Any
Rows = Sequence[dict[str, Any]]
Part = tuple[Statement, Rows]
Parts = list[Part]


@dataclass
class Write:
    """Statements that are committed together, and who waits for that."""

    parts: Parts
    done: "asyncio.Future[None]"


# --- statements -----------------------------------------------------------------------------------

INSERT_MOVES = insert(MOVES)
INSERT_RESULTS = insert(RESULTS)
INSERT_STREAMS = insert(STREAMS)


def moves_part(table_id: str, rows: Iterable[MoveRow]) -> Part:
    """Return what stores moves."""
    return INSERT_MOVES, [{"table_id": table_id, **msgspec.structs.asdict(row)} for row in rows]


def table_part(row: TableRow) -> Part:
    """Return what stores a new table."""
    values = {
        "id": row.id,
        "owner": row.owner,
        "game": row.setting.game,
        "options": msgspec.json.encode(row.setting.options).decode(),
        "rules": row.rules,
        "plan": msgspec.json.encode(row.plan).decode(),
        "seed": str(row.seed),
        "stage": str(row.stage),
        "reason": row.reason,
        "is_listed": row.is_listed,
        "opened_at": row.opened_at,
        "ended_at": row.ended_at,
    }
    return insert(TABLES), [values]


def change_part(table_id: str, **values: Any) -> Part:
    """Return what changes a table."""
    if "plan" in values:
        values["plan"] = msgspec.json.encode(values["plan"]).decode()
    return update(TABLES).where(TABLES.c.id == table_id).values(**values), []


def results_part(rows: Iterable[ResultRow]) -> Part:
    """Return what stores results."""
    return INSERT_RESULTS, [msgspec.structs.asdict(row) for row in rows]


def streams_part(table_id: str, streams: Iterable[bytes]) -> Part:
    """Return what stores the streams of all viewers."""
    return INSERT_STREAMS, [
        {"table_id": table_id, "viewer": viewer, "data": data}
        for viewer, data in enumerate(streams)
    ]


# --- the store ------------------------------------------------------------------------------------


class Store(Reader):
    """A database, open for one server."""

    def __init__(self, url: str) -> None:
        super().__init__(connect(url))
        self._lock = take_lock(self.engine, url)
        try:
            migrate(self.engine, url)
        except BaseException:
            self._lock.release()
            raise
        self._thread = ThreadPoolExecutor(1, "store")
        self._cleaner = ThreadPoolExecutor(1, "checkpoint")
        self._cleaning: Future[None] | None = None
        self._commits = 0
        self._waiting: list[Write] = []
        self._is_busy = False

    def close(self) -> None:
        """Close the database."""
        self._thread.shutdown()
        self._cleaner.shutdown()
        self._lock.release()
        self.engine.dispose()

    def write(self, *parts: Part) -> "asyncio.Future[None]":
        """Commit all parts together; the future raises `NotStored` if that fails.

        Writes wait here while the thread is busy, and go to it together: to wake it for each would
        take longer than all the rest.
        """
        loop = asyncio.get_running_loop()
        write = Write(list(parts), loop.create_future())
        self._waiting.append(write)
        if not self._is_busy:
            self._is_busy = True
            loop.call_soon(self._hand_over)
        return write.done

    def _hand_over(self) -> None:
        """Let the thread commit all writes that wait."""
        writes, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        loop = asyncio.get_running_loop()
        task = loop.run_in_executor(self._thread, self._commit, [write.parts for write in writes])
        task.add_done_callback(lambda done: self._finish(writes, done))

    def _finish(self, writes: list[Write], done: "asyncio.Future[list[str | None]]") -> None:
        """Tell everybody who waits for a commit how it went."""
        self._is_busy = bool(self._waiting)
        if self._waiting:
            self._hand_over()
        for write, problem in zip(writes, done.result(), strict=True):
            if write.done.cancelled():
                continue
            if problem is None:
                write.done.set_result(None)
            else:
                write.done.set_exception(NotStored(problem))

    async def flush(self) -> None:
        """Wait until everything is written that was asked for before."""
        while self._is_busy:
            await asyncio.sleep(FLUSH_SECONDS)

    def write_now(self, *parts: Part) -> None:
        """Commit all parts together, and wait for it: for programs without a loop."""
        problem = self._commit([list(parts)])[0]
        if problem is not None:
            raise NotStored(problem)

    # --- the thread that writes ---

    def _commit(self, writes: list[Parts]) -> list[str | None]:
        """Commit writes together, or each alone if that fails; return what was wrong with each."""
        problem = self._try(writes)
        if problem is None or len(writes) == 1:
            return [problem] * len(writes)
        log.warning("a commit of %s writes failed: %s", len(writes), problem)
        problems: list[str | None] = []
        for write in writes:
            if problems and problems[0] is not None and is_about_the_disk(problems[0]):
                problems.append(problems[0])  # no write will do better
            else:
                problems.append(self._try([write]))
        return problems

    def _try(self, writes: list[Parts]) -> str | None:
        try:
            with self.engine.begin() as connection:
                for statement, rows in gather(writes):
                    connection.execute(statement, rows or None)
            self._clean_up()
        except Exception as error:  # whatever it is, somebody waits to hear of it
            return f"{type(error).__name__}: {first_line(error)}"
        return None

    def _clean_up(self) -> None:
        """Now and then move what SQLite has logged into its file, while others go on writing."""
        self._commits += 1
        is_idle = self._cleaning is None or self._cleaning.done()
        if self._commits % CHECKPOINT_COMMITS == 0 and is_idle and self.engine.name == "sqlite":
            self._cleaning = self._cleaner.submit(self._checkpoint)

    def _checkpoint(self) -> None:
        with suppress(SQLAlchemyError), self.engine.connect() as connection:
            for _ in range(2):  # the second time there is little left, so that the log can end
                connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)"))


def gather(writes: list[Parts]) -> Iterator[tuple[Statement, list[dict[str, Any]]]]:
    """Yield the statements of several writes, the rows of equal statements together."""
    together: dict[int, tuple[Statement, list[dict[str, Any]]]] = {}
    for parts in writes:
        for statement, rows in parts:
            together.setdefault(id(statement), (statement, []))[1].extend(rows)
    yield from together.values()


def is_about_the_disk(problem: str) -> bool:
    """Whether an error concerns the whole database, such as a full disk or a lock."""
    return any(word in problem.lower() for word in DISK_WORDS)
