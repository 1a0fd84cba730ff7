"""Where agents think: quick policies at once, searches in threads, agents in Python in processes.

An agent is shown its view alone. It is made anew for every decision, with a random stream that
follows from the seed of the table and the number of the move. So a game goes on after a crash as it
would have gone on without it. The agent itself is not told the seed.
"""

import asyncio
import itertools
import math
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import BinaryIO, cast

import msgspec

from standoff.agents import Entrant, enter
from standoff.arena.frame import read_frame, write_frame
from standoff.errors import BadRun
from standoff.game import Game
from standoff.server.plan import Plan, Setting
from standoff.server.question import Answer, Question, ask, pack, setting_of
from standoff.server.rehearse import measure_policy, rehearse

GRACE_SECONDS = 2.0
"""How long an agent in Python may exceed its budget before its process is ended."""
QUICK_MS = 2.0
"""A policy that has been slower than this does not run in the loop of the server."""
PACE_FACTOR = 4
"""The pace of a table with players is at least so many times the slowest decision of a policy."""

Key = tuple[str, str]
"""A game with its options, and the spec of an agent."""


class Thinkers:
    """All agents of a server."""

    def __init__(self, threads: int | None = None) -> None:
        count = threads or os.cpu_count() or 1
        self._urgent = Crew(count)
        """For tables with players, so that these never wait for games of agents alone."""
        self._patient = Crew(max(1, count - 1))
        self._rehearsals = ThreadPoolExecutor(1, "rehearsal")
        self._entrants: dict[Key, Entrant] = {}
        self._slowest: dict[Key, float | None] = {}
        """Agents that are compiled -> the milliseconds of a policy's slowest decision."""
        self._prepared: dict[tuple[str, ...], asyncio.Task[None]] = {}

    def close(self) -> None:
        """End all threads and processes."""
        self._rehearsals.shutdown(wait=False, cancel_futures=True)
        self._urgent.close()
        self._patient.close()

    async def think(self, question: Question) -> Answer:
        """Ask an agent."""
        setting = setting_of(question.game)
        key = make_key(setting, question.spec)
        entrant = self._enter(question.game, key)
        crew = self._urgent if question.is_urgent else self._patient
        if entrant.budget_ms is not None:
            return await crew.ask_process(question, entrant.budget_ms)
        if key not in self._slowest:  # the table is from before the start of the server
            await self.prepare(question.game, setting, [question.spec])
        slowest = self._slowest.get(key)
        if slowest is not None and slowest < QUICK_MS:
            return ask(question, entrant)
        return await crew.ask(question, entrant)

    def check_pace(self, game: Game, plan: Plan) -> None:
        """Raise `BadRun` if the pace of a table cannot hide how long its policies think."""
        if not plan.has_clients or plan.pace_ms == 0:
            return
        for spec in {plan.stand_in, *(seated.agent for seated in plan.seats if seated.agent)}:
            slowest = self._slowest.get(make_key(setting_of(game), spec)) or 0.0
            least = PACE_FACTOR * math.ceil(slowest)
            if least > plan.pace_ms:
                raise BadRun(
                    f"{spec} may think for {least // PACE_FACTOR} ms here, so pace_ms must be at"
                    f" least {least} at a table with players, not {plan.pace_ms}"
                )

    def _enter(self, game: Game, key: Key) -> Entrant:
        if key not in self._entrants:
            self._entrants[key] = enter(game, key[1])
        return self._entrants[key]

    # --- compiling ---

    async def prepare(self, game: Game, setting: Setting, specs: Sequence[str]) -> None:
        """Compile a game and agents beside the server, so that its loop is never held up.

        Policies are measured too. Agents in Python are not compiled: the first question warms their
        process.
        """
        keys = [make_key(setting, spec) for spec in sorted(set(specs))]
        compiled = [key for key in keys if self._enter(game, key).budget_ms is None]
        for spec in ("", *(spec for _, spec in compiled)):
            names = "compile", setting.game, spec.partition(":")[0]
            await self._once(names, partial(self._compile, game, setting, spec))
        for key in compiled:
            await self._once(("measure", *key), partial(self._measure, game, key))

    async def _once(
        self, names: tuple[str, ...], work: Callable[[], Coroutine[None, None, None]]
    ) -> None:
        """Do some work, or wait until it is done, unless it has been done."""
        if names not in self._prepared:
            task = asyncio.create_task(work())
            task.add_done_callback(partial(self._forget_failed, names))
            self._prepared[names] = task
        await asyncio.shield(self._prepared[names])

    def _forget_failed(self, names: tuple[str, ...], task: "asyncio.Task[None]") -> None:
        """Let a task that has failed be tried again."""
        if task.cancelled() or task.exception() is not None:
            del self._prepared[names]

    async def _compile(self, game: Game, setting: Setting, spec: str) -> None:
        loop = asyncio.get_running_loop()
        text = msgspec.json.encode([setting, spec]).decode()
        command = [sys.executable, "-m", "standoff.server.compile", text]
        quiet = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(*command, stdout=quiet, stdin=quiet)
        await process.wait()  # where it fails, the error shows in this process
        await loop.run_in_executor(self._rehearsals, rehearse, game, spec)

    async def _measure(self, game: Game, key: Key) -> None:
        loop, entrant = asyncio.get_running_loop(), self._entrants[key]
        slowest = None
        if entrant.policy is not None:
            slowest = await loop.run_in_executor(self._rehearsals, measure_policy, game, entrant)
        self._slowest[key] = slowest


def make_key(setting: Setting, spec: str) -> Key:
    """Return what an agent for a game is known by: games with equal options are equal."""
    return msgspec.json.encode(setting).decode(), spec


class Crew:
    """Threads for searches, and processes for agents in Python."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, "thinker")
        self._callers = ThreadPoolExecutor(count, "caller")
        """Each waits for the answer of one process."""
        self._processes = [BotProcess() for _ in range(count)]
        self._free: queue.SimpleQueue[BotProcess] = queue.SimpleQueue()
        for process in self._processes:
            self._free.put(process)

    def close(self) -> None:
        """End all threads and processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._callers.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.end()

    async def ask(self, question: Question, entrant: Entrant) -> Answer:
        """Ask a compiled agent in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, ask, question, entrant)

    async def ask_process(self, question: Question, budget_ms: float) -> Answer:
        """Ask an agent in Python in its process."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._callers, self._call, question, budget_ms)

    def _call(self, question: Question, budget_ms: float) -> Answer:
        process = self._free.get()
        try:
            return process.ask(question, budget_ms)
        finally:
            self._free.put(process)


# --- agents in Python -----------------------------------------------------------------------------


class BotProcess:
    """A process in which agents in Python think; started when it is first asked."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = itertools.count(1)

    def ask(self, question: Question, budget_ms: float) -> Answer:
        """Return the answer of an agent; the process is ended if there is none in time."""
        process = self._process or self._start()
        number = next(self._numbers)
        late = threading.Timer(budget_ms / 1000 + GRACE_SECONDS, self.end)
        late.daemon = True
        late.start()
        try:
            write_frame(cast(BinaryIO, process.stdin), (number, pack(question)))
            returned: int = -1
            while returned != number:
                returned, answer = read_frame(cast(BinaryIO, process.stdout))
        except Exception:  # the process has ended, or an agent has written into the pipe
            self.end()
            rng = question.rng
            fault = "ended: it did not answer in time, or ended its process"
            return rng.choice(question.position.actions), fault
        finally:
            late.cancel()
        if isinstance(answer, str):
            return question.rng.choice(question.position.actions), answer
        return cast(Answer, answer)

    def _start(self) -> "subprocess.Popen[bytes]":
        self._process = subprocess.Popen(
            [sys.executable, "-m", "standoff.server.thinker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,
        )
        return self._process

    def end(self) -> None:
        """End the process and all that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(OSError):
                cast(BinaryIO, stream).close()
