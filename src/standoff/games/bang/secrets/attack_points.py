"""Danilakova's guess of the roles: by elimination, then by points against the Sheriff.

Danilakova, chapter 7.2. Each act against a player counts points.
"""

from typing import Any

import numpy as np

from standoff.games.bang.cards import NONE, UNKNOWN, Role
from standoff.games.bang.rules.seats import find_sheriff
from standoff.games.bang.secrets.determinize import count_unknown
from standoff.games.bang.state import NUM_ACTS, Act
from standoff.kit import Seat, State, below, inline_kernel, kernel

STRONG, WEAK, NEUTRAL, ASSISTANCE = 3, 1, 0, -3
POINTS = np.zeros(NUM_ACTS, np.int64)
POINTS[[Act.SHOT, Act.DUEL]] = STRONG
POINTS[[Act.JAILED, Act.ROBBED, Act.STRIPPED]] = WEAK
POINTS[Act.FREED] = ASSISTANCE
POINTS[Act.DEFUSED] = NEUTRAL


@kernel
def attack_points(state: State, seat: Seat, target: Seat) -> int:
    """Return the points of everything that a seat has done to another (7.2.2)."""
    points = 0
    for act in range(NUM_ACTS):
        points += int(POINTS[act]) * int(state.deeds[seat, target, act])
    return points


@kernel
def guess_roles(state: State, rng: Any) -> None:
    """Give every unknown role a value, by the points against the Sheriff (7.2.3).

    The seat with the most points is an Outlaw, the one with the fewest a Deputy, and so on in turn
    while such roles are left; ties are broken at random. The rest are Renegades. The thesis removes
    an Outlaw from its list when it has found a Deputy, which must be a slip of the pen.
    """
    sheriff = find_sheriff(state)
    deputies, outlaws = count_unknown(state, Role.DEPUTY), count_unknown(state, Role.OUTLAW)
    while deputies + outlaws > 0:
        if outlaws > 0:
            state.role[find_extreme(state, sheriff, 1, rng)] = Role.OUTLAW
            outlaws -= 1
        if deputies > 0:
            state.role[find_extreme(state, sheriff, -1, rng)] = Role.DEPUTY
            deputies -= 1
    for seat in range(state.players):
        if state.role[seat] == UNKNOWN:
            state.role[seat] = Role.RENEGADE


@inline_kernel
def find_extreme(state: State, sheriff: Seat, sign: int, rng: Any) -> Seat:
    """Return the unknown seat with the most points against the Sheriff; `sign` -1: the fewest."""
    found = NONE
    best, equals = 0, 0
    for seat in range(state.players):
        if state.role[seat] != UNKNOWN:
            continue
        points = sign * attack_points(state, seat, sheriff)
        if found == NONE or points > best:
            found, best, equals = seat, points, 1
        elif points == best:
            equals += 1
            if below(rng, equals) == 0:
                found = seat
    return found
