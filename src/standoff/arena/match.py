"""What fixes a match, in code, in a file and in a run; and a match of one's own classes."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import msgspec

from standoff.agents import Agent
from standoff.arena.fault import OnFault
from standoff.arena.meter import choose_estimator
from standoff.arena.results import Results
from standoff.arena.schedule import Billing, plan
from standoff.arena.shard import play_shard
from standoff.arena.table import LineUp
from standoff.errors import BadRun, UnknownName
from standoff.game import Game, load
from standoff.option import Value


@dataclass(frozen=True)
class Match:
    """All that fixes a match. Names only, so that it can be sent to another process."""

    game: str
    options: dict[str, Value]
    agents: tuple[str, ...]
    games: int
    seed: int
    on_fault: OnFault | None = None
    save: Path | None = None
    protocol: str | None = None
    """`pairs`, `rotate`, `teams`, `shuffle` or a `roundrobin`; see `schedule.Protocol`."""
    measures: bool = False
    """Whether to count what the game measures."""
    estimator: str | None = None
    """Which of the game's estimators measures judge, the first if none is named."""
    ms: float | None = None
    """What a Python agent has for one decision, where its spec does not say."""
    until: float | None = None
    """Stop when it is settled, with this confidence, which of two agents is better."""

    def __post_init__(self) -> None:
        for agent in self.agents:
            if not isinstance(agent, str):
                raise BadRun(
                    f"a match names its agents, such as my_bot.py:MyBot, so that workers find them;"
                    f" {agent!r} is none, but `compare` takes classes"
                )

    def line_up(self) -> LineUp:
        """Load the game and its agents."""
        game = load(self.game, **self.options)
        return LineUp(
            game,
            self.agents,
            self.games,
            self.seed,
            self.on_fault or OnFault.default(game),
            self.protocol,
            choose_estimator(game, self.measures, self.estimator),
            self.ms,
        )

    def billing(self) -> Billing:
        """Load the game alone: enough to count games that have been played."""
        game = load(self.game, **self.options)
        schedule = plan(game, len(self.agents), self.games, self.seed, self.protocol)
        place = choose_estimator(game, self.measures, self.estimator)
        return Billing(game, self.agents, schedule, place)

    def describe(self, line_up: LineUp) -> dict[str, Any]:
        """Return all that fixes the games, with defaults filled in, as plain values."""
        game = line_up.game
        return {
            "game": game.address,
            "options": {name: game.settings[name] for name in sorted(game.given)},
            "agents": list(self.agents),
            "protocol": line_up.schedule.protocol,
            "games": self.games,
            "seed": self.seed,
            "on_fault": str(line_up.on_fault),
            "ms": self.ms,
            "until": self.until,
            "measures": self.measures,
            "estimator": self.estimator,
        }


class Description(msgspec.Struct, forbid_unknown_fields=True):
    """A match as a file of TOML has it, or a run."""

    game: str
    agents: list[str]
    games: int
    seed: int | None = None
    options: dict[str, Value] = {}
    protocol: str | None = None
    on_fault: str | None = None
    ms: float | None = None
    until: float | None = None
    measures: bool = False
    estimator: str | None = None


def read_description(path: Path) -> dict[str, Any]:
    """Return what a TOML file says of a match: the fields of `Description` that it has."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Description)
    except OSError as error:
        raise BadRun(f"cannot read {path}: {error.strerror}") from None
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise BadRun(f"{path} does not describe a match: {error}") from None
    given = msgspec.to_builtins(found)
    return {name: value for name, value in given.items() if value is not None}


def make_match(description: dict[str, Any], seed: int, save: Path | None = None) -> Match:
    """Return the match that the fields of a `Description` tell."""
    known = {field.name for field in fields(Match)}
    given = {name: value for name, value in description.items() if name in known}
    on_fault = given.pop("on_fault", None)
    if on_fault is not None and on_fault not in list(OnFault):
        raise UnknownName("choice for --on-fault", on_fault, list(OnFault))
    for name in ("game", "agents", "games"):
        if name not in given:
            raise BadRun(f"a match needs {name}: give --{name}, or name it in a file")
    given |= {"options": given.get("options", {}), "agents": tuple(given["agents"]), "seed": seed}
    return Match(**given, on_fault=OnFault(on_fault) if on_fault else None, save=save)


def compare(
    game: Game,
    agents: Sequence[str | type[Agent]],
    games: int = 1000,
    seed: int = 0,
    protocol: str | None = None,
    measures: bool = False,
    estimator: str | None = None,
) -> Results:
    """Play a match in this process between agents given as specs or as classes.

    >>> from standoff import load
    >>> results = compare(load("asmacag"), ["greedy", "random"], games=200, seed=1)
    >>> results.verdict()
    'greedy is better'
    """
    on_fault, place = OnFault.default(game), choose_estimator(game, measures, estimator)
    line_up = LineUp(game, agents, games, seed, on_fault, protocol, place)
    results = Results(line_up.billing)
    results.collect(play_shard(line_up, 0, games))
    return results
