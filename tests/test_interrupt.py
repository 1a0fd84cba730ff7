"""Ctrl-C works even if some code swallows it; so does SIGTERM."""

import os
import signal
import threading

import pytest

from standoff import interrupt
from standoff.arena import Match, play_match


@pytest.fixture(autouse=True)
def usual_handlers():
    """A process in the background of a shell ignores Ctrl-C at first."""
    before = {number: signal.signal(number, usual) for number, usual in interrupt.USUAL.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_that_was_swallowed_stops_the_match(number):
    match = Match("asmacag", ("random", "greedy"), 400, 1)
    played = []

    def swallow(games):
        played.append(games)
        try:
            os.kill(os.getpid(), number)
            signal.sigtimedwait([], 0.01)
        except KeyboardInterrupt:
            pass

    with interrupt.heard(), pytest.raises(KeyboardInterrupt):
        play_match(match, 1, swallow)
    assert len(played) == 1


def test_a_new_command_begins_afresh():
    with pytest.raises(KeyboardInterrupt), interrupt.heard():
        interrupt.note(signal.SIGINT, None)
    interrupt.check()
    with interrupt.heard():
        interrupt.check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_another_handler_is_left_alone():
    mine = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupt.heard():
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, mine)


def test_other_threads_hear_nothing():
    found = []

    def look():
        with interrupt.heard():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]
