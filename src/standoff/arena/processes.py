"""Shards played in worker processes, which are ended when an agent hangs and replaced.

An agent is first interrupted inside its process (`fault.Guard`). An agent may survive that, because
it catches every exception or never returns from C code. Then its process is killed, and another
process plays the shard again. There the agent is not asked again from that move to the end of the
game.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from standoff import errors
from standoff.arena.fault import FaultKind, Lost
from standoff.arena.frame import Heartbeat, Question, read_frame, write_frame
from standoff.arena.match import Match
from standoff.arena.shard import Bounds, Shard
from standoff.errors import AgentFault
from standoff.files import temporary_folder

GRACE_SECONDS = 2.0
"""How long an agent may exceed its budget before its process is ended."""
LOOK_SECONDS = 0.1
"""The time between two checks whether an agent hangs."""
AHEAD = 4
"""Shards per worker that may be played ahead of the next one in order."""
MOST_DEATHS = 3
"""How often a shard may lose its process for an unknown reason."""


class Worker:
    """One process, and the shard that it plays."""

    def __init__(
        self,
        match: Match,
        save: Path | None,
        folder: Path,
        number: int,
        inbox: "queue.Queue[Any]",
    ) -> None:
        path = folder / f"heartbeat-{number}"
        self.heartbeat = Heartbeat(path)
        self.task: Task | None = None
        self.is_gone = False
        """Whether the process has been ended, or has died."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "standoff.arena.worker", str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Only this process gets Ctrl-C; processes that agents start can be ended with theirs.
            process_group=0,
        )
        self._stdin = cast(BinaryIO, self._process.stdin)
        self._stdout = cast(BinaryIO, self._process.stdout)
        self._send((match, save, sys.path))
        threading.Thread(target=self._listen, args=(inbox,), daemon=True).start()

    def _listen(self, inbox: "queue.Queue[Any]") -> None:
        try:
            while True:
                inbox.put((self, read_frame(self._stdout)))
        except Exception:  # the process has ended, or an agent has written into the pipe
            self._stdout.close()
            inbox.put((self, None))

    def _send(self, message: Any) -> None:
        with suppress(OSError):  # the process has died, which `_listen` reports
            write_frame(self._stdin, message)

    def play(self, task: "Task") -> None:
        """Let the process play a shard."""
        self.task = task
        self._send((*task.bounds, tuple(task.lost)))

    def hung(self) -> Question | None:
        """Return the question that an agent has not answered for too long."""
        question = self.heartbeat.read()
        if question is None or question.budget_ms is None:
            return None
        late = time.monotonic() - question.asked_at - question.budget_ms / 1000
        return question if late > GRACE_SECONDS else None

    def end(self) -> None:
        """End the process, whatever it is doing, and all processes that its agents have started."""
        if self.is_gone:
            return
        self.is_gone = True
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        with suppress(OSError):  # nobody reads what is still in the buffer
            self._stdin.close()


class Task:
    """A shard to be played, and the agents that were lost in it."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.lost: list[Lost] = []
        self.deaths = 0

    def lose(self, question: Question | None, kind: FaultKind) -> None:
        """Note that the process was lost while this question was open."""
        if question is None:
            self.deaths += 1
            if self.deaths == MOST_DEATHS:
                raise AgentFault(
                    f"the process that played the games from {self.bounds[0]} died"
                    f" {MOST_DEATHS} times: memory may have run out"
                )
            return
        detail = "ended its process"
        if kind is FaultKind.LATE:
            detail = f"did not stop after {question.budget_ms:g} ms, and was ended"
        self.lost.append(Lost(question.game, question.move, kind, detail))


def play_in_processes(
    match: Match, bounds: Sequence[Bounds], save: Path | None, workers: int
) -> Generator[Shard]:
    """Yield the shards of a match in the order of their games."""
    with temporary_folder() as folder:
        crew = Crew(match, save, Path(folder), min(workers, len(bounds)))
        try:
            yield from crew.play(bounds)
        finally:
            crew.end()


class Crew:
    """Some workers, and the shards that they play."""

    def __init__(self, match: Match, save: Path | None, folder: Path, workers: int) -> None:
        self._match = match
        self._save = save
        self._folder = folder
        self._inbox: queue.Queue[Any] = queue.Queue()
        self._started = 0
        self._workers: list[Worker] = []
        for _ in range(workers):
            self._workers.append(self._start())

    def _start(self) -> Worker:
        self._started += 1
        return Worker(self._match, self._save, self._folder, self._started, self._inbox)

    def play(self, bounds: Sequence[Bounds]) -> Generator[Shard]:
        """Yield the shards in order."""
        waiting = deque(Task(bound) for bound in bounds)
        idle = list(self._workers)
        done: dict[int, Any] = {}
        for bound in bounds:
            while bound[0] not in done:
                is_near = len(done) < AHEAD * len(self._workers)
                while idle and waiting and (is_near or waiting[0].bounds == bound):
                    self._revive(idle.pop()).play(waiting.popleft())
                finished = self._receive()
                if finished is not None:
                    worker, answer = finished
                    assert worker.task is not None
                    done[worker.task.bounds[0]] = answer
                    worker.task = None
                    idle.append(worker)
            yield read_answer(done.pop(bound[0]))

    def _receive(self) -> tuple[Worker, Any] | None:
        """Return a worker that has finished and its answer; replace workers that died or hang."""
        try:
            worker, answer = self._inbox.get(timeout=LOOK_SECONDS)
        except queue.Empty:
            for worker in self._workers:
                question = worker.hung()
                if question is not None:
                    self._replace(worker, question, FaultKind.LATE)
            return None
        if worker.is_gone:  # it was ended; another worker plays its shard
            return None
        if answer is not None:
            return worker, answer
        self._replace(worker, worker.heartbeat.read(), FaultKind.ENDED)
        return None

    def _replace(self, worker: Worker, question: Question | None, kind: FaultKind) -> None:
        """Replace a process by a new one, and give it the same shard."""
        worker.end()
        if worker.task is not None:  # else a new process is started when there is work
            worker.task.lose(question, kind)
            self._revive(worker).play(worker.task)

    def _revive(self, worker: Worker) -> Worker:
        """Return the worker, or a new one if its process is gone."""
        if not worker.is_gone:
            return worker
        other = self._start()
        self._workers[self._workers.index(worker)] = other
        return other

    def end(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.end()
            worker.heartbeat.close()


def read_answer(answer: Any) -> Shard:
    """Return the shard that a worker has sent, or raise the error."""
    if isinstance(answer, Shard):
        return answer
    name, message = answer
    if name is None:
        raise RuntimeError(f"a worker process failed:\n{message}")
    kind = getattr(errors, name)
    raise kind.__new__(kind, message)  # the message is complete: skip `__init__`
