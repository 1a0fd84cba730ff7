"""Where the agents of a server think: policies at once, searches in threads, others in processes.

An agent is shown its view alone. It is made anew for every decision, with a random stream that
follows from the seed of the table and the number of the move. So a game goes on after a crash as it
would have gone on without it. The agent itself is not told the seed.
"""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import BinaryIO, cast

import msgspec

from standoff.agents import Entrant, enter
from standoff.arena.frame import read_frame, write_frame
from standoff.game import Game
from standoff.server.plan import Setting
from standoff.server.question import Answer, Question, ask, pack
from standoff.server.rehearse import rehearse

GRACE_SECONDS = 2.0
"""How long an agent in Python may exceed its budget before its process is ended."""


class Thinkers:
    """All agents of a server."""

    def __init__(self, threads: int | None = None) -> None:
        count = threads or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(count, "thinker")
        self._entrants: dict[tuple[Game, str], Entrant] = {}
        self._processes = [BotProcess() for _ in range(count)]
        self._free: asyncio.Queue[BotProcess] | None = None
        self._prepared: dict[tuple[str, str], asyncio.Task[None]] = {}

    def close(self) -> None:
        """End all threads and processes."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for process in self._processes:
            process.end()

    async def think(self, question: Question) -> Answer:
        """Ask an agent."""
        entrant = self._enter(question.game, question.spec)
        if entrant.policy is not None:
            return ask(question, entrant)
        if entrant.budget_ms is None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, ask, question, entrant)
        return await self._ask_process(question, entrant.budget_ms)

    def _enter(self, game: Game, spec: str) -> Entrant:
        key = game, spec
        if key not in self._entrants:
            self._entrants[key] = enter(*key)
        return self._entrants[key]

    async def _ask_process(self, question: Question, budget_ms: float) -> Answer:
        if self._free is None:
            self._free = asyncio.Queue()
            for process in self._processes:
                self._free.put_nowait(process)
        process = await self._free.get()
        try:
            loop = asyncio.get_running_loop()
            work = loop.run_in_executor(None, process.ask, question, budget_ms)
            return await asyncio.shield(work)
        finally:
            self._free.put_nowait(process)

    # --- compiling ---

    async def prepare(self, game: Game, setting: Setting, specs: Sequence[str]) -> None:
        """Compile a game and agents beside the server, so that its loop is never held up.

        Agents in Python are not compiled: the first question warms their process.
        """
        compiled = [spec for spec in set(specs) if self._enter(game, spec).budget_ms is None]
        for spec in ("", *sorted(compiled)):
            key = msgspec.json.encode(setting.game).decode(), spec.partition(":")[0]
            if key not in self._prepared:
                task = asyncio.create_task(self._compile(game, setting, spec))
                task.add_done_callback(partial(self._forget_failed, key))
                self._prepared[key] = task
            await asyncio.shield(self._prepared[key])

    def _forget_failed(self, key: tuple[str, str], task: "asyncio.Task[None]") -> None:
        """Let a task that has failed be tried again."""
        if task.cancelled() or task.exception() is not None:
            del self._prepared[key]

    async def _compile(self, game: Game, setting: Setting, spec: str) -> None:
        loop = asyncio.get_running_loop()
        text = msgspec.json.encode([setting, spec]).decode()
        command = [sys.executable, "-m", "standoff.server.compile", text]
        quiet = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(*command, stdout=quiet, stdin=quiet)
        await process.wait()  # where it fails, the error shows in this process
        await loop.run_in_executor(self._threads, rehearse, game, spec)


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
