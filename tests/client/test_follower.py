"""What a client knows of its table."""

from base64 import b64encode

import msgspec
import pytest

from standoff.client import Follower
from standoff.client.follower import check_actions, load_game
from standoff.errors import BadRun, UnknownName
from standoff.event import Event
from standoff.server import Plan, Seated, Table
from standoff.server.guest import with_record
from standoff.server.protocol import Act, Decision, Kind, Seats, Update

BOB = Seated(Kind.PERSON, "Bob\x07")


def messages_of(table, viewer, messages):
    return with_record(messages, table.observed(viewer))


@pytest.fixture
def table(asmacag):
    return Table(asmacag, Plan((Seated(Kind.PERSON, "Ann"), BOB)), 1, 0)


def arrive(table, viewer):
    follower = Follower()
    for message in messages_of(table, viewer, table.arrive(viewer, None, 0)):
        follower.take(message)
    return follower


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_a_follower_sees_what_the_table_shows(asmacag, table, viewer):
    follower = arrive(table, viewer)
    assert follower.view(asmacag).as_dict() == table.view(viewer).as_dict()
    seat = table.to_move
    step = table.act(seat, Act(1, table.view(seat).actions[0]), 0)
    for message in messages_of(table, viewer, step.sent_to(viewer)):
        follower.take(message)
    assert follower.view(asmacag).as_dict() == table.view(viewer).as_dict()
    assert follower.seq == 1
    assert follower.take_news()
    assert follower.take_news() == ()


def test_news_are_kept_until_they_are_taken():
    follower = Follower()
    follower.take(Update(1, (Event("a", "first"),), {}))
    follower.take(Update(2, (Event("b", "second"),), {}))
    assert [event.text for event in follower.take_news()] == ["first", "second"]


def test_only_the_last_view_carries_the_record():
    decision = Decision(1, (), None, None)
    found = with_record([Update(1, (), {}), Update(2, (), {}), decision], b"record")
    data = b64encode(b"record").decode()
    assert [message.observation for message in found] == [None, data, data]


def test_a_name_cannot_steer_the_terminal(table):
    follower = arrive(table, 0)
    follower.take(Seats(table.seat_statuses()))
    assert (follower.name_of(0), follower.name_of(1)) == ("Ann", "Bob?")


def test_other_rules_are_refused(asmacag, table):
    status = table.status(0, is_owner=False)
    with pytest.raises(UnknownName):
        load_game(status, "chess")
    with pytest.raises(BadRun, match="the table plays asmacag, not colonizers"):
        load_game(msgspec.structs.replace(status, options={}), "colonizers")
    follower = arrive(table, table.to_move)
    with pytest.raises(
        BadRun, match="the rules of asmacag here and at the server are not the same"
    ):
        check_actions(asmacag, follower.position(asmacag), Decision(1, (), None, None))
    follower.observation = b"short"
    with pytest.raises(BadRun, match="are not the same"):
        follower.view(asmacag)


def test_a_record_that_cannot_be_read_is_one_sentence():
    with pytest.raises(BadRun, match="a record that cannot be read"):
        Follower().take(Update(1, (), {}, observation="?"))
