"""A session: one WebSocket from its `hello` to its end."""

import asyncio
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

import standoff
from standoff.server.limits import Allowance
from standoff.server.lobby import Lobby, Player, Refusal
from standoff.server.protocol import (
    MAX_BYTES,
    VERSION,
    Act,
    Closing,
    Code,
    Control,
    Error,
    FromClient,
    FromServer,
    Hello,
    Leave,
    Ping,
    Pong,
    Say,
    Sit,
    Want,
    Watch,
    Welcome,
    read_message,
    write_message,
)
from standoff.server.reader import NotStored
from standoff.server.room import Job, Room
from standoff.server.services import now_ms
from standoff.server.wire import Wire

log = logging.getLogger("standoff.server")

HELLO_SECONDS = 10.0
"""How long a new connection may take to say who it is."""
ENTER_SECONDS, PHRASE_SECONDS = 10.0, 3.0
"""The periods of the limits `enters` and `phrases`: about one a second, and some at once."""
MOST_REFUSED = 100
REFUSED_SECONDS = 60.0
"""A connection that has more messages refused in that time is closed."""


class Session:
    """A connection: it reads messages and hands them to the room of its table."""

    def __init__(self, lobby: Lobby, websocket: WebSocket, address: str) -> None:
        self.lobby = lobby
        self.websocket = websocket
        self.address = address
        self.name: str | None = None
        self.is_bot = False
        self.wants: tuple[Want, ...] = ()
        self._player: Player | None = None
        self._room: Room | None = None
        self._wire: Wire = websocket.scope["state"]["wire"]
        self._wire.backlog_bytes = lobby.limits.backlog_kib * 1024
        self._wire.on_cut = lambda: lobby.services.metrics.count("readers_cut")
        self._allowance = Allowance(lobby.limits.messages, 1.0)
        self._enters = Allowance(lobby.limits.enters, ENTER_SECONDS)
        self._phrases = Allowance(lobby.limits.phrases, PHRASE_SECONDS)
        self._patience = Allowance(MOST_REFUSED, REFUSED_SECONDS)
        self._hello_by: float | None = None
        """When a client must have said who it is."""

    # --- writing ---

    def send(self, frames: list[bytes]) -> None:
        """Send messages; never waits."""
        self._wire.write_texts(frames)

    def tell(self, message: FromServer) -> None:
        """Send one message."""
        self.lobby.services.metrics.count("messages_sent")
        self.send([write_message(message)])

    def close(self, text: str) -> None:
        """Tell the client that the server is being shut down."""
        self.tell(Closing(text))

    # --- reading ---

    async def run(self) -> None:
        """Read messages until the connection ends."""
        await self.websocket.accept()
        try:
            while not await self._greet(await self._read_hello()):
                pass
            while True:
                data = await self._read()
                arrived = now_ms()
                await self._handle(read_message(data), arrived)
        except TimeoutError:
            await self.websocket.close(1008, "the first message must be hello")
        except WebSocketDisconnect:
            pass
        except Exception:
            log.exception("a connection failed")
            self.tell(Error(Code.SERVER_FAULT, "the server made an error"))
            await self.websocket.close(1011)
        finally:
            self._go()

    async def _read_hello(self) -> bytes | str:
        """Return the next message, if it comes in time."""
        if self._hello_by is None:
            self._hello_by = asyncio.get_running_loop().time() + HELLO_SECONDS
        async with asyncio.timeout_at(self._hello_by):
            return await self._read()

    async def _read(self) -> bytes | str:
        """Return the next message that is within the limits."""
        while True:
            message: Any = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            self.lobby.services.metrics.count("messages_received")
            is_allowed = self._allowance.take("")
            if is_allowed and self.lobby.messages.take(self.address):
                data: bytes | str | None = message.get("text")
                return message["bytes"] if data is None else data
            if is_allowed:  # others at the same address send too much
                self._refuse(Code.TOO_MANY, "too many messages come from this address")
                continue
            most = self.lobby.limits.messages
            self._refuse(Code.TOO_MANY, f"at most {most} messages a second")
            if not self._patience.take(""):
                await self.websocket.close(1008, "too many messages")
                raise WebSocketDisconnect(1008)

    def _refuse(self, code: Code, text: str, decision: int | None = None) -> None:
        self.lobby.services.metrics.count("messages_refused")
        self.tell(Error(code, text, decision))

    async def _greet(self, data: bytes | str) -> bool:
        """Take the first message; return whether the client is known now."""
        message = read_message(data)
        if isinstance(message, Error):
            self._refuse(message.code, message.text)
            return False
        if isinstance(message, Ping):
            self.tell(Pong())
            return False
        if not isinstance(message, Hello):
            self._refuse(Code.BAD_MESSAGE, "the first message must be hello")
            return False
        if message.protocol != VERSION:
            text = f"this server speaks protocol {VERSION}, not {message.protocol}"
            self._refuse(Code.BAD_PROTOCOL, text)
            return False
        token = None
        try:
            if message.token is not None:
                self._player = self.lobby.find_player(message.token)
            elif message.name is not None:
                made = await self.lobby.add_player(message.name, message.is_bot, self.address)
                self._player, token = made
        except Refusal as refusal:
            self._refuse(refusal.code, refusal.text)
            return False
        self.name = None if self._player is None else self._player.name
        self.is_bot = self._player is not None and self._player.is_bot
        self.wants = message.wants
        self.tell(Welcome(VERSION, standoff.__version__, self.name, token, MAX_BYTES))
        return True

    async def _handle(self, message: FromClient | Error, arrived: int) -> None:
        """Hand a message to the room, and wait until it is dealt with."""
        room = self._room
        if isinstance(message, Error):
            self._refuse(message.code, message.text)
        elif isinstance(message, Ping):
            self.tell(Pong())
        elif isinstance(message, Hello):
            self._refuse(Code.BAD_MESSAGE, "you have said hello already")
        elif self._is_too_often(message):
            self._refuse(Code.TOO_MANY, "this is too often; wait a second")
        elif isinstance(message, Sit | Watch):
            await self._enter(message)
        elif room is None:
            decision = message.decision if isinstance(message, Act) else None
            self._refuse(Code.NOT_SEATED, "you are not at a table", decision)
        elif isinstance(message, Act):
            await self._do(room, lambda: room.act(self, message, arrived), message.decision)
        elif isinstance(message, Leave):
            self._room = None
            await self._do(room, lambda: room.leave(self))
        elif isinstance(message, Say):
            await self._do(room, lambda: room.say(self, message.phrase))
        elif isinstance(message, Control):
            await self._do(room, lambda: room.control(self, message))

    async def _do(self, room: Room, job: Job, decision: int | None = None) -> None:
        """Let the room do a job; read on when it is done, so that no queue grows without bound."""
        if not await room.post(job):
            self._room = None
            self._refuse(Code.NOT_SEATED, "the table was put away; enter it again", decision)

    def _is_too_often(self, message: FromClient) -> bool:
        """Whether a message makes much work, and many like it have come."""
        if isinstance(message, Sit | Watch):
            return not self._enters.take("")
        return isinstance(message, Say) and not self._phrases.take("")

    async def _enter(self, message: Sit | Watch) -> None:
        """Go to a table."""
        if isinstance(message, Sit) and self._player is None:
            self._refuse(Code.NO_TOKEN, "only a player may sit down: say hello with a name")
            return
        try:
            room = await self.lobby.find_room(message.table, self._player)
        except Refusal as refusal:
            self._refuse(refusal.code, refusal.text)
            return
        except NotStored:
            self._refuse(Code.NOT_STORED, "the database does not answer; try again")
            return
        if self._room is not room:
            self._go()
        self._room = room
        if isinstance(message, Sit):
            await self._do(room, lambda: room.sit(self, message.seat, message.seen))
        else:
            await self._do(room, lambda: room.watch(self, message.seen))

    def _go(self) -> None:
        """Let the room know that the connection is not there any more."""
        room, self._room = self._room, None
        if room is not None:
            room.post(lambda: room.drop(self))
