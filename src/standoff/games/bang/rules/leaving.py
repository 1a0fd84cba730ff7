"""Leaving the game before its end (rule 7.5)."""

from standoff.games.bang.cards import NONE
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.death import eliminate, find_winner
from standoff.games.bang.rules.piles import discard_everything
from standoff.games.bang.rules.requests import advance
from standoff.games.bang.rules.wounds import find_dying
from standoff.games.bang.state import Fall, Winner
from standoff.kit import Seat, State, inline_kernel, kernel


@kernel
def forfeit(state: State, seat: Seat) -> None:
    """Let a player leave: he is eliminated by nobody; when all have left, all lose (rule 7.5)."""
    state.has_left[seat] = 1
    if state.winner != Winner.NOT_YET:
        if state.num_tasks == 0 and have_all_left(state):  # leaving, not playing, has ended it
            state.winner = Winner.NOBODY
        return
    if state.is_alive[seat]:
        eliminate(state, seat)
        if find_dying(state, NONE) != NONE:
            state.has_fallen[seat] = Fall.LEFT  # victory is looked at when all deaths are done
        else:
            state.has_fallen[seat] = Fall.NONE
            state.winner = find_winner(state)
            if state.winner != Winner.NOT_YET:
                clear_away(state)
    elif state.task_seat[tasks.top(state)] == seat:  # dead, and choosing the card on top
        discard_everything(state, seat)
    advance(state)


@inline_kernel
def have_all_left(state: State) -> bool:
    """Whether nobody is at the table any more."""
    left = 0
    for seat in range(state.players):
        left += int(state.has_left[seat])
    return bool(left == state.players)


@inline_kernel
def clear_away(state: State) -> None:
    """Nothing is left to be done: the dead who were choosing the order of their cards drop them."""
    while state.num_tasks > 0:
        tasks.pop(state)
    for seat in range(state.players):
        if not state.is_alive[seat]:
            discard_everything(state, seat)
