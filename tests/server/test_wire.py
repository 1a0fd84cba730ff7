"""The ends of connections: frames as the standard has them, and clients that say nothing."""

import asyncio
import socket

import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from standoff.server import wire
from standoff.server.wire import Door, Wire, frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_as_the_standard_has_it(size):
    text = b"x" * size
    assert frame(text) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


class Impatient(Door):
    patience_seconds = 0.2


async def answer(scope, receive, send):
    await asyncio.sleep(0.5)  # a slow answer is not the fault of the client
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


async def knock(port, data):
    """Send some bytes; return what comes until the server ends the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    try:
        async with asyncio.timeout(3):
            return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


async def ask(*lines):
    config = uvicorn.Config(answer, port=0, http=Impatient, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        return await asyncio.gather(*(knock(port, line) for line in lines))
    finally:
        server.should_exit = True
        await task


def test_a_client_that_does_not_ask_is_cut_and_a_slow_answer_is_not():
    whole = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    half_body = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"
    silent, half, body, good = asyncio.run(ask(b"", whole[:20], half_body, whole))
    assert (silent, half) == (b"", b"")
    assert b"here" not in body[-40:]
    assert b"here" in good


# --- readers that are slow, or read nothing -------------------------------------------------------


async def send_much(read):
    """Send a reader much more than it takes at once; return how much it got until the end."""
    lines = [b"x" * 50_000] * 12

    async def tell(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        scope["state"]["wire"].write_texts(lines)
        while (await receive())["type"] != "websocket.disconnect":
            pass

    config = uvicorn.Config(
        tell, port=0, ws=Wire, ws_max_size=1 << 16, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(found, ("127.0.0.1", port))
    await loop.sock_sendall(found, HANDSHAKE)
    try:
        return await asyncio.wait_for(read(loop, found), 30), sum(map(len, lines))
    finally:
        found.close()
        server.should_exit = True
        await task


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def read_slowly(loop, found):
    """Read steadily for many times the time of a stall."""
    count = 0
    while count < 600_000:
        data = await loop.sock_recv(found, 60_000)
        if not data:
            break
        count += len(data)
        await asyncio.sleep(0.02)
    return count


async def read_nothing(loop, found):
    """Stop reading; then read what the system still holds."""
    count = 0
    await asyncio.sleep(3 * wire.STALL_SECONDS)
    try:
        while data := await loop.sock_recv(found, 60_000):
            count += len(data)
    except ConnectionResetError:
        pass
    return count


def test_a_reader_that_is_slow_but_steady_is_not_cut(monkeypatch):
    monkeypatch.setattr(wire, "STALL_SECONDS", 0.1)
    count, sent = asyncio.run(send_much(read_slowly))
    assert count >= sent


def test_a_reader_that_takes_nothing_is_cut(monkeypatch):
    monkeypatch.setattr(wire, "STALL_SECONDS", 0.2)
    count, sent = asyncio.run(send_much(read_nothing))
    assert count < sent
