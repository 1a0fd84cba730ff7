"""What can be measured in a run of Bang!: points, wins, mistakes, and how well roles are estimated.

Kolar's chapter 6. Counters are whole numbers, so that any order of adding them up gives the same.
"""

import math
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import kernel, stack_table
from standoff.games.bang.actions import ACT, TARGET, Code
from standoff.games.bang.cards import MAX_SEATS, NONE, NUM_ROLES, ROLE_NAMES, UNKNOWN, Role
from standoff.games.bang.estimators import ESTIMATORS, estimate, label_roles
from standoff.games.bang.points import NO_POINTS, tournament_points
from standoff.games.bang.score import has_won
from standoff.games.bang.state import Act
from standoff.measure import Measures, share_of
from standoff.present import Cell, Table
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
    HIDDEN = 2  # roles of the living that were estimated
    NAMED = 3  # those that the estimator was sure enough to name
    RIGHT = 4
    LOSS = 5
    GAMES = 6
    WINS = 7
    RATED = 8  # games that have tournament points
    POINTS = 9
    SHOWN = 10  # roles of others that are open, but the Sheriff's: those of the dead


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
    if is_attack(action, seat):
        counts[Count.ATTACKS] += 1.0
        counts[Count.MISTAKES] += float(is_same_side(state, seat, int(TARGET[action])))
    elif action == Code.END_TURN:
        judge_estimator(state, seat, estimator, observation, counts)


@kernel
def is_attack(action: Action, seat: Seat) -> bool:
    """Whether a seat plays a card against one other player."""
    act, target = int(ACT[action]), int(TARGET[action])
    return NONE < act < Act.FREED and target != seat


@kernel
def is_same_side(state: State, seat: Seat, other: Seat) -> int:
    """Return 1 if two seats win together; the Renegade does with nobody."""
    law = (Role.SHERIFF, Role.DEPUTY)
    both_law = state.role[seat] in law and state.role[other] in law
    both_outlaws = state.role[seat] == Role.OUTLAW and state.role[other] == Role.OUTLAW
    return 1 if both_law or both_outlaws else 0


@kernel
def judge_estimator(
    state: State, seat: Seat, estimator: int, observation: State, counts: Any
) -> None:
    """Count the hidden roles that an estimator names, and names right, from a seat's view."""
    table = stack_table(MAX_SEATS, NUM_ROLES)
    hidden = 0
    for other in range(state.players):
        is_hidden = observation.role[other] == UNKNOWN
        is_counted = other != seat and observation.role[other] != Role.SHERIFF
        hidden |= int(is_hidden) << other
        counts[Count.SHOWN] += 1.0 if is_counted and not is_hidden else 0.0
    estimate(observation, seat, estimator, table)
    label_roles(observation, seat, estimator, table)
    for other in range(state.players):
        if hidden >> other & 1:
            belief = max(table[other, state.role[other]], LEAST_BELIEF)
            counts[Count.HIDDEN] += 1.0
            counts[Count.NAMED] += 1.0 if observation.role[other] != UNKNOWN else 0.0
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


# --- tables -------------------------------------------------------------------------------------


def report(counts: NDArray[np.float64]) -> list[Table]:
    """Return the tables of one entrant's counters, whose first axis is groups of games."""
    return [
        role_table(counts),
        mistake_table(counts),
        estimator_table(counts),
        view_table(counts),
    ]


def share(counts: NDArray[np.float64], part: Count, whole: Count) -> Cell:
    """Return one count as a share of another, with its interval."""
    return share_of(counts[:, part], counts[:, whole])


def role_table(counts: NDArray[np.float64]) -> Table:
    """Return wins and tournament points by role."""
    rows: list[tuple[Cell, ...]] = []
    for role, name in enumerate(ROLE_NAMES):
        whole = counts[:, role, 0]
        rated = whole[:, Count.RATED].sum()
        points = float(whole[:, Count.POINTS].sum() / rated) if rated else math.nan
        games = float(whole[:, Count.GAMES].sum())
        rows.append((name, games, share(whole, Count.WINS, Count.GAMES), points))
    columns = ("role", "games", "wins, %", "points a game")
    return Table("by role; points as in official tournaments of 5 to 7", columns, tuple(rows))


def rounds_of(counts: NDArray[np.float64], count: Count) -> list[tuple[str, NDArray[np.float64]]]:
    """Return the counters by role of each round in which something was counted, and of all."""
    rounds = [
        (str(turn), counts[:, :, turn])
        for turn in range(1, ROUNDS)
        if counts[:, :, turn, count].any()
    ]
    return [*rounds, ("all", counts[:, :, 1:].sum(axis=2))] if rounds else []


def mistake_table(counts: NDArray[np.float64]) -> Table:
    """Return round by round how many attack cards were aimed at the own side."""
    sides = [role for role in Role if role != Role.RENEGADE]  # who has no side
    rows: list[tuple[Cell, ...]] = [
        (
            title,
            float(by_role[:, sides, Count.ATTACKS].sum()),
            *(share(by_role[:, role], Count.MISTAKES, Count.ATTACKS) for role in sides),
        )
        for title, by_role in rounds_of(counts, Count.ATTACKS)
    ]
    names = tuple(f"{ROLE_NAMES[role]}, %" for role in sides)
    return Table("attack cards aimed at the own side", ("round", "attacks", *names), tuple(rows))


def estimator_table(counts: NDArray[np.float64]) -> Table:
    """Return round by round how many hidden roles are named, and named right."""
    rows: list[tuple[Cell, ...]] = []
    for title, by_role in rounds_of(counts, Count.HIDDEN):
        total = by_role.sum(axis=1)
        hidden = float(total[:, Count.HIDDEN].sum())
        named = share(total, Count.NAMED, Count.HIDDEN)
        right = share(total, Count.RIGHT, Count.NAMED)
        loss = float(total[:, Count.LOSS].sum() / hidden * LOSS_UNIT)
        rows.append((title, hidden, named, right, loss))
    columns = ("round", "hidden", "named, %", "of them right, %", "log loss")
    return Table("hidden roles as estimated at the end of each turn", columns, tuple(rows))


def view_table(counts: NDArray[np.float64]) -> Table:
    """Return round by round how many of the named roles are right, from each role's view."""
    rows: list[tuple[Cell, ...]] = [
        (title, *(share(by_role[:, role], Count.RIGHT, Count.NAMED) for role in Role))
        for title, by_role in rounds_of(counts, Count.HIDDEN)
    ]
    names = tuple(f"{name}, %" for name in ROLE_NAMES)
    return Table("named roles that are right, as seen by each role", ("round", *names), tuple(rows))


MEASURES = Measures(SHAPE, ESTIMATORS, report)
