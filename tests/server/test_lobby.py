"""The lobby, in this process: who may sit where, what is refused, and what survives a restart."""

import asyncio
import time

import pytest
from house import FOR_ALL, FOR_PROGRAMS, hear, in_house

from standoff.server.lobby import Refusal
from standoff.server.reader import NotStored

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


# --- invitations ----------------------------------------------------------------------------------


async def invite(house):
    """Open a table; return the player who is invited, the room and the code."""
    owner, _ = await house.lobby.add_player("Anna", False, "1.2.3.4")
    guest, _ = await house.lobby.add_player("Boris", False, "1.2.3.4")
    room = await house.lobby.open_table(owner, FOR_ALL)
    return guest, room, await house.lobby.invite(owner, room.row.id, 1)


def test_a_seat_and_the_invitation_to_it_are_stored_together(tmp_path):
    async def act(house):
        guest, room, code = await invite(house)
        writes, write = [], house.store.write

        def note(*parts):
            writes.append(len(parts))
            return write(*parts)

        house.store.write = note
        await house.lobby.accept(guest, code)
        with pytest.raises(Refusal, match="there is no such invitation"):
            await house.lobby.accept(guest, code)
        return writes, room.holds("Boris"), house.store.table(room.row.id).plan.seats[1].name

    assert in_house(tmp_path, act) == ([2], True, "Boris")


def test_an_invitation_is_good_once_however_many_use_it_at_once(tmp_path):
    async def act(house):
        guest, room, code = await invite(house)
        others = [await house.lobby.add_player(name, False, "1.2.3.4") for name in ("C", "D")]
        players = [guest, *(player for player, _ in others)]
        tries = [house.lobby.accept(player, code) for player in players]
        found = await asyncio.gather(*tries, return_exceptions=True)
        return [isinstance(one, Refusal) for one in found].count(True), room.row.plan.is_full

    assert in_house(tmp_path, act) == (2, False)


def test_a_seat_that_could_not_be_stored_is_not_called_taken(tmp_path):
    async def act(house):
        guest, room, code = await invite(house)
        write = house.store.write

        async def fail(*parts):
            raise NotStored("the disk is full")

        house.store.write = fail
        with pytest.raises(Refusal) as refusal:
            await house.lobby.accept(guest, code)
        house.store.write = write
        await house.lobby.accept(guest, code)
        return refusal.value.code, refusal.value.text, room.holds("Boris")

    code, text, is_seated = in_house(tmp_path, act)
    assert (code, is_seated) == ("not_stored", True)
    assert "could not store" in text


def test_an_invitation_to_a_seat_that_is_not_there_is_refused(tmp_path):
    async def act(house):
        owner, _ = await house.lobby.add_player("Anna", False, "1.2.3.4")
        room = await house.lobby.open_table(owner, FOR_ALL)
        with pytest.raises(Refusal, match="there is no 2147483648") as refusal:
            await house.lobby.invite(owner, room.row.id, 2**31)
        return refusal.value.code

    assert in_house(tmp_path, act) == "bad_request"


def test_a_slow_database_holds_up_nobody_when_an_invitation_is_used(tmp_path):
    async def act(house):
        guest, _, code = await invite(house)
        read = house.store.invite

        def slow(hashed):
            time.sleep(0.5)
            return read(hashed)

        house.store.invite = slow
        accepting = asyncio.create_task(house.lobby.accept(guest, code))
        began = time.monotonic()
        await asyncio.sleep(0.01)
        waited = time.monotonic() - began
        await accepting
        return waited

    assert in_house(tmp_path, act) < 0.4


# --- a database that fails ------------------------------------------------------------------------


def test_who_stops_waiting_for_a_table_stops_nobody_else(tmp_path):
    async def act(house):
        loaded = asyncio.Event()

        async def load(table_id):
            await loaded.wait()
            return room

        owner, _ = await house.lobby.add_player("Anna", False, "1.2.3.4")
        room = await house.lobby.open_table(owner, FOR_ALL)
        del house.lobby.rooms[room.row.id]
        house.lobby._load = load
        waiting = [asyncio.create_task(house.lobby.find_room(room.row.id, owner)) for _ in range(2)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        loaded.set()
        found = await waiting[1]
        room.stop()
        await asyncio.sleep(0)
        return found is room, house.lobby._loading

    assert in_house(tmp_path, act) == (True, {})


def test_a_player_whose_commit_was_made_but_not_confirmed_is_a_player(tmp_path):
    async def act(house):
        write = house.store.write

        async def lose(*parts):
            await write(*parts)
            raise NotStored("the answer was lost")

        house.store.write = lose
        player, token = await house.lobby.add_player("Anna", False, "1.2.3.4")
        return house.lobby.find_player(token) == player

    assert in_house(tmp_path, act)


def test_a_name_that_was_not_stored_is_free(tmp_path):
    async def act(house):
        write, find = house.store.write, house.store.token_of

        async def fail(*parts):
            raise NotStored("the disk is full")

        def say_nothing(folded):
            raise NotStored("the disk is full")

        codes = []

        async def attempt(name):
            try:
                await house.lobby.add_player(name, False, "1.2.3.4")
                codes.append("made")
            except Refusal as refusal:
                codes.append(refusal.code)

        house.store.write = fail
        await attempt("Anna")
        house.store.token_of = say_nothing
        await attempt("Boris")
        house.store.write, house.store.token_of = write, find
        for name in ("Anna", "Boris"):
            await attempt(name)
        house.lobby._names.clear()  # as if the server had forgotten them
        await attempt("Anna")
        await attempt("Anna")
        return codes

    codes = in_house(tmp_path, act)
    assert codes == ["not_stored", "not_stored", "made", "made", "name_taken", "name_taken"]


def test_missing_streams_are_told_after_one_that_cannot_be_read(tmp_path):
    async def act(house):
        asked = []

        async def load(table_id):
            asked.append(table_id)
            raise NotStored("locked")

        house.lobby._load = load
        house.store.without_streams = lambda: ["first", "second"]
        await house.lobby._keep_missing_streams()
        return asked

    assert in_house(tmp_path, act) == ["first", "second"]
