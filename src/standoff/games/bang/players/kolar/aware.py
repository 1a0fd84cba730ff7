"""What an aware player believes, and to which request it answers how."""

from enum import IntEnum
from typing import Any

from standoff.games.bang.actions import Code
from standoff.games.bang.cards import MAX_SEATS, NUM_ROLES
from standoff.games.bang.players.kolar.answers import (
    answer_attack,
    choose_flip,
    choose_put_back,
    choose_robbed,
    choose_save,
    choose_top_card,
)
from standoff.games.bang.players.kolar.sides import Mood, choose_strategy
from standoff.games.bang.players.kolar.turn import choose_play
from standoff.games.bang.players.kolar.worth import least_worth, most_worth
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.secrets.estimators import ESTIMATORS, estimate, label_roles
from standoff.kit import (
    Action,
    Option,
    Seat,
    State,
    copy_record,
    kernel,
    legal_actions,
    stack_table,
)

YES_OR_NO = ("false", "true")
PARAMS = (
    Option("kb", 0, "attack cards an Outlaw waits for before he shows himself", 0, 5),
    Option("estimator", ESTIMATORS[0], "how roles are estimated", choices=ESTIMATORS),
    Option("counting", "false", "counts the cards that have been seen", choices=YES_OR_NO),
    Option(
        "moody",
        "false",
        "has `kb` and caution by its role, its seat and the characters",
        choices=YES_OR_NO,
    ),
)


class Param(IntEnum):
    """The places in PARAMS."""

    KB = 0
    ESTIMATOR = 1
    COUNTING = 2
    MOODY = 3


NUM_MOODS = len(Mood)
MOODS = 4
"""`kb` of a moody player is below this; so is what else its mood changes."""


@kernel
def choose_aware(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Answer a request, in a world that is what the seat knows with the roles it believes in."""
    row, world = rows[0], scratch[0]
    count = legal_actions(state, row)
    if count == 1:
        return int(row[0])
    copy_record(state, world)
    table = stack_table(MAX_SEATS, NUM_ROLES)
    estimator = int(params[Param.ESTIMATOR])
    estimate(state, seat, estimator, table)
    label_roles(world, seat, estimator, table)
    mood = stack_table(1, NUM_MOODS)
    set_mood(world, seat, params, mood)
    return answer(world, seat, mood[0], rng, row, count)


@kernel
def set_mood(state: State, seat: Seat, params: Any, mood: Any) -> None:
    """Fill in how a player is minded in this game.

    A moody one is so by its role, its seat and the characters, for want of a memory: nothing else
    that it sees stays the same for a whole game, and its role is no other's to know.
    """
    mood[0, Mood.KB] = params[Param.KB]
    mood[0, Mood.COUNTING] = params[Param.COUNTING]
    mood[0, Mood.LOW_LIFE] = 2.0
    if params[Param.MOODY] > 0.0:
        draw = int(state.role[seat]) + 7 * seat
        for other in range(state.players):
            draw = draw * 31 + int(state.character[other])
        mood[0, Mood.KB] = float(draw % MOODS)
        mood[0, Mood.LOW_LIFE] = float(1 + draw // MOODS % 3)
    mood[0, Mood.STRATEGY] = choose_strategy(state, seat, mood[0])


@kernel
def answer(state: State, seat: Seat, mood: Any, rng: Any, actions: Any, count: int) -> Action:  # noqa: PLR0911
    """Answer the request on top, by the roles in `state`."""
    place = tasks.top(state)
    task = int(state.task[place])
    if task == Task.PLAY:
        return choose_play(state, seat, mood, rng, actions, count)
    if task in (Task.DISCARD, Task.SID):
        return least_worth(state, seat, mood, actions, count, Code.DISCARD, rng)
    if task in (Task.SHOT, Task.INDIANS, Task.DUEL):
        return answer_attack(state, seat, place, task, actions, count)
    if task == Task.STORE:
        return most_worth(state, seat, mood, actions, count, Code.TAKE, rng)
    if task == Task.LAST_SAVE:
        return choose_save(actions, count)
    if task == Task.LUCKY:
        return choose_flip(state, place, actions)
    if task == Task.KIT:
        return choose_put_back(state, seat, mood, actions, count)
    if task == Task.JESSE:
        return choose_robbed(state, seat, mood, actions, count)
    return choose_top_card(state, seat, task, mood, actions, count)
