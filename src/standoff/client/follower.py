"""What a client knows of its table: the messages of its stream, put together."""

from base64 import b64decode
from collections.abc import Sequence

from standoff.client.problem import printable
from standoff.errors import BadRun
from standoff.event import Event
from standoff.game import Game, load
from standoff.position import Position, View
from standoff.rng import Rng
from standoff.server.protocol import (
    Decision,
    FromServer,
    Over,
    Seats,
    SeatStatus,
    TableStatus,
    Update,
)
from standoff.verbs import Seat

DIFFERENT = "the rules of {} here and at the server are not the same"


class Follower:
    """One table, as one client sees it. It knows no rules, and is told everything by `take`."""

    def __init__(self) -> None:
        self.status: TableStatus | None = None
        """The last whole message about the table."""
        self.seats: tuple[SeatStatus, ...] = ()
        self.seq: int | None = None
        """The number of the last update; None before the game has begun."""
        self.news: list[Event] = []
        """What has happened since `take_news` was last called."""
        self.observation: bytes | None = None
        """The record behind the last view."""
        self.decision: Decision | None = None
        """The decision that is open, if the client is asked."""
        self.over: Over | None = None

    def take(self, message: FromServer) -> None:
        """Take the next message of the stream."""
        if isinstance(message, TableStatus):
            self._begin(message)
        elif isinstance(message, Update):
            self.seq = message.seq
            self.news += message.events
            self.observation = read_record(message.observation)
            self.decision = None
        elif isinstance(message, Decision):
            self.decision = message
            self.observation = read_record(message.observation)
        elif isinstance(message, Seats):
            self.seats = message.seats
        elif isinstance(message, Over):
            self.over, self.decision = message, None

    def _begin(self, status: TableStatus) -> None:
        """Take a whole table: it brings the story again, of which the last part may be new."""
        self.status, self.seats = status, status.seats
        self.news = list(status.history)
        self.seq = None if status.view is None else status.seq
        self.observation = read_record(status.observation)
        self.decision = None

    def take_news(self) -> tuple[Event, ...]:
        """Return what has happened since the last call."""
        news, self.news = tuple(self.news), []
        return news

    @property
    def has_begun(self) -> bool:
        """Whether the cards are dealt."""
        return self.seq is not None

    def name_of(self, seat: Seat) -> str:
        """Return what the player of a seat is called."""
        status = self.seats[seat]
        return printable(status.name) if status.name else f"seat {seat}"

    def position(self, game: Game) -> Position:
        """Return a position that holds what the client knows; raises `BadRun`."""
        states = game.states(1)
        if self.observation is None or len(self.observation) != states.nbytes:
            raise BadRun(DIFFERENT.format(game.name))
        states.view("u1")[:] = memoryview(self.observation)
        return Position(game, states)

    def view(
        self, game: Game, rng: Rng | None = None, events: Sequence[Event] | None = None
    ) -> View:
        """Return what the client sees now."""
        assert self.status is not None
        seat = self.status.seat
        return self.position(game).view(game.spectator if seat is None else seat, rng, events)


def read_record(text: str | None) -> bytes | None:
    """Return a record that was sent; raises `BadRun` if it is none."""
    if text is None:
        return None
    try:
        return b64decode(text, validate=True)
    except ValueError:
        raise BadRun("the server sends a record that cannot be read") from None


def load_game(status: TableStatus, address: str | None = None) -> Game:
    """Return the game of a table; raises `BadRun` if its rules here are not those of the server.

    `address` is what `standoff.load` finds the game by [its name].
    """
    game = load(address or status.game, **status.options)
    if game.name != status.game:
        raise BadRun(f"the table plays {printable(status.game)}, not {game.name}")
    if game.version != status.version:
        raise BadRun(
            f"the server plays version {status.version} of the rules of {game.name}, and this"
            f" program has version {game.version}; use the same version of Standoff"
        )
    return game


def check_actions(game: Game, position: Position, decision: Decision) -> None:
    """Raise `BadRun` unless the actions of a decision are those of the rules here."""
    if [choice.code for choice in decision.actions] != position.actions:
        raise BadRun(DIFFERENT.format(game.name))
