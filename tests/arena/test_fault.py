import threading
import time

import pytest
import toy as t

import standoff
from standoff.agents import enter
from standoff.arena.fault import Failure, FaultKind, OnFault, ask
from standoff.rng import Rng

GAME = standoff.load("asmacag")
VIEW = GAME.deal(1).view(0)


def fail(bots, name):
    entrant = enter(GAME, f"{bots}:{name}")
    with pytest.raises(Failure) as caught:
        ask(entrant.make(Rng()), VIEW, entrant.budget_ms)
    return caught.value


def test_codes_texts_and_numpy_integers_are_answers(bots):
    assert ask(enter(GAME, f"{bots}:First").make(Rng()), VIEW, None) == VIEW.actions[0]
    assert ask(enter(GAME, f"{bots}:Text").make(Rng()), VIEW, None) == VIEW.actions[-1]


def test_what_an_agent_raises_is_told_with_its_line(bots):
    failure = fail(bots, "Raises")
    assert failure.kind is FaultKind.RAISED
    assert f"{bots}, line 17: KeyError: 'no idea'" in failure.detail
    assert fail(bots, "Exits").kind is FaultKind.RAISED


@pytest.mark.parametrize(
    ("name", "detail", "action"),
    [
        ("Illegal", "answered 1000, which is no action code from 0 to 38", None),
        ("Nonsense", "answered no such thing", None),
        ("NoAnswer", "answered None, which is no action code", None),
        ("Unplayable", "answered nothing", 38),
    ],
)
def test_an_illegal_answer_is_named(bots, name, detail, action):
    failure = fail(bots, name)
    assert failure.kind is FaultKind.ILLEGAL
    assert failure.detail.startswith(detail)
    assert failure.action == action


def test_a_slow_agent_is_stopped_at_its_deadline(bots):
    start = time.monotonic()
    failure = fail(bots, "Slow:ms=50")
    assert time.monotonic() - start < 5
    assert failure.kind is FaultKind.LATE
    assert failure.detail == "thought longer than 50 ms"


def test_a_stubborn_agent_is_late_all_the_same(bots):
    assert fail(bots, "Stubborn:ms=20").kind is FaultKind.LATE


def test_in_another_thread_the_time_is_checked_afterwards(bots):
    found = []
    thread = threading.Thread(target=lambda: found.append(fail(bots, "Stubborn:ms=20")))
    thread.start()
    thread.join()
    assert found[0].kind is FaultKind.LATE


def test_the_default_is_the_penalty_of_the_rules_if_there_is_one():
    assert OnFault.default(GAME) is OnFault.PENALTY
    assert OnFault.default(t.toy()) is OnFault.RANDOM
