"""What all rooms of a server share."""

import time

from standoff.server.metrics import Metrics
from standoff.server.store import Store
from standoff.server.thinkers import Thinkers


def now_ms() -> int:
    """Return the time on a clock that only goes forward."""
    return time.monotonic_ns() // 1_000_000


class Services:
    """What all rooms of a server share."""

    def __init__(self, store: Store, thinkers: Thinkers, metrics: Metrics) -> None:
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics
