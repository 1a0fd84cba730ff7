"""What the agents of Danilakova's thesis know of others: sides, attack points, guessed roles.

Danilakova, chapter 7.2: every targeted act counts points against its target; roles are found by
elimination, and then by the points against the Sheriff.
"""

from typing import Any

import numpy as np

from standoff._jit import inline_kernel, kernel
from standoff.games.bang.cards import NONE, UNKNOWN, Role
from standoff.games.bang.hidden import count_unknown
from standoff.games.bang.state import NUM_ACTS, Act
from standoff.rng import below
from standoff.verbs import Seat, State

STRONG, WEAK, NEUTRAL, ASSISTANCE = 3, 1, 0, -3
POINTS = np.zeros(NUM_ACTS, np.int64)
POINTS[[Act.SHOT, Act.DUEL]] = STRONG
POINTS[[Act.JAILED, Act.ROBBED, Act.STRIPPED]] = WEAK
POINTS[Act.FREED] = ASSISTANCE
POINTS[Act.DEFUSED] = NEUTRAL


# --- sides --------------------------------------------------------------------------------------


@inline_kernel
def is_ally(state: State, seat: Seat, other: Seat) -> bool:
    """Whether two seats stand together, by the roles in `state`; a seat stands by itself.

    The Renegade stands by the Sheriff until the two are left.
    """
    if seat == other:
        return True
    role, other_role = int(state.role[seat]), int(state.role[other])
    if role == Role.RENEGADE:
        return bool(other_role == Role.SHERIFF and state.num_alive > 2)
    if role == Role.OUTLAW:
        return other_role == Role.OUTLAW
    return other_role in (Role.SHERIFF, Role.DEPUTY)


@inline_kernel
def find_sheriff(state: State) -> Seat:
    """Return the seat of the Sheriff, whom everybody knows."""
    for seat in range(state.players):
        if state.role[seat] == Role.SHERIFF:
            return seat
    return NONE


# --- guessing roles -----------------------------------------------------------------------------


@kernel
def attack_points(state: State, seat: Seat, target: Seat) -> int:
    """Return the points of all that a seat has done to another (7.2.2)."""
    points = 0
    for act in range(NUM_ACTS):
        points += int(POINTS[act]) * int(state.deeds[seat, target, act])
    return points


@kernel
def guess_roles(state: State, rng: Any) -> None:
    """Give every unknown role a value, by the points against the Sheriff (7.2.3).

    In turn, who attacked him most is an Outlaw and who attacked him least a Deputy, as long as
    there are any; ties are broken by chance. Those left are Renegades. The thesis removes an
    Outlaw from its list where it has found a Deputy: a slip of the pen.
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
    """Return the unknown seat with most points against the Sheriff, or fewest if sign is -1."""
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
