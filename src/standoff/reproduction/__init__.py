"""Every published table and figure of the four theses, made again, with ours beside it."""

from standoff.reproduction.catalogue import EXPERIMENTS, find, of_size
from standoff.reproduction.experiment import (
    Experiment,
    Grid,
    Line,
    Report,
    Sheet,
    Size,
    Verdict,
)
from standoff.reproduction.run import reproduce
from standoff.reproduction.session import Session
from standoff.reproduction.store import Entry

__all__ = [
    "EXPERIMENTS",
    "Entry",
    "Experiment",
    "Grid",
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
