"""Reports of runs: tables and plots, for people and for programs."""

from standoff.report.run import Run, read_run
from standoff.report.sections import describe_runs
from standoff.report.write import write_report

__all__ = ["Run", "describe_runs", "read_run", "write_report"]
