"""How long this thread has compiled kernels or loaded them from the cache."""

import threading
import time
from typing import Any

from numba.core import event


class CompileClock(event.Listener, threading.local):  # type: ignore[misc]
    """Adds up the times between the first and the last of nested events, for each thread."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._depth = 0
        self._start = 0.0

    def on_start(self, event: Any) -> None:
        """Note that the compiler is needed."""
        if self._depth == 0:
            self._start = time.perf_counter()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """Note that the compiler is no longer needed."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.perf_counter() - self._start


_clock = CompileClock()
event.register("numba:compiler_lock", _clock)


def compile_seconds() -> float:
    """Return how long this thread has compiled kernels or loaded them, since it began."""
    return _clock.seconds
