"""The arena: matches with error bars, and replays of their games."""

from standoff.arena.match import Match, compare, play_match
from standoff.arena.replay import Replay, read_replay, verify, write_replay
from standoff.arena.results import Results, Standing

__all__ = [
    "Match",
    "Replay",
    "Results",
    "Standing",
    "compare",
    "play_match",
    "read_replay",
    "verify",
    "write_replay",
]
