"""A worker process: it is sent shards of a match and plays them, one after another.

Started as `python -m standoff.arena.worker HEARTBEAT`. It reads frames on its standard input and
writes frames to its standard output (`frame.py`); what agents print goes to the error stream. It
ends as soon as the process that started it has ended, whatever an agent is doing.
"""

import os
import queue
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import Any, BinaryIO

from standoff.arena.frame import Heartbeat, read_frame, write_frame
from standoff.arena.referee import play_one_by_one
from standoff.errors import StandoffError


def main() -> None:
    """Play the shards that come in until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena
    source, sink = take_streams()
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(source, inbox), daemon=True).start()
    watch = Heartbeat(Path(sys.argv[1]))
    match, save, path = inbox.get()
    sys.path[:] = path
    loaded = None
    while True:
        first, last, lost = inbox.get()
        try:
            loaded = loaded or match.load()
            answer: Any = play_one_by_one(loaded, first, last, save, watch, lost)
        except StandoffError as error:
            answer = (type(error).__name__, str(error))
        except BaseException:
            answer = (None, traceback.format_exc())
        write_frame(sink, answer)


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the standard streams, and keep everything else in this process away from them."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return source, sink


def listen(source: BinaryIO, inbox: "queue.SimpleQueue[Any]") -> None:
    """Put every message into the inbox; end the process at the end of the input."""
    try:
        while True:
            inbox.put(read_frame(source))
    finally:
        if hasattr(os, "getpgrp") and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)  # and the processes that agents have started
        os._exit(0)


if __name__ == "__main__":
    main()
