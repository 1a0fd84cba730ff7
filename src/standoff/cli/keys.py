"""Single keys of a terminal, where there is one that allows them."""

import os
import select
import sys
import time
from contextlib import suppress
from typing import Any, Self

HELP = "p  pause or go on      space  the next move at once      q  quit"


class Keys:
    """The keys `p`, space and `q` steer how fast a game goes on. Use it in a `with` block."""

    def __init__(self) -> None:
        self.is_paused = False
        self._saved: list[Any] | None = None

    @property
    def are_read(self) -> bool:
        """Whether there is a terminal that sends single keys."""
        return self._saved is not None

    def __enter__(self) -> Self:
        with suppress(ImportError, OSError, ValueError):
            import termios
            import tty

            if sys.stdin.isatty() and sys.stdout.isatty():
                self._saved = termios.tcgetattr(sys.stdin)
                tty.setcbreak(sys.stdin)
        return self

    def __exit__(self, *_: object) -> None:
        if self._saved is not None:
            import termios

            with suppress(OSError, termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._saved)

    def wait(self, seconds: float) -> None:
        """Wait until the next move is due; raises `EOFError` if the person quits."""
        until = time.monotonic() + seconds
        while self.is_paused or time.monotonic() < until:
            key = self._read(None if self.is_paused else until - time.monotonic())
            if key == "q":
                raise EOFError
            if key == " ":
                return
            if key == "p":
                self.is_paused = not self.is_paused
                until = time.monotonic()

    def _read(self, seconds: float | None) -> str:
        """Return the key that is pressed within some seconds, or an empty text."""
        if not self.are_read:
            time.sleep(seconds or 0)
            return ""
        try:
            ready, _, _ = select.select(
                [sys.stdin], [], [], None if seconds is None else max(0, seconds)
            )
            data = os.read(sys.stdin.fileno(), 1) if ready else None
        except OSError:
            raise EOFError from None
        if data == b"":  # the terminal is gone
            raise EOFError
        return "" if data is None else data.decode("latin-1").lower()
