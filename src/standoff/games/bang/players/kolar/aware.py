"""The entry of `aware`: what the player believes, and which part answers each request."""

from typing import Any

from standoff.games.bang.actions import Code
from standoff.games.bang.cards import MAX_SEATS, NUM_ROLES
from standoff.games.bang.options import Reading
from standoff.games.bang.players.kolar.answers import (
    answer_attack,
    choose_flip,
    choose_last_card,
    choose_pile,
    choose_put_back,
    choose_robbed,
    choose_save,
)
from standoff.games.bang.players.kolar.mood import NUM_MOODS, Mood, Param
from standoff.games.bang.players.kolar.targets import choose_strategy
from standoff.games.bang.players.kolar.turn import choose_play
from standoff.games.bang.players.kolar.worth import least_worth, most_worth
from standoff.games.bang.players.plain import list_plain_actions
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.deal import chosen
from standoff.games.bang.rules.tasks import ATTACKS, Task
from standoff.games.bang.secrets.estimators import estimate, label_roles
from standoff.kit import Action, Seat, State, copy_record, kernel, stack_table

MOODS = 4
"""The `kb` of a moody player is below this number."""


@kernel
def choose_aware(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Answer a request, on a copy of the observation with the roles that the seat believes in."""
    row, world = rows[0], scratch[0]
    count = list_plain_actions(state, row)
    if count == 1:
        return int(row[0])
    copy_record(state, world)
    chances = stack_table(MAX_SEATS, NUM_ROLES)
    estimator = int(params[Param.ESTIMATOR])
    estimate(state, seat, estimator, chances)
    label_roles(world, seat, estimator, chances)
    mood = stack_table(1, NUM_MOODS)
    set_mood(world, seat, params, mood)
    return answer(world, seat, mood[0], rng, row, count)


@kernel
def set_mood(state: State, seat: Seat, params: Any, mood: Any) -> None:
    """Fill in the Mood of this decision.

    The mood of a moody player follows from the role, the seat and the characters. The player has no
    memory, and nothing else that it sees stays the same for a whole game; its role is secret.
    """
    mood[0, Mood.KB] = params[Param.KB]
    mood[0, Mood.COUNTING] = params[Param.COUNTING]
    by_rules = state.reading != Reading.KOLAR
    is_declining = chosen(int(params[Param.DECLINE]), by_rules)
    mood[0, Mood.DECLINE] = 1.0 if is_declining else 0.0
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
    top = tasks.top(state)
    task = int(state.task[top])
    if task == Task.PLAY:
        return choose_play(state, seat, mood, rng, actions, count)
    if task in (Task.DISCARD, Task.SID):
        return least_worth(state, seat, mood, actions, count, Code.DISCARD, rng)
    if task in ATTACKS:
        return answer_attack(state, seat, mood, top, actions, count)
    if task == Task.STORE:
        return most_worth(state, seat, mood, actions, count, Code.TAKE, rng)
    if task == Task.LAST_SAVE:
        return choose_save(actions, count)
    if task == Task.LUCKY:
        return choose_flip(state, top, actions)
    if task == Task.KIT:
        return choose_put_back(state, seat, mood, actions, count)
    if task == Task.JESSE:
        return choose_robbed(state, seat, mood, actions, count)
    if task == Task.PEDRO:
        return choose_pile(state, seat, mood, actions)
    if task == Task.HEAL:  # pass: Sid Ketchum can heal at the last moment
        return int(actions[0])
    return choose_last_card(state, seat, mood, actions, count)  # CORPSE
