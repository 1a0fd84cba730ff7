"""`Position`, a game in progress, and `View`, what one seat sees of it; for Python users."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff.errors import BadSeat, IllegalAction, NoEvents
from standoff.event import Choice, Event
from standoff.feature import FEATURE
from standoff.game import Game
from standoff.looking import find_mover, list_actions, look
from standoff.notation import read_whole
from standoff.record import Numbers, plain_fields
from standoff.rng import Rng
from standoff.simulation import play_out
from standoff.source import describe
from standoff.verbs import ACTION, NOBODY, OUTCOME, Action, Seat

encode = msgspec.json.Encoder().encode


class Position:
    """A complete state of a game. An agent cannot reach it from what it is given.

    >>> from standoff import load
    >>> position = load("asmacag").deal(seed=1)
    >>> position.play(position.actions[0]).to_move
    0
    """

    def __init__(self, game: Game, states: NDArray[Any], rng: Rng | None = None) -> None:
        self.game = game
        self.states = states
        """The state, alone in an array."""
        self.state = states[0]
        self._rng = rng

    def __repr__(self) -> str:
        seat = self.to_move
        turn = "over" if seat == NOBODY else f"seat {seat} to move"
        return f"<Position of {self.game.name}: {turn}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_position, (self.game, self.state.tobytes(), self._rng)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same_game = self.game.rules.state == other.game.rules.state
        return same_game and bool(self.state.tobytes() == other.state.tobytes())

    __hash__ = None  # type: ignore[assignment]  # positions change

    def copy(self) -> "Position":
        """Return an equal position that shares no memory with this one."""
        states = self.game.states(1)
        states[0] = self.state
        return Position(self.game, states, self._rng)

    @property
    def notation(self) -> str:
        """The whole state on one line; `game.position` reads it back."""
        return self.game.state_text(self.state)

    @property
    def to_move(self) -> Seat:
        """The seat that must decide now, -1 when the game is over."""
        return self.game.by_arrays(find_mover)(self.states)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move == NOBODY

    @property
    def actions(self) -> list[Action]:
        """The legal actions, ascending; empty when the game is over."""
        out = np.empty(self.game.action_count, ACTION)
        count = self.game.by_arrays(list_actions)(self.states, out)
        return out[:count].tolist()  # type: ignore[no-any-return]

    def play(self, action: Action | str) -> "Position":
        """Make a legal move, given as code or text; return this position."""
        code = self.game.parse(action) if isinstance(action, str) else action
        if isinstance(code, bool | float) or code not in self.actions:
            raise IllegalAction(f"illegal action {describe_action(self.game, code)}")
        verbs.apply(self.state, code)
        return self

    def playout(self, rng: Rng | None = None) -> "Position":
        """Play random moves, equally likely, to the end; return this position."""
        chosen = rng or self._rng or Rng()
        play_out(self.state, chosen.words, np.zeros(self.game.action_count, ACTION))
        return self

    def evaluate(self, seat: Seat) -> float:
        """Return the game's simple value of the position for a seat."""
        self._check_seat(seat)
        return float(verbs.evaluate(self.state, seat))

    @property
    def returns(self) -> list[float]:
        """The reward of each seat, after the end of the game."""
        out = np.zeros(self.game.players)
        verbs.returns(self.state, out)
        return [float(value) for value in out]

    @property
    def outcome(self) -> NDArray[Any]:
        """Rank, score and result of each seat, after the end of the game."""
        out = np.zeros(self.game.players, OUTCOME)
        verbs.outcome(self.state, out)
        return out

    @property
    def problems(self) -> list[str]:
        """What is wrong with the state, in words; empty if it is complete and sound."""
        return self.game.problems(int(verbs.check_state(self.state)))

    def view(
        self, seat: Seat, rng: Rng | None = None, events: Sequence[Event] | None = None
    ) -> "View":
        """Return what a seat or `game.spectator` sees; `rng` is its random stream [a new one].

        `events`: what `game.tell` has told this viewer since its last decision.
        """
        self.game.check_viewer(seat)
        game, seen = self.game, self.game.states(1)
        out = np.empty(game.action_count, ACTION)
        count = game.by_arrays(look)(self.states, seat, seen, out)
        view = game.telling.view or View
        return view(game, seen, seat, out[:count].tolist(), rng, events)

    def show_all(self, viewers: Sequence[Seat]) -> list[bytes]:
        """Return each viewer's view as JSON, which is `as_json` of `view`, but quicker."""
        game, mover = self.game, self.to_move
        if game.telling.show is None or not viewers:
            return [self.view(viewer).as_json() for viewer in viewers]
        for viewer in viewers:
            game.check_viewer(viewer)
        actions = self.actions if mover in viewers else ()
        shown = game.telling.show(game, self.states, viewers)
        return [
            write_view(game, viewer, actions if viewer == mover else (), fields)
            for viewer, fields in zip(viewers, shown, strict=True)
        ]

    def open_view(self) -> "View":
        """Return the view of somebody who sees everything: for replays, never for a player."""
        states = self.game.states(1)
        states[0] = self.state
        view = self.game.telling.view or View
        return view(self.game, states, self.game.spectator, ())

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.game.players:
            raise BadSeat(f"a seat must be from 0 to {self.game.players - 1}, not {seat}")


def restore_position(game: Game, data: bytes, rng: Rng | None) -> Position:
    """Return the position that was pickled or copied."""
    return Position(game, restore_states(game, data), rng)


def restore_states(game: Game, data: bytes) -> NDArray[Any]:
    """Return states from their bytes."""
    states = game.states(1)
    states.view(np.uint8)[:] = np.frombuffer(data, np.uint8)
    return states


class View:
    """What one seat, or the spectator, may know; and a simulator of worlds that fit it.

    A game may have a subclass with fields of its own.
    """

    game: Game
    """The game, with its options."""
    seat: Seat
    """The viewer; the number of seats stands for the spectator."""
    actions: tuple[Action, ...]
    """The codes of the legal actions, ascending; empty if the seat is not to move."""
    observation: Any
    """The record behind the view, with all that the viewer may know."""

    def __init__(
        self,
        game: Game,
        observations: NDArray[Any],
        seat: Seat,
        actions: Sequence[Action],
        rng: Rng | None = None,
        events: Sequence[Event] | None = None,
    ) -> None:
        self.game = game
        self.observations = observations
        self.observation = observations[0]
        self.seat = seat
        self.actions = tuple(actions)
        self._rng = rng
        self._events = None if events is None else tuple(events)

    def __repr__(self) -> str:
        viewer = "the spectator" if self.is_spectator else f"seat {self.seat}"
        choice = f"{len(self.actions)} actions" if self.actions else "not to move"
        return f"<{type(self).__name__} of {viewer}: {choice}>"

    def __reduce__(self) -> tuple[Any, ...]:
        data = self.observations.tobytes()
        return restore_view, (
            type(self), self.game, data, self.seat, self.actions, self._rng, self._events,
        )  # fmt: skip

    @property
    def is_spectator(self) -> bool:
        """Whether the viewer has no seat."""
        return self.seat == self.game.spectator

    @property
    def rng(self) -> Rng:
        """The seat's own random stream."""
        if self._rng is None:
            self._rng = Rng()
        return self._rng

    @property
    def notation(self) -> str:
        """The whole observation on one line; `game.position` reads it back."""
        return self.game.state_text(self.observation)

    @property
    def events(self) -> tuple[Event, ...]:
        """What this seat has seen since its last decision, the oldest event first.

        Only agents whose class says `wants_events = True` are told events.
        """
        if self._events is None:
            raise NoEvents(
                "this view has no events; set `wants_events = True` in the agent's class"
            )
        return self._events

    def text(self, action: Action) -> str:
        """Return the text of an action."""
        return self.game.text(action)

    def action(self, code: Action) -> Choice:
        """Return what an action code means: kind, card, target, target's card and text."""
        if code not in self.actions:
            raise IllegalAction(f"illegal action {describe_action(self.game, code)}")
        return self.game.choices[code]

    @property
    def choices(self) -> list[Choice]:
        """What each legal action means."""
        return [self.game.choices[action] for action in self.actions]

    @cached_property
    def groups(self) -> dict[str, list[Action]]:
        """The legal actions by the card that they play."""
        groups: dict[str, list[Action]] = {}
        for action in self.actions:
            groups.setdefault(self.game.action_groups[action], []).append(action)
        return groups

    @cached_property
    def features(self) -> NDArray[np.float32]:
        """The view as numbers for a learner; `game.features` says what they mean."""
        out = np.zeros(len(self.game.features), FEATURE)
        verbs.features(self.observation, self.seat, out)
        return out

    @property
    def mask(self) -> NDArray[np.int8]:
        """1 for each legal code, else 0."""
        out = np.zeros(self.game.action_count, np.int8)
        out[list(self.actions)] = 1
        return out

    def imagine(self, rng: Rng | None = None) -> Position:
        """Return a random complete position that fits everything this seat knows."""
        if self.is_spectator:
            raise BadSeat("a spectator cannot imagine worlds; only a seat can")
        chosen = rng or self.rng
        states = self.game.states(1)
        states[0] = self.observation
        verbs.determinize(states[0], self.seat, chosen.words)
        return Position(self.game, states, chosen)

    def as_dict(self) -> dict[str, Any]:
        """Return the view as plain values, ready for JSON; `seat` is None for the spectator."""
        meanings = self.game.choice_dicts
        told = {} if self._events is None else {"events": msgspec.to_builtins(self._events)}
        return {
            "game": self.game.name,
            "seat": None if self.is_spectator else self.seat,
            "actions": [{**meanings[action]} for action in self.actions],
            **self.fields(),
            **told,
        }

    def as_json(self) -> bytes:
        """Return `as_dict` as JSON on one line; a game may have a quicker way."""
        return encode(self.as_dict())

    def fields(self) -> dict[str, Any]:
        """Return the game's own part of `as_dict` [the fields of the record]."""
        return plain_fields(self.observation, self.game.texts.words)

    @cached_property
    def _numbers(self) -> Numbers:
        return self.game.read_numbers(self.observations)

    # --- for people ---

    @property
    def names(self) -> Sequence[str]:
        """What people call the players in this game; empty if they have no names."""
        return ()

    @property
    def is_out(self) -> bool:
        """Whether the viewer's seat plays no part in the game any more."""
        return False

    @property
    def standing(self) -> str:
        """How the game stands, in a few words [the scores]."""
        out = np.zeros(self.game.players, OUTCOME)
        verbs.outcome(self.observation, out)
        return " : ".join(f"{score:g}" for score in out["score"].tolist())

    def explain(self) -> Iterable[str]:
        """Return lines that explain what is on the table."""
        return ()

    def __rich__(self) -> Any:
        """Return the table as the terminal draws it."""
        return self.notation


def write_view(
    game: Game,
    seat: Seat,
    actions: Sequence[Action],
    fields: bytes,
    events: Sequence[Event] | None = None,
) -> bytes:
    """Return the JSON of a view, given the JSON of its fields without the braces."""
    shown = b"null" if seat == game.spectator else b"%d" % seat
    choices = game.choices_json
    listed = b",".join([choices[action] for action in actions])
    told = b"" if events is None else b',"events":' + encode(events)
    head = b'{"game":%b,"seat":%b,"actions":[%b],' % (encode(game.name), shown, listed)
    return b"".join([head, fields, told, b"}"])


def restore_view(kind: type[View], game: Game, data: bytes, *rest: Any) -> View:
    """Return the view that was pickled or copied."""
    return kind(game, restore_states(game, data), *rest)


def describe_action(game: Game, action: object) -> str:
    """Return the text of a code in quotation marks, or say that it is not an action code."""
    code = read_whole(action)
    if code is not None and 0 <= code < game.action_count:
        return repr(game.text(code))
    return f"{describe(action)}, which is not an action code from 0 to {game.action_count - 1}"
