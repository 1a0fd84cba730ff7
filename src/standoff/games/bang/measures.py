"""What can be measured in a run of Bang!: points, wins, mistakes, and how well roles are estimated.

Kolar's chapter 6. Counters are whole numbers, so that any order of adding them up gives the same.
"""

import math
from enum import IntEnum
from typing import Any

from standoff._jit import inline_kernel, kernel, stack_table
from standoff.games.bang.actions import ACT, TARGET, Code
from standoff.games.bang.cards import MAX_SEATS, NONE, NUM_ROLES, UNKNOWN, Role
from standoff.games.bang.estimators import estimate, label_roles
from standoff.games.bang.points import NO_POINTS, tournament_points
from standoff.games.bang.score import has_won
from standoff.games.bang.state import Act
from standoff.verbs import Action, Seat, State, to_move

ROUNDS = 31
"""Rounds 1 to 30 have counters of their own, row 0 is for whole games; later ones have none."""
LOSS_UNIT = 1e-6
"""Log loss is counted in millionths."""
LEAST_BELIEF = 0.001
"""A probability below this counts as this, so that one certain error does not outweigh a run."""


class Count(IntEnum):
    """What is counted, by role and round."""

    ATTACKS = 0
    MISTAKES = 1  # attacks on the own side
    GUESSES = 2  # hidden roles of the living that were estimated
    RIGHT = 3
    LOSS = 4
    GAMES = 5
    WINS = 6
    RATED = 7  # games that have tournament points
    POINTS = 8


NUM_COUNTS = len(Count)
SHAPE = (NUM_ROLES, ROUNDS, NUM_COUNTS)


@kernel
def measure(state: State, action: Action, estimator: int, observation: State, out: Any) -> None:
    """Count an action before it is made; `observation` is the mover's and is overwritten."""
    seat = to_move(state)
    role, turn = int(state.role[seat]), int(state.turns[seat])
    if not 0 < turn < ROUNDS:
        return
    counts = out[role, turn]
    if is_attack(action):
        counts[Count.ATTACKS] += 1.0
        counts[Count.MISTAKES] += float(is_same_side(state, seat, int(TARGET[action])))
    elif action == Code.END_TURN:
        judge_estimator(state, seat, estimator, observation, counts)


@inline_kernel
def is_attack(action: Action) -> bool:
    """Whether a card is played against one player."""
    act = int(ACT[action])
    return NONE < act < Act.FREED


@inline_kernel
def is_same_side(state: State, seat: Seat, other: Seat) -> int:
    """Return 1 if two seats win together; the Renegade does with nobody."""
    law = (Role.SHERIFF, Role.DEPUTY)
    both_law = state.role[seat] in law and state.role[other] in law
    both_outlaws = state.role[seat] == Role.OUTLAW and state.role[other] == Role.OUTLAW
    return 1 if both_law or both_outlaws else 0


@inline_kernel
def judge_estimator(
    state: State, seat: Seat, estimator: int, observation: State, counts: Any
) -> None:
    """Count the hidden roles that an estimator gets right from a seat's view; unsure is wrong."""
    table = stack_table(MAX_SEATS, NUM_ROLES)
    hidden = 0
    for other in range(state.players):
        hidden |= int(observation.role[other] == UNKNOWN) << other
    estimate(observation, seat, estimator, table)
    label_roles(observation, seat, table)
    for other in range(state.players):
        if hidden >> other & 1:
            belief = max(table[other, state.role[other]], LEAST_BELIEF)
            counts[Count.GUESSES] += 1.0
            counts[Count.RIGHT] += 1.0 if observation.role[other] == state.role[other] else 0.0
            counts[Count.LOSS] += math.floor(-math.log(belief) / LOSS_UNIT)


@kernel
def measure_end(state: State, seat: Seat, out: Any) -> None:
    """Count a finished game for one seat."""
    counts = out[int(state.role[seat]), 0]
    counts[Count.GAMES] += 1.0
    counts[Count.WINS] += 1.0 if has_won(state, seat) else 0.0
    points = tournament_points(state, seat)
    if points != NO_POINTS:
        counts[Count.RATED] += 1.0
        counts[Count.POINTS] += points
