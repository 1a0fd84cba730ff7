"""`standoff serve --check`: what is damaged is found, and named in a sentence."""

import contextlib
import sqlite3

import pytest

from standoff import load
from standoff.rng import Rng
from standoff.server import Leaving, Plan, Seated, Table
from standoff.server.ending import list_results
from standoff.server.plan import Setting
from standoff.server.protocol import Act, Kind, Stage
from standoff.server.reader import TableRow
from standoff.server.store import Store, moves_part, results_part, table_part

DAMAGES = {
    "action": "UPDATE moves SET action = action + 1 WHERE number = 3",
    "wild action": "UPDATE moves SET action = 1000000 WHERE number = 3",
    "text": "UPDATE moves SET action = 'x' WHERE number = 3",
    "seat": "UPDATE moves SET seat = 9 WHERE number = 3",
    "seat that left": "UPDATE moves SET seat = 9 WHERE action = -1",
    "hash": "UPDATE moves SET hash = 'f' WHERE number = 3",
    "missing move": "DELETE FROM moves WHERE number = 3",
    "noticed": "UPDATE moves SET noticed = noticed + 1 WHERE number = 3",
    "rank": "UPDATE results SET rank = rank + 1 WHERE seat = 0",
    "role": "UPDATE results SET role = 'cook' WHERE seat = 0",
    "missing result": "DELETE FROM results WHERE seat = 1",
    "plan": "UPDATE tables SET plan = '{'",
    "plan without seats": "UPDATE tables SET plan = '{}'",
    "options": "UPDATE tables SET options = '[]'",
    "unknown option": """UPDATE tables SET options = '{"guns": 1}'""",
    "seed": "UPDATE tables SET seed = '1'",
    "no seed": "UPDATE tables SET seed = 'x'",
    "stage": "UPDATE tables SET stage = 'playing'",
    "no stage": "UPDATE tables SET stage = 'x'",
}


@pytest.fixture(scope="module")
def played():
    """A game of Bang! that a player has left."""
    game = load("bang", players=4)
    seats = tuple(Seated(Kind.PERSON, str(seat)) for seat in range(game.players))
    table = Table(game, Plan(seats, leaving=Leaving.DIES), 5, 0, "theTable")
    rng = Rng(1)
    while not table.is_over:
        seat = table.to_move
        table.act(seat, Act(table.decision_id(seat), rng.choice(table.asked_position.actions)), 0)
        if table.number == 20:
            table.set_away(2, 0)
    return table


@pytest.fixture
def database(tmp_path, played):
    path = tmp_path / "games.sqlite"
    setting = Setting("bang", {"players": 4})
    rules = played.game.version
    row = TableRow(
        played.name, "Eve", setting, rules, played.plan, played.seed, Stage.OVER, True, 0.0
    )
    store = Store(str(path))
    store.write_now(
        table_part(row), moves_part(row.id, played.rows), results_part(list_results(played))
    )
    store.close()
    return path


def test_a_sound_database_is_found_good(run, database):
    code, out, error = run(f"serve --check --game bang --database {database}")
    assert (code, error) == (0, "")
    assert "1 of 1 tables played again" in out


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_is_found_and_the_table_named(run, database, damage):
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        assert connection.execute(damage).rowcount > 0
    code, out, error = run(f"serve --check --game bang --database {database}")
    assert code == 2
    assert error == f"standoff: 1 of 1 tables of {database} are damaged: theTable\n"
    assert "table theTable: " in out
    assert "0 of 1 tables played again" in out


def test_a_damaged_table_does_not_hide_others(run, database):
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "INSERT INTO tables SELECT 'bad', owner, game, options, rules, '{', seed, stage,"
            " reason, is_listed, opened_at, ended_at FROM tables"
        )
    code, out, _ = run(f"serve --check --game bang --database {database}")
    assert code == 2
    assert "1 of 2 tables played again" in out


@pytest.mark.parametrize("content", [None, b"", b"no database" * 1000])
def test_what_is_no_database_is_refused_and_not_made(run, tmp_path, content):
    path = tmp_path / "typo.sqlite"
    if content is not None:
        path.write_bytes(content)
    code, _, error = run(f"serve --check --game bang --database {path}")
    assert code == 2
    assert str(path) in error
    assert path.exists() == (content is not None)


def test_a_database_that_a_server_uses_is_refused(run, database):
    store = Store(str(database))
    code, _, error = run(f"serve --check --game bang --database {database}")
    store.close()
    assert code == 2
    assert "another server uses the database" in error
