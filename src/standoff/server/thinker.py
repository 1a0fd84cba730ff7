"""A process in which agents in Python think: `python -m standoff.server.thinker`.

It reads questions as frames on its standard input and writes answers to its standard output. What
agents print goes to the error stream. It ends with the process that started it.
"""

import queue
import signal
import threading
from typing import Any

from standoff.arena.frame import write_frame
from standoff.arena.worker import listen, take_streams
from standoff.server.question import answer_packed


def main() -> None:
    """Answer questions until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    source, sink = take_streams()
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(source, inbox), daemon=True).start()
    while True:
        number, values = inbox.get()
        write_frame(sink, (number, answer_packed(values)))


if __name__ == "__main__":
    main()
