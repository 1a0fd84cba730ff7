"""Compiles what a table of a game, or an agent, needs: `python -m standoff.server.compile JSON`."""

import sys

import msgspec

from standoff.errors import StandoffError
from standoff.game import load
from standoff.server.plan import Setting
from standoff.server.rehearse import rehearse


def main() -> None:
    """Compile for one game or one agent."""
    setting, spec = msgspec.json.decode(sys.argv[1], type=tuple[Setting, str])
    try:
        rehearse(load(setting.game, **setting.options), spec)
    except StandoffError as error:
        sys.exit(f"standoff: {error}")


if __name__ == "__main__":
    main()
