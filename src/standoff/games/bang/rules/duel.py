"""A Duel: both players show Bang! in turn until one of them does not (rule 5.11)."""

from typing import Any

from standoff.games.bang.actions import Code
from standoff.games.bang.cards import NONE, Kind
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.answers import answer_kind
from standoff.games.bang.rules.deeds import note_deed
from standoff.games.bang.rules.piles import discard_kind
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.wounds import hurt
from standoff.games.bang.state import Act
from standoff.kit import Action, Seat, State, inline_kernel


@inline_kernel
def list_duels(state: State, seat: Seat, out: Any, count: int) -> int:
    """List a Duel with each other player."""
    for other in range(state.players):
        if state.is_alive[other] and other != seat:
            out[count] = Code.DUEL + other
            count += 1
    return count


@inline_kernel
def play_duel(state: State, seat: Seat, target: Seat) -> None:
    """Challenge a player, who answers first."""
    discard_kind(state, seat, Kind.DUEL)
    note_deed(state, seat, target, Act.DUEL)
    tasks.push(state, Task.DUEL, target, seat, seat, 0)


@inline_kernel
def go_on(state: State, seat: Seat) -> bool:
    """End a duel that cannot go on; False when the seat must answer."""
    other = int(state.task_source[tasks.top(state)])
    if not state.is_alive[seat] or not state.is_alive[other]:
        tasks.pop(state)
        return True
    if state.hand_size[seat] > 0:
        return False
    lose(state, seat)
    return True


@inline_kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Show a Bang!, so that the opponent must answer, or lose."""
    if action == Code.PASS:
        lose(state, seat)
        return
    discard_kind(state, seat, answer_kind(action))
    top = tasks.top(state)
    state.task_seat[top] = state.task_source[top]
    state.task_source[top] = seat


@inline_kernel
def lose(state: State, seat: Seat) -> None:
    """Lose a life to the challenger; a challenger who loses is hurt by nobody."""
    challenger = int(state.task_value[tasks.top(state)])
    tasks.pop(state)
    hurt(state, seat, 1, challenger if challenger != seat else NONE)
