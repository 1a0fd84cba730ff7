"""Wounds, and what they lead to: deaths, victory, rewards, abilities (rules 6.3 to 6.5)."""

from standoff.games.bang.cards import NONE, Character
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.death import bury, find_corpse, find_winner, reward
from standoff.games.bang.rules.notes import Note, note
from standoff.games.bang.rules.piles import draw_cards, take_random_card
from standoff.games.bang.rules.seats import following
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import Fall, Winner
from standoff.kit import Seat, State, inline_kernel, kernel


@inline_kernel
def hurt(state: State, seat: Seat, amount: int, source: Seat) -> None:
    """Take lives; what follows is resolved next, but after a mass attack in batch (rule 6.4).

    `source` is the attacker, NONE for the Dynamite and for the loser of his own duel.
    """
    state.life[seat] -= amount
    state.wounds[seat] += amount
    note(state, Note.LIFE, seat, NONE, -amount)
    is_mass = state.num_tasks > 0 and state.task[tasks.top(state)] == Task.MASS
    if not (is_mass and state.is_batch):
        tasks.push(state, Task.RESOLVE, seat, source, 0, 0)


@kernel
def resolve(state: State, source: Seat) -> None:
    """Do the next thing that wounds lead to, clockwise from the source or the turn (6.5).

    Each dying player has a last moment. When nobody is dying any more: the cards of the dead, then
    victory, rewards, abilities.
    """
    start = source if source != NONE else int(state.turn)
    dying = find_dying(state, start)
    if dying != NONE:
        tasks.push(state, Task.LAST_SAVE, dying, source, 0, 0)
        return
    has_deaths = has_anybody_fallen(state)
    corpse = find_corpse(state, start) if has_deaths else NONE
    if corpse != NONE:
        bury(state, corpse)
        return
    tasks.pop(state)
    if has_deaths:
        state.winner = find_winner(state)
        if state.winner != Winner.NOT_YET:
            return
        seat = start
        for _ in range(state.players):
            seat = following(state, seat)
            if state.fall[seat] == Fall.KILLED:
                reward(state, seat, source)
            state.fall[seat] = Fall.NONE
    seat = start
    for _ in range(state.players):
        seat = following(state, seat)
        if state.wounds[seat] > 0:
            wounds = int(state.wounds[seat])
            state.wounds[seat] = 0
            if state.is_alive[seat]:
                feel_wounds(state, seat, wounds, source)


@inline_kernel
def find_dying(state: State, start: Seat) -> Seat:
    """Return the first dying seat clockwise after `start`, or NONE."""
    seat = start
    for _ in range(state.players):
        seat = following(state, seat)
        if state.is_alive[seat] and state.life[seat] <= 0:
            return seat
    return NONE


@inline_kernel
def has_anybody_fallen(state: State) -> bool:
    """Whether somebody was eliminated by the card that is being resolved."""
    falls = 0
    for seat in range(state.players):
        falls |= int(state.fall[seat])
    return falls != 0


@kernel
def feel_wounds(state: State, seat: Seat, wounds: int, source: Seat) -> None:
    """Let Bart Cassidy and El Gringo draw for lives lost (rules 9.1 and 9.4)."""
    if state.character[seat] == Character.BART_CASSIDY:
        note(state, Note.ABILITY, seat, NONE, 0)
        draw_cards(state, seat, wounds)
    elif state.character[seat] == Character.EL_GRINGO and source not in (NONE, seat):
        for _ in range(wounds):
            if state.hand_size[source] > 0:
                note(state, Note.ABILITY, seat, NONE, 0)
                take_random_card(state, seat, source)
