"""All games of a match as one shard, whoever plays them."""

from dataclasses import fields

import numpy as np

from standoff.arena.run import cut_shards
from standoff.arena.shard import Shard, play_shard
from standoff.arena.table import LineUp
from standoff.arena.workers import play_shards


def facts(match, jobs=None) -> Shard:
    """Play a match, or a line-up in this process, and return what every game came to."""
    if isinstance(match, LineUp):
        return play_shard(match, 0, match.games)
    line_up = match.line_up()
    if match.save is not None:
        match.save.mkdir(exist_ok=True)
    return join(list(play_shards(match, line_up, cut_shards(match, line_up), jobs)))


def join(shards) -> Shard:
    """Return shards in a row as one."""
    columns = {
        field.name: np.concatenate([getattr(shard, field.name) for shard in shards])
        for field in fields(Shard)
        if field.name not in ("first", "counters", "faults")
    }
    counters = sum(shard.counters for shard in shards)
    faults = [fault for shard in shards for fault in shard.faults]
    return Shard(first=shards[0].first, counters=counters, faults=faults, **columns)
