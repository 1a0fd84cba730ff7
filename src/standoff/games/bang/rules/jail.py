"""Jail: a player is put in jail (rule 5.13). The draw! to get out is in `draw.py`."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import Kind, Role
from standoff.games.bang.rules.deeds import note_deed
from standoff.games.bang.rules.piles import lay_on_table, lay_open, leave_hand, pick_from_hand
from standoff.games.bang.state import Act
from standoff.kit import Seat, State, inline_kernel


@inline_kernel
def list_jails(state: State, seat: Seat, out: Any, count: int) -> int:
    """List a Jail for each player who may be put in jail."""
    for other in range(state.players):
        if may_jail(state, seat, other):
            out[count] = Code.JAIL + other
            count += 1
    return count


@inline_kernel
def may_jail(state: State, seat: Seat, other: Seat) -> bool:
    """Whether `seat` may put `other` in jail."""
    if other == seat or not state.is_alive[other] or state.role[other] == Role.SHERIFF:
        return False
    return not cardset.has_kind(state.table[other], Kind.JAIL)


@inline_kernel
def play_jail(state: State, seat: Seat, target: Seat) -> None:
    """Put a player in jail."""
    card = pick_from_hand(state, seat, Kind.JAIL)
    leave_hand(state, seat, card)
    lay_open(state, card)
    note_deed(state, seat, target, Act.JAILED)
    lay_on_table(state, target, card)
