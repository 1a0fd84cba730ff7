"""A room: the task, the queue and the timers of one table.

Everything that happens at a table is a job in the queue of its room, and jobs are done one after
another. What a job changes is stored before anybody hears of it. A job that fails harms no other
room: the table is built again from what is stored.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import msgspec

from standoff.game import Game
from standoff.server.audience import Audience, waiting_status
from standoff.server.ending import list_results, pack_streams
from standoff.server.guest import REFUSED_SEAT, Guest
from standoff.server.plan import Leaving, MoveRow, Seated
from standoff.server.protocol import (
    Act,
    Code,
    Control,
    Error,
    FromServer,
    Kind,
    Over,
    Phrase,
    Said,
    Seats,
    Stage,
)
from standoff.server.question import Answer, Question, draw_chance
from standoff.server.reader import NotStored, TableRow
from standoff.server.services import Services, now_ms
from standoff.server.store import Part, change_part, moves_part, results_part, streams_part
from standoff.server.table import Step, Table
from standoff.verbs import Seat

log = logging.getLogger("standoff.server")

RETRY_SECONDS = 1.0
"""How long a room waits before it tries again to store the move of an agent."""
RETRY = 0, ""
"""Stands for the question that is asked again after that time."""
MOST_FAULTS = 3
"""A table that fails more often is closed."""
SEED_BITS = 128

Job = Callable[[], Awaitable[None]]
T = TypeVar("T")


class Room:
    """A table, the connections to it, and its place in the database."""

    def __init__(
        self, services: Services, row: TableRow, game: Game, moves: Iterable[MoveRow] = ()
    ) -> None:
        self.services = services
        self.row = row
        self.game = game
        self.audience = Audience(services.metrics)
        self.table: Table | None = None
        """None while the table waits for players."""
        self._queue: asyncio.Queue[tuple[Job, asyncio.Future[bool]]] = asyncio.Queue()
        self._done: asyncio.Future[bool] | None = None
        """What the present job's end is told to."""
        self._is_stopped = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: int | None = None
        self._asked: tuple[int, str] | None = None
        """The move and the agent that is thinking about it."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.keeping: asyncio.Task[None] | None = None
        """Stores the streams of a game that has ended; `stop` does not end it."""
        self._away_timers: dict[Seat, asyncio.TimerHandle] = {}
        self._gone: set[Seat] = set()
        """Seats whose time to come back is over, while nobody at all is here (rule 7.5)."""
        self._faults = 0
        if row.stage in (Stage.PLAYING, Stage.OVER):
            self.table = Table.restore(game, row.plan, row.seed, moves, now_ms(), row.id)
        self._task = asyncio.get_running_loop().create_task(self._run())

    @property
    def guests(self) -> dict[Guest, Seat]:
        """Connection -> viewer."""
        return self.audience.viewers

    # --- the task ---

    def post(self, job: Job) -> "asyncio.Future[bool]":
        """Put a job into the queue; the future says whether it was done, or the room was stopped.

        A connection waits for its job before it reads on, so no queue can grow without bound.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._is_stopped:
            done.set_result(False)
        else:
            self._queue.put_nowait((job, done))
        return done

    async def ask(self, job: Callable[[], Awaitable[T]]) -> T:
        """Do a job in the order of the queue; return what it returns, or raise what it raises."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                answer.set_result(await job())
            except NotStored as error:
                answer.set_exception(error)

        if not await self.post(work) or not answer.done():
            raise NotStored("the table was stopped, or it failed")
        return await answer

    async def _run(self) -> None:
        if self.table is not None:
            self._watch_the_absent()
        while True:
            try:
                await self._carry_on()
            except Exception:
                await self._recover()
            self._end_job(True)
            job, self._done = await self._queue.get()
            try:
                await job()
            except Exception:
                await self._recover()

    def _end_job(self, is_done: bool) -> None:
        """Tell whoever waits for the present job how it went."""
        if self._done is not None and not self._done.done():
            self._done.set_result(is_done)

    async def _carry_on(self) -> None:
        """Ask the agent whose turn it is, and set the timer."""
        table = self.table
        if table is None or table.is_over:
            return
        spec = table.asked_agent
        if spec is not None and self._asked not in (RETRY, (table.number, spec)):
            self._asked = table.number, spec
            self._start(self._think(table, spec))
        self._set_timer(table)

    def _set_timer(self, table: Table) -> None:
        due = table.next_tick
        if due == self._timer_at and due is not None:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._timer_at = due
        if due is not None:
            delay = max(0, due - now_ms()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = self._timer_at = None
        self.post(self._tick)

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _recover(self) -> None:
        """Build the table again from what is stored, after an error of ours."""
        log.exception("a job of table %s failed", self.row.id)
        self.services.metrics.count("room_faults")
        self._faults += 1
        self._asked = None
        self.audience.tell(Error(Code.SERVER_FAULT, "the server made an error; go on"))
        if self.table is None:
            return
        try:
            await self._build_again(self.table)
        except Exception:
            self._faults = MOST_FAULTS
        if self._faults >= MOST_FAULTS:
            with suppress(NotStored):  # the next error closes it, or the next start lets it go on
                await self.close("the server made too many errors at this table")

    async def _build_again(self, table: Table) -> None:
        """Build the table from what is stored, and show it to everybody: both may be behind."""
        self.table = table.built_again(await self._stored_moves(), now_ms())
        if self.table.is_over and self.stage is Stage.PLAYING:
            self._change(stage=Stage.OVER, ended_at=time.time())
        for guest, viewer in list(self.guests.items()):
            self._send(guest, self.table.arrive(viewer, None, now_ms(), self._owns(guest)))

    def stop(self) -> None:
        """End the task; what was stored goes on when the server is back."""
        self._is_stopped = True
        self._task.cancel()
        self._end_job(False)
        while not self._queue.empty():
            _, self._done = self._queue.get_nowait()
            self._end_job(False)
        for task in self._tasks:
            task.cancel()
        for timer in (self._timer, *self._away_timers.values()):
            if timer is not None:
                timer.cancel()

    # --- the stages of a table ---

    @property
    def stage(self) -> Stage:
        """Where the table is in its course."""
        return self.row.stage

    def _change(self, **values: Any) -> None:
        self.row = msgspec.structs.replace(self.row, **values)

    async def seat_guest(
        self, seat: Seat | None, name: str, is_bot: bool, *parts: Part
    ) -> Code | None:
        """Give a free seat to a player, in the order of the queue; return why not, if not.

        `parts` are stored together with it, or not at all.
        """
        return await self.ask(lambda: self.take_seat(seat, name, is_bot, *parts))

    async def take_seat(
        self, seat: Seat | None, name: str, is_bot: bool, *parts: Part
    ) -> Code | None:
        """Give a free seat to a player; return why not, if not."""
        if not (is_bot or self.row.plan.has_people):
            return Code.NOT_ALLOWED
        seats = self.row.plan.seats
        free = [number for number, seated in enumerate(seats) if seated.kind is Kind.OPEN]
        if self.stage is not Stage.WAITING or not free or (seat is not None and seat not in free):
            return Code.SEAT_TAKEN
        seated = Seated(Kind.BOT if is_bot else Kind.PERSON, name)
        plan = self.row.plan.sit(free[0] if seat is None else seat, seated)
        values: dict[str, Any] = {"plan": plan}
        if plan.is_full:
            values["stage"] = Stage.PLAYING
        try:
            await self.services.store.write(change_part(self.row.id, **values), *parts)
        except NotStored:
            return Code.NOT_STORED
        self._change(**values)
        if plan.is_full:
            self.begin()
        else:
            self._tell_seats()
        return None

    def begin(self) -> None:
        """Deal, and tell everybody who is here."""
        self.table = Table(self.game, self.row.plan, self.row.seed, now_ms(), self.row.id)
        self.services.metrics.count("games_begun")
        for guest in self.guests:
            self.guests[guest] = self._viewer_of(guest)
        self.table.here.update(self.guests.values())
        for guest, viewer in self.guests.items():
            self._send(guest, self.table.arrive(viewer, None, now_ms(), self._owns(guest)))
        self._watch_the_absent()

    async def close(self, reason: str) -> None:
        """End the table before its game is over; raises `NotStored` if that could not be stored."""
        if self.stage not in (Stage.WAITING, Stage.PLAYING):
            return
        values = {"stage": Stage.CLOSED, "reason": reason, "ended_at": time.time()}
        await self.services.store.write(change_part(self.row.id, **values))
        self._change(**values)
        self.table = None
        self.audience.tell(Over((), reason))

    # --- guests ---

    def _seat_of(self, name: str | None) -> Seat | None:
        for seat, seated in enumerate(self.row.plan.seats):
            if name is not None and seated.name == name and self.row.plan.is_client(seat):
                return seat
        return None

    def _viewer_of(self, guest: Guest) -> Seat:
        """Return the viewer that a guest at the table is now: a watcher stays a watcher."""
        if self.guests.get(guest) == self.game.spectator:
            return self.game.spectator
        seat = self._seat_of(guest.name)
        return self.game.spectator if seat is None else seat

    def _owns(self, guest: Guest) -> bool:
        return guest.name is not None and guest.name == self.row.owner

    def holds(self, name: str) -> bool:
        """Whether a player has a seat."""
        return self._seat_of(name) is not None

    def may_enter(self, name: str | None) -> bool:
        """Whether a player may know that the table exists."""
        return self.row.is_listed or (
            name is not None and (name == self.row.owner or self._seat_of(name) is not None)
        )

    async def sit(self, guest: Guest, seat: Seat | None, seen: int | None) -> None:
        """Let a guest sit down, or come back to the own seat."""
        own = self._seat_of(guest.name)
        if own is None:
            assert guest.name is not None
            code = await self.take_seat(seat, guest.name, guest.is_bot)
            if code is not None:
                self._send(guest, [Error(code, REFUSED_SEAT[code])])
                return
            own = self._seat_of(guest.name)
            assert own is not None
        elif seat is not None and seat != own:
            self._send(guest, [Error(Code.SEAT_TAKEN, f"your seat at this table is {own}")])
            return
        self._move_in(guest, own)
        await self._welcome(guest, own, seen)
        self._tell_seats(without=guest)

    async def watch(self, guest: Guest, seen: int | None) -> None:
        """Let a guest watch; a player who does has left the seat for the time being."""
        was_seated = self.guests.get(guest, self.game.spectator) != self.game.spectator
        self._move_in(guest, self.game.spectator)
        await self._welcome(guest, self.game.spectator, seen)
        if was_seated:
            self._tell_seats()
            self._watch_the_absent()

    def _move_in(self, guest: Guest, viewer: Seat) -> None:
        """Note where a guest sits; an older connection of the same seat is told to go."""
        self._forget(guest)
        if viewer != self.game.spectator:
            for other in self.audience.of(viewer):
                self._send(other, [Error(Code.MOVED, "you play from another connection now")])
                del self.guests[other]
            timer = self._away_timers.pop(viewer, None)
            if timer is not None:
                timer.cancel()
            self._gone.discard(viewer)
            for seat in self._gone:  # somebody is here again, so they have left by themselves
                self.post(partial(self._miss, seat))
            self._gone.clear()
        self.guests[guest] = viewer

    async def _welcome(self, guest: Guest, viewer: Seat, seen: int | None) -> None:
        if self.table is None:
            self._send(guest, [waiting_status(self.row, self.game, self.audience, guest)])
            if self.stage is Stage.CLOSED:
                self._send(guest, [Over((), self.row.reason or "")])
            return
        self._send(guest, self.table.arrive(viewer, seen, now_ms(), self._owns(guest)))

    async def drop(self, guest: Guest) -> None:
        """Note that a connection is gone."""
        viewer = self.guests.get(guest)
        self._forget(guest)
        if viewer is not None and viewer != self.game.spectator:
            self._tell_seats()
            self._watch_the_absent()

    def _forget(self, guest: Guest) -> None:
        viewer = self.guests.pop(guest, None)
        if viewer is not None and viewer not in self.audience.here and self.table is not None:
            self.table.depart(viewer)

    async def leave(self, guest: Guest) -> None:
        """Let a guest leave for good: what happens then is a setting of the table."""
        viewer = self.guests.get(guest)
        self._forget(guest)
        if viewer is None or viewer == self.game.spectator:
            return
        if self.stage is Stage.WAITING:
            plan = self.row.plan.sit(viewer, Seated())
            try:
                await self.services.store.write(change_part(self.row.id, plan=plan))
            except NotStored:
                self._send(guest, [Error(Code.NOT_STORED, "the server could not store it")])
                return
            self._change(plan=plan)
            self._tell_seats()
            return
        await self._take_away(viewer, guest)

    def _watch_the_absent(self) -> None:
        """Start a timer for each player who is not here."""
        table = self.table
        if table is None or table.is_over:
            return
        here = self.audience.here
        for seat in range(self.game.players):
            is_known = seat in self._away_timers or seat in table.away | table.left | self._gone
            if self.row.plan.is_client(seat) and seat not in here and not is_known:
                self._wait_for(seat, self.row.plan.away_ms / 1000)

    def _wait_for(self, seat: Seat, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._away_timers[seat] = loop.call_later(seconds, self.post, partial(self._miss, seat))

    async def _miss(self, seat: Seat) -> None:
        """Give up waiting for a player to come back.

        While nobody at all is here, those whose time is over wait for the others: if all have left,
        all lose (rule 7.5).
        """
        self._away_timers.pop(seat, None)
        if seat in self.audience.here or self.table is None:
            return
        clients = {seat for seat in range(self.game.players) if self.row.plan.is_client(seat)}
        may_all_lose = self.row.plan.leaving is Leaving.DIES and len(clients) == self.game.players
        if not may_all_lose or clients & self.audience.here:
            await self._take_away(seat)
            return
        self._gone.add(seat)
        have_all_left = clients == self._gone | self.table.left
        if have_all_left and not await self._do(self.table.desert(now_ms())):
            self._gone.discard(seat)
            self._wait_for(seat, RETRY_SECONDS)

    async def _take_away(self, seat: Seat, guest: Guest | None = None) -> None:
        """Replace a player who has left or stays away, or let him die; try again until stored."""
        table = self.table
        if table is None or table.is_over or seat in table.away | table.left:
            return
        if not await self._do(table.set_away(seat, now_ms()), guest):
            self._wait_for(seat, RETRY_SECONDS)

    # --- moves ---

    async def act(self, guest: Guest, act: Act, arrived: int) -> None:
        """Take the answer of a guest, which arrived at a time."""
        viewer = self.guests.get(guest)
        if viewer is None:
            self._send(guest, [Error(Code.NOT_SEATED, "you are not at a table", act.decision)])
        elif self.table is None:
            is_waiting = self.stage is Stage.WAITING
            code = Code.NOT_STARTED if is_waiting else Code.GAME_OVER
            text = "the table waits for players" if is_waiting else "the table is closed"
            self._send(guest, [Error(code, text, act.decision)])
        else:
            await self._do(self.table.act(viewer, act, arrived), guest, act.decision)

    async def _tick(self) -> None:
        if self.table is not None:
            await self._do(self.table.tick(now_ms()))

    async def _think(self, table: Table, spec: str) -> None:
        """Ask an agent, and post its answer."""
        seat, number = table.to_move, table.number
        chance = draw_chance(self.row.seed, number, seat)
        seen, news = table.observed(seat), table.news(seat)
        is_urgent = self.row.plan.has_clients
        question = Question(self.game, spec, seat, seen, chance, news, is_urgent)
        try:
            answer = await self.services.thinkers.think(question)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("an agent of table %s failed", self.row.id)
            answer = question.rng.choice(question.position.actions), "raised: see the log"
        self.post(lambda: self._answer((number, spec), answer))

    async def _answer(self, asked: tuple[int, str], answer: Answer) -> None:
        if self._asked == asked:  # else it was asked before the table changed under it
            self._asked = None
        if self.table is not None:
            number = asked[0]
            await self._do(self.table.answer(number, answer[0], now_ms(), answer[1]))

    async def control(self, guest: Guest, wish: Control) -> None:
        """Let the owner of a table of agents steer it."""
        table = self.table
        if not self._owns(guest) or self.row.plan.has_clients or table is None:
            text = "only the owner of a table of agents may steer it"
            self._send(guest, [Error(Code.NOT_ALLOWED, text)])
            return
        pace_ms = table.pace_ms if wish.pace_ms is None else wish.pace_ms
        is_paused = table.is_paused if wish.is_paused is None else wish.is_paused
        plan = msgspec.structs.replace(self.row.plan, pace_ms=pace_ms, is_paused=is_paused)
        try:
            await self.services.store.write(change_part(self.row.id, plan=plan))
        except NotStored:
            self._send(guest, [Error(Code.NOT_STORED, "the server could not store it")])
            return
        self._change(plan=plan)
        await self._do(table.control(wish))

    async def say(self, guest: Guest, phrase: Phrase) -> None:
        """Tell everybody what a guest says."""
        viewer = self.guests.get(guest)
        if viewer is None or guest.name is None:
            self._send(guest, [Error(Code.NOT_SEATED, "only players at the table may speak")])
            return
        seat = None if viewer == self.game.spectator else viewer
        self.audience.tell(Said(guest.name, seat, phrase))

    # --- storing and sending ---

    async def _do(
        self, step: Step, actor: Guest | None = None, decision: int | None = None
    ) -> bool:
        """Store what a step has changed, then send its messages; return whether it was stored."""
        if step.rows:
            try:
                await self._store_moves(step.rows)
            except NotStored as error:
                self._take_back(step, error, actor, decision)
                return False
            assert self.table is not None
            self.table.start_clock(now_ms())  # the time of the next player begins now
            self.services.metrics.count("moves", len(step.rows))
        self.audience.deliver(step.messages, self.table)
        if step.rows and self.table is not None and self.table.is_over:
            work = self.keep_streams(self.table)
            self.keeping = asyncio.get_running_loop().create_task(work)
        return True

    async def _store_moves(self, rows: list[MoveRow]) -> None:
        parts = [moves_part(self.row.id, rows)]
        table = self.table
        assert table is not None
        values: dict[str, Any] = {}
        if table.is_over:
            values = {"stage": Stage.OVER, "ended_at": time.time()}
            parts += [change_part(self.row.id, **values), results_part(list_results(table))]
        try:
            await self.services.store.write(*parts)
        except NotStored:
            if not await self._has_stored(rows):
                raise
        if values:
            self._change(**values)
            self.services.metrics.count("games_ended")

    def _take_back(
        self, step: Step, error: NotStored, actor: Guest | None, decision: int | None
    ) -> None:
        """Undo moves that could not be stored."""
        log.warning("table %s: a move could not be stored: %s", self.row.id, error)
        self.services.metrics.count("not_stored")
        assert self.table is not None
        self.table = self.table.without_last(len(step.rows), now_ms())
        self._asked = RETRY  # an agent is asked again, but not at once
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self.post, self._ask_again)
        if actor is not None:
            text = "the server could not store the move, so it was not made; try again"
            self._send(actor, [Error(Code.NOT_STORED, text, decision)])

    async def _has_stored(self, rows: list[MoveRow]) -> bool:
        """Whether moves are stored although their commit failed: its answer was lost."""
        try:
            return (await self._stored_moves())[-len(rows) :] == rows
        except NotStored:
            return False

    async def _stored_moves(self) -> list[MoveRow]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, self.services.store.moves, self.row.id)

    async def _ask_again(self) -> None:
        if self._asked == RETRY:
            self._asked = None

    async def keep_streams(self, table: Table) -> None:
        """Store what each viewer was told, so that it can be shown under later rules too."""
        loop = asyncio.get_running_loop()
        streams = await loop.run_in_executor(None, pack_streams, table)
        try:
            await self.services.store.write(streams_part(self.row.id, streams))
        except NotStored as error:
            log.warning("the streams of table %s could not be stored: %s", self.row.id, error)

    def _send(self, guest: Guest, messages: Iterable[FromServer]) -> None:
        self.audience.send(guest, messages, self.table)

    def _tell_seats(self, without: Guest | None = None) -> None:
        """Tell everybody who has which seat, and who is here."""
        away = () if self.table is None else self.table.away
        self.audience.tell(Seats(self.row.plan.statuses(self.audience.here, away)), without)


def secret_seed() -> int:
    """Return a seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


__all__ = ["Leaving", "Room", "Services", "now_ms", "secret_seed"]
