"""Ctrl-C that is not lost; and SIGTERM, by which services are stopped, is the same.

Python raises `KeyboardInterrupt` wherever it happens to be, and now and then that is a place which
swallows it: a callback of a library while kernels are loaded, say. So the handler also makes a
note, and whoever does long work looks at it from time to time.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_pressed = threading.Event()
USUAL: dict[signal.Signals, Any] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
"""What handles a signal if nobody has changed it."""


@contextmanager
def heard() -> Iterator[None]:
    """Note Ctrl-C while this lasts, in the main thread, if Python would handle it by default."""
    is_main = threading.current_thread() is threading.main_thread()
    taken = [
        number
        for number, handler in USUAL.items()
        if is_main and signal.getsignal(number) is handler
    ]
    for number in taken:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, USUAL[number])
        if taken:
            _pressed.clear()


def note(signum: int, frame: FrameType | None) -> None:
    """Make a note of Ctrl-C, and raise as Python does."""
    _pressed.set()
    raise KeyboardInterrupt


def check() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C was pressed and nobody has stopped for it."""
    if _pressed.is_set():
        raise KeyboardInterrupt
