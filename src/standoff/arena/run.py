"""Plays matches from the first game to the last, and keeps them in a file if one is given."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from standoff import interrupt
from standoff.agents import Agent
from standoff.arena.match import LoadedMatch, Match
from standoff.arena.results import Results
from standoff.arena.shard import Bounds, Shard
from standoff.arena.store import Store
from standoff.arena.workers import HERE, play_shards
from standoff.game import Game

MAX_SHARD = 4096
"""The most games of a shard, if all agents are compiled."""
MAX_PYTHON_SHARD = 8
LEAST_SHARDS = 64
"""A match has at least this many shards, if it has as many games. A dead worker loses one."""

Progress = Callable[[int], None]
"""Is told how many more games are finished."""
Look = Callable[[Shard], None]
"""Is shown the shards of a match in order."""


def play_match(
    match: Match,
    jobs: int | None = None,
    progress: Progress | None = None,
    store: Store | None = None,
    cluster: str | None = None,
    look: Look | None = None,
    save: Path | None = None,
) -> Results:
    """Play a match in threads (compiled policies only), in processes or on a cluster.

    Games that the store holds are not played again. The results do not depend on the number of
    workers, nor on whether the run was stopped and continued. `look` is shown every shard. `save`
    is a folder for the replays of all games.
    """
    loaded = match.load()
    loaded.check_agents()
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    results, bounds = Results(loaded), cut_shards(loaded)
    missing = [bound for bound in bounds if store is None or bound not in store]
    with closing(play_shards(loaded, missing, save, jobs, cluster)) as played:
        for bound in bounds:
            if store is not None and bound in store:
                shard = store.read(bound)
            else:
                shard = next(played)
                if store is not None:
                    store.write(shard)
            interrupt.check()
            results.collect(shard)
            if look is not None:
                look(shard)
            if progress is not None:
                progress(len(shard))
            if results.is_settled:
                break
    return results


def cut_shards(loaded: LoadedMatch) -> list[Bounds]:
    """Return the bounds of the shards, which depend on the match alone."""
    games = loaded.match.games
    most = MAX_SHARD if loaded.is_compiled else MAX_PYTHON_SHARD
    size = max(1, min(most, games // LEAST_SHARDS))
    return [(first, min(first + size, games)) for first in range(0, games, size)]


def compare(
    game: Game,
    agents: Sequence[str | type[Agent]],
    games: int = 1000,
    seed: int = 0,
    protocol: str | None = None,
    measures: bool = False,
    estimator: str | None = None,
) -> Results:
    """Play a match in this process between agents given as specs or as classes.

    >>> from standoff import load
    >>> results = compare(load("asmacag"), ["greedy", "random"], games=200, seed=1)
    >>> results.verdict()
    'greedy is better'
    """
    more = {"protocol": protocol, "measures": measures, "estimator": estimator}
    loaded = LoadedMatch.of(game, agents, games, seed, **more)
    loaded.check_agents()
    results = Results(loaded)
    for shard in play_shards(loaded, [(0, games)], jobs=HERE):
        results.collect(shard)
    return results
