"""Limits: how much one address, one player and one connection may ask for."""

import asyncio
import time

import pytest
from frames import Imitation
from house import FOR_ALL, in_house

from standoff.server.gate import network_of
from standoff.server.limits import Allowance, Limits
from standoff.server.lobby import WAITING_SECONDS, Refusal, SeatRequest, TableRequest
from standoff.server.session import Session

HERE, THERE = "1.2.3.4", "5.6.7.8"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_of_ipv6_counts_by_its_network(address, counted):
    assert network_of(address) == counted


def test_every_limit_can_be_changed():
    names = Limits.__struct_fields__
    assert {"messages_of_address", "tables_of_address", "new_tables"} <= set(names)
    assert Limits.read(dict.fromkeys(names, "7")) == Limits(*[7] * len(names))


def test_an_allowance_grows_back_with_time():
    now = 0.0
    allowance = Allowance(3, 3.0, lambda: now)
    assert [allowance.take("") for _ in range(4)] == [True, True, True, False]
    now = 1.5
    assert [allowance.take("") for _ in range(2)] == [True, False]
    now = 100.0
    assert [allowance.take("") for _ in range(4)] == [True, True, True, False]


async def open_many(house, address, count):
    """Let several players of an address open a table each; return what they are told."""
    told = []
    for _ in range(count):
        name = f"P{len(house.lobby._names)}"
        player, _ = await house.lobby.add_player(name, False, address)
        try:
            await house.lobby.open_table(player, FOR_ALL, address)
            told.append("")
        except Refusal as refusal:
            told.append(f"{refusal.code}: {refusal.text}")
    return told


def test_the_open_tables_of_an_address_are_counted_whoever_opened_them(tmp_path):
    async def act(house):
        house.lobby.limits = Limits(tables_of_address=2)
        here = await open_many(house, HERE, 3)
        there = await open_many(house, THERE, 1)
        room = next(iter(house.lobby.rooms.values()))
        await room.close("a test")
        return here, there, await open_many(house, HERE, 2)

    here, there, again = in_house(tmp_path, act)
    assert [bool(text) for text in here] == [False, False, True]
    assert "2 tables of your address" in here[2]
    assert there == [""]
    assert [bool(text) for text in again] == [False, True]


def test_the_new_tables_of_an_address_are_counted(tmp_path):
    async def act(house):
        house.lobby._new_tables = Allowance(2, 3600)
        return await open_many(house, HERE, 3), await open_many(house, THERE, 1)

    here, there = in_house(tmp_path, act)
    assert (here[:2], there) == (["", ""], [""])
    assert here[2] == "too_many: too many new tables come from this address"


def test_tables_that_wait_for_too_long_are_closed(tmp_path):
    async def act(house):
        await open_many(house, HERE, 1)
        begun, _ = await house.open_table("Anna", "Boris")
        waiting, playing = house.lobby.rooms.values()
        house.lobby.sweep(time.time() + WAITING_SECONDS - 60)
        await asyncio.sleep(0.1)
        assert (waiting.stage, playing.row.id) == ("waiting", begun)
        house.lobby.sweep(time.time() + WAITING_SECONDS + 60)
        await asyncio.sleep(0.1)
        return waiting.stage, house.store.table(waiting.row.id).reason, playing.stage

    reason = "the table waited for players for 6 hours"
    assert in_house(tmp_path, act) == ("closed", reason, "playing")


def test_a_table_that_begins_in_the_meantime_is_not_closed(tmp_path):
    async def act(house):
        player, _ = await house.lobby.add_player("Anna", False, HERE)
        seats = SeatRequest(), SeatRequest("greedy")
        room = await house.lobby.open_table(player, TableRequest("asmacag", seats=seats))
        seating = asyncio.create_task(room.seat_guest(0, "Anna", False))
        await asyncio.sleep(0)
        house.lobby.sweep(time.time() + WAITING_SECONDS + 60)
        await seating
        await asyncio.sleep(0.1)
        return room.stage

    assert in_house(tmp_path, act) == "playing"


# --- messages -------------------------------------------------------------------------------------


def send_many(house, count):
    """Let a new connection send pings; return the answers as they come."""
    socket, heard = house.connect(), []
    socket.hear = heard.append
    socket.say(type="hello", protocol=1)
    for _ in range(count):
        socket.say(type="ping")
    return socket, heard


def test_all_connections_of_an_address_share_its_messages(tmp_path):
    async def act(house):
        house.lobby.messages = Allowance(10, 1000.0)
        pairs = [send_many(house, 4) for _ in range(3)]
        while sum(len(heard) for _, heard in pairs) < 15:
            await asyncio.sleep(0)
        for socket, _ in pairs:
            assert not socket.is_closed
            socket.hang_up()
        return [answer for _, heard in pairs for answer in heard]

    answers = in_house(tmp_path, act)
    refused = [answer for answer in answers if answer["type"] == "error"]
    assert {answer["text"] for answer in refused} == {"too many messages come from this address"}
    assert len(refused) == 5


def test_refused_messages_are_forgotten_with_time(tmp_path):
    async def act(house):
        session = Session(house.lobby, Imitation(), HERE)
        now = 0.0
        session._patience._clock = lambda: now
        taken = [session._patience.take("") for _ in range(101)]
        now = 60.0
        return taken.count(True), session._patience.take("")

    assert in_house(tmp_path, act) == (100, True)


def ask_often(folder, *messages):
    """Say hello and go on with messages of a player; return all answers."""

    async def act(house):
        house.lobby.limits = Limits()
        table, tokens = await house.open_table("Anna", "Boris")
        socket, heard = house.connect(), []
        socket.hear = heard.append
        socket.say(type="hello", protocol=1, token=tokens[0])
        for message in messages:
            socket.say(**({"table": table} if message["type"] != "say" else {}), **message)
        await asyncio.sleep(0.2)
        socket.hang_up()
        return heard

    return in_house(folder, act)


@pytest.mark.parametrize("kind", ["sit", "watch"])
def test_a_connection_does_not_go_to_tables_all_the_time(tmp_path, kind):
    answers = ask_often(tmp_path, *[{"type": kind, "seen": 0}] * 20)
    refused = [answer for answer in answers if answer.get("code") == "too_many"]
    assert len(refused) == 10


def test_a_connection_says_a_phrase_a_second(tmp_path):
    answers = ask_often(tmp_path, {"type": "sit"}, *[{"type": "say", "phrase": "hello"}] * 10)
    kinds = [answer.get("code", answer["type"]) for answer in answers]
    assert (kinds.count("said"), kinds.count("too_many")) == (3, 7)
