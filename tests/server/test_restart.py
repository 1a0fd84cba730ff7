"""What a lobby gives back, and what it keeps over a restart and a change of the rules."""

import asyncio
import dataclasses
import time
from types import SimpleNamespace

import pytest
from house import OPEN, in_house

from standoff.game import load
from standoff.server import lobby as lobby_module
from standoff.server.api import Call, get_story
from standoff.server.lobby import Refusal, SeatRequest, TableRequest

BANK_MS = 60_000
AGENTS = SeatRequest("greedy"), SeatRequest("uniform")


async def open_clocked(house, budget_ms):
    """Open a table with clocks for two programs; return its room and their tokens."""
    made = [await house.lobby.add_player(name, True, "1.2.3.4") for name in ("Anna", "Boris")]
    request = TableRequest(
        "asmacag", seats=OPEN, budget_ms=budget_ms, bank_ms=BANK_MS, has_people=False
    )
    room = await house.lobby.open_table(made[0][0], request)
    for seat, (player, _) in enumerate(made):
        await room.seat_guest(seat, player.name, True)
    return room, [token for _, token in made]


async def sit(house, token, table):
    """Sit down; return the socket and a queue of what it hears."""
    socket, heard = house.connect(), asyncio.Queue()
    socket.hear = heard.put_nowait
    socket.say(type="hello", protocol=1, token=token)
    socket.say(type="sit", table=table)
    return socket, heard


async def hear_until(heard, kind):
    while (message := await heard.get())["type"] != kind:
        pass
    return message


# --- stalls ---------------------------------------------------------------------------------------


def test_a_stall_of_the_server_is_given_back_to_the_open_decision(tmp_path):
    async def act(house):
        room, _ = await open_clocked(house, 1000)
        await asyncio.sleep(0.1)
        clock = room.table._clocks[room.table.to_move]
        before, counted = clock.started_at, house.metrics["stalled_ms"]
        time.sleep(0.4)
        await asyncio.sleep(0.1)
        return clock.started_at - before, house.metrics["stalled_ms"] - counted

    given, counted = in_house(tmp_path, act)
    assert given == counted
    assert 340 <= given < 1000


# --- restarts -------------------------------------------------------------------------------------


def test_banks_are_kept_over_a_restart(tmp_path):
    async def spend(house):
        room, tokens = await open_clocked(house, 10)
        seat = room.table.to_move
        socket, heard = await sit(house, tokens[seat], room.row.id)
        decision = await hear_until(heard, "decision")
        await asyncio.sleep(0.3)
        action = decision["actions"][0]["code"]
        socket.say(type="act", decision=decision["id"], action=action)
        ack = await hear_until(heard, "ack")
        socket.hang_up()
        return room.row.id, seat, tokens[seat], ack["bank_ms"]

    table, seat, token, bank_ms = in_house(tmp_path, spend)
    assert BANK_MS - 5000 < bank_ms < BANK_MS - 100

    async def come_back(house):
        socket, heard = await sit(house, token, table)
        status = await hear_until(heard, "table")
        socket.hang_up()
        return status["banks_ms"]

    banks = in_house(tmp_path, come_back)
    assert banks[seat] == bank_ms
    assert banks[1 - seat] == BANK_MS


# --- other rules ----------------------------------------------------------------------------------


@pytest.fixture
def later_rules(monkeypatch):
    """A function that lets the lobby load a later version of the rules."""

    def load_later(address, **options):
        game = load(address, **options)
        return dataclasses.replace(game, version=game.version + 1)

    return lambda: monkeypatch.setattr(lobby_module, "load", load_later)


async def tell(house, table, viewer):
    """Return the story of a finished game as HTTP gives it out."""
    query = {"seat": str(viewer)}
    request = SimpleNamespace(path_params={"table": table}, query_params=query)
    return await get_story(Call(house.lobby, request, None, None))


def test_a_change_of_the_rules_closes_open_tables_and_keeps_stories(tmp_path, later_rules):
    async def play(house):
        player, _ = await house.lobby.add_player("Carla", True, "1.2.3.4")
        open_room, _ = await open_clocked(house, 1000)
        room = await house.lobby.open_table(player, TableRequest("asmacag", seats=AGENTS))
        while house.store.stream(room.row.id, 2) is None:
            await asyncio.sleep(0.02)
        stories = [await tell(house, room.row.id, viewer) for viewer in range(3)]
        return open_room.row.id, room.row.id, stories, open_room.game.version

    opened, finished, stories, version = in_house(tmp_path, play)
    later_rules()

    async def look(house):
        row = house.store.table(opened)
        told = [await tell(house, finished, viewer) for viewer in range(3)]
        with pytest.raises(Refusal, match="no such table"):
            await house.lobby.find_room(finished, None)
        return row.stage, row.reason, opened in house.lobby.rooms, told

    stage, reason, is_open, told = in_house(tmp_path, look)
    assert (stage, is_open) == ("closed", False)
    assert reason == f"the rules of asmacag have changed: {version} -> {version + 1}"
    assert told == stories
