"""The conformance kit: checks on random games that a game keeps all laws."""

from standoff.testing.laws import check_game
from standoff.testing.report import Law, Report

__all__ = ["Law", "Report", "check_game"]
