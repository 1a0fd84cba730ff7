"""Who has won, and what a position is worth."""

from typing import Any

import numpy as np

from standoff.games.bang import cardset
from standoff.games.bang.cards import ROLE_NAMES, Role
from standoff.games.bang.state import Winner
from standoff.kit import Result, Seat, State, inline_kernel, kernel

TEAMS = ("law", "outlaws", "renegade")
"""The teams, in the order of Winner."""
ROLES = tuple(name.lower() for name in ROLE_NAMES)
ROLE_TEAM = np.array([Winner.LAW, Winner.LAW, Winner.OUTLAWS, Winner.RENEGADE], np.int64)
"""The team of each Role; the Sheriff and the Deputies are the law."""
CARD_VALUE = 0.5
"""The worth of a card in hand or on the table, compared with a life."""
WIN_VALUE = 100.0
RIVAL = 0.5


@kernel
def returns(state: State, out: Any) -> None:
    """Give 1 to the winners and 0 to the others."""
    for seat in range(state.players):
        out[seat] = 1.0 if has_won(state, seat) else 0.0


@kernel
def outcome(state: State, out: Any) -> None:
    """Fill in rank, score and result; winners share a rank, and so do losers; a win scores 1."""
    winners = 0
    for seat in range(state.players):
        winners += int(has_won(state, seat))
    for seat in range(state.players):
        won = has_won(state, seat)
        out[seat].rank = (1 + winners) / 2 if won else (winners + 1 + int(state.players)) / 2
        out[seat].score = 1.0 if won else 0.0
        out[seat].result = Result.WIN if won else Result.LOSS


@inline_kernel
def has_won(state: State, seat: Seat) -> bool:
    """Whether the team of a seat has won; the dead win with their team (rule 7.4)."""
    role = int(state.role[seat])
    if state.winner == Winner.LAW:
        return role in (Role.SHERIFF, Role.DEPUTY)
    if state.winner == Winner.OUTLAWS:
        return role == Role.OUTLAW
    return bool(state.winner == Winner.RENEGADE and role == Role.RENEGADE and state.is_alive[seat])


@kernel
def evaluate(state: State, seat: Seat) -> float:
    """Return lives and cards of the seat's friends minus those of its foes.

    A player whose role is unknown counts as neither.
    """
    if state.winner != Winner.NOT_YET:
        return WIN_VALUE if has_won(state, seat) else -WIN_VALUE
    role = int(state.role[seat])
    value = 0.0
    for other in range(state.players):
        if not state.is_alive[other]:
            continue
        worth = float(state.life[other]) + CARD_VALUE * float(state.hand_size[other])
        worth += CARD_VALUE * float(cardset.size(state.table[other]))
        value += allegiance(role, int(state.role[other]), seat == other) * worth
    return value


@inline_kernel
def allegiance(role: int, other: int, is_self: bool) -> float:
    """Return how a role stands to another: 1 for a friend, -1 for a foe.

    An Outlaw wants the Sheriff dead, so the rest of the law counts half. The Renegade has no
    friends, but needs the Sheriff for now.
    """
    if is_self:
        return 1.0
    if other < 0:
        return 0.0
    is_law = other in (Role.SHERIFF, Role.DEPUTY)
    if role in (Role.SHERIFF, Role.DEPUTY):
        return 1.0 if is_law else -1.0
    if role == Role.OUTLAW:
        if other == Role.OUTLAW:
            return 1.0
        return -1.0 if other == Role.SHERIFF else -RIVAL
    return 0.0 if other == Role.SHERIFF else -RIVAL


@kernel
def rounds(state: State) -> int:
    """Return how many rounds have begun; each begins with the Sheriff's turn."""
    return int(state.round_number)


@kernel
def team(state: State, seat: Seat) -> int:
    """Return the team of a seat."""
    return int(ROLE_TEAM[state.role[seat]])


@kernel
def role(state: State, seat: Seat) -> int:
    """Return the role of a seat."""
    return int(state.role[seat])
