"""`standoff join`: a person at a server plays or watches, in the terminal."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.cli.connect import MOST_PATIENCE, Url
from standoff.cli.player import find_player
from standoff.errors import BadRun

if TYPE_CHECKING:
    from rich.console import Console

    from standoff.cli.tables import Wish
    from standoff.client import Address, Line, Web

MOST_SECONDS = 86_400


def command(
    url: Url,
    table: Annotated[
        str | None, typer.Option(metavar="ID", help="Table to play at or to watch [a list].")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Your name, if you are new at the server [a question].")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch, and take no seat.")] = False,
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File of your token [one for each server in your settings]."
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="FILE:GAME", help="Game of the table, if it is not installed [none]."),
    ] = None,
    open_game: Annotated[
        str | None, typer.Option("--open", metavar="GAME", help="Game of a new table.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Agents or a level, such as expert, at the new table [none]."),
    ] = None,
    people: Annotated[
        int | None,
        typer.Option(help="Seats for players beside the agents at the new table [1]."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="Number of players, as --option players= [the game's].")
    ] = None,
    option: argument.Options = None,
    budget: Annotated[
        float | None,
        typer.Option(help="Seconds for each decision at the new table [no clock]."),
    ] = None,
    bank: Annotated[
        float,
        typer.Option(help="Seconds beyond them for a whole game [0].", show_default=False),
    ] = 0,
    invite_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="File with the code of an invitation.")
    ] = None,
    patience: Annotated[
        float,
        typer.Option(help="Seconds to wait for a server that is away [300].", show_default=False),
    ] = 300,
) -> None:
    """Play or watch at a server, in the terminal."""
    if sum(given is not None for given in (table, open_game, invite_file)) > 1:
        raise BadRun("give one of --table, --open and --invite-file")
    check_seconds("--patience", patience, MOST_PATIENCE)
    check_seconds("--budget", budget, MOST_SECONDS)
    check_seconds("--bank", bank, MOST_SECONDS)
    options = argument.parse_options(option)
    if players is not None:
        options["players"] = players
    if open_game is None and (against, people, budget) != (None, None, None):
        raise BadRun("--against, --people and --budget are for a new table: give --open too")
    from rich.console import Console

    from standoff.cli.play import signals_as_interrupts
    from standoff.cli.tables import Wish
    from standoff.client import Address, Line, Web

    console, address = Console(), Address.read(url)
    wish = None
    if open_game is not None:
        wish = Wish(open_game, against, people, options, budget, bank, address=game)
    read = reader(console)
    token = find_person(address, token_file, name, watch, read)

    def say(text: str) -> None:
        console.print(f"\n{text}", markup=False, highlight=False)

    line = Line(address, token, patience=patience, say=say)
    line.open()
    try:
        with signals_as_interrupts():
            found = enter(Web(address, token), line, table, wish, invite_file, read)
            visit(line, console, found[0], found[1] and not watch, game)
    except (KeyboardInterrupt, EOFError):
        with suppress(OSError):  # the terminal may be gone
            console.print("\nYou leave the server.")
    finally:
        line.close()


def check_seconds(name: str, seconds: float | None, most: int) -> None:
    """Raise `BadRun` unless a time is allowed."""
    if seconds is not None and not 0 <= seconds <= most:
        raise BadRun(f"{name} must be from 0 to {most} seconds, not {seconds:g}")


def reader(console: "Console") -> Callable[[str], str]:
    """Return what asks a person, before the table."""

    def read(prompt: str) -> str:
        console.print(prompt, end="", markup=False, highlight=False)
        try:
            return input().strip()
        except (RuntimeError, UnicodeDecodeError, OSError):  # the input is closed, or is not text
            raise EOFError from None

    return read


def find_person(
    address: "Address", file: Path | None, name: str | None, watch: bool, read: Callable[[str], str]
) -> str | None:
    """Return the token of the person; None for somebody who watches without one."""
    from standoff.client.token import VARIABLE, find_token, usual_file

    has_variable = file is None and os.environ.get(VARIABLE)
    chosen = file if file is not None or has_variable else usual_file(address)
    if watch and name is None:
        return find_token(chosen)
    return find_player(
        address, chosen, name, is_bot=False, ask_name=lambda: read("Your name at this server: ")
    )


def enter(
    web: "Web",
    line: "Line",
    table: str | None,
    wish: "Wish | None",
    invite_file: Path | None,
    read: Callable[[str], str],
) -> tuple[str, bool]:
    """Return the table, and whether the person may sit down there."""
    from standoff.cli.tables import Chooser, read_code

    is_player = line.name is not None
    if table is not None:
        return table, is_player
    if wish is not None:
        return wish.open(web), is_player
    if invite_file is not None:
        return web.accept(read_code(invite_file)), is_player
    return Chooser(web, line.name, read).choose()


def visit(line: "Line", console: "Console", table: str, may_sit: bool, address: str | None) -> None:
    """Sit down at a table, or watch it, to the end of the game.

    `address` is what `standoff.load` finds the game by [its name].
    """
    from standoff.arena.referee import warm_up
    from standoff.cli.lines import Lines
    from standoff.cli.sitting import Sitting
    from standoff.client.follower import load_game
    from standoff.client.visit import Visit

    found = Visit(line, table)
    game = load_game(found.look(), address)
    warm_up(game)
    if may_sit:
        found.sit()
    if Sitting(found, game, console, Lines()).run():
        command = f"standoff join {line.address.web} --table {table}"
        console.print(f"Come back by: {command}", markup=False, highlight=False, soft_wrap=True)
