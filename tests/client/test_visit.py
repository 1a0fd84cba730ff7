"""A visit to a table: what is sent again, what is told, and what ends it; without a server."""

import msgspec
import pytest

from standoff.client import Refused
from standoff.client.problem import Dropped
from standoff.client.visit import Visit
from standoff.server.protocol import (
    Ack,
    Act,
    Closing,
    Code,
    Decision,
    Error,
    Leave,
    Pong,
    Sit,
    Stage,
    TableStatus,
    Update,
    Watch,
)

STATUS = TableStatus(
    "t", Stage.PLAYING, 0, "asmacag", 1, {}, (), 0, False, None, (), 0, False, (), {}
)
ASKED = Decision(1, (), None, None)
DROP = None


class Script:
    """A line that says what a test wants, and notes what is sent."""

    def __init__(self, *messages):
        self.messages = list(messages)
        self.sent = []
        self.is_open = True

    def receive(self, seconds=None):
        message = self.messages.pop(0) if self.is_open else DROP
        if message is DROP:
            self.is_open = False
            raise Dropped
        return message

    def send(self, message):
        if not self.is_open:
            raise Dropped
        self.sent.append(message)

    def reopen(self):
        self.is_open = True
        self.sent.append("reopened")

    def close(self):
        self.is_open = False


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr("standoff.client.visit.REPEAT_SECONDS", 0)


def seated(*messages):
    """Return the line and the visit of a player at seat 0, who is asked."""
    line = Script(STATUS, ASKED, *messages)
    visit = Visit(line, "t")
    visit.sit()
    assert visit.receive() == ASKED
    line.sent.clear()
    return line, visit


def test_a_watcher_sits_down_when_the_new_role_is_told():
    watched = msgspec.structs.replace(STATUS, seat=None)
    line = Script(watched, watched, Pong(), STATUS)
    visit = Visit(line, "t")
    assert visit.look().seat is None
    assert visit.sit(0).seat == 0
    assert line.sent == [Watch("t"), Sit("t", 0)]


def test_a_refused_seat_is_told():
    visit = Visit(Script(Error(Code.SEAT_TAKEN, "the seat is taken")), "t")
    with pytest.raises(Refused, match="the server says: the seat is taken") as caught:
        visit.sit()
    assert caught.value.code is Code.SEAT_TAKEN


def test_an_answer_is_settled_by_its_acknowledgement():
    line, visit = seated(Ack(1, 5, None))
    visit.answer(1, 7)
    assert not visit.is_settled
    visit.receive()
    assert visit.is_settled
    assert line.sent == [Act(1, 7)]


def test_after_a_drop_the_tail_is_asked_for_and_the_answer_repeated():
    update = Update(4, (), {})
    line, visit = seated(update, DROP, ASKED, Ack(1, 5, None))
    visit.receive()
    visit.answer(1, 7)
    assert visit.receive() == Ack(1, 5, None)  # the decision is not asked twice
    assert line.sent == [Act(1, 7), "reopened", Sit("t", None, 4), Act(1, 7)]


def test_a_drop_while_answering_repeats_the_answer_too():
    line, visit = seated(Ack(1, 5, None))
    line.is_open = False
    visit.answer(1, 7)
    visit.receive()
    assert visit.is_settled
    assert line.sent == ["reopened", Sit("t", None, 0), Act(1, 7)]


@pytest.mark.parametrize("code", [Code.TOO_MANY, Code.NOT_STORED, Code.SERVER_FAULT])
def test_a_passing_refusal_repeats_the_answer(code):
    line, visit = seated(Error(code, "later", 1), Ack(1, 5, None))
    visit.answer(1, 7)
    assert visit.receive() == Ack(1, 5, None)
    assert line.sent == [Act(1, 7), Act(1, 7)]


@pytest.mark.parametrize("code", [Code.TOO_LATE, Code.STALE_DECISION, Code.ILLEGAL_ACTION])
def test_an_answer_that_is_of_no_use_is_not_repeated(code):
    line, visit = seated(Error(code, "no", 1), DROP, STATUS)
    visit.answer(1, 7)
    assert visit.receive().code is code
    assert visit.is_settled
    visit.receive()
    assert line.sent == [Act(1, 7), "reopened", Sit("t", None, 0)]


def test_an_error_about_an_older_decision_settles_nothing():
    _, visit = seated(Error(Code.TOO_LATE, "no", 0))
    visit.answer(1, 7)
    visit.receive()
    assert not visit.is_settled


@pytest.mark.parametrize("code", [Code.MOVED, Code.NOT_FOUND, Code.NO_TOKEN])
def test_other_refusals_end_the_visit(code):
    _, visit = seated(Error(code, "no"))
    with pytest.raises(Refused):
        visit.receive()


def test_a_server_that_closes_is_obeyed():
    line, visit = seated(Closing("bye"), ASKED)
    assert visit.receive() == Closing("bye")
    assert not line.is_open
    assert visit.receive() == ASKED
    assert line.sent == ["reopened", Sit("t", None, 0)]


def test_who_leaves_says_so_even_after_a_drop():
    line, visit = seated()
    visit.leave()
    line.is_open = False
    visit.leave()
    assert line.sent == [Leave(), "reopened", Sit("t", None, 0), Leave()]
