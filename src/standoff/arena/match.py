"""A match: the one list of what fixes it, and the match loaded, ready to be played or counted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from standoff.agents import Agent, Entrant, enter
from standoff.agents.protocol import DEFAULT_BUDGET_MS
from standoff.agents.registry import BUDGET
from standoff.agents.spec import Spec
from standoff.arena.fault import OnFault, check_params
from standoff.arena.meter import choose_estimator
from standoff.arena.schedule import plan
from standoff.errors import BadRun
from standoff.game import Game, load
from standoff.option import Value
from standoff.parts import PLAYERS
from standoff.rng import run_key


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that fixes a match. It holds names only, so it can be sent to another process.

    The command line, a TOML file and the file of a run have these fields, under these names.
    """

    game: str
    agents: tuple[str, ...]
    """The spec of each entrant."""
    games: int
    seed: int
    options: dict[str, Value] = {}
    """Options of the game."""
    protocol: str | None = None
    """`pairs`, `rotate`, `teams`, `shuffle` or a `roundrobin`; see `schedule.Protocol`."""
    on_fault: str | None = None
    """What a failed answer costs; see `fault.OnFault`."""
    ms: float | None = None
    """Milliseconds that a Python agent has for one decision, unless its spec says otherwise."""
    until: float | None = None
    """Stop as soon as one of two agents is better, with this confidence."""
    measures: bool = False
    """Whether to count what the game measures."""
    estimator: str | None = None
    """Which of the game's estimators the measures judge [the first]."""

    def __post_init__(self) -> None:
        for agent in self.agents:
            if not isinstance(agent, str):
                raise BadRun(
                    "a match needs the names of its agents, such as my_bot.py:MyBot, not"
                    f" {agent!r}; `compare` takes classes"
                )

    def load(self) -> "LoadedMatch":
        """Load the game; agents are loaded when they are first needed."""
        return LoadedMatch(self, load(self.game, **self.options), self.agents)

    def check(self) -> None:
        """Raise an error if the match or one of its agents is wrong, before a game is played."""
        loaded = self.load()
        loaded.schedule.check_whole()
        loaded.check_agents()


class LoadedMatch:
    """A match with its game, its schedule and its entrants.

    Entrants are loaded when they are first needed, so a run can be read without its agents.
    """

    def __init__(self, match: Match, game: Game, agents: Sequence[str | type[Agent]]) -> None:
        self.match = match
        self.game = game
        self.schedule = plan(game, len(match.agents), match.games, match.seed, match.protocol)
        self.on_fault = OnFault.choose(game, match.on_fault)
        self.estimator = choose_estimator(game, match.measures, match.estimator)
        """The index of the estimator that measures judge, or `meter.NO_ESTIMATOR`."""
        self.sized_games = [game]
        """The game with each of the schedule's numbers of players."""
        if self.schedule.sizes != (game.players,):
            self.sized_games = [game.configure(**{PLAYERS: n}) for n in self.schedule.sizes]
        self.key = run_key(match.seed)
        """The key of all random streams."""
        self._agents = agents

    @classmethod
    def of(
        cls, game: Game, agents: Sequence[str | type[Agent]], games: int, seed: int, **more: Any
    ) -> "LoadedMatch":
        """Return a match of a loaded game, between agents given as specs or classes.

        `more` are other fields of `Match`.
        """
        names = tuple(agent if isinstance(agent, str) else agent.__name__ for agent in agents)
        return cls(Match(game.address, names, games, seed, **more), game, agents)

    @cached_property
    def entrants_by_size(self) -> list[list[Entrant]]:
        """The entrants as they play each of `sized_games`."""
        ms = self.match.ms
        if ms is not None:
            BUDGET.parse(ms)
        return [[enter_any(game, agent, ms) for agent in self._agents] for game in self.sized_games]

    @property
    def entrants(self) -> list[Entrant]:
        """The entrants as they play the first of `sized_games`."""
        return self.entrants_by_size[0]

    def check_agents(self) -> None:
        """Raise an error if an agent is wrong, or does not accept its parameters."""
        for entrant in self.entrants:
            check_params(entrant)

    @property
    def is_compiled(self) -> bool:
        """Whether all entrants are compiled policies."""
        return all(entrant.policy is not None for entrant in self.entrants)

    @property
    def settled(self) -> Match:
        """The match with its defaults filled in, as it is kept in the file of a run."""
        return msgspec.structs.replace(
            self.match,
            game=self.game.address,
            options={name: self.game.settings[name] for name in sorted(self.game.given)},
            protocol=self.schedule.protocol,
            on_fault=str(self.on_fault),
        )


def enter_any(game: Game, agent: str | type[Agent], ms: float | None) -> Entrant:
    """Enter an agent given by its spec or as a class; `ms` is for Python agents only."""
    if not isinstance(agent, str):
        return Entrant(agent.__name__, lambda rng: agent(), budget_ms=ms or DEFAULT_BUDGET_MS)
    entrant = enter(game, agent)
    is_open = entrant.budget_ms is not None and BUDGET.name not in Spec.parse(agent).values
    return replace(entrant, budget_ms=ms) if ms is not None and is_open else entrant


def read_toml(path: Path) -> dict[str, Any]:
    """Return the fields of a match in a TOML file, not yet checked."""
    try:
        found: dict[str, Any] = msgspec.toml.decode(path.read_bytes())
    except OSError as error:
        raise BadRun(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise BadRun(f"{path} does not describe a match: {error}") from None
    return found


def make_match(fields: Mapping[str, Any], source: object) -> Match:
    """Return the match with these fields, given as plain values; errors name `source`."""
    for field in msgspec.structs.fields(Match):
        if field.required and field.name not in fields:
            raise BadRun(f"a match needs {field.name}: give --{field.name}, or name it in a file")
    try:
        return msgspec.convert(fields, Match)
    except msgspec.ValidationError as error:
        raise BadRun(f"{source} does not describe a match: {error}") from None
