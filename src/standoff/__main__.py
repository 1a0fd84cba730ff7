"""Runs the command line as `python -m standoff`."""

import sys

from standoff.cli import main

sys.exit(main())
