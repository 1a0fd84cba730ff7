"""Draw!: a card is turned over for the Barrel, the Dynamite or the Jail (rules 2.5 and 9.8)."""

from enum import IntEnum
from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import (
    CARD_RANK,
    CARD_SUIT,
    DYNAMITE_DAMAGE,
    EXPLOSIVE_HIGH,
    EXPLOSIVE_LOW,
    NONE,
    Character,
    Kind,
    Suit,
)
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.notes import Note, Place, note
from standoff.games.bang.rules.piles import (
    lay_on_table,
    lay_open,
    leave_table,
    put_on_discard,
    take_top,
)
from standoff.games.bang.rules.seats import next_seat
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.wounds import hurt
from standoff.kit import Action, Seat, State, inline_kernel, kernel


class Draw(IntEnum):
    """What a "draw!" is for."""

    BARREL = 0
    DYNAMITE = 1
    JAIL = 2


@kernel
def draw_for(state: State, seat: Seat, draw: int) -> None:
    """Turn a card over; Lucky Duke turns two and chooses one (rules 2.5 and 9.8)."""
    card = take_top(state)
    if card == NONE:
        settle_draw(state, seat, draw, draw == Draw.DYNAMITE)
        return
    if state.character[seat] == Character.LUCKY_DUKE:
        second = take_top(state)
        if second != NONE:
            draw_as_lucky_duke(state, seat, draw, card, second)
            return
    note_check(state, seat, card, draw)
    put_on_discard(state, card)
    settle_draw(state, seat, draw, is_good(card, draw))


@inline_kernel
def note_check(state: State, seat: Seat, card: int, draw: int) -> None:
    """Note which card counts in a "draw!"."""
    note(state, Note.CHECK, seat, card, 2 * draw + int(is_good(card, draw)))


@kernel
def settle_draw(state: State, seat: Seat, draw: int, was_good: bool) -> None:
    """Do what a "draw!" decides; for a Barrel, the shot is the top task."""
    if draw == Draw.BARREL:
        state.task_value[tasks.top(state)] -= int(was_good)
    elif draw == Draw.DYNAMITE:
        card = cardset.first_of_kind(state.table[seat], Kind.DYNAMITE)
        leave_table(state, seat, card)
        if was_good:
            lay_on_table(state, next_seat(state, seat), card)
        else:
            put_on_discard(state, card)
            hurt(state, seat, DYNAMITE_DAMAGE, NONE)
    else:
        card = cardset.first_of_kind(state.table[seat], Kind.JAIL)
        leave_table(state, seat, card)
        put_on_discard(state, card)
        if not was_good:  # the top task is PHASE_ONE, which is left out
            tasks.replace(state, Task.DISCARD if state.jail_discards else Task.END_TURN, seat)


@inline_kernel
def is_good(card: int, draw: int) -> bool:
    """Whether a card turned over for "draw!" is good for the player (rules 3.2, 3.3, 5.3)."""
    if draw == Draw.DYNAMITE:
        is_low = EXPLOSIVE_LOW <= CARD_RANK[card] <= EXPLOSIVE_HIGH
        return not (CARD_SUIT[card] == Suit.SPADES and is_low)
    return bool(CARD_SUIT[card] == Suit.HEARTS)


# --- Lucky Duke -----------------------------------------------------------------------------------


@kernel
def draw_as_lucky_duke(state: State, seat: Seat, draw: int, card: int, second: int) -> None:
    """Ask which of two cards counts, unless both do the same or the better one counts (9.8)."""
    first_good, second_good = is_good(card, draw), is_good(second, draw)
    note(state, Note.ABILITY, seat, NONE, 0)
    note(state, Note.CARD, NONE, card, Place.FLIPPED)
    note(state, Note.CARD, NONE, second, Place.FLIPPED)
    if first_good == second_good or state.auto_lucky_duke:
        note_check(state, seat, card if first_good >= second_good else second, draw)
        put_on_discard(state, card)
        put_on_discard(state, second)
        settle_draw(state, seat, draw, first_good or second_good)
    else:
        state.flipped[0] = card
        state.flipped[1] = second
        lay_open(state, card)
        lay_open(state, second)
        tasks.push(state, Task.LUCKY, seat, NONE, draw, 0)


@inline_kernel
def list_answers(state: State, out: Any) -> int:
    """List the two cards that Lucky Duke chooses from, in the order of the codes."""
    first, second = int(state.flipped[0]), int(state.flipped[1])
    out[0] = Code.CHOOSE + min(first, second)
    out[1] = Code.CHOOSE + max(first, second)
    return 2


@inline_kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Let the chosen card count; both are discarded (rule 9.8)."""
    draw = int(state.task_value[tasks.top(state)])
    tasks.pop(state)
    note_check(state, seat, action - Code.CHOOSE, draw)
    discard_flipped(state)
    settle_draw(state, seat, draw, is_good(action - Code.CHOOSE, draw))


@inline_kernel
def discard_flipped(state: State) -> None:
    """Discard the cards that Lucky Duke has turned over, if there are any."""
    for index in range(len(state.flipped)):
        if state.flipped[index] != NONE:
            put_on_discard(state, int(state.flipped[index]))
            state.flipped[index] = NONE
