"""Ctrl-C that is never lost. SIGTERM, which stops services, is handled alike.

Python raises `KeyboardInterrupt` in whatever code is running. Some code swallows it, for example a
callback of a library that loads kernels. So the handler also makes a note, and long work calls
`check` from time to time.
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
"""The default handler of each signal."""


@contextmanager
def heard() -> Iterator[None]:
    """Note Ctrl-C inside the block, in the main thread, if its handler is the default."""
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
    """Make a note of Ctrl-C, and raise `KeyboardInterrupt` as Python does."""
    _pressed.set()
    raise KeyboardInterrupt


def check() -> None:
    """Raise `KeyboardInterrupt` if Ctrl-C was pressed but its exception was lost."""
    if _pressed.is_set():
        raise KeyboardInterrupt
