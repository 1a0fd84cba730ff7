"""Shards played on a Dask cluster. A shard that is played twice has the same result."""

import asyncio
import concurrent.futures
import gc
import logging
import sys
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import standoff
from standoff.arena.batch import play_batch
from standoff.arena.match import Match
from standoff.arena.processes import play_in_processes
from standoff.arena.shard import Bounds, Shard
from standoff.errors import AgentFault, BadRun

CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)
"""What Dask raises, depending on its version, for tasks whose scheduler is gone."""
ANSWER_SECONDS = 10
AHEAD = 64
"""The most tasks that wait on the cluster."""
TASKS_A_WORKER = 4
"""Each worker gets at least this many tasks, so that no worker is idle for long at the end."""
MAX_SHARDS = 16
"""The most shards of Python agents in one task; each task starts a process."""
RETRIES = 10
"""How often a task is tried again after its worker has died."""


def play_on_cluster(
    match: Match, bounds: Sequence[Bounds], save: Path | None, address: str, is_compiled: bool
) -> Generator[Shard]:
    """Yield the shards of a match in the order of their games."""
    try:
        import distributed  # noqa: PLC0415  (an extra)
    except ImportError:
        raise BadRun(
            "a cluster needs Dask, which is not installed: pip install 'standoff[cluster]'"
        ) from None
    client = connect(distributed, address)
    workers = len(client.scheduler_info()["workers"])
    if not workers:
        print(f"standoff: waiting for workers at {address}", file=sys.stderr)
    size = 1
    if not is_compiled:
        size = min(max(1, len(bounds) // (TASKS_A_WORKER * max(1, workers))), MAX_SHARDS)
    waiting: deque[Any] = deque()
    with quiet(distributed.client.__name__):
        try:
            for first in range(0, len(bounds), size):
                some = bounds[first : first + size]
                task = (match, some, save, is_compiled, standoff.__version__)
                waiting.append(client.submit(play_task, *task, pure=False, retries=RETRIES))
                if len(waiting) > AHEAD:
                    yield from take(distributed, waiting.popleft())
            while waiting:
                yield from take(distributed, waiting.popleft())
        finally:
            client.close()


@contextmanager
def quiet(name: str) -> Iterator[None]:
    """Silence a logger whose traceback would repeat our own error message."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)


def connect(distributed: Any, address: str) -> Any:
    """Return a client of the scheduler at an address."""
    try:
        return distributed.Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = " ".join(str(error).split())[:80]
    # Let the destructor close the failed client now. Later, in the thread that starts the loop of
    # another client, both would wait for the same lock.
    gc.collect()
    raise BadRun(f"no Dask scheduler answers at {address}; `dask scheduler` starts one ({reason})")


def take(distributed: Any, future: Any) -> list[Shard]:
    """Return the shards of a finished task."""
    try:
        answer = future.result()
    except distributed.KilledWorker:
        raise AgentFault("several workers of the cluster died on the same task") from None
    except CANCELLED:
        raise BadRun("the scheduler of the cluster is gone or has dropped the games") from None
    if isinstance(answer, str):
        raise BadRun(f"a worker of the cluster cannot play: {answer}")
    return answer  # type: ignore[no-any-return]


def play_task(
    match: Match, bounds: Sequence[Bounds], save: Path | None, is_compiled: bool, version: str
) -> list[Shard] | str:
    """Play some shards on this machine; return the reason if it cannot."""
    if version != standoff.__version__:
        return f"it has standoff {standoff.__version__}, not {version}"
    try:
        if is_compiled:
            loaded = match.load()
            return [play_batch(loaded, *bound) for bound in bounds]
        return list(play_in_processes(match, bounds, save, 1))
    except standoff.StandoffError as error:
        return str(error)
