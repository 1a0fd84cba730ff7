"""A disk that is full, a database that is locked, a job that fails: nobody else is harmed."""

import asyncio
import contextlib
import itertools
import resource
import shutil
import socket
import sqlite3
import subprocess
import time
from functools import partial

import pytest
from driving import HUGE_MS, ServerProcess, greet
from frames import Honest, House
from kills import audit

from standoff.server.app import listen
from standoff.server.protocol import Act
from standoff.server.store import NotStored, Store

ASMACAG = {"game": "asmacag", "seats": [{}, {}], "has_people": False, "away_ms": HUGE_MS}
READY_SECONDS = 30.0
"""Other tests run at the same time; `make proof` measures on an idle machine."""
FAULT = "a fault that a test has made"


# --- a database that takes nothing ----------------------------------------------------------------


@contextlib.contextmanager
def small_disk(folder):
    """Mount a file system of 2 MB; yield whether that is allowed."""
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, check=False)
    try:
        yield done.returncode == 0
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", "-l", str(folder)], check=True)


@contextlib.contextmanager
def full(server, folder, is_small):
    """Fill the disk; without a disk of its own, forbid the server to make files longer."""
    if is_small:
        with contextlib.suppress(OSError), open(folder / "filler", "wb", 0) as filler:
            while True:
                filler.write(b"x" * 4096)
        yield
        (folder / "filler").unlink()
        return
    old = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, old[1]))
    yield
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, old)


@contextlib.contextmanager
def locked(server, *_):
    """Lock the database, as another program might."""
    with contextlib.closing(sqlite3.connect(server.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


class Solo:
    """Somebody who plays both seats of a table, one act after another."""

    def __init__(self, server, tokens, table):
        self.server, self.tokens, self.table = server, tokens, table
        self.links, self.open = [], None
        self.acks = 0

    async def enter(self):
        for token in self.tokens:
            link = await greet(self.server.port, token)
            link.send(type="sit", table=self.table)
            self.links.append(link)
        await self.hear("decision", "over")

    async def hear(self, *kinds):
        """Return the next message to either seat of some kinds."""
        waiting = [asyncio.create_task(link.read_until(*kinds)) for link in self.links]
        done, rest = await asyncio.wait(waiting, return_when="FIRST_COMPLETED", timeout=30)
        for task in rest:
            task.cancel()
        assert done, "the server says nothing"
        message = done.pop().result()
        if message["type"] == "decision":
            self.open = message, self.links[waiting.index(next(t for t in waiting if t.done()))]
        return message

    async def act(self):
        """Answer the open decision; return the acknowledgement or the error."""
        decision, link = self.open
        code = decision["actions"][0]["code"]
        answer = await link.ask("ack", "error", type="act", decision=decision["id"], action=code)
        if answer["type"] == "ack":
            self.acks += 1
        return answer


@pytest.mark.parametrize("trouble", [full, locked], ids=["full disk", "locked"])
def test_a_database_that_takes_nothing_stops_no_server(nursery, tmp_path, trouble):
    folder = tmp_path / "disk"
    folder.mkdir()
    with small_disk(folder) as is_small:
        server = ServerProcess(folder / "a.sqlite", nursery=nursery)
        tokens = [server.player(name) for name in ("Anna", "Boris")]
        agents = [{"agent": "greedy"}, {"agent": "uniform"}]
        table = server.table(tokens[0], **ASMACAG)
        watched = server.table(tokens[0], game="asmacag", seats=agents, pace_ms=100)

        async def play():
            solo = Solo(server, tokens, table)
            await solo.enter()
            for _ in range(3):
                assert (await solo.act())["type"] == "ack"
                await solo.hear("decision")
            with trouble(server, folder, is_small):
                ask = partial(asyncio.to_thread, server.request)
                opening = asyncio.create_task(ask("POST", "/api/tables", ASMACAG, tokens[0]))
                refused = await refuse(solo)
                decision = solo.open[0]["id"]
                assert (refused["code"], refused["decision"]) == ("not_stored", decision)
                assert (await ask("GET", "/healthz"))[0] == 200
                assert (await opening)[0] == 503
            while True:
                assert (await solo.act())["type"] == "ack"
                if (await solo.hear("decision", "over"))["type"] == "over":
                    break
            for link in solo.links:
                link.drop()
            return solo.acks

        acks = asyncio.run(play())
        replay = wait_for_replay(server, watched, tokens[0])
        assert all(move["fault"] is None for move in replay["moves"])
        assert server.stop() == 0
        shutil.copytree(folder, tmp_path / "copy")
    database = str(tmp_path / "copy" / "a.sqlite")
    store = Store(database)
    assert len(store.moves(table)) == acks
    store.close()
    assert audit(database).startswith("2 of 2")


async def refuse(solo):
    """Act until the server cannot store it any more: a log may have room for a little."""
    for _ in range(5):
        answer = await solo.act()
        if answer["type"] == "error":
            return answer
        await solo.hear("decision")
    raise AssertionError("the database still takes moves")


def wait_for_replay(server, table, token):
    for _ in range(300):
        status, _ = server.request("GET", f"/api/replays/{table}", token=token)
        if status == 200:
            return server.ask("GET", f"/api/replays/{table}", token=token)
        time.sleep(0.1)
    raise AssertionError("the game of agents does not go on")


# --- jobs that fail -------------------------------------------------------------------------------


class Scene:
    """Two tables of a lobby in this process: something happens at one, the other plays on."""

    def __init__(self, house):
        self.house = house

    async def begin(self):
        table, tokens = await self.house.open_table("Anna", "Boris")
        other, rivals = await self.house.open_table("Carla", "Dan")
        self.room = self.house.lobby.rooms[table]
        self.players = [
            Honest(self.house, name, tok) for name, tok in zip("AB", tokens, strict=True)
        ]
        self.others = [
            Honest(self.house, name, tok) for name, tok in zip("CD", rivals, strict=True)
        ]
        for player in self.players:
            player.socket.say(type="sit", table=table)
        for player in self.others:
            player.socket.say(type="sit", table=other)

    async def end(self):
        for player in (*self.players, *self.others):
            player.socket.hang_up()
        await self.house.close()


def play_scene(folder, prepare):
    """Let something happen at a table; return the scene when both games are over."""

    async def play():
        house = House(str(folder))
        await house.lobby.start()
        scene = Scene(house)
        await scene.begin()
        prepare(scene)
        for player in (*scene.players, *scene.others):
            await asyncio.wait_for(player.over.wait(), 60)
        scene.moves = house.store.moves(scene.room.row.id)
        scene.stage = house.store.table(scene.room.row.id).stage
        await scene.end()
        return scene

    return asyncio.run(play())


def fail_once(call, times):
    """Return a function that raises at these calls, the first being 0."""
    numbers = itertools.count()

    def wrapped(*arguments):
        if next(numbers) in times:
            raise RuntimeError(FAULT)
        return call(*arguments)

    return wrapped


def check_scene(scene, faults):
    """The table of the fault has heard of it, and all else goes on."""
    assert all(FAULT not in player.problem for player in scene.players)
    assert all("server_fault" in player.problem for player in scene.players)
    assert all(not player.problem for player in scene.others)
    assert scene.house.metrics["room_faults"] == faults
    assert [move.number for move in scene.moves] == list(range(1, len(scene.moves) + 1))


def test_a_job_that_fails_before_it_stores_harms_its_table_alone(tmp_path, caplog):
    def prepare(scene):
        scene.room._store_moves = fail_once(scene.room._store_moves, {2})

    scene = play_scene(tmp_path, prepare)
    check_scene(scene, 1)
    assert scene.stage == "over"


def test_a_job_that_fails_after_it_stored_harms_its_table_alone(tmp_path, caplog):
    def prepare(scene):
        scene.room.audience.deliver = fail_once(scene.room.audience.deliver, {2})

    scene = play_scene(tmp_path, prepare)
    check_scene(scene, 1)
    assert scene.stage == "over"


def test_a_table_that_fails_again_and_again_is_closed(tmp_path, caplog):
    def prepare(scene):
        scene.room.audience.deliver = fail_once(scene.room.audience.deliver, set(range(1, 100)))

    scene = play_scene(tmp_path, prepare)
    check_scene(scene, 3)
    assert scene.stage == "closed"


def test_a_commit_whose_answer_is_lost_is_no_lost_move(tmp_path):
    def prepare(scene):
        write, numbers = scene.house.store.write, itertools.count()

        async def lose(*parts):
            await write(*parts)
            if next(numbers) % 5 == 0:
                raise NotStored(FAULT)

        scene.house.store.write = lose

    scene = play_scene(tmp_path, prepare)
    assert not [player.problem for player in (*scene.players, *scene.others) if player.problem]
    assert scene.stage == "over"
    assert len(scene.moves) == sum(player.acks for player in scene.players)


def test_a_write_that_nobody_waits_for_stops_no_other(tmp_path):
    async def write():
        house = House(str(tmp_path))
        await house.lobby.start()
        adding = asyncio.create_task(house.lobby.add_player("Anna", False, "1.2.3.4"))
        await asyncio.sleep(0)
        adding.cancel()
        player, _ = await house.lobby.add_player("Boris", False, "1.2.3.4")
        await house.close()
        return player.name

    assert asyncio.run(write()) == "Boris"


def test_streams_that_a_stop_left_unstored_are_told_again(tmp_path):
    def lose(scene):
        async def nothing(table):
            pass

        scene.room.keep_streams = nothing

    scene = play_scene(tmp_path, lose)
    name = scene.room.row.id
    store = Store(f"{tmp_path}/frames.sqlite")
    assert name in store.without_streams()
    store.close()

    async def restart():
        house = House(str(tmp_path))
        await house.lobby.start()
        async with asyncio.timeout(30):
            while house.store.without_streams():
                await asyncio.sleep(0.01)
        streams = [house.store.stream(name, viewer) for viewer in range(3)]
        await house.close()
        return streams

    assert all(asyncio.run(restart()))


# --- time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_agents_answer_after_whole_units_of_the_pace(tmp_path, seconds):
    """Whatever an agent thinks, and whether it has a choice or not."""
    pace = 300

    async def play():
        house = House(str(tmp_path))
        await house.lobby.start()
        think = house.thinkers.think

        async def slow(question):
            await asyncio.sleep(seconds)
            return await think(question)

        house.thinkers.think = slow
        player, token = await house.lobby.add_player("Anna", False, "1.2.3.4")
        room = await house.open_room(player, pace_ms=pace)
        socket, times, asked = house.connect(), [], asyncio.Event()

        def hear(message):
            if message["type"] == "decision":
                socket.say(type="act", decision=message["id"], action=message["actions"][0]["code"])
            elif message["type"] == "update":
                times.append(time.monotonic())
                if len(times) == 8:
                    asked.set()

        socket.hear = hear
        socket.say(type="hello", protocol=1, token=token)
        socket.say(type="sit", table=room.row.id)
        await asyncio.wait_for(asked.wait(), 60)
        rows = list(room.table.rows)
        socket.hang_up()
        await house.close()
        return rows

    rows = [row for row in asyncio.run(play()) if row.seat == 1]
    assert rows
    assert all(0 <= row.elapsed_ms - pace < 200 for row in rows)


def test_a_server_answers_soon_after_its_start(tmp_path):
    database = tmp_path / "a.sqlite"
    with ServerProcess(database, "--game", "asmacag"):
        pass
    with ServerProcess(database) as again:
        assert again.ready_seconds < READY_SECONDS


def test_an_act_of_nobody_is_refused_without_a_table(tmp_path):
    async def act():
        house = House(str(tmp_path))
        await house.lobby.start()
        socket, heard = house.connect(), []
        socket.hear = heard.append
        socket.say(type="hello", protocol=1)
        socket.say(type="act", decision=10**30, action=0)
        while len(heard) < 2:
            await asyncio.sleep(0)
        socket.hang_up()
        await house.close()
        return heard[1]

    answer = asyncio.run(act())
    assert (answer["code"], answer["decision"]) == ("not_seated", Act(10**30, 0).decision)


def test_small_answers_do_not_wait_for_the_network():
    async def connect():
        made = asyncio.get_running_loop().create_future()

        class Side(asyncio.Protocol):
            def connection_made(self, transport):
                found = transport.get_extra_info("socket")
                made.set_result(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.abort()

        listener = listen("127.0.0.1", 0)
        server = await asyncio.get_running_loop().create_server(Side, sock=listener)
        with socket.create_connection(listener.getsockname()):
            is_set = await made
        server.close()
        await server.wait_closed()
        return is_set

    assert asyncio.run(connect())
