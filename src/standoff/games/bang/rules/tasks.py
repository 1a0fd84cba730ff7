"""What is still to be done: a stack of tasks in the record. The next task lies on top.

Some tasks are requests: their seat must decide something. The others are steps that need no
decision. So no rule calls another one back, and the seat of the top task is the one to move.
"""

from enum import IntEnum
from typing import Any

from standoff.games.bang.cards import NONE
from standoff.kit import inline_kernel


class Task(IntEnum):
    """The tasks, requests first. A comment says what `source`, `value` and `extra` hold."""

    PLAY = 0  # phase 2; extra: whether Sid Ketchum is to be asked after an action
    DISCARD = 1  # phase 3
    SHOT = 2  # answer a shot; source: the shooter, value: Missed! needed, extra: Barrels to try
    INDIANS = 3  # answer Indians!; source: the player of the card
    DUEL = 4  # answer in a duel; source: the opponent, value: the challenger
    STORE = 5  # take a card of the General Store; value: how many seats still have a turn
    LAST_SAVE = 6  # dying; source: the killer
    LUCKY = 7  # choose one of two flipped cards; value: a Draw
    KIT = 8  # put one of three cards back
    JESSE = 9  # draw the first card from a hand or the deck
    PEDRO = 10  # draw the first card from the discard pile or the deck
    SID = 11  # discard for a life; value: how many cards are still to discard
    HEAL = 12  # Sid Ketchum in the turn of another: heal or pass
    CORPSE = 13  # dead: choose the card that will lie on top of the discard pile

    START_TURN = 14
    DYNAMITE = 15
    JAIL = 16
    PHASE_ONE = 17
    END_TURN = 18  # extra: whether Sid Ketchum has been asked
    MASS = 19  # Gatling or Indians!; seat: the next target, source: the attacker, value: the kind
    RESOLVE = 20  # what wounds lead to; source: the attacker


ATTACKS = tuple(int(task) for task in (Task.SHOT, Task.INDIANS, Task.DUEL))
"""The requests to answer an attack; `source` is the attacker."""
COUNTED = tuple(int(task) for task in (Task.SHOT, Task.SID))
"""The requests whose `value` is the number of cards that they ask for."""


@inline_kernel
def push(state: Any, task: int, seat: int, source: int, value: int, extra: int) -> None:
    """Put a task on top."""
    index = int(state.num_tasks)
    state.task[index] = task
    state.task_seat[index] = seat
    state.task_source[index] = source
    state.task_value[index] = value
    state.task_extra[index] = extra
    state.num_tasks = index + 1


@inline_kernel
def pop(state: Any) -> None:
    """Remove the top task, which is done."""
    index = int(state.num_tasks) - 1
    state.task[index] = NONE
    state.task_seat[index] = NONE
    state.task_source[index] = NONE
    state.task_value[index] = 0
    state.task_extra[index] = 0
    state.num_tasks = index


@inline_kernel
def replace(state: Any, task: int, seat: int) -> None:
    """Put a plain task in place of the one on top."""
    pop(state)
    push(state, task, seat, NONE, 0, 0)


@inline_kernel
def top(state: Any) -> int:
    """Return the index of the top task; there always is one before the end."""
    return int(state.num_tasks) - 1
