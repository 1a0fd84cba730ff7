"""The report of what people, bots and agents did on a server."""

import csv
import io
import json

import pytest

from standoff.server.plan import Plan, Seated, Setting
from standoff.server.protocol import Kind, Stage
from standoff.server.reader import ResultRow, TableRow
from standoff.server.report import describe_server
from standoff.server.store import Store, results_part, table_part

NAME = "[bold]Eve[/bold]"


def add_game(store, number, winner, stage=Stage.OVER):
    """Add a game of Bang! in which a person, a bot and two agents played."""
    seats = [
        (Kind.PERSON, NAME, None, "sheriff"),
        (Kind.BOT, "Robbie", None, "outlaw"),
        (Kind.AGENT, "rair", "rair", "outlaw"),
        (Kind.AGENT, "aware", "aware:kb=3", "renegade"),
    ]
    plan = Plan(tuple(Seated(kind, name, agent) for kind, name, agent, _ in seats))
    table = TableRow(
        f"t{number}", NAME, Setting("bang", {"players": 4}), 5, plan, 1, stage, True, 0.0
    )
    results = [
        ResultRow(
            table.id, seat, name, str(kind), agent, role, "law", 1.0, float(role in winner),
            "win" if role in winner else "loss", int(seat == 0),
        )
        for seat, (kind, name, agent, role) in enumerate(seats)
    ]  # fmt: skip
    parts = [table_part(table)]
    if stage is Stage.OVER:
        parts.append(results_part(results))
    store.write_now(*parts)


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "games.sqlite"
    store = Store(str(path))
    for number in range(8):
        add_game(store, number, ("sheriff",) if number % 4 == 0 else ("outlaw",))
    add_game(store, 99, (), Stage.PLAYING)
    store.close()
    return path


def rows_of(document, title):
    tables = (table for section in document.sections for table in section.tables)
    return next(table for table in tables if table.title == title).rows


def test_wins_are_counted_by_player_kind_role_and_number_of_players(database):
    document = describe_server(str(database))
    people = {row[:2]: row for row in rows_of(document, "By player")}
    assert set(people) == {
        (NAME, "people"),
        ("Robbie", "bots from outside"),
        ("rair", "our agents"),
        ("aware:kb=3", "our agents"),
    }
    eve = people[NAME, "people"]
    assert eve[2:5] == (8, 8, 2)
    assert (eve[5].estimate, eve[-1]) == (0.25, 8)
    kinds = {row[0]: row for row in rows_of(document, "By kind of player")}
    assert kinds["our agents"][1:4] == (8, 16, 6)
    assert kinds["our agents"][-1] == 0
    roles = {row[:2]: row[2:5] for row in rows_of(document, "By role")}
    assert roles["outlaw", "our agents"] == (8, 8, 6)
    assert {row[0] for row in rows_of(document, "By number of players")} == {"4"}


def test_intervals_come_from_whole_games(database):
    """Two agents of one side win and lose together: that is eight trials, not sixteen."""
    document = describe_server(str(database))
    share = {row[0]: row[4] for row in rows_of(document, "By kind of player")}["our agents"]
    alone = {row[:2]: row[5] for row in rows_of(document, "By player")}[
        "Robbie", "bots from outside"
    ]
    assert share.low < share.estimate < share.high
    assert alone.low < 0.75 < alone.high


def test_report_prints_a_database_and_names_that_look_like_markup(database, run):
    code, out, _ = run(f"report {database}")
    assert code == 0
    assert NAME in out
    assert "8 finished games" in out


def test_report_writes_all_formats(database, run, tmp_path):
    assert run(f"report {database} --out written")[0] == 0
    text = (tmp_path / "written" / "bang-by-player.csv").read_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["player"] for row in rows} == {NAME, "Robbie", "rair", "aware:kb=3"}
    assert json.loads((tmp_path / "written" / "report.json").read_text())["schema"] == 1
    assert NAME in (tmp_path / "written" / "report.html").read_text()


def test_report_of_a_server_is_refused_in_a_sentence(database, run, tmp_path):
    assert "is reported alone" in run(f"report {database} {database}")[2]
    Store(str(tmp_path / "empty.sqlite")).close()
    code, _, error = run("report empty.sqlite")
    assert (code, "has no finished game yet" in error) == (2, True)
    code, _, error = run("report postgresql://nobody@127.0.0.1:1/none")
    assert (code, "cannot open the database" in error) == (2, True)
