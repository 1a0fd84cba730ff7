"""A guest: one connection, as rooms see it."""

from base64 import b64encode
from collections.abc import Iterable
from typing import Protocol

import msgspec

from standoff.server.protocol import Code, Decision, FromServer, TableStatus, Update, Want

REFUSED_SEAT = {
    Code.SEAT_TAKEN: "the seat is taken",
    Code.NOT_ALLOWED: "only programs may play at this table",
    Code.NOT_STORED: "the server could not store it; try again",
    Code.SERVER_FAULT: "the server made an error; try again",
}
"""Why a player has not been given a seat."""


class Guest(Protocol):
    """Somebody at the other end of a connection."""

    name: str | None
    """Of the player; None for somebody who only watches."""
    is_bot: bool
    """Whether the player is a program, as was said when the player was made."""
    wants: tuple[Want, ...]

    def send(self, frames: list[bytes]) -> None:
        """Send messages; never waits."""
        ...


def with_record(messages: Iterable[FromServer], record: bytes) -> list[FromServer]:
    """Return messages with the record behind the present view, which is the last of the views."""
    found = list(messages)
    data = b64encode(record).decode()
    for number in reversed(range(len(found))):
        message = found[number]
        if isinstance(message, TableStatus | Update | Decision):
            found[number] = msgspec.structs.replace(message, observation=data)
            if not isinstance(message, Decision):
                break
    return found
