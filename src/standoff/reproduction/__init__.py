"""Every published table and figure of the four theses, made again, with ours beside it.

A folder for each thesis: the published figures are data files (TOML) beside the code that plays
them again and compares. What all of them share lies beside the folders:

- `experiment`: what an experiment is, and the lines, sheets and reports it is made of;
- `session`: plays matches, each once, and keeps their games; `played`: what they came to;
- `sample` and `verdict`: figures with their error, and how verdicts are reached;
- `record` and `run`: finished experiments kept in files; `page`: the page made of them.
"""

from standoff.reproduction.catalogue import EXPERIMENTS, find, of_size
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, Verdict
from standoff.reproduction.record import Entry
from standoff.reproduction.run import reproduce
from standoff.reproduction.session import Session

__all__ = [
    "EXPERIMENTS",
    "Entry",
    "Experiment",
    "Line",
    "Report",
    "Session",
    "Sheet",
    "Size",
    "Verdict",
    "find",
    "of_size",
    "reproduce",
]
