"""`bayes`: the exact posterior over all deals of the hidden roles.

The model: each act of a player against another is a Poisson process. `RATES` holds how often per
turn a player of one role does an act to a player of another role, counted in self-play by
scripts/learn_bayes.py. So an act tells about both players, and so does its absence. All deals of
the unknown roles, at most 210, are weighed. Real play is less regular than a Poisson process, so
the likelihood is raised to the power `SHARPNESS`, which is learned too.
"""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.games.bang.cards import MAX_SEATS, MIN_SEATS, NUM_ROLES, ROLE_NAMES, UNKNOWN, Role
from standoff.games.bang.secrets.determinize import count_unknown
from standoff.games.bang.state import NUM_ACTS, Act
from standoff.kit import State, count_bits, kernel, stack_table

DATA = Path(__file__).parent / "bayes.json"
MAX_DEALS = 210
"""The number of deals for seven unknown seats, two of them Renegades."""
ROLE_BITS = 2
CELLS = MAX_SEATS * NUM_ROLES


def read_rates() -> tuple[NDArray[np.float64], float]:
    """Return acts per turn by number of players, both roles and act; and the sharpness."""
    document = json.loads(DATA.read_text(encoding="utf-8"))
    rates = np.zeros((MAX_SEATS - MIN_SEATS + 1, NUM_ROLES, NUM_ROLES, NUM_ACTS))
    for size in range(len(rates)):
        named = document["rates"][str(MIN_SEATS + size)]
        for role, by in enumerate(ROLE_NAMES):
            for target, to in enumerate(ROLE_NAMES):
                for act in Act:
                    rates[size, role, target, act] = named[by.lower()][to.lower()][act.name.lower()]
    return rates, float(document["sharpness"])


RATES, SHARPNESS = read_rates()
LOG_RATES = np.log(RATES)
TOTAL_RATES = RATES.sum(axis=3)


@kernel
def fill_posterior(state: State, out: Any) -> None:
    """Fill `out[seat, role]` with the probability of each role."""
    deals = stack_table(MAX_DEALS, 2)
    count = weigh_deals(state, SHARPNESS, deals)
    for seat in range(state.players):
        for role in range(NUM_ROLES):
            out[seat, role] = 1.0 if state.role[seat] == role else 0.0
    for deal in range(count):
        code = int(deals[deal, 1])
        for seat in range(state.players):
            if state.role[seat] == UNKNOWN:
                out[seat, role_in(code, seat)] += deals[deal, 0]


@kernel
def role_in(code: int, seat: int) -> int:
    """Return the role of a seat in the code of a deal."""
    return code >> ROLE_BITS * seat & (1 << ROLE_BITS) - 1


@kernel
def weigh_deals(state: State, sharpness: float, deals: Any) -> int:
    """Fill `deals` with the probability and the code of each deal; return how many there are."""
    pairs = stack_table(CELLS, CELLS)
    weigh_pairs(state, pairs)
    count = list_deals(state, deals)
    best = -math.inf
    for deal in range(count):
        code = int(deals[deal, 1])
        weight = 0.0
        for seat in range(state.players):
            row = NUM_ROLES * seat + role_in(code, seat)
            for other in range(state.players):
                weight += pairs[row, NUM_ROLES * other + role_in(code, other)]
        deals[deal, 0] = sharpness * weight
        best = max(best, deals[deal, 0])
    total = 0.0
    for deal in range(count):
        deals[deal, 0] = math.exp(deals[deal, 0] - best)
        total += deals[deal, 0]
    for deal in range(count):
        deals[deal, 0] /= total
    return count


@kernel
def weigh_pairs(state: State, pairs: Any) -> None:
    """Fill in the log likelihood of each seat's acts to each other, for all roles they may have.

    The row is seat and role of the actor, the column seat and role of the target.
    """
    size = int(state.players) - MIN_SEATS
    for seat in range(state.players):
        for other in range(state.players):
            if seat == other or (state.role[seat] >= 0 and state.role[other] >= 0):
                continue
            turns = min(int(state.turns[seat]), int(state.turns[other]))
            for role in range(NUM_ROLES):
                if not may_have(state, seat, role):
                    continue
                for target in range(NUM_ROLES):
                    if may_have(state, other, target):
                        weight = -TOTAL_RATES[size, role, target] * turns
                        for act in range(NUM_ACTS):
                            done = float(state.deeds[seat, other, act])
                            weight += done * LOG_RATES[size, role, target, act]
                        pairs[NUM_ROLES * seat + role, NUM_ROLES * other + target] = weight


@kernel
def may_have(state: State, seat: int, role: int) -> bool:
    """Whether a seat has a role, or may have it."""
    known = int(state.role[seat])
    return role == known or (known == UNKNOWN and role != Role.SHERIFF)


@kernel
def list_deals(state: State, deals: Any) -> int:
    """Fill `deals[deal, 1]` with the code of each deal of the unknown roles; return how many.

    The loops go through all sets of Outlaws, and for each through all sets of Deputies in the rest.
    """
    unknown, known_code = 0, 0
    for seat in range(state.players):
        if state.role[seat] == UNKNOWN:
            unknown |= 1 << seat
        else:
            known_code |= int(state.role[seat]) << ROLE_BITS * seat
    num_deputies, num_outlaws = count_unknown(state, Role.DEPUTY), count_unknown(state, Role.OUTLAW)
    count = 0
    outlaws = unknown
    while True:
        if count_bits(outlaws) == num_outlaws:
            rest = unknown & ~outlaws
            deputies = rest
            while True:
                if count_bits(deputies) == num_deputies:
                    deals[count, 1] = known_code | code_of(outlaws, deputies, rest & ~deputies)
                    count += 1
                if deputies == 0:
                    break
                deputies = (deputies - 1) & rest
        if outlaws == 0:
            break
        outlaws = (outlaws - 1) & unknown
    return count


@kernel
def code_of(outlaws: int, deputies: int, renegades: int) -> int:
    """Return the code of a deal: the roles of all seats, two bits a seat."""
    code = 0
    for seat in range(MAX_SEATS):
        role = Role.OUTLAW * (outlaws >> seat & 1) + Role.DEPUTY * (deputies >> seat & 1)
        role += Role.RENEGADE * (renegades >> seat & 1)
        code |= role << ROLE_BITS * seat
    return code
