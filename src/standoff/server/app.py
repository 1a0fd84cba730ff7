"""The server: its application, its process, and how it ends."""

import asyncio
import errno
import gc
import json
import logging
import os
import secrets
import socket
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from standoff.errors import BadRun
from standoff.server.api import Problem, make_routes
from standoff.server.gate import Gate, read_network
from standoff.server.limits import Limits
from standoff.server.lobby import Lobby
from standoff.server.metrics import Metrics
from standoff.server.openapi import api_page, describe_api
from standoff.server.protocol import MAX_BYTES, Code
from standoff.server.services import Services
from standoff.server.session import Session
from standoff.server.store import Store
from standoff.server.thinkers import Thinkers
from standoff.server.wire import Door, Wire

log = logging.getLogger("standoff.server")

TOKEN_BYTES = 24
DRAIN_SECONDS = 5.0
"""How long the server waits at its end until clients have gone."""
BACKLOG = 4096
GARBAGE_THRESHOLDS = (20_000, 20, 100)
"""A full collection looks at everything that all tables keep, and nobody is answered meanwhile."""


class Settings(msgspec.Struct, frozen=True):
    """What `standoff serve` was told."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "standoff.sqlite"
    games: dict[str, str] = {}
    """Name -> what `standoff.load` finds the game by."""
    agents: dict[str, str] = {}
    """The owner's own agents: name -> spec."""
    names: tuple[str, ...] = ()
    """Host names under which clients reach the server."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose forwarded addresses are believed."""
    limits: Limits = Limits()
    owner_token_file: str | None = None
    """The file of the owner's token, made if it is missing."""
    log_level: str = "info"


class Application:
    """Everything that runs in the process of a server."""

    def __init__(self, settings: Settings) -> None:
        proxies = [read_network(proxy) for proxy in settings.proxies]
        self.store = Store(settings.database)
        try:
            token = owner_token(settings.owner_token_file)
        except BadRun:
            self.store.close()
            raise
        self.thinkers = Thinkers()
        services = Services(self.store, self.thinkers, Metrics())
        self.lobby = Lobby(services, settings.games, settings.agents, settings.limits)
        self.sessions: set[Session] = set()
        routes = [
            *make_routes(self.lobby, token),
            Route("/api/openapi.json", show_openapi),
            Route("/api/docs", show_docs),
            WebSocketRoute("/play", self.play),
        ]
        handlers: Mapping[Any, Any] = {404: not_found, 405: not_found, 500: failed}
        self.starlette = Starlette(routes=routes, lifespan=self._live, exception_handlers=handlers)
        self.gate = Gate(self.starlette, settings.names, proxies, settings.limits)

    @asynccontextmanager
    async def _live(self, _: Starlette) -> AsyncIterator[None]:
        await self.lobby.start()
        yield
        await self.lobby.stop()
        await self.store.flush()
        self.thinkers.close()
        self.store.close()

    async def play(self, websocket: WebSocket) -> None:
        """Serve one WebSocket."""
        session = Session(self.lobby, websocket, websocket.state.address)
        metrics = self.lobby.services.metrics
        self.sessions.add(session)
        metrics.count("connections")
        try:
            await session.run()
        finally:
            self.sessions.discard(session)
            metrics.count("connections", -1)

    def drain(self) -> None:
        """Take no new tables, and tell all clients that the server is being shut down."""
        self.lobby.is_closing = True
        for session in list(self.sessions):
            session.close("the server is being shut down; your table goes on when it is back")


class Server(uvicorn.Server):
    """Uvicorn, which tells the clients before it closes their connections."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self._application = application

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the server."""
        log.info("draining")
        self._application.drain()
        await asyncio.sleep(0)  # the messages go out before the connections are closed
        await super().shutdown(sockets)


def serve(settings: Settings) -> None:
    """Run a server until it is told to stop; raises `BadRun` if it cannot start."""
    set_up_logs(settings.log_level)
    allow_connections()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    listener = listen(settings.host, settings.port)
    try:
        application = Application(settings)
    except BaseException:
        listener.close()
        raise
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    log.info("listening on http://%s:%s", shown, port)
    with suppress(KeyboardInterrupt):  # raised again by uvicorn after it has drained
        Server(configure(application), application).run([listener])


def configure(application: Application) -> uvicorn.Config:
    """Return how uvicorn serves an application."""
    return uvicorn.Config(
        application.gate,
        http=Door,
        ws=Wire,
        ws_max_size=MAX_BYTES,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=int(DRAIN_SECONDS),
    )


def allow_connections() -> None:
    """Let this process have as many connections as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (not everywhere)

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int) -> socket.socket:
    """Return the socket of the server; raises `BadRun` if it cannot listen there."""
    found = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # With the protocol named, asyncio sets TCP_NODELAY; without it, answers wait for 40 ms.
        found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as error:
        if found is not None:
            found.close()
        reason = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror
        raise BadRun(f"cannot listen on {host} port {port}: {reason}") from None
    return found


def owner_token(file: str | None) -> str:
    """Return the token of the owner: from the environment, from a file, or a new one."""
    given = os.environ.get("STANDOFF_OWNER_TOKEN")
    if given:
        return given
    token = secrets.token_urlsafe(TOKEN_BYTES)
    if file is None:
        return token
    try:
        with suppress(FileExistsError):
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w") as new:
                new.write(token + "\n")
        found = Path(file).read_text().strip()
    except OSError as error:
        raise BadRun(f"cannot use the token file {file}: {error.strerror}") from None
    if not found:
        raise BadRun(f"the token file {file} is empty; remove it to have a new token made")
    return found


# --- answers --------------------------------------------------------------------------------------


@cache
def _page() -> str:
    return api_page()


async def show_docs(_: Request) -> Response:
    """Show the HTTP part to people."""
    return HTMLResponse(_page())


async def show_openapi(_: Request) -> Response:
    """Return the OpenAPI document."""
    return JSONResponse(describe_api())


async def not_found(_: Request, error: Any) -> Response:
    """Answer a request for something that is not there."""
    code = Code.NOT_FOUND if error.status_code == 404 else Code.BAD_REQUEST
    text = "there is nothing here" if error.status_code == 404 else "this method is not allowed"
    body = msgspec.json.encode(Problem(code, text))
    return Response(body, error.status_code, error.headers, media_type="application/json")


async def failed(_: Request, __: Any) -> Response:
    """Answer a request at which the server failed; the reason is in its log alone."""
    body = msgspec.json.encode(Problem(Code.SERVER_FAULT, "the server made an error"))
    return Response(body, 500, media_type="application/json")


# --- logs -----------------------------------------------------------------------------------------


class JsonLines(logging.Formatter):
    """A line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        fields = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def set_up_logs(level: str) -> None:
    """Write the log to the error stream, a line of JSON for each record."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("standoff.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == "standoff.server" else logging.WARNING)
