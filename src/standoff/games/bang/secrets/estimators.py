"""Role estimators: how likely each hidden role is, judged by what a player has done.

Kolar, chapter 4.2. His estimators are decision trees. They ask how often a player harmed the
Sheriff and how often others (Bang!, Duel, Panic!, Cat Balou):

- `1.1` takes the role of the leaf;
- `2.1` weighs the leaf with the roles still in play, by Bayes' rule;
- `2.1f` has softer leaves;
- `2.2f` has more leaves, and also asks whether the victims had harmed the Sheriff themselves, as
  his chapter 4 suggests for Deputies.

With `.200` they count only the last four rounds, which he equates with 200 events. The pictures of
his trees are lost. The trees here follow his text, and the numbers in the leaves are ours.

`bayes` is our own (see `bayes.py`).
"""

from enum import IntEnum
from typing import Any

import numpy as np

from standoff.games.bang.cards import NONE, NUM_ROLES, UNKNOWN, Role
from standoff.games.bang.rules.deeds import kind_of_victim
from standoff.games.bang.secrets.bayes import fill_posterior
from standoff.games.bang.secrets.determinize import count_unknown
from standoff.games.bang.state import WINDOW, Victim
from standoff.kit import Seat, State, kernel

ESTIMATORS = (
    *("2.2f", "2.1f", "2.1", "1.1"),
    *("2.2f.200", "2.1f.200", "2.1.200", "1.1.200"),
    "bayes",
)
"""The names of the estimators."""


class Estimator(IntEnum):
    """The index of an estimator in ESTIMATORS."""

    FUZZY = 0
    SOFT = 1
    BAYES_TREE = 2
    TREE = 3
    RECENT = 4  # + one of the above: the last rounds only
    BAYES = 8


class Leaf(IntEnum):
    """The leaves of the trees 1.1, 2.1 and 2.1f."""

    SPARED = 0  # never harmed the Sheriff
    MOSTLY_SHERIFF = 1  # harmed the Sheriff more than all others together
    MOSTLY_OTHERS = 2


# Each row is a leaf: how likely a Deputy, an Outlaw and a Renegade are there.
SHARP_LEAVES = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
SOFT_LEAVES = np.array([[0.6, 0.2, 0.2], [0.05, 0.75, 0.2], [0.1, 0.4, 0.5]])
FUZZY_LEAVES = np.array(
    [
        [0.33, 0.33, 0.34],  # has harmed nobody
        [0.74, 0.04, 0.22],  # spared the Sheriff, mostly harmed players who had harmed him
        [0.40, 0.27, 0.33],  # spared the Sheriff, mostly harmed other players
        [0.20, 0.30, 0.50],  # harmed the Sheriff; his share of the harm: up to a quarter
        [0.08, 0.50, 0.42],  # up to a half
        [0.04, 0.78, 0.18],  # up to three quarters
        [0.01, 0.92, 0.07],  # more
    ]
)
QUARTERS = 4


# --- probabilities ------------------------------------------------------------------------------


@kernel
def estimate(state: State, seat: Seat, estimator: int, out: Any) -> None:
    """Fill `out[other, role]` with the probability of each role, as `seat` sees it.

    Known roles are certain; unknown ones can only be roles that are still in play.
    """
    if estimator == Estimator.BAYES:
        fill_posterior(state, out)
        return
    is_recent = estimator >= Estimator.RECENT
    tree = estimator - Estimator.RECENT if is_recent else estimator
    for other in range(state.players):
        for role in range(NUM_ROLES):
            out[other, role] = 1.0 if state.role[other] == role else 0.0
        if state.role[other] == UNKNOWN:
            weigh_leaf(state, other, tree, is_recent, out)
            normalise(state, other, tree == Estimator.TREE, out)


@kernel
def weigh_leaf(state: State, seat: Seat, tree: int, is_recent: bool, out: Any) -> None:
    """Fill in the probabilities of the leaf to which a seat belongs."""
    to_sheriff, to_attackers, to_others = count_harm(state, seat, is_recent)
    if tree == Estimator.FUZZY:
        leaf = fuzzy_leaf(to_sheriff, to_attackers, to_others)
    elif to_sheriff == 0:
        leaf = Leaf.SPARED + 0
    elif to_sheriff > to_attackers + to_others:
        leaf = Leaf.MOSTLY_SHERIFF + 0
    else:
        leaf = Leaf.MOSTLY_OTHERS + 0
    for role in range(1, NUM_ROLES):
        if tree == Estimator.FUZZY:
            out[seat, role] = FUZZY_LEAVES[leaf, role - 1]
        elif tree == Estimator.SOFT:
            out[seat, role] = SOFT_LEAVES[leaf, role - 1]
        else:
            out[seat, role] = SHARP_LEAVES[leaf, role - 1]


@kernel
def fuzzy_leaf(to_sheriff: int, to_attackers: int, to_others: int) -> int:
    """Return the row of FUZZY_LEAVES for a player's harm."""
    if to_sheriff + to_attackers + to_others == 0:
        return 0
    if to_sheriff == 0:
        return 1 if to_attackers >= to_others else 2
    quarter = (QUARTERS * to_sheriff - 1) // (to_sheriff + to_attackers + to_others)
    return 3 + min(quarter, QUARTERS - 1)


@kernel
def count_harm(state: State, seat: Seat, is_recent: bool) -> tuple[int, int, int]:
    """Return how often a seat has harmed the Sheriff, players who harmed him, and others.

    In recent harm, a victim counts as one who harmed the Sheriff if that came first.
    """
    to_sheriff, to_attackers, to_others = 0, 0, 0
    if is_recent:
        for row in range(WINDOW):
            to_sheriff += int(state.recent_harm[row, seat, Victim.SHERIFF])
            to_attackers += int(state.recent_harm[row, seat, Victim.ATTACKER])
            to_others += int(state.recent_harm[row, seat, Victim.OTHER])
        return to_sheriff, to_attackers, to_others
    for other in range(state.players):
        harm = int(state.harm[seat, other])
        if harm > 0:
            victim = kind_of_victim(state, other)
            to_sheriff += harm * int(victim == Victim.SHERIFF)
            to_attackers += harm * int(victim == Victim.ATTACKER)
            to_others += harm * int(victim == Victim.OTHER)
    return to_sheriff, to_attackers, to_others


@kernel
def normalise(state: State, seat: Seat, is_plain: bool, out: Any) -> None:
    """Weigh the row of a seat with the numbers of roles still in play, so that it sums to 1.

    If `is_plain`, roles still in play are not weighed. If nothing remains of the row, the numbers
    of roles decide alone.
    """
    total = 0.0
    for role in range(1, NUM_ROLES):
        in_play = count_unknown(state, role)
        out[seat, role] *= min(in_play, 1) if is_plain else in_play
        total += out[seat, role]
    for role in range(1, NUM_ROLES):
        if total == 0.0:
            out[seat, role] = float(count_unknown(state, role))
    if total == 0.0:
        for role in range(1, NUM_ROLES):
            total += out[seat, role]
    for role in range(1, NUM_ROLES):
        out[seat, role] /= total


# --- labels -------------------------------------------------------------------------------------

SURE = 0.62
"""A role that is less likely than this is not named (Kolar 5.2.1)."""


@kernel
def label_roles(state: State, seat: Seat, estimator: int, chances: Any) -> None:
    """Turn probabilities into roles, in place, with the three extensions of Kolar 5.2.1.

    A player stays UNKNOWN if no role is likely enough, and also if the player has harmed nobody,
    because his trees know nothing then. If only one role is missing, all unknown players get it.
    If too many players seem to have one role, the own role tells what the unknown ones are.
    """
    deputies, outlaws = count_unknown(state, Role.DEPUTY), count_unknown(state, Role.OUTLAW)
    renegades = count_unknown(state, Role.RENEGADE)
    for other in range(state.players):
        if state.role[other] != UNKNOWN:
            continue
        if estimator != Estimator.BAYES and is_silent(state, other):
            continue
        best = 1
        for role in range(2, NUM_ROLES):
            best = role if chances[other, role] > chances[other, best] else best
        if chances[other, best] >= SURE:
            state.role[other] = best
            deputies -= int(best == Role.DEPUTY)
            outlaws -= int(best == Role.OUTLAW)
            renegades -= int(best == Role.RENEGADE)
    rest = fill_in(int(state.role[seat]), deputies, outlaws, renegades)
    for other in range(state.players):
        if state.role[other] == UNKNOWN and rest != NONE:
            state.role[other] = rest


@kernel
def is_silent(state: State, seat: Seat) -> bool:
    """Whether a seat has harmed nobody yet."""
    to_sheriff, to_attackers, to_others = count_harm(state, seat, False)
    return to_sheriff + to_attackers + to_others == 0


@kernel
def fill_in(own: int, deputies: int, outlaws: int, renegades: int) -> int:
    """Return the role of all unknown players, or NONE, by how many of each role are missing."""
    found = NONE
    if min(deputies, 0) + min(outlaws, 0) + min(renegades, 0) < 0:  # too many of one role
        if own == Role.SHERIFF and deputies < 0:
            found = Role.OUTLAW if outlaws > 0 else Role.RENEGADE
        elif own == Role.DEPUTY and outlaws < 0:
            found = Role.DEPUTY
        elif own == Role.OUTLAW and deputies < 0:
            found = Role.RENEGADE
    if int(deputies > 0) + int(outlaws > 0) + int(renegades > 0) == 1:  # one role is missing
        found = Role.DEPUTY
        if outlaws > 0:
            found = Role.OUTLAW
        if renegades > 0:
            found = Role.RENEGADE
    return found
