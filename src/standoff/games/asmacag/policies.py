"""Light players of ASMACAG. They read the seat's own hand, the board, the factor and the scores."""

import math
from typing import Any

from standoff.games.asmacag.actions import encode_number, played_card, target_number
from standoff.games.asmacag.cards import Kind
from standoff.games.asmacag.effects import points
from standoff.kit import (
    NOBODY,
    Action,
    Policy,
    Seat,
    Settings,
    State,
    apply,
    below,
    copy_record,
    draw_kind,
    evaluate,
    inline_kernel,
    kernel,
    legal_actions,
)

MAX_EXACT_ACTIONS = 4
"""Turns of more actions have too many orders to try them all."""
UNOPENED = -1
"""In place of a count: what can be played has not been listed yet."""


def check_exact(settings: Settings) -> str | None:
    """Say why `exact` cannot play, if it cannot."""
    actions = int(settings["action_points"])
    if actions <= MAX_EXACT_ACTIONS:
        return None
    return f"exact tries every turn, so action_points may be at most {MAX_EXACT_ACTIONS}"


@kernel
def choose_random(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Take a card of the hand at random, and a card of the board at random for a number."""
    card = int(state.hand[seat, below(rng, state.hand_size[seat])])
    if card < Kind.FIRST_NUMBER:
        return card
    target = draw_kind(rng, state.board, state.board_size)
    return encode_number(int(state.numbers), card - Kind.FIRST_NUMBER, target)


@inline_kernel
def gain(state: State, action: Action) -> float:
    """Return the points of a legal action at once; a special card has none."""
    if action < Kind.FIRST_NUMBER:
        return 0.0
    lowest = int(state.min_number)
    played = played_card(state, action) - Kind.FIRST_NUMBER
    return points(state, lowest + played, lowest + target_number(state, action))


@kernel
def choose_greedy(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Take the action with the greatest gain, the last of equals."""
    best = 0
    best_gain = -math.inf
    for place in range(legal_actions(state, rows[0])):
        action_gain = gain(state, rows[0, place])
        if action_gain >= best_gain:
            best_gain = action_gain
            best = rows[0, place]
    return best


@kernel
def choose_exact(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Take an action that begins a best turn; of several, a random one."""
    left = min(int(state.points_left), int(state.hand_size[seat])) - 1
    best = 0
    best_value = -math.inf
    ties = 0
    for place in range(legal_actions(state, rows[0])):
        action = rows[0, place]
        copy_record(state, scratch[0])
        apply(scratch[0], action)
        value = best_value_of_turn(scratch, seat, left, rows)
        if value > best_value:
            best_value = value
            best = action
            ties = 1
        elif value == best_value:
            ties += 1
            if below(rng, ties) == 0:
                best = action
    return best


@kernel
def best_value_of_turn(states: Any, seat: Seat, left: int, rows: Any) -> float:
    """Return the greatest evaluation that `left` more actions of `seat` lead to from `states[0]`.

    Depth first: `states[depth]` is the state after `depth` of them. `rows[depth + 1]` lists the
    actions not yet tried there; its last entry is the end of the list.
    """
    best = -math.inf
    depth = 0
    rows[1, -1] = UNOPENED
    while depth >= 0:
        world = states[depth]
        row = rows[depth + 1]
        if depth == left or world.seat == NOBODY:
            best = max(best, evaluate(world, seat))
            depth -= 1
        elif depth == left - 1:  # the last action needs no trying: its points tell
            best = max(best, evaluate(world, seat) + best_gain(world, row))
            depth -= 1
        else:
            if row[-1] == UNOPENED:
                row[-1] = legal_actions(world, row)
            if row[-1] == 0:
                depth -= 1
            else:
                row[-1] -= 1
                copy_record(world, states[depth + 1])
                apply(states[depth + 1], row[row[-1]])
                depth += 1
                rows[depth + 1, -1] = UNOPENED
    return best


@kernel
def best_gain(state: State, actions: Any) -> float:
    """Return the greatest gain of a legal action; `actions` is scratch."""
    best = -math.inf
    for place in range(legal_actions(state, actions)):
        best = max(best, gain(state, actions[place]))
    return best


POLICIES = (
    Policy("random", "a random card of the hand, on a random card of the board", choose_random),
    Policy("greedy", "the most points now; of equals the last in the list (OSLA)", choose_greedy),
    Policy(
        "exact",
        "the best own turn by trying all; of equals a random one",
        choose_exact,
        check=check_exact,
    ),
)
