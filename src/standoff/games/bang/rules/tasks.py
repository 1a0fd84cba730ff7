"""What is still to be done: a stack of tasks in the record, the next thing on top.

Some tasks wait for a decision of their seat, the others are steps that happen by themselves. So no
rule calls another one back, and whoever must answer is the seat of the task on top.
"""

from enum import IntEnum
from typing import Any

from standoff.games.bang.cards import NONE
from standoff.kit import inline_kernel


class Task(IntEnum):
    """The tasks; decisions first. What source, value and extra hold is said with each."""

    PLAY = 0  # phase 2
    DISCARD = 1  # phase 3
    SHOT = 2  # answer a shot; source shot, value: Missed! needed, extra: Barrels not tried
    INDIANS = 3  # answer the Indians; source played them
    DUEL = 4  # answer in a duel; source: the opponent, value: who began
    STORE = 5  # take a card from the General Store; value: seats whose turn is still to come
    LAST_SAVE = 6  # dying; source: the killer
    LUCKY = 7  # choose a flipped card; value: a Draw
    KIT = 8  # put one of three cards back
    JESSE = 9  # draw the first card from a hand or the deck
    PEDRO = 10  # draw the first card from the discard pile or the deck
    SID = 11  # discard for a life; value: how many cards still
    CORPSE = 12  # dead: choose the card that will lie on top of the discard pile

    START_TURN = 13
    DYNAMITE = 14
    JAIL = 15
    PHASE_ONE = 16
    END_TURN = 17
    MASS = 18  # Gatling or Indians! go round: seat is next, value: the kind, source played it
    RESOLVE = 19  # wounds of the living, ends of the dying; source: the killer


COMMITTED = -1
"""In `extra` of SHOT: a first Missed! has been played, the second must follow."""


class Draw(IntEnum):
    """What a card is drawn for with "draw!"."""

    BARREL = 0
    DYNAMITE = 1
    JAIL = 2


@inline_kernel
def push(state: Any, task: int, seat: int, source: int, value: int, extra: int) -> None:
    """Let this be the next thing to do."""
    place = int(state.num_tasks)
    state.task[place] = task
    state.task_seat[place] = seat
    state.task_source[place] = source
    state.task_value[place] = value
    state.task_extra[place] = extra
    state.num_tasks = place + 1


@inline_kernel
def pop(state: Any) -> None:
    """Take the task on top off: it is done."""
    place = int(state.num_tasks) - 1
    state.task[place] = NONE
    state.task_seat[place] = NONE
    state.task_source[place] = NONE
    state.task_value[place] = 0
    state.task_extra[place] = 0
    state.num_tasks = place


@inline_kernel
def replace(state: Any, task: int, seat: int) -> None:
    """Do a plain task instead of the one on top."""
    pop(state)
    push(state, task, seat, NONE, 0, 0)


@inline_kernel
def top(state: Any) -> int:
    """Return the place of the task on top; there always is one."""
    return int(state.num_tasks) - 1
