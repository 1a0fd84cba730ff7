"""`evolution`: the action after which the position scores best, by evolved multipliers.

Danilakova, chapter 7.7. In phase 2 each legal action, except drinks without effect, is tried on a
copy of the observation (see `forward_model.py`). The best score wins, ties are broken at random.
All other decisions are those of `rair`.

Roles are guessed once for a decision. In the thesis they are guessed again for each score.
"""

import math
from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import PLAYED_KIND
from standoff.games.bang.cards import NONE, NUM_ROLES, Character, Kind
from standoff.games.bang.players.allies import is_ally
from standoff.games.bang.players.danilakova.forward_model import try_action
from standoff.games.bang.players.danilakova.random_players import choose_rair
from standoff.games.bang.players.danilakova.weights import (
    ALLY_ASSETS,
    ENEMY_ASSETS,
    NUM_HEALTHS,
    NUM_MULTIPLIERS,
    OWN_ASSETS,
    Asset,
    Health,
)
from standoff.games.bang.players.plain import list_plain_actions
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.seats import kind_of_weapon, weapon_range
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.untargeted import has_effect
from standoff.games.bang.secrets.attack_points import guess_roles
from standoff.kit import (
    Action,
    Seat,
    State,
    below,
    copy_record,
    inline_kernel,
    kernel,
)

NUM_EVOLUTION = NUM_ROLES * NUM_MULTIPLIERS
NUM_HYBRID = NUM_ROLES * NUM_HEALTHS


@kernel
def choose_evolution(
    state: State, seat: Seat, individual: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Play the action with the best score; the scratch states hold the guess and the trial."""
    if state.task[tasks.top(state)] != Task.PLAY:
        return choose_rair(state, seat, individual, rng, scratch, rows)
    row, guess, trial = rows[0], scratch[0], scratch[1]
    count = list_plain_actions(state, row)
    copy_record(state, guess)
    guess_roles(guess, rng)
    best, best_score, equals = int(row[0]), -math.inf, 0
    for index in range(count):
        action = int(row[index])
        if PLAYED_KIND[action] != NONE and not has_effect(state, seat, int(PLAYED_KIND[action])):
            continue
        copy_record(guess, trial)
        try_action(trial, seat, action, rng)
        score = score_position(trial, seat, individual)
        if score > best_score:
            best, best_score, equals = action, score, 1
        elif score == best_score:
            equals += 1
            if below(rng, equals) == 0:
                best = action
    return best


# --- the score ----------------------------------------------------------------------------------


@kernel
def score_position(state: State, seat: Seat, individual: Any) -> float:
    """Return what a position is worth to a seat, by the roles in `state` (7.7.4)."""
    first = int(state.role[seat]) * NUM_MULTIPLIERS
    score = score_health(state, seat, individual, first)
    for other in range(state.players):
        if not state.is_alive[other]:
            continue
        if other == seat:
            assets = first + OWN_ASSETS
        elif is_ally(state, seat, other):
            assets = first + ALLY_ASSETS
        else:
            assets = first + ENEMY_ASSETS
        score += score_assets(state, other, individual, assets)
        if other != seat and cardset.has_kind(state.table[other], Kind.JAIL):
            score += individual[assets + Asset.JAIL]
    return score


@inline_kernel
def score_health(state: State, seat: Seat, individual: Any, first: int) -> float:
    """Return what all lives are worth, by multipliers that begin at `first`.

    A dying player, who may yet be saved, has no lives.
    """
    score = individual[first + Health.OWN] * float(max(int(state.life[seat]), 0))
    for other in range(state.players):
        if other != seat and state.is_alive[other]:
            multiplier = individual[first + Health.SHERIFF + int(state.role[other])]
            score += multiplier * float(max(int(state.life[other]), 0))
    return float(score)


@inline_kernel
def score_assets(state: State, seat: Seat, individual: Any, first: int) -> float:
    """Return what a player's cards are worth, by multipliers that begin at `first`."""
    table = state.table[seat]
    is_willy = state.character[seat] == Character.WILLY_THE_KID
    score = 0.0
    if is_willy or kind_of_weapon(state, seat) == Kind.VOLCANIC:
        score += individual[first + Asset.VOLCANIC]
    if cardset.has_kind(table, Kind.BARREL):
        score += individual[first + Asset.BARREL]
    if cardset.has_kind(table, Kind.SCOPE):
        score += individual[first + Asset.SCOPE]
    if cardset.has_kind(table, Kind.MUSTANG):
        score += individual[first + Asset.MUSTANG]
    score += individual[first + Asset.RANGE] * float(weapon_range(state, seat))
    score += individual[first + Asset.HAND] * float(state.hand_size[seat])
    return float(score)


@kernel
def score_lives(state: State, seat: Seat, individual: Any) -> float:
    """Return what all lives are worth to a seat: the score of `hybrid` (7.8.5)."""
    return score_health(state, seat, individual, int(state.role[seat]) * NUM_HEALTHS)
