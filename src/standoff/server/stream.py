"""What each viewer of a table has been told: one stream a viewer, with numbers of its own.

A move that a viewer does not notice is not in the stream of that viewer and not counted there. So
the number of messages tells no more than the messages do.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from standoff.event import Event
from standoff.game import Game
from standoff.position import Position, make_view
from standoff.simulation import look_all, make_move
from standoff.verbs import Action, Seat

Told = Sequence[tuple[Event, ...] | None]
"""What each viewer sees of a move; None where a viewer does not notice it."""


class Sight:
    """What all viewers of a position may know now, the spectator last."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.observations = position.game.states(position.game.players + 1)
        look_all(position.states, self.observations)

    def observed(self, viewer: Seat) -> bytes:
        """Return the observation of a viewer as bytes."""
        return bytes(self.observations[viewer : viewer + 1].tobytes())

    def make_move(self, action: Action) -> Told:
        """Make a move; return what each viewer sees of it.

        A viewer notices a move that brings events, or that changes the viewer's observation.
        """
        position = self.position
        viewers = range(len(self.observations))
        told: list[tuple[Event, ...] | None] = [
            *position.game.tell_all(position.state, action, viewers)
        ]
        unsure = {viewer: self.observed(viewer) for viewer in viewers if not told[viewer]}
        make_move(position.states, action)
        look_all(position.states, self.observations)
        for viewer, before in unsure.items():
            if self.observed(viewer) == before:
                told[viewer] = None
        for viewer in viewers[1:]:  # most see the same: keep it once
            if told[viewer] == told[viewer - 1]:
                told[viewer] = told[viewer - 1]
        return told

    def view(self, viewer: Seat, actions: Sequence[Action] = ()) -> dict[str, Any]:
        """Return what a viewer sees, ready for JSON."""
        own = self.observations[viewer : viewer + 1]
        return make_view(self.position.game, own, viewer, actions).as_dict()


def notice_mask(told: Told) -> int:
    """Return a bit for each viewer who noticed a move."""
    return sum(1 << viewer for viewer, events in enumerate(told) if events is not None)


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
    game: Game, seed: int, actions: Iterable[Action], noticed: Iterable[int], viewer: Seat
) -> Iterator[tuple[int, Position]]:
    """Play a game again; yield the position after each update of a viewer, with its number."""
    position, seq = game.deal(seed), 0
    for action, mask in zip(actions, noticed, strict=True):
        make_move(position.states, action)
        if mask >> viewer & 1:
            seq += 1
            yield seq, position
