"""Matches played by any workers, kept in a file if one is given, ended early if that is asked."""

from collections.abc import Callable, Generator
from contextlib import closing

from standoff import interrupt
from standoff.arena.match import Match
from standoff.arena.processes import Bounds
from standoff.arena.results import Results
from standoff.arena.shard import Shard
from standoff.arena.store import Store
from standoff.arena.table import LineUp
from standoff.arena.until import Until
from standoff.arena.workers import play_shards

MAX_SHARD = 4096
"""Games that one worker plays between two reports, if they are compiled."""
MAX_PYTHON_SHARD = 8
LEAST_SHARDS = 64
"""A match is cut in so many shards at least: what a worker loses when it dies is one of them."""

Progress = Callable[[int], None]
"""Is told how many more games are finished."""
Look = Callable[[Shard], None]
"""Is shown the shards of a match in their order."""


def play_match(
    match: Match,
    jobs: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    cluster: str | None = None,
    look: Look | None = None,
) -> Results:
    """Play a match: threads for compiled policies, else processes, or a cluster.

    With a store, games that it holds already are not played again. The results do not depend on
    the number of workers, nor on where the store was stopped. `look` is shown every shard.
    """
    line_up = match.line_up()
    if match.save is not None:
        match.save.mkdir(parents=True, exist_ok=True)
    until = None if match.until is None else Until(line_up.billing, match.until)
    results = Results(line_up.billing, until)
    bounds = cut_shards(match, line_up)
    with closing(supply_shards(match, line_up, bounds, store, jobs, cluster)) as shards:
        for shard in shards:
            interrupt.check()
            results.collect(shard)
            if look is not None:
                look(shard)
            if progress is not None:
                progress(len(shard))
            if until is not None and until.add(shard):
                break
    return results


def cut_shards(match: Match, line_up: LineUp) -> list[Bounds]:
    """Return the bounds of the shards, which depend on the games alone: not on `match.save`."""
    most = MAX_SHARD if line_up.is_compiled else MAX_PYTHON_SHARD
    size = max(1, min(most, match.games // LEAST_SHARDS))
    return [(first, min(first + size, match.games)) for first in range(0, match.games, size)]


def supply_shards(
    match: Match,
    line_up: LineUp,
    bounds: list[Bounds],
    store: Store | None,
    jobs: int | None,
    cluster: str | None,
) -> Generator[Shard]:
    """Yield all shards in order: those that are kept are read, the others played and kept."""
    if store is None:
        yield from play_shards(match, line_up, bounds, jobs, cluster)
        return
    missing = [bound for bound in bounds if bound not in store]
    with closing(play_shards(match, line_up, missing, jobs, cluster)) as played:
        for bound in bounds:
            if bound in store:
                yield store.read(line_up.billing, bound)
            else:
                shard = next(played)
                store.write(line_up.billing, shard)
                if not line_up.is_compiled:
                    store.commit()  # the next one may be long in coming
                yield shard
