"""The messages between a client and a table, version 1: plain data, `type` first in JSON.

A client may send only the fields that are listed; a client must ignore fields that it does not
know. Seats are numbers; names are for people.
"""

from enum import StrEnum
from typing import Any

import msgspec

from standoff.arena.replay import SeatOutcome
from standoff.event import Choice, Event
from standoff.option import Value

VERSION = 1
MAX_BYTES = 64 * 1024
"""The longest message that a client may send."""


class Code(StrEnum):
    """Why a message was refused; nothing has changed."""

    BAD_MESSAGE = "bad_message"
    """The message is not JSON, or not one of the messages of a client."""
    GAME_OVER = "game_over"
    NOT_SEATED = "not_seated"
    """The client watches; only a seat may act."""
    NOT_YOUR_DECISION = "not_your_decision"
    STALE_DECISION = "stale_decision"
    """The message answers another decision than the present one."""
    ILLEGAL_ACTION = "illegal_action"
    TOO_LATE = "too_late"
    """The time for the decision is over; a stand-in decides."""


# --- from a client --------------------------------------------------------------------------------


class ClientMessage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """A message from a client."""


class Act(ClientMessage, frozen=True):
    """Answers a decision. The same answer twice is acknowledged twice and made once."""

    decision: int
    """The `id` of the decision."""
    action: int | str
    """The code of a legal action, or its text."""


class Ping(ClientMessage, frozen=True):
    """Asks for a sign of life."""


FromClient = Act | Ping


# --- from a table ---------------------------------------------------------------------------------


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message to one recipient, with what the recipient may know and nothing else."""


class SeatName(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    name: str
    is_agent: bool


class TableStatus(ServerMessage, frozen=True, tag="table"):
    """Everything that a recipient needs to begin or to go on."""

    seq: int
    """How many updates the recipient's stream has had."""
    game: str
    version: int
    """The version of the rules."""
    options: dict[str, Value]
    seats: tuple[SeatName, ...]
    seat: int | None
    """The recipient's seat, null for a spectator."""
    banks_ms: tuple[int, ...]
    """The bank of each seat; empty at a table without clocks."""
    view: dict[str, Any]


class Update(ServerMessage, frozen=True):
    """What happened, and how the table looks now."""

    seq: int
    """The number of this update in the recipient's own stream, from 1."""
    events: tuple[Event, ...]
    view: dict[str, Any]


class Decision(ServerMessage, frozen=True):
    """The recipient is asked for an action."""

    id: int
    actions: tuple[Choice, ...]
    """The legal actions, ascending by code."""
    budget_ms: int | None
    """The time left for this decision before the bank is used; null without a clock."""
    bank_ms: int | None


class Ack(ServerMessage, frozen=True):
    """The action is made and stored."""

    decision: int
    elapsed_ms: int
    bank_ms: int | None


class Error(ServerMessage, frozen=True):
    """A message was refused, and nothing has changed."""

    code: Code
    text: str
    decision: int | None = None
    """The decision that the refused message answers."""


class Over(ServerMessage, frozen=True):
    """The game has ended."""

    outcome: tuple[SeatOutcome, ...]


class Pong(ServerMessage, frozen=True):
    """Answers a ping."""


FromServer = TableStatus | Update | Decision | Ack | Error | Over | Pong

_reader = msgspec.json.Decoder(FromClient)
_writer = msgspec.json.Encoder()


def read_message(data: bytes) -> FromClient | Error:
    """Return the message of a client, or the error that answers it."""
    if len(data) > MAX_BYTES:
        return Error(Code.BAD_MESSAGE, f"a message may have {MAX_BYTES} bytes, not {len(data)}")
    try:
        message: FromClient = _reader.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Error(Code.BAD_MESSAGE, f"this is not a message of protocol {VERSION}: {error}")
    return message


def write_message(message: FromServer) -> bytes:
    """Return a message as JSON on one line."""
    return _writer.encode(message)
