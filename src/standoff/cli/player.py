"""Who plays at a server: the token of a player, or a new player."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.client import Address


def find_player(
    address: "Address",
    file: Path | None,
    name: str | None,
    *,
    is_bot: bool,
    ask_name: Callable[[], str] | None = None,
) -> str:
    """Return the token of the player; without a token a new player is made, who has a name.

    `ask_name` asks a person for a name, if none is given.
    """
    from standoff.client import Web
    from standoff.client.token import VARIABLE, find_token

    token = find_token(file)
    if token is None:
        chosen = name if name is not None or ask_name is None else ask_name()
        if chosen is None:
            raise BadRun(
                f"there is no token: give --token-file or set {VARIABLE}; --name NAME makes a new"
                " player"
            )
        if file is None:
            raise BadRun("--name needs --token-file, where the token of the new player is kept")
        return make_player(address, file, chosen, is_bot)
    if name is not None:
        mine = Web(address, token).me().name
        if mine != name:
            raise BadRun(f"the token belongs to {mine!r}, not to {name!r}; choose another file")
    return token


def make_player(address: "Address", file: Path, name: str, is_bot: bool) -> str:
    """Make a new player, and keep the token in a new file; return the token."""
    from standoff.client import Web
    from standoff.client.token import new_token_file

    with new_token_file(file) as made:
        token = Web(address).add_player(name, is_bot).token
        assert token is not None
        made.write(token)
    return token
