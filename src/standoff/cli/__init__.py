"""The command line: `standoff arena | play | replay | check | bench | agents`."""

from standoff.cli.app import main

__all__ = ["main"]
