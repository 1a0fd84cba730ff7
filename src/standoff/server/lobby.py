"""The lobby: who the players are, and opening, finding, joining and ending tables."""

import asyncio
import hashlib
import logging
import re
import secrets
import time
import unicodedata
from collections.abc import Mapping
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta
from sqlalchemy import insert, update

from standoff.errors import StandoffError
from standoff.game import Game, load
from standoff.option import Value
from standoff.server.allowed import Allowed, allow
from standoff.server.guest import REFUSED_SEAT
from standoff.server.limits import Allowance, Limits
from standoff.server.plan import Leaving, MoveRow, Plan, Seated, Setting
from standoff.server.protocol import (
    MAX_NAME,
    Code,
    Count,
    Id,
    Kind,
    Milliseconds,
    SeatStatus,
    Stage,
)
from standoff.server.reader import NotStored, TableRow
from standoff.server.room import Room, secret_seed
from standoff.server.schema import INVITES, PLAYERS
from standoff.server.services import Services
from standoff.server.store import table_part

log = logging.getLogger("standoff.server")

TOKEN_BYTES = 24
ID_BYTES = 9
ID = re.compile("[A-Za-z0-9_-]{1,64}")
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Characters that count as printable and show nothing (Unicode, DerivedCoreProperties.txt)."""
KEEP_SECONDS = 600.0
"""How long a finished table without guests stays in memory."""
WAITING_SECONDS = 6 * 3600.0
"""How long a table may wait for players."""
SWEEP_SECONDS = 30.0
PULSE_SECONDS = 0.02
STALL_MS = 50
"""When the server did not listen for longer, clocks are given the time back."""
DEFAULT_PACE_MS = 800
"""How long the agents of a table with people take for a move, if nobody says otherwise."""
MIN_PACE_MS = 200
NO_NEW_TABLES = "the server is being shut down: no new tables"
NAME_TAKEN = "this name belongs to somebody else"
NO_INVITATION = "there is no such invitation"
NOT_STORED = "the server could not store it; try again"


class Refusal(Exception):
    """A request that is refused, with a code and a reason."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class Player(msgspec.Struct, frozen=True):
    """Somebody with a token."""

    name: str
    is_bot: bool


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: an agent of the server, or open for a player."""

    agent: Id | None = None
    """The spec of an agent, such as `aware`; null leaves the seat open."""


class TableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Id
    options: dict[Id, int | float | Annotated[str, Meta(max_length=100)]] = {}
    """Options of the game."""
    seats: tuple[SeatRequest, ...] = ()
    """All seats in their order; empty leaves the first open and gives the others to agents."""
    budget_ms: Milliseconds | None = None
    """The time for every decision of a player; null for no clock."""
    bank_ms: Milliseconds = 0
    """The time of each player for decisions that take longer than their budget."""
    pace_ms: Milliseconds | None = None
    """How long every move of an agent takes [800 where people may play, else 0]."""
    away_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = 30_000
    """How long a player may be away before the stand-in plays."""
    leaving: Leaving = Leaving.STAND_IN
    """What happens to a player who leaves or stays away."""
    stand_in: Id | None = None
    """The agent that plays for a player who is late or away [the middle level of the game]."""
    is_listed: bool = True
    """Whether everybody sees the table; others are entered by invitation."""
    has_people: bool = True
    """Whether people may take seats; if only programs do, agents may answer at once."""


class TableSummary(msgspec.Struct, frozen=True):
    """A table in the list."""

    id: str
    game: str
    options: dict[str, Value]
    """The options that are not the defaults."""
    stage: Stage
    owner: str
    seats: tuple[SeatStatus, ...]
    budget_ms: int | None
    opened_at: float
    """Seconds since 1970."""


class Lobby:
    """All players and tables of a server."""

    def __init__(
        self,
        services: Services,
        games: Mapping[str, str],
        agents: Mapping[str, str],
        limits: Limits,
    ) -> None:
        self.services = services
        self.games = dict(games)
        """Name -> what `standoff.load` finds the game by."""
        self.agents = dict(agents)
        """The owner's own agents: name -> spec."""
        self.limits = limits
        self.rooms: dict[str, Room] = {}
        self.is_closing = False
        self._players: dict[str, Player] = {}
        """Hash of a token -> player."""
        self._names: set[str] = set()
        """All names, folded."""
        self._new_players = Allowance(limits.players, 3600)
        self._tasks: list[asyncio.Task[None]] = []
        self._accepting: set[str] = set()
        """Hashes of the invitations that are being used now."""
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._new_tables = Allowance(limits.new_tables, 3600)
        self.messages = Allowance(limits.messages_of_address, 1.0)
        """What all connections of an address may send."""
        self._opening: list[tuple[str, str]] = []
        """Owner and address of tables that are being stored for the first time."""
        self._addresses: dict[str, str] = {}
        """Table -> the address that it was opened from; not known after a restart."""

    # --- start and end ---

    async def start(self) -> None:
        """Read players and open tables from the database, and let all games go on."""
        for player in self.services.store.players():
            self._players[player["token_hash"]] = Player(player["name"], player["is_bot"])
            self._names.add(player["folded"])
        for row, moves in self.services.store.open_tables():
            await self._restore(row, moves)
        loop = asyncio.get_running_loop()
        works = (self._keep_time(), self._sweep(), self._keep_missing_streams())
        self._tasks = [loop.create_task(work) for work in works]

    async def _restore(self, row: TableRow, moves: list[MoveRow]) -> None:
        """Let a table go on, or close it with the reason why it cannot."""
        address = self.games.get(row.setting.game)
        if address is None:
            log.warning("table %s waits: %s is not served", row.id, row.setting.game)
            return
        try:
            game = load(address, **row.setting.options)
        except StandoffError as error:
            log.warning("table %s waits: %s", row.id, error)
            return
        reason = None
        if game.version != row.rules:
            reason = f"the rules of {game.name} have changed: {row.rules} -> {game.version}"
            room = Room(self.services, msgspec.structs.replace(row, stage=Stage.WAITING), game)
        else:
            try:
                room = Room(self.services, row, game, moves)
            except StandoffError as error:
                reason = f"the game cannot go on: {error}"
                room = Room(self.services, msgspec.structs.replace(row, stage=Stage.WAITING), game)
        if reason is not None:
            log.warning("table %s is closed: %s", row.id, reason)
            await room.close(reason)
            room.stop()
            return
        self.rooms[row.id] = room

    async def stop(self) -> None:
        """End all tasks; open tables go on when the server is back."""
        for task in self._tasks:
            task.cancel()
        for room in self.rooms.values():
            room.stop()
        await asyncio.gather(*[room.keeping for room in self.rooms.values() if room.keeping])

    async def _keep_time(self) -> None:
        """Give all clocks the time back in which the server did not listen."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(PULSE_SECONDS)
            stalled = int((loop.time() - before - PULSE_SECONDS) * 1000)
            if stalled > STALL_MS:
                self.services.metrics.count("stalled_ms", stalled)
                for room in self.rooms.values():
                    if room.table is not None:
                        room.table.give_back(stalled)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep(time.time())

    def sweep(self, now: float) -> None:
        """Forget finished tables that nobody looks at; close those that wait for too long."""
        for room in list(self.rooms.values()):
            ended_at = room.row.ended_at
            if ended_at and ended_at < now - KEEP_SECONDS and not room.guests:
                room.stop()
                del self.rooms[room.row.id]
                self._addresses.pop(room.row.id, None)
            elif room.stage is Stage.WAITING and room.row.opened_at < now - WAITING_SECONDS:
                room.post(partial(close_waiting, room))

    # --- players ---

    def find_player(self, token: str | None) -> Player:
        """Return the player with a token."""
        player = None if token is None else self._players.get(hash_secret(token))
        if player is None:
            raise Refusal(Code.NO_TOKEN, "this needs the token of a player")
        return player

    async def add_player(self, name: str, is_bot: bool, address: str) -> tuple[Player, str]:
        """Make a new player; return the player and the token, which nobody is told again."""
        check_name(name)
        if self.is_closing:
            raise Refusal(Code.CLOSING, "the server is being shut down")
        folded = fold(name)
        if folded in self._names:
            raise Refusal(Code.NAME_TAKEN, NAME_TAKEN)
        if not self._new_players.take(address):
            raise Refusal(Code.TOO_MANY, "too many new players come from this address")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        values = {
            "name": name,
            "folded": folded,
            "token_hash": hash_secret(token),
            "is_bot": is_bot,
            "made_at": time.time(),
        }
        self._names.add(folded)
        try:
            await self.services.store.write((insert(PLAYERS), [values]))
        except NotStored:
            owner = await self._owner_of(folded)
            if owner is None:
                self._names.discard(folded)
                raise Refusal(Code.NOT_STORED, NOT_STORED) from None
            if owner != values["token_hash"]:
                raise Refusal(Code.NAME_TAKEN, NAME_TAKEN) from None
        player = self._players[hash_secret(token)] = Player(name, is_bot)
        return player, token

    async def _owner_of(self, folded: str) -> str | None:
        """Return the token hash that is stored for a name: a commit may fail after it was made.

        None if nobody has the name, or if the database does not answer: it keeps names unique.
        """
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(None, self.services.store.token_of, folded)
        except NotStored:
            return None

    # --- tables ---

    async def open_table(self, player: Player, request: TableRequest, address: str = "") -> Room:
        """Open a table; games of agents alone begin at once."""
        if self.is_closing:
            raise Refusal(Code.CLOSING, NO_NEW_TABLES)
        self._check_numbers(player, address)
        game = self._find_game(request)
        try:
            plan = self._make_plan(game, request)
        except StandoffError as error:
            raise Refusal(Code.BAD_REQUEST, str(error)) from None
        if not self._new_tables.take(address):
            raise Refusal(Code.TOO_MANY, "too many new tables come from this address")
        specs = [plan.stand_in, *(seated.agent for seated in plan.seats if seated.agent)]
        setting = Setting(game.name, {name: game.settings[name] for name in sorted(game.given)})
        compiled = Setting(game.address, setting.options)
        await self.services.thinkers.prepare(game, compiled, specs)
        self.services.thinkers.check_pace(game, plan)
        if self.is_closing:
            raise Refusal(Code.CLOSING, NO_NEW_TABLES)
        self._check_numbers(player, address)
        row = TableRow(
            id=secrets.token_urlsafe(ID_BYTES),
            owner=player.name,
            setting=setting,
            rules=game.version,
            plan=plan,
            seed=secret_seed(),
            stage=Stage.PLAYING if plan.is_full else Stage.WAITING,
            is_listed=request.is_listed,
            opened_at=time.time(),
        )
        self._opening.append((player.name, address))
        try:
            await self.services.store.write(table_part(row))
        except NotStored:
            raise Refusal(Code.NOT_STORED, NOT_STORED) from None
        finally:
            self._opening.remove((player.name, address))
        room = self.rooms[row.id] = Room(self.services, row, game)
        self._addresses[row.id] = address
        return room

    def _check_numbers(self, player: Player, address: str) -> None:
        rooms = [room for room in self.rooms.values() if room.row.ended_at is None]
        opened = [(room.row.owner, self._addresses.get(room.row.id)) for room in rooms]
        opened += self._opening
        near = sum(where == address for _, where in opened)
        if near >= self.limits.tables_of_address:
            raise Refusal(Code.TOO_MANY, f"{near} tables of your address are open: the limit")
        mine = sum(owner == player.name for owner, _ in opened)
        if mine >= self.limits.tables:
            raise Refusal(Code.TOO_MANY, f"you have {mine} tables open; that is the limit")
        if len(opened) >= self.limits.all_tables:
            raise Refusal(Code.TOO_MANY, "the server has no room for another table")

    def _find_game(self, request: TableRequest) -> Game:
        address = self.games.get(request.game)
        if address is None:
            known = ", ".join(sorted(self.games))
            raise Refusal(Code.BAD_REQUEST, f"there is no such game here; known: {known}")
        try:
            return load(address, **request.options)
        except StandoffError as error:
            text = str(error).replace(address, request.game)
            raise Refusal(Code.BAD_REQUEST, text) from None

    def _make_plan(self, game: Game, request: TableRequest) -> Plan:
        """Return the settings of a table; raises `StandoffError` if they are not allowed."""
        level = game.agents.opponent
        wanted = request.seats or (
            SeatRequest(),
            *(SeatRequest(level) for _ in range(game.players - 1)),
        )
        if len(wanted) != game.players:
            count = game.players
            raise Refusal(Code.BAD_REQUEST, f"{game.name} has {count} seats, not {len(wanted)}")
        if request.leaving is Leaving.DIES and not game.can_leave:
            text = f"the rules of {game.name} do not say what happens when a player leaves"
            raise Refusal(Code.BAD_REQUEST, text)
        has_clients = any(seat.agent is None for seat in wanted)
        has_people = has_clients and request.has_people
        budget = 0.0
        seats = []
        for seat in wanted:
            if seat.agent is None:
                seats.append(Seated())
                continue
            allowed = self._allow(game, seat.agent, has_clients)
            seats.append(Seated(Kind.AGENT, seat.agent.partition(":")[0], allowed.spec))
            budget = max(budget, allowed.budget_ms)
        stand_in = self._allow(game, request.stand_in or level, has_clients)
        return Plan(
            seats=tuple(seats),
            budget_ms=request.budget_ms,
            bank_ms=request.bank_ms,
            pace_ms=choose_pace(request.pace_ms, max(budget, stand_in.budget_ms), has_people),
            away_ms=request.away_ms,
            leaving=request.leaving,
            stand_in=stand_in.spec,
            has_people=request.has_people,
        )

    def _allow(self, game: Game, text: str, has_clients: bool) -> Allowed:
        """Return an agent that was asked for; what is wrong with one of the owner is secret."""
        try:
            return allow(game, text, self.agents, has_clients)
        except StandoffError as error:
            if text not in self.agents:
                raise
            log.warning("the agent %s cannot play %s: %s", text, game.name, error)
            raise Refusal(Code.BAD_REQUEST, f"{text} cannot play {game.name}") from None

    async def find_room(self, table_id: str, player: Player | None) -> Room:
        """Return a table that a player may know of; a finished one is read from the database."""
        room = self.rooms.get(table_id)
        if room is None and is_id(table_id):
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            room = await asyncio.shield(loading)  # others may wait for the same table
        if room is None or not room.may_enter(None if player is None else player.name):
            raise Refusal(Code.NOT_FOUND, "there is no such table")
        return room

    async def _load(self, table_id: str) -> Room | None:
        """Return a finished table of the database, if the rules are still the same."""
        loop = asyncio.get_running_loop()
        row = await loop.run_in_executor(None, self.services.store.table, table_id)
        if row is None or row.stage is not Stage.OVER or row.setting.game not in self.games:
            return None
        game = load(self.games[row.setting.game], **row.setting.options)
        if game.version != row.rules:
            return None
        moves = await loop.run_in_executor(None, self.services.store.moves, table_id)
        if table_id not in self.rooms:
            self.rooms[table_id] = Room(self.services, row, game, moves)
        return self.rooms[table_id]

    async def _keep_missing_streams(self) -> None:
        """Store the streams of games that ended just before the server did."""
        loop = asyncio.get_running_loop()
        try:
            missing = await loop.run_in_executor(None, self.services.store.without_streams)
        except NotStored as error:
            log.warning("the tables without streams cannot be read: %s", error)
            return
        for table_id in missing:
            try:
                room = await self._load(table_id)
            except (StandoffError, NotStored):
                log.exception("the streams of table %s cannot be told", table_id)
                continue
            if room is not None and room.table is not None:
                await room.keep_streams(room.table)

    def list_tables(self) -> list[TableSummary]:
        """Return the tables that everybody sees, the latest first."""
        rooms = [room for room in self.rooms.values() if room.row.is_listed]
        shown = [room for room in rooms if room.stage in (Stage.WAITING, Stage.PLAYING)]
        shown.sort(key=lambda room: room.row.opened_at, reverse=True)
        return [summarize(room) for room in shown]

    # --- invitations ---

    async def invite(self, player: Player, table_id: str, seat: int | None) -> str:
        """Return a code with which one player may sit down at a table of the owner."""
        room = await self.find_room(table_id, player)
        if room.row.owner != player.name:
            raise Refusal(Code.NOT_ALLOWED, "only the owner of a table may invite")
        if seat is not None and seat >= room.game.players:
            text = f"{room.game.name} has {room.game.players} seats, from 0; there is no {seat}"
            raise Refusal(Code.BAD_REQUEST, text)
        code = secrets.token_urlsafe(TOKEN_BYTES)
        values = {
            "code_hash": hash_secret(code),
            "table_id": table_id,
            "seat": seat,
            "is_used": False,
        }
        try:
            await self.services.store.write((insert(INVITES), [values]))
        except NotStored:
            raise Refusal(Code.NOT_STORED, NOT_STORED) from None
        return code

    async def accept(self, player: Player, code: str) -> Room:
        """Use an invitation: the player has a seat then."""
        hashed = hash_secret(code)
        if hashed in self._accepting:
            raise Refusal(Code.NOT_FOUND, NO_INVITATION)
        self._accepting.add(hashed)
        try:
            return await self._accept(player, hashed)
        except NotStored:
            raise Refusal(Code.NOT_STORED, NOT_STORED) from None
        finally:
            self._accepting.discard(hashed)

    async def _accept(self, player: Player, hashed: str) -> Room:
        loop, store = asyncio.get_running_loop(), self.services.store
        found = await loop.run_in_executor(None, store.invite, hashed)
        room = self.rooms.get(found["table_id"]) if found else None
        if found is None or room is None:
            raise Refusal(Code.NOT_FOUND, NO_INVITATION)
        used = update(INVITES).where(INVITES.c.code_hash == hashed).values(is_used=True), ()
        if room.holds(player.name):
            await store.write(used)
            return room
        refused = await room.seat_guest(found["seat"], player.name, player.is_bot, used)
        if refused is not None:
            raise Refusal(refused, REFUSED_SEAT[refused])
        return room


class GameSummary(msgspec.Struct, frozen=True):
    """A game that the server offers."""

    name: str
    text: str
    players: int
    levels: dict[str, str]
    """Opponents for people, the weakest first: level -> spec."""
    agents: list[str]
    options: list["OptionSummary"]


class OptionSummary(msgspec.Struct, frozen=True):
    """An option of a game."""

    name: str
    default: Value
    text: str
    allowed: str
    choices: tuple[str, ...]
    low: float | None
    high: float | None


def choose_pace(wanted: int | None, budget_ms: float, has_people: bool) -> int:
    """Return the pace of a table: with people at least the whole budget of every agent."""
    if not has_people:
        return wanted or 0
    least = max(MIN_PACE_MS, int(budget_ms * 1.2))
    if wanted is not None and wanted < least:
        text = f"pace_ms must be at least {least} at this table, so that it tells nothing"
        raise Refusal(Code.BAD_REQUEST, text)
    return max(least, wanted or DEFAULT_PACE_MS)


async def close_waiting(room: Room) -> None:
    """Close a table, unless its game has begun in the meantime."""
    if room.stage is Stage.WAITING:
        await room.close(f"the table waited for players for {WAITING_SECONDS / 3600:g} hours")


def summarize(room: Room) -> TableSummary:
    """Return a table as the list shows it."""
    row = room.row
    away = () if room.table is None else room.table.away
    return TableSummary(
        id=row.id,
        game=row.setting.game,
        options=room.game.changed_settings,
        stage=row.stage,
        owner=row.owner,
        seats=row.plan.statuses(set(room.guests.values()), away),
        budget_ms=row.plan.budget_ms,
        opened_at=row.opened_at,
    )


def is_id(text: str) -> bool:
    """Whether a text may be the id of a table; no other is looked for in the database."""
    return ID.fullmatch(text) is not None


def hash_secret(secret: str) -> str:
    """Return what is kept of a token or a code."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()


def fold(name: str) -> str:
    """Return the form under which names are compared: NFKC and casefold (Unicode).

    Capitals and other forms of the same letters are equal. Letters of different alphabets that
    look alike stay different.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def check_name(name: str) -> None:
    """Refuse a name that could deceive a reader."""
    is_seen = name.isprintable() and UNSEEN.search(name) is None
    is_plain = is_seen and name == " ".join(name.split())
    if not (1 <= len(name) <= MAX_NAME and is_plain):
        text = f"a name has 1 to {MAX_NAME} printable characters, without blanks at its ends"
        raise Refusal(Code.BAD_REQUEST, text)


__all__ = ["Count", "Lobby", "Player", "Refusal", "TableRequest", "TableSummary"]
