"""Optimisers that improve agents by playing matches.

`standoff train` improves the numbers of an agent and keeps a record. `standoff tune` finds out
which values of an agent's parameters play best, and whether the games settle it.
"""

from standoff.optimise.comparison import Gain, find_contenders, measure_gain
from standoff.optimise.contest import SettingResult, play_setting
from standoff.optimise.optimiser import Method, Optimiser, Step
from standoff.optimise.plan import Training, Tuning, read_params
from standoff.optimise.record import load_fields, load_record, record_of
from standoff.optimise.run import Evaluation, confirm, search, train, try_all

__all__ = [
    "Evaluation",
    "Gain",
    "Method",
    "Optimiser",
    "SettingResult",
    "Step",
    "Training",
    "Tuning",
    "confirm",
    "find_contenders",
    "load_fields",
    "load_record",
    "measure_gain",
    "play_setting",
    "read_params",
    "record_of",
    "search",
    "train",
    "try_all",
]
