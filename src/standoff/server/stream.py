"""What each viewer of a table has been told: one stream a viewer, with numbers of its own.

A move that a viewer does not notice is not in the stream of that viewer and not counted there. So
the number of messages tells no more than the messages do.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
import numpy as np

from standoff import looking
from standoff.event import Event
from standoff.looking import look
from standoff.position import Position
from standoff.server.plan import MoveRow
from standoff.verbs import ACTION, NOBODY, Action, Seat

Told = Sequence[tuple[Event, ...] | None]
"""What each viewer sees of a move; None where a viewer does not notice it."""


def observe(position: Position, viewer: Seat) -> bytes:
    """Return the observation of a viewer as bytes."""
    game = position.game
    seen = game.states(1)
    game.by_arrays(look)(position.states, viewer, seen, np.empty(game.action_count, ACTION))
    return bytes(seen.tobytes())


LEFT = NOBODY
"""The action of a row that says that its player left the game."""


def make_move(position: Position, seat: Seat, action: Action) -> Told:
    """Make a move, or let a player leave; return what each viewer sees of it, the spectator last.

    A viewer notices a move that brings events, or that changes the viewer's observation.
    """
    game, state = position.game, position.state
    viewers = range(game.players + 1)
    is_leaving = action == LEFT
    told: list[tuple[Event, ...] | None] = [
        *(
            game.tell_leaving(state, seat, viewers)
            if is_leaving
            else game.tell_all(state, action, viewers)
        )
    ]
    before = {viewer: observe(position, viewer) for viewer in viewers if not told[viewer]}
    apply_action(position, seat, action)
    for viewer, seen in before.items():
        if observe(position, viewer) == seen:
            told[viewer] = None
    for viewer in viewers[1:]:  # most see the same: keep it once
        if told[viewer] == told[viewer - 1]:
            told[viewer] = told[viewer - 1]
    return told


def apply_action(position: Position, seat: Seat, action: Action) -> None:
    """Make a legal move, which is not checked, or let a player leave."""
    game = position.game
    if action == LEFT:
        game.by_arrays(looking.let_leave)(position.states, seat)
    else:
        game.by_arrays(looking.make_move)(position.states, action)


def notice_mask(told: Told) -> int:
    """Return a bit for each viewer who noticed a move."""
    return sum(1 << viewer for viewer, events in enumerate(told) if events is not None)


def plain_view(position: Position, viewer: Seat) -> dict[str, Any]:
    """Return what a viewer sees, as JSON already."""
    return raw(position.view(viewer).as_json())


def raw(data: bytes) -> dict[str, Any]:
    """Return JSON that stands for the value which it describes, inside messages."""
    return cast(dict[str, Any], msgspec.Raw(data))


class Streams:
    """The numbers and events of all streams of a table."""

    def __init__(self, viewers: int) -> None:
        self.seqs = [0] * viewers
        """How many updates each viewer has had."""
        self.events: list[list[tuple[Event, ...]]] = [[] for _ in range(viewers)]
        """The events of each update, if `is_told`."""
        self.is_told = True
        """False after a restart, until somebody asks for events."""

    def add(self, told: Told) -> None:
        """Add a move."""
        for viewer, events in enumerate(told):
            if events is not None:
                self.seqs[viewer] += 1
                self.events[viewer].append(events)

    def count(self, noticed: int) -> None:
        """Count a stored move that has not been told again."""
        self.is_told = False
        for viewer in range(len(self.seqs)):
            self.seqs[viewer] += noticed >> viewer & 1

    def history(self, viewer: Seat) -> tuple[Event, ...]:
        """Return everything that a viewer has been told."""
        return tuple(event for events in self.events[viewer] for event in events)


def replay_positions(
    position: Position, rows: Iterable[MoveRow], viewer: Seat
) -> Iterator[tuple[int, Position]]:
    """Play a game again; yield the position after each update of a viewer, with its number."""
    seq = 0
    for row in rows:
        apply_action(position, row.seat, row.action)
        if row.noticed >> viewer & 1:
            seq += 1
            yield seq, position
