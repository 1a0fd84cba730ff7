"""A line to a server: a WebSocket that is made again whenever it breaks."""

import random
import time
from collections.abc import Callable
from contextlib import ExitStack

import msgspec
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI, WebSocketException
from websockets.sync.client import ClientConnection, connect

from standoff.client.address import Address
from standoff.client.problem import Dropped, Refused, Unreachable
from standoff.client.web import Problem, no_answer, stranger
from standoff.server.protocol import (
    VERSION,
    Code,
    Error,
    FromClient,
    FromServer,
    Hello,
    Want,
    Welcome,
    read_answer,
)

OPEN_SECONDS = 10.0
CLOSE_SECONDS = 1.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two attempts to come back; the pause doubles."""
MOST_BYTES = 1 << 26
"""The longest message that a server may send."""
PASSING = (Code.CLOSING, Code.TOO_MANY, Code.NOT_STORED, Code.SERVER_FAULT)
"""Refusals after which a later attempt may succeed."""

Say = Callable[[str], None]


class Line:
    """The connection of one client. What it sends and receives are messages of the protocol."""

    def __init__(
        self,
        address: Address,
        token: str | None,
        *,
        is_bot: bool = False,
        patience: float = 300.0,
        say: Say = lambda _: None,
    ) -> None:
        self.address = address
        self.patience = patience
        self.name: str | None = None
        """The name of the player; None for somebody who only watches."""
        self._say = say
        self._hello = Hello(VERSION, token=token, is_bot=is_bot, wants=(Want.OBSERVATION,))
        self._socket: ClientConnection | None = None
        self._stack = ExitStack()

    def open(self) -> None:
        """Make the connection and say hello; raises `Unreachable` or `Refused`."""
        self.close()
        url = self.address.socket
        try:
            self._socket = self._stack.enter_context(
                connect(
                    url,
                    open_timeout=OPEN_SECONDS,
                    close_timeout=CLOSE_SECONDS,
                    max_size=MOST_BYTES,
                    compression=None,
                )
            )
        except InvalidStatus as error:
            raise self._read_status(error) from None
        except (InvalidURI, InvalidHandshake):
            raise stranger(self.address) from None
        except (OSError, WebSocketException, EOFError) as error:
            raise no_answer(self.address, error) from None
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        try:
            self.send(self._hello)
            answer = self.receive(OPEN_SECONDS)
        except (Dropped, TimeoutError) as error:
            raise no_answer(self.address, error) from None
        if isinstance(answer, Error):
            raise Refused(answer.code, answer.text)
        if not isinstance(answer, Welcome):
            raise stranger(self.address)
        self.name = answer.name

    def _read_status(self, error: InvalidStatus) -> Refused | Unreachable:
        try:
            problem = msgspec.json.decode(error.response.body or b"", type=Problem)
        except (msgspec.DecodeError, UnicodeError):
            return stranger(self.address)
        return Refused(problem.code, problem.text)

    def reopen(self) -> None:
        """Make the connection again; raises the last error if that fails for too long."""
        self.close()
        self._say("The connection is lost; trying to come back.")
        give_up, pause = time.monotonic() + self.patience, FIRST_PAUSE
        while True:
            time.sleep(pause * random.uniform(0.5, 1))
            pause = min(2 * pause, LONGEST_PAUSE)
            try:
                self.open()
            except (Refused, Unreachable) as error:
                is_final = isinstance(error, Refused) and error.code not in PASSING
                if is_final or time.monotonic() > give_up:
                    raise
            else:
                self._say("The connection is back.")
                return

    def send(self, message: FromClient) -> None:
        """Send a message; raises `Dropped`."""
        if self._socket is None:
            raise Dropped
        try:
            self._socket.send(msgspec.json.encode(message).decode())
        except (WebSocketException, OSError):
            raise Dropped from None

    def receive(self, seconds: float | None = None) -> FromServer:
        """Return the next message; raises `Dropped`, or `TimeoutError` after some seconds.

        Messages that this version does not know are passed over.
        """
        while True:
            if self._socket is None:
                raise Dropped
            try:
                return read_answer(self._socket.recv(seconds))
            except TimeoutError:
                raise
            except (WebSocketException, EOFError, OSError):
                raise Dropped from None
            except ValueError:
                continue

    def close(self) -> None:
        """End the connection."""
        self._socket = None
        self._stack.close()
