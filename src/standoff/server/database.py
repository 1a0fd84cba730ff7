"""Opening the database of a server: its address, its lock, and its migrations."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from standoff.errors import BadRun
from standoff.server.reader import Reader, first_line
from standoff.server.schema import REVISION

BUSY_SECONDS = 2.0
"""How long a write waits for another program that has locked the database."""
LOCK_NUMBER = 0x5354_414E_444F_4646
"""The advisory lock of PostgreSQL that says: a server uses this database."""


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
            return create_engine(full, pool_size=4, pool_pre_ping=True, hide_parameters=True)
        waiting = {"timeout": BUSY_SECONDS}
        engine = create_engine(full, connect_args=waiting, hide_parameters=True)
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
    connection.execute("PRAGMA wal_autocheckpoint=0")  # `Store` does it beside the writing


class Lock:
    """The sign that a server uses a database."""

    def __init__(self, lock: FileLock | Connection) -> None:
        self._lock = lock

    def release(self) -> None:
        """Let another server use the database."""
        if isinstance(self._lock, Connection):
            self._lock.close()
        else:
            self._lock.release()


def take_lock(engine: Engine, url: str) -> Lock:
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
        return Lock(lock)
    with explained(url):
        connection = engine.connect()
        taken = connection.execute(text(f"SELECT pg_try_advisory_lock({LOCK_NUMBER})")).scalar()
        connection.commit()
    if not taken:
        connection.close()
        raise BadRun(busy)
    return Lock(connection)


def migrate(engine: Engine, url: str) -> None:
    """Bring the database to the newest schema; refuse one that is newer."""
    with explained(url), engine.begin() as connection:
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
def explained(url: str) -> Iterator[None]:
    """Turn errors of the database into one sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        reason = first_line(getattr(error, "orig", None) or error)
        raise BadRun(f"cannot open the database {hide_password(url)}: {reason}") from None


def hide_password(url: str) -> str:
    """Return the address of a database as it may be printed."""
    return make_url(url).render_as_string(hide_password=True) if "://" in url else url


def look(url: str) -> Reader:
    """Return a database for reading, while a server may be using it; raises `BadRun`."""
    if "://" not in url and not Path(url).is_file():
        raise BadRun(f"there is no database {url}")
    engine = connect(url)
    with explained(url), engine.connect() as connection:
        has_version = engine.dialect.has_table(connection, "alembic_version")
        query = text("SELECT version_num FROM alembic_version")
        found = connection.execute(query).scalar() if has_version else None
    if found != REVISION:
        raise BadRun(
            f"{hide_password(url)} is not a database of a server with schema {REVISION}; a server"
            " that opens it brings an older one up to date"
        )
    return Reader(engine)
