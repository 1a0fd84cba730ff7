"""The audience of a table: all connections to it, and sending them their messages."""

from collections.abc import Iterable

from standoff.game import Game
from standoff.server.guest import Guest, with_record
from standoff.server.metrics import Metrics
from standoff.server.protocol import FromServer, TableStatus, Want, write_message
from standoff.server.reader import TableRow
from standoff.server.table import Table
from standoff.verbs import Seat


class Audience:
    """Who is connected to a table, and as which viewer."""

    def __init__(self, metrics: Metrics) -> None:
        self.viewers: dict[Guest, Seat] = {}
        """Connection -> viewer."""
        self._metrics = metrics

    @property
    def here(self) -> set[Seat]:
        """The viewers who are connected."""
        return set(self.viewers.values())

    def of(self, viewer: Seat) -> list[Guest]:
        """Return the connections of a viewer."""
        return [guest for guest, where in self.viewers.items() if where == viewer]

    def send(
        self, guest: Guest, messages: Iterable[FromServer], table: Table | None = None
    ) -> None:
        """Send messages to one connection; with the record behind its view, if it wants that."""
        viewer = self.viewers.get(guest)
        if table is not None and viewer is not None and Want.OBSERVATION in guest.wants:
            messages = with_record(messages, table.observed(viewer))
        frames = [write_message(message) for message in messages]
        self._metrics.count("messages_sent", len(frames))
        guest.send(frames)

    def tell(self, message: FromServer, without: Guest | None = None) -> None:
        """Send one message to all."""
        data = [write_message(message)]
        for guest in list(self.viewers):
            if guest is not without:
                guest.send(data)

    def deliver(self, messages: list[tuple[Seat, FromServer]], table: Table | None) -> None:
        """Send messages to their viewers, all frames of a connection together."""
        if not messages:
            return
        found: dict[Seat, list[FromServer]] = {}
        for viewer, message in messages:
            found.setdefault(viewer, []).append(message)
        written: dict[Seat, list[bytes]] = {}
        for guest, viewer in list(self.viewers.items()):
            if viewer not in found:
                continue
            if Want.OBSERVATION in guest.wants:
                self.send(guest, found[viewer], table)
                continue
            if viewer not in written:
                written[viewer] = [write_message(message) for message in found[viewer]]
            self._metrics.count("messages_sent", len(written[viewer]))
            guest.send(written[viewer])


def waiting_status(row: TableRow, game: Game, audience: Audience, guest: Guest) -> TableStatus:
    """Return the status of a table that has not begun, or was closed."""
    viewer = audience.viewers[guest]
    return TableStatus(
        table=row.id,
        stage=row.stage,
        seq=0,
        game=game.name,
        version=game.version,
        options=dict(game.settings),
        seats=row.plan.statuses(audience.here, ()),
        seat=None if viewer == game.spectator else viewer,
        is_owner=guest.name is not None and guest.name == row.owner,
        budget_ms=row.plan.budget_ms,
        banks_ms=(),
        pace_ms=row.plan.pace_ms,
        is_paused=False,
        history=(),
        view=None,
    )
