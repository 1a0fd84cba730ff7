"""Worlds by what a seat believes of the roles: the table of BELIEFS that searches can choose from.

`believe` looks at an observation once for a decision, `imagine` then draws as many worlds as are
needed.
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

BELIEFS = ("uniform", "danilakova", "kolar", "bayes")
SHAPE = (MAX_DEALS + 1, NUM_ROLES)
DOUBT = 0.01
"""Kolar's estimators may be certain and wrong; so much of every role is left."""


class Belief(IntEnum):
    """The places in BELIEFS."""

    UNIFORM = 0  # all deals that fit are equally likely
    DANILAKOVA = 1  # roles are guessed by points against the Sheriff, ties by chance
    KOLAR = 2  # each seat's role by his estimator 2.2f
    BAYES = 3  # all deals of roles by their posterior


@kernel
def believe(state: State, seat: Seat, belief: int, out: Any) -> None:
    """Fill `out` with what an observation says of the roles, for `imagine`."""
    if belief == Belief.KOLAR:
        estimate(state, seat, Estimator.FUZZY, out)
        for other in range(state.players):
            for role in range(1, NUM_ROLES):
                out[other, role] += DOUBT
    elif belief == Belief.BAYES:
        out[MAX_DEALS, 0] = weigh_deals(state, SHARPNESS, out)


@kernel
def imagine(state: State, seat: Seat, belief: int, believed: Any, rng: Any) -> None:
    """Turn an observation, in place, into a world, its roles drawn by a belief."""
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
    """Give the seats the roles of one of the weighed deals."""
    count = int(believed[MAX_DEALS, 0])
    point = uniform(rng)
    deal = 0
    while deal < count - 1 and point >= believed[deal, 0]:
        point -= believed[deal, 0]
        deal += 1
    code = int(believed[deal, 1])
    for seat in range(state.players):
        state.role[seat] = role_in(code, seat)
