"""Whom to attack, and who is a friend, by the roles believed in (Kolar 5.2.1, `getTarget`)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.cards import (
    MAX_SEATS,
    MIN_SEATS,
    NUM_KINDS,
    ROLE_COUNTS,
    UNKNOWN,
    WEAPON_RANGE,
    Kind,
    Role,
)
from standoff.games.bang.players.kolar.mood import Mood, Strategy
from standoff.games.bang.rules.answers import count_usable
from standoff.games.bang.rules.seats import distance, find_sheriff, weapon_range
from standoff.kit import Seat, State, kernel

NO_TARGET = 0.0
FIRST, SECOND, THIRD, LAST = 4, 3, 2, 1
"""Classes of targets; within one, the weakest comes first."""
CLASS_WORTH = 100.0
LIFE_WORTH = 10.0
MUCH_WEAKER = 3
"""The Renegade does not attack a team with this many lives less than the other."""
STRONG_SHERIFF = 3


# --- priorities ---------------------------------------------------------------------------------


@kernel
def priority(state: State, seat: Seat, other: Seat, mood: Any) -> float:
    """Return how much `seat` wants to attack `other`, or NO_TARGET."""
    if other == seat or not state.is_alive[other]:
        return NO_TARGET
    role = int(state.role[seat])
    if role == Role.OUTLAW:
        rank = rank_for_outlaw(state, seat, other, mood)
    elif role == Role.RENEGADE:
        rank = rank_for_renegade(state, seat, other, mood)
    else:
        rank = rank_for_law(state, seat, other)
    if rank == 0:
        return NO_TARGET
    weakness = LIFE_WORTH * float(state.life[other]) + float(state.hand_size[other])
    return CLASS_WORTH * rank - weakness


@kernel
def rank_for_law(state: State, seat: Seat, other: Seat) -> int:
    """Rank Outlaws first, then Renegades, then everybody if no other Deputy can be left."""
    role = int(state.role[other])
    if role == Role.SHERIFF:
        return 0
    if role == Role.OUTLAW:
        return FIRST
    if role == Role.RENEGADE:
        return SECOND
    return LAST if not can_be_left(state, seat, Role.DEPUTY) else 0


@kernel
def rank_for_outlaw(state: State, seat: Seat, other: Seat, mood: Any) -> int:
    """Rank the Sheriff first, but a weak Deputy before a strong Sheriff, then the others.

    An Outlaw who still hides spares the Sheriff.
    """
    role = int(state.role[other])
    is_weak = state.life[other] <= mood[Mood.LOW_LIFE]
    if role == Role.SHERIFF:
        return SECOND if not keeps_back(state, seat, other, mood) else 0
    if role == Role.DEPUTY:
        is_strong = state.life[find_sheriff(state)] > mood[Mood.LOW_LIFE]
        return FIRST if is_weak and is_strong else THIRD
    if role == Role.RENEGADE:
        return THIRD
    return LAST if not can_be_left(state, seat, Role.OUTLAW) else 0


@kernel
def rank_for_renegade(state: State, seat: Seat, other: Seat, mood: Any) -> int:
    """Rank the stronger team first, to keep the balance, and the Sheriff last."""
    role = int(state.role[other])
    law, outlaws = count_lives(state, seat)
    if role == Role.SHERIFF:
        if state.num_alive == 2:
            return FIRST
        is_alone = state.num_alive == 3 and outlaws == 1 and law >= STRONG_SHERIFF
        return LAST if is_alone and not reaches_outlaw(state, seat) else 0
    is_weak = state.life[find_sheriff(state)] <= mood[Mood.LOW_LIFE]
    if role == Role.OUTLAW:
        return FIRST if outlaws >= law or is_weak else SECOND * int(law - outlaws < MUCH_WEAKER)
    if role == Role.DEPUTY:
        if is_weak and outlaws > 0:
            return 0
        return FIRST if law > outlaws else SECOND * int(outlaws - law < MUCH_WEAKER)
    return LAST if not can_be_left(state, seat, Role.OUTLAW) else 0


@kernel
def reaches_outlaw(state: State, seat: Seat) -> bool:
    """Whether a player believed to be an Outlaw is in the range of the weapon."""
    found = 0
    for other in range(state.players):
        if state.is_alive[other] and state.role[other] == Role.OUTLAW:
            found += int(distance(state, seat, other) <= weapon_range(state, seat))
    return found > 0


@kernel
def count_lives(state: State, seat: Seat) -> tuple[int, int]:
    """Return the lives of the law and of the Outlaws, by the roles believed in."""
    law, outlaws = 0, 0
    for other in range(state.players):
        if state.is_alive[other] and other != seat:
            lives = int(state.life[other])
            law += lives * int(state.role[other] in (Role.SHERIFF, Role.DEPUTY))
            outlaws += lives * int(state.role[other] == Role.OUTLAW)
    return law, outlaws


@kernel
def can_be_left(state: State, seat: Seat, role: int) -> bool:
    """Whether another living player can have a role, given the own role and those of the dead."""
    count = int(ROLE_COUNTS[state.players - MIN_SEATS, role])
    for other in range(state.players):
        is_certain = other == seat or not state.is_alive[other]
        count -= int(is_certain and state.role[other] == role)
    return count > 0


@kernel
def best_within(state: State, seat: Seat, reach: int, mood: Any) -> float:
    """Return the priority of the foremost target within a range, or NO_TARGET."""
    best = NO_TARGET
    for other in range(state.players):
        value = priority(state, seat, other, mood)
        if value > best and distance(state, seat, other) <= reach:
            best = value
    return best


# --- strategy -----------------------------------------------------------------------------------


@kernel
def choose_strategy(state: State, seat: Seat, mood: Any) -> int:
    """Return the Strategy of this decision."""
    if state.role[seat] == Role.OUTLAW and keeps_back(state, seat, find_sheriff(state), mood):
        return Strategy.KEEP_BACK + 0
    has_target = best_within(state, seat, MAX_SEATS, mood) > NO_TARGET
    if state.life[seat] <= mood[Mood.LOW_LIFE] or not has_target:
        return Strategy.DEFENSE + 0
    return Strategy.OFFENSE + 0


@kernel
def keeps_back(state: State, seat: Seat, sheriff: Seat, mood: Any) -> bool:
    """Whether an Outlaw still hides: he has not attacked, and has too few cards to begin.

    He does not hide when he can kill the Sheriff, or when nobody else is left.
    """
    if mood[Mood.KB] <= 0.0 or state.num_alive == 2:
        return False
    if state.harm[seat, sheriff] > 0:
        return False
    attacks = count_attacks(state, seat, sheriff)
    return bool(attacks < mood[Mood.KB] and attacks < state.life[sheriff])


@kernel
def count_attacks(state: State, seat: Seat, target: Seat) -> int:
    """Return how many cards of its hand a seat could attack a target with."""
    hand = state.hand[seat]
    count = cardset.count_kind(hand, Kind.DUEL) + cardset.count_kind(hand, Kind.GATLING)
    count += cardset.count_kind(hand, Kind.INDIANS) + cardset.count_kind(hand, Kind.CAT_BALOU)
    apart = distance(state, seat, target)
    count += cardset.count_kind(hand, Kind.PANIC) * int(apart <= 1)
    if apart <= longest_range(state, seat):
        count += count_usable(state, seat, Kind.BANG)
    return count


@kernel
def longest_range(state: State, seat: Seat) -> int:
    """Return how far a seat can shoot with its weapon or with one in its hand."""
    reach = weapon_range(state, seat)
    for kind in range(Kind.VOLCANIC, NUM_KINDS):
        if cardset.has_kind(state.hand[seat], kind):
            reach = max(reach, int(WEAPON_RANGE[kind]))
    return reach


# --- friend and foe -----------------------------------------------------------------------------


@kernel
def attitude(state: State, seat: Seat, other: Seat) -> float:
    """Return 1 for a friend, -1 for a foe, and a number between them if it is unclear."""
    role, other_role = int(state.role[seat]), int(state.role[other])
    if other == seat:
        return 1.0
    if role == Role.RENEGADE:
        return attitude_of_renegade(state, seat, other_role)
    if other_role == UNKNOWN:
        return 0.0
    if role == Role.OUTLAW:
        return 1.0 if other_role == Role.OUTLAW else -1.0
    return 1.0 if other_role in (Role.SHERIFF, Role.DEPUTY) else -1.0


@kernel
def attitude_of_renegade(state: State, seat: Seat, role: int) -> float:
    """Return how the Renegade stands to a role: most of all against the stronger team."""
    law, outlaws = count_lives(state, seat)
    if role == Role.SHERIFF:
        return 1.0 if state.num_alive > 2 else -1.0
    if role == Role.OUTLAW:
        return -1.0 if outlaws >= law else -0.2
    if role == Role.DEPUTY:
        return -1.0 if law > outlaws else -0.2
    return -0.3
