"""Seats round the table: the next one, and the distance between two (rule 4)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.cards import CARD_KIND, CARD_RANGE, NONE, Character, Kind, Role
from standoff.kit import Seat, State, inline_kernel, kernel


@inline_kernel
def following(state: Any, seat: int) -> int:
    """Return the next seat clockwise, dead or alive."""
    return seat + 1 if seat + 1 < state.players else 0


@inline_kernel
def next_seat(state: Any, seat: int) -> int:
    """Return the next living seat clockwise."""
    seat = following(state, seat)
    while not state.is_alive[seat]:
        seat = following(state, seat)
    return seat


@kernel
def count_the_living(state: Any) -> None:
    """Give each living seat its number among the living."""
    living = 0
    for seat in range(state.players):
        state.ring[seat] = living
        living += int(state.is_alive[seat])
    state.num_alive = living


@inline_kernel
def find_character(state: Any, character: int) -> int:
    """Return the living seat of a character, or NONE."""
    for seat in range(state.players):
        if state.character[seat] == character and state.is_alive[seat]:
            return seat
    return NONE


@inline_kernel
def find_sheriff(state: State) -> Seat:
    """Return the seat of the Sheriff, whose role is open."""
    for seat in range(state.players):
        if state.role[seat] == Role.SHERIFF:
            return seat
    return NONE


# --- distance -------------------------------------------------------------------------------------


@inline_kernel
def steps_between(state: Any, seat: int, other: int) -> int:
    """Return the number of steps between two living seats, the shorter way (rule 4.1)."""
    steps = abs(int(state.ring[seat]) - int(state.ring[other]))
    return min(steps, int(state.num_alive) - steps)


@inline_kernel
def cover(state: Any, seat: int) -> int:
    """Return how much farther away others see a seat (rule 4.2)."""
    has_mustang = cardset.has_kind(state.table[seat], Kind.MUSTANG)
    return int(has_mustang) + int(state.character[seat] == Character.PAUL_REGRET)


@inline_kernel
def remoteness(state: Any, seat: int, other: int) -> int:
    """Return the distance from `seat` to `other` before the sight of `seat` is subtracted."""
    return steps_between(state, seat, other) + cover(state, other)


@inline_kernel
def sight(state: Any, seat: int) -> int:
    """Return how much closer a seat sees others (rule 4.3)."""
    has_scope = cardset.has_kind(state.table[seat], Kind.SCOPE)
    return int(has_scope) + int(state.character[seat] == Character.ROSE_DOOLAN)


@kernel
def distance(state: Any, seat: int, other: int) -> int:
    """Return the distance at which `seat` sees `other`."""
    return remoteness(state, seat, other) - sight(state, seat)


@inline_kernel
def weapon_range(state: Any, seat: int) -> int:
    """Return how far a seat can shoot (rule 4.4)."""
    return int(CARD_RANGE[state.weapon[seat]])


@inline_kernel
def kind_of_weapon(state: State, seat: Seat) -> int:
    """Return the kind of a seat's weapon, or NONE without one."""
    return int(CARD_KIND[state.weapon[seat]]) if state.weapon[seat] != NONE else NONE
