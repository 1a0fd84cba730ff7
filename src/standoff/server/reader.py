"""What the database of a server holds, for reading."""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Engine, select
from sqlalchemy.exc import SQLAlchemyError

from standoff.server.plan import MoveRow, Plan, Setting
from standoff.server.protocol import Stage
from standoff.server.schema import INVITES, MOVES, PLAYERS, RESULTS, STREAMS, TABLES


class NotStored(Exception):
    """The database did not answer, or did not take a write; nothing of the write was kept."""


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


class Reader:
    """A database that is open for reading."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def read(self, query: Any) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        try:
            with self.engine.connect() as connection:
                return [dict(row) for row in connection.execute(query).mappings()]
        except SQLAlchemyError as error:
            raise NotStored(first_line(error)) from None

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
        """Return what is stored of a viewer of a finished table; after the last, all events."""
        which = (STREAMS.c.table_id == table_id) & (STREAMS.c.viewer == viewer)
        rows = self.read(select(STREAMS.c.data).where(which))
        return bytes(rows[0]["data"]) if rows else None

    def without_streams(self) -> list[str]:
        """Return the finished tables whose streams are not stored."""
        told = select(STREAMS.c.table_id).where(STREAMS.c.table_id == TABLES.c.id).exists()
        is_over = TABLES.c.stage == str(Stage.OVER)
        return [row["id"] for row in self.read(select(TABLES.c.id).where(is_over, ~told))]

    def ended_tables(self, count: int, before: TableRow | None = None) -> list[TableRow]:
        """Return the listed tables whose games are over, the latest first.

        `before`: the last table of the page before; no table is left out or told twice.
        """
        query = select(TABLES).where(TABLES.c.stage == str(Stage.OVER), TABLES.c.is_listed)
        if before is not None:
            is_same = (TABLES.c.ended_at == before.ended_at) & (TABLES.c.id < before.id)
            query = query.where((TABLES.c.ended_at < before.ended_at) | is_same)
        query = query.order_by(TABLES.c.ended_at.desc(), TABLES.c.id.desc()).limit(count)
        return [read_table(row) for row in self.read(query)]

    def players(self) -> list[dict[str, Any]]:
        """Return all players."""
        return self.read(select(PLAYERS))

    def token_of(self, folded: str) -> str | None:
        """Return the hash of the token of the player with a folded name."""
        rows = self.read(select(PLAYERS.c.token_hash).where(PLAYERS.c.folded == folded))
        return rows[0]["token_hash"] if rows else None

    def invite(self, code_hash: str) -> dict[str, Any] | None:
        """Return an invitation that nobody has used."""
        which = (INVITES.c.code_hash == code_hash) & INVITES.c.is_used.is_(False)
        rows = self.read(select(INVITES).where(which))
        return rows[0] if rows else None


def first_line(error: BaseException) -> str:
    """Return what an error says, without the lines in which databases quote what they hold."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


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
