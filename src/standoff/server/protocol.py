"""The messages between a client and a server, version 1: plain data, `type` first in JSON.

One JSON object a message. A client may send only the fields that are listed; a client must ignore
fields that it does not know. Seats are numbers, from 0; names are for people. A connection is at
one table at a time. `docs/protocol.md` is made from this file.
"""

from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from standoff.arena.replay import SeatOutcome
from standoff.event import Choice, Event
from standoff.option import Value

VERSION = 1
MAX_BYTES = 64 * 1024
"""The longest message that a client may send."""
MAX_NAME = 24
MAX_ID = 64

Id = Annotated[str, Meta(max_length=MAX_ID)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Milliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]


class Code(StrEnum):
    """Why a message was refused; nothing has changed."""

    BAD_MESSAGE = "bad_message"
    """It is not JSON, or not one of the messages of a client, or it comes too early."""
    BAD_PROTOCOL = "bad_protocol"
    """The server does not speak this version of the protocol."""
    BAD_REQUEST = "bad_request"
    """The table cannot be opened, or the request cannot be carried out, as asked."""
    NO_TOKEN = "no_token"
    """The token is missing, or nobody has it."""
    NAME_TAKEN = "name_taken"
    """The name belongs to another token."""
    NOT_FOUND = "not_found"
    """There is no such table, or it is not open to the client."""
    SEAT_TAKEN = "seat_taken"
    NOT_SEATED = "not_seated"
    """The client is not at a table, or only watches it."""
    NOT_STARTED = "not_started"
    """The table waits for players."""
    GAME_OVER = "game_over"
    NOT_YOUR_DECISION = "not_your_decision"
    STALE_DECISION = "stale_decision"
    """The message answers another decision than the present one."""
    TOO_LATE = "too_late"
    """The time for the decision is over; a stand-in decides."""
    ILLEGAL_ACTION = "illegal_action"
    NOT_ALLOWED = "not_allowed"
    """Only the owner of a table may do this, or the table does not offer it."""
    MOVED = "moved"
    """The seat is played from a newer connection of the same player."""
    TOO_MANY = "too_many"
    """A limit is reached: messages, connections or tables."""
    NOT_STORED = "not_stored"
    """The server could not store the move, so it was not made; try again."""
    CLOSING = "closing"
    """The server is being shut down, or the table was closed."""
    SERVER_FAULT = "server_fault"
    """An error in the server, which affects this table alone."""


class Phrase(StrEnum):
    """What players may say to each other: nothing that could tell a card."""

    HELLO = "hello"
    THANKS = "thanks"
    WELL_PLAYED = "well played"
    SORRY = "sorry"
    ONE_MOMENT = "one moment, please"
    YOUR_TURN = "it is your turn"
    GOOD_GAME = "good game"


class Want(StrEnum):
    """What a client wants to be sent in addition."""

    OBSERVATION = "observation"
    """The record behind each view, for agents and clients in Python."""


class Stage(StrEnum):
    """The course of a table."""

    WAITING = "waiting"
    """Some seats are free."""
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Ended before the end of the game, for a reason."""


class Kind(StrEnum):
    """Who has a seat."""

    OPEN = "open"
    """Nobody yet."""
    PERSON = "person"
    BOT = "bot"
    """A program that plays over the network."""
    AGENT = "agent"
    """An agent of the server."""


# --- from a client --------------------------------------------------------------------------------


class ClientMessage(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """A message from a client."""


class Hello(ClientMessage, frozen=True):
    """The first message of a connection: who is there."""

    protocol: int
    """The version of the protocol, 1."""
    token: Id | None = None
    """Of a player who is known already."""
    name: Id | None = None
    """The name of a new player; `welcome` brings the token."""
    is_bot: bool = False
    """Whether the new player is a program; ignored with a token."""
    wants: tuple[Want, ...] = ()
    """What the client wants to be sent in addition."""


class Sit(ClientMessage, frozen=True):
    """Sits down at a table, or comes back to the own seat. The answer is `table`, or the tail."""

    table: Id
    seat: Count | None = None
    """The wanted seat; null for any."""
    seen: int | None = None
    """The number of the last update that the client has; null asks for the whole table."""


class Watch(ClientMessage, frozen=True):
    """Watches a table. The answer is `table`, or the tail."""

    table: Id
    seen: int | None = None
    """The number of the last update that the client has; null asks for the whole table."""


class Act(ClientMessage, frozen=True):
    """Answers a decision. The same answer twice is acknowledged twice and made once."""

    decision: int
    """The `id` of the decision."""
    action: int | str
    """The code of a legal action, or its text."""


class Leave(ClientMessage, frozen=True):
    """Leaves the table: what happens then is a setting of the table."""


class Say(ClientMessage, frozen=True):
    """Says a phrase to all at the table."""

    phrase: Phrase


class Control(ClientMessage, frozen=True):
    """Steers a table of agents; only its owner may."""

    pace_ms: Milliseconds | None = None
    """How long every move takes from now on; null leaves it."""
    is_paused: bool | None = None
    """Whether the game stands still; null leaves it."""
    steps: Annotated[int, Meta(ge=0, le=1000)] = 0
    """How many moves a paused game makes."""


class Ping(ClientMessage, frozen=True):
    """Asks for a sign of life."""


FromClient = Hello | Sit | Watch | Act | Leave | Say | Control | Ping


# --- from a server --------------------------------------------------------------------------------


class ServerMessage(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message to one recipient, with what the recipient may know and nothing else."""


class Welcome(ServerMessage, frozen=True):
    """Answers `hello`."""

    protocol: int
    server: str
    """The version of Standoff."""
    name: str | None
    """The player's name; null for somebody who only watches."""
    token: str | None
    """The token of a new player: keep it secret, it is not told again."""
    max_bytes: int
    """The longest message that the client may send."""


class SeatStatus(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    kind: Kind
    name: str | None
    """Of the player; null while the seat is open."""
    is_here: bool
    """Whether the player is connected; agents always are."""
    stand_in: str | None
    """The agent that plays for a player who is away or has left."""


class TableStatus(ServerMessage, frozen=True, tag="table"):
    """Everything that a recipient needs to begin or to go on."""

    table: str
    stage: Stage
    seq: int
    """How many updates the recipient's stream has had."""
    game: str
    version: int
    """The version of the rules."""
    options: dict[str, Value]
    seats: tuple[SeatStatus, ...]
    seat: int | None
    """The recipient's seat, null for a spectator."""
    is_owner: bool
    """Whether the recipient opened the table."""
    budget_ms: int | None
    """The time for every decision; null at a table without clocks."""
    banks_ms: tuple[int, ...]
    """The time that each seat has left beyond its budgets; empty without clocks."""
    pace_ms: int
    """How long every move of an agent takes, whatever its cards are."""
    is_paused: bool
    history: tuple[Event, ...]
    """What the recipient has seen happen so far."""
    view: dict[str, Any] | None
    """What the recipient sees now; null before the game."""
    observation: str | None = None
    """The record behind the view in base64, if `hello` wants it."""


class Seats(ServerMessage, frozen=True):
    """Somebody sat down, left, dropped or came back."""

    seats: tuple[SeatStatus, ...]


class Update(ServerMessage, frozen=True):
    """What happened, and how the table looks now."""

    seq: int
    """The number of this update in the recipient's own stream, from 1."""
    events: tuple[Event, ...]
    view: dict[str, Any]
    observation: str | None = None
    """The record behind the view, if `hello` wants it; in a tail only the last update has it."""


class Decision(ServerMessage, frozen=True):
    """The recipient is asked for an action."""

    id: int
    actions: tuple[Choice, ...]
    """The legal actions, ascending by code."""
    budget_ms: int | None
    """The time left for this decision before the bank is used; null without a clock."""
    bank_ms: int | None
    observation: str | None = None
    """The record behind the view in base64, if `hello` wants it."""


class Ack(ServerMessage, frozen=True, gc=False):
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
    """Empty if the table was closed before the end."""
    reason: str
    """`the game is over`, or why the table was closed."""


class Said(ServerMessage, frozen=True):
    """Somebody at the table says a phrase."""

    name: str
    seat: int | None
    """Null for a spectator."""
    phrase: Phrase


class Pace(ServerMessage, frozen=True):
    """The owner of a table of agents has changed its pace."""

    pace_ms: int
    is_paused: bool


class Closing(ServerMessage, frozen=True):
    """The server is being shut down; every table goes on when it is back."""

    text: str


class Pong(ServerMessage, frozen=True):
    """Answers a ping."""


FromServer = (
    Welcome
    | TableStatus
    | Seats
    | Update
    | Decision
    | Ack
    | Error
    | Over
    | Said
    | Pace
    | Closing
    | Pong
)

_reader = msgspec.json.Decoder(FromClient)
_writer = msgspec.json.Encoder()
_answers = msgspec.json.Decoder(FromServer)


def read_message(data: bytes | str) -> FromClient | Error:
    """Return the message of a client, or the error that answers it."""
    size = len(data) if isinstance(data, bytes) else len(data.encode(errors="surrogatepass"))
    if size > MAX_BYTES:
        return Error(Code.BAD_MESSAGE, f"a message may have {MAX_BYTES} bytes, not {size}")
    try:
        message: FromClient = _reader.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return Error(Code.BAD_MESSAGE, f"this is not a message of protocol {VERSION}: {error}")
    return message


def write_message(message: FromServer) -> bytes:
    """Return a message as JSON on one line."""
    return _writer.encode(message)


def read_answer(data: bytes | str) -> FromServer:
    """Return the message of a server, for clients in Python; raises `ValueError`."""
    message: FromServer = _answers.decode(data)
    return message
