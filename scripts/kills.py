"""Kills a server under load, again and again, and compares what it acknowledged with what it kept.

    python scripts/kills.py                               200 kills, SQLite
    python scripts/kills.py --kills 200 --database postgresql://...
    python scripts/kills.py --postgres                    a PostgreSQL of its own, by pgserver

All servers use one and the same database. Bots play at it and come back after every kill.
- A move that was acknowledged is kept once, as it was made; no other move is there.
- A stream that was interrupted is the same, to the byte of its JSON, as that of a client that joins
  at the end, and its events are those of the stored story.
- All games go on to their end after the last kill, and `standoff serve --check` is content.
- The first request is answered within 5 seconds of the start.
"""

import argparse
import asyncio
import contextlib
import itertools
import random
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from driving import (
    HUGE_MS,
    NO_LIMITS,
    Bot,
    Nursery,
    ServerProcess,
    Violation,
    check,
    greet,
)
from sqlalchemy import create_engine, text

READY_SECONDS = 5.0
ASMACAG = {"game": "asmacag", "seats": [{}, {}]}
BANG = {"game": "bang", "options": {"players": 5}, "seats": [{}, {}, {}, {}, {"agent": "greedy"}]}
UP_SECONDS = (0.2, 15.0)
"""How long a server lives after it is ready: often little, sometimes long enough to compile."""
FORK_SECONDS = (0.1, 1.0)
THINK_SECONDS = 0.05
END_SECONDS = 300.0


@dataclass
class Trial:
    """Games that are played, and the server that is killed."""

    server: ServerProcess
    is_last: bool = False
    """Whether the last server runs, at which no new game begins."""
    games: list[list[Bot]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    @property
    def acks(self) -> int:
        """How many moves were acknowledged so far."""
        return sum(len(bot.acks) for game in self.games for bot in game)

    async def play_games(self, request: dict[str, Any]) -> None:
        """Play one game after another, and always one to its end."""
        while True:
            bots = await self.open(request)
            self.games.append(bots)
            await asyncio.gather(*(bot.play(lambda: self.server.port) for bot in bots))
            if self.is_last:
                return

    async def open(self, request: dict[str, Any]) -> list[Bot]:
        """Open a table; again, if the server is killed meanwhile."""
        while True:
            try:
                return await asyncio.to_thread(self._open, request)
            except (OSError, Violation):
                await asyncio.sleep(0.05)

    def _open(self, request: dict[str, Any]) -> list[Bot]:
        server, number = self.server, next(self.numbers)
        seats = sum(not seat for seat in request["seats"])
        names = [f"bot {number}-{seat}" for seat in range(seats)]
        tokens = [server.player(name) for name in names]
        table = server.table(tokens[0], has_people=False, away_ms=HUGE_MS, **request)
        bots = [Bot(name, token, table) for name, token in zip(names, tokens, strict=True)]
        for bot in bots:
            bot.delay = THINK_SECONDS
        return bots


async def attack(
    database: str, kills: int, asmacag: int, bang: int, nursery: Nursery | None
) -> dict[str, Any]:
    """Kill a server again and again; return figures."""
    chance = random.Random(kills)

    def start() -> ServerProcess:
        return ServerProcess(database, "--log-level", "info", *NO_LIMITS, nursery=nursery)

    least, most = UP_SECONDS if nursery is None else FORK_SECONDS
    trial = Trial(start())
    slowest, quiet = trial.server.ready_seconds, 0
    tables = [ASMACAG] * asmacag + [BANG] * bang
    try:
        tasks = [asyncio.create_task(trial.play_games(request)) for request in tables]
        await wait_for_moves(trial, tasks)
        for _ in range(kills):
            before = trial.acks
            await asyncio.sleep(least * (most / least) ** chance.random())
            raise_failures(tasks)
            trial.server.kill()
            quiet += trial.acks == before
            trial.server = await asyncio.to_thread(start)
            slowest = max(slowest, trial.server.ready_seconds)
        trial.is_last = True
        for bot in itertools.chain.from_iterable(trial.games):
            bot.delay = 0.0
        await asyncio.wait_for(asyncio.gather(*tasks), END_SECONDS)
        await compare_joins(trial)
        await asyncio.sleep(0.5)
        figures = compare_rows(database, trial)
        code = trial.server.stop()
        check(code == 0, f"the last server ended with exit code {code}")
    finally:
        if trial.server.is_running():
            trial.server.kill()
    check(slowest <= READY_SECONDS, f"the slowest start took {slowest:.1f} s")
    returns = sum(bot.returns for game in trial.games for bot in game)
    return {"kills": kills, **figures, "returns": returns, "slowest": slowest, "quiet": quiet}


async def wait_for_moves(trial: Trial, tasks: list[asyncio.Task[None]]) -> None:
    """Wait until games are compiled and bots are playing."""
    deadline = time.monotonic() + END_SECONDS
    while trial.acks < 20:
        raise_failures(tasks)
        check(time.monotonic() < deadline, "no game begins")
        await asyncio.sleep(0.05)


def raise_failures(tasks: list[asyncio.Task[None]]) -> None:
    """Raise what went wrong in a task."""
    for task in tasks:
        if task.done():
            task.result()


# --- what was kept --------------------------------------------------------------------------------


async def compare_joins(trial: Trial) -> None:
    """Join every game anew; the stream must be the one that was heard in pieces."""
    for bot in (bot for game in trial.games for bot in game):
        link = await greet(trial.server.port, bot.token)
        link.send(type="sit", table=bot.table, seen=0)
        updates, message = [], await link.read()
        while message["type"] != "over":
            if message["type"] == "update":
                updates.append(message)
            message = await link.read()
        link.drop()
        check(updates == bot.updates, f"{bot.name}: its stream differs from that of a new join")
        check(message["outcome"] == bot.outcome, f"{bot.name}: another outcome")


def compare_rows(database: str, trial: Trial) -> dict[str, int]:
    """Compare acknowledgements and streams with the database; return figures."""
    url = database if "://" in database else f"sqlite:///{database}"
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://", 1))
    moves = acks = 0
    with engine.connect() as connection:
        for game in trial.games:
            query = text("SELECT * FROM moves WHERE table_id = :id ORDER BY number")
            rows = connection.execute(query, {"id": game[0].table}).mappings().all()
            numbers = [row["number"] for row in rows]
            check(numbers == list(range(1, len(rows) + 1)), f"moves of {game[0].table}: {numbers}")
            moves += len(rows)
            acks += sum(len(bot.acks) for bot in game)
            for bot in game:
                compare_moves(bot, [row for row in rows if row["seat"] == bot.seat])
                compare_story(bot, trial.server)
        query = text("SELECT count(*) FROM tables WHERE stage = 'playing'")
        playing = connection.execute(query).scalar()
    engine.dispose()
    check(playing == 0, f"{playing} games have not ended")
    return {"games": len(trial.games), "moves": moves, "acks": acks}


def compare_moves(bot: Bot, rows: list[Any]) -> None:
    """Compare the moves of a seat with what its bot sent and heard."""
    for decision, row in enumerate(rows, 1):
        check(row["fault"] is None, f"{bot.name}: {decision} was decided by a stand-in")
        kept, sent = row["action"], bot.chosen.get(decision)
        check(kept == sent, f"{bot.name}: decision {decision} is {kept}, {sent} was sent")
        ack = bot.acks.get(decision)
        if ack is not None:
            same = (ack["elapsed_ms"], ack["bank_ms"]) == (row["elapsed_ms"], row["bank_ms"])
            check(same, f"{bot.name}: the ack of decision {decision} differs from its row")
    lost = [decision for decision in bot.acks if decision > len(rows)]
    check(not lost, f"{bot.name}: the acknowledged decisions {lost} are lost")


def compare_story(bot: Bot, server: ServerProcess) -> None:
    """Compare a stream with the stored story of the game."""
    path = f"/api/replays/{bot.table}/story?seat={bot.seat}"
    story = server.ask("GET", path, token=bot.token)
    events = [update["events"] for update in bot.updates]
    check(events == story["updates"], f"{bot.name}: its stream differs from the stored story")
    last = bot.updates[-1]["view"] if bot.updates else story["first"]
    check(last == story["last"], f"{bot.name}: its last view differs from the stored one")


def audit(database: str) -> str:
    """Let `standoff serve --check` play everything again; return what it says."""
    command = [sys.executable, "-m", "standoff", "serve", "--check", "--database", database]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    check(done.returncode == 0, f"serve --check: {done.stdout} {done.stderr}")
    return done.stdout.strip()


@contextlib.contextmanager
def own_postgres() -> Iterator[str]:
    """Start a PostgreSQL; yield its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for folders of a user who has logged in
        import pgserver  # noqa: PLC0415  (only for this)

    with tempfile.TemporaryDirectory() as folder:
        server = pgserver.get_server(f"{folder}/pg", cleanup_mode="delete")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def run(
    database: str, kills: int, asmacag: int = 20, bang: int = 5, nursery: Nursery | None = None
) -> str:
    """Do it all; return a line with figures. Raises `Violation`."""
    found = asyncio.run(attack(database, kills, asmacag, bang, nursery))
    audit(database)
    return (
        f"{found['kills']} kills ({found['quiet']} before the first ack): {found['games']} games,"
        f" {found['moves']} moves, {found['acks']} acks heard, none lost or doubled;"
        f" {found['returns']} returns, all streams the same; slowest start"
        f" {found['slowest']:.2f} s; serve --check is content"
    )


def main() -> int:
    """Read the arguments; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--database")
    parser.add_argument("--postgres", action="store_true")
    given = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = given.database or f"{folder}/kills.sqlite"
        if given.postgres:
            database = stack.enter_context(own_postgres())
        try:
            print(run(database, given.kills))
        except Violation as violation:
            print(f"violation: {violation}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
