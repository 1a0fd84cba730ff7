"""`standoff connect`: agents of this computer at a real server."""

import json
import re
import signal
import threading
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest
from server_process import ServerProcess, server  # noqa: F401

from standoff.client import Address, Bot, Line, Refused
from standoff.client.bot import play_games
from standoff.client.token import VARIABLE
from standoff.client.visit import Visit
from standoff.game import load
from standoff.source import load_object

BOTS = """
import time

ASKED = []

class First:
    def act(self, view):
        return view.actions[0]

class Listens:
    wants_events = True

    def __init__(self):
        self.kinds = []

    def act(self, view):
        self.kinds += [event.kind for event in view.events]
        ASKED.append(len(view.events))
        return view.rng.choice(view.actions)

class Raises:
    def act(self, view):
        raise KeyError("no idea")

class Slow:
    def act(self, view):
        time.sleep(0.01)
        ASKED.append(view.notation)
        return view.actions[-1]
"""


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def replay_of(server, table):  # noqa: F811
    with urllib.request.urlopen(f"{server.url}/api/replays/{table}") as answer:
        return json.load(answer)


def play_in_thread(server, web, spec, table, seed=1, patience=60.0):  # noqa: F811
    """Let a bot play one game in a thread; returns the thread and the bot."""
    line = Line(Address.read(server.url), web.token, is_bot=True, patience=patience)
    line.open()
    bot = Bot(line, spec, seed, say=lambda _: None)
    thread = threading.Thread(target=bot.play, args=(table,))
    thread.start()
    return thread, bot


def test_a_new_player_plays_a_whole_game_against_agents(run, server, bots):  # noqa: F811
    table = server.open_table(server.add_player(), "bang", None, *["rair"] * 4)
    line = (
        f"connect {server.url} --agent {bots}:Listens --name Ann --token-file ann --table {table}"
    )
    code, out, error = run(line)
    token = Path("ann").read_text().strip()
    assert (code, error) == (0, "")
    assert f"Ann sits at seat 0 of table {table} (bang)." in out
    assert re.search(r"^Game 1: (win|loss), rank [\d.]+, score \d\.$", out, re.MULTILINE)
    assert re.search(r"^1 game: won (0|100).0% \(.* to .*\), no faults\.$", out, re.MULTILINE)
    moves = [move for move in replay_of(server, table)["moves"] if move["seat"] == 0]
    assert moves
    assert not any(move.get("fault") for move in moves)
    assert len(load_object(str(bots), "ASKED")) == len(moves)
    assert max(load_object(str(bots), "ASKED")) > 1
    assert token not in out + error + "".join(server.log)


def test_one_of_our_agents_plays_several_games_where_seats_are_free(run, server):  # noqa: F811
    owner = server.add_player()
    for _ in range(7):
        server.open_table(owner, "asmacag", None, "random")
    path = server.token_file(Path.cwd(), server.add_player("Greedy", is_bot=True))
    code, out, _ = run(
        f"connect {server.url} --agent greedy --game asmacag --games 7 --token-file {path}"
    )
    assert code == 0
    assert out.count("Greedy sits at seat 0") == 7  # it waits when it is told to
    assert re.search(r"^7 games: won \d+\.\d% \(.* to .*\), no faults\.$", out, re.MULTILINE)


def test_a_game_of_a_file_is_played(run, server, tmp_path):  # noqa: F811
    server.open_table(server.add_player(), "renamed", None, "random")
    path = server.token_file(tmp_path, server.add_player())
    line = f"connect {server.url} --agent greedy --token-file {path} --game {server.own_game}"
    code, out, error = run(line)
    assert (code, error) == (0, "")
    assert "(renamed)." in out


def test_a_bot_waits_until_a_seat_is_free(server, monkeypatch):  # noqa: F811
    monkeypatch.setattr("standoff.client.bot.POLL_SECONDS", 0.05)
    said = []
    line = Line(Address.read(server.url), server.add_player(is_bot=True).token, is_bot=True)
    line.open()
    bot = Bot(line, "heuristic", 1, say=said.append)
    web = server.web
    thread = threading.Thread(target=play_games, args=(bot, web, 1, "colonizers", said.append))
    thread.start()
    while not said:
        thread.join(0.01)
    assert said == ["No table of colonizers has a free seat; waiting for one."]
    server.open_table(server.add_player(), "asmacag", None, "random")
    server.open_table(server.add_player(), "colonizers", *["heuristic"] * 3, None)
    thread.join(60)
    assert bot.score.games == 1
    assert bot.score.faults == []


def test_a_newer_connection_of_the_same_player_ends_the_older(server, bots):  # noqa: F811
    table = server.open_table(server.add_player(), "asmacag", None, None)
    web = server.add_player(is_bot=True)
    lines = [Line(Address.read(server.url), web.token, is_bot=True) for _ in range(2)]
    visits = [Visit(line, table) for line in lines]
    for line, visit in zip(lines, visits, strict=True):
        line.open()
        visit.sit()
    with pytest.raises(Refused, match="you play from another connection now"):
        receive_all(visits[0])
    for line in lines:
        line.close()


def receive_all(visit):
    while True:
        visit.receive(10)


def test_five_bots_play_each_other_at_one_table(server, bots):  # noqa: F811
    table = server.open_table(server.add_player(), "bang", *[None] * 5)
    players = [server.add_player(is_bot=True) for _ in range(5)]
    specs = [f"{bots}:First", f"{bots}:Listens", "rair", "aware", f"{bots}:Raises"]
    playing = [
        play_in_thread(server, web, spec, table) for web, spec in zip(players, specs, strict=True)
    ]
    for thread, _ in playing:
        thread.join(120)
    scores = [bot.score for _, bot in playing]
    assert [score.games for score in scores] == [1] * 5
    assert 1 <= sum(score.wins for score in scores) <= 4
    assert [bool(score.faults) for score in scores] == [False] * 4 + [True]
    assert not any(move.get("fault") for move in replay_of(server, table)["moves"])


def test_an_agent_that_raises_plays_random_actions_and_is_counted(run, server, bots):  # noqa: F811
    table = server.open_table(server.add_player(), "asmacag", None, "random")
    path = server.token_file(bots.parent, server.add_player(is_bot=True))
    code, out, _ = run(
        f"connect {server.url} --agent {bots}:Raises --table {table} --token-file {path}"
    )
    faults = len([move for move in replay_of(server, table)["moves"] if move["seat"] == 0])
    assert code == 0
    assert (
        len(re.findall(r"A fault: raised: .*bots.py, line 23: KeyError: 'no idea'", out)) == faults
    )
    assert re.search(rf"^1 game: won .*, {faults} faults\.$", out, re.MULTILINE)


def test_a_server_that_is_killed_loses_and_doubles_no_decision(tmp_path, bots):
    process = ServerProcess(tmp_path, "--limit", "messages=20").start()  # it is too quick too
    try:
        table = process.open_table(process.add_player(), "asmacag", None, "random")
        web = process.add_player(is_bot=True)
        asked = load_object(str(bots), "ASKED")
        thread, bot = play_in_thread(process, web, f"{bots}:Slow", table)
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            wait_for_more(asked, 2, thread)
            process.kill(number)
            process.start()
        thread.join(120)
        assert bot.score.games == 1
        assert bot.score.faults == []
        moves = [move for move in replay_of(process, table)["moves"] if move["seat"] == 0]
        assert len(asked) == len(moves)
        assert len(set(asked)) == len(asked)
        assert not any(move.get("fault") for move in moves)
    finally:
        process.stop()


def wait_for_more(asked, count, thread):
    """Wait until an agent has made some more decisions, or its game is over."""
    goal = len(asked) + count
    while len(asked) < goal and thread.is_alive():
        thread.join(0.001)


# --- what is refused ------------------------------------------------------------------------------


def test_a_wrong_token_is_one_sentence(run, server, tmp_path):  # noqa: F811
    (tmp_path / "token").write_text("not-a-token")
    code, out, error = run(f"connect {server.url} --agent random --token-file token --table x")
    assert (code, out) == (2, "")
    assert error == "standoff: the server says: this needs the token of a player\n"


def test_a_missing_token_is_one_sentence(run, server, monkeypatch):  # noqa: F811
    monkeypatch.delenv(VARIABLE, raising=False)
    code, _, error = run(f"connect {server.url} --agent random")
    assert code == 2
    assert "there is no token: give --token-file or set STANDOFF_TOKEN" in error
    code, _, error = run(f"connect {server.url} --agent random --name Bob")
    assert (code, error.count("\n")) == (2, 1)
    assert "--name needs --token-file" in error


def test_a_taken_name_leaves_no_file(run, server, tmp_path):  # noqa: F811
    server.add_player("Carla")
    code, _, error = run(f"connect {server.url} --agent random --name carla --token-file new")
    assert (code, error) == (2, "standoff: the server says: this name belongs to somebody else\n")
    assert not (tmp_path / "new").exists()


def test_the_token_of_another_player_is_not_used_or_replaced(run, server, tmp_path):  # noqa: F811
    path = server.token_file(tmp_path, server.add_player("Dora"))
    before = path.read_text()
    code, _, error = run(f"connect {server.url} --agent random --name Emil --token-file {path}")
    assert code == 2
    assert "the token belongs to 'Dora', not to 'Emil'" in error
    assert path.read_text() == before


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1", "there is no answer from http://127.0.0.1:1: Connection refused"),
        ("nonsense://x", "is not the address of a server"),
    ],
)
def test_a_wrong_address_is_one_sentence(run, monkeypatch, url, words):
    monkeypatch.setenv(VARIABLE, "abc")
    code, out, error = run(f"connect {url} --agent random --table x")
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert words in error


def test_an_unknown_table_is_one_sentence(run, server, tmp_path):  # noqa: F811
    path = server.token_file(tmp_path, server.add_player())
    code, _, error = run(f"connect {server.url} --agent random --table none --token-file {path}")
    assert (code, error) == (2, "standoff: the server says: there is no such table\n")


def test_other_rules_are_one_sentence_and_take_no_seat(run, server, tmp_path, monkeypatch):  # noqa: F811
    def load_newer(address, **options):
        return replace(load(address, **options), version=99)

    monkeypatch.setattr("standoff.client.follower.load", load_newer)
    table = server.open_table(server.add_player(), "asmacag", None, "random")
    path = server.token_file(tmp_path, server.add_player())
    code, _, error = run(f"connect {server.url} --agent random --table {table} --token-file {path}")
    assert (code, error.count("\n")) == (2, 1)
    assert "and this program has version 99; use the same version of Standoff" in error
    (listed,) = [found for found in server.web.tables() if found.id == table]
    assert listed.num_free == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--agent nobody --game asmacag", "unknown agent 'nobody'"),
        ("--agent no.py:Bot", "no.py"),
        ("--agent random --games 0", "--games must be from 1"),
        ("--agent random --table x --games 2", "a table has one game"),
        ("--agent random --patience=-1", "--patience must be from 0"),
        ("--agent random --game chess", "unknown game 'chess'"),
        ("--agent random --seed=-1", "--seed must be from 0"),
    ],
)
def test_bad_arguments_are_one_sentence(run, monkeypatch, arguments, words):
    monkeypatch.setenv(VARIABLE, "abc")
    code, out, error = run(f"connect http://127.0.0.1:1 {arguments}")
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert words in error
