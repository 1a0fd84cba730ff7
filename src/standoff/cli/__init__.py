"""The command line: a module for each command, put together in `app`."""

import sys
from collections.abc import Sequence

STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. Ctrl-C prints one line, even during imports."""
    try:
        from standoff.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:
        print("standoff: stopped", file=sys.stderr)
        return STOPPED


__all__ = ["main"]
