"""What a server keeps: players, tables, moves, results. SQLite by default, PostgreSQL by URL.

One thread writes. It takes all writes that wait, and commits them together (group commit): a write
is done when it is on the disk, and hundreds of tables share the wait for it. If a commit fails,
each write is tried alone, so that no table suffers from another's.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from standoff.errors import BadRun
from standoff.server.plan import MoveRow, Plan, Setting
from standoff.server.protocol import Stage
from standoff.server.schema import (
    INVITES,
    MOVES,
    PLAYERS,
    RESULTS,
    REVISION,
    STREAMS,
    TABLES,
)

log = logging.getLogger("standoff.server")

BUSY_SECONDS = 2.0
"""How long a write waits for another program that has locked the database."""
FLUSH_SECONDS = 0.01
DISK_WORDS = ("locked", "disk", "full", "readonly", "connection")
MOST_TOGETHER = 2000
"""The most writes in one commit."""
LOCK_NUMBER = 0x5354_414E_444F_4646
"""The advisory lock of PostgreSQL that says: a server uses this database."""

Statement = Any
Rows = Sequence[dict[str, Any]]
Parts = list[tuple[Statement, Rows]]


class NotStored(Exception):
    """The database did not take a write; nothing of it was kept."""


@dataclass
class Write:
    """Statements that are committed together, and who waits for that."""

    parts: Parts
    done: "asyncio.Future[None]"


class TableRow(msgspec.Struct, frozen=True):
    """A table, as it is stored."""

    id: str
    owner: str
    setting: Setting
    rules: int
    plan: Plan
    seed: int
    stage: Stage
    is_listed: bool
    opened_at: float
    reason: str | None = None
    ended_at: float | None = None


class ResultRow(msgspec.Struct, frozen=True):
    """How a game ended for one seat."""

    table_id: str
    seat: int
    player: str
    kind: str
    agent: str | None
    role: str | None
    team: str | None
    rank: float
    score: float
    result: str
    replaced: int


# --- statements -----------------------------------------------------------------------------------

INSERT_MOVES = insert(MOVES)
INSERT_RESULTS = insert(RESULTS)
INSERT_STREAMS = insert(STREAMS)


def moves_part(table_id: str, rows: Iterable[MoveRow]) -> tuple[Statement, Rows]:
    """Return what stores moves."""
    return INSERT_MOVES, [{"table_id": table_id, **msgspec.structs.asdict(row)} for row in rows]


def table_part(row: TableRow) -> tuple[Statement, Rows]:
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


def change_part(table_id: str, **values: Any) -> tuple[Statement, Rows]:
    """Return what changes a table."""
    if "plan" in values:
        values["plan"] = msgspec.json.encode(values["plan"]).decode()
    return update(TABLES).where(TABLES.c.id == table_id).values(**values), []


def results_part(rows: Iterable[ResultRow]) -> tuple[Statement, Rows]:
    """Return what stores results."""
    return INSERT_RESULTS, [msgspec.structs.asdict(row) for row in rows]


def streams_part(table_id: str, streams: Iterable[bytes]) -> tuple[Statement, Rows]:
    """Return what stores the streams of all viewers."""
    return INSERT_STREAMS, [
        {"table_id": table_id, "viewer": viewer, "data": data}
        for viewer, data in enumerate(streams)
    ]


# --- the store ------------------------------------------------------------------------------------


class Store:
    """A database, open for one server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = connect(url)
        self._lock = _take_lock(self.engine, url)
        try:
            migrate(self.engine, url)
        except BaseException:
            self._lock.release()
            raise
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[Write] = []
        self._is_busy = False

    def close(self) -> None:
        """Close the database."""
        self._thread.shutdown()
        self._lock.release()
        self.engine.dispose()

    def write(self, *parts: tuple[Statement, Rows]) -> "asyncio.Future[None]":
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

    def write_now(self, *parts: tuple[Statement, Rows]) -> None:
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
        except Exception as error:  # whatever it is, somebody waits to hear of it
            return f"{type(error).__name__}: {error}"
        return None

    # --- reading ---

    def read(self, query: Any) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        try:
            with self.engine.connect() as connection:
                return [dict(row) for row in connection.execute(query).mappings()]
        except SQLAlchemyError as error:
            raise NotStored(str(error)) from None

    def open_tables(self) -> Iterator[tuple[TableRow, list[MoveRow]]]:
        """Yield every table whose game has not ended, with its moves."""
        stages = [str(Stage.WAITING), str(Stage.PLAYING)]
        tables = self.read(select(TABLES).where(TABLES.c.stage.in_(stages)))
        wanted = select(TABLES.c.id).where(TABLES.c.stage.in_(stages))
        query = select(MOVES).where(MOVES.c.table_id.in_(wanted))
        moves: dict[str, list[MoveRow]] = {}
        for row in self.read(query.order_by(MOVES.c.table_id, MOVES.c.number)):
            moves.setdefault(row.pop("table_id"), []).append(MoveRow(**row))
        for row in tables:
            yield read_table(row), moves.get(row["id"], [])

    def table(self, table_id: str) -> TableRow | None:
        """Return a table."""
        rows = self.read(select(TABLES).where(TABLES.c.id == table_id))
        return read_table(rows[0]) if rows else None

    def moves(self, table_id: str) -> list[MoveRow]:
        """Return the moves of a table."""
        query = select(MOVES).where(MOVES.c.table_id == table_id).order_by(MOVES.c.number)
        return [
            MoveRow(**{k: v for k, v in row.items() if k != "table_id"}) for row in self.read(query)
        ]

    def results(self, table_id: str) -> list[ResultRow]:
        """Return the results of a table."""
        query = select(RESULTS).where(RESULTS.c.table_id == table_id).order_by(RESULTS.c.seat)
        return [ResultRow(**row) for row in self.read(query)]

    def stream(self, table_id: str, viewer: int) -> bytes | None:
        """Return what a viewer of a finished table was told."""
        which = (STREAMS.c.table_id == table_id) & (STREAMS.c.viewer == viewer)
        rows = self.read(select(STREAMS.c.data).where(which))
        return bytes(rows[0]["data"]) if rows else None

    def without_streams(self) -> list[str]:
        """Return the finished tables whose streams are not stored."""
        told = select(STREAMS.c.table_id).where(STREAMS.c.table_id == TABLES.c.id).exists()
        is_over = TABLES.c.stage == str(Stage.OVER)
        return [row["id"] for row in self.read(select(TABLES.c.id).where(is_over, ~told))]

    def ended_tables(self, count: int, before: float | None = None) -> list[TableRow]:
        """Return the listed tables whose games are over, the latest first."""
        query = select(TABLES).where(TABLES.c.stage == str(Stage.OVER), TABLES.c.is_listed)
        if before is not None:
            query = query.where(TABLES.c.ended_at < before)
        query = query.order_by(TABLES.c.ended_at.desc()).limit(count)
        return [read_table(row) for row in self.read(query)]

    def players(self) -> list[dict[str, Any]]:
        """Return all players."""
        return self.read(select(PLAYERS))

    def invite(self, code_hash: str) -> dict[str, Any] | None:
        """Return an invitation that nobody has used."""
        which = (INVITES.c.code_hash == code_hash) & INVITES.c.is_used.is_(False)
        rows = self.read(select(INVITES).where(which))
        return rows[0] if rows else None


def gather(writes: list[Parts]) -> Iterator[tuple[Statement, list[dict[str, Any]]]]:
    """Yield the statements of several writes, the rows of equal statements together."""
    together: dict[int, tuple[Statement, list[dict[str, Any]]]] = {}
    for parts in writes:
        for statement, rows in parts:
            together.setdefault(id(statement), (statement, []))[1].extend(rows)
    yield from together.values()


def is_about_the_disk(problem: str) -> bool:
    """Whether an error concerns the whole database, such as a full disk or a lock."""
    return any(
        word in problem.lower() for word in ("locked", "disk", "full", "readonly", "connection")
    )


def read_table(row: dict[str, Any]) -> TableRow:
    """Return a stored table."""
    options = msgspec.json.decode(row["options"])
    return TableRow(
        id=row["id"],
        owner=row["owner"],
        setting=Setting(row["game"], options),
        rules=row["rules"],
        plan=msgspec.json.decode(row["plan"], type=Plan),
        seed=int(row["seed"]),
        stage=Stage(row["stage"]),
        is_listed=row["is_listed"],
        opened_at=row["opened_at"],
        reason=row["reason"],
        ended_at=row["ended_at"],
    )


# --- opening --------------------------------------------------------------------------------------


def connect(url: str) -> Engine:
    """Return the engine for `FILE` or `postgresql://...`; raises `BadRun`."""
    is_file = "://" not in url
    full = f"sqlite:///{url}" if is_file else url
    full = full.replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        kind = make_url(full).get_backend_name()
        if kind not in ("sqlite", "postgresql"):
            raise BadRun(f"--database must be a file or postgresql://..., not {kind}")
        if kind == "postgresql":
            return create_engine(full, pool_size=4, pool_pre_ping=True)
        engine = create_engine(full, connect_args={"timeout": BUSY_SECONDS})
    except (ArgumentError, NoSuchModuleError):
        raise BadRun("--database must be a file or postgresql://USER:PASSWORD@HOST/NAME") from None
    except ModuleNotFoundError as error:
        raise BadRun(f"{error.name} is not installed; pip install 'standoff[postgres]'") from None
    event.listen(engine, "connect", set_pragmas)
    return engine


def set_pragmas(connection: Any, _: Any) -> None:
    """Let SQLite keep every commit, and read while it writes."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


class _Lock:
    """The sign that a server uses a database."""

    def __init__(self, lock: FileLock | Connection) -> None:
        self._lock = lock

    def release(self) -> None:
        if isinstance(self._lock, Connection):
            self._lock.close()
        else:
            self._lock.release()


def _take_lock(engine: Engine, url: str) -> _Lock:
    """Refuse a database that another server uses."""
    busy = f"another server uses the database {hide_password(url)}"
    if engine.dialect.name == "sqlite":
        path = Path(engine.url.database or "")
        if not path.parent.is_dir():
            raise BadRun(f"cannot open the database {path}: there is no folder {path.parent}")
        try:
            lock = FileLock(f"{path}.lock")
            lock.acquire(blocking=False)
        except Timeout:
            raise BadRun(busy) from None
        except OSError as error:
            raise BadRun(f"cannot open the database {path}: {error.strerror}") from None
        return _Lock(lock)
    with _explained(url):
        connection = engine.connect()
        taken = connection.execute(text(f"SELECT pg_try_advisory_lock({LOCK_NUMBER})")).scalar()
        connection.commit()
    if not taken:
        connection.close()
        raise BadRun(busy)
    return _Lock(connection)


def migrate(engine: Engine, url: str) -> None:
    """Bring the database to the newest schema; refuse one that is newer."""
    with _explained(url), engine.begin() as connection:
        has_version = engine.dialect.has_table(connection, "alembic_version")
        query = text("SELECT version_num FROM alembic_version")
        found = connection.execute(query).scalar() if has_version else None
        if found == REVISION:
            return
        if found is None and engine.dialect.has_table(connection, "tables"):
            raise BadRun(f"{hide_password(url)} is a database, but not of a server of ours")
        upgrade(connection, url, found)


def upgrade(connection: Connection, url: str, found: str | None) -> None:
    """Run the migrations that the database does not have yet."""
    from alembic import command  # noqa: PLC0415  (not needed for a database that is up to date)
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise BadRun(
            f"the database {hide_password(url)} was made by a newer standoff: its schema is"
            f" {found}, and this one knows schemas up to {REVISION}"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def _explained(url: str) -> Iterator[None]:
    """Turn errors of the database into one sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        cause = str(getattr(error, "orig", None) or error).strip().splitlines()
        reason = cause[0] if cause else type(error).__name__
        raise BadRun(f"cannot open the database {hide_password(url)}: {reason}") from None


def hide_password(url: str) -> str:
    """Return the address of a database as it may be printed."""
    return make_url(url).render_as_string(hide_password=True) if "://" in url else url
