"""A lobby in this process, for tests."""

import asyncio

from frames import House

from standoff.server.lobby import SeatRequest, TableRequest

OPEN = SeatRequest(), SeatRequest()
FOR_PROGRAMS = TableRequest("asmacag", seats=OPEN, has_people=False)
FOR_ALL = TableRequest("asmacag", seats=OPEN)


def in_house(folder, act):
    """Return what `act` returns in a lobby."""

    async def run():
        house = House(str(folder))
        await house.lobby.start()
        try:
            return await asyncio.wait_for(act(house), 30)
        finally:
            await house.close()

    return asyncio.run(run())


async def hear(house, token, **message):
    """Say one message after hello; return the answer to it."""
    socket, heard, answered = house.connect(), [], asyncio.Event()

    def note(answer):
        heard.append(answer)
        if len(heard) > 1:
            answered.set()

    socket.hear = note
    socket.say(type="hello", protocol=1, token=token, is_bot=True)
    socket.say(**message)
    await answered.wait()
    socket.hang_up()
    return heard[1]
