"""`Game`: one record, its verbs, its options and its texts; and the registry that finds games."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from standoff import verbs
from standoff._jit import bind, is_kernel, policy_pointer
from standoff.errors import BadNotation, BadOption, BadSpec, UnknownName
from standoff.feature import Feature, Features, raw_features
from standoff.measure import Measures
from standoff.option import NumbersOption, Option, Value, settle
from standoff.rng import MAX_SEED
from standoff.simulation import ANY_ACTION, play_uniform
from standoff.source import describe, load_entry, load_object
from standoff.verbs import Action, Seat, State

if TYPE_CHECKING:
    from standoff.position import Position, View

GAME_GROUP = "standoff.games"
UNIFORM = "uniform"
"""The policy every game has, first in its table: each legal action equally likely.

Also the belief that every game has, first in its table: each world that fits equally likely.
"""

PLAYERS = "players"
"""The option that says how many play, in games that leave it open."""

Settings = Mapping[str, Value]
"""A value for each option of a game."""


def state_dtype(fields: Iterable[tuple[Any, ...]], mark: str = "") -> np.dtype[Any]:
    """Return the record dtype of a game's state, without a byte that no field owns.

    Fields go from wide to narrow, so that nothing is padded between them; `mark` names an extra
    field that tells a variant's record type from the original's.
    """
    # The mark comes first: to Numba a record with more fields at its end is a kind of the shorter.
    listed: list[tuple[Any, ...]] = [(mark, np.uint64)] if mark else []
    listed.extend(fields)
    for name, *_ in listed:
        if hasattr(np.record, name):
            raise ValueError(
                f"a field of a state cannot be called {name!r}: records have their own"
            )
    spare = -np.dtype(listed).itemsize % 8
    if spare:
        listed.append(("spare", np.uint8, (spare,)))
    packed, aligned = np.dtype(listed), np.dtype(listed, align=True)
    if packed.itemsize != aligned.itemsize:
        raise ValueError("the fields of a state must go from wide to narrow")
    return np.dtype((np.record, aligned))


def options_record(options: Iterable[Option], settings: Settings) -> NDArray[Any]:
    """Return a value for each option as an array of one record, as kernels read them."""
    listed = list(options)
    fields: list[tuple[str, DTypeLike]] = []
    for option in listed:
        real = isinstance(option.default, float)
        fields.append((option.name, np.float64 if real else np.int64))
    record = np.zeros(1, np.dtype((np.record, fields)))
    for option in listed:
        record[option.name] = option.code(settings[option.name])
    return record


@dataclass(frozen=True)
class Policy:
    """A light compiled player of one game: a row of its table of policies."""

    name: str
    doc: str
    play: Callable[..., Action]
    """A kernel of `(state, seat, params, rng, worlds, actions)` that returns an action of `seat`.

    `params` holds the numbers of its parameters; `worlds` (states) and `actions` (a row of codes
    for each of them, and one more) are scratch and hold anything.
    """
    params: tuple[Option, ...] = ()
    check: Callable[[Settings], str | None] = lambda settings: None
    """Says in a sentence why the policy cannot play a game with these settings, or None."""
    in_worlds: Mapping[str, Value] = field(default_factory=dict)
    """Parameters it has when it plays out worlds of a search, where they are not the default."""


UNIFORM_POLICY = Policy(UNIFORM, "each legal action equally likely", play_uniform)


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
class Mind:
    """A search agent with settings for one game, under a name of its own."""

    searcher: str
    doc: str
    defaults: Mapping[str, Value]
    """Parameters of the searcher that are set, unless they are given."""
    weights: NumbersOption | None = None
    """A parameter of its own; what it names is given to `verbs.appraise` as `weights`."""
    implied: Callable[[tuple[float, ...]], Mapping[str, Value]] = lambda weights: {}
    """Returns the parameters of the searcher that the weights hold; given ones come first."""


@dataclass(frozen=True)
class Notation:
    """The texts of a game, both ways. Every function takes the game's settings first."""

    action_text: Callable[[Settings, Action], str]
    parse_action: Callable[[Settings, str], Action]
    state_text: Callable[[Settings, State], str]
    parse_state: Callable[[Settings, str, State], None]
    action_group: Callable[[Settings, Action], str]
    """The heading under which a person looks for the action: its card."""
    shown_text: Callable[[Settings, Action], str] | None = None
    """What the others see of an action, where that is less than its text."""


Log = Callable[["Game", int, Sequence[str], Sequence[Action]], Iterator[str]]
"""Yields the lines of a log: of the game, its seed, who plays at each seat, and all actions."""

LogReader = Callable[[Path], Iterable[str]]
"""Returns in lines what a log that another program wrote holds."""

Narrator = Callable[["Game", State, Action, Seat], Iterator[str]]
"""Yields what a seat sees when an action is made in a state, which is left as it is."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its options set: everything the layers above need to know about it.

    `verbs` maps the names of `standoff.verbs` (and of verbs of the game's own) to its kernels.
    """

    name: str
    doc: str
    version: int
    """Raised whenever the same seed and actions lead elsewhere than before; stored in replays."""
    state: np.dtype[Any]
    verbs: Mapping[Callable[..., Any], Callable[..., Any]]
    options: tuple[Option, ...]
    policies: tuple[Policy, ...]
    notation: Notation
    view: "type[View]"
    num_seats: Callable[[Settings], int]
    num_actions: Callable[[Settings], int]
    max_decisions: Callable[[Settings], int]
    """No game takes more decisions than this."""
    check_settings: Callable[[Settings], None] = lambda settings: None
    """Raises `BadOption` when settings are impossible together."""
    no_answer: Callable[[Settings], Action | None] = lambda settings: None
    """The code for a seat that gives no answer, where the rules define illegal actions."""
    worlds: int = 1
    """How many scratch states its policies need."""
    presets: Mapping[str, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)
    """Named settings of search agents for this game: preset -> agent -> parameters."""
    teams: tuple[str, ...] = ()
    """The names of the teams that `verbs.team` numbers; seats of one team win together."""
    roles: tuple[str, ...] = ()
    """The names of the roles that `verbs.role` numbers."""
    table_sizes: tuple[int, ...] = ()
    """The values of its option PLAYERS that a match of teams is played with, unless it is set."""
    minds: Mapping[str, Mind] = field(default_factory=dict)
    """Search agents that were made for this game, by name."""
    beliefs: tuple[str, ...] = (UNIFORM,)
    """The ways in which `verbs.imagine` can draw worlds."""
    belief_shape: tuple[int, int] = (1, 1)
    """The shape of what `verbs.believe` fills in."""
    idle: Callable[[Settings], Iterable[Action]] = lambda settings: ()
    """The codes that hardly ever help; searches that hold actions back try them last."""
    measures: Measures | None = None
    """What its verbs `measure` and `measure_end` count."""
    trainables: tuple[Trainable, ...] = ()
    """Agents that `standoff train` can train."""
    feature_table: Callable[[Settings], Sequence[Feature]] | None = None
    """What its verb `features` fills in: a name and a range for each number."""
    reward_range: tuple[float, float] | None = None
    """The lowest and highest that `returns` can give, where that is known."""
    turn_action: Callable[[Settings, Action, int], Action] = lambda settings, action, steps: action
    """The code of the same action if whoever it names sat so many seats further on."""
    is_open: bool = False
    """Whether nothing is hidden from any seat but the chance to come."""
    problems: tuple[str, ...] = ()
    """What each flag of `check_state` means, lowest bit first."""
    narrate: Narrator | None = None
    """Tells what a seat sees happen when an action is made; without it, the action is told."""
    log_readers: Mapping[str, LogReader] = field(default_factory=dict)
    """Readers of game logs that other programs write, by format: what a file holds, in lines."""
    logs: Mapping[str, Log] = field(default_factory=dict)
    """Formats in which the game tells how it went; `text` is a plain list of moves without one."""
    settings: Settings = field(default_factory=dict)
    """A value for each option; cannot be changed."""
    given: frozenset[str] = frozenset()
    """The names of the options that were set, be it to their default."""
    address: str = ""
    """What `load` finds the game by: its name, or the file it came from."""

    def __post_init__(self) -> None:
        if self.policies[0].name != UNIFORM:
            raise ValueError(f"the first policy of a game is {UNIFORM!r}")
        for verb in verbs.REQUIRED:
            if verb not in self.verbs:
                raise ValueError(f"game {self.name!r} does not define {verb.__name__}")
        for policy in self.policies:
            if is_kernel(self.verbs[verbs.apply]) and not is_kernel(policy.play):
                raise ValueError(f"policy {policy.name!r} of game {self.name!r} is not a kernel")
        if self.teams and verbs.team not in self.verbs:
            raise ValueError(f"game {self.name!r} has teams but does not define team")
        if self.roles and verbs.role not in self.verbs:
            raise ValueError(f"game {self.name!r} has roles but does not define role")
        if self.beliefs[0] != UNIFORM:
            raise ValueError(f"the first belief of a game is {UNIFORM!r}")
        if len(self.beliefs) > 1 and verbs.imagine not in self.verbs:
            raise ValueError(f"game {self.name!r} has beliefs but does not define imagine")
        if (self.feature_table is None) != (verbs.features not in self.verbs):
            raise ValueError(f"game {self.name!r} needs both features and their table, or neither")
        for verb, body in self.verbs.items():
            bind(verb, self.state, body)
        settings = settle(self.options, self.settings, self.name)
        self.check_settings(settings)
        object.__setattr__(self, "settings", MappingProxyType(settings))
        object.__setattr__(self, "address", self.address or self.name)

    def __repr__(self) -> str:
        changed = [f"{k}={v}" for k, v in self.changed_settings.items()]
        return f"<Game {' '.join([self.name, *changed])}>"

    def configure(self, /, **options: Value) -> "Game":
        """Return this game with other options."""
        settings = {**self.settings, **options}
        return dataclasses.replace(self, settings=settings, given=self.given | options.keys())

    @property
    def changed_settings(self) -> dict[str, Value]:
        """The settings that are not the defaults."""
        defaults = {option.name: option.default for option in self.options}
        return {k: v for k, v in self.settings.items() if v != defaults[k]}

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.num_seats(self.settings)

    @property
    def action_count(self) -> int:
        """Action codes are 0 to this less 1."""
        return self.num_actions(self.settings)

    @property
    def idle_codes(self) -> NDArray[np.bool_]:
        """Whether each action code is idle."""
        mask = np.zeros(self.action_count, np.bool_)
        mask[list(self.idle(self.settings))] = True
        return mask

    @cached_property
    def features(self) -> Features:
        """The numbers of a features vector: their names and ranges."""
        if self.feature_table is None:
            return raw_features(self.state, self.players)
        return Features(tuple(self.feature_table(self.settings)))

    def states(self, count: int) -> NDArray[Any]:
        """Return an array of blank states."""
        return np.zeros(count, self.state)

    def options_record(self) -> NDArray[Any]:
        """Return the settings as an array of one record, as kernels read them."""
        return options_record(self.options, self.settings)

    def pointer(self, policy: Policy) -> int:
        """Compile a policy; return what kernels call it by (`simulation.choose`)."""
        if policy.play is play_uniform:
            return ANY_ACTION
        return policy_pointer(policy.play, self.state)

    def deal(self, seed: int) -> "Position":
        """Return the first position of the game with this seed."""
        from standoff.position import Position  # noqa: PLC0415  (a Position holds its Game)

        if not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
            raise BadOption(f"a seed must be a whole number from 0 to {MAX_SEED}, not {seed!r}")
        position = Position(self, self.states(1))
        verbs.new_game(position.state, self.options_record()[0], seed)
        return position

    def position(self, text: str) -> "Position":
        """Return the position that a state's text describes."""
        from standoff.position import Position  # noqa: PLC0415  (a Position holds its Game)

        position = Position(self, self.states(1))
        self.notation.parse_state(self.settings, text, position.state)
        return position

    def text(self, action: Action) -> str:
        """Return an action as a person writes it."""
        if not 0 <= action < self.action_count:
            last = self.action_count - 1
            raise BadNotation(f"action codes are from 0 to {last}, and {describe(action)} is none")
        return self.notation.action_text(self.settings, action)

    def shown(self, action: Action) -> str:
        """Return an action as those see it who do not make it."""
        tell = self.notation.shown_text or self.notation.action_text
        return tell(self.settings, action)

    def parse(self, text: str) -> Action:
        """Return the code of an action's text."""
        return self.notation.parse_action(self.settings, text)


# --- the registry -------------------------------------------------------------------------------

_registered: dict[str, Game] = {}
_loaded: dict[str, Game] = {}
"""Games that `load` has found, by their address."""


def register(game: Game) -> Game:
    """Make a game known by its name in this process; installed packages use an entry point."""
    _registered[game.name] = game
    return game


def known_games() -> list[str]:
    """Return the names of all games that can be loaded."""
    return sorted({*_registered, *installed_games()})


def installed_games() -> list[str]:
    """Return the names of the games that installed packages have."""
    return sorted(entry.name for entry in entry_points(group=GAME_GROUP))


def load(name: str, /, **options: Value) -> Game:
    """Return a game by name, or by `path/to/file.py:NAME`, with these options.

    >>> load("asmacag", hand=6, board=12).changed_settings
    {'hand': 6, 'board': 12}
    """
    game = _registered.get(name) or _loaded.get(name)
    if game is None:
        path, _, attribute = name.rpartition(":")
        found = entry_points(group=GAME_GROUP, name=name)
        if path.endswith(".py"):
            loaded = load_object(path, attribute)
        elif name.endswith(".py"):
            raise BadSpec(f"which game of {name} is meant? write {name}:NAME")
        elif found:
            loaded = load_entry("game", found[name])
        else:
            raise UnknownName("game", name, known_games())
        if not isinstance(loaded, Game):
            raise BadSpec(f"{name} is not a Game but a {type(loaded).__name__}")
        game = _loaded[name] = dataclasses.replace(loaded, address=name)
    return game.configure(**options) if options else game
