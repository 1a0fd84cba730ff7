"""What is kept of a finished game: its results, and what each viewer was told."""

import zlib
from collections import Counter
from typing import Any

import msgspec

from standoff.arena.replay import seat_outcomes
from standoff.event import Event
from standoff.server.reader import ResultRow
from standoff.server.stream import LEFT, plain_view
from standoff.server.table import Table
from standoff.verbs import role, team


def list_results(table: Table) -> list[ResultRow]:
    """Return how the game ended for each seat."""
    state, sides = table.asked_position.state, table.game.sides
    replaced = Counter(
        row.seat for row in table.rows if row.fault is not None and row.action != LEFT
    )
    rows = []
    for end, seated in zip(seat_outcomes(table.outcome), table.plan.seats, strict=True):
        seat = end.seat
        rows.append(
            ResultRow(
                table.name,
                seat,
                seated.name or "",
                str(seated.kind),
                seated.agent,
                sides.roles[role(state, seat)] if sides.roles else None,
                sides.teams[team(state, seat)] if sides.teams else None,
                end.rank,
                end.score,
                end.result,
                replaced[seat],
            )
        )
    return rows


def pack_streams(table: Table) -> list[bytes]:
    """Return for each viewer the first view, the events of all updates, and the last view.

    The events are numbers in a list that comes last: most viewers are told the same.
    """
    numbers: dict[int, int] = {}
    events: list[Event] = []

    def number(event: Event) -> int:
        if id(event) not in numbers:
            numbers[id(event)] = len(events)
            events.append(event)
        return numbers[id(event)]

    streams: list[Any] = [
        {
            "first": table.first_view(viewer),
            "updates": [[number(event) for event in told] for told in table.told(viewer)],
            "last": plain_view(table.asked_position, viewer),
        }
        for viewer in range(table.game.players + 1)
    ]
    return [zlib.compress(msgspec.json.encode(data), 1) for data in (*streams, events)]
