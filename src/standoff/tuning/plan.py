"""What is tuned: an agent, the values its parameters may have, and whom it plays against."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product

from standoff.agents import enter
from standoff.agents.spec import Spec
from standoff.arena import Match
from standoff.arena.schedule import MAX_GAMES, Protocol
from standoff.errors import BadRun
from standoff.game import load
from standoff.option import Value

MAX_SETTINGS = 100
"""That all play a match."""
MAX_SPACE = 1_000_000
"""Settings that are searched."""

Setting = Mapping[str, str]
"""A value for each parameter that is tuned, as they are written in a spec."""


class Method(StrEnum):
    """How the best values are looked for."""

    GRID = "grid"
    """All settings play the same games."""
    NTBEA = "ntbea"
    """The N-tuple bandit evolutionary algorithm, with few games for each of many settings."""


@dataclass(frozen=True)
class Param:
    """A parameter and the values to try.

    >>> Param.parse("neighbours=5,10,20")
    Param(name='neighbours', values=('5', '10', '20'))
    """

    name: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> "Param":
        """Read `NAME=VALUE,VALUE,...`."""
        name, equals, listed = text.partition("=")
        values = tuple(value.strip() for value in listed.split(","))
        if not (name and equals and all(values)):
            raise BadRun(f"cannot read --param {text!r}; write --param NAME=VALUE,VALUE")
        for value in values:
            if values.count(value) > 1:
                raise BadRun(f"{name} has the value {value} twice in --param {text!r}")
        return cls(name.strip(), values)


@dataclass(frozen=True)
class Plan:
    """All that fixes a tuning but for how long it goes on."""

    game: str
    agent: str
    """Its name, or a spec with parameters that hold for all settings."""
    params: tuple[Param, ...]
    against: tuple[str, ...]
    """The other agents; one alone fills all other seats, or under `teams` all other teams."""
    games: int
    seed: int
    protocol: str | None = None
    options: dict[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.params:
            raise BadRun("nothing is tuned; write --param NAME=VALUE,VALUE")
        names = [param.name for param in self.params]
        fixed = Spec.parse(self.agent).values
        for name in names:
            if names.count(name) > 1:
                raise BadRun(f"--param {name} is given twice")
            if name in fixed:
                raise BadRun(f"{name} is fixed in {self.agent} and tuned by --param: choose one")
        if self.size < 2:
            raise BadRun("there is one setting only; give a parameter two values or more")
        if self.size > MAX_SPACE:
            raise BadRun(f"there may be {MAX_SPACE} settings at most, not {self.size}")

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each parameter has."""
        return tuple(len(param.values) for param in self.params)

    @property
    def size(self) -> int:
        """How many settings there are."""
        return math.prod(self.sizes)

    def settings(self) -> Iterator[Setting]:
        """Yield every combination of values, the last parameter changing fastest."""
        return (self.setting(point) for point in product(*map(range, self.sizes)))

    def setting(self, point: Sequence[int]) -> Setting:
        """Return the values at these places."""
        pairs = zip(self.params, point, strict=True)
        return {param.name: param.values[place] for param, place in pairs}

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
        for param in self.params:
            for value in param.values:
                enter(game, self.spec({param.name: value}))


def setting_text(setting: Setting) -> str:
    """Return a setting as it is written in a spec.

    >>> setting_text({"c": "8", "neighbours": "5"})
    'c=8:neighbours=5'
    """
    return ":".join(f"{name}={value}" for name, value in setting.items()) or "default"
