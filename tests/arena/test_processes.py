"""Worker processes: if an agent hangs, dies or ends its process, the match continues."""

import os
import subprocess
import sys
import time

import pytest
from conftest import ROOT

from standoff.arena import Match, play_match
from standoff.arena.fault import OnFault
from standoff.arena.frame import Heartbeat, read_frame
from standoff.arena.processes import Task, Worker
from standoff.arena.workers import play_shards
from standoff.errors import AgentFault, BadSpec

HANGING = """
import os
import subprocess
import time

class Endless:
    def act(self, view):
        while True:
            pass

class Immortal:
    '''Catches every exception, so that only the end of its process stops it.'''

    def act(self, view):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass

class Deep:
    '''Does not come back from C code: no signal handler ever runs.'''

    def act(self, view):
        sum(range(10**13))

class Deserter:
    def act(self, view):
        os._exit(7)

class Late:
    '''Plays two moves and then hangs.'''

    def __init__(self):
        self.moves = 0

    def act(self, view):
        self.moves += 1
        if self.moves == 3:
            Immortal().act(view)
        return view.actions[0]

class Interrupts:
    def act(self, view):
        raise KeyboardInterrupt

class Forks:
    '''Forks once in a game; the copy of the process comes back from `act`, too.'''

    def __init__(self):
        self.has_forked = False

    def act(self, view):
        if not self.has_forked:
            self.has_forked = True
            os.fork()
        return view.actions[0]

class Starts:
    '''Starts a process that outlives the match, if it may.'''

    def __init__(self):
        subprocess.Popen(["sleep", "98.7"])
        if os.fork() == 0:
            time.sleep(98.7)

    def act(self, view):
        return view.actions[0]

class Writes:
    '''Writes into every file that it finds open, and so into what the arena reads.'''

    def act(self, view):
        for number in range(3, 64):
            try:
                os.write(number, bytes(range(1, 200)))
            except OSError:
                pass
        time.sleep(10)

class Talks:
    def act(self, view):
        print("hello")
        return view.actions[0]
"""


@pytest.fixture
def hanging(tmp_path):
    path = tmp_path / "hanging.py"
    path.write_text(HANGING)
    return path


def match(*agents, games=4, **more):
    return Match("asmacag", agents, games, 1, **more)


@pytest.mark.parametrize(
    ("bot", "faults", "detail"),
    [
        ("Endless:ms=20", {"late": 18}, "thought longer than 20 ms"),
        ("Immortal:ms=20", {"late": 2}, "did not stop after 20 ms, and was ended"),
        ("Deep:ms=20", {"late": 2}, "did not stop after 20 ms, and was ended"),
        ("Deserter", {"ended": 2}, "ended its process"),
        ("Interrupts", {"raised": 18}, "KeyboardInterrupt"),
        ("Writes:ms=60000", {"ended": 2}, "ended its process"),
    ],
)
def test_an_agent_that_hangs_or_dies_is_a_fault(hanging, monkeypatch, bot, faults, detail):
    monkeypatch.setattr("standoff.arena.processes.GRACE_SECONDS", 0.5)
    results = play_match(match("greedy", f"{hanging}:{bot}", games=2), jobs=2)
    greedy, other = results.standings()
    assert (greedy.games, greedy.wins, greedy.faults) == (2, 2, {})
    assert other.faults == faults
    assert results.remarks()[0].endswith(detail)


def test_an_agent_that_hangs_late_is_lost_for_that_game_only(hanging, monkeypatch):
    monkeypatch.setattr("standoff.arena.processes.GRACE_SECONDS", 0.5)
    made = match("greedy", f"{hanging}:Late:ms=20", games=2)
    results = play_match(made, jobs=1)
    assert results.standings()[1].faults == {"late": 2}  # one in each game
    assert results.faults[0].move == 6  # after three of greedy's and two of its own
    assert results.as_dict() == play_match(made, jobs=2).as_dict()


def test_abort_stops_for_an_agent_that_was_ended(hanging):
    made = match("greedy", f"{hanging}:Deserter", on_fault=OnFault.ABORT)
    with pytest.raises(AgentFault, match=r"Deserter failed in game 0, move 4: ended: ended its"):
        play_match(made, jobs=2)


def test_printing_agents_do_not_disturb_the_match(hanging):
    results = play_match(match(f"{hanging}:Talks", "greedy"), jobs=2)
    assert results.faults == []


def test_an_error_of_a_worker_is_the_error_of_the_match(hanging, monkeypatch):
    """The bot's file is gone when the worker loads it."""
    made = match(f"{hanging}:Talks", "greedy")
    loaded = made.load()
    assert not loaded.has_only_policies
    hanging.unlink()
    with pytest.raises(BadSpec, match="hanging.py"):
        list(play_shards(loaded, [(0, 4)], jobs=1))


def test_processes_end_with_the_match(hanging):
    loaded = match(f"{hanging}:Talks", "greedy").load()
    shards = play_shards(loaded, [(0, 2), (2, 4)], jobs=2)
    next(shards)
    assert count_workers_of(os.getpid()) == 2
    shards.close()
    assert count_workers_of(os.getpid()) == 0


def count_workers_of(parent):
    found = subprocess.run(["ps", "-eo", "ppid,args"], capture_output=True, text=True, check=True)
    rows = [line.split(maxsplit=1) for line in found.stdout.splitlines()]
    return sum(int(row[0]) == parent and "standoff.arena.worker" in row[1] for row in rows[1:])


def test_a_worker_ends_when_the_arena_is_gone(tmp_path):
    """If the arena was killed, no worker is left, even while an agent is thinking."""
    process = subprocess.Popen(
        [sys.executable, "-m", "standoff.arena.worker", str(tmp_path / "beat")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    process.stdin.close()
    assert process.wait(30) == 0
    process.stdout.close()


def test_a_heartbeat_is_seen_by_another_process(tmp_path):
    mine, other = Heartbeat(tmp_path / "beat"), Heartbeat(tmp_path / "beat")
    assert other.read() is None
    before = time.monotonic()
    mine.begin(7, 3, 250.0)
    question = other.read()
    assert (question.game, question.move, question.budget_ms) == (7, 3, 250.0)
    assert before <= question.asked_at <= time.monotonic()
    mine.begin(7, 4, None)
    assert other.read().budget_ms is None
    mine.end()
    assert other.read() is None


def test_a_shard_that_kills_every_process_is_given_up():
    task = Task((8, 16))
    task.lose(None, None)
    task.lose(None, None)
    with pytest.raises(AgentFault, match="the games from 8 died 3 times: memory may have run out"):
        task.lose(None, None)


def test_half_a_frame_is_the_end(tmp_path):
    (tmp_path / "frame").write_bytes(b"\x10\x00\x00\x00\x00\x00\x00\x00half")
    with (tmp_path / "frame").open("rb") as file, pytest.raises(EOFError):
        read_frame(file)


def test_a_searcher_without_a_budget_is_never_hung(tmp_path):
    worker = Worker.__new__(Worker)
    worker.heartbeat = Heartbeat(tmp_path / "beat")
    worker.heartbeat.begin(0, 1, None)
    assert worker.hung() is None
    worker.heartbeat.begin(0, 1, 1e-3)
    assert worker.hung() is None  # the grace period
