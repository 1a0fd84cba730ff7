"""`Game`: its parts, with options set; and the registry that finds games."""

import dataclasses
import inspect
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff._jit import bind, is_kernel, policy_pointer
from standoff.errors import BadNotation, BadOption, BadSeat, BadSpec, UnknownName
from standoff.event import Choice, Event
from standoff.feature import Features, raw_features
from standoff.measure import Measures
from standoff.option import Option, Settings, Value, settle
from standoff.parts import (
    UNIFORM,
    UNIFORM_POLICY,
    ActionTexts,
    Agents,
    Beliefs,
    Learning,
    Number,
    Policy,
    Rules,
    Sides,
    Size,
    Telling,
    Texts,
)
from standoff.record import Numbers, numbers_reader, options_record, parse_record, record_text
from standoff.rng import MAX_SECRET_SEED, start_deal
from standoff.simulation import ANY_ACTION, play_uniform
from standoff.source import describe, load_entry, load_object
from standoff.verbs import NOBODY, Action, Seat, State

if TYPE_CHECKING:
    from standoff.position import Position

P = ParamSpec("P")
R = TypeVar("R")

GAME_GROUP = "standoff.games"
NUM_EXAMPLES = 5


@dataclass(frozen=True, eq=False)
class Game:
    """A game with its options set: everything the layers above need to know about it."""

    name: str
    doc: str
    version: int
    """Raised whenever the same seed and actions lead elsewhere than before; stored in replays."""
    rules: Rules
    options: tuple[Option, ...]
    size: Size
    texts: Texts
    telling: Telling = field(default_factory=Telling)
    agents: Agents = field(default_factory=Agents)
    beliefs: Beliefs = field(default_factory=Beliefs)
    sides: Sides = field(default_factory=Sides)
    learning: Learning = field(default_factory=Learning)
    measures: Measures | None = None
    """What its verbs `measure` and `measure_end` count."""
    settings: Settings = field(default_factory=dict)
    """A value for each option; cannot be changed."""
    given: frozenset[str] = frozenset()
    """The names of the options that were set, even if to their default."""
    address: str = ""
    """What `load` finds the game by: its name, or the file it came from."""

    def __post_init__(self) -> None:
        check_parts(self)
        for verb, body in self.rules.verbs.items():
            bind(verb, self.rules.state, body)
        settings = settle(self.options, self.settings, self.name)
        self.rules.check_settings(settings)
        object.__setattr__(self, "settings", MappingProxyType(settings))
        object.__setattr__(self, "address", self.address or self.name)

    def __repr__(self) -> str:
        changed = [f"{k}={v}" for k, v in self.changed_settings.items()]
        return f"<Game {' '.join([self.name, *changed])}>"

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: object) -> "Game":
        return self  # it cannot be changed

    def __reduce__(self) -> tuple[Any, ...]:
        try:
            found = load(self.address)
        except (BadSpec, UnknownName):
            found = None
        if found is None or found.rules.state is not self.rules.state:
            raise pickle.PicklingError(
                f"game {self.name!r} cannot be pickled: `load` does not find it by its name; "
                "register it, install it, or load it from a file"
            )
        return load_settled, (self.address, {name: self.settings[name] for name in self.given})

    def configure(self, /, **options: Value) -> "Game":
        """Return this game with other options."""
        settings = {**self.settings, **options}
        return dataclasses.replace(self, settings=settings, given=self.given | options.keys())

    @property
    def changed_settings(self) -> dict[str, Value]:
        """The settings that are not the defaults."""
        defaults = {option.name: option.default for option in self.options}
        return {k: v for k, v in self.settings.items() if v != defaults[k]}

    # --- sizes ---

    @cached_property
    def players(self) -> int:
        """The number of seats."""
        return self._number(self.size.seats)

    @cached_property
    def spectator(self) -> Seat:
        """The viewer who has no seat and sees what everybody is shown: the number of seats."""
        return self.players

    @property
    def action_count(self) -> int:
        """The number of action codes, which are 0 to this less 1."""
        return self._number(self.size.actions)

    @property
    def max_decisions(self) -> int:
        """The number of decisions that no game exceeds."""
        return self._number(self.size.decisions)

    @property
    def can_leave(self) -> bool:
        """Whether the rules say what happens when a player leaves: the verb `leave`."""
        return verbs.leave in self.rules.verbs

    def _number(self, number: Number) -> int:
        return number if isinstance(number, int) else number(self.settings)

    # --- agents and learners ---

    @property
    def policies(self) -> tuple[Policy, ...]:
        """All compiled players, `uniform` first; a game may have a `uniform` of its own."""
        own = self.agents.policies
        return own if own and own[0].name == UNIFORM else (UNIFORM_POLICY, *own)

    def pointer(self, policy: Policy) -> int:
        """Compile a policy; return what kernels call it by (`simulation.choose`)."""
        if policy.play is play_uniform:
            return ANY_ACTION
        return policy_pointer(policy.play, self.rules.state)

    @property
    def idle_codes(self) -> NDArray[np.bool_]:
        """Whether each action code is idle."""
        mask = np.zeros(self.action_count, np.bool_)
        mask[list(self.agents.idle(self.settings))] = True
        return mask

    @cached_property
    def features(self) -> Features:
        """The names and ranges of the numbers of a features vector."""
        if self.learning.features is None:
            return raw_features(self.rules.state, self.players)
        return Features(tuple(self.learning.features(self.settings)))

    # --- states and positions ---

    def states(self, count: int) -> NDArray[Any]:
        """Return an array of blank states."""
        dtype = self.rules.state
        return np.ndarray(count, dtype, bytearray(count * dtype.itemsize))  # quicker than zeros

    @cached_property
    def read_numbers(self) -> Callable[[NDArray[Any]], Numbers]:
        """Read all numbers of the first state in an array."""
        return numbers_reader(self.rules.state)

    def options_record(self) -> NDArray[Any]:
        """Return the settings as an array of one record, as kernels read them."""
        return options_record(self.options, self.settings)

    def deal(self, seed: int) -> "Position":
        """Return the first position of the game with this seed."""
        from standoff.position import Position  # noqa: PLC0415  (a Position holds its Game)

        if not isinstance(seed, int) or not 0 <= seed <= MAX_SECRET_SEED:
            raise BadOption(f"a seed must be a whole number from 0 to 2**128 - 1, not {seed!r}")
        position = Position(self, self.states(1))
        started = start_deal(position.state.rng, seed)
        verbs.new_game(position.state, self.options_record()[0], started)
        return position

    def position(self, text: str) -> "Position":
        """Return the position that a state's text describes."""
        from standoff.position import Position  # noqa: PLC0415  (a Position holds its Game)

        position = Position(self, self.states(1))
        if self.texts.parse_state is not None:
            self.texts.parse_state(self.settings, text, position.state)
        else:
            self._parse_record(text, position.state)
        return position

    def _parse_record(self, text: str, state: State) -> None:
        """Fill a state from the text of its record, and refuse what no game can come to."""
        record = self.options_record()[0]
        for option in self.options:
            if option.name in state.dtype.names:
                state[option.name] = record[option.name]
        parse_record(text, state, self.options, self.texts.words)
        flags = int(verbs.check_state(state))
        is_whole = all((np.asarray(state[name]) >= 0).all() for name in self.texts.words)
        if not NOBODY <= verbs.to_move(state) < self.players:
            raise BadNotation(f"not a state of {self.name}: nobody can move in {text!r}")
        if flags and is_whole:
            raise BadNotation(f"not a state of {self.name}: {self.problems(flags)[0]} in {text!r}")

    def problems(self, flags: int) -> list[str]:
        """Return in words what the flags of `check_state` mean."""
        found = [text for bit, text in enumerate(self.rules.problems) if flags >> bit & 1]
        return found or ["it is not sound"] if flags else []

    @cached_property
    def has_kernels(self) -> bool:
        """Whether kernels can look at a state: the verbs may be plain functions."""
        asked = (verbs.to_move, verbs.legal_actions, verbs.observe)
        return all(is_kernel(self.rules.verbs[verb]) for verb in asked)

    def by_arrays(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return a kernel of `looking` as Python calls it for this game."""
        return function if self.has_kernels else getattr(function, "py_func", function)

    # --- texts ---

    @cached_property
    def action_texts(self) -> Sequence[str]:
        """What a person writes for each action code."""
        return self._texts(self.texts.actions)

    @cached_property
    def action_groups(self) -> Sequence[str]:
        """The heading under which a person looks for each action."""
        first_words = [text.partition(" ")[0] for text in self.action_texts]
        return self._texts(self.texts.groups) or first_words

    @cached_property
    def shown_texts(self) -> Sequence[str]:
        """What the other players see of each action."""
        return self._texts(self.texts.shown) or self.action_texts

    @cached_property
    def choices(self) -> Sequence[Choice]:
        """What each action code means."""
        listed = self.texts.choices
        made = listed(self.settings) if callable(listed) else listed
        return made or [
            Choice(code, text, group)
            for code, (text, group) in enumerate(
                zip(self.action_texts, self.action_groups, strict=True)
            )
        ]

    @cached_property
    def choice_dicts(self) -> list[dict[str, Any]]:
        """The choices as plain values, `code` first; not to be changed."""
        return [msgspec.structs.asdict(choice) for choice in self.choices]

    @cached_property
    def choices_json(self) -> list[bytes]:
        """The choices as JSON."""
        return [msgspec.json.encode(choice) for choice in self.choices]

    @cached_property
    def _action_codes(self) -> dict[str, Action]:
        return {text.lower(): action for action, text in enumerate(self.action_texts)}

    def _texts(self, texts: ActionTexts) -> Sequence[str]:
        return texts(self.settings) if callable(texts) else texts

    def text(self, action: Action) -> str:
        """Return an action as a person writes it."""
        if not 0 <= action < self.action_count:
            last = self.action_count - 1
            raise BadNotation(f"action codes are from 0 to {last}; {describe(action)} is not one")
        return self.action_texts[action]

    def shown(self, action: Action) -> str:
        """Return an action as the other players see it."""
        return self.shown_texts[action]

    # --- events ---

    def tell(self, state: State, action: Action, viewer: Seat) -> tuple[Event, ...]:
        """Return what a viewer sees when an action is made in a state, which is left as it is."""
        return self.tell_all(state, action, (viewer,))[0]

    def tell_all(
        self, state: State, action: Action, viewers: Sequence[Seat]
    ) -> list[tuple[Event, ...]]:
        """Return what each viewer sees when an action is made; quicker than one by one."""
        for viewer in viewers:
            self.check_viewer(viewer)
        return self.telling.tell(self, state, action, viewers)

    def tell_leaving(
        self, state: State, seat: Seat, viewers: Sequence[Seat]
    ) -> list[tuple[Event, ...]]:
        """Return what each viewer sees when a player leaves the game."""
        return self.telling.tell_leaving(self, state, seat, viewers)

    def check_viewer(self, viewer: Seat) -> None:
        """Raise `BadSeat` unless a viewer is a seat or the spectator."""
        if not 0 <= viewer <= self.spectator:
            last = self.players - 1
            raise BadSeat(
                f"a viewer must be a seat from 0 to {last} or the spectator, {self.spectator}, "
                f"not {viewer}"
            )

    # --- notation ---

    def parse(self, text: str) -> Action:
        """Return the code of an action's text; capitals and blanks do not matter."""
        code = self._action_codes.get(" ".join(text.split()).lower())
        if code is None:
            examples = self.texts.examples or self.action_texts[:NUM_EXAMPLES]
            raise BadNotation(f"there is no action {text!r}; write it as: {', '.join(examples)}")
        return code

    def state_text(self, state: State) -> str:
        """Return a state or an observation on one line; `position` reads it back."""
        if self.texts.state_text is not None:
            return self.texts.state_text(self.settings, state)
        return record_text(state, self.options, self.texts.words)


def load_settled(address: str, options: dict[str, Value]) -> Game:
    """Return the game that was pickled."""
    return load(address, **options)


def check_parts(game: Game) -> None:
    """Raise `ValueError` where the parts of a game do not fit together."""
    bodies = game.rules.verbs
    for verb in verbs.REQUIRED:
        if verb not in bodies:
            raise ValueError(f"game {game.name!r} does not define {verb.__name__}")
    for verb, body in bodies.items():
        wanted, given = count_arguments(verb), count_arguments(body)
        if given != wanted:
            place = find_definition(body)
            raise ValueError(f"{verb.__name__} ({place}) takes {wanted} arguments, not {given}")
    for policy in game.policies:
        if is_kernel(bodies[verbs.apply]) and not is_kernel(policy.play):
            raise ValueError(f"policy {policy.name!r} of game {game.name!r} is not a kernel")
    needs: tuple[tuple[bool, str, Any], ...] = (
        (bool(game.sides.teams), "teams", verbs.team),
        (bool(game.sides.roles), "roles", verbs.role),
        (len(game.beliefs.names) > 1, "beliefs", verbs.imagine),
    )
    for has_part, part, needed in needs:
        if has_part and needed not in bodies:
            raise ValueError(f"game {game.name!r} has {part} but does not define {needed.__name__}")
    if game.beliefs.names[0] != UNIFORM:
        raise ValueError(f"the first belief of a game is {UNIFORM!r}")
    if (game.learning.features is None) != (verbs.features not in bodies):
        raise ValueError(f"game {game.name!r} needs both features and their names, or neither")
    if bool(game.texts.state_text) != bool(game.texts.parse_state):
        raise ValueError(f"game {game.name!r} needs both state_text and parse_state, or neither")


def count_arguments(function: Callable[..., Any]) -> int:
    """Return how many arguments a verb or its body takes."""
    return len(inspect.signature(getattr(function, "py_func", function)).parameters)


def find_definition(function: Callable[..., Any]) -> str:
    """Return the file and the first line of a verb's body; a decorator is its first line."""
    code = getattr(function, "py_func", function).__code__
    return f"{code.co_filename}, line {code.co_firstlineno}"


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
