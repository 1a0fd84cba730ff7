"""What players are told of the owner's games and agents: their names, and never where they are."""

import asyncio
import json
import time

import pytest
from driving import ServerProcess, greet

from standoff.arena.replay import parse_replay, verify
from standoff.server.plan import Plan, Seated, name_agent

BOTS = """
class Raiser:
    def act(self, view):
        raise KeyError("the secret of the owner")
"""
GAME = """
import dataclasses
from standoff.games.asmacag import GAME as known

GAME = dataclasses.replace(known, name="mine")
"""


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("/home/owner/bots.py:Spy", "Spy"),
        ("bots.py:Spy:weights=3", "Spy"),
        ("ismcts:ms=500", "ismcts:ms=500"),
        ("evolution:individual=/home/owner/x.json", "evolution"),
        ("greedy", "greedy"),
    ],
)
def test_an_agent_in_a_file_is_told_by_its_name(spec, name):
    assert name_agent(spec) == name
    plan = Plan((Seated(), Seated()), stand_in=spec)
    assert [status.stand_in for status in plan.statuses([], [1])] == [None, name]


@pytest.fixture
def owned(tmp_path):
    """A server with a game and an agent in files of its owner."""
    (tmp_path / "bots.py").write_text(BOTS)
    (tmp_path / "games.py").write_text(GAME)
    words = ["--game", "asmacag", "--game", f"{tmp_path}/games.py:GAME"]
    words += ["--agent", f"{tmp_path}/bots.py:Raiser"]
    with ServerProcess(tmp_path / "owned.sqlite", *words) as found:
        yield found


def wait_for_replay(server, table):
    for _ in range(300):
        status, data = server.request("GET", f"/api/replays/{table}")
        if status == 200:
            return data.decode()
        time.sleep(0.1)
    raise AssertionError("the agents do not play")


def test_paths_of_the_owner_reach_no_player(owned, tmp_path):
    token = owned.player("Anna")
    agents = [{"agent": "Raiser"}, {"agent": "greedy"}]
    text = wait_for_replay(owned, owned.table(token, game="mine", seats=agents))
    replay = json.loads(text)
    assert (replay["game"], replay["agents"]) == ("mine", ["Raiser", "greedy"])
    assert {move["fault"] for move in replay["moves"]} == {"raised", None}
    assert str(tmp_path) not in text
    assert "secret" not in text
    replay["game"] = "asmacag"  # the rules are the same
    *_, (position, _) = verify(parse_replay(json.dumps(replay).encode(), "x"))
    assert position.is_over

    async def leave():
        table = owned.table(token, game="mine", seats=[{}, {}], stand_in="Raiser", away_ms=0)
        links = [await greet(owned.port, one) for one in (token, owned.player("Boris"))]
        for link in links:
            link.send(type="sit", table=table)
        await links[0].read_until("decision", "update")
        links[1].send(type="leave")
        while True:
            seats = (await links[0].read_until("seats"))["seats"]
            if seats[1]["stand_in"] is not None:
                for link in links:
                    link.drop()
                await asyncio.sleep(0)
                return seats[1]["stand_in"]

    assert asyncio.run(asyncio.wait_for(leave(), 30)) == "Raiser"


def test_what_is_wrong_with_a_file_of_the_owner_is_not_told(owned, tmp_path):
    token = owned.player("Anna")
    (tmp_path / "bots.py").write_text("class Raiser:\n    pass\n")
    for request in (
        {"game": "mine", "options": {"nothing": 1}},
        {"game": "asmacag", "seats": [{}, {"agent": "Raiser:x=1"}]},
    ):
        status, data = owned.request("POST", "/api/tables", request, token)
        assert status == 400
        assert str(tmp_path).encode() not in data
