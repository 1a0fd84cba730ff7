import sys
import threading
import time

import pytest
import toy as t

import standoff
from standoff.agents import enter
from standoff.arena import fault
from standoff.arena.fault import Failure, FaultKind, Guard, OnFault
from standoff.rng import Rng

GAME = standoff.load("asmacag")
POSITION = GAME.deal(1)


def answer(bots, name):
    return Guard(enter(GAME, f"{bots}:{name}"), Rng(1)).ask(POSITION, 0)


def fail(bots, name):
    with pytest.raises(Failure) as caught:
        answer(bots, name)
    assert len(caught.value.detail) < 500
    assert "\n" not in caught.value.detail
    caught.value.detail.encode()
    return caught.value


def test_codes_and_texts_are_answers(bots):
    assert answer(bots, "First") == POSITION.actions[0]
    assert answer(bots, "Text") == POSITION.actions[-1]


def test_an_error_of_an_agent_is_reported_with_its_line(bots):
    failure = fail(bots, "Raises")
    assert failure.kind is FaultKind.RAISED
    assert f"{bots}, line 17: KeyError: 'no idea'" in failure.detail
    assert fail(bots, "Exits").kind is FaultKind.RAISED


def test_an_error_keeps_its_traceback_from_the_agent_on(bots):
    lines = fail(bots, "Raises").traceback.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert lines[1] == f'  File "{bots}", line 17, in act'
    assert lines[-1] == "KeyError: 'no idea'"
    assert fail(bots, "Illegal").traceback == ""


def test_an_error_that_cannot_be_shown_breaks_nothing(tmp_path):
    path = tmp_path / "hidden.py"
    path.write_text(
        "class Hidden(Exception):\n"
        "    @property\n"
        "    def __notes__(self):\n"
        "        raise RuntimeError\n\n"
        "class Bot:\n"
        "    def act(self, view):\n"
        "        raise Hidden\n"
    )
    failure = fail(path, "Bot")
    assert "line 8: Hidden" in failure.detail
    assert failure.traceback == "" or failure.traceback.startswith("Traceback")


def test_a_long_traceback_keeps_its_end(tmp_path):
    path = tmp_path / "long.py"
    path.write_text(
        "class Long:\n    def act(self, view):\n        raise ValueError('x' * 9000 + '!')\n"
    )
    trace = fail(path, "Long").traceback
    assert trace.startswith("...")
    assert trace.endswith("!")
    assert len(trace) < 5000


def test_an_agent_that_cannot_start_fails_at_its_first_decision(bots):
    assert fail(bots, "BadStart").detail.endswith("RuntimeError: cannot start")
    assert f"{bots}, line " in fail(bots, "BadStart").detail
    assert fail(bots, "SlowStart:ms=50").kind is FaultKind.LATE
    assert fail(bots, "nothing").kind is FaultKind.RAISED


@pytest.mark.parametrize(
    ("what", "kind"),
    [
        ("huge", "illegal"),
        ("shy", "raised"),
        ("true", "illegal"),
        ("real", "illegal"),
        ("surrogate", "illegal"),
        ("long", "illegal"),
        ("shout", "raised"),
        ("generator", "raised"),
        ("cheat", "illegal"),
    ],
)
def test_strange_answers_are_faults_and_nothing_more(bots, what, kind):
    assert fail(bots, f"Answers:what={what}").kind == kind


@pytest.mark.parametrize(
    ("name", "detail", "action"),
    [
        ("Illegal", "answered 1000, which is not an action code from 0 to 38", None),
        ("Nonsense", "answered 'no such thing'", None),
        ("NoAnswer", "answered None", None),
        ("Unplayable", "answered 'nothing'", 38),
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


@pytest.mark.parametrize("call", ["setitimer", "signal"])
def test_an_alarm_while_the_guard_cleans_up_does_nothing(monkeypatch, call):
    """The alarm may come after the answer, before the timer and the handler are restored."""
    real = getattr(fault.signal, call)
    calls = []

    def with_alarm(*arguments):
        calls.append(arguments)
        is_clean_up = len(calls) > 1
        if is_clean_up:
            fault.signal.raise_signal(fault.signal.SIGALRM)
        return real(*arguments)

    monkeypatch.setattr(fault.signal, call, with_alarm)
    assert fault.call_in_time(lambda: 7, 10_000) == 7
    assert len(calls) == 2
    assert fault.signal.getitimer(fault.signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize("name", ["coverage.collector", "numba.core.typing", "llvmlite.binding"])
def test_an_alarm_does_not_break_into_tools(name):
    """Coverage would keep its lock, and Numba would have half-filled lookups, from then on."""
    tool = {"__name__": name, "sys": sys}
    exec("def find_frame(): return sys._getframe()", tool)
    frames = []

    def work():
        frames.append(sys._getframe())
        frames.append(tool["find_frame"]())

    work()
    assert [fault.is_inside(frame, work) for frame in frames] == [True, False]


def test_in_another_thread_the_time_is_checked_afterwards(bots):
    found = []
    thread = threading.Thread(target=lambda: found.append(fail(bots, "Stubborn:ms=20")))
    thread.start()
    thread.join()
    assert found[0].kind is FaultKind.LATE


def test_the_default_is_the_penalty_of_the_rules_if_there_is_one():
    assert OnFault.choose(GAME, None) is OnFault.PENALTY
    assert OnFault.choose(t.toy(), None) is OnFault.RANDOM
