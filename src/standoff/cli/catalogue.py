"""`standoff list`: the games, or the options and agents of one game."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from standoff.game import Game
    from standoff.option import Value
    from standoff.present import Table


def command(
    game: Annotated[
        str | None, typer.Argument(help="Game whose options and agents are listed.")
    ] = None,
) -> None:
    """List the games, or the options and agents of one game."""
    from standoff.game import known_games, load
    from standoff.present.console import say, show_table

    if game is None:
        for name in known_games():
            say(f"{name}: {load(name).doc}")
        return
    loaded = load(game)
    show_table(option_table(loaded))
    show_table(agent_table(loaded))
    if len(loaded.beliefs.names) > 1:
        say(f"beliefs= is one of {', '.join(loaded.beliefs.names)}")


def option_table(game: "Game") -> "Table":
    """Return the options of a game."""
    from standoff.present import Table

    rows = [
        (option.name, str(option.default), option.allowed, option.doc) for option in game.options
    ]
    columns = ("option", "default", "allowed", "meaning")
    return Table(f"{game.name}: options", columns, tuple(rows))


def agent_table(game: "Game") -> "Table":
    """Return the agents of a game, with their parameters and presets."""
    from standoff.agents import known_agents
    from standoff.agents.search import SEARCHERS
    from standoff.present import Table

    docs = {searcher.name: searcher.doc for searcher in SEARCHERS}
    docs |= {name: named.doc for name, named in game.agents.searches.items()}
    docs |= {policy.name: policy.doc for policy in game.policies}
    rows = []
    for name in known_agents(game):
        if name not in docs:
            rows.append((name, "an installed Python agent", ""))
            continue
        params = [f"{param}={value}" for param, value in default_params(game, name).items()]
        presets = [
            f"preset={preset}" for preset, specs in game.agents.presets.items() if name in specs
        ]
        rows.append((name, docs[name], ", ".join([*params, *presets])))
    return Table(f"{game.name}: agents", ("agent", "how it plays", "parameters"), tuple(rows))


def default_params(game: "Game", name: str) -> "dict[str, Value]":
    """Return the parameters of an agent with their defaults."""
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
