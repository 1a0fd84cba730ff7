"""What a database keeps, and what its errors say."""

import logging

import pytest
from sqlalchemy import insert, text

from standoff.server.reader import NotStored
from standoff.server.schema import PLAYERS, TABLES
from standoff.server.store import Store, is_about_the_disk

SEED = str(0x5EED_5EED_5EED_5EED)
HASH = "0123456789abcdef" * 4
TABLE = dict.fromkeys(("id", "owner", "game", "options", "plan", "stage"), "x") | {
    "rules": 1,
    "seed": SEED,
    "is_listed": True,
    "opened_at": 0.0,
}
PLAYER = {"name": "Anna", "folded": "anna", "token_hash": HASH, "is_bot": False, "made_at": 0.0}


@pytest.fixture
def store(tmp_path):
    found = Store(str(tmp_path / "a.sqlite"))
    yield found
    found.close()


def test_no_error_and_no_log_tells_a_seed_or_a_token(store, caplog):
    caplog.set_level(logging.DEBUG)
    store.write_now((insert(TABLES), [TABLE]), (insert(PLAYERS), [PLAYER]))
    texts = []
    for part in ((insert(TABLES), [TABLE]), (insert(PLAYERS), [PLAYER])):
        with pytest.raises(NotStored) as failure:
            store.write_now(part)
        texts.append(str(failure.value))
    assert store._commit([[(insert(TABLES), [TABLE])], [(insert(PLAYERS), [PLAYER])]]) == texts
    with pytest.raises(NotStored) as failure:
        store.read(text("SELECT * FROM nowhere WHERE seed = :seed").bindparams(seed=SEED))
    texts += [str(failure.value), caplog.text]
    assert "UNIQUE constraint" in texts[0]
    assert "a commit of 2 writes failed" in caplog.text
    assert not [found for found in texts if SEED in found or HASH in found]


def test_an_error_of_the_whole_database_is_known_by_its_words():
    assert is_about_the_disk("OperationalError: (sqlite3.OperationalError) database is locked")
    assert not is_about_the_disk("IntegrityError: UNIQUE constraint failed: players.name")


def test_pages_of_finished_games_leave_out_and_repeat_none(store):
    times = [5.25, 5.5, 5.5, 5.5, 5.75, 5.75, 7.0]
    plan = '{"seats":[]}'
    for number, ended_at in enumerate(times):
        values = {"id": f"t{number}", "stage": "over", "plan": plan, "options": "{}"}
        store.write_now((insert(TABLES), [{**TABLE, **values, "ended_at": ended_at}]))
    for count in range(1, 8):
        found, page = [], store.ended_tables(count)
        while page:
            found += page
            page = store.ended_tables(count, page[-1])
        assert [row.id for row in found] == ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]
