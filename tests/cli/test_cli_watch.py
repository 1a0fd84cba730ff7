"""`standoff watch`: a game of agents in the terminal, with single keys where it allows them."""

import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

from standoff.cli.keys import Keys

GAME = "watch bang --agents rair --option players=4 --seed 3"


def test_a_game_of_bots_is_told_with_the_table_of_each_round(run):
    code, out, error = run(GAME)
    assert (code, error) == (0, "")
    assert out.startswith("Seed 3.\nRound 1 ")
    rounds = [int(number) for number in re.findall(r"^Round (\d+) ", out, re.MULTILINE)]
    assert rounds[:-1] == list(range(1, len(rounds)))
    assert " plays Bang! " in out
    assert "The game is over: " in out
    assert len(re.findall(r": (win|loss), rank \d, score \d$", out, re.MULTILINE)) == 4
    assert "p  pause" not in out


def test_a_spectator_sees_no_hand_and_a_seat_its_own(run):
    _, watched, _ = run(GAME)
    _, own, _ = run(f"{GAME} --seat 1")
    assert "Your hand" not in watched
    assert "Your hand: " in own
    assert "(you)" in own
    assert not re.search(r"^You ", own, re.MULTILINE)


def test_the_same_seed_shows_the_same_game(run):
    assert run(GAME) == run(GAME)


def test_different_agents_are_named_beside_their_characters(run):
    _, out, _ = run("watch bang --agents rair,aware,rair,uniform --option players=4 --seed 3")
    assert re.search(r"^Rair 1 \([A-Z][\w ]+\) ", out, re.MULTILINE)


def test_a_game_without_rounds_shows_the_table_after_each_turn(run):
    code, out, _ = run("watch asmacag --agents greedy,random --seed 1")
    assert code == 0
    assert out.count("ASMACAG") > 4
    assert re.search(r"^Greedy: (win|loss|tie), ", out, re.MULTILINE)


def test_an_agent_that_fails_is_named(run, bots):
    code, out, _ = run(f"watch asmacag --agents {bots}:Raises,random --seed 1")
    assert code == 0
    assert "(Raises failed, so a random action was played: raised: " in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("watch chess", "unknown game 'chess'"),
        ("watch asmacag --agents nobody", "unknown agent 'nobody'"),
        ("watch asmacag --agents random,random,random", "--agents needs 1 or 2 agents, not 3"),
        ("watch asmacag --seat 2", "--seat must be from 0 to 1, not 2"),
        ("watch asmacag --pace=-1", "--pace must be from 0 to 3600 seconds, not -1"),
        ("watch asmacag --pace nan", "--pace must be from 0 to 3600 seconds, not nan"),
        ("watch asmacag --seed=-1", "--seed must be from 0"),
    ],
)
def test_bad_arguments_are_one_sentence(run, arguments, words):
    code, out, error = run(arguments)
    assert (code, out, error.count("\n")) == (2, "", 1)
    assert words in error


def test_without_a_terminal_no_keys_are_read():
    with Keys() as keys:
        assert not keys.are_read
        before = time.monotonic()
        keys.wait(0.05)
        assert time.monotonic() - before >= 0.05


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, *arguments):
        self.far, near = pty.openpty()
        command = [sys.executable, "-m", "standoff", *arguments]
        self.process = subprocess.Popen(command, stdin=near, stdout=near, stderr=near)
        os.close(near)
        self.text = ""

    def type(self, keys):
        os.write(self.far, keys.encode())

    def read(self, seconds):
        """Read for some seconds; return how many characters came."""
        before, until = len(self.text), time.monotonic() + seconds
        while time.monotonic() < until:
            if select.select([self.far], [], [], 0.05)[0]:
                try:
                    data = os.read(self.far, 4096)
                except OSError:  # the command has ended
                    break
                self.text += data.decode()
        return len(self.text) - before

    def read_until(self, words, seconds=60):
        until = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < until, self.text
            self.read(0.1)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.far)


@pytest.fixture
def terminal():
    opened = Terminal("watch", "asmacag", "--agents", "greedy", "--seed", "1", "--pace", "0.2")
    yield opened
    opened.close()


def test_keys_pause_step_and_quit(terminal):
    terminal.read_until("p  pause or go on")
    terminal.read_until(" plays ")
    terminal.type("p")
    terminal.read(0.5)
    assert terminal.read(0.8) == 0
    count = terminal.text.count(" plays ")
    terminal.type(" ")
    assert terminal.read(0.8) > 0
    assert terminal.text.count(" plays ") == count + 1
    terminal.type("p")
    assert terminal.read(0.8) > 0
    terminal.type("q")
    assert terminal.process.wait(10) == 0
    assert "win, rank" not in terminal.text
