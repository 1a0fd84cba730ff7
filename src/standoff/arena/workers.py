"""Plays the shards of a match in threads, in processes or on a cluster, with the same result."""

import math
import os
import time
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from standoff.arena.batch import play_batch
from standoff.arena.cluster import play_on_cluster
from standoff.arena.match import LoadedMatch
from standoff.arena.processes import AHEAD, play_in_processes
from standoff.arena.referee import play_one_by_one
from standoff.arena.shard import Bounds, Shard
from standoff.arena.warm import compile_side_by_side

HERE = 0
"""The number of workers that plays everything in this process, for debuggers."""
PATIENCE_SECONDS = 2.0
"""If a match takes longer, processes are started."""


def play_shards(
    loaded: LoadedMatch,
    bounds: Sequence[Bounds],
    save: Path | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
) -> Generator[Shard]:
    """Yield the shards with these bounds, in this order.

    Threads play policies. Searches start in this process, and move to processes if the match takes
    long. Python agents play in processes, which can be ended when an agent hangs. `save` is a
    folder for replays; with it, Python asks all agents.
    """
    workers = (os.cpu_count() or 1) if jobs is None else jobs
    is_compiled = loaded.has_only_policies and save is None
    can_hang = any(entrant.budget_ms is not None for entrant in loaded.entrants)
    if cluster is not None:
        return play_on_cluster(loaded.match, bounds, save, cluster, is_compiled)
    if is_compiled:
        compile_side_by_side(loaded)
        return play_in_threads(loaded, bounds, workers)
    if workers == HERE:
        return (play_one_by_one(loaded, *bound, save) for bound in bounds)
    if jobs is None and not can_hang:
        return play_patiently(loaded, bounds, save, workers)
    return play_in_processes(loaded.match, bounds, save, workers)


def play_in_threads(
    loaded: LoadedMatch, bounds: Sequence[Bounds], workers: int
) -> Generator[Shard]:
    """Yield shards of compiled policies; a few of them are played ahead."""
    if workers <= 1:
        for bound in bounds:
            yield play_batch(loaded, *bound)
        return
    pool = ThreadPoolExecutor(workers)
    ahead: deque[Future[Shard]] = deque()
    try:
        for bound in bounds:
            ahead.append(pool.submit(play_batch, loaded, *bound))
            if len(ahead) > AHEAD * workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def play_patiently(
    loaded: LoadedMatch, bounds: Sequence[Bounds], save: Path | None, workers: int
) -> Generator[Shard]:
    """Yield shards played in this process; if that takes long, let processes play the rest.

    The clock starts after the first shard, for which kernels may have to be compiled.
    """
    start = math.inf
    for index, bound in enumerate(bounds):
        if time.monotonic() - start > PATIENCE_SECONDS:
            yield from play_in_processes(loaded.match, bounds[index:], save, workers)
            return
        yield play_one_by_one(loaded, *bound, save)
        start = min(start, time.monotonic())
