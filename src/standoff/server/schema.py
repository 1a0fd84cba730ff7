"""The tables of a server's database. A change here needs a migration (`migrations/versions`)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

REVISION = "0001"
"""The newest migration."""

METADATA = MetaData()

PLAYERS = Table(
    "players",
    METADATA,
    Column("name", String, primary_key=True),
    Column("folded", String, nullable=False, unique=True),  # the name without capitals
    Column("token_hash", String, nullable=False, unique=True),
    Column("is_bot", Boolean, nullable=False),
    Column("made_at", Float, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("owner", String, nullable=False),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("rules", Integer, nullable=False),  # the version of the rules
    Column("plan", Text, nullable=False),  # JSON
    Column("seed", String, nullable=False),
    Column("stage", String, nullable=False, index=True),
    Column("reason", String),  # why the table was closed
    Column("is_listed", Boolean, nullable=False),
    Column("opened_at", Float, nullable=False),
    Column("ended_at", Float, index=True),
)

MOVES = Table(
    "moves",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("fault", String),
    Column("elapsed_ms", BigInteger, nullable=False),
    Column("bank_ms", BigInteger),
    Column("hash", String, nullable=False),
    Column("noticed", BigInteger, nullable=False),
    sqlite_with_rowid=False,  # the moves of a table lie together: one page a move, not two
)

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("agent", String),
    Column("role", String),
    Column("team", String),
    Column("rank", Float, nullable=False),
    Column("score", Float, nullable=False),
    Column("result", String, nullable=False),
    Column("replaced", Integer, nullable=False),  # decisions that a stand-in made
)

STREAMS = Table(
    "streams",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("viewer", Integer, primary_key=True),  # after the spectator, the events of all
    Column("data", LargeBinary, nullable=False),  # compressed JSON
)

INVITES = Table(
    "invites",
    METADATA,
    Column("code_hash", String, primary_key=True),
    Column("table_id", String, nullable=False),
    Column("seat", Integer),
    Column("is_used", Boolean, nullable=False),
)
