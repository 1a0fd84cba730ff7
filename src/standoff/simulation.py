"""Kernels over the verbs that every layer above needs: compiled once for each game."""

from typing import Any

from standoff._jit import call_policy, inline_kernel, kernel
from standoff.rng import below
from standoff.verbs import NOBODY, Action, Seat, State, apply, legal_actions, to_move

ANY_ACTION = 0
"""In place of a pointer: `uniform`, which is made part of the kernels that play policies."""


@inline_kernel
def choose_uniform(state: State, rng: Any, actions: Any) -> Action:
    """Return a legal action, each equally likely; `actions` is scratch."""
    return actions[below(rng, legal_actions(state, actions))]  # type: ignore[no-any-return]


@inline_kernel
def choose(
    state: State, seat: Seat, policy: int, params: Any, rng: Any, worlds: Any, actions: Any
) -> Action:
    """Return what the policy at a pointer (`Game.pointer`) plays for `seat`, which is to move.

    `params` holds its parameters; `worlds` (states) and `actions` (a row of codes for each of them,
    and one more) are scratch and are overwritten.
    """
    if policy == ANY_ACTION:
        return choose_uniform(state, rng, actions[0])
    return call_policy(policy, state, seat, params, rng, worlds, actions)


@kernel
def play_uniform(
    state: State, seat: Seat, params: Any, rng: Any, worlds: Any, actions: Any
) -> Action:
    """Choose as the policy `uniform`."""
    return choose_uniform(state, rng, actions[0])


@kernel
def play_out(state: State, rng: Any, actions: Any) -> int:
    """Play uniformly random actions to the end of the game; return how many."""
    count = 0
    while to_move(state) != NOBODY:
        apply(state, choose_uniform(state, rng, actions))
        count += 1
    return count


@kernel
def fill_mask(state: State, actions: Any, out: Any) -> int:
    """Fill `out`, of a place for each action code, with 1 for legal ones, else 0; return how many.

    `actions` is filled with the legal codes. When the game is over none is legal.
    """
    out[:] = 0
    if to_move(state) == NOBODY:
        return 0
    count = legal_actions(state, actions)
    for place in range(count):
        out[actions[place]] = 1
    return count
