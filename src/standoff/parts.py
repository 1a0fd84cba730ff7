"""The parts of a `Game`, grouped by who uses them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from standoff.event import (
    Choice,
    LeaveTeller,
    Sayer,
    Teller,
    say_action,
    tell_action,
    tell_leaving,
)
from standoff.feature import Feature
from standoff.option import NumbersOption, Option, Settings, Value
from standoff.record import Words
from standoff.simulation import play_uniform
from standoff.verbs import Action, Seat, State

if TYPE_CHECKING:
    from standoff.game import Game
    from standoff.position import View

UNIFORM = "uniform"
"""The policy that every game has: each legal action equally likely.

Also the belief that every game has: each world that fits equally likely.
"""

PLAYERS = "players"
"""The option that says how many play, in games that leave it open."""

Number = int | Callable[[Settings], int]
"""A number, or how it follows from the settings."""


# --- the rules ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """The record of a game, and the kernels over it."""

    state: np.dtype[Any]
    """Made by `state_dtype`."""
    verbs: Mapping[Callable[..., Any], Callable[..., Any]]
    """Verb -> kernel, as `collect_verbs` finds them; a game may add verbs of its own."""
    problems: tuple[str, ...] = ()
    """The meaning of each flag of `check_state`, lowest bit first."""
    check_settings: Callable[[Settings], None] = lambda settings: None
    """Raises `BadOption` when settings are impossible together."""
    no_answer: Callable[[Settings], Action | None] = lambda settings: None
    """The code for a seat that gives no answer, where the rules define illegal actions."""
    is_open: bool = False
    """Whether nothing is hidden from any seat except the chance to come."""


@dataclass(frozen=True)
class Size:
    """How large a game is."""

    seats: Number
    actions: Number
    """Action codes are 0 to this less 1."""
    decisions: Number
    """No game takes more decisions than this."""
    player_counts: tuple[int, ...] = ()
    """The values of the option PLAYERS that a match of teams draws from, unless it is set."""


@dataclass(frozen=True)
class Sides:
    """Who belongs together."""

    teams: tuple[str, ...] = ()
    """The names of the teams that the verb `team` numbers; seats of one team win together."""
    roles: tuple[str, ...] = ()
    """The names of the roles that the verb `role` numbers."""


# --- texts --------------------------------------------------------------------------------------

ActionTexts = Sequence[str] | Callable[[Settings], Sequence[str]]
"""A text for each action code."""

ActionChoices = Sequence[Choice] | Callable[[Settings], Sequence[Choice]]
"""The meaning of each action code."""


@dataclass(frozen=True)
class Texts:
    """The notation of a game. Texts of states follow from the record unless a game writes them."""

    actions: ActionTexts
    """What a person writes for each action code; capitals and blanks do not matter."""
    groups: ActionTexts = ()
    """The heading under which a person looks for each action [its first word]."""
    shown: ActionTexts = ()
    """What the other players see of each action [its text]."""
    choices: ActionChoices = ()
    """What each action code means: kind, card, target, target's card [its group as the kind]."""
    examples: tuple[str, ...] = ()
    """Actions that stand in the error about an unknown one [the first few]."""
    words: Words = field(default_factory=dict)
    """Words for the numbers of a field, in texts that follow from the record."""
    state_text: Callable[[Settings, State], str] | None = None
    parse_state: Callable[[Settings, str, State], None] | None = None


Log = Callable[["Game", int, Sequence[str], Sequence[Action]], Iterator[str]]
"""Yields the lines of a log: of the game, its seed, who plays at each seat, and all actions."""

LogReader = Callable[[Path], Iterable[str]]
"""Returns in lines what a log that another program wrote holds."""


Shower = Callable[["Game", NDArray[Any], Sequence[Seat]], list[bytes]]
"""Returns the JSON of `View.fields`, without the braces, for each viewer of a state in an array."""


@dataclass(frozen=True)
class Telling:
    """How a game is shown and told to people."""

    view: "type[View] | None" = None
    """What a seat sees, by name [the fields of the record]."""
    show: Shower | None = None
    """Shows a state to several viewers at once, as JSON [the view of each viewer]."""
    tell: Teller = tell_action
    """Tells what viewers see happen when an action is made [the action]."""
    tell_leaving: LeaveTeller = tell_leaving
    """Tells what viewers see happen when a player leaves, in games with the verb `leave`."""
    say: Sayer = say_action
    """Says an event of `tell` in a sentence, with names for the seats."""
    logs: Mapping[str, Log] = field(default_factory=dict)
    """Formats in which a finished game can be told; `text` is a list of moves without one."""
    log_readers: Mapping[str, LogReader] = field(default_factory=dict)
    """Readers of logs that other programs write, by format."""


# --- players ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Policy:
    """A light compiled player of one game."""

    name: str
    doc: str
    play: Callable[..., Action]
    """A kernel of `(state, seat, params, rng, scratch, rows)` that returns an action of `seat`.

    `params` holds the numbers of its parameters. `scratch` (states) and `rows` (of codes, a row
    for each of these states and one more) hold anything and may be overwritten.
    """
    params: tuple[Option, ...] = ()
    check: Callable[[Settings], str | None] = lambda settings: None
    """Says in a sentence why the policy cannot play a game with these settings, or None."""
    in_worlds: Mapping[str, Value] = field(default_factory=dict)
    """Parameters for playing out the worlds of a search, where they are not the default."""


UNIFORM_POLICY = Policy(UNIFORM, "each legal action equally likely", play_uniform)


@dataclass(frozen=True)
class NamedSearch:
    """A search agent with settings for one game, under a name of its own."""

    searcher: str
    doc: str
    defaults: Mapping[str, Value]
    """Parameters of the searcher, used where a spec does not give them."""
    weights: NumbersOption | None = None
    """A parameter of its own, whose numbers the verb `appraise` gets as `weights`."""
    implied: Callable[[tuple[float, ...]], Mapping[str, Value]] = lambda weights: {}
    """Returns the parameters of the searcher that the weights hold; given ones come first."""


@dataclass(frozen=True)
class Agents:
    """The agents that know this game."""

    policies: tuple[Policy, ...] = ()
    """Beside `uniform`, which every game has."""
    scratch: int = 1
    """The number of scratch states that the policies need."""
    searches: Mapping[str, NamedSearch] = field(default_factory=dict)
    presets: Mapping[str, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)
    """Named settings of search agents for this game: preset -> agent -> parameters."""
    idle: Callable[[Settings], Iterable[Action]] = lambda settings: ()
    """The codes that hardly ever help; searches that hold actions back try them last."""
    levels: Mapping[str, str] = field(default_factory=lambda: {"player": "greedy"})
    """Opponents for people, the weakest first: level -> spec. The middle one is the default."""

    @property
    def opponent(self) -> str:
        """The spec of the opponents of a person who names none."""
        return list(self.levels.values())[len(self.levels) // 2]


@dataclass(frozen=True)
class Beliefs:
    """The ways in which the verb `imagine` draws worlds."""

    names: tuple[str, ...] = (UNIFORM,)
    shape: tuple[int, int] = (1, 1)
    """The shape of what the verb `believe` fills in."""


# --- learning -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trainable:
    """An agent whose numbers can be trained, and the files they are kept in."""

    agent: str
    param: str
    """The parameter of the agent that names a file of numbers, or a shipped set of them."""
    bounds: tuple[tuple[float, float], ...]
    """The lowest and highest value of each number."""
    read: Callable[[str], tuple[float, ...]]
    describe: Callable[[Sequence[float]], dict[str, Any]]
    """Returns numbers as the document that `read` reads; whole numbers may be rounded."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Parameters in training unless others are given: a budget that is the same everywhere."""


@dataclass(frozen=True)
class Learning:
    """What learners need to know."""

    features: Callable[[Settings], Iterable[Feature]] | None = None
    """A name and a range for each number of the verb `features` [the numbers of the record]."""
    reward_range: tuple[float, float] | None = None
    """The lowest and highest that `returns` can give, where that is known."""
    turn_action: Callable[[Settings, Action, int], Action] = lambda settings, action, steps: action
    """The code of the same action if everybody it names sat so many seats further on."""
    trainables: tuple[Trainable, ...] = ()
    """Agents that `standoff train` can train."""
