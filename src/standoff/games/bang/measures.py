"""What `--measures` counts: tournament points, wins, mistakes, and how well roles are estimated.

Kolar's chapter 6. Counters are whole numbers, so their sums do not depend on the order.
"""

import math
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.games.bang.actions import ACT, TARGET, Code
from standoff.games.bang.cards import MAX_SEATS, NONE, NUM_ROLES, ROLE_NAMES, UNKNOWN, Role
from standoff.games.bang.outcome import has_won, team
from standoff.games.bang.secrets.estimators import ESTIMATORS, estimate, label_roles
from standoff.games.bang.state import Act
from standoff.games.bang.tournament import NO_POINTS, tournament_points
from standoff.kit import (
    Action,
    Cell,
    Measures,
    Seat,
    State,
    Table,
    kernel,
    share_of,
    stack_table,
    to_move,
)

ROUNDS = 31
"""Row 0 is for whole games, rows 1 to 30 for rounds; later rounds are not counted."""
LOSS_UNIT = 1e-6
"""Log loss is counted in millionths."""
LEAST_BELIEF = 0.001
"""The least probability in a log loss, so that one certain error does not outweigh a run."""


class Count(IntEnum):
    """What is counted, by role and round."""

    ATTACKS = 0
    MISTAKES = 1  # attacks on the own team
    HIDDEN = 2  # roles of the living that were estimated
    NAMED = 3  # roles that the estimator was sure enough to name
    RIGHT = 4
    LOSS = 5
    GAMES = 6
    WINS = 7
    RATED = 8  # games that have tournament points
    POINTS = 9
    SHOWN = 10  # open roles of others except the Sheriff: the dead


NUM_COUNTS = len(Count)
SHAPE = (NUM_ROLES, ROUNDS, NUM_COUNTS)


@kernel
def measure(state: State, action: Action, estimator: int, observation: State, out: Any) -> None:
    """Count an action before it is made; `observation`, of the seat to move, is overwritten."""
    seat = to_move(state)
    role, turn = int(state.role[seat]), int(state.turns[seat])
    if not 0 < turn < ROUNDS:
        return
    counts = out[role, turn]
    if is_attack(action, seat):
        counts[Count.ATTACKS] += 1.0
        counts[Count.MISTAKES] += float(is_same_team(state, seat, int(TARGET[action])))
    elif action == Code.END_TURN:
        judge_estimator(state, seat, estimator, observation, counts)


@kernel
def is_attack(action: Action, seat: Seat) -> bool:
    """Whether an action attacks one other player with a card."""
    act, target = int(ACT[action]), int(TARGET[action])
    return NONE < act < Act.FREED and target != seat


@kernel
def is_same_team(state: State, seat: Seat, other: Seat) -> int:
    """Return 1 if two seats win together; a Renegade wins alone."""
    is_same = team(state, seat) == team(state, other)
    return 1 if is_same and state.role[seat] != Role.RENEGADE else 0


@kernel
def judge_estimator(
    state: State, seat: Seat, estimator: int, observation: State, counts: Any
) -> None:
    """Count the hidden roles that an estimator names, and names right, as a seat sees them."""
    chances = stack_table(MAX_SEATS, NUM_ROLES)
    hidden = 0
    for other in range(state.players):
        is_hidden = observation.role[other] == UNKNOWN
        is_counted = other != seat and observation.role[other] != Role.SHERIFF
        hidden |= int(is_hidden) << other
        counts[Count.SHOWN] += 1.0 if is_counted and not is_hidden else 0.0
    estimate(observation, seat, estimator, chances)
    label_roles(observation, seat, estimator, chances)
    for other in range(state.players):
        if hidden >> other & 1:
            belief = max(chances[other, state.role[other]], LEAST_BELIEF)
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
    """Return the tables of an entrant's counters; their first axis is the group of games."""
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
    """Return the counters by role: for each round in which `count` is not 0, and for all rounds."""
    rounds = [
        (str(turn), counts[:, :, turn])
        for turn in range(1, ROUNDS)
        if counts[:, :, turn, count].any()
    ]
    return [*rounds, ("all", counts[:, :, 1:].sum(axis=2))] if rounds else []


def mistake_table(counts: NDArray[np.float64]) -> Table:
    """Return by round how many attack cards were aimed at the own team."""
    roles = [role for role in Role if role != Role.RENEGADE]  # a team of one
    rows: list[tuple[Cell, ...]] = [
        (
            title,
            float(by_role[:, roles, Count.ATTACKS].sum()),
            *(share(by_role[:, role], Count.MISTAKES, Count.ATTACKS) for role in roles),
        )
        for title, by_role in rounds_of(counts, Count.ATTACKS)
    ]
    names = tuple(f"{ROLE_NAMES[role]}, %" for role in roles)
    return Table("attack cards aimed at the own side", ("round", "attacks", *names), tuple(rows))


def estimator_table(counts: NDArray[np.float64]) -> Table:
    """Return by round how many hidden roles are named, and named right."""
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
    """Return by round how many of the named roles are right, as each role sees them."""
    rows: list[tuple[Cell, ...]] = [
        (title, *(share(by_role[:, role], Count.RIGHT, Count.NAMED) for role in Role))
        for title, by_role in rounds_of(counts, Count.HIDDEN)
    ]
    names = tuple(f"{name}, %" for name in ROLE_NAMES)
    return Table("named roles that are right, as seen by each role", ("round", *names), tuple(rows))


MEASURES = Measures(SHAPE, ESTIMATORS, report)
