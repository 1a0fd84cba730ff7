"""The command line: `standoff arena | play | replay | check | bench | agents`."""

import sys

from standoff.cli.app import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
