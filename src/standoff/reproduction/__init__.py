"""Every published table and figure of the four theses, played again and compared.

Each thesis has a folder: the published figures are data files (TOML) beside the code that plays
them again and compares. The modules beside the folders serve all of them:

- `experiment`: experiments, and the lines, sheets and reports of their results;
- `session`: plays matches, each once, and keeps their games; `played`: the counts of a match;
- `sample` and `verdict`: figures with their errors, and how verdicts are reached;
- `record` and `run`: finished experiments in files; `page`: the page made from them.
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
