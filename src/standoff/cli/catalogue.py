"""`standoff list`: the games, or the agents and options of one game."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from standoff.game import Game
    from standoff.option import Option, Value
    from standoff.present import Table


def command(
    game: Annotated[
        str | None, typer.Argument(help="Game whose agents and options are listed.")
    ] = None,
) -> None:
    """List the games, or the agents and options of one game."""
    from standoff.game import known_games, load
    from standoff.present.console import say, show_table

    if game is None:
        for name in known_games():
            say(f"{name}: {load(name).doc}")
        return
    loaded = load(game)
    show_table(agent_table(loaded))
    show_table(param_table(loaded))
    if len(loaded.beliefs.names) > 1:
        say(f"beliefs= is one of {', '.join(loaded.beliefs.names)}")
    levels = ", ".join(f"{level}: {spec}" for level, spec in loaded.agents.levels.items())
    say(f"Opponents in `standoff play`: {levels}")
    show_table(option_table(loaded))


def option_table(game: "Game") -> "Table":
    """Return the options of a game."""
    from standoff.option import fold_options
    from standoff.present import Table

    rows = [
        (name, str(option.default), option.allowed, doc)
        for name, doc, option in fold_options(game.options)
    ]
    columns = ("option", "default", "allowed", "meaning")
    return Table(f"{game.name}: options (--option KEY=VALUE)", columns, tuple(rows))


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


def param_table(game: "Game") -> "Table":
    """Return what the parameters of agents mean; agents with the same parameter share a row."""
    from standoff.agents import known_agents
    from standoff.agents.registry import BUDGET, PRESET
    from standoff.present import Table

    rows: dict[tuple[str, str, str], list[str]] = {}
    for name in known_agents(game):
        for param in list_params(game, name):
            rows.setdefault((param.name, param.doc, param.allowed), []).append(name)
    for preset, specs in game.agents.presets.items():
        rows[PRESET, "published settings", preset] = [*specs]
    rows[BUDGET.name, f"{BUDGET.doc}, in ms", BUDGET.allowed] = ["agents in Python"]
    listed = [(name, doc, allowed, ", ".join(own)) for (name, doc, allowed), own in rows.items()]
    columns = ("parameter", "meaning", "allowed", "agents")
    return Table("parameters (AGENT:NAME=VALUE)", columns, tuple(listed))


def list_params(game: "Game", name: str) -> "list[Option]":
    """Return the parameters of an agent; an installed Python agent is not looked into."""
    from standoff.agents.search import SEARCHERS

    for policy in game.policies:
        if policy.name == name:
            return [*policy.params]
    named = game.agents.searches.get(name)
    searcher = named.searcher if named else name
    found = [param for one in SEARCHERS if one.name == searcher for param in one.params]
    return [named.weights, *found] if named and named.weights else found


def default_params(game: "Game", name: str) -> "dict[str, Value]":
    """Return the parameters of an agent with their defaults."""
    defaults = {param.name: param.default for param in list_params(game, name)}
    named = game.agents.searches.get(name)
    if named is None:
        return defaults
    implied = named.implied(named.weights.numbers(named.weights.default)) if named.weights else {}
    return {**defaults, **named.defaults, **implied}
