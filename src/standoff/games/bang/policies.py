"""The compiled players of Bang!, in one table."""

from enum import IntEnum
from functools import partial
from typing import Any

from standoff._jit import kernel
from standoff.game import UNIFORM, Policy
from standoff.games.bang import aware
from standoff.games.bang.evolution import choose_evolution
from standoff.games.bang.individuals import EVOLUTION, read_individual
from standoff.games.bang.random_players import choose_rai, choose_rair
from standoff.option import NumbersOption
from standoff.simulation import choose_uniform
from standoff.verbs import Action, Seat, State

WORLDS = 2
"""Scratch states that the policies need."""


class PolicyCode(IntEnum):
    """The policies, by their place in POLICIES."""

    UNIFORM = 0
    RAI = 1
    RAIR = 2
    EVOLUTION = 3
    AWARE = 4


POLICIES = (
    Policy(UNIFORM, "each legal action equally likely"),
    Policy("rai", "random, but rather uses cards than not (Danilakova 7.4)"),
    Policy("rair", "rai that spares allies, by guessed roles (Danilakova 7.5)"),
    Policy(
        "evolution",
        "the move after which the table looks best (Danilakova 7.7)",
        (
            NumbersOption(
                "individual",
                "trained",
                "default, trained, or a file that `standoff train` has written",
                read=partial(read_individual, EVOLUTION),
            ),
        ),
    ),
    Policy("aware", "an expert's rules on estimated roles (Kolar 5.2)", aware.PARAMS),
)


@kernel
def choose(
    state: State, seat: Seat, policy: int, params: Any, rng: Any, worlds: Any, actions: Any
) -> Action:
    """Play the policy with this place in POLICIES."""
    if policy == PolicyCode.RAI:
        return choose_rai(state, seat, rng, actions[0])
    if policy == PolicyCode.RAIR:
        return choose_rair(state, seat, rng, worlds[0], actions[0])
    if policy == PolicyCode.EVOLUTION:
        return choose_evolution(state, seat, params, rng, worlds, actions[0])
    if policy == PolicyCode.AWARE:
        return aware.choose_aware(state, seat, params, rng, worlds[0], actions[0])
    return choose_uniform(state, rng, actions[0])
