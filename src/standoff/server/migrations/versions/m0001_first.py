"""The first schema: players, tables, moves, results, streams, invites."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "players",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("folded", sa.String, nullable=False, unique=True),
        sa.Column("token_hash", sa.String, nullable=False, unique=True),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("stage", sa.String, nullable=False),
        sa.Column("reason", sa.String),
        sa.Column("is_listed", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.Column("ended_at", sa.Float),
    )
    op.create_index("ix_tables_stage", "tables", ["stage"])
    op.create_index("ix_tables_ended_at", "tables", ["ended_at"])
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Integer, nullable=False),
        sa.Column("fault", sa.String),
        sa.Column("elapsed_ms", sa.BigInteger, nullable=False),
        sa.Column("bank_ms", sa.BigInteger),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("noticed", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("agent", sa.String),
        sa.Column("role", sa.String),
        sa.Column("team", sa.String),
        sa.Column("rank", sa.Float, nullable=False),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("result", sa.String, nullable=False),
        sa.Column("replaced", sa.Integer, nullable=False),
    )
    op.create_table(
        "streams",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("viewer", sa.Integer, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "invites",
        sa.Column("code_hash", sa.String, primary_key=True),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("is_used", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    """Remove all tables."""
    for name in ("invites", "streams", "results", "moves", "tables", "players"):
        op.drop_table(name)
