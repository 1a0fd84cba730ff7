"""Where agents think: an agent in Python never in the process of the server."""

import asyncio
import dataclasses
import os
import threading
import time

import pytest

from standoff import load
from standoff.errors import BadRun
from standoff.server import thinkers as module
from standoff.server.plan import Plan, Seated, Setting
from standoff.server.protocol import Kind
from standoff.server.question import Question, draw_chance, pack, setting_of
from standoff.server.rehearse import rehearse
from standoff.server.table import Table
from standoff.server.thinkers import Thinkers

SEED = 2**127 + 11
OWN = """
import os
import sys
import time
from pathlib import Path

class Tells:
    def act(self, view):
        Path(__file__).with_name("pid").write_text(str(os.getpid()))
        return view.actions[-1]

class Looks:
    def act(self, view):
        found = set()
        frame = sys._getframe()
        while frame is not None:
            found |= set(map(repr, frame.f_locals.values()))
            frame = frame.f_back
        Path(__file__).with_name("seen").write_text(" ".join(found))
        return view.actions[0]

class Chooses:
    def act(self, view):
        return view.rng.choice(view.actions)

class Exits:
    def act(self, view):
        os._exit(7)

class Hangs:
    def act(self, view):
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass
"""


@pytest.fixture
def own(tmp_path):
    """The file of an owner's own agents."""
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return path


def make_question(game, spec):
    table = Table(game, Plan((Seated(Kind.AGENT, "a", spec),) * game.players), SEED, 0)
    seat = table.to_move
    return Question(game, spec, seat, table.observed(seat), draw_chance(SEED, 1, seat))


def run(work):
    """Let `work(thinkers)` run with agents of its own."""

    async def call():
        found = Thinkers(1)
        try:
            return await work(found)
        finally:
            found.close()

    return asyncio.run(call())


@pytest.fixture(autouse=True)
def compile_nothing(monkeypatch):
    """Compile in this process, which takes less time in tests."""

    async def nothing(self, game, setting, spec):
        pass

    monkeypatch.setattr(Thinkers, "_compile", nothing)


# --- agents in Python -----------------------------------------------------------------------------


def test_an_agent_in_python_is_rehearsed_in_no_process(asmacag, own):
    spec = f"{own}:Exits"
    rehearse(asmacag, spec)  # we are still here

    async def prepare(thinkers):
        await thinkers.prepare(asmacag, Setting(asmacag.address), [spec, "greedy"])
        return [name for what, _, name in thinkers._prepared if what == "compile"]

    assert run(prepare) == ["", "greedy"]


def test_an_agent_in_python_thinks_in_another_process(asmacag, own):
    question = make_question(asmacag, f"{own}:Tells")
    answer = run(lambda thinkers: thinkers.think(question))
    assert answer == (question.position.actions[-1], None)
    assert int((own.parent / "pid").read_text()) != os.getpid()


def test_an_agent_that_ends_its_process_harms_its_own_answer_alone(asmacag, own):
    async def ask_all(thinkers):
        specs = [f"{own}:Exits", f"{own}:Tells", f"{own}:Exits", "greedy"]
        questions = [make_question(asmacag, spec) for spec in specs]
        return await asyncio.gather(*map(thinkers.think, questions))

    answers = run(ask_all)
    assert [fault is None for _, fault in answers] == [False, True, False, True]
    assert answers[0][1].startswith("ended: ")
    assert all(action in make_question(asmacag, "greedy").position.actions for action, _ in answers)


def test_an_agent_that_hangs_is_ended(asmacag, own, monkeypatch):
    monkeypatch.setattr(module, "GRACE_SECONDS", 1.0)
    question = make_question(asmacag, f"{own}:Hangs:ms=1000")
    began = time.monotonic()
    action, fault = run(lambda thinkers: thinkers.think(question))
    assert action in question.position.actions
    assert fault.startswith("ended: ")
    assert time.monotonic() - began < 10


def test_no_process_of_an_agent_is_told_the_seed(asmacag, own):
    question = make_question(asmacag, f"{own}:Looks")
    run(lambda thinkers: thinkers.think(question))
    assert str(SEED) not in (own.parent / "seen").read_text()
    told = {"setting", "spec", "seat", "observation", "chance", "events"}
    assert set(pack(question)) == told


def test_the_same_seed_gives_the_same_answers_in_any_process(asmacag, own):
    question = make_question(asmacag, f"{own}:Chooses")
    answers = [run(lambda thinkers: thinkers.think(question)) for _ in range(2)]
    assert answers == [(question.rng.choice(question.position.actions), None)] * 2
    assert draw_chance(SEED, 1, 0) != draw_chance(SEED, 2, 0) != draw_chance(SEED, 1, 1)


# --- compiling ------------------------------------------------------------------------------------


def test_compiling_that_has_failed_is_tried_again(asmacag, monkeypatch):
    tried = []

    async def fail_once(self, game, setting, spec):
        tried.append(spec)
        if tried == [""]:
            raise OSError("too many open files")

    monkeypatch.setattr(Thinkers, "_compile", fail_once)

    async def prepare(thinkers):
        with pytest.raises(OSError, match="too many"):
            await thinkers.prepare(asmacag, Setting(asmacag.address), [])
        await thinkers.prepare(asmacag, Setting(asmacag.address), [])
        await thinkers.prepare(asmacag, Setting(asmacag.address), [])

    run(prepare)
    assert tried == ["", ""]


def test_an_agent_of_a_restored_table_is_compiled_before_it_thinks(asmacag, monkeypatch):
    done = []

    async def compile_it(self, game, setting, spec):
        await asyncio.sleep(0.1)
        done.append(spec)

    def answer(question, entrant):
        return len(done), None

    monkeypatch.setattr(Thinkers, "_compile", compile_it)
    monkeypatch.setattr(module, "ask", answer)

    async def think(thinkers):
        question = make_question(asmacag, "greedy")
        return await asyncio.gather(*(thinkers.think(question) for _ in range(3)))

    assert run(think) == [(2, None)] * 3
    assert done == ["", "greedy"]


# --- time -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def slow_game():
    """A game in which `exact` takes far longer than a turn of the loop may."""
    copies = {"limit_copies": 99, "normal_copies": 99, "x2_copies": 20, "div2_copies": 20}
    return load("asmacag", hand=24, board=200, max_number=9, action_points=4, **copies)


def test_a_slow_policy_leaves_the_loop_alone(slow_game, monkeypatch):
    threads = {}

    def ask(question, entrant):
        threads[question.spec] = threading.current_thread() is threading.main_thread()
        return 0, None

    async def think(thinkers):
        await thinkers.prepare(slow_game, setting_of(slow_game), ["exact", "greedy"])
        monkeypatch.setattr(module, "ask", ask)
        for spec in ("exact", "greedy"):
            await thinkers.think(make_question(slow_game, spec))

    run(think)
    assert threads == {"exact": False, "greedy": True}


def test_a_pace_that_cannot_hide_the_time_of_a_policy_is_refused(slow_game):
    def plan(pace_ms, first=Kind.PERSON):
        return Plan((Seated(first, "a"), Seated(Kind.AGENT, "b", "exact")), pace_ms=pace_ms)

    async def check(thinkers):
        await thinkers.prepare(slow_game, setting_of(slow_game), ["exact", "uniform"])
        with pytest.raises(BadRun, match="exact may think for .* so pace_ms must be at least"):
            thinkers.check_pace(slow_game, plan(20))
        thinkers.check_pace(slow_game, plan(1_000_000))
        thinkers.check_pace(slow_game, plan(20, Kind.AGENT))

    run(check)


def test_a_table_whose_time_would_tell_something_is_not_opened(server, token):
    copies = {"limit_copies": 99, "normal_copies": 99, "x2_copies": 20, "div2_copies": 20}
    options = {"hand": 24, "board": 200, "max_number": 12, "action_points": 4, **copies}
    request = {"game": "asmacag", "options": options, "seats": [{}, {"agent": "exact"}]}
    status, data = server.request("POST", "/api/tables", {**request, "pace_ms": 200}, token)
    assert status == 400
    assert b"exact may think for" in data
    slower = {**request, "pace_ms": 86_400_000}
    assert server.request("POST", "/api/tables", slower, token)[0] in (200, 201)


@pytest.mark.parametrize("spec", ["greedy", "own"])
def test_tables_with_players_do_not_wait_for_games_of_agents(asmacag, own, monkeypatch, spec):
    released = threading.Event()

    def wait(question):
        if not question.is_urgent:
            released.wait(30)
        return 0, None

    monkeypatch.setattr(module, "ask", lambda question, entrant: wait(question))
    monkeypatch.setattr(module.BotProcess, "ask", lambda _, question, budget_ms: wait(question))
    monkeypatch.setattr(module, "QUICK_MS", 0)  # nothing runs in the loop
    question = make_question(asmacag, f"{own}:Tells" if spec == "own" else spec)

    async def think(thinkers):
        others = [asyncio.create_task(thinkers.think(question)) for _ in range(5)]
        await asyncio.sleep(0.2)
        urgent = dataclasses.replace(question, is_urgent=True)
        try:
            return await asyncio.wait_for(thinkers.think(urgent), 10)
        finally:
            released.set()
            await asyncio.gather(*others)

    assert run(think) == (0, None)
