"""`standoff list`: the games, and the agents and options of one."""

from typing import Annotated

import typer


def command(
    game: Annotated[
        str | None, typer.Argument(help="A game, to see its options and agents.")
    ] = None,
) -> None:
    """List the games, or the options and agents of one."""
    from rich.console import Console
    from rich.table import Table

    from standoff.agents import known_agents
    from standoff.agents.search import SEARCHERS
    from standoff.game import known_games, load

    console = Console()
    if game is None:
        for name in known_games():
            console.print(f"{name}: {load(name).doc}", markup=False)
        return
    loaded = load(game)
    options = Table("option", "default", "allowed", "meaning", title=f"{loaded.name}: options")
    for option in loaded.options:
        options.add_row(option.name, str(option.default), option.allowed, option.doc)
    agents = Table("agent", "how it plays", title=f"{loaded.name}: agents")
    docs = {searcher.name: searcher.doc for searcher in SEARCHERS}
    docs |= {policy.name: policy.doc for policy in loaded.policies}
    for name in known_agents(loaded):
        agents.add_row(name, docs.get(name, "an installed Python agent"))
    console.print(options, agents)
