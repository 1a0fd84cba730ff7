"""Runs in a file: the same rows, however often they were stopped and with any workers."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from played import facts, join, play_some

from standoff.arena import Match, Store, play_match
from standoff.arena.batch import play_batch
from standoff.arena.rows import Rows
from standoff.arena.run import cut_shards
from standoff.arena.store import read_facts
from standoff.errors import BadRun
from standoff.games.bang.players.danilakova.weight_files import DATA

TABLES = ("run", "agents", "games", "faults", "shards")


def match(*agents, games=40, seed=1, game="asmacag", **more):
    return Match(game, agents, games, seed, **more)


def rows(path):
    """Everything in a run except how long agents thought."""
    file = sqlite3.connect(path)
    found = {table: file.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    file.close()
    return found


def keep(path, made, jobs=1, save=None):
    with Store.begin(path, made) as store:
        return play_match(made, jobs, store=store, save=save)


def query(path, sql):
    file = sqlite3.connect(path)
    found = file.execute(sql).fetchall()
    file.close()
    return found


# --- what is kept ---


def test_a_row_is_kept_of_every_game(tmp_path):
    made = match("random", "greedy")
    keep(tmp_path / "a.sqlite", made)
    shard, kept = facts(made), rows(tmp_path / "a.sqlite")
    assert len(kept["games"]) == 40
    number, deal, seed, players, agents, teams, roles, ranks, points, *rest = kept["games"][3]
    assert (number, deal, seed, players) == (3, 1, int(shard.seeds[3]), 2)
    assert (json.loads(agents), json.loads(teams), roles) == ([1, 0], [0, 1], None)
    assert json.loads(ranks) == shard.outcomes["rank"][3].tolist()
    assert json.loads(points) == shard.outcomes["score"][3].tolist()
    results, winners, rounds, decisions, asked, faults = rest
    assert sorted(json.loads(results)) == ["loss", "win"]
    assert json.loads(winners) == [json.loads(agents)[json.loads(results).index("win")]]
    assert (rounds, decisions, json.loads(asked), faults) == (None, 18, [9, 9], 0)
    assert kept["agents"] == [(0, "random"), (1, "greedy")]


def test_bang_keeps_roles_rounds_and_the_number_of_players(tmp_path):
    path = tmp_path / "a.sqlite"
    keep(path, match("rai", "rair", game="bang", protocol="teams", games=24))
    for players, roles, rounds in query(path, "SELECT players, roles, rounds FROM games"):
        names = json.loads(roles)
        assert len(names) == players
        assert names.count("sheriff") == names.count("renegade") == 1
        assert 1 <= rounds <= 100
    by_role = dict(query(path, "SELECT role, count(*) FROM seats GROUP BY role"))
    assert by_role["sheriff"] == 24
    assert set(by_role) == {"sheriff", "deputy", "outlaw", "renegade"}
    won = query(path, "SELECT count(DISTINCT game) FROM seats WHERE result = 'win'")
    assert won <= [(24,)]


def test_a_shard_is_read_as_it_was_written(tmp_path):
    made = match("rai", "rair", game="bang", protocol="teams", games=36, measures=True)
    keep(tmp_path / "a.sqlite", made)
    with Store.begin(tmp_path / "a.sqlite", made) as store:
        read = join([store.read(bound) for bound in cut_shards(store.loaded)])
    shard = facts(made)
    for name in ("seeds", "entrants", "teams", "roles", "decisions", "rounds", "asked", "counters"):
        assert (getattr(read, name) == getattr(shard, name)).all()
    assert read.outcomes.tobytes() == shard.outcomes.tobytes()


def test_results_are_the_same_from_the_file(tmp_path):
    made = match("rai", "rair", game="bang", protocol="teams", games=60, measures=True)
    played = play_match(made).as_dict()
    assert keep(tmp_path / "a.sqlite", made).as_dict() == played
    assert keep(tmp_path / "a.sqlite", made).as_dict() == played  # from the file only


def test_faults_and_times_are_kept(tmp_path, bots):
    made = match("greedy", f"{bots}:Raises", games=4)
    path = tmp_path / "a.sqlite"
    results = keep(path, made, jobs=0)
    kept = query(path, "SELECT * FROM faults")
    assert len(kept) == 36
    assert kept[0][:5] == (0, 4, 1, 1, "raised")
    assert [row[5].count("\n") > 1 for row in kept[:9]] == [True, *[False] * 8]
    assert results.as_dict()["agents"][1]["first_fault"]["traceback"].startswith("Traceback")
    assert query(path, "SELECT faults FROM games") == [(9,)] * 4
    times = query(path, "SELECT game, agent, seconds FROM times")
    assert [row[:2] for row in times] == [(game, agent) for game in range(4) for agent in (0, 1)]
    assert all(0 < seconds < 10 for *_, seconds in times)
    again = keep(path, made, jobs=0)
    assert again.as_dict() == results.as_dict()
    assert again.remarks() == results.remarks()
    assert again.standings()[0].seconds == pytest.approx(results.standings()[0].seconds)


def test_a_shard_that_comes_twice_changes_nothing(tmp_path):
    made = match("random", "greedy")
    keep(tmp_path / "a.sqlite", made)
    before = rows(tmp_path / "a.sqlite")
    with Store.begin(tmp_path / "a.sqlite", made) as store:
        store.write(play_some(made, *cut_shards(store.loaded)[2]))
    assert rows(tmp_path / "a.sqlite") == before


# --- stopped and gone on with ---


def test_only_missing_games_are_played(tmp_path, monkeypatch):
    made = match("random", "greedy")
    whole, part = tmp_path / "whole.sqlite", tmp_path / "part.sqlite"
    keep(whole, made)
    bounds = cut_shards(made.load())
    with Store.begin(part, made) as store:
        for index in (10, 2, 38):  # in any order
            store.write(play_some(made, *bounds[index]))
    played = []
    monkeypatch.setattr(
        "standoff.arena.workers.play_batch",
        lambda loaded, first, last: played.append(first) or play_batch(loaded, first, last),
    )
    keep(part, made)
    firsts = [first for first, _ in bounds]
    assert played == [first for first in firsts if firsts.index(first) not in (2, 10, 38)]
    assert rows(part) == rows(whole)


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_any_number_of_workers_writes_the_same_rows(tmp_path, jobs):
    one, other = tmp_path / "one.sqlite", tmp_path / "other.sqlite"
    made = match("random", "greedy", games=2000)
    keep(one, made, jobs=5)
    keep(other, made, jobs=jobs)
    assert rows(one) == rows(other)


def start(line, folder):
    return subprocess.Popen(
        [sys.executable, "-m", "standoff", *line.split()],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def count_games(path):
    try:
        return query(path, "SELECT count(*) FROM games")[0][0]
    except sqlite3.Error:
        return 0


def test_a_run_killed_ten_times_is_the_run_of_one_go(tmp_path):
    """kill -9 at random moments: the file ends up the same, row for row."""
    line = "arena asmacag --agents exact,exact --games 12000 --seed 3 --run"
    whole, broken = tmp_path / "whole.sqlite", tmp_path / "broken.sqlite"
    process = start(f"{line} {whole}", tmp_path)
    assert process.wait(300) == 0, process.stderr.read()
    process.communicate()
    moment = random.Random(1)
    kills = 0
    for attempt in range(10):
        before = count_games(broken)
        process = start(f"{line} {broken}" if attempt < 2 else f"arena --resume {broken}", tmp_path)
        deadline = time.monotonic() + 60
        while process.poll() is None and count_games(broken) == before < 12000:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        time.sleep(moment.uniform(0, 0.2))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            kills += 1
        process.communicate()
    assert kills >= 3
    process = start(f"arena --resume {broken}", tmp_path)
    _, error = process.communicate(timeout=300)
    assert process.returncode == 0, error
    assert rows(broken) == rows(whole)


def test_a_run_killed_while_its_file_was_made_can_be_continued(tmp_path):
    """SQLite writes its header before there are tables."""
    path, made = tmp_path / "a.sqlite", match("random", "greedy")
    file = sqlite3.connect(path)
    file.execute("PRAGMA journal_mode = WAL")
    file.close()
    assert path.stat().st_size > 0
    keep(path, made)
    keep(tmp_path / "whole.sqlite", made)
    assert rows(path) == rows(tmp_path / "whole.sqlite")


def test_a_file_is_made_a_run_all_at_once(tmp_path, monkeypatch):
    path, made = tmp_path / "a.sqlite", match("random", "greedy")
    monkeypatch.setattr("standoff.arena.store.SCHEMA", {1})  # which JSON cannot hold
    with pytest.raises(TypeError):
        Store.begin(path, made)
    assert query(path, "SELECT name FROM sqlite_master") == []


def test_two_processes_may_begin_one_run(tmp_path):
    path, made = tmp_path / "a.sqlite", match("random", "greedy")
    with Store.begin(path, made) as one, Store.begin(path, made) as other:
        play_match(made, 1, store=one)
        one.commit()
        play_match(made, 1, store=other)
    keep(tmp_path / "whole.sqlite", made)
    assert rows(path) == rows(tmp_path / "whole.sqlite")


def test_shards_of_slow_agents_are_safe_as_soon_as_they_are_played(tmp_path, bots, monkeypatch):
    monkeypatch.setattr("standoff.arena.store.COMMIT_SECONDS", 1e9)
    path, made = tmp_path / "a.sqlite", match("greedy", f"{bots}:First", games=6)
    kept = []
    with Store.begin(path, made) as store:
        play_match(made, 0, store=store, look=lambda shard: kept.append(count_games(path)))
    assert kept == [1, 2, 3, 4, 5, 6]


def test_a_shard_that_was_interrupted_leaves_no_rows(tmp_path, monkeypatch):
    """Ctrl-C while a shard is written: only whole shards are committed."""
    path, made = tmp_path / "a.sqlite", match("random", "greedy")
    real = Rows._game_rows

    def stop(rows, shard):
        for index, row in enumerate(real(rows, shard)):
            if (shard.first, index) == (2, 1):
                raise KeyboardInterrupt
            yield row

    monkeypatch.setattr(Rows, "_game_rows", stop)
    with Store.begin(path, made) as store:
        store.write(play_some(made, 0, 2))
        with pytest.raises(KeyboardInterrupt):
            store.write(play_some(made, 2, 4))
        assert store.games == 2
    assert query(path, "SELECT number FROM games") == [(0,), (1,)]
    assert query(path, "SELECT first, last FROM shards") == [(0, 2)]


def test_saving_replays_does_not_cut_the_run_differently(tmp_path):
    plain, made = tmp_path / "plain.sqlite", match("random", "greedy", games=400)
    keep(plain, made)
    before = rows(plain)
    keep(plain, made, jobs=0, save=tmp_path / "replays")
    assert rows(plain) == before
    keep(tmp_path / "saved.sqlite", made, jobs=0, save=tmp_path / "replays")
    assert rows(tmp_path / "saved.sqlite") == before


# --- what cannot be gone on with ---


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"games": 60}, "was begun with games 40, not 60; omit games to continue the run"),
        ({"seed": 2}, "was begun with seed 1, not 2"),
        ({"agents": ("random", "exact")}, "with agents random,greedy, not random,exact"),
        ({"options": {"hand": 6}}, "was begun with options none, not hand=6"),
        ({"until": 0.9}, "was begun with until none, not 0.9"),
        ({"protocol": "rotate"}, "was begun with protocol pairs, not rotate"),
    ],
)
def test_a_changed_match_is_not_mixed_with_the_old(tmp_path, changed, message):
    made = match("random", "greedy")
    keep(tmp_path / "a.sqlite", made)
    before = rows(tmp_path / "a.sqlite")
    given = {"agents": made.agents, "games": 40, "seed": 1} | changed
    other = Match("asmacag", **given)
    with pytest.raises(BadRun, match=message):
        Store.begin(tmp_path / "a.sqlite", other)
    assert rows(tmp_path / "a.sqlite") == before


def test_an_option_at_its_default_is_no_change(tmp_path):
    keep(tmp_path / "a.sqlite", match("random", "greedy", options={"hand": "9"}))
    with Store.begin(
        tmp_path / "a.sqlite", match("random", "greedy", options={"hand": 9})
    ) as store:
        assert store.games == 40


def test_a_bot_that_has_changed_since_is_not_mixed_with_the_old(tmp_path, bots):
    made = match("greedy", f"{bots}:First", games=4)
    keep(tmp_path / "a.sqlite", made, jobs=0)
    bots.write_text(bots.read_text() + "\n# better\n")
    with pytest.raises(BadRun, match="agents or a game whose files have changed since"):
        Store.begin(tmp_path / "a.sqlite", made)


def test_what_a_bot_imports_from_its_folder_is_part_of_it(tmp_path, bots):
    helper, stranger = tmp_path / "bot_helper.py", tmp_path / "stranger.py"
    helper.write_text("SIZE = 1\n")
    stranger.write_text("SIZE = 1\n")
    bots.write_text("import bot_helper\n" + bots.read_text())
    made = match("greedy", f"{bots}:First", games=4)
    keep(tmp_path / "a.sqlite", made, jobs=0)
    stranger.write_text("SIZE = 2\n")
    with Store.begin(tmp_path / "a.sqlite", made) as store:
        assert store.games == 4
    helper.write_text("SIZE = 2\n")
    with pytest.raises(BadRun, match="agents or a game whose files have changed since"):
        Store.begin(tmp_path / "a.sqlite", made)


def test_a_file_that_an_agent_is_given_is_part_of_it(tmp_path):
    file = tmp_path / "mine.json"
    file.write_bytes((DATA / "hybrid-default.json").read_bytes())
    spec = f"hybrid:iterations=8:worlds=2:individual={file}"
    made = match(spec, "rair", games=6, game="bang", protocol="teams")
    Store.begin(tmp_path / "a.sqlite", made).close()
    Store.begin(tmp_path / "a.sqlite", made).close()
    file.write_text(file.read_text() + "\n")
    with pytest.raises(BadRun, match="agents or a game whose files have changed since"):
        Store.begin(tmp_path / "a.sqlite", made)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("schema", "9", "holds schema 9, but this standoff reads runs of schema 1"),
        ("standoff", '"0.0.1"', "was begun with another version of standoff"),
        ("rules", "0", "was begun with other rules"),
    ],
)
def test_a_run_of_another_version_is_refused(tmp_path, name, value, message):
    path = tmp_path / "a.sqlite"
    keep(path, match("random", "greedy"))
    file = sqlite3.connect(path)
    file.execute("UPDATE run SET value = ? WHERE name = ?", (value, name))
    file.commit()
    file.close()
    with pytest.raises(BadRun, match=message):
        Store.begin(path, match("random", "greedy"))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE run SET value = '{' WHERE name = 'match'",
        "UPDATE run SET value = '3' WHERE name = 'match'",
        "DELETE FROM run WHERE name = 'match'",
        "DELETE FROM games WHERE number = 3",
        "UPDATE games SET ranks = '[1.0' WHERE number = 3",
        'UPDATE games SET results = \'["win","draw"]\' WHERE number = 3',
        "UPDATE shards SET counters = x'00'",
    ],
)
def test_a_damaged_run_is_named(tmp_path, damage):
    path = tmp_path / "a.sqlite"
    keep(path, match("random", "greedy"))
    file = sqlite3.connect(path)
    file.execute(damage)
    file.commit()
    file.close()
    with pytest.raises(BadRun, match=f"cannot use {path}: it is damaged"):
        keep(path, match("random", "greedy"))


def test_a_file_that_is_not_a_run_is_left_unchanged(tmp_path):
    text, other = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("not a database, and long enough to have a header " * 10)
    file = sqlite3.connect(other)
    file.execute("CREATE TABLE t (x)")
    file.commit()
    file.close()
    with pytest.raises(BadRun, match=r"notes.txt: it is not a run"):
        Store.begin(text, match("random", "greedy"))
    with pytest.raises(BadRun, match=r"other.sqlite holds no run"):
        Store.begin(other, match("random", "greedy"))
    assert text.read_text().startswith("not a database")
    assert query(other, "SELECT name FROM sqlite_master") == [("t",)]
    assert query(other, "PRAGMA journal_mode") == [("delete",)]


def test_a_run_that_was_closed_is_one_file_that_needs_no_other(tmp_path):
    path = tmp_path / "a.sqlite"
    keep(path, match("random", "greedy"))
    assert [file.name for file in tmp_path.iterdir()] == ["a.sqlite"]
    assert query(path, "PRAGMA journal_mode") == [("delete",)]  # "wal" asks for a second file


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadRun, match="the folder does not exist or is not writable"):
        Store.begin(tmp_path / "no" / "a.sqlite", match("random", "greedy"))
    with pytest.raises(BadRun, match="there is no run in"):
        read_facts(tmp_path / "none.sqlite")


def test_a_file_that_is_not_writable_is_named(tmp_path):
    made = match("random", "greedy")
    path = tmp_path / "a.sqlite"
    keep(path, made)
    store = Store.begin(path, made)
    store._file.execute("PRAGMA query_only = ON")  # as with a read-only file
    with pytest.raises(BadRun, match="it is not writable"):
        store.write(play_some(made, 0, 2))
    store.close()


def test_a_full_disk_keeps_the_games_played(tmp_path):
    """SQLite reports a full disk if a file may not have more pages."""
    made = match("exact", "exact", games=4000)
    path = tmp_path / "a.sqlite"
    store = Store.begin(path, made)
    store._file.execute("PRAGMA max_page_count = 60")
    bounds = cut_shards(made.load())
    written = []

    def write_all():
        for bound in bounds:
            store.write(play_some(made, *bound))
            store.commit()
            written.append(bound)

    with pytest.raises(BadRun, match="the disk is full; what was written before is safe"):
        write_all()
    store.close()
    assert 0 < count_games(path) == sum(last - first for first, last in written) < 4000
    keep(path, made)
    assert count_games(path) == 4000
