"""The own turn: which card to play next (Kolar 5.2.1, figure 5.1).

Cards that bring cards or protect come first, then cards that weaken others, then the weapon, shots
and the Jail; at last, excess cards are discarded. Each call returns the next action: the first one
that fits.
"""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import PLAYED_KIND, TARGET, Code
from standoff.games.bang.cards import (
    CARD_RANK,
    CARD_SUIT,
    EXPLOSIVE_HIGH,
    EXPLOSIVE_LOW,
    NONE,
    WEAPON_RANGE,
    Character,
    Kind,
    Role,
    Suit,
)
from standoff.games.bang.players.kolar.mood import Mood, Strategy
from standoff.games.bang.players.kolar.odds import expect, is_hit_by
from standoff.games.bang.players.kolar.targets import NO_TARGET, attitude, best_within, priority
from standoff.games.bang.players.kolar.thefts import NO_ACTION, choose_theft
from standoff.games.bang.players.kolar.worth import FEW_LIVES, least_worth
from standoff.games.bang.rules.answers import count_usable
from standoff.games.bang.rules.seats import kind_of_weapon, next_seat, weapon_range
from standoff.games.bang.rules.untargeted import has_effect
from standoff.kit import Action, Seat, State, kernel

EXPLOSIVE_RANKS = (CARD_RANK >= EXPLOSIVE_LOW) & (CARD_RANK <= EXPLOSIVE_HIGH)
EXPLODES = float(((CARD_SUIT == Suit.SPADES) & EXPLOSIVE_RANKS).mean())
"""The probability that the Dynamite explodes in a turn: 10 of 80 cards (rules 1.1 and 3.2)."""
SHERIFF_WEIGHT = 2.0
"""How many times more the life of the Sheriff counts than another."""


@kernel
def choose_play(state: State, seat: Seat, mood: Any, rng: Any, actions: Any, count: int) -> Action:
    """Return the next action of the turn."""
    action = play_for_oneself(state, seat, actions, count)
    if action == NO_ACTION:
        action = weaken(state, seat, mood, actions, count)
    if action == NO_ACTION:
        action = attack(state, seat, mood, actions, count)
    if action == NO_ACTION:  # after the shots, which may have killed the target
        action = best_target(state, seat, mood, actions, count, Kind.JAIL)
    if action == NO_ACTION:
        action = use_up(state, seat, actions, count)
    if action != NO_ACTION:
        return action
    if actions[0] == Code.END_TURN:
        return int(actions[0])
    return least_worth(state, seat, mood, actions, count, Code.DISCARD, rng)


@kernel
def find(actions: Any, count: int, action: Action) -> Action:
    """Return an action if it is legal, else NO_ACTION."""
    found = NO_ACTION
    for index in range(count):
        if actions[index] == action:
            found = int(actions[index])
    return found


# --- for oneself --------------------------------------------------------------------------------


@kernel
def play_for_oneself(state: State, seat: Seat, actions: Any, count: int) -> Action:
    """Return a card that brings cards or lives, or protects, or NO_ACTION."""
    for index in range(count):
        action = int(actions[index])
        kind = int(PLAYED_KIND[action])
        if kind == NONE or TARGET[action] != NONE:
            continue
        is_good = kind in (Kind.STAGECOACH, Kind.WELLS_FARGO)
        is_good |= kind == Kind.BEER and needs_beer(state, seat)
        is_good |= kind in (Kind.BARREL, Kind.MUSTANG, Kind.SCOPE)
        is_good |= kind == Kind.SALOON and gain_of_saloon(state, seat) > 0.0
        is_good |= kind == Kind.DYNAMITE and gain_of_dynamite(state, seat) > 0.0
        is_good |= kind == Kind.GENERAL_STORE and gain_of_store(state, seat) >= 0.0
        if is_good:
            return action
    return NO_ACTION


@kernel
def needs_beer(state: State, seat: Seat) -> bool:
    """Whether to drink a Beer now: with few lives, or a hand too full to keep it."""
    if not has_effect(state, seat, Kind.BEER):
        return False
    return bool(state.life[seat] <= FEW_LIVES or state.hand_size[seat] > state.life[seat])


@kernel
def gain_of_saloon(state: State, seat: Seat) -> float:
    """Return the lives that friends get minus those that foes get."""
    gain = 0.0
    for other in range(state.players):
        if state.is_alive[other] and state.life[other] < state.max_life[other]:
            gain += attitude(state, seat, other)
    return gain


@kernel
def gain_of_store(state: State, seat: Seat) -> float:
    """Return the cards that friends get minus those that foes get, plus a bonus for the first."""
    gain = 0.5
    for other in range(state.players):
        if state.is_alive[other]:
            gain += 0.5 * attitude(state, seat, other)
    return gain


@kernel
def gain_of_dynamite(state: State, seat: Seat) -> float:
    """Return what the Dynamite costs foes on its first way round minus what it costs friends."""
    gain, arrives = 0.0, 1.0
    other = next_seat(state, seat)
    for _ in range(state.num_alive):
        weight = SHERIFF_WEIGHT if state.role[other] == Role.SHERIFF else 1.0
        gain -= arrives * EXPLODES * attitude(state, seat, other) * weight
        arrives *= 1.0 - EXPLODES
        other = next_seat(state, other)
    return gain


# --- weakening others ---------------------------------------------------------------------------


@kernel
def weaken(state: State, seat: Seat, mood: Any, actions: Any, count: int) -> Action:
    """Return a theft, or a mass attack that pays, or NO_ACTION."""
    action = choose_theft(state, seat, mood, actions, count)
    for kind in (Kind.INDIANS, Kind.GATLING):
        if action == NO_ACTION:
            action = find(actions, count, Code.PLAY + kind)
            if action != NO_ACTION and gain_of_attack(state, seat, kind, mood) <= 0.0:
                action = NO_ACTION
    return action


@kernel
def best_target(state: State, seat: Seat, mood: Any, actions: Any, count: int, kind: int) -> Action:
    """Return the action with a kind of card against the foremost target, or NO_ACTION."""
    best, most = NO_ACTION, NO_TARGET
    for index in range(count):
        action = int(actions[index])
        if PLAYED_KIND[action] == kind and TARGET[action] != NONE:
            value = priority(state, seat, int(TARGET[action]), mood)
            if value > most:
                best, most = action, value
    return best


@kernel
def gain_of_attack(state: State, seat: Seat, kind: int, mood: Any) -> float:
    """Return the lives that a Gatling or Indians! costs foes minus those it costs friends."""
    is_counting = mood[Mood.COUNTING] > 0.0
    gain = 0.0
    for other in range(state.players):
        if other == seat or not state.is_alive[other]:
            continue
        chance = is_hit_by(state, other, kind, is_counting)
        weight = 3.0 if state.life[other] == 1 else 1.0
        if state.role[other] == Role.SHERIFF:
            weight *= SHERIFF_WEIGHT
        gain -= attitude(state, seat, other) * weight * chance
    return gain


# --- attacking ----------------------------------------------------------------------------------


@kernel
def attack(state: State, seat: Seat, mood: Any, actions: Any, count: int) -> Action:
    """Return a weapon that is needed, a shot, or a Duel, or NO_ACTION."""
    action = choose_weapon(state, seat, mood, actions, count)
    if action == NO_ACTION:
        action = best_target(state, seat, mood, actions, count, Kind.BANG)
    if action == NO_ACTION:
        action = best_target(state, seat, mood, actions, count, Kind.MISSED)
        if cardset.count_kind(state.hand[seat], Kind.MISSED) < 2:  # keep one to dodge with
            action = NO_ACTION
    if action == NO_ACTION:
        action = best_target(state, seat, mood, actions, count, Kind.DUEL)
        if action != NO_ACTION and not wins_duel(state, seat, int(TARGET[action]), mood):
            action = NO_ACTION
    return action


@kernel
def wins_duel(state: State, seat: Seat, target: Seat, mood: Any) -> bool:
    """Whether the target, who answers first, is expected to run out of Bang! first."""
    bangs = expect(state, target, Kind.BANG, mood[Mood.COUNTING] > 0.0)
    if state.character[target] == Character.CALAMITY_JANET:
        bangs += expect(state, target, Kind.MISSED, mood[Mood.COUNTING] > 0.0)
    risk = 0.0 if int(mood[Mood.STRATEGY]) == Strategy.DEFENSE else 0.7
    return bool(count_usable(state, seat, Kind.BANG) + risk >= bangs)


@kernel
def choose_weapon(state: State, seat: Seat, mood: Any, actions: Any, count: int) -> Action:
    """Return the weapon to lay down now, or NO_ACTION (`getWeaponToPlay`)."""
    bangs = count_usable(state, seat, Kind.BANG)
    own, reach = kind_of_weapon(state, seat), weapon_range(state, seat)
    can_repeat = own == Kind.VOLCANIC or state.character[seat] == Character.WILLY_THE_KID
    target = best_within(state, seat, reach, mood)
    volcanic = find(actions, count, Code.PLAY + Kind.VOLCANIC)
    if volcanic != NO_ACTION and bangs > 1 and not can_repeat:
        near = best_within(state, seat, 1, mood)
        if near > NO_TARGET and near >= target:
            return volcanic
    best = NO_ACTION
    for kind in range(Kind.SCHOFIELD, Kind.WINCHESTER + 1):
        action = find(actions, count, Code.PLAY + kind)
        longer = int(WEAPON_RANGE[kind])
        if action == NO_ACTION or longer <= reach:
            continue
        helps = bangs > 0 and best_within(state, seat, longer, mood) > target
        if helps or (state.role[seat] != Role.OUTLAW and own != Kind.VOLCANIC):
            best, reach = action, longer
    return best


# --- excess cards -------------------------------------------------------------------------------


@kernel
def use_up(state: State, seat: Seat, actions: Any, count: int) -> Action:
    """Return a use for cards to be discarded: heal as Sid Ketchum, or lay down a longer weapon."""
    surplus = int(state.hand_size[seat]) - int(state.life[seat])
    heal = find(actions, count, Code.HEAL + 0)
    if heal != NO_ACTION and (surplus > 0 or (state.life[seat] == 1 and state.hand_size[seat] > 2)):
        return heal
    if surplus <= 0:
        return NO_ACTION
    best, reach = NO_ACTION, weapon_range(state, seat)
    if kind_of_weapon(state, seat) != Kind.VOLCANIC:
        for kind in range(Kind.SCHOFIELD, Kind.WINCHESTER + 1):
            action = find(actions, count, Code.PLAY + kind)
            if action != NO_ACTION and WEAPON_RANGE[kind] > reach:
                best, reach = action, int(WEAPON_RANGE[kind])
    return best
