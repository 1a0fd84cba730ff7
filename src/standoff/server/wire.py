"""The ends of connections that belong to the server: HTTP, and a WebSocket that it writes to.

Frames are written together, without waiting for the reader. What a reader has not taken yet waits
in the buffer of its transport; a reader that takes nothing for too long, or leaves too much, is
cut. A slow one that goes on reading is not.
"""

import asyncio
import socket
import sys
from asyncio import BaseTransport
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

STALL_SECONDS = 5.0
"""How long a reader may take nothing while more is waiting."""
KERNEL_BYTES = 1 << 17
"""What the kernel may hold for a reader; without a bound it takes some megabytes."""
TEXT = 0x81
"""The first byte of a frame that holds a whole text."""
SHORT, MEDIUM = 126, 1 << 16
NO_TEXT = 1007
"""Why a connection ends whose text is not UTF-8 (RFC 6455, section 7.4.1)."""


class Door(H11Protocol):
    """Uvicorn's HTTP, for clients that say what they want within some seconds."""

    patience_seconds = 10.0
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._be_patient()

    def data_received(self, data: bytes) -> None:
        """Wait until the request is complete, and no longer."""
        self._be_patient()
        super().data_received(data)
        if self.cycle is not None and not self.cycle.more_body:
            self._forget_patience()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave the connection to its wire."""
        self._forget_patience()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """End with the connection."""
        self._forget_patience()
        super().connection_lost(exc)

    def _be_patient(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(self.patience_seconds, self.transport.abort)

    def _forget_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class Wire(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with a writer that never waits; `state["wire"]` of a connection."""

    backlog_bytes = 1 << 22
    """What may wait for a reader."""
    on_cut: Callable[[], None] | None = None
    _written = 0
    """How many bytes of texts were written."""
    _stall: asyncio.TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Let the kernel hold little of what a reader does not take: the rest is counted here."""
        super().connection_made(transport)
        found = transport.get_extra_info("socket")
        if found is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)

    def handle_connect(self, event: Any) -> None:
        """Let the application find this wire."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["wire"] = self

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; end the connection, without a word in the log, if it is no text."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(NO_TEXT)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send a message of the application; a refusal ends the handshake too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # else uvicorn logs every refusal as an error

    def write_texts(self, texts: list[bytes]) -> None:
        """Send texts, each as a frame of its own."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        data = b"".join([part for text in texts for part in (frame(text), text)])
        self._written += len(data)
        self.transport.write(data)
        if self.transport.get_write_buffer_size() > self.backlog_bytes:
            self.cut()

    def pause_writing(self) -> None:
        """Begin to count: more waits than the reader takes."""
        super().pause_writing()
        self._watch_progress()

    def _watch_progress(self) -> None:
        """Look after some seconds whether the reader has taken anything."""
        self._stall = self.loop.call_later(STALL_SECONDS, self._check_progress, self._taken)

    def _check_progress(self, before: int) -> None:
        if self._taken > before:
            self._watch_progress()
        else:
            self.cut()

    @property
    def _taken(self) -> int:
        """How many bytes of texts the reader has taken; frames without a text are not counted."""
        found = self.transport.get_extra_info("socket")
        held = 0 if found is None else held_by_kernel(found.fileno())
        return self._written - self.transport.get_write_buffer_size() - held

    def resume_writing(self) -> None:
        """Forget that the reader was slow."""
        super().resume_writing()
        self._forget_stall()

    def connection_lost(self, exc: Exception | None) -> None:
        """End with the connection."""
        self._forget_stall()
        super().connection_lost(exc)

    def cut(self) -> None:
        """End the connection at once; what was not read is thrown away."""
        self._forget_stall()
        if self.on_cut is not None:
            self.on_cut()
        self.transport.abort()

    def _forget_stall(self) -> None:
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None


def held_by_kernel(number: int) -> int:
    """Return how many bytes wait in the kernel for the reader of a socket; 0 if nobody says."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # noqa: PLC0415  (not everywhere)
        import termios  # noqa: PLC0415

        return int.from_bytes(fcntl.ioctl(number, termios.TIOCOUTQ, bytes(4)), sys.byteorder)
    return 0


def frame(text: bytes) -> bytes:
    """Return the head of the frame of a text (RFC 6455, section 5.2; a server masks nothing)."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size))
    if size < MEDIUM:
        return bytes((TEXT, 126)) + size.to_bytes(2, "big")
    return bytes((TEXT, 127)) + size.to_bytes(8, "big")
