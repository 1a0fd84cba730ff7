"""The ends of connections: frames as the standard has them, and clients that say nothing."""

import asyncio

import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from standoff.server.wire import Door, frame


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
