"""Kernels over the verbs that every layer above needs: compiled once for each game."""

from typing import Any

from standoff._jit import inline_kernel, kernel
from standoff.rng import below
from standoff.verbs import NOBODY, Action, State, apply, legal_actions, to_move


@inline_kernel
def choose_uniform(state: State, rng: Any, actions: Any) -> Action:
    """Return a legal action, each equally likely; `actions` is scratch."""
    return actions[below(rng, legal_actions(state, actions))]  # type: ignore[no-any-return]


@kernel
def play_out(state: State, rng: Any, actions: Any) -> int:
    """Play uniformly random actions to the end of the game; return how many."""
    count = 0
    while to_move(state) != NOBODY:
        apply(state, choose_uniform(state, rng, actions))
        count += 1
    return count
