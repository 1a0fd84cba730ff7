"""Official tournament points of each seat after a game of five to seven players.

From the tournament rules of daVinci Games, as Kolar's chapter 6.1 quotes them.
"""

import numpy as np

from standoff.games.bang.cards import Role
from standoff.games.bang.state import Winner
from standoff.kit import Seat, State, kernel

MIN_PLAYERS, MAX_PLAYERS = 5, 7
NO_POINTS = -1
"""For other numbers of players no points are official."""

# For 5, 6 and 7 players.
SHERIFF_WINS = np.array([3000, 4500, 4500], np.int64)
LIVING_DEPUTY = np.array([2200, 3300, 3300], np.int64)
DEAD_DEPUTY = np.array([1400, 2100, 2100], np.int64)
FINAL_DUEL = np.array([2000, 2400, 2800], np.int64)
"""For the Renegade who loses the final duel with the Sheriff."""
LIVING_OUTLAW = np.array([2000, 3000, 3000], np.int64)
DEAD_OUTLAW = np.array([1400, 2100, 2100], np.int64)
LIVING_RENEGADE = np.array([500, 600, 700], np.int64)
"""When the Outlaws win."""
RENEGADE_WINS = np.array([6500, 7800, 9100], np.int64)
LOSING_SHERIFF = np.array([500, 600, 700], np.int64)
"""When the Renegade wins."""


@kernel
def tournament_points(state: State, seat: Seat) -> int:
    """Return the points of a seat, or NO_POINTS for other numbers of players."""
    if not MIN_PLAYERS <= state.players <= MAX_PLAYERS:
        return NO_POINTS
    size = int(state.players) - MIN_PLAYERS
    role, is_alive = int(state.role[seat]), bool(state.is_alive[seat])
    points = 0
    if state.winner == Winner.LAW:
        if role == Role.SHERIFF:
            points = int(SHERIFF_WINS[size])
        elif role == Role.DEPUTY:
            points = int(LIVING_DEPUTY[size]) if is_alive else int(DEAD_DEPUTY[size])
        elif role == Role.RENEGADE and was_in_final_duel(state, seat):
            points = int(FINAL_DUEL[size])
    elif state.winner == Winner.OUTLAWS:
        if role == Role.OUTLAW:
            points = int(LIVING_OUTLAW[size]) if is_alive else int(DEAD_OUTLAW[size])
        elif role == Role.RENEGADE and is_alive:
            points = int(LIVING_RENEGADE[size])
    elif state.winner == Winner.RENEGADE:
        if role == Role.RENEGADE and is_alive:
            points = int(RENEGADE_WINS[size])
        elif role == Role.SHERIFF:
            points = int(LOSING_SHERIFF[size])
    return points


@kernel
def was_in_final_duel(state: State, seat: Seat) -> bool:
    """Whether a dead seat and the Sheriff were the last two alive."""
    return bool(state.num_alive == 1 and state.last_death == seat)
