"""The public record of who harmed or helped whom. Roles are guessed from it (rule 8.6)."""

from typing import Any

from standoff.games.bang.rules.seats import find_sheriff
from standoff.games.bang.state import HARMS, MANY, WINDOW, Victim
from standoff.kit import inline_kernel


@inline_kernel
def note_deed(state: Any, seat: int, other: int, act: int) -> None:
    """Note what a seat did to another."""
    if seat == other:
        return
    is_harm = act in HARMS
    if state.deeds[seat, other, act] < MANY:
        state.deeds[seat, other, act] += 1
        state.harm[seat, other] += int(is_harm)
    if is_harm:
        victim = kind_of_victim(state, other)
        row = int(state.round_number) % WINDOW
        if state.recent_harm[row, seat, victim] < MANY:
            state.recent_harm[row, seat, victim] += 1


@inline_kernel
def kind_of_victim(state: Any, seat: int) -> int:
    """Return the Victim that a seat is."""
    sheriff = find_sheriff(state)
    if seat == sheriff:
        return Victim.SHERIFF + 0
    return Victim.ATTACKER + 0 if state.harm[seat, sheriff] > 0 else Victim.OTHER + 0
