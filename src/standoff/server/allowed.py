"""Which agents may be asked for over the network: names and bounded numbers, never a file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points

from standoff.agents import enter
from standoff.agents.registry import AGENT_GROUP
from standoff.agents.search import SEARCHERS
from standoff.agents.search.budget import ITERATIONS, MS
from standoff.agents.spec import Spec
from standoff.errors import BadSpec, UnknownName
from standoff.game import Game
from standoff.option import NumbersOption, Option, TextOption

BOUNDS = {
    "ms": 5_000,
    "iterations": 20_000,
    "worlds": 200,
    "depth": 60,
    "cache": 100_000,
    "nodes": 200_000,
    "population": 500,
    "neighbours": 100,
    "start": 1_000,
    "threads": 1,
}
"""The highest number that a stranger may ask for."""
LOOKAHEAD = 4
"""The greatest depth of `maxn`, whose work grows with its power."""
WORD = re.compile("[a-z0-9_]+")
DEFAULT_MS = 1_000
"""What a search may think at a table with people, unless its spec says `ms=`."""


@dataclass(frozen=True)
class Allowed:
    """An agent that may sit at a table."""

    spec: str
    """What `enter` understands."""
    budget_ms: float
    """How long it may think about one decision; 0 for agents that answer at once."""


def allow(game: Game, text: str, own: Mapping[str, str], has_clients: bool) -> Allowed:
    """Return the agent that a client asked for; raises an error where it is not allowed.

    `own`: the agents that the owner of the server offers, by name. A level of the game, such as
    `expert`, stands for its spec. At a table with clients the time of an agent must not tell
    anything, so a search there has a budget of time.
    """
    levels = game.agents.levels
    spec = Spec.parse(text if text in own else levels.get(text, text))
    is_level = text in levels or text in levels.values()
    if spec.path is None and spec.name in own:
        if spec.values:
            raise BadSpec(f"{spec.name} takes no parameters here")
        return Allowed(own[spec.name], enter(game, own[spec.name]).budget_ms or 0.0)
    if spec.path is not None or spec.name not in offered(game):
        raise UnknownName("agent", spec.name, [*offered(game), *own])
    params = {option.name: option for option in list_params(game, spec.name)}
    for name, value in spec.values.items():
        if name in params and not is_level:
            check_value(spec.name, params[name], value)
    has_clock = MS.name in params
    if has_clients and has_clock:
        if is_level:
            spec.values.pop(ITERATIONS.name, None)
        elif ITERATIONS.name in spec.values:
            raise BadSpec(f"{text}: at a table with people a search has ms=, not iterations=")
        spec.values.setdefault(MS.name, str(DEFAULT_MS))
    elif has_clients and spec.name == "maxn":
        raise BadSpec("maxn has no budget of time, so it plays at tables of agents only")
    found = ":".join([spec.name, *(f"{name}={value}" for name, value in spec.values.items())])
    enter(game, found)
    return Allowed(found, float(spec.values.get(MS.name, 0.0)) if has_clock else 0.0)


def offered(game: Game) -> list[str]:
    """Return the names of our agents that anybody may ask for: compiled ones."""
    policies = (policy.name for policy in game.policies)
    searchers = (searcher.name for searcher in SEARCHERS)
    return sorted({*policies, *game.agents.searches, *searchers} - installed_agents())


@cache
def installed_agents() -> set[str]:
    """Return the names of agents in Python that are installed."""
    return {entry.name for entry in entry_points(group=AGENT_GROUP)}


def list_params(game: Game, name: str) -> list[Option]:
    """Return the parameters of a policy or a search."""
    for policy in game.policies:
        if policy.name == name:
            return list(policy.params)
    named = game.agents.searches.get(name)
    searcher = next(s for s in SEARCHERS if s.name == (named.searcher if named else name))
    extra = [named.weights] if named and named.weights else []
    return [*searcher.params, *extra]


def check_value(agent: str, option: Option, value: str) -> None:
    """Raise `BadSpec` if a stranger may not give this value."""
    if isinstance(option, NumbersOption):
        raise BadSpec(f"{agent}: {option.name} cannot be given here")
    if isinstance(option, TextOption):
        if not WORD.fullmatch(value):
            raise BadSpec(f"{agent}: {option.name} must be the name of one of our agents")
        return
    bound = LOOKAHEAD if agent == "maxn" and option.name == "depth" else BOUNDS.get(option.name)
    number = option.parse(value)
    if bound is not None and isinstance(number, int | float) and number > bound:
        raise BadSpec(f"{agent}: {option.name} may be at most {bound} here, not {value}")
