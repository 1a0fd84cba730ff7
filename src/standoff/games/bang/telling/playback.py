"""A game played again, step by step, by the game's own kernels."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from standoff.games.bang.cards import NONE
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.requests import step
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import Winner
from standoff.games.bang.telling.changes import Events, Snapshot, tell_changes
from standoff.kit import Action, Game, Seat, State, apply, new_game


class Step(NamedTuple):
    """An action that was made, or a step without a decision."""

    before: State
    after: State
    action: Action = NONE
    """NONE for a step without a decision."""
    is_waiting: bool = False
    """Whether somebody must decide now."""

    @property
    def top(self) -> int:
        """The index of the task that was done."""
        return int(self.before.num_tasks) - 1

    @property
    def task(self) -> Task:
        """The task that was done."""
        return Task(self.before.task[self.top])

    @property
    def seat(self) -> Seat:
        """The seat of the task."""
        return int(self.before.task_seat[self.top])

    @property
    def source(self) -> Seat:
        """The source of the task."""
        return int(self.before.task_source[self.top])

    def changes(self) -> Events:
        """Tell what has changed."""
        return tell_changes(Snapshot(self.before), Snapshot(self.after))


def deal(game: Game, seed: int) -> State:
    """Return a game that is dealt but has not begun.

    The game is dealt with `max_rounds` 0, so that it ends at the first turn, and is then reopened.
    """
    options = game.options_record()
    options["max_rounds"] = 0
    state = game.states(1)[0]
    new_game(state, options[0], seed)
    state.max_rounds = game.settings["max_rounds"]
    state.winner = Winner.NOT_YET
    tasks.push(state, Task.START_TURN, int(state.turn), NONE, 0, 0)
    return state


def play_all(state: State, actions: Iterable[Action]) -> Iterator[Step]:
    """Begin a game and make these actions; yield every step."""
    yield from go_on(state)
    for action in actions:
        yield from play_on(state, action)


def play_on(state: State, action: Action) -> Iterator[Step]:
    """Make one action; yield it and every step that follows from it."""
    before = state.copy()
    act(state, action)
    yield Step(before, state, action)
    yield from go_on(state)


def act(state: State, action: Action) -> None:
    """Make an action without the steps that follow: `apply` does none in a game that is over."""
    state.winner = Winner.NOBODY
    apply(state, action)
    state.winner = Winner.NOT_YET


def go_on(state: State) -> Iterator[Step]:
    """Do steps until somebody must decide, as `requests.advance` does; yield every step."""
    is_waiting = False
    while not is_waiting and state.winner == Winner.NOT_YET:
        before = state.copy()
        is_waiting = not step(state)
        yield Step(before, state, is_waiting=is_waiting)
