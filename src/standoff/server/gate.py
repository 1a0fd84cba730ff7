"""The gate: every request passes it. It checks Host, Origin and the limits of the address."""

import ipaddress
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from standoff.errors import BadRun
from standoff.server.limits import Allowance, Limits, Places
from standoff.server.protocol import Code

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
SUBSCRIBER_BITS = 64
"""How long the part of an IPv6 address is that the owner of a network cannot choose."""
MOST_BODY = 4 * 1024 * 1024
"""The longest body of a request, which is a replay."""


class Gate:
    """Lets a request in, or answers it with an error."""

    def __init__(
        self, app: App, hosts: Iterable[str], proxies: Iterable[Network], limits: Limits
    ) -> None:
        self._app = app
        self._hosts = {host.lower() for host in (*LOCAL_NAMES, *hosts)}
        self._proxies = tuple(proxies)
        self._requests = Allowance(limits.requests, 60.0)
        self.places = Places(limits.connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {key.decode("latin-1").lower(): value for key, value in scope["headers"]}
        address = network_of(self.find_address(scope, headers))
        scope.setdefault("state", {})["address"] = address
        refusal = self._check(headers, address)
        if refusal is not None:
            await refuse(scope, receive, send, *refusal)
        elif scope["type"] == "websocket":
            await self._let_in(scope, receive, send, address)
        else:
            await self._app(scope, receive, send)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """Count a connection while it is open."""
        if not self.places.enter(address):
            text = "too many connections come from this address"
            await refuse(scope, receive, send, 429, Code.TOO_MANY, text)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self.places.leave(address)

    def _check(self, headers: dict[str, bytes], address: str) -> tuple[int, Code, str] | None:
        """Return the status, code and reason of a refusal; None to let the request in."""
        host = headers.get("host", b"").decode("latin-1")
        if strip_port(host) not in self._hosts:
            return 421, Code.BAD_REQUEST, "this server does not go by that name"
        origin = headers.get("origin")
        if origin is not None:
            name = origin.decode("latin-1").lower().partition("://")[2]
            if name != host.lower() and strip_port(name) not in self._hosts - set(LOCAL_NAMES):
                return 403, Code.NOT_ALLOWED, "requests from pages of other servers are refused"
        if not self._requests.take(address):
            return 429, Code.TOO_MANY, "too many requests come from this address"
        return None

    def find_address(self, scope: Scope, headers: dict[str, bytes]) -> str:
        """Return the address of the client; a forwarded one is believed from a proxy only."""
        address = str(scope["client"][0]) if scope.get("client") else ""
        forwarded = headers.get("x-forwarded-for")
        if forwarded is None or not self._is_proxy(address):
            return address
        for part in reversed(forwarded.decode("latin-1").split(",")):
            address = part.strip()
            if not self._is_proxy(address):
                break
        return address

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


def network_of(address: str) -> str:
    """Return what limits count an address by: one subscriber has a whole /64 of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, SUBSCRIBER_BITS), strict=False))


def read_network(text: str) -> Network:
    """Return the network of a proxy; raises `BadRun`."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise BadRun(f"--proxy must be an address or a network, not {text!r}") from None


def strip_port(host: str) -> str:
    """Return the name in a Host header."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


async def refuse(
    scope: Scope, receive: Receive, send: Send, status: int, code: Code, text: str
) -> None:
    """Answer with an error, before anything else looks at the request."""
    body = f'{{"code":"{code}","text":"{text}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
