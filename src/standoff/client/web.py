"""The HTTP part of a server, as clients need it: players, tables, invitations."""

import json
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any, TypeVar
from urllib.error import HTTPError, URLError

import msgspec

from standoff.client.address import Address
from standoff.client.problem import Refused, Unreachable
from standoff.option import Value
from standoff.server.protocol import Code, Kind, SeatStatus, Stage

T = TypeVar("T")

TIMEOUT_SECONDS = 10.0
SLOW_SECONDS = 300.0
"""To open a table may mean to compile its game first."""
MOST_BYTES = 1 << 24


class ListedTable(msgspec.Struct, frozen=True):
    """A table in the list of a server."""

    id: str
    game: str
    options: dict[str, Value]
    stage: Stage
    owner: str
    seats: tuple[SeatStatus, ...]
    budget_ms: int | None

    @property
    def num_free(self) -> int:
        """How many seats are free."""
        return sum(seat.kind is Kind.OPEN for seat in self.seats)

    def has_player(self, name: str | None) -> bool:
        """Whether a player has a seat."""
        own = (Kind.PERSON, Kind.BOT)
        return any(seat.name == name and seat.kind in own for seat in self.seats)


class ServedGame(msgspec.Struct, frozen=True):
    """A game that a server offers."""

    name: str
    players: int
    levels: dict[str, str]
    agents: list[str]


class Player(msgspec.Struct, frozen=True):
    """A player; the token is told once, to whom it belongs."""

    name: str
    token: str | None = None


class TableId(msgspec.Struct, frozen=True):
    """Where a table is."""

    table: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: Code
    text: str


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the token is for one server alone."""

    def redirect_request(self, *_: Any) -> None:
        """Refuse to go elsewhere."""
        return


class Web:
    """Requests to one server, in the name of one player."""

    def __init__(self, address: Address, token: str | None = None) -> None:
        self.address = address
        self.token = token
        self._opener = urllib.request.build_opener(Stay)

    def games(self) -> list[ServedGame]:
        """Return the games of the server."""
        return self._ask("GET", "games", list[ServedGame])

    def tables(self) -> list[ListedTable]:
        """Return the tables that everybody sees, the latest first."""
        return self._ask("GET", "tables", list[ListedTable])

    def me(self) -> Player:
        """Return the player with the token."""
        return self._ask("GET", "me", Player)

    def add_player(self, name: str, is_bot: bool) -> Player:
        """Make a new player."""
        return self._ask("POST", "players", Player, {"name": name, "is_bot": is_bot})

    def open_table(self, request: Mapping[str, Any]) -> str:
        """Open a table; return its id."""
        return self._ask("POST", "tables", TableId, request, SLOW_SECONDS).table

    def accept(self, code: str) -> str:
        """Use an invitation; return the table."""
        return self._ask("POST", "invites", TableId, {"code": code}).table

    def _ask(
        self,
        method: str,
        path: str,
        kind: type[T],
        body: Mapping[str, Any] | None = None,
        seconds: float = TIMEOUT_SECONDS,
    ) -> T:
        """Return the answer to a request."""
        headers = {"Content-Type": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        url = f"{self.address.web}/api/{path}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with self._opener.open(request, timeout=seconds) as answer:
                found: bytes = answer.read(MOST_BYTES)
        except HTTPError as error:
            with error:
                raise self._refusal(error.read(MOST_BYTES)) from None
        except (OSError, HTTPException, ValueError) as error:
            raise no_answer(self.address, error) from None
        try:
            return msgspec.json.decode(found, type=kind)
        except (msgspec.DecodeError, UnicodeError):
            raise stranger(self.address) from None

    def _refusal(self, body: bytes) -> Refused | Unreachable:
        try:
            problem = msgspec.json.decode(body, type=Problem)
        except (msgspec.DecodeError, UnicodeError):
            return stranger(self.address)
        return Refused(problem.code, problem.text)


def no_answer(address: Address, error: BaseException) -> Unreachable:
    """Return the error for a server that does not answer."""
    reason: object = error.reason if isinstance(error, URLError) else error
    told = getattr(reason, "strerror", None)
    if isinstance(reason, TimeoutError):
        told = "it takes too long"
    return Unreachable(f"there is no answer from {address.web}: {told or type(reason).__name__}")


def stranger(address: Address) -> Unreachable:
    """Return the error for something else that answers."""
    return Unreachable(f"{address.web} answers, but not as a server of Standoff does")
