"""Lines that a person types while something else goes on."""

import queue
import sys
import threading
from contextlib import suppress


class Lines:
    """The lines of the standard input, read beside everything else.

    In a terminal a line counts for what was asked when it was typed. In a file or a pipe the next
    line waits for the next question.
    """

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty()
        self._queue: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._is_over = False
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # the input is closed, or is not text
            for line in sys.stdin:
                self._queue.put(line.strip())
        self._queue.put(None)

    def poll(self, is_asked: bool) -> str | None:
        """Return the next line, None if there is none; raises `EOFError` at the end of the input.

        Without a terminal, lines and the end wait until the person is asked.
        """
        if not (is_asked or self.is_terminal):
            return None
        line: str | None = None
        with suppress(queue.Empty):
            line = self._queue.get_nowait()
            self._is_over = line is None
        if self._is_over:
            raise EOFError
        return line

    def forget(self) -> None:
        """Throw away what was typed for an earlier question; in a terminal only."""
        if not self.is_terminal:
            return
        with suppress(ImportError, OSError):
            import termios

            with suppress(termios.error):
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
        with suppress(queue.Empty):
            while True:
                if self._queue.get_nowait() is None:
                    self._is_over = True
