"""Where a server is."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from standoff.errors import BadRun

SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
"""What people may write -> the scheme of the WebSocket."""


@dataclass(frozen=True)
class Address:
    """The address of a server.

    >>> address = Address.read("localhost:8000")
    >>> address.web, address.socket
    ('http://localhost:8000', 'ws://localhost:8000/play')
    """

    is_safe: bool
    """Whether the connection is encrypted."""
    place: str
    """Host, port and perhaps a path, without a slash at the end."""

    @classmethod
    def read(cls, text: str) -> "Address":
        """Return the address that a person has written; raises `BadRun`."""
        full = text if "://" in text else f"http://{text}"
        try:
            parts = urlsplit(full)
            _ = parts.port  # raises for a port that is not a number
        except ValueError:
            raise bad_address(text) from None
        is_plain = text.isprintable() and " " not in text and not parts.query and not parts.fragment
        if parts.scheme not in SCHEMES or not parts.hostname or "@" in parts.netloc or not is_plain:
            raise bad_address(text)
        place = f"{parts.netloc}{parts.path}".rstrip("/")
        return cls(SCHEMES[parts.scheme] == "wss", place)

    @property
    def web(self) -> str:
        """The start of all URLs of the HTTP part."""
        return f"{'https' if self.is_safe else 'http'}://{self.place}"

    @property
    def socket(self) -> str:
        """The URL of the WebSocket."""
        return f"{'wss' if self.is_safe else 'ws'}://{self.place}/play"


def bad_address(text: str) -> BadRun:
    """Return the error for a text that is no address. A URL may hold a secret: it is not shown."""
    shown = repr(text) if "@" not in text and "?" not in text else "this"
    return BadRun(f"{shown} is not the address of a server; write http://HOST:PORT")
