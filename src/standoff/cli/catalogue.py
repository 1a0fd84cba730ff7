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
    from standoff.agents.search import SEARCHERS, Searcher
    from standoff.game import Policy, known_games, load

    console = Console()
    if game is None:
        for name in known_games():
            console.print(f"{name}: {load(name).doc}", markup=False)
        return
    loaded = load(game)
    options = Table("option", "default", "allowed", "meaning", title=f"{loaded.name}: options")
    for option in loaded.options:
        options.add_row(option.name, str(option.default), option.allowed, option.doc)
    agents = Table("agent", "how it plays", "parameters", title=f"{loaded.name}: agents")
    known: dict[str, Searcher | Policy] = {searcher.name: searcher for searcher in SEARCHERS}
    known |= {policy.name: policy for policy in loaded.policies}
    for name in known_agents(loaded):
        if name not in known:
            agents.add_row(name, "an installed Python agent", "")
            continue
        params = [f"{param.name}={param.default}" for param in known[name].params]
        presets = [f"preset={preset}" for preset, specs in loaded.presets.items() if name in specs]
        agents.add_row(name, known[name].doc, ", ".join([*params, *presets]))
    console.print(options, agents)
