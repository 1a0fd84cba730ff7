"""`standoff connect`: an agent of this computer plays at a server."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.cli.player import find_player
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.client.bot import Score

SEED_BITS = 128
MOST_GAMES = 1_000_000
MOST_PATIENCE = 1_000_000

Url = Annotated[
    str, typer.Argument(metavar="URL", help="Address of the server, such as http://HOST:8000.")
]


def command(
    url: Url,
    agent: Annotated[
        str,
        typer.Option(
            help="Agent that plays: path/to/file.py:Class, or the spec of one of ours. Where it"
            " fails, a random action is played."
        ),
    ],
    token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="File of the player's token [environment variable STANDOFF_TOKEN]."
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(help="Name of a new player, whose token is kept in the token file."),
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="ID", help="Table to play at [any with a free seat].")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help="Game to play, by name or FILE:GAME [that of the table]."),
    ] = None,
    games: Annotated[
        int, typer.Option(help="Number of games to play [1].", show_default=False)
    ] = 1,
    seed: argument.Seed = None,
    patience: Annotated[
        float,
        typer.Option(help="Seconds to wait for a server that is away [300].", show_default=False),
    ] = 300,
) -> None:
    """Let an agent play at a server."""
    argument.check_count("--games", games, MOST_GAMES)
    if not 0 <= patience <= MOST_PATIENCE:
        raise BadRun(f"--patience must be from 0 to {MOST_PATIENCE} seconds, not {patience:g}")
    if table is not None and games != 1:
        raise BadRun("a table has one game: give --table, or --games, not both")
    if seed is not None:
        argument.check_seed(seed)
    from standoff.client import Address, Bot, Line, Web
    from standoff.client.bot import play_games
    from standoff.present.console import say

    wanted = find_game(game)
    check_agent(agent, wanted and game)
    address = Address.read(url)
    token = find_player(address, token_file, name, is_bot=True)
    line = Line(address, token, is_bot=True, patience=patience, say=say)
    line.open()
    chosen = secrets.randbits(SEED_BITS) if seed is None else seed
    bot = Bot(line, agent, chosen, address=game, say=say)
    try:
        if table is None:
            play_games(bot, Web(address, token), games, wanted, say)
        elif not bot.play(table):
            raise BadRun(f"table {table} was closed before the end of its game")
    finally:
        line.close()
        if bot.score.games or bot.score.faults:
            say(describe_score(bot.score))


def find_game(address: str | None) -> str | None:
    """Return the name of the wanted game; raises an error if it cannot be loaded."""
    from standoff.game import load

    return None if address is None else load(address).name


def check_agent(spec: str, game: str | None) -> None:
    """Raise an error for an agent that can play no game, before a seat is taken."""
    from standoff.agents import Spec, enter
    from standoff.game import load
    from standoff.source import load_object

    parsed = Spec.parse(spec)
    if game is not None:
        enter(load(game), spec)
    elif parsed.path is not None:
        load_object(parsed.path, parsed.name)


def describe_score(score: "Score") -> str:
    """Return what the agent has reached, as a sentence."""
    from standoff.present import interval_text
    from standoff.statistics import wilson

    games = f"{score.games} game{'' if score.games == 1 else 's'}"
    count = len(score.faults)
    faults = f"{count or 'no'} fault{'' if count == 1 else 's'}"
    wins = f"won {interval_text(wilson(score.wins, score.games))}, " if score.games else ""
    return f"{games}: {wins}{faults}."
