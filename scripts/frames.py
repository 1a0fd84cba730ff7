"""Sends mutated messages of all types to a server; each gets a coded error or ends a connection.

    python scripts/frames.py                        1,000,000 frames
    python scripts/frames.py --frames 50000

Most frames go to sessions in this process, whose sockets are imitated. One in a hundred goes
through a real socket to a real server, some as broken frames: bits that are reserved, masks that
are missing, lengths that lie, fragments, bytes that are no text. Meanwhile other people play tables
of their own, whose moves and streams must not be disturbed. At the end no task hangs, no job of a
room has failed, and no log has an error.
"""

import asyncio
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from driving import (
    BINARY,
    CLOSE,
    HUGE_MS,
    LIMITS,
    NO_LIMITS,
    PING,
    TEXT,
    Bot,
    Link,
    Nursery,
    ServerProcess,
    check,
    greet,
    mask_frame,
    prove,
)

from standoff.server.limits import Limits
from standoff.server.lobby import Lobby, Player, SeatRequest, TableRequest
from standoff.server.metrics import Metrics
from standoff.server.protocol import MAX_BYTES
from standoff.server.room import Room
from standoff.server.services import Services
from standoff.server.session import Session
from standoff.server.store import Store
from standoff.server.thinkers import Thinkers

FRAMES = 1_000_000
REAL_SHARE = 100
"""One frame of so many goes through a real socket."""
ANSWER_SECONDS = 10.0
NO_LIMIT = 1_000_000
PATIENT = ("bytes", "a flipped bit", "a length that lies")
"""These may announce a long frame, for whose rest a server must wait."""
PATIENCE = 0.2
KINDS = ("hello", "sit", "watch", "act", "leave", "say", "control", "ping")
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 2**31, 2**63, 10**40, "", "x", "\0", "🃏" * 30, "x" * 65, [], [1], {},
    {"type": "ping"}, "person", "observation", ["observation"] * 2,
)  # fmt: skip
RAW = (b"1e999", b"9" * 5000, b"-0", b"NaN", b'"\\ud800"', b'"\xff"', b"[" * 5000, b'{"a":' * 3000)


# --- mutations ------------------------------------------------------------------------------------


def make_message(chance: random.Random, table: str, decision: int) -> dict[str, Any]:
    """Return a message that a client may send."""
    kind = chance.choice(KINDS)
    fields: dict[str, dict[str, Any]] = {
        "hello": {"protocol": 1, "token": "x" * 32, "name": None, "is_bot": True, "wants": []},
        "sit": {"table": table, "seat": chance.choice([None, 0, 1]), "seen": None},
        "watch": {"table": table, "seen": chance.choice([None, 0, 3])},
        "act": {"decision": decision, "action": chance.choice([0, 7, "pass", "1 on 1"])},
        "say": {"phrase": "hello"},
        "control": {"pace_ms": 100, "is_paused": False, "steps": 1},
    }
    return {"type": kind, **fields.get(kind, {})}


def mutate(chance: random.Random, message: dict[str, Any]) -> bytes:
    """Return a message with something wrong in it."""
    data = json.dumps(message).encode()
    place = chance.randrange(len(data))
    end = place + chance.randint(1, 12)
    key = chance.choice(list(message))
    wrong = json.dumps({**message, key: chance.choice(VALUES)}).encode()
    raw = data.replace(json.dumps(message[key]).encode(), chance.choice(RAW), 1)
    missing = {name: value for name, value in message.items() if name != key}
    return chance.choice(
        [
            lambda: (
                data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]
            ),
            lambda: data[:place],
            lambda: data[:place] + data[end:],
            lambda: data[:end] + data[place:],
            lambda: data + data,
            lambda: data[:place] + chance.randbytes(chance.randint(1, 20)) + data[place:],
            lambda: wrong,
            lambda: raw,
            lambda: json.dumps(missing).encode(),
            lambda: json.dumps({**message, "extra": chance.choice(VALUES)}).encode(),
            lambda: json.dumps([message]).encode(),
            lambda: data[:-1] + b"," + data[1:],
            lambda: b" " * (MAX_BYTES - len(data) + chance.randint(-1, 1)) + data,
        ]
    )()


def may_be_silent(data: bytes) -> bool:
    """Whether a frame is a good message whose answer may be nothing, such as an empty tail."""
    try:
        message = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(message, dict) and message.get("type") in ("leave", "sit", "watch")


# --- sessions in this process ---------------------------------------------------------------------


class Imitation:
    """A WebSocket without a socket: it is also its own wire."""

    def __init__(self) -> None:
        self.scope = {"state": {"wire": self}}
        self.backlog_bytes = 0
        self.on_cut: Callable[[], None] | None = None
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent = 0
        self.hear: Callable[[dict[str, Any]], None] | None = None
        """Takes every message as an object; None if only errors and numbers count."""
        self.codes: Counter[str] = Counter()
        self.decision = 1
        self.is_closed = False

    async def accept(self) -> None:
        """Do what Starlette does: nothing here."""

    async def receive(self) -> dict[str, Any]:
        """Return the next frame."""
        return await self.inbox.get()

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Note the end."""
        self.codes[f"closed {code}"] += 1
        self.is_closed = True

    def write_texts(self, texts: list[bytes]) -> None:
        """Take messages of the server."""
        self.sent += len(texts)
        for text in texts:
            if self.hear is not None:
                self.hear(json.loads(text))
            elif text.startswith(b'{"type":"error"'):
                self.codes[json.loads(text)["code"]] += 1
            elif text.startswith(b'{"type":"decision"'):
                self.decision = json.loads(text)["id"]
                self.codes["decision"] += 1

    def put(self, data: bytes | str) -> None:
        """Let the server receive a frame."""
        is_text = isinstance(data, str)
        self.inbox.put_nowait({"type": "websocket.receive", "text" if is_text else "bytes": data})

    def say(self, **message: Any) -> None:
        """Let the server receive a message."""
        self.put(json.dumps(message))

    def hang_up(self) -> None:
        """End the connection."""
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1005})


class Honest:
    """Somebody at another table, who plays by the rules and must never hear an error."""

    def __init__(self, house: "House", name: str, token: str) -> None:
        self.socket = house.connect()
        self.socket.hear = self.hear
        self.name = name
        self.acks = self.games = self.seq = 0
        self.problem = ""
        self.over = asyncio.Event()
        self.socket.say(type="hello", protocol=1, token=token)

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message."""
        kind = message["type"]
        if kind == "error":
            self.problem = self.problem or f"{self.name} at another table heard {message}"
        elif kind == "table":
            self.seq = message["seq"]
        elif kind == "update":
            if message["seq"] != self.seq + 1:
                self.problem = f"{self.name} heard update {message['seq']} after {self.seq}"
            self.seq += 1
        elif kind == "decision":
            action = message["actions"][-1]["code"]
            self.socket.say(type="act", decision=message["id"], action=action)
        elif kind == "ack":
            self.acks += 1
        elif kind == "over":
            self.games += 1
            self.over.set()


async def do_nothing(*_: Any) -> None:
    """Do nothing."""


class House:
    """A lobby with all that belongs to it, without a server."""

    def __init__(self, folder: str) -> None:
        self.store = Store(f"{folder}/frames.sqlite")
        self.thinkers = Thinkers()
        self.metrics = Metrics()
        limits = Limits(**dict.fromkeys(LIMITS, NO_LIMIT))
        self.thinkers._compile = do_nothing  # compile when it is needed
        services = Services(self.store, self.thinkers, self.metrics)
        self.lobby = Lobby(services, {"asmacag": "asmacag"}, {}, limits)
        self.tasks: set[asyncio.Task[None]] = set()

    def connect(self) -> Imitation:
        """Open a session."""
        socket = Imitation()
        session = Session(self.lobby, socket, "1.2.3.4")
        task = asyncio.create_task(session.run())
        self.tasks.add(task)
        task.add_done_callback(partial(self.end_session, socket))
        return socket

    def end_session(self, socket: Imitation, task: asyncio.Task[None]) -> None:
        """Note that a session has ended."""
        socket.is_closed = True
        self.tasks.discard(task)

    async def open_table(self, *names: str) -> tuple[str, list[str]]:
        """Open a table with a seat for each of these players; return its id and their tokens."""
        made = [await self.lobby.add_player(name, True, "1.2.3.4") for name in names]
        request = TableRequest("asmacag", seats=(SeatRequest(), SeatRequest()), has_people=False)
        room = await self.lobby.open_table(made[0][0], request)
        for player, _ in made:
            await room.seat_guest(None, player.name, True)
        return room.row.id, [token for _, token in made]

    async def open_room(self, player: Player, pace_ms: int) -> Room:
        """Open a table for a player against an agent."""
        seats = SeatRequest(), SeatRequest("greedy")
        request = TableRequest("asmacag", seats=seats, pace_ms=pace_ms)
        return await self.lobby.open_table(player, request)

    async def close(self) -> None:
        """End everything; raises `Violation` if a task hangs."""
        await self.lobby.stop()
        await self.store.flush()
        self.thinkers.close()
        self.store.close()
        await asyncio.sleep(0.1)
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        check(not left, f"{len(left)} tasks hang: {left[:2]}")


# --- the attack in this process -------------------------------------------------------------------


async def attack_sessions(folder: str, frames: int, seed: int) -> Counter[str]:
    """Send mutated frames to sessions; return how often each answer came."""
    chance, house = random.Random(seed), House(folder)
    await house.lobby.start()
    others = asyncio.create_task(play_elsewhere(house))
    codes: Counter[str] = Counter()
    number = 0
    while codes.total() < frames:
        number += 1
        table, tokens = await house.open_table(f"a{number}", f"b{number}")
        for token in tokens:
            codes += await attack_session(house, chance, table, token, frames // 20 + 100)
        codes += await attack_session(house, chance, table, None, 100)
        if others.done():
            others.result()
    others.cancel()
    games, acks = await others
    check(acks > 0, "nobody could play at another table")
    faults = house.metrics["room_faults"]
    check(faults == 0, f"{faults} jobs of rooms have failed")
    await house.close()
    return codes + Counter({"moves elsewhere": acks, "games elsewhere": games})


async def play_elsewhere(house: House) -> tuple[int, int]:
    """Play one table after another until cancelled; return the numbers of games and moves."""
    games, pair = 0, []
    acks: list[int] = []
    try:
        while True:
            table, tokens = await house.open_table(f"c{games}", f"d{games}")
            names = zip("CD", tokens, strict=True)
            pair = [Honest(house, name, token) for name, token in names]
            await play_table(pair, table)
            acks += [player.acks for player in pair]
            games += 1
    except asyncio.CancelledError:
        return games, sum(acks)
    finally:
        for player in pair:
            player.socket.hang_up()


async def play_table(pair: list[Honest], table: str) -> None:
    """Play one game."""
    for player in pair:
        player.socket.say(type="sit", table=table)
    for player in pair:
        await player.over.wait()
        check(not player.problem, player.problem)
        player.socket.hang_up()


async def attack_session(
    house: House, chance: random.Random, table: str, token: str | None, frames: int
) -> Counter[str]:
    """Send mutated frames to the sessions of one player, of nobody without a token."""
    codes: Counter[str] = Counter()
    socket = None
    for _ in range(frames):
        if socket is None or socket.is_closed:
            socket = house.connect()
            if token is not None:
                socket.say(type="hello", protocol=1, token=token)
                socket.say(type="sit", table=table)
                await answered(socket, 2, "hello and sit")
        if token is not None and chance.random() < 0.05:
            socket.say(type="sit", table=table)  # an attacker may have left
        data = mutate(chance, make_message(chance, table, socket.decision))
        before, errors = socket.sent, socket.codes.copy()
        frame: bytes | str = data
        if chance.random() < 0.5:
            frame = data.decode(errors="surrogateescape")
        socket.put(frame)
        if may_be_silent(data):
            socket.say(type="ping")
        await answered(socket, before + 1, repr(data[:300]))
        codes.update(socket.codes - errors or {"answered": 1})
    if socket is not None:
        socket.hang_up()
    return codes


async def answered(socket: Imitation, count: int, what: str) -> None:
    """Wait until so many messages have come, or the connection is closed."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + ANSWER_SECONDS
    while socket.sent < count and not socket.is_closed:
        check(loop.time() < deadline, f"no answer to {what}")
        await asyncio.sleep(0)


# --- the attack through sockets -------------------------------------------------------------------


def break_frame(chance: random.Random, data: bytes) -> tuple[str, bytes]:
    """Return what is wrong with a frame, and the frame."""
    place = chance.randrange(1, max(2, len(data)))
    big = b"x" * (MAX_BYTES + chance.randint(1, 1000))
    whole = mask_frame(data)
    broken: dict[str, bytes] = {
        "mutated": whole,
        "binary": mask_frame(data, BINARY),
        "fragments": mask_frame(data[:place], TEXT, False) + mask_frame(data[place:], 0),
        "fragments without end": mask_frame(data, TEXT, False) + mask_frame(data, TEXT),
        "rest without begin": mask_frame(data, 0),
        "not masked": mask_frame(data, TEXT, True, False),
        "reserved bit": bytes([whole[0] | 1 << chance.randint(4, 6)]) + whole[1:],
        "reserved type": mask_frame(data, chance.choice([3, 7, 11, 15])),
        "too big": mask_frame(big),
        "too big in fragments": mask_frame(big[: MAX_BYTES // 2], TEXT, False) + mask_frame(big, 0),
        "a length that lies": mask_frame(data)[:1] + b"\xff" + b"\xff" * 8 + data,
        "no text": mask_frame(b"\xff\xfe" + data),
        "a long ping": mask_frame(b"x" * 126, PING),
        "a ping in fragments": mask_frame(b"x", PING, False),
        "a bad end": mask_frame(chance.randbytes(chance.choice([1, 2, 130])), CLOSE),
        "bytes": chance.randbytes(chance.randint(2, 300)),
        "a flipped bit": flip(chance, whole),
    }
    kind = chance.choice(list(broken))
    return kind, broken[kind]


def flip(chance: random.Random, data: bytes) -> bytes:
    """Return a frame with one bit flipped in its first bytes."""
    place = chance.randrange(min(len(data), 12))
    return data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


async def attack_sockets(server: ServerProcess, frames: int, seed: int) -> Counter[str]:
    """Send broken frames through sockets; return how often each answer came."""
    chance, counts = random.Random(seed), Counter()
    token = await asyncio.to_thread(server.player, f"Mallory {seed}")
    rival = await asyncio.to_thread(server.player, f"Trudy {seed}")
    table = await open_there(server, [token, rival])
    link = None
    for _ in range(frames):
        if link is None:
            link = await greet(server.port, token)
            await link.ask("table", type="sit", table=table)
        kind, data = break_frame(chance, mutate(chance, make_message(chance, table, 1)))
        link.write(data + mask_frame(b'{"type":"ping"}'))
        answer = await wait_for_answer(link, kind)
        counts[answer] += 1
        if answer in ("closed", "waited for the rest"):
            link.drop()
            link = None
    if link is not None:
        link.drop()
    return counts


async def wait_for_answer(link: Link, kind: str) -> str:
    """Return how a frame was answered before the ping that follows it."""
    found = "answered"
    try:
        async with asyncio.timeout(PATIENCE if kind in PATIENT else ANSWER_SECONDS):
            while (message := await link.read())["type"] != "pong":
                found = str(message.get("code", "answered"))
    except ConnectionError:
        return "closed"
    except TimeoutError:
        check(kind in PATIENT, f"no answer to a frame: {kind}")
        link.drop()
        return "waited for the rest"
    return found


async def open_there(server: ServerProcess, tokens: list[str]) -> str:
    """Open a table at a server, and seat two players there."""
    table = await asyncio.to_thread(
        partial(server.table, tokens[0], game="asmacag", seats=[{}, {}], has_people=False)
    )
    for token in tokens:
        link = await greet(server.port, token)
        await link.ask("table", type="sit", table=table)
        link.drop()
    return table


async def attack_server(
    folder: str, frames: int, nursery: Nursery | None
) -> tuple[Counter[str], int]:
    """Attack a real server while two bots play there; return the answers, and their moves."""
    arguments = f"{folder}/server.sqlite", "--game", "asmacag", *NO_LIMITS
    with ServerProcess(*arguments, nursery=nursery) as server:
        tokens = [await asyncio.to_thread(server.player, name) for name in ("Anna", "Boris")]
        table = await asyncio.to_thread(
            partial(
                server.table, tokens[0], game="asmacag", seats=[{}, {}], has_people=False,
                away_ms=HUGE_MS,
            )
        )  # fmt: skip
        bots = [Bot(name, token, table) for name, token in zip("AB", tokens, strict=True)]
        for bot in bots:
            bot.delay = min(0.5, frames / 20_000)
        playing = [asyncio.create_task(bot.play(lambda: server.port)) for bot in bots]
        counts = await attack_sockets(server, frames, 1)
        await asyncio.wait_for(asyncio.gather(*playing), 120)
        check(all(bot.returns == 0 for bot in bots), "the other table lost a connection")
        metrics = await asyncio.to_thread(server.request, "GET", "/healthz")
        check(metrics[0] == 200, "the server does not answer any more")
        bad = [line for line in server.log if line.get("level") in ("error", "critical")]
        check(not bad, f"the log of the server has errors: {bad[:1]}")
        code = server.stop()
        check(code == 0, f"the server ended with exit code {code}")
    return counts, sum(len(bot.acks) for bot in bots)


class Alarm(logging.Handler):
    """Keeps every error that is logged in this process."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.texts.append(self.format(record))


def run(frames: int, nursery: Nursery | None = None) -> str:
    """Send so many frames; return a line with figures. Raises `Violation`."""
    real = max(1, frames // REAL_SHARE)
    alarm, logger = Alarm(), logging.getLogger()
    logger.addHandler(alarm)
    try:
        with tempfile.TemporaryDirectory() as folder:
            codes = asyncio.run(attack_sessions(folder, frames - real, frames))
            counts, moves = asyncio.run(attack_server(folder, real, nursery))
    finally:
        logger.removeHandler(alarm)
    check(not alarm.texts, f"errors were logged: {alarm.texts[:1]}")
    elsewhere = codes.pop("moves elsewhere"), codes.pop("games elsewhere")
    inside = ", ".join(f"{code} {count}" for code, count in codes.most_common(5))
    outside = ", ".join(f"{code} {count}" for code, count in counts.most_common(5))
    return (
        f"{codes.total()} frames to sessions, all answered: {inside}; {elsewhere[0]} moves in"
        f" {elsewhere[1]} games elsewhere; {counts.total()} frames through sockets: {outside};"
        f" {moves} moves elsewhere; no fault, no task left"
    )


if __name__ == "__main__":
    sys.exit(prove(__doc__, "frames", FRAMES, run))
