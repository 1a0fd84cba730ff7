"""Wounds, and what they lead to: deaths, rewards, abilities (rules 6.4 and 6.5)."""

from standoff.games.bang.cards import NONE, Character
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.death import find_winner, reward
from standoff.games.bang.rules.piles import draw_cards, take_random_card
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import Fall, Winner
from standoff.kit import Seat, State, inline_kernel, kernel


@inline_kernel
def hurt(state: State, seat: Seat, amount: int, source: Seat) -> None:
    """Take lives; what follows is resolved at once, or after a mass attack in batch (rule 6.4)."""
    state.life[seat] -= amount
    state.wounds[seat] += amount
    is_mass = state.num_tasks > 0 and state.task[tasks.top(state)] == Task.MASS
    if not (is_mass and state.is_batch):
        tasks.push(state, Task.RESOLVE, seat, source, 0, 0)


@inline_kernel
def find_dying(state: State, source: Seat) -> Seat:
    """Return the first dying seat clockwise from the source, or from the turn, or NONE."""
    start = source if source != NONE else int(state.turn)
    for step in range(1, int(state.players) + 1):
        seat = (start + step) % int(state.players)
        if state.is_alive[seat] and state.life[seat] <= 0:
            return seat
    return NONE


@kernel
def resolve(state: State, source: Seat) -> None:
    """Go on with what wounds lead to: deaths, then victory, rewards, and abilities (rule 6.5)."""
    dying = find_dying(state, source)
    if dying != NONE:
        tasks.push(state, Task.LAST_SAVE, dying, source, 0, 0)
        return
    tasks.pop(state)
    start = source if source != NONE else int(state.turn)
    has_fallen = 0
    for seat in range(state.players):
        has_fallen |= int(state.has_fallen[seat])
    if has_fallen:
        state.winner = find_winner(state)
        if state.winner != Winner.NOT_YET:
            return
        for step in range(1, int(state.players) + 1):
            seat = (start + step) % int(state.players)
            if state.has_fallen[seat] == Fall.KILLED:
                reward(state, seat, source)
            state.has_fallen[seat] = Fall.NONE
    for step in range(1, int(state.players) + 1):
        seat = (start + step) % int(state.players)
        if state.wounds[seat] > 0:
            wounds = int(state.wounds[seat])
            state.wounds[seat] = 0
            if state.is_alive[seat]:
                feel_wounds(state, seat, wounds, source)


@kernel
def feel_wounds(state: State, seat: Seat, wounds: int, source: Seat) -> None:
    """Let Bart Cassidy and El Gringo draw for lives lost (rules 9.1 and 9.4)."""
    if state.character[seat] == Character.BART_CASSIDY:
        draw_cards(state, seat, wounds)
    elif state.character[seat] == Character.EL_GRINGO and source not in (NONE, seat):
        for _ in range(wounds):
            if state.hand_size[source] > 0:
                take_random_card(state, seat, source)
