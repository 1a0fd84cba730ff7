"""Lets clients stop reading while they ask for more, and looks at the others.

    python scripts/readers.py                   100 readers
    python scripts/readers.py --readers 10

The readers watch a table of agents, stop reading, and go on asking for the whole table. Each must
be cut within 10 seconds, and the memory of the server must stay within what may wait for them.
Meanwhile bots play at other tables: none of them loses its connection, and their acknowledgements
are timed before and during the attack.
"""

import asyncio
import socket
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from driving import (
    HOST,
    HUGE_MS,
    NO_LIMITS,
    Bot,
    Link,
    Nursery,
    ServerProcess,
    check,
    mask_frame,
    prove,
)

READERS = 100
CUT_SECONDS = 10.0
ASK_SECONDS = 0.1
QUIET_SECONDS = 2.0
BACKLOG_MB = 4.0
"""What may wait for one reader (limit `backlog_kib`)."""
SPARE_MB = 100.0
TABLES = 4
THINK_SECONDS = 0.1
HELLO = mask_frame(b'{"type":"hello","protocol":1}')


class Timed(Bot):
    """A bot that measures how long its acknowledgements take."""

    def __init__(self, name: str, token: str, table: str) -> None:
        super().__init__(name, token, table)
        self.delay = THINK_SECONDS
        self.waits: list[tuple[float, float]] = []
        """When each acknowledgement came, and after what time."""
        self._asked = 0.0

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message."""
        if message["type"] == "decision":
            self._asked = time.perf_counter()
        elif message["type"] == "ack":
            now = time.perf_counter()
            self.waits.append((now, now - self._asked - self.delay))
        super().hear(message)


class Deaf(Link):
    """A client that stops reading and goes on asking."""

    def __init__(self, port: int) -> None:
        super().__init__(port, {})
        self.lost: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def connection_lost(self, error: Exception | None) -> None:
        """Note when the server has cut the connection."""
        super().connection_lost(error)
        if not self.lost.done():
            self.lost.set_result(time.perf_counter())

    @classmethod
    async def enter(cls, port: int, table: str) -> "Deaf":
        """Connect with a small buffer, watch a table, and stop reading."""
        found = socket.socket()
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        found.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(found, (HOST, port))
        _, link = await loop.create_connection(lambda: cls(port), sock=found)
        await link.is_open
        link.write(HELLO)
        await link.ask("table", type="watch", table=table)
        link.transport.pause_reading()
        return link

    async def ask_on(self, table: str) -> float:
        """Ask until the connection is cut; return after how many seconds that was."""
        began = time.perf_counter()
        while not self.lost.done():
            self.send(type="watch", table=table)
            await asyncio.sleep(ASK_SECONDS)
            waited = time.perf_counter() - began
            check(waited < 2 * CUT_SECONDS, "a client that does not read was not cut")
        return self.lost.result() - began


@dataclass
class Elsewhere:
    """Bots at other tables, who play one game after another."""

    server: ServerProcess
    bots: list[Timed] = field(default_factory=list)
    is_over: bool = False

    async def play(self, number: int) -> None:
        """Play until told to stop."""
        while not self.is_over:
            pair = await asyncio.to_thread(self._open, f"{number}-{len(self.bots)}")
            self.bots += pair
            await asyncio.gather(*(bot.play(lambda: self.server.port) for bot in pair))
            for bot in pair:
                check(bot.returns == 0, f"{bot.name} at another table lost its connection")

    def _open(self, name: str) -> list[Timed]:
        names = [f"{name} {seat}" for seat in range(2)]
        tokens = [self.server.player(one) for one in names]
        table = self.server.table(
            tokens[0], game="asmacag", seats=[{}, {}], has_people=False, away_ms=HUGE_MS
        )
        return [Timed(one, token, table) for one, token in zip(names, tokens, strict=True)]

    def waits(self, since: float, until: float) -> list[float]:
        """Return how long acknowledgements took in some time."""
        return sorted(
            wait for bot in self.bots for when, wait in bot.waits if since <= when < until
        )


async def attack(server: ServerProcess, readers: int) -> dict[str, float]:
    """Let clients stop reading; return figures."""
    token = await asyncio.to_thread(server.player, "Mallory")
    seats = [{"agent": "greedy"}] * 5
    open_table = partial(server.table, token, game="bang", options={"players": 5}, seats=seats)
    table = await asyncio.to_thread(partial(open_table, pace_ms=100))
    elsewhere = Elsewhere(server)
    playing = [asyncio.create_task(elsewhere.play(number)) for number in range(TABLES)]
    while sum(len(bot.acks) for bot in elsewhere.bots) < 10:
        await asyncio.sleep(0.05)
    began = time.perf_counter()
    await asyncio.sleep(QUIET_SECONDS)
    links = [await Deaf.enter(server.port, table) for _ in range(readers)]
    memory = [server.memory_mb()]
    stopped = time.perf_counter()
    asking = asyncio.gather(*(link.ask_on(table) for link in links))
    while not asking.done():
        memory.append(server.memory_mb())
        await asyncio.sleep(0.1)
    slowest, ended = max(await asking), time.perf_counter()
    elsewhere.is_over = True
    await asyncio.wait_for(asyncio.gather(*playing), 60)
    return {
        "slowest": slowest,
        "memory": max(memory) - memory[0],
        "before": late(elsewhere.waits(began, stopped)),
        "during": late(elsewhere.waits(stopped, ended)),
    }


def late(waits: list[float]) -> float:
    """Return the time that 99 of 100 acknowledgements needed, in milliseconds."""
    check(bool(waits), "nobody else could play")
    return 1000 * waits[int(0.99 * (len(waits) - 1))]


def read_counter(server: ServerProcess, name: str) -> int:
    """Return a counter of the server."""
    token = Path(f"{server.database}.owner").read_text().strip()
    _, data = server.request("GET", "/metrics", token=token)
    line = next(line for line in data.decode().splitlines() if line.startswith(name))
    return int(line.split()[1])


def run(readers: int, nursery: Nursery | None = None) -> str:
    """Let so many clients stop reading; return a line with figures. Raises `Violation`."""
    with tempfile.TemporaryDirectory() as folder:
        games = ("--game", "asmacag", "--game", "bang")
        with ServerProcess(
            f"{folder}/readers.sqlite", *games, *NO_LIMITS, nursery=nursery
        ) as server:
            found = asyncio.run(attack(server, readers))
            cut = read_counter(server, "standoff_readers_cut_total")
            check(server.stop() == 0, "the server did not end well")
    check(cut == readers, f"{cut} of {readers} readers were counted as cut")
    check(found["slowest"] <= CUT_SECONDS, f"the last was cut after {found['slowest']:.1f} s")
    bound = readers * BACKLOG_MB + SPARE_MB
    check(found["memory"] <= bound, f"{found['memory']:.0f} MB more, the bound is {bound:.0f}")
    return (
        f"{readers} readers cut, the last after {found['slowest']:.1f} s; at most"
        f" {found['memory']:.0f} MB more; p99 of act to ack at other tables"
        f" {found['before']:.0f} ms before, {found['during']:.0f} ms during"
    )


if __name__ == "__main__":
    sys.exit(prove(__doc__, "readers", READERS, run))
