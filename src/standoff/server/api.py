"""The HTTP part of the server: every route is described once, for Starlette and for OpenAPI."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from standoff.arena.replay import Replay, replay_text
from standoff.errors import StandoffError
from standoff.game import installed_games, load
from standoff.server.allowed import offered
from standoff.server.ending import pack_streams
from standoff.server.gate import MOST_BODY
from standoff.server.lobby import (
    GameSummary,
    Lobby,
    OptionSummary,
    Player,
    Refusal,
    TableRequest,
    TableSummary,
    hash_secret,
    is_id,
    summarize,
)
from standoff.server.plan import name_agent
from standoff.server.protocol import MAX_BYTES, Code, Count, Id, Stage
from standoff.server.reader import NotStored, ResultRow, TableRow
from standoff.server.room import Room
from standoff.server.store import Store
from standoff.server.story import Story, read_upload, tell_replay, unpack_story

STATUS = {
    Code.BAD_MESSAGE: 400,
    Code.BAD_REQUEST: 400,
    Code.NO_TOKEN: 401,
    Code.NOT_ALLOWED: 403,
    Code.NOT_FOUND: 404,
    Code.NAME_TAKEN: 409,
    Code.SEAT_TAKEN: 409,
    Code.TOO_MANY: 429,
    Code.SERVER_FAULT: 500,
    Code.CLOSING: 503,
    Code.NOT_STORED: 503,
}
"""The status of each code; the body of a refusal has the code too."""
MOST_REPLAYS = 100
MOST_DIGITS = 10
MOST_SEAT = 64
"""The highest number of a seat in a query; a game has fewer."""


# --- bodies ---------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused; nothing has changed."""

    code: Code
    text: str


class Health(msgspec.Struct, frozen=True):
    """Whether the server takes new tables."""

    status: str
    """`ok` or `closing`."""


class PlayerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new player."""

    name: Id
    is_bot: bool = False


class NewPlayer(msgspec.Struct, frozen=True):
    """A new player, with the token that nobody is told again."""

    name: str
    token: str


class Me(msgspec.Struct, frozen=True):
    """The player with a token."""

    name: str
    is_bot: bool


class TableId(msgspec.Struct, frozen=True):
    """A table."""

    table: str


class InviteRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation for one player."""

    seat: Count | None = None
    """The seat; null for any."""


class InviteCode(msgspec.Struct, frozen=True):
    """A code that seats one player, once."""

    code: Id


class ReplaySummary(msgspec.Struct, frozen=True):
    """A finished game."""

    id: str
    game: str
    ended_at: float
    """Seconds since 1970."""
    players: tuple[str, ...]
    winners: tuple[str, ...]


# --- routes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Call:
    """One request."""

    lobby: Lobby
    request: Request
    player: Player | None
    body: Any

    def find_player(self) -> Player:
        """Return the player; raises `Refusal` without a token."""
        if self.player is None:
            raise Refusal(Code.NO_TOKEN, "this needs the token of a player")
        return self.player

    @property
    def table(self) -> str:
        """The table in the path."""
        return str(self.request.path_params["table"])

    def number(self, field: "Field", high: int | None = None) -> int | None:
        """Return a whole number of the query."""
        name, low, high = field.name, field.low, field.high if high is None else high
        text = self.request.query_params.get(name)
        if text is None:
            return None
        is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
        if not is_number or not low <= int(text) <= high:
            raise Refusal(Code.BAD_REQUEST, f"{name} must be from {low} to {high}")
        return int(text)


@dataclass(frozen=True)
class Field:
    """A whole number in the query of a request."""

    name: str
    meaning: str
    low: int
    high: int

    @property
    def schema(self) -> dict[str, Any]:
        """What the number may be, as OpenAPI has it."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class IdField:
    """The id of a table in the query of a request."""

    name: str
    meaning: str

    @property
    def schema(self) -> dict[str, Any]:
        """What the id may be, as OpenAPI has it."""
        return {"type": "string"}


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Endpoint:
    """A route, with all that its description needs."""

    method: str
    path: str
    summary: str
    handler: Handler
    answer: Any = None
    """The type of the body of the answer; None for no body, a media type for a text."""
    body: Any = None
    needs_token: bool = False
    status: int = 200
    query: tuple[Field | IdField, ...] = ()
    most_bytes: int = MAX_BYTES


async def get_health(call: Call) -> Health:
    """Say that the server is there."""
    return Health("closing" if call.lobby.is_closing else "ok")


async def get_metrics(call: Call) -> str:
    """Return the counters, to the owner of the server."""
    return call.lobby.services.metrics.text({"tables": len(call.lobby.rooms)})


async def list_games(call: Call) -> list[GameSummary]:
    """Return the games of the server."""
    games = [load(address) for address in call.lobby.games.values()]
    return [
        GameSummary(
            game.name,
            game.doc,
            game.players,
            dict(game.agents.levels),
            [*offered(game), *call.lobby.agents],
            [
                OptionSummary(
                    option.name,
                    option.default,
                    option.doc,
                    option.allowed,
                    option.choices,
                    option.low,
                    option.high,
                )
                for option in game.options
            ],
        )
        for game in games
    ]


async def add_player(call: Call) -> NewPlayer:
    """Make a new player."""
    address = call.request.state.address
    player, token = await call.lobby.add_player(call.body.name, call.body.is_bot, address)
    return NewPlayer(player.name, token)


async def get_me(call: Call) -> Me:
    """Return the player with the token."""
    player = call.find_player()
    return Me(player.name, player.is_bot)


async def list_tables(call: Call) -> list[TableSummary]:
    """Return the tables that everybody sees."""
    return call.lobby.list_tables()


async def open_table(call: Call) -> TableId:
    """Open a table."""
    address = call.request.state.address
    room = await call.lobby.open_table(call.find_player(), call.body, address)
    return TableId(room.row.id)


async def get_table(call: Call) -> TableSummary:
    """Return one table."""
    return summarize(await call.lobby.find_room(call.table, call.player))


async def close_table(call: Call) -> None:
    """Close a table before its game is over."""
    player = call.find_player()
    room = await call.lobby.find_room(call.table, player)
    if room.row.owner != player.name:
        raise Refusal(Code.NOT_ALLOWED, "only the owner of a table may close it")
    await room.ask(partial(room.close, "the owner has closed the table"))


async def invite(call: Call) -> InviteCode:
    """Make an invitation."""
    code = await call.lobby.invite(call.find_player(), call.table, call.body.seat)
    return InviteCode(code)


async def accept_invite(call: Call) -> TableId:
    """Use an invitation."""
    room = await call.lobby.accept(call.find_player(), call.body.code)
    return TableId(room.row.id)


async def list_replays(call: Call) -> list[ReplaySummary]:
    """Return finished games, the latest first."""
    count = call.number(COUNT) or MOST_REPLAYS
    last = call.request.query_params.get(BEFORE.name)
    store = call.lobby.services.store

    def read() -> list[ReplaySummary]:
        before = None if last is None else find_listed(store, last)
        tables = store.ended_tables(count, before)
        return [summarize_replay(row, store.results(row.id)) for row in tables]

    return await asyncio.get_running_loop().run_in_executor(None, read)


def find_listed(store: Store, table_id: str) -> TableRow:
    """Return a finished game of the list; what is not in the list is not there."""
    row = store.table(table_id) if is_id(table_id) else None
    if row is None or row.stage is not Stage.OVER or not row.is_listed:
        raise Refusal(Code.NOT_FOUND, "there is no such replay")
    return row


def summarize_replay(row: TableRow, results: list[ResultRow]) -> ReplaySummary:
    """Return a finished game as the list shows it."""
    return ReplaySummary(
        row.id,
        row.setting.game,
        row.ended_at or 0.0,
        tuple(result.player for result in results),
        tuple(result.player for result in results if result.result == "win"),
    )


async def find_finished(call: Call) -> Room:
    """Return a finished table."""
    room = await call.lobby.find_room(call.table, call.player)
    if room.stage is not Stage.OVER or room.table is None:
        raise Refusal(Code.NOT_FOUND, "there is no such replay")
    return room


async def get_replay(call: Call) -> str:
    """Return a finished game as `standoff replay` reads it."""
    room = await find_finished(call)
    assert room.table is not None
    return replay_text(without_secrets(room.table.replay, room.game.name))


def without_secrets(replay: Replay, game: str) -> Replay:
    """Return a replay as players may read it: without paths, and without texts of errors."""
    agents = [name_agent(spec) for spec in replay.agents]
    moves = [
        move if move.fault is None else replace(move, fault=move.fault.partition(":")[0])
        for move in replay.moves
    ]
    return replace(replay, game=game, agents=agents, moves=moves)


async def get_story(call: Call) -> bytes:
    """Return what a viewer of a finished game was told."""
    store = call.lobby.services.store
    loop = asyncio.get_running_loop()
    row = await loop.run_in_executor(None, store.table, call.table) if is_id(call.table) else None
    name = None if call.player is None else call.player.name
    is_over = row is not None and row.stage is Stage.OVER
    if row is None or not is_over or not (row.is_listed or took_part(row, name)):
        raise Refusal(Code.NOT_FOUND, "there is no such replay")
    last = len(row.plan.seats)
    viewer = call.number(SEAT, last)
    viewer = last if viewer is None else viewer
    own = await loop.run_in_executor(None, store.stream, row.id, viewer)
    shared = await loop.run_in_executor(None, store.stream, row.id, last + 1)
    if own is None or shared is None:  # not stored yet
        room = await find_finished(call)
        assert room.table is not None
        streams = await loop.run_in_executor(None, pack_streams, room.table)
        own, shared = streams[viewer], streams[-1]
    return unpack_story(own, shared)


def took_part(row: TableRow, name: str | None) -> bool:
    """Whether a player opened a table or had a seat there."""
    seats = {seated.name for seated in row.plan.seats if seated.agent is None}
    return name is not None and (name == row.owner or name in seats)


async def tell_upload(call: Call) -> Story:
    """Tell a replay that the client has sent."""
    moves = call.lobby.limits.moves
    installed = tuple(installed_games())
    seat = call.number(SEAT)
    data = call.body

    def tell() -> Story:
        replay, game = read_upload(data, installed, moves)
        return tell_replay(replay, game, game.spectator if seat is None else seat)

    return await asyncio.get_running_loop().run_in_executor(None, tell)


SEAT = Field("seat", "whose view; without it the spectator's", 0, MOST_SEAT)
COUNT = Field("count", "how many", 1, MOST_REPLAYS)
BEFORE = IdField("before", "the last game of the page before")
JSON, TEXT = "application/json", "text/plain"

ENDPOINTS = (
    Endpoint("GET", "/healthz", "Is the server there?", get_health, Health),
    Endpoint("GET", "/api/games", "The games of this server.", list_games, list[GameSummary]),
    Endpoint(
        "POST", "/api/players", "Make a new player.", add_player, NewPlayer, PlayerRequest,
        status=201,
    ),
    Endpoint("GET", "/api/me", "The player with the token.", get_me, Me, needs_token=True),
    Endpoint("GET", "/api/tables", "The listed tables.", list_tables, list[TableSummary]),
    Endpoint(
        "POST", "/api/tables", "Open a table.", open_table, TableId, TableRequest,
        needs_token=True, status=201,
    ),
    Endpoint("GET", "/api/tables/{table}", "One table.", get_table, TableSummary),
    Endpoint(
        "DELETE", "/api/tables/{table}", "Close a table.", close_table, needs_token=True, status=204
    ),
    Endpoint(
        "POST", "/api/tables/{table}/invites", "Make an invitation.", invite, InviteCode,
        InviteRequest, needs_token=True, status=201,
    ),
    Endpoint(
        "POST", "/api/invites", "Use an invitation.", accept_invite, TableId, InviteCode,
        needs_token=True,
    ),
    Endpoint(
        "GET", "/api/replays", "Finished games, the latest first.", list_replays,
        list[ReplaySummary],
        query=(COUNT, BEFORE),
    ),
    Endpoint(
        "GET", "/api/replays/{table}", "A finished game, for `standoff replay`.", get_replay, JSON
    ),
    Endpoint(
        "GET", "/api/replays/{table}/story", "What a viewer was told.", get_story, Story,
        query=(SEAT,),
    ),
    Endpoint(
        "POST", "/api/stories", "Tell a replay that is sent as the body.", tell_upload, Story,
        bytes, query=(SEAT,), most_bytes=MOST_BODY,
    ),
)  # fmt: skip


def make_routes(lobby: Lobby, owner_token: str) -> list[Route]:
    """Return all routes; only the owner's token opens the metrics."""
    metrics = Endpoint("GET", "/metrics", "Counters for Prometheus.", get_metrics, TEXT)

    async def owners(request: Request) -> Response:
        given = read_token(request) or ""
        if not hmac.compare_digest(hash_secret(given), hash_secret(owner_token)):
            return problem(Refusal(Code.NO_TOKEN, "this needs the token of the owner"))
        return await serve(metrics, lobby, request)

    by_path: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    routes = [
        Route(path, partial(serve_path, ends, lobby), methods=[*ends])
        for path, ends in by_path.items()
    ]
    return [*routes, Route(metrics.path, owners, methods=["GET"])]


async def serve_path(ends: dict[str, Endpoint], lobby: Lobby, request: Request) -> Response:
    """Answer a request by its method."""
    method = "GET" if request.method == "HEAD" else request.method
    return await serve_one(ends[method], lobby, request)


async def serve_one(endpoint: Endpoint, lobby: Lobby, request: Request) -> Response:
    """Answer a request, whatever goes wrong."""
    try:
        return await serve(endpoint, lobby, request)
    except Refusal as refusal:
        return problem(refusal)
    except StandoffError as error:
        return problem(Refusal(Code.BAD_REQUEST, str(error)))
    except NotStored:
        return problem(Refusal(Code.NOT_STORED, "the database does not answer; try again"))


async def serve(endpoint: Endpoint, lobby: Lobby, request: Request) -> Response:
    """Answer a request."""
    token = read_token(request)
    player = None
    if token is not None and (endpoint.needs_token or endpoint.path != "/metrics"):
        player = lobby.find_player(token)
    elif endpoint.needs_token:
        raise Refusal(Code.NO_TOKEN, "this needs the token of a player")
    body = await read_body(endpoint, request)
    found = await endpoint.handler(Call(lobby, request, player, body))
    if endpoint.answer is None:
        return Response(status_code=endpoint.status)
    if isinstance(found, bytes | str):
        media = endpoint.answer if isinstance(endpoint.answer, str) else JSON
        return Response(found, endpoint.status, media_type=media)
    return Response(msgspec.json.encode(found), endpoint.status, media_type=JSON)


def read_token(request: Request) -> str | None:
    """Return the token in the header `Authorization: Bearer TOKEN`."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() or None if kind.lower() == "bearer" else None


async def read_body(endpoint: Endpoint, request: Request) -> Any:
    """Return the body of a request as its type."""
    if endpoint.body is None:
        return None
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > endpoint.most_bytes:
            raise Refusal(Code.BAD_REQUEST, f"a body may have {endpoint.most_bytes} bytes")
    if endpoint.body is bytes:
        return bytes(data)
    try:
        return msgspec.json.decode(data, type=endpoint.body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal(Code.BAD_MESSAGE, f"the body cannot be read: {error}") from None


def problem(refusal: Refusal) -> Response:
    """Return a refusal as an answer."""
    data = msgspec.json.encode(Problem(refusal.code, refusal.text))
    headers = {"www-authenticate": "Bearer"} if refusal.code is Code.NO_TOKEN else None
    return Response(data, STATUS.get(refusal.code, 400), headers, media_type=JSON)
