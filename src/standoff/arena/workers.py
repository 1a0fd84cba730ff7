"""Who plays the shards of a match: threads, processes or a cluster. The result is the same."""

import math
import os
import time
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from standoff.arena.cluster import play_on_cluster
from standoff.arena.match import Match
from standoff.arena.processes import AHEAD, Bounds, play_in_processes
from standoff.arena.shard import Shard, play_shard
from standoff.arena.table import LineUp

HERE = 0
"""The number of workers for playing in this process, where a debugger can look."""
PATIENCE_SECONDS = 2.0
"""A match that takes longer is worth the start of processes."""


def play_shards(
    match: Match,
    line_up: LineUp,
    bounds: Sequence[Bounds],
    jobs: int | None = None,
    cluster: str | None = None,
) -> Generator[Shard]:
    """Yield the shards with these bounds, in this order.

    Compiled policies are played by threads, agents that Python runs by processes, which can be
    ended when an agent hangs.
    """
    workers = (os.cpu_count() or 1) if jobs is None else jobs
    is_compiled = line_up.is_compiled and match.save is None
    can_hang = any(entrant.budget_ms is not None for entrant in line_up.entrants)
    if cluster is not None:
        return play_on_cluster(match, bounds, cluster, is_compiled)
    if jobs is None and not (is_compiled or can_hang):
        return play_patiently(match, line_up, bounds, workers)
    if workers == HERE or (is_compiled and workers == 1):
        return (play_shard(line_up, *bound, match.save) for bound in bounds)
    if is_compiled:
        return play_in_threads(line_up, bounds, workers)
    return play_in_processes(match, bounds, workers)


def play_patiently(
    match: Match, line_up: LineUp, bounds: Sequence[Bounds], workers: int
) -> Generator[Shard]:
    """Yield shards played here; if that takes long, let processes play the rest.

    The clock is started after the first shard, for which kernels may have to be compiled.
    """
    start = math.inf
    for place, bound in enumerate(bounds):
        if time.monotonic() - start > PATIENCE_SECONDS:
            yield from play_in_processes(match, bounds[place:], workers)
            return
        yield play_shard(line_up, *bound, match.save)
        start = min(start, time.monotonic())


def play_in_threads(line_up: LineUp, bounds: Sequence[Bounds], workers: int) -> Generator[Shard]:
    """Yield shards of compiled policies, a few of them played ahead."""
    pool = ThreadPoolExecutor(workers)
    ahead: deque[Future[Shard]] = deque()
    try:
        for bound in bounds:
            ahead.append(pool.submit(play_shard, line_up, *bound))
            if len(ahead) > AHEAD * workers:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
