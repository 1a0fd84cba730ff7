"""Limits: how much one address, one player and one connection may ask for."""

import time
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from standoff.errors import BadRun, UnknownName

MOST = 1_000_000
SWEEP_SIZE = 10_000
"""An account book that grows longer is cleared of addresses that have been quiet."""


class Limits(msgspec.Struct, frozen=True):
    """All limits, by the names that `standoff serve --limit NAME=NUMBER` knows."""

    connections: int = 64
    """Connections of one address at the same time."""
    messages: int = 50
    """Messages of one connection a second."""
    messages_of_address: int = 500
    """Messages of one address a second."""
    enters: int = 10
    """Times that one connection may go to a table in 10 seconds."""
    phrases: int = 3
    """Phrases of one connection in 3 seconds."""
    requests: int = 600
    """Requests of one address a minute."""
    players: int = 60
    """New players of one address an hour."""
    tables: int = 20
    """Tables of one player that are open at the same time."""
    tables_of_address: int = 100
    """Tables that were opened from one address and are open at the same time."""
    new_tables: int = 300
    """New tables of one address an hour."""
    all_tables: int = 2_000
    """Tables that are open at the same time."""
    backlog_kib: int = 4_096
    """KiB that wait for a connection before it is cut."""
    moves: int = 5_000
    """Moves of an uploaded replay."""

    @classmethod
    def read(cls, pairs: Mapping[str, str]) -> "Limits":
        """Return the limits with some of them changed; raises `BadRun`."""
        values = {}
        for name, text in pairs.items():
            if name not in cls.__struct_fields__:
                raise UnknownName("limit", name, cls.__struct_fields__)
            if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST):
                raise BadRun(f"limit {name} must be a whole number from 1 to {MOST}, not {text!r}")
            values[name] = int(text)
        return cls(**values)


class Allowance:
    """A number of messages or requests in a period, for each address; unused ones are lost."""

    def __init__(
        self, count: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._count = count
        self._rate = count / seconds
        self._seconds = seconds
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        """Address -> what was left, and when."""

    def take(self, address: str) -> bool:
        """Take one; return whether there was one left."""
        now = self._clock()
        left, then = self._left.get(address, (float(self._count), now))
        left = min(self._count, left + (now - then) * self._rate)
        if len(self._left) > SWEEP_SIZE:
            since = now - self._seconds
            self._left = {key: value for key, value in self._left.items() if value[1] > since}
        self._left[address] = max(0.0, left - 1), now
        return left >= 1


class Places:
    """How many connections each address has."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Take a place; return whether there was one."""
        if self._counts[address] >= self._most:
            return False
        self._counts[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Give a place back."""
        self._counts[address] -= 1
        if self._counts[address] <= 0:
            del self._counts[address]
