"""What fixes a training, and what each of its generations comes to."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from standoff.agents.spec import Spec
from standoff.errors import BadRun, UnknownName
from standoff.game import Game, load
from standoff.option import Value
from standoff.parts import Trainable
from standoff.statistics import Interval

MAX_GENERATIONS = 100_000
MAX_INDIVIDUALS = 1000


class Method(StrEnum):
    """How better numbers are looked for."""

    ES = "es"
    """A parent and its mutants play each other; the best is the next parent."""
    CMA = "cma"
    """Covariance matrix adaptation on the share of wins against a pool."""


@dataclass(frozen=True)
class Plan:
    """All that fixes a training but for how long it goes on."""

    game: str
    agent: str
    """Its name, or a spec with parameters that hold for all individuals."""
    method: Method
    individuals: int
    games: int
    seed: int
    start: str
    pool: tuple[str, ...] = ()
    options: dict[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 2 <= self.individuals <= MAX_INDIVIDUALS:
            raise BadRun(f"individuals must be from 2 to {MAX_INDIVIDUALS}, not {self.individuals}")
        if self.method is Method.CMA and not self.pool:
            raise BadRun("cma needs a pool of agents to play against")
        if self.method is Method.ES and self.pool:
            raise BadRun("es has no pool: the individuals of a generation play each other")
        given = Spec.parse(self.agent).values
        if self.trainable().param in given:
            raise BadRun(f"what to begin with is said by --start, not in {self.agent}")
        if "ms" in given:
            raise BadRun("training takes iterations=, not ms=: a clock is not the same everywhere")

    def load_game(self) -> Game:
        """Return the game with its options."""
        return load(self.game, **self.options)

    def trainable(self) -> Trainable:
        """Return what is trained."""
        game, name = self.load_game(), Spec.parse(self.agent).name
        for trainable in game.learning.trainables:
            if trainable.agent == name:
                return trainable
        names = [trainable.agent for trainable in game.learning.trainables]
        raise UnknownName(f"agent of {game.name} that can be trained", name, names)

    def spec(self, individual: str) -> str:
        """Return the spec of the agent with an individual."""
        return f"{self.full_agent}:{self.trainable().param}={individual}"

    @property
    def full_agent(self) -> str:
        """The agent with all parameters that hold for every individual."""
        trainable = self.trainable()
        settings = {**trainable.settings, **Spec.parse(self.agent).values}
        return ":".join([trainable.agent, *(f"{name}={settings[name]}" for name in settings)])

    def as_dict(self) -> dict[str, Any]:
        """Return the plan as plain values."""
        return {
            "agent": self.full_agent,
            "method": str(self.method),
            "options": dict(self.options),
            "individuals": self.individuals,
            "games": self.games,
            "seed": self.seed,
            "start": self.start,
            "pool": list(self.pool),
        }


@dataclass(frozen=True)
class Step:
    """One generation: the best individual, its share of wins, and how far mutants go."""

    generation: int
    numbers: tuple[float, ...]
    share: Interval
    mutation: float
    values: tuple[float, ...]
    """The share of every individual, the parent first under `es`."""
    end: str = ""
    """Why none can follow, in the words of the method; nothing if one can."""
