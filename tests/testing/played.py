"""All games of a match as one shard, with any workers."""

from dataclasses import fields

import numpy as np

from standoff.arena.batch import play_batch
from standoff.arena.match import LoadedMatch
from standoff.arena.run import cut_shards
from standoff.arena.shard import Shard
from standoff.arena.workers import HERE, play_shards


def facts(match, jobs=None, save=None) -> Shard:
    """Play a match (a loaded one in this process) and return the results of all games."""
    if isinstance(match, LoadedMatch):
        return join(list(play_shards(match, [(0, match.match.games)], jobs=HERE)))
    if save is not None:
        save.mkdir(exist_ok=True)
    loaded = match.load()
    return join(list(play_shards(loaded, cut_shards(loaded), save, jobs)))


def play_some(match, first, last) -> Shard:
    """Play some games of a match whose agents are all compiled."""
    return play_batch(match.load(), first, last)


def join(shards) -> Shard:
    """Return consecutive shards as one."""
    columns = {
        field.name: np.concatenate([getattr(shard, field.name) for shard in shards])
        for field in fields(Shard)
        if field.name not in ("first", "counters", "faults")
    }
    counters = sum(shard.counters for shard in shards)
    faults = [fault for shard in shards for fault in shard.faults]
    return Shard(first=shards[0].first, counters=counters, faults=faults, **columns)
