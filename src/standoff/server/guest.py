"""A guest: one connection, as rooms see it."""

from typing import Protocol

from standoff.server.protocol import Want


class Guest(Protocol):
    """Somebody at the other end of a connection."""

    name: str | None
    """Of the player; None for somebody who only watches."""
    is_bot: bool
    wants: tuple[Want, ...]

    def send(self, frames: list[bytes]) -> None:
        """Send messages; never waits."""
        ...
