"""`standoff join`: people at a real server, with scripted input and in a terminal."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import msgspec
import pytest
from server_process import PEOPLE, ServerProcess, server  # noqa: F401

from standoff.cli.sitting import Countdown, compare_seats
from standoff.client.token import VARIABLE
from standoff.server.protocol import Decision, Kind, SeatStatus

ALWAYS_FIRST = "1\n" * 300


@pytest.fixture
def person(run, monkeypatch, tmp_path):
    """A person with an own folder for settings, who types some lines."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv(VARIABLE, raising=False)

    def call(line, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return run(line)

    return call


class Process:
    """A client in a process of its own, with a pipe or a terminal to type into."""

    def __init__(self, folder, *arguments, is_terminal=False):
        command = [sys.executable, "-m", "standoff", "join", *arguments]
        environment = {**os.environ, "XDG_CONFIG_HOME": str(folder), "COLUMNS": "100"}
        self.near = self.far = None
        if is_terminal:
            self.far, self.near = pty.openpty()
            streams = {"stdin": self.near, "stdout": self.near, "stderr": self.near}
        else:
            streams = {
                "stdin": subprocess.PIPE,
                "stdout": subprocess.PIPE,
                "stderr": subprocess.STDOUT,
            }
        self.process = subprocess.Popen(command, env=environment, **streams)
        self.source = self.far if is_terminal else self.process.stdout.fileno()
        self.sink = self.far if is_terminal else self.process.stdin.fileno()
        if is_terminal:
            os.close(self.near)
        self.text = ""

    def type(self, keys):
        os.write(self.sink, keys.encode())

    def read_until(self, words, seconds=60):
        """Read until some words have come since the last call."""
        start = getattr(self, "_start", 0)
        until = time.monotonic() + seconds
        while words not in self.text[start:]:
            assert time.monotonic() < until, self.text
            if select.select([self.source], [], [], 0.1)[0]:
                try:
                    data = os.read(self.source, 65536)
                except OSError:
                    data = b""
                assert data, self.text
                self.text += data.decode(errors="replace")
        self._start = self.text.index(words, start) + len(words)

    def end(self):
        """Read what comes until the end; return the exit code. Not for terminals."""
        self.text += self.process.stdout.read().decode()
        return self.process.wait(60)

    def close(self):
        self.process.kill()
        self.process.wait()
        if self.far is not None:
            os.close(self.far)
        else:
            self.process.stdin.close()
            self.process.stdout.close()


@pytest.fixture
def sit_down(tmp_path):
    opened = []

    def start(*arguments, **settings):
        opened.append(Process(tmp_path / f"config-{len(opened)}", *arguments, **settings))
        return opened[-1]

    yield start
    for process in opened:
        process.close()


# --- whole games ----------------------------------------------------------------------------------


def test_a_new_person_gives_a_name_and_keeps_the_token(person, server, tmp_path):  # noqa: F811
    code, out, error = person(f"join {server.url}", "Berta\nq\n")
    assert (code, error) == (0, "")
    assert out.startswith("Your name at this server: ")
    assert "You leave the server." in out
    (file,) = (tmp_path / "config/standoff/tokens").iterdir()
    assert file.name == f"127.0.0.1_{server.port}"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_text().strip() not in out
    code, out, _ = person(f"join {server.url}", "q\n")
    assert "Your name" not in out
    code, _, error = person(f"join {server.url} --name Bertha", "q\n")
    assert code == 2
    assert "the token belongs to 'Berta', not to 'Bertha'" in error


def test_a_person_opens_a_table_and_plays_to_the_end(person, server):  # noqa: F811
    line = f"join {server.url} --name Cora --open asmacag --against random"
    code, out, error = person(line, ALWAYS_FIRST)
    assert (code, error) == (0, "")
    assert "Cora (you)" in out
    assert re.search(r"^Random plays ", out, re.MULTILINE)
    assert re.search(r"^(You win|You lose|A tie): .* : ", out, re.MULTILINE)
    assert re.search(r"^Your action \(\? for help\): $", out, re.MULTILINE)


def test_a_game_of_a_file_is_opened_and_played(person, server):  # noqa: F811
    line = f"join {server.url} --name Pia --open renamed --against random"
    code, _, error = person(line)
    assert (code, error.count("\n")) == (2, 1)
    assert "unknown game 'renamed'" in error
    code, out, _ = person(f"{line} --game {server.own_game}", ALWAYS_FIRST)
    assert code == 0
    assert re.search(r"^(You win|You lose|A tie): ", out, re.MULTILINE)


def test_two_people_play_each_other(person, server, sit_down):  # noqa: F811
    first = sit_down(server.url, "--name", "Dan", "--open", "asmacag")
    first.read_until("Others join it by: standoff join")
    first.read_until("At the table: Dan. 1 seat is free.")
    table = re.search(r"--table (\S+)", first.text).group(1)
    first.type(ALWAYS_FIRST)
    code, out, error = person(f"join {server.url} --name Eva --table {table}", ALWAYS_FIRST)
    assert (code, error) == (0, "")
    assert first.end() == 0
    for text, own, other in ((first.text, "Dan", "Eva"), (out, "Eva", "Dan")):
        assert f"{own} (you)" in text
        assert re.search(rf"^{other} plays ", text, re.MULTILINE)
        assert f"... {other} is asked." in text
        assert "seat 0 plays" not in text.lower()
    assert "Eva sits down at seat" in first.text


def test_a_person_chooses_from_the_list_and_watches_there(person, server, bots_table):  # noqa: F811
    code, out, _ = person(f"join {server.url} --name Fay", "x\n99\n1\n")
    assert code == 0
    assert "Open tables" in out
    assert "'x' is not the number of a table." in out
    assert "'99' is not the number of a table." in out
    assert "The game is over: " in out


@pytest.fixture
def bots_table(server):  # noqa: F811
    """A table of agents that takes some seconds."""
    owner = server.add_player()
    return server.open_table(owner, "bang", *["rair"] * 5, pace_ms=20)


def test_somebody_without_a_token_watches(person, server, bots_table, tmp_path):  # noqa: F811
    code, out, error = person(f"join {server.url} --watch --table {bots_table}")
    assert (code, error) == (0, "")
    assert re.search(r"^Round \d+ ", out, re.MULTILINE)
    assert "Your hand" not in out
    assert "The game is over: " in out
    assert len(re.findall(r"^Rair \d \(.*\): (win|loss), rank", out, re.MULTILINE)) == 5
    assert not list((tmp_path / "config/standoff/tokens").iterdir())


def test_an_invitation_leads_to_a_table_that_is_not_listed(person, server, tmp_path):  # noqa: F811
    owner = server.add_player()
    table = server.open_table(owner, "asmacag", None, "random", is_listed=False, **PEOPLE)
    code = owner._ask("POST", f"tables/{table}/invites", dict[str, str], {})["code"]
    (tmp_path / "invitation").write_text(f"{code}\n")
    line = f"join {server.url} --name Gus --invite-file invitation"
    ended, out, error = person(line, ALWAYS_FIRST)
    assert (ended, error) == (0, "")
    assert "Gus (you)" in out
    assert code not in out
    ended, _, error = person(line, ALWAYS_FIRST)
    assert ended == 2
    assert "there is no such invitation" in error


def test_the_end_of_the_input_keeps_the_seat(person, server):  # noqa: F811
    line = f"join {server.url} --name Hal --open asmacag --against random"
    code, out, _ = person(line, "1\n")
    table = re.search(r"Come back by: standoff join \S+ --table (\S+)", out).group(1)
    assert "Your seat is kept as long as the table allows." in out
    code, out, _ = person(f"join {server.url} --table {table}", ALWAYS_FIRST)
    assert code == 0
    assert "things have happened before you came." in out
    assert re.search(r"^(You win|You lose|A tie): ", out, re.MULTILINE)


def test_a_decision_that_expires_is_said_plainly(server, sit_down):  # noqa: F811
    late = sit_down(
        server.url, "--name", "Ida", "--open", "asmacag", "--against", "random", "--budget", "1",
        "--bank", "1",
    )  # fmt: skip
    late.read_until("Your action (? for help, 1 s and 1 s in the bank): ")
    late.read_until("Time is short: 2 s left.")
    late.read_until("Your time is over: a stand-in makes this decision.")
    late.read_until("You play")


# --- in a terminal --------------------------------------------------------------------------------


def test_a_person_in_a_terminal_may_stay_or_leave(server, sit_down):  # noqa: F811
    person = sit_down(
        server.url, "--name", "Jan", "--open", "asmacag", "--against", "random", is_terminal=True
    )
    person.read_until("Your action")
    person.type("?\n")
    person.read_until("q  leave\r\n")
    person.type("t\n")
    person.read_until("Your action")
    person.type("nonsense\n")
    person.read_until("'nonsense' is not legal now: type 1 to ")
    person.type("q\n")
    person.read_until("Leave for good (l), leave and come back later (c), or stay (Enter)?")
    person.type("\n")
    person.read_until("Your action")
    person.type("1\n")
    person.read_until("You play")
    person.read_until("Your action")
    person.type("q\n")
    person.read_until("Leave for good")
    person.type("l\n")
    person.read_until("You have left the table.")
    assert person.process.wait(10) == 0


def test_a_line_that_nobody_asked_for_is_no_action(server, sit_down):  # noqa: F811
    owner = server.add_player()
    table = server.open_table(owner, "asmacag", None, None, **PEOPLE)
    first = sit_down(server.url, "--name", "Kim", "--table", table, is_terminal=True)
    second = sit_down(server.url, "--name", "Leo", "--table", table, is_terminal=True)
    names = {"Kim": first, "Leo": second}
    second.read_until("seat 1:")
    first.read_until("seat 1:")
    asked = "Kim" if re.search("seat 0: Kim", second.text) else "Leo"
    player, waiting = names.pop(asked), *names.values()
    player.read_until("Your action")
    waiting.read_until("seat 0")
    waiting.type("1\n")
    waiting.read_until("You are not asked now.")
    player.type("1\n")
    player.read_until("You play")


def test_a_person_comes_back_to_a_server_that_was_killed(tmp_path, sit_down):
    process = ServerProcess(tmp_path).start()
    try:
        person = sit_down(process.url, "--name", "Mia", "--open", "asmacag", "--against", "random")
        person.read_until("Your action")
        process.kill()
        person.read_until("The connection is lost; trying to come back.")
        process.start()
        person.read_until("The connection is back.")
        person.read_until("Your action")
        person.type(ALWAYS_FIRST)
        assert person.end() == 0
        assert "rank 1" in person.text
    finally:
        process.stop()


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--name Nora --table none", "the server says: there is no such table"),
        ("--watch --table none", "the server says: there is no such table"),
        ("--name Nora --open chess", "there is no game 'chess' at this server; known: "),
        ("--name Nora --open asmacag --against random --people 2", "--people must be from 1 to 1"),
        ("--name Nora --open asmacag --people 1", "--people needs --against"),
        ("--name Nora --open bang --against rair,rair", "--against needs 1 or 4 agents, not 2"),
        ("--name Nora --open bang --players 99", "players"),
        ("--name Nora --invite-file no", "cannot read the invitation no: "),
        ("--name Nora --open asmacag --table x", "give one of --table, --open and --invite-file"),
        ("--name Nora --against random", "are for a new table: give --open too"),
        ("--name Nora --budget nan --open bang", "--budget must be from 0 to 86400 seconds"),
        ("--name Nora --option x --table y", "write --option KEY=VALUE"),
    ],
)
def test_wrong_wishes_are_one_sentence(person, server, arguments, words):  # noqa: F811
    name = f"Nora {abs(hash(arguments)) % 10**9}"
    arguments = arguments.replace("Nora", name.replace(" ", "-"))
    code, _, error = person(f"join {server.url} {arguments}")
    assert (code, error.count("\n")) == (2, 1)
    assert words in error


def test_a_taken_name_is_one_sentence_and_leaves_no_file(person, server, tmp_path):  # noqa: F811
    server.add_player("Olga")
    code, _, error = person(f"join {server.url} --name OLGA")
    assert (code, error) == (2, "standoff: the server says: this name belongs to somebody else\n")
    assert not list((tmp_path / "config/standoff/tokens").iterdir())


def test_a_wrong_address_is_one_sentence(person):
    code, _, error = person("join 127.0.0.1:1 --watch")
    assert (code, error.count("\n")) == (2, 1)
    assert "there is no answer from http://127.0.0.1:1" in error


def test_something_else_that_answers_is_one_sentence(person):
    class Silent(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Silent) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        code, _, error = person(f"join 127.0.0.1:{other.server_port} --watch --table x")
        other.shutdown()
    assert (code, error.count("\n")) == (2, 1)
    assert "answers, but not as a server of Standoff does" in error


# --- sentences ------------------------------------------------------------------------------------

OPEN = SeatStatus(0, Kind.OPEN, None, False, None)
HERE = SeatStatus(0, Kind.PERSON, "Ann", True, None)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (OPEN, HERE, "Ann sits down at seat 0."),
        (HERE, OPEN, "Ann leaves."),
        (HERE, msgspec.structs.replace(HERE, is_here=False), "Ann is away."),
        (msgspec.structs.replace(HERE, is_here=False), HERE, "Ann is here."),
        (HERE, msgspec.structs.replace(HERE, stand_in="rair"), "rair plays for Ann now."),
        (msgspec.structs.replace(HERE, stand_in="rair"), HERE, "Ann plays again."),
        (OPEN, msgspec.structs.replace(HERE, name="A\x1b[2J"), "A?[2J sits down at seat 0."),
    ],
)
def test_a_change_at_a_seat_is_a_sentence(before, after, line):
    assert compare_seats([before], [after]) == [line]
    assert compare_seats([after], [after]) == []


def test_a_clock_tells_budget_and_bank():
    clock = Countdown()
    clock.start(Decision(1, (), 30_000, 90_000))
    assert clock.left() == ", 30 s and 1:30 min in the bank"
    assert clock.warning() is None
    clock.start(Decision(1, (), 0, 60_000))
    assert clock.warning() == "Your bank is running: 1:00 min left."
    assert clock.warning() is None
    assert clock.left() == ", 1:00 min"
    clock.start(Decision(1, (), 5_000, 0))
    assert clock.warning() == "Time is short: 5 s left."
    assert clock.warning() is None
    assert clock.left() == ", 5 s"
    clock.start(Decision(1, (), 1_000, 5_000))
    assert clock.warning() == "Time is short: 6 s left."
    clock.start(Decision(1, (), None, None))
    assert (clock.left(), clock.warning()) == ("", None)
