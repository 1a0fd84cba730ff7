"""Tuning: which values of an agent's parameters play best, and whether that is settled."""

from standoff.tuning.comparison import Comparison, Gain, compare, measure_gain
from standoff.tuning.contest import Score, play_setting, try_all
from standoff.tuning.plan import Method, Param, Plan
from standoff.tuning.search import Evaluation, Search, confirm, search

__all__ = [
    "Comparison",
    "Evaluation",
    "Gain",
    "Method",
    "Param",
    "Plan",
    "Score",
    "Search",
    "compare",
    "confirm",
    "measure_gain",
    "play_setting",
    "search",
    "try_all",
]
