"""The General Store: a card is turned up for each living player, who take one in turn (5.7)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import CARD_KIND, NONE
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.answers import list_kinds
from standoff.games.bang.rules.notes import Note, Place, note
from standoff.games.bang.rules.piles import (
    lay_open,
    put_in_hand,
    put_on_discard,
    show_to_all,
    take_top,
)
from standoff.games.bang.rules.seats import following
from standoff.games.bang.rules.tasks import Task
from standoff.kit import Action, Seat, State, inline_kernel, kernel, lowest_bit


@kernel
def open_store(state: State, seat: Seat) -> None:
    """Turn up a card for each living player."""
    for _ in range(state.num_alive):
        card = take_top(state)
        if card != NONE:
            lay_open(state, card)
            cardset.add(state.store, card)
            note(state, Note.CARD, NONE, card, Place.STORE)
    tasks.push(state, Task.STORE, seat, seat, int(state.players), 0)


@inline_kernel
def go_on(state: State, seat: Seat) -> bool:
    """Let a seat without a choice take a card, or close the store; False when it has a choice."""
    if state.task_value[tasks.top(state)] == 0 or cardset.is_empty(state.store):
        tasks.pop(state)
        while not cardset.is_empty(state.store):  # a player has left before taking a card
            put_on_discard(state, cardset.pop_lowest(state.store))
        return True
    if not state.is_alive[seat]:
        pass_store_on(state)
        return True
    kind = store_kind(state)
    if kind == NONE:
        return False
    take_from_store(state, seat, kind)
    return True


@inline_kernel
def store_kind(state: State) -> int:
    """Return the kind of all cards in the store, or NONE if they are of several kinds."""
    store = state.store
    word = 0 if store[0] != 0 else 1
    kind = int(CARD_KIND[cardset.BITS * word + lowest_bit(store[word])])
    rest = store[word] & ~cardset.KIND_MASK[kind]
    if rest != 0 or (word == 0 and store[1] != 0):
        return NONE
    return kind


@inline_kernel
def list_answers(state: State, out: Any) -> int:
    """List the kinds of card in the store."""
    return list_kinds(state.store, Code.TAKE, out, 0)


@inline_kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Take a card of the chosen kind."""
    take_from_store(state, seat, action - Code.TAKE)


@kernel
def take_from_store(state: State, seat: Seat, kind: int) -> None:
    """Take a card of the store into the hand; the next seat is asked."""
    card = cardset.first_of_kind(state.store, kind)
    cardset.remove(state.store, card)
    put_in_hand(state, seat, card)
    show_to_all(state, seat, card)
    pass_store_on(state)


@inline_kernel
def pass_store_on(state: State) -> None:
    """Give the turn in the General Store to the next seat, dead or alive."""
    top = tasks.top(state)
    state.task_seat[top] = following(state, int(state.task_seat[top]))
    state.task_value[top] -= 1
