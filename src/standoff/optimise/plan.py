"""What fixes a training or a tuning: the agent, what may change in it, and the games to play.

The fields have the order of the fields in files.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from standoff.agents import enter
from standoff.agents.spec import Spec
from standoff.arena import Match
from standoff.arena.schedule import MAX_GAMES, Protocol
from standoff.errors import BadRun, UnknownName
from standoff.game import load
from standoff.optimise.grid import Grid
from standoff.optimise.optimiser import Indices, Method
from standoff.option import Value
from standoff.parts import Trainable

TRAINERS = (Method.ES, Method.CMA)
TUNERS = (Method.GRID, Method.NTBEA)
MAX_GENERATIONS = 100_000
MAX_INDIVIDUALS = 1000
MAX_SETTINGS = 100
"""The most settings that can all play a match."""
MAX_SPACE = 1_000_000
"""The most settings that can be searched."""

Setting = Mapping[str, str]
"""A value for each parameter that is tuned, as it is written in a spec."""


# --- trainings ----------------------------------------------------------------------------------


class Training(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that fixes a training, except its length."""

    game: str
    agent: str
    """The name of the agent, or a spec with parameters that all individuals share."""
    method: Method = Method.ES
    options: dict[str, Value] = {}
    individuals: int = 4
    """Individuals in a generation."""
    games: int = 200
    """Games in a generation; with a pool, of each individual against each agent of the pool."""
    seed: int
    start: str = "default"
    """The individual to begin with."""
    pool: tuple[str, ...] = ()
    """The agents that individuals play against; without a pool individuals play each other."""

    def __post_init__(self) -> None:
        if self.method not in TRAINERS:
            raise UnknownName("method", str(self.method), TRAINERS)
        if not 2 <= self.individuals <= MAX_INDIVIDUALS:
            raise BadRun(f"individuals must be from 2 to {MAX_INDIVIDUALS}, not {self.individuals}")
        if self.method is Method.CMA and not self.pool:
            raise BadRun("cma needs a pool of agents to play against")
        if self.method is Method.ES and self.pool:
            raise BadRun("es has no pool: the individuals of a generation play each other")
        given = Spec.parse(self.agent).values
        if self.trainable().param in given:
            raise BadRun(f"give the individual to begin with as --start, not in {self.agent}")
        if "ms" in given:
            raise BadRun("training needs iterations=, not ms=: the speed of machines differs")

    def trainable(self) -> Trainable:
        """Return what is trained."""
        game, name = load(self.game, **self.options), Spec.parse(self.agent).name
        for trainable in game.learning.trainables:
            if trainable.agent == name:
                return trainable
        names = [trainable.agent for trainable in game.learning.trainables]
        raise UnknownName(f"trainable agent of {game.name}", name, names)

    @property
    def full_agent(self) -> str:
        """The agent with all parameters that individuals share."""
        trainable = self.trainable()
        settings = {**trainable.settings, **Spec.parse(self.agent).values}
        return ":".join([trainable.agent, *(f"{name}={settings[name]}" for name in settings)])

    def spec(self, individual: str) -> str:
        """Return the spec of the agent with an individual."""
        return f"{self.full_agent}:{self.trainable().param}={individual}"

    def match(self, specs: Sequence[str], seed: int) -> Match:
        """Return a match of individuals, or of one individual against an agent of the pool."""
        protocol = Protocol.TEAMS if self.pool else Protocol.SHUFFLE
        return Match(self.game, tuple(specs), self.games, seed, self.options, protocol)

    def as_dict(self) -> dict[str, Any]:
        """Return the training as it is kept in a file; the file names the game elsewhere."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        del plain["game"]
        plain["agent"] = self.full_agent
        return plain


# --- tunings ------------------------------------------------------------------------------------


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that fixes a tuning, except its length."""

    game: str
    options: dict[str, Value] = {}
    agent: str
    """The name of the agent, or a spec with parameters that all settings share."""
    params: dict[str, tuple[str, ...]]
    """The parameters to tune, and the values to try."""
    against: tuple[str, ...]
    """The other agents; a single agent plays all other seats, or under `teams` all other teams."""
    protocol: str | None = None
    seed: int
    games: int
    """Games of each setting; in a search, of each evaluation."""

    def __post_init__(self) -> None:
        if not self.params:
            raise BadRun("there is nothing to tune; write --param NAME=VALUE,VALUE")
        fixed = Spec.parse(self.agent).values
        for name in self.params:
            if name in fixed:
                raise BadRun(f"{name} is fixed in {self.agent} and tuned by --param: choose one")
        if self.size < 2:
            raise BadRun("there is only one setting; give a parameter two or more values")
        if self.size > MAX_SPACE:
            raise BadRun(f"there may be at most {MAX_SPACE} settings, not {self.size}")

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each parameter has."""
        return tuple(len(values) for values in self.params.values())

    @property
    def size(self) -> int:
        """How many settings there are."""
        return math.prod(self.sizes)

    def settings(self) -> list[Setting]:
        """Return every combination of values, the last parameter changing fastest."""
        return [self.setting(indices) for indices in Grid(self.sizes).ask()]

    def setting(self, indices: Indices) -> Setting:
        """Return the values at these indices."""
        pairs = zip(self.params.items(), indices, strict=True)
        return {name: values[index] for (name, values), index in pairs}

    def spec(self, setting: Setting) -> str:
        """Return the spec of the agent with a setting; an empty setting keeps the defaults."""
        return ":".join([self.agent, *(f"{name}={value}" for name, value in setting.items())])

    def match(self, setting: Setting, games: int, seed: int) -> Match:
        """Return a match of the agent, as the first entrant, against the others."""
        agents = (self.spec(setting), *self._others())
        return Match(self.game, agents, games, seed, self.options, self.protocol)

    def _others(self) -> tuple[str, ...]:
        is_seated = self.protocol in (None, Protocol.PAIRS, Protocol.ROTATE)
        if len(self.against) > 1 or not is_seated:
            return self.against
        return self.against * (load(self.game, **self.options).players - 1)

    def check_all(self) -> None:
        """Raise an error if a setting is wrong, before any is played."""
        if self.size > MAX_SETTINGS:
            raise BadRun(
                f"at most {MAX_SETTINGS} settings can all play, not {self.size}; give fewer values,"
                f" or search with --method {Method.NTBEA}"
            )
        if self.size * self.games > MAX_GAMES:
            raise BadRun(f"{self.size} settings times {self.games} games are more than {MAX_GAMES}")
        for setting in self.settings():
            self.match(setting, self.games, self.seed).check()

    def check_each(self) -> None:
        """Raise an error if a value is wrong, with all other parameters at their defaults."""
        self.match({}, self.games, self.seed).check()
        game = load(self.game, **self.options)
        for name, values in self.params.items():
            for value in values:
                enter(game, self.spec({name: value}))


def read_params(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Read parameters and the values to try, each as `NAME=VALUE,VALUE,...`.

    >>> read_params(["neighbours=5,10,20"])
    {'neighbours': ('5', '10', '20')}
    """
    params: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, equals, listed = text.partition("=")
        name, values = name.strip(), tuple(value.strip() for value in listed.split(","))
        if not (name and equals and all(values)):
            raise BadRun(f"cannot read --param {text!r}; write --param NAME=VALUE,VALUE")
        for value in values:
            if values.count(value) > 1:
                raise BadRun(f"{name} has the value {value} twice in --param {text!r}")
        if name in params:
            raise BadRun(f"--param {name} is given twice")
        params[name] = values
    return params


def setting_text(setting: Setting) -> str:
    """Return a setting as it is written in a spec.

    >>> setting_text({"c": "8", "neighbours": "5"})
    'c=8:neighbours=5'
    """
    return ":".join(f"{name}={value}" for name, value in setting.items()) or "default"
