"""Drives a server from outside: its process, light clients, and bots that note what they hear.

The proofs in this folder (`kills.py`, `frames.py`, `drops.py`, `readers.py`) and the tests of the
server use it. It imports nothing of the server, so a fault there cannot hide itself.
"""

import argparse
import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TextIO

HOST = "127.0.0.1"
LISTENING = "listening on http://"
LIMITS = (
    "connections", "messages", "messages_of_address", "enters", "phrases", "requests", "players",
    "tables", "tables_of_address", "new_tables", "all_tables",
)  # fmt: skip
NO_LIMITS = tuple(word for name in LIMITS for word in ("--limit", f"{name}=1000000"))
START_SECONDS = 60.0
HUGE_MS = 3_600_000
RETURN_SECONDS = 0.1
"""How long a bot waits before it comes back."""
Message = dict[str, Any]


class Violation(AssertionError):
    """A promise of the server that was broken."""


def check(holds: bool, text: str) -> None:
    """Raise `Violation` if a promise does not hold."""
    if not holds:
        raise Violation(text)


# --- the process of a server ----------------------------------------------------------------------

NURSERY = """
import os, sys
from standoff.cli import main
from standoff.game import load
from standoff.server import app, rehearse, thinkers
for name in sys.argv[1:]:
    game = load(name)
    for spec in ("", "greedy", game.agents.opponent):
        rehearse.rehearse(game, spec)

async def compile_nothing(*arguments):
    pass  # all is compiled

thinkers.Thinkers._compile = compile_nothing
print("ready", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "wait":
        _, status = os.waitpid(int(words[1]), 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
        continue
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(words[0], os.O_WRONLY), 2)
        sys.stderr = os.fdopen(2, "w", 1, closefd=False)
        os._exit(main(words[1:]))
    print(child, flush=True)
"""


class Nursery:
    """A process that forks servers: each begins where the imports are already done.

    It makes many kills cheap. How fast a server really starts is measured without it.
    """

    def __init__(self, *games: str) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [sys.executable, "-c", NURSERY, *games],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        check(self.process.stdout.readline() == "ready\n", "the nursery did not start")
        self._numbers = itertools.count()

    def fork(self, arguments: Iterable[str]) -> tuple[int, TextIO]:
        """Start a server; return the number of its process, and its log."""
        pipe = f"{self.folder.name}/{next(self._numbers)}"
        os.mkfifo(pipe)
        pid = int(self._ask(" ".join([pipe, *arguments])))
        return pid, open(pipe)

    def wait(self, pid: int) -> int:
        """Wait for the end of a server; return its exit code."""
        return int(self._ask(f"wait {pid}"))

    def _ask(self, line: str) -> str:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def end(self) -> None:
        """End the process that forks."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.folder.cleanup()


class ServerProcess:
    """`standoff serve` in a process of its own, on a free port."""

    def __init__(
        self, database: str | Path, *more: str, nursery: Nursery | None = None, **popen: Any
    ) -> None:
        self.database = str(database)
        self.nursery = nursery
        self.log: list[Message] = []
        """Every line of its log."""
        self.code: int | None = None
        """Its exit code, when it has ended."""
        self._is_listening = threading.Event()
        arguments = ["serve", "--port", "0", "--database", self.database, *more]
        self.began = time.monotonic()
        if nursery is None:
            command = [sys.executable, "-m", "standoff", *arguments]
            self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **popen)
            self.pid = self.process.pid
            self._stream = self.process.stderr
        else:
            self.pid, self._stream = nursery.fork(arguments)
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()
        try:
            self.port = self._wait_for_port()
            self.wait_until_ready()
        except Violation:
            self.kill()
            raise
        self.ready_seconds = time.monotonic() - self.began
        """From the start of the process to the first answer."""

    def __enter__(self) -> "ServerProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _listen(self) -> None:
        for line in self._stream:
            try:
                self.log.append(json.loads(line))
            except ValueError:
                self.log.append({"text": line.rstrip()})
            if LISTENING in self.log[-1]["text"]:
                self._is_listening.set()

    def _wait_for_port(self) -> int:
        deadline = time.monotonic() + START_SECONDS
        while not self._is_listening.wait(0.02):
            if time.monotonic() > deadline or not self.is_running():
                time.sleep(0.1)
                raise Violation(f"the server did not start: {self.texts()[-5:]}")
        line = next(text for text in self.texts() if LISTENING in text)
        return int(line.rpartition(":")[2])

    def texts(self) -> list[str]:
        """Return the texts of the log."""
        return [str(line["text"]) for line in list(self.log)]

    def is_running(self) -> bool:
        """Whether the process has not ended."""
        if self.code is not None:
            return False
        if self.nursery is None:
            return self.process.poll() is None
        return "\nState:\tZ" not in Path(f"/proc/{self.pid}/status").read_text()

    def wait_until_ready(self) -> None:
        """Wait for the first answer."""
        deadline = time.monotonic() + START_SECONDS
        while self.request("GET", "/healthz")[0] != 200:
            if time.monotonic() > deadline or not self.is_running():
                raise Violation(f"the server does not answer: {self.texts()[-5:]}")
            time.sleep(0.005)

    def kill(self) -> int:
        """Kill the process as `kill -9` does; return its exit code."""
        return self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask the server to drain; return its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> int:
        if self.code is None:
            if self.is_running():
                os.kill(self.pid, number)
            self.code = self._wait()
            self._reader.join()
            self._stream.close()
        return self.code

    def _wait(self) -> int:
        if self.nursery is None:
            return self.process.wait(60)
        return self.nursery.wait(self.pid)

    # --- requests ---

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, bytes]:
        """Make a request; return status and body, status 0 if nobody answers."""
        return self.answer(method, path, body, token, headers)[:2]

    def answer(
        self,
        method: str,
        path: str,
        body: Any = None,
        token: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, bytes, Any]:
        """Make a request; return status, body and headers, status 0 if nobody answers."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **(headers or {})}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        url = f"http://{HOST}:{self.port}{path}"
        request = urllib.request.Request(url, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(), error.headers
        except OSError:
            return 0, b"", {}

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Make a request that must succeed; return its answer."""
        status, data = self.request(method, path, body, token)
        check(200 <= status < 300, f"{method} {path}: {status} {data!r}")
        return json.loads(data) if data else None

    def player(self, name: str) -> str:
        """Make a player, a program; return the token."""
        return self.ask("POST", "/api/players", {"name": name, "is_bot": True})["token"]

    def table(self, token: str, **request: Any) -> str:
        """Open a table; return its id."""
        return self.ask("POST", "/api/tables", request, token)["table"]

    def memory_mb(self) -> float:
        """Return the resident memory of the process."""
        text = Path(f"/proc/{self.pid}/status").read_text()
        return int(text.partition("VmRSS:")[2].split()[0]) / 1024


# --- a light client -------------------------------------------------------------------------------

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def mask_frame(
    data: bytes, opcode: int = TEXT, is_last: bool = True, is_masked: bool = True
) -> bytes:
    """Return a frame of a client (RFC 6455, section 5.2); its mask is zero."""
    first = (0x80 if is_last else 0) | opcode
    bit, size = 0x80 if is_masked else 0, len(data)
    mask = b"\0\0\0\0" if is_masked else b""
    if size < 126:
        return bytes((first, bit | size)) + mask + data
    if size < 1 << 16:
        return bytes((first, bit | 126)) + size.to_bytes(2, "big") + mask + data
    return bytes((first, bit | 127)) + size.to_bytes(8, "big") + mask + data


class Link(asyncio.Protocol):
    """A WebSocket client that does as little as possible."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self.transport: asyncio.Transport = None
        self.messages: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.head = b""
        """The answer to the handshake."""
        self.close_code: int | None = None
        self.is_open: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._port, self._headers = port, headers

    @classmethod
    async def open(cls, port: int, **headers: str) -> "Link":
        """Connect; raises `ConnectionError` if the server refuses."""
        link = await cls.attempt(port, **headers)
        if not await link.is_open:
            raise ConnectionError(link.head.decode("latin-1"))
        return link

    @classmethod
    async def attempt(cls, port: int, **headers: str) -> "Link":
        """Connect, and wait for the answer to the handshake."""
        loop = asyncio.get_running_loop()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        _, link = await loop.create_connection(lambda: cls(port, named), HOST, port)
        await link.is_open
        return link

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        headers = {
            "Host": f"{HOST}:{self._port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version": "13",
            **self._headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        transport.write(f"GET /play HTTP/1.1\r\n{lines}\r\n".encode("latin-1"))

    def connection_lost(self, error: Exception | None) -> None:
        if not self.is_open.done():
            self.head = self._buffer
            self.is_open.set_result(False)
        self.messages.put_nowait(None)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.is_open.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found or not head.startswith(b"HTTP/1.1 101"):
                return
            self.head, self._buffer = head, rest
            self.is_open.set_result(True)
        start, buffer = 0, self._buffer
        while (found := self._next(buffer, start)) is not None:
            begin, end = found
            self._take(buffer[start] & 15, buffer[begin:end])
            start = end
        self._buffer = buffer[start:]

    @staticmethod
    def _next(buffer: bytes, start: int) -> tuple[int, int] | None:
        """Return where the data of the next frame begins and ends, if it is there."""
        if len(buffer) - start < 2:
            return None
        size, begin = buffer[start + 1] & 127, start + 2
        if size >= 126:
            width = 2 if size == 126 else 8
            size = int.from_bytes(buffer[begin : begin + width], "big")
            begin += width
        return (begin, begin + size) if len(buffer) >= begin + size else None

    def _take(self, opcode: int, data: bytes) -> None:
        if opcode == TEXT:
            self.messages.put_nowait(data)
        elif opcode == PING:
            self.write(mask_frame(data, PONG))
        elif opcode == CLOSE:
            self.close_code = int.from_bytes(data[:2], "big")
            self.write(mask_frame(data, CLOSE))

    async def read_bytes(self) -> bytes:
        """Return the next message; raises `ConnectionError` at the end."""
        data = await self.messages.get()
        if data is None:
            self.messages.put_nowait(None)
            raise ConnectionError("the connection is closed")
        return data

    async def read(self) -> Message:
        """Return the next message as an object."""
        return json.loads(await self.read_bytes())

    async def read_until(self, *kinds: str) -> Message:
        """Return the next message of some type; others are skipped."""
        while (message := await self.read())["type"] not in kinds:
            pass
        return message

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.write(mask_frame(json.dumps(message).encode()))

    async def ask(self, *kinds: str, **message: Any) -> Message:
        """Send a message; return the next message of some type."""
        self.send(**message)
        return await self.read_until(*kinds)

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self.transport.write(data)

    def drop(self) -> None:
        """End the connection without a word."""
        self.transport.abort()


async def greet(port: int, token: str | None = None, **more: Any) -> Link:
    """Connect and say hello."""
    link = await Link.open(port)
    message = await link.ask("welcome", "error", type="hello", protocol=1, token=token, **more)
    check(message["type"] == "welcome", f"hello was refused: {message}")
    return link


# --- bots -----------------------------------------------------------------------------------------


def pick(key: str, decision: int, count: int) -> int:
    """Return the place of the action that a bot chooses: it depends on the decision alone."""
    return zlib.crc32(f"{key}:{decision}".encode()) % count


class Bot:
    """A player at one table that comes back after every end of its connection."""

    def __init__(self, name: str, token: str, table: str) -> None:
        self.name, self.token, self.table = name, token, table
        self.entry = "sit"
        """How it goes to its table; `watch` for a spectator."""
        self.link: Link | None = None
        self.seat: int | None = None
        self.updates: list[Message] = []
        """Its stream."""
        self.chosen: dict[int, int] = {}
        """Decision -> the code of its answer."""
        self.acks: dict[int, Message] = {}
        """Decision -> the acknowledgement."""
        self.outcome: Any = None
        self.reason = ""
        self.returns = 0
        """How often it has come back."""
        self.heard = 0
        """How many messages it has heard."""
        self.after: Callable[[Bot], None] = lambda bot: None
        """Called after every message."""
        self.delay = 0.0
        """How many seconds it thinks."""

    async def play(self, find_port: Callable[[], int]) -> None:
        """Play until the game is over, whatever happens to the connection."""
        while not self.reason:
            try:
                await self._play_once(find_port())
            except OSError:
                await asyncio.sleep(RETURN_SECONDS)

    async def _play_once(self, port: int) -> None:
        self.link = link = await greet(port, self.token)
        if self.seat is None and self.entry == "sit":
            self.seat = (await link.ask("table", type="sit", table=self.table))["seat"]
            link.drop()
            return
        self.returns += bool(self.updates)
        link.send(type=self.entry, table=self.table, seen=len(self.updates))
        while not self.reason:
            self.hear(await link.read())
            self.heard += 1
            self.after(self)
        link.drop()

    def hear(self, message: Message) -> None:
        """Take a message."""
        kind = message["type"]
        if kind == "table":
            self.seat = message["seat"]
            if message["stage"] != "waiting":
                is_begin = message["seq"] == len(self.updates) == 0
                check(is_begin, f"{self.name}: a tail was asked for, the whole came")
        elif kind == "update":
            expected = len(self.updates) + 1
            check(message["seq"] == expected, f"{self.name}: {message['seq']}, not {expected}")
            self.updates.append(message)
        elif kind == "decision":
            self.decide(message)
        elif kind == "ack":
            before = self.acks.setdefault(message["decision"], message)
            check(before == message, f"{self.name}: two different acknowledgements of a decision")
        elif kind == "over":
            self.outcome, self.reason = message["outcome"], message["reason"]
        elif kind == "error":
            self.fail(message)

    def fail(self, message: Message) -> None:
        """Take an error; a bot that plays by the rules never gets one."""
        raise Violation(f"{self.name}: {message}")

    def decide(self, message: Message) -> None:
        """Answer a decision."""
        number, actions = message["id"], message["actions"]
        action = actions[pick(self.name, number, len(actions))]["code"]
        before = self.chosen.setdefault(number, action)
        check(before == action, f"{self.name}: decision {number} was asked twice, differently")
        check(number not in self.acks, f"{self.name}: decision {number} is asked after its ack")
        act = partial(self.link.send, type="act", decision=number, action=action)
        if self.delay:
            asyncio.get_running_loop().call_later(self.delay, act)
        else:
            act()


def prove(text: str | None, name: str, default: int, run: Callable[[int], str]) -> int:
    """Run a proof of the size that the command line gives; return the exit code."""
    parser = argparse.ArgumentParser(description=(text or "").partition("\n")[0])
    parser.add_argument(f"--{name}", type=int, default=default)
    try:
        print(run(getattr(parser.parse_args(), name)))
    except Violation as violation:
        print(f"violation: {violation}")
        return 1
    return 0
