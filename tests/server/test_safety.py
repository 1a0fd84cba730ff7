"""Every rule of safety, attacked from outside at a server that runs."""

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest
from driving import HOST, HUGE_MS, Bot, Link, ServerProcess, greet

from standoff import load
from standoff.arena.replay import parse_replay, verify
from standoff.errors import StandoffError
from standoff.server.allowed import allow
from standoff.server.gate import Gate, read_network
from standoff.server.limits import Limits
from standoff.server.lobby import fold
from standoff.server.store import Store

ASMACAG = {"game": "asmacag", "seats": [{}, {}], "has_people": False, "away_ms": HUGE_MS}
HIDDEN = {**ASMACAG, "is_listed": False}


def code_of(answer):
    return answer[0], json.loads(answer[1])["code"]


# --- Host, Origin, addresses ----------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", ""])
def test_a_name_that_was_bound_to_this_address_is_refused(server, host):
    assert code_of(server.request("GET", "/api/tables", headers={"Host": host}))[0] == 421
    link = asyncio.run(Link.attempt(server.port, Host=host))
    assert b" 421 " in link.head or b" 400 " in link.head


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1", "x"])
def test_a_page_of_another_server_is_refused(server, token, origin):
    headers = {"Origin": origin}
    assert code_of(server.request("GET", "/api/me", token=token, headers=headers))[0] == 403
    link = asyncio.run(Link.attempt(server.port, Origin=origin))
    assert b" 403 " in link.head


def test_a_page_of_the_server_itself_is_let_in(server, token):
    headers = {"Origin": f"http://{HOST}:{server.port}"}
    assert server.request("GET", "/api/me", token=token, headers=headers)[0] == 200


def find_address(peer, forwarded, *proxies):
    gate = Gate(None, (), [read_network(proxy) for proxy in proxies], Limits())
    return gate.find_address({"client": (peer, 1)}, {"x-forwarded-for": forwarded.encode()})


def test_a_forwarded_address_is_believed_from_a_proxy_alone():
    assert find_address("6.6.6.6", "1.1.1.1") == "6.6.6.6"
    assert find_address("6.6.6.6", "1.1.1.1", "10.0.0.0/8") == "6.6.6.6"
    assert find_address("10.0.0.1", "1.1.1.1", "10.0.0.0/8") == "1.1.1.1"
    assert find_address("10.0.0.1", "9.9.9.9, 1.1.1.1", "10.0.0.0/8") == "1.1.1.1"
    assert find_address("10.0.0.1", "1.1.1.1, 10.0.0.2", "10.0.0.0/8") == "1.1.1.1"


def test_nobody_escapes_a_limit_by_a_forwarded_address(limited):
    answers = [
        limited.request("GET", "/healthz", headers={"X-Forwarded-For": f"1.1.1.{number}"})[0]
        for number in range(120)
    ]
    assert 429 in answers


# --- limits ---------------------------------------------------------------------------------------


@pytest.fixture
def limited(nursery, tmp_path):
    """A server with small limits."""
    limits = {"connections": 3, "messages": 5, "requests": 60, "players": 3, "tables": 2}
    words = [word for name, most in limits.items() for word in ("--limit", f"{name}={most}")]
    with ServerProcess(tmp_path / "limited.sqlite", *words, nursery=nursery) as found:
        yield found


def test_every_limit_of_an_address_holds(limited):
    token = limited.player("Anna")
    opened = [limited.request("POST", "/api/tables", ASMACAG, token) for _ in range(3)]
    assert [status for status, _ in opened] == [201, 201, 429]
    names = [limited.request("POST", "/api/players", {"name": f"P{n}"}) for n in range(3)]
    assert [status for status, _ in names] == [201, 201, 429]

    async def connect():
        links = [await Link.attempt(limited.port) for _ in range(4)]
        links[0].send(type="hello", protocol=1)
        for _ in range(200):
            links[0].send(type="ping")
        codes = set()
        try:
            while True:
                codes.add((await links[0].read()).get("code"))
        except ConnectionError:
            for link in links:
                link.drop()
            await asyncio.sleep(0)
            return [link.is_open.result() for link in links], codes, links[0].close_code

    is_open, codes, end = asyncio.run(connect())
    assert is_open == [True, True, True, False]
    assert "too_many" in codes
    assert end == 1008


def test_tables_opened_at_the_same_time_are_counted_together(limited):
    token = limited.player("Anna")

    async def open_many():
        one = partial(limited.request, "POST", "/api/tables", ASMACAG, token)
        return await asyncio.gather(*(asyncio.to_thread(one) for _ in range(8)))

    statuses = [status for status, _ in asyncio.run(open_many())]
    assert sorted(statuses) == [201, 201] + [429] * 6


def test_no_compression_is_offered_and_long_messages_end_the_connection(server):
    async def attack():
        offer = {"Sec-WebSocket-Extensions": "permessage-deflate"}
        link = await Link.attempt(server.port, **offer)
        link.send(type="hello", protocol=1, name="x" * 70_000)
        with pytest.raises(ConnectionError):
            await link.read()
        return link

    link = asyncio.run(attack())
    assert b"permessage-deflate" not in link.head
    assert link.close_code == 1009


# --- tokens, seeds and the owner ------------------------------------------------------------------


def test_tokens_are_long_and_only_their_hashes_are_kept(server, token):
    tokens = {server.player(f"Token {number}") for number in range(20)} | {token}
    table = server.table(token, **ASMACAG)
    code = server.ask("POST", f"/api/tables/{table}/invites", {}, token)["code"]
    assert len(tokens) == 21
    assert all(len(found) >= 22 for found in (*tokens, code))  # 22 characters of base64: 128 bits
    kept = b"".join(
        path.read_bytes() for path in Path(server.database).parent.glob("server.sqlite*")
        if path.suffix != ".owner"
    )  # fmt: skip
    owner = Path(f"{server.database}.owner")
    secrets = [*tokens, code, owner.read_text().strip()]
    logs = json.dumps(server.log)
    assert not [found for found in secrets if found.encode() in kept or found in logs]
    assert owner.stat().st_mode & 0o077 == 0


def test_a_token_in_an_address_opens_nothing(server, token):
    for name in ("token", "access_token", "authorization"):
        assert code_of(server.request("GET", f"/api/me?{name}={token}")) == (401, "no_token")


def test_the_metrics_are_for_the_owner_alone(server, token):
    owner = Path(f"{server.database}.owner").read_text().strip()
    for given in (None, "", " ", token, owner[:-1], owner + "x"):
        assert code_of(server.request("GET", "/metrics", token=given)) == (401, "no_token")
    assert server.request("GET", "/metrics", token=owner)[0] == 200

    async def connect():
        links = [await greet(server.port) for _ in range(3)]  # at no table
        while await asyncio.to_thread(count_connections, server, owner) != 3:
            await asyncio.sleep(0.02)  # until connections of other tests have ended
        for link in links:
            link.drop()
        await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(connect(), 10))
    assert server.request("GET", "/api/me", token=owner)[0] == 401


def count_connections(server, owner):
    text = server.request("GET", "/metrics", token=owner)[1].decode()
    return int(text.partition("\nstandoff_connections ")[2].split()[0])


def test_an_empty_file_is_no_token_of_an_owner(run, tmp_path):
    (tmp_path / "empty").touch()
    code, _, error = run("serve --port 0 --database x.sqlite --owner-token-file empty")
    assert (code, error.count("\n")) == (2, 1)
    assert "is empty" in error


def test_the_seed_is_told_after_the_end_alone(server, token):
    other = server.player("Seed Seeker")
    table = server.table(token, **ASMACAG)
    heard = []

    class Spy(Bot):
        def hear(self, message):
            heard.append(json.dumps(message))
            for path in (f"/api/replays/{table}", f"/api/tables/{table}", "/api/tables"):
                status, data = server.request("GET", path, token=token)
                if status == 200 and "replays" in path:
                    break  # the game has ended, though the bot does not know it yet
                heard.append(data.decode())
            super().hear(message)

    async def play():
        bots = [Spy("A", token, table), Bot("B", other, table)]
        await asyncio.gather(*(bot.play(lambda: server.port) for bot in bots))

    asyncio.run(play())
    replay = server.ask("GET", f"/api/replays/{table}", token=token)
    assert int(replay["seed"]).bit_length() > 100
    assert sum("there is no such replay" in text for text in heard) > 20
    for form in (str(replay["seed"]), f"{int(replay['seed']):x}"):
        assert not [text for text in heard if form in text]
    *_, (position, _) = verify(parse_replay(json.dumps(replay).encode(), "x"))
    assert position.is_over


# --- what is not yours ----------------------------------------------------------------------------

NOWHERE = "AAAAAAAAAAAA"


def test_errors_do_not_tell_what_is_there(server, token):
    stranger = server.player("Stranger 1")
    table = server.table(token, **HIDDEN)
    paths = [
        ("GET", "/api/tables/{}", None),
        ("DELETE", "/api/tables/{}", None),
        ("POST", "/api/tables/{}/invites", {}),
        ("GET", "/api/replays/{}", None),
        ("GET", "/api/replays/{}/story", None),
        ("GET", "/api/replays/{}/story?seat=1", None),
        ("GET", "/api/replays?before={}", None),
    ]
    for given in (stranger, None):
        for method, path, body in paths:
            there = server.request(method, path.format(table), body, given)
            nowhere = server.request(method, path.format(NOWHERE), body, given)
            assert there == nowhere
            assert there[0] in (401, 404)

    async def knock(name):
        link = await greet(server.port, stranger)
        answers = []
        for kind in ("sit", "watch"):
            link.send(type=kind, table=name)
            answers.append(await link.read_bytes())
        link.drop()
        return answers

    assert asyncio.run(knock(table)) == asyncio.run(knock(NOWHERE))
    assert table not in server.request("GET", "/api/tables")[1].decode()


@pytest.mark.parametrize("name", ["%00", "%ff", "..%2f..", "x" * 2000, "'%20or%201=1--"])
def test_ids_that_no_table_can_have_are_not_found(server, token, name):
    for path in ("/api/tables/{}", "/api/replays/{}", "/api/replays/{}/story"):
        assert code_of(server.request("GET", path.format(name), token=token)) == (404, "not_found")


HOSTILE = {
    "control": "a\x07b", "newline": "a\nb", "escape": "\x1b[31mred", "override": "abc\u202edef",
    "isolate": "a\u2066b", "zero width": "an\u200bna", "joiner": "a\u200db", "long": "x" * 25,
    "very long": "x" * 10_000, "empty": "", "blanks": "  a", "no-break": "a\u00a0\u00a0b",
    "filler": "\u3164", "variation": "anna\ufe0f", "braille": "\u2800", "null": "a\0",
    "grapheme joiner": "a\u034fb",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE)
def test_hostile_names_are_refused(server, name):
    status, data = server.request("POST", "/api/players", {"name": name})
    assert status == 400, data


@pytest.mark.parametrize("same", ["ANNA NAME", "\uff21nna name", "Anna name", "\u24d0nna name"])
def test_names_that_look_alike_are_one_name(server, same):
    server.request("POST", "/api/players", {"name": "Anna Name"})
    assert server.request("POST", "/api/players", {"name": same})[0] == 409


def test_letters_of_other_alphabets_make_other_names():
    assert fold("Anna") == fold("\uff21NNA")
    assert fold("Anna") != fold("\u0410nna")  # a Cyrillic letter


def test_markup_in_a_name_stays_text(server):
    name = "<script>alert(1)"
    token = server.player(name)
    server.table(token, **ASMACAG)
    status, data = server.request("GET", "/api/tables")
    assert status == 200
    assert name in [table["owner"] for table in json.loads(data)]
    for path in ("/api/docs", "/api/openapi.json"):
        assert name.encode() not in server.request("GET", path)[1]


# --- agents and uploads ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [
        "evolution:individual=/etc/passwd", "evolution:individual=passwd", "x.py:Bot",
        "/etc/passwd:Bot", "program:x", "ismcts:ms=999999", "ismcts:ms=nan", "ismcts:ms=-1",
        "ismcts:ms=1e400", "mcts:threads=1000", "ismcts:playout=../../x", "openspiel-mcts",
        "mcts:playout=evolution:individual=x", "ismcts:iterations=20001", "no such agent", "",
        "greedy:" + "x=1:" * 9,
    ],
)  # fmt: skip
def test_agents_that_are_not_on_the_list_are_refused(server, token, spec):
    seats = [{}, {}, {}, {}, {"agent": spec}]
    request = {"game": "bang", "options": {"players": 5}, "seats": seats}
    status, data = server.request("POST", "/api/tables", request, token)
    problem = json.loads(data)
    assert (status, problem["code"]) == (400, "bad_request")
    assert "\n" not in problem["text"]
    game = load("bang", players=5)
    with pytest.raises(StandoffError):
        allow(game, spec, {}, False)


def test_the_list_of_replays_goes_on_after_a_game(server, token):
    for _ in range(2):
        make_replay(server, token)
    first, *_ = listed = server.ask("GET", "/api/replays?count=2")
    after = server.ask("GET", f"/api/replays?count=1&before={first['id']}")
    assert after == listed[1:]


def test_an_uploaded_replay_imports_and_runs_nothing(server, token, tmp_path):
    mark = tmp_path / "mark"
    (tmp_path / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nGAME = None\n")
    good = make_replay(server, token)
    for game in (f"{tmp_path}/evil.py:GAME", "evil:GAME", "os:system", ""):
        status, data = upload(server, {**good, "game": game})
        assert (status, json.loads(data)["code"]) == (400, "bad_request")
    assert not mark.exists()


def test_uploaded_replays_are_bounded(server, token):
    good = make_replay(server, token)
    assert upload(server, good)[0] == 200
    many = {**good, "moves": good["moves"] * 1000}
    assert b"moves here" in upload(server, many)[1]
    for body in (b"[" * 100_000, b'{"a":' * 100_000, b"", b"\xff", b"null", b'{"moves":' * 5000):
        assert server.request("POST", "/api/stories", body)[0] == 400
    assert server.request("POST", "/api/stories", b" " * 10_000_000)[0] in (400, 0)
    assert server.request("GET", "/healthz")[0] == 200


def upload(server, replay):
    return server.request("POST", "/api/stories", replay)


def make_replay(server, token):
    agents = [{"agent": "greedy"}, {"agent": "uniform"}]
    table = server.table(token, game="asmacag", seats=agents)
    for _ in range(500):
        status, data = server.request("GET", f"/api/replays/{table}", token=token)
        if status == 200:
            return json.loads(data)
    raise AssertionError("the agents do not play")


# --- control --------------------------------------------------------------------------------------


def test_only_the_owner_of_a_table_of_agents_steers_it(server, token):
    stranger = server.player("Stranger 2")
    agents = server.table(token, game="bang", seats=[{"agent": "greedy"}] * 5, pace_ms=50_000)
    people = server.table(token, **ASMACAG)

    async def steer(who, table):
        link = await greet(server.port, who)
        await link.ask("table", type="watch", table=table)
        answer = await link.ask("pace", "error", type="control", pace_ms=5, is_paused=True)
        link.drop()
        return answer.get("code", answer["type"])

    assert asyncio.run(steer(stranger, agents)) == "not_allowed"
    assert asyncio.run(steer(None, agents)) == "not_allowed"
    assert asyncio.run(steer(token, people)) == "not_allowed"
    assert asyncio.run(steer(token, agents)) == "pace"
    for method, path, body in (("DELETE", "", None), ("POST", "/invites", {})):
        answer = server.request(method, f"/api/tables/{people}{path}", body, stranger)
        assert code_of(answer) == (403, "not_allowed")


# --- the end --------------------------------------------------------------------------------------


def test_a_server_that_is_told_to_end_drains(nursery, tmp_path):
    database = tmp_path / "drain.sqlite"
    server = ServerProcess(database, nursery=nursery)
    tokens = [server.player(name) for name in ("Anna", "Boris")]
    table = server.table(tokens[0], **ASMACAG)
    bots = [Bot(name, token, table) for name, token in zip("AB", tokens, strict=True)]
    bots[0].delay = bots[1].delay = 0.1

    async def play():
        nonlocal server
        playing = asyncio.gather(*(bot.play(lambda: server.port) for bot in bots))
        while sum(len(bot.acks) for bot in bots) < 3:
            await asyncio.sleep(0.02)
        link = await greet(server.port)
        code = asyncio.create_task(asyncio.to_thread(server.stop))
        closing = await link.read()
        assert await code == 0
        server = await asyncio.to_thread(ServerProcess, database, nursery=nursery)
        await asyncio.wait_for(playing, 60)
        return closing

    closing = asyncio.run(play())
    assert closing["type"] == "closing"
    assert all(bot.returns == 1 for bot in bots)
    assert server.stop() == 0
    store = Store(str(database))
    assert len(store.moves(table)) == sum(len(bot.chosen) for bot in bots)
    assert store.without_streams() == []
    store.close()
