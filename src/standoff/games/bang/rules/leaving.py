"""Leaving the game before its end (rule 7.5)."""

from standoff.games.bang.cards import NONE
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.death import bury, eliminate, find_winner
from standoff.games.bang.rules.piles import discard_everything
from standoff.games.bang.rules.requests import advance
from standoff.games.bang.rules.wounds import find_dying
from standoff.games.bang.state import Fall, Winner
from standoff.kit import Seat, State, inline_kernel, kernel


@kernel
def leave(state: State, seat: Seat) -> None:
    """Let a player leave: nobody is the killer; when all have left, all lose (rule 7.5)."""
    state.has_left[seat] = 1
    if state.winner != Winner.NOT_YET:
        if state.num_tasks == 0 and have_all_left(state):  # no play has ended the game
            state.winner = Winner.NOBODY
        return
    if state.is_alive[seat]:
        eliminate(state, seat)
        if find_dying(state, seat) != NONE:
            state.fall[seat] = Fall.LEFT  # Rule 7.3: the winner is found after all deaths.
        else:
            state.fall[seat] = Fall.NONE
            bury(state, seat)
            state.winner = find_winner(state)
            if state.winner != Winner.NOT_YET:
                clear_away(state)
    elif state.task_seat[tasks.top(state)] == seat:  # dead, and choosing the last card
        discard_everything(state, seat)
    advance(state)


@inline_kernel
def have_all_left(state: State) -> bool:
    """Whether all players have left."""
    left = 0
    for seat in range(state.players):
        left += int(state.has_left[seat])
    return bool(left == state.players)


@inline_kernel
def clear_away(state: State) -> None:
    """Remove all tasks; the dead who were choosing a last card discard all."""
    while state.num_tasks > 0:
        tasks.pop(state)
    for seat in range(state.players):
        if not state.is_alive[seat]:
            discard_everything(state, seat)
