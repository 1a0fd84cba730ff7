"""The lobby, in this process: who may sit where, what is refused, and what survives a restart."""

import asyncio

import pytest
from frames import House

from standoff.server.lobby import Refusal, SeatRequest, TableRequest

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


# --- seats ----------------------------------------------------------------------------------------


def test_only_programs_sit_down_where_people_may_not(tmp_path):
    async def act(house):
        person, token = await house.lobby.add_player("Anna", False, "1.2.3.4")
        _, own = await house.lobby.add_player("Robbie", True, "1.2.3.4")
        room = await house.lobby.open_table(person, FOR_PROGRAMS)
        answers = [await hear(house, one, type="sit", table=room.row.id) for one in (token, own)]
        code = await house.lobby.invite(person, room.row.id, None)
        with pytest.raises(Refusal, match="only programs") as refusal:
            await house.lobby.accept(person, code)
        watched = await hear(house, token, type="watch", table=room.row.id)
        return answers, refusal.value.code, watched, room.row.plan.has_people

    (refused, seated), code, watched, has_people = in_house(tmp_path, act)
    assert (refused["code"], code, has_people) == ("not_allowed", "not_allowed", False)
    assert refused["text"] == "only programs may play at this table"
    assert seated["seats"][0]["kind"] == "bot"
    assert watched["type"] == "table"


def test_a_person_stays_a_person_whatever_hello_says(tmp_path):
    async def act(house):
        person, token = await house.lobby.add_player("Anna", False, "1.2.3.4")
        room = await house.lobby.open_table(person, FOR_ALL)
        return await hear(house, token, type="sit", table=room.row.id)

    assert in_house(tmp_path, act)["seats"][0]["kind"] == "person"
