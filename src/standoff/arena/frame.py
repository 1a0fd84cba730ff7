"""Messages between the arena and a worker process: frames in pipes, and a heartbeat."""

import mmap
import os
import pickle
import struct
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

LENGTH = struct.Struct("<Q")
ASKED = struct.Struct("<qqdd")  # game, move, budget in ms, when
NO_BUDGET = -1.0


def write_frame(sink: BinaryIO, message: Any) -> None:
    """Write one object."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    sink.write(LENGTH.pack(len(data)))
    sink.write(data)
    sink.flush()


def read_frame(source: BinaryIO) -> Any:
    """Read one object; raise `EOFError` if the other process is gone."""
    (length,) = LENGTH.unpack(read_bytes(source, LENGTH.size))
    return pickle.loads(read_bytes(source, length))


def read_bytes(source: BinaryIO, count: int) -> bytes:
    """Read exactly `count` bytes."""
    data = source.read(count)
    if len(data) < count:
        raise EOFError
    return data


@dataclass(frozen=True)
class Question:
    """A question to an agent: the game, the move, how long it may take, and when it was asked."""

    game: int
    move: int
    budget_ms: float | None
    asked_at: float


class Heartbeat:
    """The open question, in a few bytes of a file that two processes share."""

    def __init__(self, path: Path) -> None:
        if not path.exists() or path.stat().st_size < ASKED.size:
            path.write_bytes(bytes(ASKED.size))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), ASKED.size)
        self._process = os.getpid()

    def begin(self, game: int, move: int, budget_ms: float | None) -> None:
        """Note that an agent is asked now."""
        budget = NO_BUDGET if budget_ms is None else budget_ms
        ASKED.pack_into(self._memory, 0, game, move, budget, time.monotonic())

    def end(self) -> None:
        """Note that the agent has answered. If it has forked the process, the copy ends here."""
        if os.getpid() != self._process:
            os._exit(0)
        ASKED.pack_into(self._memory, 0, 0, 0, 0.0, 0.0)

    def read(self) -> Question | None:
        """Return the open question, if there is one."""
        game, move, budget, asked_at = ASKED.unpack_from(self._memory, 0)
        if asked_at == 0:
            return None
        return Question(game, move, None if budget == NO_BUDGET else budget, asked_at)

    def close(self) -> None:
        """Free the memory."""
        self._memory.close()
