"""Who plays the shards of a match: threads, processes or a cluster. The result is the same."""

import os
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
GAMES_WORTH_A_PROCESS = 50
"""A match of fewer games is played here, if none of its agents could hang."""


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
    workers = count_workers(line_up) if jobs is None else jobs
    is_compiled = line_up.is_compiled and match.save is None
    if cluster is not None:
        return play_on_cluster(match, bounds, cluster, is_compiled)
    if workers == HERE or (is_compiled and workers == 1):
        return (play_shard(line_up, *bound, match.save) for bound in bounds)
    if is_compiled:
        return play_in_threads(line_up, bounds, workers)
    return play_in_processes(match, bounds, workers)


def count_workers(line_up: LineUp) -> int:
    """Return a worker for each core; few games of agents that cannot hang are not worth one."""
    can_hang = any(entrant.budget_ms is not None for entrant in line_up.entrants)
    if line_up.games < GAMES_WORTH_A_PROCESS and not (can_hang or line_up.is_compiled):
        return HERE
    return os.cpu_count() or 1


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
