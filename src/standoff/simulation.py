"""Kernels over the verbs for all layers above, compiled once for each game."""

from typing import Any, NamedTuple

from standoff._jit import call_policy, inline_kernel, kernel
from standoff.rng import below
from standoff.verbs import NOBODY, Action, Seat, State, apply, legal_actions, to_move

ANY_ACTION = 0
"""Used instead of a pointer for `uniform`, which is compiled into the kernels that play it."""


class Player(NamedTuple):
    """A policy as kernels call it, with arrays that it overwrites."""

    pointer: int
    """What `Game.pointer` returns; valid in this process only."""
    params: Any
    scratch: Any
    """An array of states."""
    rows: Any
    """A row of action codes for each state of `scratch`, and one more."""


class Players(NamedTuple):
    """Several policies, with a pointer and a row of `params` for each; they share the rest."""

    pointers: Any
    params: Any
    scratch: Any
    rows: Any


@inline_kernel
def player_at(players: Players, index: int) -> Player:
    """Return one of several policies."""
    params = players.params[index]
    return Player(players.pointers[index], params, players.scratch, players.rows)


@inline_kernel
def choose_uniform(state: State, rng: Any, actions: Any) -> Action:
    """Return a legal action, each equally likely; `actions` is scratch."""
    return actions[below(rng, legal_actions(state, actions))]  # type: ignore[no-any-return]


@inline_kernel
def choose(state: State, seat: Seat, player: Player, rng: Any) -> Action:
    """Return the action of a policy for `seat`, which is to move."""
    if player.pointer == ANY_ACTION:
        return choose_uniform(state, rng, player.rows[0])
    scratch = player.scratch
    return call_policy(player.pointer, state, seat, player.params, rng, scratch, player.rows)


@kernel
def play_uniform(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Choose as the policy `uniform`."""
    return choose_uniform(state, rng, rows[0])


@kernel
def play_out(state: State, rng: Any, actions: Any) -> int:
    """Play random actions, equally likely, to the end of the game; return how many."""
    count = 0
    while to_move(state) != NOBODY:
        apply(state, choose_uniform(state, rng, actions))
        count += 1
    return count


@inline_kernel
def play_out_by(state: State, player: Player, rng: Any) -> None:
    """Play a game to its end by a policy, which decides for every seat."""
    seat = to_move(state)
    while seat != NOBODY:
        apply(state, choose(state, seat, player, rng))
        seat = to_move(state)


@inline_kernel
def is_legal(state: State, action: Action, actions: Any) -> bool:
    """Whether an action is legal now; `actions` is scratch."""
    found = 0
    for index in range(legal_actions(state, actions)):
        found |= int(actions[index] == action)
    return found > 0


@kernel
def fill_mask(state: State, actions: Any, out: Any) -> int:
    """Fill `out[action]` with 1 for each legal action, else 0; return how many are legal.

    `actions` is scratch. No action is legal when the game is over.
    """
    out[:] = 0
    if to_move(state) == NOBODY:
        return 0
    count = legal_actions(state, actions)
    for index in range(count):
        out[actions[index]] = 1
    return count
