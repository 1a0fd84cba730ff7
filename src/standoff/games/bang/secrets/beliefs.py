"""Worlds drawn by what a seat believes about the roles: the BELIEFS that searches choose from.

A search calls `believe` once for a decision and `imagine` for each world.
"""

from enum import IntEnum
from typing import Any

from standoff.games.bang.cards import NUM_ROLES
from standoff.games.bang.secrets.attack_points import guess_roles
from standoff.games.bang.secrets.bayes import MAX_DEALS, SHARPNESS, role_in, weigh_deals
from standoff.games.bang.secrets.determinize import (
    deal_unknown_cards,
    determinize,
    determinize_by_weights,
)
from standoff.games.bang.secrets.estimators import Estimator, estimate
from standoff.kit import Seat, State, inline_kernel, kernel, renew_rng, uniform


class Belief(IntEnum):
    """The beliefs."""

    UNIFORM = 0  # all deals that fit are equally likely
    DANILAKOVA = 1  # roles are guessed by points against the Sheriff, ties at random
    KOLAR = 2  # the role of each seat is drawn by his estimator 2.2f
    BAYES = 3  # a deal of roles is drawn by its posterior probability


BELIEFS = tuple(belief.name.lower() for belief in Belief)
SHAPE = (MAX_DEALS + 1, NUM_ROLES)
"""The shape of `out` of `believe`: for `kolar` a row a seat, for `bayes` a row a deal."""
DOUBT = 0.01
"""Added to each probability of Kolar's estimator, which can be certain and wrong."""


@kernel
def believe(state: State, seat: Seat, belief: int, out: Any) -> None:
    """Fill `out` with what an observation tells about the roles, for `imagine`."""
    if belief == Belief.KOLAR:
        estimate(state, seat, Estimator.FUZZY, out)
        for other in range(state.players):
            for role in range(1, NUM_ROLES):
                out[other, role] += DOUBT
    elif belief == Belief.BAYES:
        out[MAX_DEALS, 0] = weigh_deals(state, SHARPNESS, out)


@kernel
def imagine(state: State, seat: Seat, belief: int, believed: Any, rng: Any) -> None:
    """Turn an observation, in place, into a world whose roles are drawn by a belief."""
    if belief == Belief.UNIFORM:
        determinize(state, seat, rng)
        return
    if belief == Belief.KOLAR:
        determinize_by_weights(state, seat, rng, believed)
        return
    renew_rng(state.rng, rng)
    if belief == Belief.DANILAKOVA:
        guess_roles(state, rng)
    else:
        draw_deal(state, believed, rng)
    deal_unknown_cards(state, seat, rng)


@inline_kernel
def draw_deal(state: State, believed: Any, rng: Any) -> None:
    """Give the seats the roles of a deal, drawn by its probability."""
    count = int(believed[MAX_DEALS, 0])
    point = uniform(rng)
    deal = 0
    while deal < count - 1 and point >= believed[deal, 0]:
        point -= believed[deal, 0]
        deal += 1
    code = int(believed[deal, 1])
    for seat in range(state.players):
        state.role[seat] = role_in(code, seat)
