"""Counters of a server, as Prometheus reads them."""

from collections import Counter
from collections.abc import Mapping

HELP = {
    "connections": "open WebSockets",
    "messages_received": "messages from clients",
    "messages_sent": "messages to clients",
    "messages_refused": "messages from clients that were refused before they reached a table",
    "moves": "moves that were stored",
    "not_stored": "moves that could not be stored",
    "games_begun": "games that began",
    "games_ended": "games that ended",
    "room_faults": "errors of ours at tables",
    "readers_cut": "connections that were cut because they did not read",
    "tables": "tables in memory",
    "stalled_ms": "milliseconds in which the server did not listen",
}
GAUGES = ("connections", "tables")


class Metrics:
    """The counters of a server."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def count(self, name: str, more: int = 1) -> None:
        """Add to a counter."""
        self._counts[name] += more

    def __getitem__(self, name: str) -> int:
        return self._counts[name]

    def text(self, gauges: Mapping[str, int]) -> str:
        """Return all counters as text; `gauges` are read off now."""
        lines = []
        for name, help_text in HELP.items():
            kind = "gauge" if name in GAUGES else "counter"
            full = f"standoff_{name}" + ("" if kind == "gauge" else "_total")
            value = gauges.get(name, self._counts[name])
            lines += [f"# HELP {full} {help_text}", f"# TYPE {full} {kind}", f"{full} {value}"]
        return "\n".join(lines) + "\n"
