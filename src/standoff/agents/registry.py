"""From a spec to an agent: the game's policies, installed Python agents, or a file."""

import inspect
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

from standoff.agents.policy import PolicyAgent
from standoff.agents.protocol import DEFAULT_BUDGET_MS, Agent, Entrant
from standoff.agents.search import SEARCHERS, Searcher
from standoff.agents.search.budget import ITERATIONS, MS, NO_CLOCK
from standoff.agents.spec import Spec
from standoff.errors import BadSpec, UnknownName
from standoff.game import Game
from standoff.option import Option, TextOption, Value, settle
from standoff.parts import NamedSearch, Policy
from standoff.rng import Rng
from standoff.source import load_entry, load_object

AGENT_GROUP = "standoff.agents"
LIBRARIES = {"openspiel": "pyspiel"}
"""Extra -> the library that it installs, where the names differ."""
PRESET = "preset"
BUDGET = Option("ms", DEFAULT_BUDGET_MS, "wall clock for one decision", 1.0, 86_400_000.0)


def known_agents(game: Game) -> list[str]:
    """Return the names of the agents that can play a game."""
    installed = (entry.name for entry in entry_points(group=AGENT_GROUP) if has_extras(entry))
    searchers = (searcher.name for searcher in SEARCHERS)
    policies = (policy.name for policy in game.policies)
    return sorted({*policies, *game.agents.searches, *searchers, *installed})


def has_extras(entry: EntryPoint) -> bool:
    """Whether the libraries that an installed agent needs are installed too."""
    return all(find_spec(LIBRARIES.get(extra, extra)) for extra in entry.extras)


def enter(game: Game, text: str) -> Entrant:
    """Return the agent that a spec names, ready for a match of this game.

    A game's own policies and named searches come before other agents of the same name.
    """
    spec = Spec.parse(text)
    if spec.path is not None:
        return enter_class(text, spec, load_object(spec.path, spec.name))
    for policy in game.policies:
        if policy.name == spec.name:
            return enter_policy(game, text, spec, policy)
    named = game.agents.searches.get(spec.name)
    name = named.searcher if named else spec.name
    for searcher in SEARCHERS:
        if searcher.name == name:
            return enter_searcher(game, text, spec, searcher, named or NamedSearch(name, "", {}))
    installed = entry_points(group=AGENT_GROUP, name=spec.name)
    if not installed:
        raise UnknownName("agent", spec.name, known_agents(game))
    return enter_class(text, spec, load_entry("agent", installed[spec.name]))


def enter_policy(game: Game, text: str, spec: Spec, policy: Policy) -> Entrant:
    """Return a policy of the game as an entrant."""
    settings = settle(policy.params, spec.values, policy.name, "parameter")
    reason = policy.check(game.settings)
    if reason:
        raise BadSpec(reason)
    numbers = (option.numbers(settings[option.name]) for option in policy.params)
    params = tuple(chain.from_iterable(numbers))

    def make(rng: Rng) -> Agent:
        return PolicyAgent(game, policy, params, rng)

    return Entrant(text, make, policy=policy, params=params)


def enter_searcher(
    game: Game, text: str, spec: Spec, searcher: Searcher, named: NamedSearch
) -> Entrant:
    """Return a search agent with the settings of a named search; `preset=` names other settings."""
    given: dict[str, Value] = {**spec.values}
    if MS.name in given and ITERATIONS.name in given:
        raise BadSpec("give iterations or ms, not both")
    params: list[Option] = [*searcher.params]
    weights: tuple[float, ...] = ()
    if named.weights:
        params.append(named.weights)
        weights = named.weights.numbers(given.get(named.weights.name, named.weights.default))
    defaults = {**named.defaults, **named.implied(weights)}
    preset = given.pop(PRESET, None)
    if preset is not None:
        defaults |= find_preset(game, spec.name, str(preset))
    if MS.name in given or ITERATIONS.name in given:
        for budget in (MS, ITERATIONS):
            defaults.pop(budget.name, None)
    settings = settle(params, {**defaults, **given}, spec.name, "parameter")
    if MS.name in given and settings[MS.name] == NO_CLOCK:
        raise BadSpec(f"{spec.name}: ms must be more than 0")
    arguments = (weights,) if weights else ()
    searcher.make(game, settings, Rng(0), *arguments)  # raises now if settings are impossible

    def make(rng: Rng) -> Agent:
        return searcher.make(game, settings, rng, *arguments)

    return Entrant(text, make)


def find_preset(game: Game, agent: str, name: str) -> Mapping[str, Value]:
    """Return a game's named settings of a search agent."""
    known = {preset: agents for preset, agents in game.agents.presets.items() if agent in agents}
    if name not in known:
        raise UnknownName(f"preset of {agent} for {game.name}", name, known)
    return known[name][agent]


# --- Python agents ------------------------------------------------------------------------------


def enter_class(text: str, spec: Spec, factory: Any) -> Entrant:
    """Return a Python class, or any callable that makes an agent, as an entrant."""
    if not callable(factory):
        raise BadSpec(f"{spec.name} is a {type(factory).__name__}, not a class with act(view)")
    if inspect.isclass(factory) and not callable(getattr(factory, "act", None)):
        raise BadSpec(f"class {spec.name} has no method act(view)")
    params = constructor_params(factory)
    own = [param for param in params if param.name != BUDGET.name]
    settings = settle([*own, BUDGET], spec.values, spec.name, "parameter")
    flags = {param.name for param in params if param.choices}
    given: dict[str, Any] = {}
    for name in spec.values:
        if name in {param.name for param in params}:
            given[name] = settings[name] == "true" if name in flags else settings[name]

    def make(rng: Rng) -> Agent:
        return factory(**given)  # type: ignore[no-any-return]

    file = str(Path(spec.path).resolve()) if spec.path else ""
    wants_events = bool(getattr(factory, "wants_events", False))
    budget_ms = float(settings[BUDGET.name])
    return Entrant(text, make, budget_ms, file=file, wants_events=wants_events)


def constructor_params(factory: Callable[..., Any]) -> list[Option]:
    """Return the parameters of `__init__` that a spec can set: those with a plain default."""
    params = []
    try:
        parameters = inspect.signature(factory).parameters
    except ValueError:
        raise BadSpec(f"cannot find out which parameters {factory.__name__} takes") from None
    for name, parameter in parameters.items():
        default = parameter.default
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if default is parameter.empty:
            raise BadSpec(f"parameter {name!r} of {factory.__name__} needs a default value")
        if isinstance(default, bool):
            params.append(Option(name, str(default).lower(), "", choices=("true", "false")))
        elif isinstance(default, str):
            params.append(TextOption(name, default, ""))
        elif isinstance(default, int | float):
            params.append(Option(name, default, ""))
    return params
