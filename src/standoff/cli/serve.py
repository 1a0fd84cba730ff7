"""`standoff serve`: a server for people and bots."""

from pathlib import Path
from typing import Annotated

import typer

from standoff.errors import BadRun

LEVELS = ("debug", "info", "warning", "error")


def command(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Address to listen on; 0.0.0.0 for the network [127.0.0.1].",
            show_default=False,
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(help="Port to listen on; 0 for any free one [8000].", show_default=False),
    ] = 8000,
    database: Annotated[
        str,
        typer.Option(
            metavar="FILE|URL",
            help="SQLite file, or postgresql://... [standoff.sqlite].",
            show_default=False,
        ),
    ] = "standoff.sqlite",
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="Game to serve, by name or FILE:GAME; may be repeated [all installed].",
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE:CLASS",
            help="Python agent of yours that may be asked for by its class; may be repeated.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST", help="Host name under which clients reach the server; may be repeated."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="Address of a proxy whose forwarded addresses are believed."
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=NUMBER",
            help="Limit to change, as docs/server.md lists them; may be repeated.",
        ),
    ] = None,
    owner_token_file: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="File of the owner's token, made if it is missing [FILE.owner beside SQLite].",
        ),
    ] = None,
    log_level: Annotated[
        str,
        typer.Option(
            metavar="LEVEL",
            help="Level of the log: debug, info, warning or error [info].",
            show_default=False,
        ),
    ] = "info",
    check: Annotated[
        bool, typer.Option("--check", help="Play every stored game again, compare, and end.")
    ] = False,
) -> None:
    """Serve games to people and bots, until Ctrl-C."""
    if log_level not in LEVELS:
        raise BadRun(f"--log-level must be one of {', '.join(LEVELS)}, not {log_level!r}")
    if not 0 <= port <= 65_535:
        raise BadRun(f"--port must be from 0 to 65535, not {port}")
    from standoff.cli import argument
    from standoff.server.limits import Limits

    limits = Limits.read(argument.parse_pairs("--limit", limit))
    games = find_games(game)
    if check:
        from standoff.server.audit import audit

        audit(database, games)
        return
    from standoff.server.app import Settings, serve

    file = owner_token_file
    if file is None and "://" not in database:
        file = Path(f"{database}.owner")
    settings = Settings(
        host,
        port,
        database,
        games,
        find_agents(agent, games),
        tuple(name or ()),
        tuple(proxy or ()),
        limits,
        None if file is None else str(file),
        log_level,
    )
    serve(settings)


def find_games(wanted: list[str] | None) -> dict[str, str]:
    """Return the games that are served: name -> what `load` finds them by."""
    from standoff.game import installed_games, load

    return {load(address).name: address for address in wanted or installed_games()}


def find_agents(specs: list[str] | None, games: dict[str, str]) -> dict[str, str]:
    """Return the agents of the owner: name -> spec; raises an error if one cannot be loaded."""
    from standoff.agents import enter
    from standoff.agents.spec import Spec
    from standoff.game import load

    found = {}
    for text in specs or ():
        spec = Spec.parse(text)
        if spec.path is None:
            raise BadRun(f"--agent must be path/to/file.py:Class, not {text!r}")
        enter(load(next(iter(games.values()))), text)
        found[spec.name] = text
    return found
