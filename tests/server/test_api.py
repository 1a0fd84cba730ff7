"""The HTTP part in this process: every route, what it answers and what it refuses."""

import asyncio
import json
from contextlib import asynccontextmanager
from unittest import mock

import httpx
import pytest

from standoff.server.app import Application, Settings
from standoff.server.gate import MOST_BODY
from standoff.server.openapi import describe_api
from standoff.server.protocol import MAX_BYTES
from standoff.server.thinkers import Thinkers

OWNER = "the token of the owner"
AGENTS = {"game": "asmacag", "seats": [{"agent": "greedy"}, {"agent": "uniform"}]}
OPEN = {"game": "asmacag", "seats": [{}, {}], "is_listed": False}


@asynccontextmanager
async def serve(folder):
    """An application without sockets, and a client of it."""
    settings = Settings(database=str(folder / "api.sqlite"), games={"asmacag": "asmacag"})
    application = Application(settings)
    transport = httpx.ASGITransport(application.gate)
    await application.lobby.start()
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield client
    finally:
        await application.lobby.stop()
        await application.store.flush()
        application.thinkers.close()
        application.store.close()


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a coroutine function with a client."""
    monkeypatch.setenv("STANDOFF_OWNER_TOKEN", OWNER)

    def call(talk):
        async def main():
            async with serve(tmp_path) as client:
                await talk(client)

        with mock.patch.object(Thinkers, "_compile", mock.AsyncMock()):
            asyncio.run(main())

    return call


async def add_player(client, name, is_bot=False):
    answer = await client.post("/api/players", json={"name": name, "is_bot": is_bot})
    assert answer.status_code == 201
    return {"authorization": f"Bearer {answer.json()['token']}"}


async def finish(client, table):
    """Wait until a game of agents is over."""
    for _ in range(500):
        found = await client.get(f"/api/tables/{table}")
        if found.json()["stage"] == "over":
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the game does not end")


def code_of(answer):
    return answer.status_code, answer.json()["code"]


def test_players_and_games(run):
    async def talk(client):
        anna = await add_player(client, "Anna")
        assert (await client.get("/api/me", headers=anna)).json() == {
            "name": "Anna",
            "is_bot": False,
        }
        assert code_of(await client.get("/api/me")) == (401, "no_token")
        wrong = {"authorization": "Bearer nonsense"}
        assert code_of(await client.get("/api/me", headers=wrong)) == (401, "no_token")
        again = await client.post("/api/players", json={"name": "anna"})
        assert code_of(again) == (409, "name_taken")
        (game,) = (await client.get("/api/games")).json()
        assert (game["name"], game["players"]) == ("asmacag", 2)
        assert "greedy" in game["agents"]
        assert {option["name"] for option in game["options"]} >= {"hand", "board"}
        assert (await client.get("/healthz")).json() == {"status": "ok"}

    run(talk)


def test_an_unlisted_table_is_entered_by_invitation_alone(run):
    async def talk(client):
        anna, boris = [await add_player(client, name) for name in ("Anna", "Boris")]
        opened = await client.post("/api/tables", json=OPEN, headers=anna)
        assert opened.status_code == 201
        path = f"/api/tables/{opened.json()['table']}"
        assert (await client.get("/api/tables")).json() == []
        nothing = await client.get("/api/tables/nothing-there", headers=boris)
        hidden = await client.get(path, headers=boris)
        assert (hidden.status_code, hidden.content) == (nothing.status_code, nothing.content)
        assert code_of(await client.post(f"{path}/invites", json={}, headers=boris))[0] == 404
        beyond = await client.post(f"{path}/invites", json={"seat": 2}, headers=anna)
        assert code_of(beyond) == (400, "bad_request")
        invite = (await client.post(f"{path}/invites", json={"seat": 1}, headers=anna)).json()
        accepted = await client.post("/api/invites", json=invite, headers=boris)
        assert accepted.json() == opened.json()
        seats = (await client.get(path, headers=boris)).json()["seats"]
        assert [seat["name"] for seat in seats] == [None, "Boris"]
        third = await add_player(client, "Carla")
        used = await client.post("/api/invites", json=invite, headers=third)
        assert code_of(used) == (404, "not_found")
        assert code_of(await client.delete(path, headers=boris)) == (403, "not_allowed")
        assert (await client.delete(path, headers=anna)).status_code == 204
        assert (await client.get(path, headers=anna)).json()["stage"] == "closed"

    run(talk)


def test_a_finished_game_is_a_replay_and_a_story(run):
    async def talk(client):
        anna = await add_player(client, "Anna")
        table = (await client.post("/api/tables", json=AGENTS, headers=anna)).json()["table"]
        await finish(client, table)
        (listed,) = (await client.get("/api/replays?count=5")).json()
        assert (listed["id"], listed["players"]) == (table, ["greedy", "uniform"])
        assert (await client.get(f"/api/replays?before={table}")).json() == []
        replay = await client.get(f"/api/replays/{table}")
        assert replay.json()["schema"] == 2
        for seat in ("", "?seat=0", "?seat=1", "?seat=2"):
            story = (await client.get(f"/api/replays/{table}/story{seat}")).json()
            told = await client.post(f"/api/stories{seat}", content=replay.content)
            assert told.json() == story
            assert len(story["updates"]) == len(replay.json()["moves"])
        assert code_of(await client.get(f"/api/replays/{table}/story?seat=3"))[0] == 400
        assert code_of(await client.get("/api/replays/nothing"))[0] == 404

    run(talk)


def test_what_cannot_be_read_is_refused(run):
    async def talk(client):
        anna = await add_player(client, "Anna")
        bodies = {
            b"{": (400, "bad_message"),
            b"[" * 60_000: (400, "bad_message"),
            b"x" * (MAX_BYTES + 1): (400, "bad_request"),
            b'{"game":"chess"}': (400, "bad_request"),
            b'{"game":"asmacag","seats":[{}]}': (400, "bad_request"),
            b'{"game":"asmacag","options":{"hand":-1}}': (400, "bad_request"),
            b'{"game":"asmacag","leaving":"dies"}': (400, "bad_request"),
            b'{"game":"asmacag","pace_ms":1}': (400, "bad_request"),
        }
        for body, expected in bodies.items():
            assert code_of(await client.post("/api/tables", content=body, headers=anna)) == expected
        assert code_of(await client.post("/api/tables", json=AGENTS)) == (401, "no_token")
        long = b"x" * (MOST_BODY + 1)
        assert code_of(await client.post("/api/stories", content=long)) == (400, "bad_request")
        assert code_of(await client.post("/api/stories", content=b"{}")) == (400, "bad_request")
        assert code_of(await client.get("/api/nothing")) == (404, "not_found")
        assert code_of(await client.put("/api/tables", json={}))[0] == 405

    run(talk)


def test_the_owner_alone_reads_the_metrics(run):
    async def talk(client):
        anna = await add_player(client, "Anna")
        for headers in ({}, anna, {"authorization": OWNER}):
            assert code_of(await client.get("/metrics", headers=headers)) == (401, "no_token")
        answer = await client.get("/metrics", headers={"authorization": f"Bearer {OWNER}"})
        assert "standoff_moves_total 0" in answer.text

    run(talk)


def test_the_description_and_its_page(run):
    async def talk(client):
        described = json.loads(json.dumps(describe_api()))
        assert (await client.get("/api/openapi.json")).json() == described
        page = (await client.get("/api/docs")).text
        for path in describe_api()["paths"]:
            assert f"<code>{path}</code>" in page

    run(talk)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://localhost"}, 200),
    ],
)
def test_the_gate_is_before_every_route(run, headers, status):
    async def talk(client):
        assert (await client.get("/healthz", headers=headers)).status_code == status

    run(talk)
