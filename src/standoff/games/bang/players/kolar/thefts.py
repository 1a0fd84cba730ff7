"""Panic! and Cat Balou: which card to take or destroy (Kolar 5.2.1)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import PLAYED_KIND, TARGET, Code
from standoff.games.bang.cards import (
    BARE_RANGE,
    NUM_TABLE_KINDS,
    TABLE_KINDS,
    WEAPON_RANGE,
    Kind,
    Role,
)
from standoff.games.bang.players.kolar.targets import NO_TARGET, attitude, priority
from standoff.games.bang.players.kolar.worth import has_foe_within, worth_of_weapon
from standoff.games.bang.rules.seats import distance, find_sheriff, weapon_range
from standoff.kit import Action, Seat, State, kernel

NO_ACTION = -1
NOTHING = 0.0


@kernel
def choose_theft(state: State, seat: Seat, mood: Any, actions: Any, count: int) -> Action:
    """Return the best use of a Panic! or Cat Balou, or NO_ACTION."""
    best, most = NO_ACTION, NOTHING
    for index in range(count):
        action = int(actions[index])
        kind = int(PLAYED_KIND[action])
        if kind not in (Kind.PANIC, Kind.CAT_BALOU):
            continue
        value = value_of_theft(state, seat, action, kind == Kind.PANIC, mood)
        if value > most:
            best, most = action, value
    return best


@kernel
def value_of_theft(state: State, seat: Seat, action: Action, is_panic: bool, mood: Any) -> float:
    """Return what taking or destroying a card is worth, or NOTHING if it is not wanted."""
    target = int(TARGET[action])
    wanted = priority(state, seat, target, mood)
    if action < Code.PANIC_TABLE:  # a card of a hand
        return 20.0 + wanted / 100.0 if wanted > NO_TARGET else NOTHING
    first = Code.PANIC_TABLE if is_panic else Code.CAT_TABLE
    kind = int(TABLE_KINDS[(action - first) % NUM_TABLE_KINDS])
    if kind == Kind.JAIL:
        return 60.0 if target != seat and attitude(state, seat, target) >= 1.0 else NOTHING
    if kind == Kind.DYNAMITE:
        if target == seat or attitude(state, seat, target) < 1.0:
            return NOTHING
        return 52.0 if state.role[target] == Role.SHERIFF else 30.0
    if wanted == NO_TARGET:
        return NOTHING
    return value_of_table_card(state, seat, target, kind, is_panic) + wanted / 100.0


@kernel
def value_of_table_card(state: State, seat: Seat, target: Seat, kind: int, is_panic: bool) -> float:
    """Return what it is worth that a foe loses a card, and if it is taken, that the seat has it."""
    sheriff = find_sheriff(state)
    protege = seat if state.role[seat] == Role.OUTLAW else sheriff
    value = 15.0
    if kind >= Kind.VOLCANIC:
        reach = int(WEAPON_RANGE[kind])
        apart = distance(state, target, protege)
        if BARE_RANGE < apart <= reach:
            value = 45.0  # without it, the foe no longer reaches the protege
        elif kind == Kind.VOLCANIC:
            value = 35.0
        has_target = has_foe_within(state, seat, weapon_range(state, seat))
        if is_panic and not has_target and has_foe_within(state, seat, reach):
            value = 55.0
        elif is_panic and kind == Kind.VOLCANIC:
            value = max(value, worth_of_weapon(state, seat, kind, 0) - 10.0)
    elif kind == Kind.BARREL:
        value = 40.0
    elif kind == Kind.MUSTANG:
        apart = distance(state, seat, target)
        value = 48.0 if apart == weapon_range(state, seat) + 1 else 34.0
    elif kind == Kind.SCOPE:
        is_needed = distance(state, target, protege) == weapon_range(state, target)
        value = 45.0 if is_needed else 32.0
    if is_panic and kind < Kind.VOLCANIC and not cardset.has_kind(state.table[seat], kind):
        value += 6.0
    if target == sheriff:
        value += 4.0
    return value
