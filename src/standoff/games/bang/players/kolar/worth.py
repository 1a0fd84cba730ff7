"""What a card is worth to a hand: one scale for taking, keeping and discarding.

Kolar's list of wanted cards (`WCL_set`) and of cards to discard first (`whatToDiscard`). The first
card of its kind is worth most. A card is worth little if an equal one lies on the table already, or
if it has no use.
"""

import math
from typing import Any

import numpy as np

from standoff.games.bang import cardset
from standoff.games.bang.cards import NUM_KINDS, WEAPON_RANGE, Character, Kind, Role
from standoff.games.bang.players.kolar.mood import Mood, Strategy
from standoff.games.bang.players.kolar.targets import attitude, best_within, priority
from standoff.games.bang.rules.beer import can_drink
from standoff.games.bang.rules.seats import distance, find_sheriff, kind_of_weapon, weapon_range
from standoff.kit import Action, Seat, State, kernel, uniform

USELESS = 1.0
FEW_LIVES = 2
EVENT_WORTH = np.zeros(NUM_KINDS)
for _kind, _worth in (
    (Kind.WELLS_FARGO, 95.0),
    (Kind.STAGECOACH, 85.0),
    (Kind.GATLING, 58.0),
    (Kind.CAT_BALOU, 56.0),
    (Kind.PANIC, 54.0),
    (Kind.DUEL, 52.0),
    (Kind.INDIANS, 44.0),
    (Kind.GENERAL_STORE, 25.0),
    (Kind.SALOON, 20.0),
):
    EVENT_WORTH[_kind] = _worth


@kernel
def worth(state: State, seat: Seat, kind: int, held: int, mood: Any) -> float:  # noqa: PLR0911
    """Return what one more card of a kind is worth to a hand with `held` of them."""
    if kind in (Kind.BANG, Kind.MISSED, Kind.BEER):
        return worth_of_basic(state, seat, kind, held, mood)
    if kind >= Kind.VOLCANIC:
        return worth_of_weapon(state, seat, kind, held)
    if kind in (Kind.BARREL, Kind.MUSTANG, Kind.SCOPE):
        if held > 0 or cardset.has_kind(state.table[seat], kind):
            return USELESS
        if kind == Kind.SCOPE:
            return 74.0 if gains_by_a_step(state, seat, mood) else 50.0
        return 70.0
    if kind == Kind.DYNAMITE:
        return 4.0
    if kind == Kind.JAIL:
        return 38.0 - 10.0 * held
    return worth_of_event(state, seat, kind, mood) - 8.0 * held


@kernel
def worth_of_basic(state: State, seat: Seat, kind: int, held: int, mood: Any) -> float:
    """Return what a Bang!, Missed! or Beer is worth; the strategy decides how many are kept."""
    strategy = int(mood[Mood.STRATEGY])
    if kind == Kind.BEER:
        if not can_drink(state):
            return USELESS
        return (90.0 if state.life[seat] <= FEW_LIVES else 72.0) - 5.0 * held
    if kind == Kind.MISSED:
        return 76.0 - 12.0 * held if strategy == Strategy.DEFENSE else 62.0 - 16.0 * held
    shoots_often = state.character[seat] == Character.WILLY_THE_KID
    shoots_often |= kind_of_weapon(state, seat) == Kind.VOLCANIC
    if shoots_often or strategy == Strategy.KEEP_BACK:
        return 64.0 - 5.0 * held
    return 60.0 - (14.0 if strategy == Strategy.OFFENSE else 17.0) * held


@kernel
def worth_of_event(state: State, seat: Seat, kind: int, mood: Any) -> float:
    """Return what a brown card is worth, except Bang!, Missed! and Beer."""
    value = float(EVENT_WORTH[kind])
    is_theft = kind in (Kind.PANIC, Kind.CAT_BALOU)
    if kind == Kind.PANIC and state.role[seat] == Role.OUTLAW:
        value += 12.0 * int(distance(state, seat, find_sheriff(state)) <= 1)
    if is_theft and hides_behind_mustang(state, seat, mood):
        value += 16.0
    if is_theft or kind in (Kind.DUEL, Kind.GATLING, Kind.INDIANS):
        value += 8.0 * int(int(mood[Mood.STRATEGY]) == Strategy.KEEP_BACK)
    if kind == Kind.SALOON and state.life[seat] < state.max_life[seat]:
        value += 20.0
    return value


@kernel
def gains_by_a_step(state: State, seat: Seat, mood: Any) -> bool:
    """Whether a better target would be in range if all were closer by one."""
    reach = weapon_range(state, seat)
    return best_within(state, seat, reach + 1, mood) > best_within(state, seat, reach, mood)


@kernel
def hides_behind_mustang(state: State, seat: Seat, mood: Any) -> bool:
    """Whether a better target would be in range without its Mustang."""
    reach = weapon_range(state, seat)
    best = best_within(state, seat, reach, mood)
    found = 0
    for other in range(state.players):
        if cardset.has_kind(state.table[other], Kind.MUSTANG):
            is_near = distance(state, seat, other) == reach + 1
            found += int(is_near and priority(state, seat, other, mood) > best)
    return found > 0


@kernel
def worth_of_weapon(state: State, seat: Seat, kind: int, held: int) -> float:
    """Return what a weapon is worth: it reaches a foe, shoots often, or is longer."""
    if held > 0 or kind_of_weapon(state, seat) == kind:
        return USELESS
    if kind == Kind.VOLCANIC:
        bangs = cardset.count_kind(state.hand[seat], Kind.BANG)
        return 40.0 + 12.0 * min(bangs, 3) if has_foe_within(state, seat, 1) else 20.0
    reach = int(WEAPON_RANGE[kind])
    if reach <= weapon_range(state, seat):
        return USELESS
    if not has_foe_within(state, seat, weapon_range(state, seat)):
        return 68.0 if has_foe_within(state, seat, reach) else 30.0
    return 24.0 + reach


@kernel
def has_foe_within(state: State, seat: Seat, reach: int) -> bool:
    """Whether a foe is within a range."""
    found = 0
    for other in range(state.players):
        if other != seat and state.is_alive[other] and attitude(state, seat, other) < 0.0:
            found += int(distance(state, seat, other) <= reach)
    return found > 0


# --- choosing cards -----------------------------------------------------------------------------


@kernel
def least_worth(
    state: State, seat: Seat, mood: Any, actions: Any, count: int, code: int, rng: Any
) -> Action:
    """Return the action `code` + kind that gives away the least, among such actions."""
    best, least = 0, math.inf
    for index in range(count):
        kind = int(actions[index]) - code
        if 0 <= kind < NUM_KINDS:
            held = cardset.count_kind(state.hand[seat], kind) - 1
            value = worth(state, seat, kind, held, mood) + uniform(rng)
            if value < least:
                best, least = index, value
    return int(actions[best])


@kernel
def most_worth(
    state: State, seat: Seat, mood: Any, actions: Any, count: int, code: int, rng: Any
) -> Action:
    """Return the action `code` + kind that brings the most."""
    best, most = 0, -math.inf
    for index in range(count):
        kind = int(actions[index]) - code
        held = cardset.count_kind(state.hand[seat], kind)
        value = worth(state, seat, kind, held, mood) + uniform(rng)
        if value > most:
            best, most = index, value
    return int(actions[best])
