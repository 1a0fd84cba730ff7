"""Puts load on a server: driver and server are two processes on this machine.

python scripts/load.py flat    messages a second as fast as they go, against a bare uvicorn that
                               sends as many messages of the same sizes
python scripts/load.py paced   500 games with a move a second each: time from act to ack
python scripts/load.py live    1,000 games with 5,000 seats in one process
"""

import argparse
import asyncio
import itertools
import json
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from driving import LIMITS

SEATS = 5
OPTIONS = {"players": SEATS}
CODE = re.compile(rb'"code":(\d+)')
DECISION = re.compile(rb'^\{"type":"decision","id":(\d+)')
KINDS = {b"u": "update", b"a": "ack", b"d": "decision", b"o": "over", b"t": "table"}


# --- a light client -------------------------------------------------------------------------------


class Socket(asyncio.Protocol):
    """A WebSocket client that does as little as possible."""

    def __init__(self, port: int, hear: Callable[["Socket", bytes], None]) -> None:
        self.port, self.hear = port, hear
        self.is_open = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport = None
        self.buffer = b""

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        transport.write(
            f"GET /play HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_exception(ConnectionError(str(error)))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.is_open.done():
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.buffer = rest
            self.is_open.set_result(None)
        start, buffer = 0, self.buffer
        while len(buffer) - start >= 2:
            size, begin = buffer[start + 1], start + 2
            if size == 126:
                size, begin = int.from_bytes(buffer[start + 2 : start + 4], "big"), start + 4
            elif size == 127:
                size, begin = int.from_bytes(buffer[start + 2 : start + 10], "big"), start + 10
            if len(buffer) < begin + size:
                break
            if buffer[start] == 0x81:
                self.hear(self, buffer[begin : begin + size])
            elif buffer[start] == 0x89:  # a ping
                self.transport.write(pong(buffer[begin : begin + size]))
            start = begin + size
        self.buffer = buffer[start:]

    def send(self, text: bytes) -> None:
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)


def pong(data: bytes) -> bytes:
    return bytes((0x8A, 0x80 | len(data))) + b"\0\0\0\0" + data


async def connect(port: int, hear: Callable[[Socket, bytes], None]) -> Socket:
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: Socket(port, hear), "127.0.0.1", port)
    await client.is_open
    return client


async def post(port: int, path: str, token: str, body: object) -> dict[str, str]:
    """Make one HTTP request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        "Connection: close\r\n\r\n"
    )
    writer.write(head.encode() + data)
    answer = await reader.read()
    writer.close()
    return json.loads(answer.partition(b"\r\n\r\n")[2])


# --- tables ---------------------------------------------------------------------------------------


class Figures:
    """What the driver has counted."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()
        self.waits: list[float] = []
        self.is_counting = False

    def hear(self, text: bytes) -> None:
        if self.is_counting:
            kind = KINDS.get(text[9:10], "other")
            self.counts[kind] += 1
            self.bytes[kind] += len(text)


class Player:
    """One seat of a table."""

    def __init__(self, table: "Game", name: str) -> None:
        self.table, self.name = table, name
        self.token = ""
        self.socket: Socket = None
        self.welcomed = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0

    async def arrive(self, port: int) -> None:
        self.socket = await connect(port, self.hear)
        hello = {"type": "hello", "protocol": 1, "name": self.name, "is_bot": True}
        self.socket.send(json.dumps(hello).encode())
        self.token = await self.welcomed

    def hear(self, _: Socket, text: bytes) -> None:
        figures = self.table.figures
        figures.hear(text)
        kind = text[9:10]
        if kind == b"u":
            return
        if kind == b"a" and text.startswith(b'{"type":"ack"'):
            if figures.is_counting:
                figures.waits.append(time.perf_counter() - self.sent_at)
        elif kind == b"d":
            self.decide(text)
        elif kind == b"o":
            self.table.end()
        elif kind == b"w":
            self.welcomed.set_result(json.loads(text)["token"])
        elif kind == b"e":
            raise SystemExit(f"the server refused: {text.decode()}")

    def decide(self, text: bytes) -> None:
        decision = int(DECISION.match(text).group(1))
        action = int(random.choice(CODE.findall(text)))
        act = b'{"type":"act","decision":%d,"action":%d}' % (decision, action)
        loop = asyncio.get_running_loop()
        if self.table.seconds:
            loop.call_at(self.table.next_move(), self.act, act)
        else:
            self.act(act)

    def act(self, text: bytes) -> None:
        self.sent_at = time.perf_counter()
        self.socket.send(text)


class Game:
    """Five players who play one table after another."""

    numbers = itertools.count()

    def __init__(self, port: int, figures: Figures, seconds: float) -> None:
        self.port, self.figures, self.seconds = port, figures, seconds
        number = next(self.numbers)
        self.players = [Player(self, f"p{number}-{seat}") for seat in range(SEATS)]
        self.is_ending = False
        self.due = 0.0
        self.tasks: set[asyncio.Task[None]] = set()

    def next_move(self) -> float:
        """Return when the next move is due: one in each period."""
        now = asyncio.get_running_loop().time()
        self.due = max(now, self.due + self.seconds) if self.due else now + random.random()
        return self.due

    async def start(self) -> None:
        for player in self.players:
            await player.arrive(self.port)
        await self.open()

    async def open(self) -> None:
        request = {
            "game": "bang", "options": OPTIONS, "seats": [{}] * SEATS, "has_people": False,
        }  # fmt: skip
        opened = await post(self.port, "/api/tables", self.players[0].token, request)
        if "table" not in opened:
            raise SystemExit(f"the server refused: {opened}")
        for player in self.players:
            player.socket.send(json.dumps({"type": "sit", "table": opened["table"]}).encode())
        self.is_ending = False

    def end(self) -> None:
        if not self.is_ending:
            self.is_ending = True
            task = asyncio.get_running_loop().create_task(self.open())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)


# --- the server -----------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def start_server(folder: str) -> tuple[subprocess.Popen[bytes], int]:
    port = free_port()
    limits = [word for name in LIMITS for word in ("--limit", f"{name}=1000000")]
    command = [
        sys.executable,
        "-m",
        "standoff",
        "serve",
        "--port",
        str(port),
        "--log-level",
        "warning",
    ]
    command += ["--database", f"{folder}/load.sqlite", *limits]
    return subprocess.Popen(command), port


BARE = """
import sys, json, uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
SIZES = json.loads(sys.argv[2])
groups = {}
async def play(websocket):
    await websocket.accept()
    name = json.loads(await websocket.receive_text())["name"]
    group = groups.setdefault(name.partition("-")[0], [])
    group.append(websocket)
    await websocket.send_text('{"type":"welcome","token":"x"}')
    update = '{"type":"update",' + "x" * (SIZES["update"] - 17)
    ack = '{"type":"ack",' + "x" * (SIZES["ack"] - 14)
    decision = '{"type":"decision","id":1,"code":1,' + "x" * max(0, SIZES["decision"] - 35)
    try:
        while True:
            await websocket.receive_text()
            await websocket.send_text(ack)
            for other in group:
                await other.send_text(update)
            turn = group[(group.index(websocket) + 1) % len(group)]
            await turn.send_text(decision)
    except Exception:
        pass
uvicorn.run(Starlette(routes=[WebSocketRoute("/play", play)]), port=int(sys.argv[1]),
            log_level="error", ws_per_message_deflate=False)
"""


def start_bare(sizes: dict[str, int]) -> tuple[subprocess.Popen[bytes], int]:
    port = free_port()
    return subprocess.Popen([sys.executable, "-c", BARE, str(port), json.dumps(sizes)]), port


async def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
        except OSError:
            await asyncio.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def seconds_of(process: subprocess.Popen[bytes]) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def memory_of(process: subprocess.Popen[bytes]) -> float:
    """Return the resident memory of a process in MB."""
    text = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


async def measure(
    process: subprocess.Popen[bytes], figures: Figures, seconds: float
) -> tuple[float, float]:
    """Count for some seconds; return messages a second, and the share of a core of the server."""
    await asyncio.sleep(min(5.0, seconds / 2))
    used, began = seconds_of(process), time.perf_counter()
    figures.is_counting = True
    await asyncio.sleep(seconds)
    figures.is_counting = False
    took = time.perf_counter() - began
    return figures.counts.total() / took, (seconds_of(process) - used) / took


async def play_tables(
    port: int, process: subprocess.Popen[bytes], games: int, seconds: float, period: float
) -> tuple[Figures, float, float]:
    await wait_for(port)
    figures = Figures()
    tables = [Game(port, figures, period) for _ in range(games)]
    await tables[0].start()  # compiles
    for first in range(1, games, 25):
        await asyncio.gather(*(table.start() for table in tables[first : first + 25]))
    rate, share = await measure(process, figures, seconds)
    return figures, rate, share


async def play_bare(
    port: int, process: subprocess.Popen[bytes], games: int, seconds: float
) -> tuple[Figures, float, float]:
    await wait_for(port)
    figures = Figures()
    tables = [Game(port, figures, 0.0) for _ in range(games)]
    for table in tables:
        for player in table.players:
            await player.arrive(port)
        table.players[0].act(b"{}")
    rate, share = await measure(process, figures, seconds)
    return figures, rate, share


def percentile(numbers: list[float], share: float) -> float:
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))] if numbers else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=("flat", "paced", "live"))
    parser.add_argument("--games", type=int)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    games = given.games or {"flat": 50, "paced": 500, "live": 1000}[given.mode]
    period = {"flat": 0.0, "paced": 1.0, "live": 5.0}[given.mode]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        process, port = start_server(folder)
        try:
            figures, rate, share = asyncio.run(
                play_tables(port, process, games, given.seconds, period)
            )
            waits, memory = figures.waits, memory_of(process)
            moves = figures.counts["ack"] / given.seconds
            print(
                f"{given.mode}: {games} games, {games * SEATS} seats, {moves:.0f} moves/s,"
                f" {rate:.0f} messages/s, act to ack p50 {percentile(waits, 0.5) * 1000:.1f} ms,"
                f" p99 {percentile(waits, 0.99) * 1000:.1f} ms, server {share:.0%} of a core,"
                f" {memory:.0f} MB"
            )
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
        if given.mode == "flat":
            compare(figures, rate, games, given.seconds)


def compare(figures: Figures, rate: float, games: int, seconds: float) -> None:
    """Let a bare uvicorn send as many messages of the same sizes."""
    sizes = {
        k: figures.bytes[k] // max(1, figures.counts[k]) for k in ("update", "ack", "decision")
    }
    process, port = start_bare(sizes)
    try:
        _, bare, share = asyncio.run(play_bare(port, process, games, seconds))
    finally:
        process.kill()
        process.wait()
    print(
        f"bare uvicorn: {bare:.0f} messages/s of {sizes}, server {share:.0%} of a core;"
        f" ratio {rate / bare:.2f}"
    )


if __name__ == "__main__":
    main()
