"""The page, the schema and the types of the protocol agree with the code; so does the example."""

import json

import msgspec
import protocol as written
import pytest

from standoff.server import protocol


def test_the_schema_is_what_the_code_says():
    assert written.SCHEMA.read_text() == written.schema()


def test_the_types_are_what_the_code_says():
    assert written.TYPES.read_text() == written.typescript()


def test_the_page_and_its_example_are_what_the_server_says():
    assert written.PAGE.read_text() == written.page()


@pytest.mark.parametrize("kind", [*written.CLIENT, *written.SERVER, protocol.SeatStatus])
def test_every_message_has_a_meaning(kind):
    assert written.fields.meaning(written.fields.find_class(kind).body[0])


def test_every_message_of_a_client_is_in_the_union():
    assert {kind.__name__ for kind in protocol.ClientMessage.__subclasses__()} == {
        kind.__name__ for kind in written.CLIENT
    }
    assert {kind.__name__ for kind in protocol.ServerMessage.__subclasses__()} == {
        kind.__name__ for kind in written.SERVER
    }


def test_the_ten_lines_of_the_page_play_legally():
    """What the page says to a newcomer: a bot that ignores all but `decision`."""
    decision = protocol.Decision(3, (written.Choice(7, "pass", "pass"),), None, None)
    message = json.loads(protocol.write_message(decision))
    act = {"type": "act", "decision": message["id"], "action": message["actions"][0]["code"]}
    assert protocol.read_message(json.dumps(act).encode()) == protocol.Act(3, 7)
    assert 'message["actions"])["code"]' in written.INTRODUCTION


def test_what_a_server_sends_can_be_read_back():
    error = protocol.Error(protocol.Code.TOO_LATE, "late", 4)
    assert protocol.read_answer(protocol.write_message(error)) == error
    with pytest.raises(msgspec.DecodeError):
        protocol.read_answer(b"{}")
