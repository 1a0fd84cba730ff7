"""`standoff serve` with wrong input: one sentence, exit code 2, nothing left behind."""

import os
import socket
import sqlite3

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from standoff.server.schema import METADATA
from standoff.server.store import Store


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--port 99999", "--port must be from 0 to 65535, not 99999"),
        ("--database none/x.sqlite", "there is no folder none"),
        ("--database .", "cannot open the database ."),
        ("--database mysql://x/y", "must be a file or postgresql://..., not mysql"),
        ("--database postgresql://a:secret@127.0.0.1:1/n", "Connection refused"),
        ("--game chess", "unknown game 'chess'; known: asmacag, bang, colonizers"),
        ("--game none.py:GAME", "there is no file none.py"),
        ("--agent random", "--agent must be path/to/file.py:Class, not 'random'"),
        ("--agent none.py:Bot", "there is no file none.py"),
        ("--limit speed=3", "unknown limit 'speed'; known: all_tables, backlog_kib"),
        ("--limit tables=many", "limit tables must be a whole number from 1 to 1000000"),
        ("--limit tables", "cannot read --limit 'tables'; write --limit KEY=VALUE"),
        ("--proxy here", "--proxy must be an address or a network, not 'here'"),
        ("--log-level loud", "must be one of debug, info, warning, error, not 'loud'"),
        ("--host 999.1.1.1", "cannot listen on 999.1.1.1 port 0"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(run, tmp_path, line, message):
    code, out, error = run(f"serve --port 0 {line}")
    assert (code, out) == (2, "")
    assert error.startswith("standoff: ")
    assert message in error
    assert error.count("\n") == 1
    assert "secret" not in error
    assert [name for name in os.listdir(tmp_path) if name.endswith(".owner")] == []


def test_a_port_in_use_is_refused(run):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, _, error = run(f"serve --port {port}")
    assert (code, error) == (
        2,
        f"standoff: cannot listen on 127.0.0.1 port {port}: it is in use\n",
    )


def test_a_database_of_another_server_is_refused(run, tmp_path):
    store = Store(str(tmp_path / "busy.sqlite"))
    code, _, error = run("serve --port 0 --database busy.sqlite")
    store.close()
    assert (code, error) == (2, "standoff: another server uses the database busy.sqlite\n")


def change_version(path, version):
    with sqlite3.connect(path) as file:
        file.execute("UPDATE alembic_version SET version_num = ?", (version,))
    file.close()


def test_a_newer_database_is_refused_and_left_alone(run, tmp_path):
    Store(str(tmp_path / "newer.sqlite")).close()
    change_version(tmp_path / "newer.sqlite", "0999")
    code, _, error = run("serve --port 0 --database newer.sqlite")
    assert code == 2
    assert "was made by a newer standoff: its schema is 0999" in error
    change_version(tmp_path / "newer.sqlite", "0001")
    Store(str(tmp_path / "newer.sqlite")).close()


def test_a_database_of_something_else_is_refused(run, tmp_path):
    with sqlite3.connect(tmp_path / "other.sqlite") as file:
        file.execute("CREATE TABLE tables (x INTEGER)")
    file.close()
    code, _, error = run("serve --port 0 --database other.sqlite")
    assert (code, "but not of a server of ours" in error) == (2, True)
    (tmp_path / "text.sqlite").write_text("no database at all, but a longer text than a header")
    code, _, error = run("serve --port 0 --database text.sqlite")
    assert (code, "cannot open the database" in error) == (2, True)


def test_the_migrations_lead_to_the_schema_of_the_code(tmp_path):
    store = Store(str(tmp_path / "new.sqlite"))
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.close()
