"""The messages: what a client may send, and how it is refused."""

import msgspec
import pytest

from standoff.server.protocol import (
    MAX_BYTES,
    Ack,
    Act,
    Code,
    Error,
    Ping,
    read_message,
    write_message,
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"type":"act","decision":3,"action":7}', Act(3, 7)),
        (b'{"type":"act","decision":3,"action":"pass"}', Act(3, "pass")),
        (b'{"type":"ping"}', Ping()),
    ],
)
def test_a_message_of_a_client_is_read(data, message):
    assert read_message(data) == message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"act"',
        b'{"type":"act"}',
        b'{"type":"ack","decision":1,"elapsed_ms":1,"bank_ms":1}',
        b'{"type":"act","decision":3,"action":7,"seat":1}',
        b'{"type":"act","decision":"3","action":7}',
        b'{"type":"act","decision":3,"action":7.5}',
        b'{"type":"act","decision":3,"action":true}',
        b'{"type":"act","decision":3,"action":null}',
        b'{"type":"act","decision":3,"action":"\xff"}',
        b"[" * 20_000,
        b'{"type":"act","decision":3,"action":"' + b"x" * MAX_BYTES + b'"}',
    ],
)
def test_anything_else_is_a_coded_error(data):
    error = read_message(data)
    assert isinstance(error, Error)
    assert error.code is Code.BAD_MESSAGE


def test_the_type_comes_first_in_json():
    assert write_message(Ack(2, 15, None)) == (
        b'{"type":"ack","decision":2,"elapsed_ms":15,"bank_ms":null}'
    )


def test_a_message_is_one_line_of_json():
    text = write_message(Error(Code.BAD_MESSAGE, "two\nlines"))
    assert b"\n" not in text
    assert msgspec.json.decode(text)["text"] == "two\nlines"
