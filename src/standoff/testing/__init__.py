"""The conformance kit: what every game must hold, checked on random play."""

from standoff.testing.laws import check_game
from standoff.testing.report import Law, Report

__all__ = ["Law", "Report", "check_game"]
