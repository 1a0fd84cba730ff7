"""`standoff list`: the games, and the agents and options of one."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from standoff.game import Game
    from standoff.option import Value


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
    agents = Table("agent", "how it plays", "parameters", title=f"{loaded.name}: agents")
    docs = {searcher.name: searcher.doc for searcher in SEARCHERS}
    docs |= {name: named.doc for name, named in loaded.agents.searches.items()}
    docs |= {policy.name: policy.doc for policy in loaded.policies}
    for name in known_agents(loaded):
        if name not in docs:
            agents.add_row(name, "an installed Python agent", "")
            continue
        params = [f"{param}={value}" for param, value in default_params(loaded, name).items()]
        presets = [
            f"preset={preset}" for preset, specs in loaded.agents.presets.items() if name in specs
        ]
        agents.add_row(name, docs[name], ", ".join([*params, *presets]))
    console.print(options, agents)
    if len(loaded.beliefs.names) > 1:
        console.print(f"beliefs= is one of {', '.join(loaded.beliefs.names)}", markup=False)


def default_params(game: "Game", name: str) -> "dict[str, Value]":
    """Return the parameters of an agent with the values they have unless given."""
    from standoff.agents.search import SEARCHERS

    for policy in game.policies:
        if policy.name == name:
            return {param.name: param.default for param in policy.params}
    named = game.agents.searches.get(name)
    params = next(
        searcher.params
        for searcher in SEARCHERS
        if searcher.name == (named.searcher if named else name)
    )
    defaults = {param.name: param.default for param in params}
    if named is None:
        return defaults
    weights = {named.weights.name: named.weights.default} if named.weights else {}
    implied = named.implied(named.weights.numbers(named.weights.default)) if named.weights else {}
    return {**weights, **defaults, **named.defaults, **implied}
