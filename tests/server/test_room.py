"""Rooms: what is stored before it is told, who is away, and tables that fail and go on."""

import asyncio
import itertools
from contextlib import asynccontextmanager

import msgspec
import pytest

from standoff import load
from standoff.agents import enter
from standoff.server.metrics import Metrics
from standoff.server.plan import Leaving, Plan, Seated, Setting
from standoff.server.protocol import Act, Control, Kind, Stage
from standoff.server.question import ask
from standoff.server.reader import NotStored, TableRow
from standoff.server.room import RETRY_SECONDS, Room
from standoff.server.services import Services, now_ms
from standoff.server.store import Store, table_part
from standoff.server.thinkers import Thinkers

SOON = 3.0


class Ear:
    """A connection that keeps what it hears."""

    def __init__(self, name):
        self.name, self.is_bot, self.wants = name, False, ()
        self.heard = []

    def send(self, frames):
        self.heard += [msgspec.json.decode(frame) for frame in frames]

    def kinds(self):
        return [message["type"] for message in self.heard]

    def codes(self):
        return [message["code"] for message in self.heard if message["type"] == "error"]


async def think_at_once(question):
    """Answer without compiling first in another process."""
    return ask(question, enter(question.game, question.spec))


@asynccontextmanager
async def open_room(folder, plan, game="bang", owner="p0", **options):
    """A room of its own, with a database."""
    store = Store(str(folder / "room.sqlite"))
    services = Services(store, Thinkers(1), Metrics())
    services.thinkers.think = think_at_once
    loaded = load(game, **options)
    stage = Stage.PLAYING if plan.is_full else Stage.WAITING
    setting = Setting(game, dict(options))
    row = TableRow("T", owner, setting, loaded.version, plan, 5, stage, True, 0.0)
    await store.write(table_part(row))
    room = Room(services, row, loaded)
    try:
        yield room
    finally:
        room.stop()
        await store.flush()
        services.thinkers.close()
        store.close()


def people(count=5, **more):
    return Plan(tuple(Seated(Kind.PERSON, f"p{seat}") for seat in range(count)), **more)


def agents(count=5, **more):
    return Plan(tuple(Seated(Kind.AGENT, "uniform", "uniform") for _ in range(count)), **more)


async def seat_all(room, seats=range(5)):
    ears = {seat: Ear(f"p{seat}") for seat in seats}
    for ear in ears.values():
        await room.post(lambda ear=ear: room.sit(ear, None, None))
    return ears


async def until(condition):
    """Wait until something is true, or give up."""
    for _ in range(int(SOON / 0.01)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen in time")


def fail(call, numbers, error):
    """Return a function that raises at some of its calls, the first being 0."""
    count = itertools.count()

    def wrapped(*arguments):
        if next(count) in numbers:
            raise error
        return call(*arguments)

    return wrapped


def run(folder, plan, play, **options):
    async def main():
        async with open_room(folder, plan, **options) as room:
            return await play(room)

    return asyncio.run(main())


# --- tables that fail -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["_answer", "_tick"])
def test_a_table_of_agents_goes_on_after_a_job_has_failed(tmp_path, name, caplog):
    async def play(room):
        setattr(room, name, fail(getattr(room, name), {2}, RuntimeError("made by a test")))
        await until(lambda: room.table.number > 12)

    run(tmp_path, agents(pace_ms=5), play)


def test_a_stopped_room_takes_no_jobs(tmp_path):
    async def play(room):
        waiting = [room.post(lambda: asyncio.sleep(60)) for _ in range(3)]
        await asyncio.sleep(0.05)
        room.stop()
        later = await room.post(lambda: asyncio.sleep(60))
        assert not later
        assert [future.result() for future in waiting[1:]] == [False, False]
        with pytest.raises(NotStored):
            await room.ask(lambda: asyncio.sleep(0))
        assert room._queue.empty()

    run(tmp_path, people(), play)


def test_a_question_is_asked_once_though_players_leave(tmp_path):
    """An answer to a position that is gone starts no second chain of questions."""

    async def play(room):
        asked = []
        think = room.services.thinkers.think

        async def slow(question):
            asked.append(room.table.number)
            await asyncio.sleep(0.02)
            return await think(question)

        room.services.thinkers.think = slow
        await until(lambda: len(asked) > 3)
        for _ in range(3):  # as if the table had changed while the agent thought
            await room.post(lambda: room._answer((1, "uniform"), (0, None)))
        await until(lambda: room.table.number > 15)
        assert len(asked) == len(set(asked))

    run(tmp_path, agents(), play)


# --- nothing is told before it is stored ----------------------------------------------------------


def test_a_table_that_cannot_be_closed_stays_open(tmp_path):
    async def play(room):
        (ear,) = (await seat_all(room, [0])).values()
        write = room.services.store.write
        room.services.store.write = fail(write, {0}, NotStored("made by a test"))
        with pytest.raises(NotStored):
            await room.ask(lambda: room.close("a reason"))
        assert room.stage is Stage.PLAYING
        assert "over" not in ear.kinds()
        await room.ask(lambda: room.close("a reason"))
        assert room.services.store.table("T").stage is Stage.CLOSED
        assert ear.heard[-1] == {"type": "over", "outcome": [], "reason": "a reason"}

    run(tmp_path, people(), play)


def test_pace_and_pause_are_kept(tmp_path):
    async def play(room):
        owner = Ear("p0")
        await room.post(lambda: room.watch(owner, None))
        await room.post(lambda: room.control(owner, Control(pace_ms=7, is_paused=True)))
        moves = room.table.number
        await room.post(lambda: room.control(owner, Control(steps=2)))
        await until(lambda: room.table.number == moves + 2)
        await asyncio.sleep(0.1)
        assert room.table.number == moves + 2
        stored = room.services.store.table("T").plan
        assert (stored.pace_ms, stored.is_paused) == (7, True)
        again = Room(room.services, room.services.store.table("T"), room.game, room.table.rows)
        assert (again.table.pace_ms, again.table.is_paused) == (7, True)
        again.stop()
        stranger = Ear("somebody")
        await room.post(lambda: room.watch(stranger, None))
        await room.post(lambda: room.control(stranger, Control(is_paused=False)))
        assert stranger.codes() == ["not_allowed"]

    run(tmp_path, agents(pace_ms=20), play)


def test_the_time_of_the_next_player_begins_when_the_move_is_stored(tmp_path):
    async def play(room):
        ears = await seat_all(room)
        write = room.services.store.write

        async def slowly(*parts):
            await asyncio.sleep(0.3)
            await write(*parts)

        room.services.store.write = slowly
        seat = room.table.to_move
        action = room.table.asked_position.actions[0]
        await room.post(lambda: room.act(ears[seat], Act(1, action), now_ms()))
        assert room.table._clocks[room.table.to_move].elapsed(now_ms()) < 200

    run(tmp_path, people(budget_ms=1000), play)


# --- who is away ----------------------------------------------------------------------------------


def test_a_player_who_only_watches_is_away(tmp_path):
    async def play(room):
        ears = await seat_all(room)
        seat = room.table.to_move
        await room.post(lambda: room.watch(ears[seat], None))
        seats = [m for m in ears[(seat + 1) % 5].heard if m["type"] == "seats"][-1]["seats"]
        assert not seats[seat]["is_here"]
        await until(lambda: room.table.number > 1)
        assert room.table.rows[0].fault == "away: a stand-in decided"

    run(tmp_path, people(away_ms=100), play)


def test_leaving_is_tried_again_until_it_is_stored(tmp_path, monkeypatch):
    assert RETRY_SECONDS == 1.0
    monkeypatch.setattr("standoff.server.room.RETRY_SECONDS", 0.05)

    async def play(room):
        ears = await seat_all(room)
        seat = next(seat for seat in range(5) if seat != room.table.to_move)
        write = room.services.store.write
        room.services.store.write = fail(write, {0, 1}, NotStored("made by a test"))
        await room.post(lambda: room.leave(ears[seat]))
        assert ears[seat].codes() == ["not_stored"]
        assert room.table.left == set()
        await until(lambda: room.table.left == {seat})
        await until(lambda: room.services.store.moves("T"))
        assert room.services.store.moves("T")[0].action == -1

    run(tmp_path, people(leaving=Leaving.DIES, away_ms=600_000), play)


def test_rule_7_5_when_the_time_of_all_is_over_all_have_lost(tmp_path):
    async def play(room):
        watcher = Ear(None)
        await room.post(lambda: room.watch(watcher, None))
        await until(lambda: room.stage is Stage.OVER)
        numbers = [message["seq"] for message in watcher.heard if message["type"] == "update"]
        assert numbers == list(range(1, len(numbers) + 1))
        assert {row["result"] for row in watcher.heard[-1]["outcome"]} == {"loss"}
        tail = Ear(None)
        await room.post(lambda: room.watch(tail, 0))
        assert tail.heard == [m for m in watcher.heard if m["type"] in ("update", "over")]

    run(tmp_path, people(leaving=Leaving.DIES, away_ms=150), play)


def test_rule_7_5_who_comes_back_in_time_has_not_left(tmp_path):
    async def play(room):
        await asyncio.sleep(0.3)  # the time of four players is over, nobody is here
        room._gone = {0, 1, 3, 4}
        for timer in room._away_timers.values():
            timer.cancel()
        late = Ear("p2")
        await room.post(lambda: room.sit(late, None, None))
        await until(lambda: room.stage is Stage.OVER)
        assert 2 not in room.table.left

    run(tmp_path, people(leaving=Leaving.DIES, away_ms=60_000), play)
