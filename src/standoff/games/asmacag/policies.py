"""Light players of ASMACAG. They use the own hand, the board, the factor and the scores."""

import math
from typing import Any

from standoff.games.asmacag.actions import encode_number, played_card, target_number
from standoff.games.asmacag.cards import Kind
from standoff.games.asmacag.effects import score_number
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
"""In longer turns there are too many orders of actions to try."""
UNOPENED = -1
"""Instead of a count: the legal actions have not been listed yet."""


def check_exact(settings: Settings) -> str | None:
    """Return why `exact` cannot play, or None if it can."""
    actions = int(settings["action_points"])
    if actions <= MAX_EXACT_ACTIONS:
        return None
    return f"exact tries all turns, so action_points must be at most {MAX_EXACT_ACTIONS}"


@kernel
def choose_random(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Play a random card of the hand, a number on a random card of the board."""
    card = int(state.hand[seat, below(rng, state.hand_size[seat])])
    if card < Kind.FIRST_NUMBER:
        return card
    target = draw_kind(rng, state.board, state.board_size)
    return encode_number(int(state.numbers), card - Kind.FIRST_NUMBER, target)


@inline_kernel
def gain(state: State, action: Action) -> float:
    """Return what a legal action scores at once; a special card scores nothing."""
    if action < Kind.FIRST_NUMBER:
        return 0.0
    lowest = int(state.min_number)
    played = played_card(state, action) - Kind.FIRST_NUMBER
    return score_number(state, lowest + played, lowest + target_number(state, action))


@kernel
def choose_greedy(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Take the action with the greatest gain, the last of equals."""
    best = 0
    best_gain = -math.inf
    for index in range(legal_actions(state, rows[0])):
        action_gain = gain(state, rows[0, index])
        if action_gain >= best_gain:
            best_gain = action_gain
            best = rows[0, index]
    return best


@kernel
def choose_exact(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Take the first action of a best turn; of equals a random one."""
    left = min(int(state.points_left), int(state.hand_size[seat])) - 1
    best = 0
    best_value = -math.inf
    ties = 0
    for index in range(legal_actions(state, rows[0])):
        action = rows[0, index]
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
    """Return the best evaluation that `seat` can reach from `states[0]` with `left` more actions.

    The search is depth first. `states[depth]` is the state after `depth` actions, and
    `rows[depth + 1]` lists the actions not yet tried there; its last entry is their number.
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
        elif depth == left - 1:  # the last action need not be tried: its gain is enough
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
    for index in range(legal_actions(state, actions)):
        best = max(best, gain(state, actions[index]))
    return best


POLICIES = (
    Policy("random", "a random card of the hand, on a random card of the board", choose_random),
    Policy("greedy", "the highest score now; of equals the last action (OSLA)", choose_greedy),
    Policy(
        "exact",
        "the best own turn, found by trying all; of equals a random one",
        choose_exact,
        check=check_exact,
    ),
)
