"""The settings of a table, and the rows that are stored of it: plain data."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec

from standoff.agents.spec import Spec
from standoff.option import Value
from standoff.server.protocol import Kind, SeatStatus
from standoff.verbs import Action, Seat


class Leaving(StrEnum):
    """What happens to a player who leaves or stays away."""

    STAND_IN = "stand_in"
    """An agent plays on; the player may come back."""
    DIES = "dies"
    """The player is out, as the rules say (rule 7.5 of Bang!), and the game goes on."""


class Seated(msgspec.Struct, frozen=True):
    """Who has a seat."""

    kind: Kind = Kind.OPEN
    name: str | None = None
    """Of the player; None while the seat is open."""
    agent: str | None = None
    """The spec of an agent of the server."""


class Plan(msgspec.Struct, frozen=True):
    """The settings of a table."""

    seats: tuple[Seated, ...]
    budget_ms: int | None = None
    """The time for every decision of a client; None for no clock."""
    bank_ms: int = 0
    """The time of each client for decisions that take longer than their budget."""
    pace_ms: int = 0
    """How long every move of an agent takes, whatever its cards are."""
    away_ms: int = 30_000
    """How long a player may be away before the stand-in plays."""
    leaving: Leaving = Leaving.STAND_IN
    stand_in: str = "uniform"
    """The spec of the agent that decides for a client who is late or away."""
    is_paused: bool = False
    """Whether the game of agents stands still."""

    has_people: bool = True
    """Whether people may take seats."""

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seated.kind is not Kind.OPEN for seated in self.seats)

    @property
    def has_clients(self) -> bool:
        """Whether somebody plays, or may sit down, who is not an agent of the server."""
        return any(seated.kind is not Kind.AGENT for seated in self.seats)

    def sit(self, seat: Seat, seated: Seated) -> "Plan":
        """Return the plan with somebody else at a seat."""
        seats = (*self.seats[:seat], seated, *self.seats[seat + 1 :])
        return msgspec.structs.replace(self, seats=seats)

    def statuses(self, here: Iterable[Seat], away: Iterable[Seat]) -> tuple[SeatStatus, ...]:
        """Return every seat as everybody sees it."""
        present, absent = set(here), set(away)
        return tuple(
            SeatStatus(
                seat,
                seated.kind,
                seated.name,
                seated.kind is Kind.AGENT or seat in present,
                name_agent(self.stand_in) if seat in absent else None,
            )
            for seat, seated in enumerate(self.seats)
        )

    def is_client(self, seat: Seat) -> bool:
        """Whether a seat is played over the network."""
        return self.seats[seat].kind in (Kind.PERSON, Kind.BOT)


def name_agent(spec: str) -> str:
    """Return what players are told of an agent: its spec, or the class of one in a file."""
    parsed = Spec.parse(spec)
    return spec if parsed.path is None and "/" not in spec else parsed.name


class Setting(msgspec.Struct, frozen=True):
    """The game of a table: what `standoff.load` needs."""

    game: str
    """The address of the game."""
    options: dict[str, Value] = {}


class MoveRow(msgspec.Struct, frozen=True, gc=False):
    """A move, as it is stored."""

    number: int
    """From 1; also the `id` of the decision that it answers."""
    seat: Seat
    action: Action
    fault: str | None
    """Why the player of the seat did not choose it; None if the player did."""
    elapsed_ms: int
    bank_ms: int | None
    hash: str
    """Of the state after the move."""
    noticed: int
    """A bit for each viewer whose stream has the move."""
