"""Ctrl-C that is not lost.

Python raises `KeyboardInterrupt` wherever it happens to be, and now and then that is a place which
swallows it: a callback of a library while kernels are loaded, say. So the handler also makes a
note, and whoever does long work looks at it from time to time.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_pressed = threading.Event()


@contextmanager
def heard() -> Iterator[None]:
    """Note Ctrl-C while this lasts, in the main thread, if Python would handle it by default."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    _pressed.clear()
    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _pressed.clear()


def note(signum: int, frame: FrameType | None) -> None:
    """Make a note of Ctrl-C, and raise as Python does."""
    _pressed.set()
    raise KeyboardInterrupt


def check() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C was pressed and nobody has stopped for it."""
    if _pressed.is_set():
        raise KeyboardInterrupt
