"""What can go wrong between a client and a server."""

from standoff.errors import StandoffError
from standoff.server.protocol import Code


class Unreachable(StandoffError):
    """A server that does not answer, or something else that answers in its place."""


class Refused(StandoffError):
    """A request that the server has refused."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(f"the server says: {printable(text)}")
        self.code = code


class Dropped(Exception):
    """The connection is gone; it may be made again."""


def printable(text: str) -> str:
    r"""Return a text of a stranger without characters that steer a terminal.

    >>> printable("Ann\x1b[2J")
    'Ann?[2J'
    """
    return "".join(character if character.isprintable() else "?" for character in text)
