"""The arena: matches with error bars, runs in files, and replays of their games."""

from standoff.arena.match import Match
from standoff.arena.replay import Replay, read_replay, verify, write_replay
from standoff.arena.results import Results, Standing
from standoff.arena.run import compare, play_match
from standoff.arena.store import Store

__all__ = [
    "Match",
    "Replay",
    "Results",
    "Standing",
    "Store",
    "compare",
    "play_match",
    "read_replay",
    "verify",
    "write_replay",
]
