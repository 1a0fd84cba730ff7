"""What fixes a training or a tuning: the agent, what may change in it, and the games to play.

The fields come in the order in which files have them.
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
from standoff.optimise.optimiser import Method, Point
from standoff.option import Value
from standoff.parts import Trainable

TRAINERS = (Method.ES, Method.CMA)
TUNERS = (Method.GRID, Method.NTBEA)
MAX_GENERATIONS = 100_000
MAX_INDIVIDUALS = 1000
MAX_SETTINGS = 100
"""Settings that may all play a match."""
MAX_SPACE = 1_000_000
"""Settings that may be searched."""

Setting = Mapping[str, str]
"""A value for each parameter that is tuned, as they are written in a spec."""


# --- trainings ----------------------------------------------------------------------------------


class Training(msgspec.Struct, frozen=True, kw_only=True):
    """All that fixes a training, except how long it goes on."""

    game: str
    agent: str
    """The name of the agent, or a spec with parameters that all individuals share."""
    method: Method = Method.ES
    options: dict[str, Value] = {}
    individuals: int = 4
    """In a generation."""
    games: int = 200
    """In a generation; with a pool, of each individual against each agent of the pool."""
    seed: int
    start: str = "default"
    """The individual to begin with."""
    pool: tuple[str, ...] = ()
    """The agents that individuals play against; without a pool they play each other."""

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
            raise BadRun(f"the individual to begin with is given by --start, not in {self.agent}")
        if "ms" in given:
            raise BadRun("training takes iterations=, not ms=: a clock is not the same everywhere")

    def trainable(self) -> Trainable:
        """Return what is trained."""
        game, name = load(self.game, **self.options), Spec.parse(self.agent).name
        for trainable in game.learning.trainables:
            if trainable.agent == name:
                return trainable
        names = [trainable.agent for trainable in game.learning.trainables]
        raise UnknownName(f"agent of {game.name} that can be trained", name, names)

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
        """Return a match of individuals, or of one against an agent of the pool."""
        protocol = Protocol.TEAMS if self.pool else Protocol.SHUFFLE
        return Match(self.game, tuple(specs), self.games, seed, self.options, protocol)

    def as_dict(self) -> dict[str, Any]:
        """Return the training as its file has it, which names the game elsewhere."""
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        del plain["game"]
        plain["agent"] = self.full_agent
        return plain


# --- tunings ------------------------------------------------------------------------------------


class Tuning(msgspec.Struct, frozen=True, kw_only=True):
    """All that fixes a tuning, except how long it goes on."""

    game: str
    options: dict[str, Value] = {}
    agent: str
    """The name of the agent, or a spec with parameters that all settings share."""
    params: dict[str, tuple[str, ...]]
    """The parameters to tune, and the values to try."""
    against: tuple[str, ...]
    """The other agents; one alone fills all other seats, or under `teams` all other teams."""
    protocol: str | None = None
    seed: int
    games: int
    """Of each setting; in a search, of each evaluation."""

    def __post_init__(self) -> None:
        if not self.params:
            raise BadRun("nothing is tuned; write --param NAME=VALUE,VALUE")
        fixed = Spec.parse(self.agent).values
        for name in self.params:
            if name in fixed:
                raise BadRun(f"{name} is fixed in {self.agent} and tuned by --param: choose one")
        if self.size < 2:
            raise BadRun("there is one setting only; give a parameter two values or more")
        if self.size > MAX_SPACE:
            raise BadRun(f"there may be {MAX_SPACE} settings at most, not {self.size}")

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
        return [self.setting(point) for point in Grid(self.sizes).ask()]

    def setting(self, point: Point) -> Setting:
        """Return the values at these indices."""
        pairs = zip(self.params.items(), point, strict=True)
        return {name: values[index] for (name, values), index in pairs}

    def spec(self, setting: Setting) -> str:
        """Return the spec of the agent with a setting; an empty one leaves the defaults."""
        return ":".join([self.agent, *(f"{name}={value}" for name, value in setting.items())])

    def match(self, setting: Setting, games: int, seed: int) -> Match:
        """Return a match of the agent, which comes first, against the others."""
        agents = (self.spec(setting), *self._others())
        return Match(self.game, agents, games, seed, self.options, self.protocol)

    def _others(self) -> tuple[str, ...]:
        is_seated = self.protocol in (None, Protocol.PAIRS, Protocol.ROTATE)
        if len(self.against) > 1 or not is_seated:
            return self.against
        return self.against * (load(self.game, **self.options).players - 1)

    def check_all(self) -> None:
        """Raise what is wrong with any setting before one is played."""
        if self.size > MAX_SETTINGS:
            raise BadRun(
                f"{self.size} settings are more than {MAX_SETTINGS}; give fewer values, or"
                f" search them with --method {Method.NTBEA}"
            )
        if self.size * self.games > MAX_GAMES:
            raise BadRun(f"{self.size} settings times {self.games} games are over {MAX_GAMES}")
        for setting in self.settings():
            self.match(setting, self.games, self.seed).check()

    def check_each(self) -> None:
        """Raise what is wrong with any value, all other parameters being at their defaults."""
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
