"""Light players of Bang!."""

from typing import Any

from standoff._jit import kernel
from standoff.game import UNIFORM, Policy
from standoff.simulation import choose_uniform
from standoff.verbs import Action, Seat, State

POLICIES = (Policy(UNIFORM, "each legal action equally likely"),)


@kernel
def choose(
    state: State, seat: Seat, policy: int, params: Any, rng: Any, worlds: Any, actions: Any
) -> Action:
    """Play the policy with this place in POLICIES."""
    return choose_uniform(state, rng, actions[0])
