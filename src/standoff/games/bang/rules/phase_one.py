"""Phase 1: draw two cards; four characters do it in their own way (rule 3.4)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import CARD_SUIT, KIT_CARDS, NONE, PHASE_ONE_CARDS, Character, Suit
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.notes import Note, note
from standoff.games.bang.rules.piles import (
    draw_cards,
    put_in_hand,
    reshuffle,
    show_to_all,
    take_random_card,
    take_top,
)
from standoff.games.bang.rules.tasks import Task
from standoff.kit import Action, Seat, State, inline_kernel, kernel


@inline_kernel
def draw_phase_one(state: State, seat: Seat) -> None:
    """Draw two cards, or draw as the character does (rule 3.4)."""
    tasks.replace(state, Task.PLAY, seat)
    character = int(state.character[seat])
    if character == Character.BLACK_JACK:
        draw_as_black_jack(state, seat)
    elif character == Character.KIT_CARLSON:
        look_as_kit_carlson(state, seat)
    elif character == Character.JESSE_JONES and has_other_hand(state, seat):
        tasks.push(state, Task.JESSE, seat, NONE, 0, 0)
    elif character == Character.PEDRO_RAMIREZ and state.discard_size > 0:
        tasks.push(state, Task.PEDRO, seat, NONE, 0, 0)
    else:
        draw_cards(state, seat, PHASE_ONE_CARDS)


@inline_kernel
def draw_as_black_jack(state: State, seat: Seat) -> None:
    """Show the second card; a red one brings a third (rule 9.2)."""
    note(state, Note.ABILITY, seat, NONE, 0)
    draw_cards(state, seat, 1)
    card = take_top(state)
    if card == NONE:
        return
    put_in_hand(state, seat, card)
    show_to_all(state, seat, card)
    if CARD_SUIT[card] in (Suit.HEARTS, Suit.DIAMONDS):
        draw_cards(state, seat, 1)


# --- Kit Carlson ----------------------------------------------------------------------------------


@inline_kernel
def look_as_kit_carlson(state: State, seat: Seat) -> None:
    """Look at the top three cards, to put one back (rule 9.7)."""
    if state.deck_size < KIT_CARDS and state.discard_size > 0:
        reshuffle(state)
    if state.deck_size < KIT_CARDS:
        draw_cards(state, seat, PHASE_ONE_CARDS)
        return
    note(state, Note.ABILITY, seat, NONE, 0)
    for depth in range(1, KIT_CARDS + 1):
        card = int(state.deck[state.deck_size - depth])
        cardset.add(state.known[seat], card)
        note(state, Note.LOOK, seat, card, 0)
    tasks.push(state, Task.KIT, seat, NONE, 0, 0)


@inline_kernel
def list_top_cards(state: State, out: Any) -> int:
    """List the top three cards, one of which Kit Carlson puts back, in the order of the codes."""
    for depth in range(KIT_CARDS):
        code = Code.PUT_BACK + int(state.deck[state.deck_size - 1 - depth])
        index = depth
        while index > 0 and out[index - 1] > code:
            out[index] = out[index - 1]
            index -= 1
        out[index] = code
    return KIT_CARDS


@kernel
def put_back(state: State, seat: Seat, card: int) -> None:
    """Keep two of the top three cards, and leave the third on top (rule 9.7)."""
    for _ in range(KIT_CARDS):
        other = take_top(state)
        if other != card:
            cardset.remove(state.seen, other)
            put_in_hand(state, seat, other)
    cardset.add(state.seen, card)  # whoever draws it knows that Kit Carlson has seen it
    state.deck[state.deck_size] = card
    state.deck_size += 1


# --- Jesse Jones and Pedro Ramirez ----------------------------------------------------------------


@inline_kernel
def has_other_hand(state: State, seat: Seat) -> bool:
    """Whether another living seat has cards in hand."""
    found = 0
    for other in range(state.players):
        if other != seat and state.is_alive[other]:
            found += int(state.hand_size[other])
    return found > 0


@inline_kernel
def list_hands_to_draw_from(state: State, seat: Seat, out: Any) -> int:
    """List the deck and the hands of others, for Jesse Jones (rule 9.5)."""
    out[0] = Code.DRAW_DECK
    count = 1
    for other in range(state.players):
        if other != seat and state.is_alive[other] and state.hand_size[other] > 0:
            out[count] = Code.DRAW_FROM + other
            count += 1
    return count


@inline_kernel
def list_piles_to_draw_from(out: Any) -> int:
    """List the deck and the discard pile, for Pedro Ramirez (rule 9.10)."""
    out[0] = Code.DRAW_DECK
    out[1] = Code.DRAW_DISCARD
    return 2


@kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Draw in phase 1 as Kit Carlson, Jesse Jones or Pedro Ramirez (rules 9.5, 9.7, 9.10)."""
    tasks.pop(state)
    if action >= Code.PUT_BACK:
        put_back(state, seat, action - Code.PUT_BACK)
        return
    if action == Code.DRAW_DECK:
        draw_cards(state, seat, PHASE_ONE_CARDS)
        return
    if action == Code.DRAW_DISCARD:
        state.discard_size -= 1
        card = int(state.discard[state.discard_size])
        state.discard[state.discard_size] = NONE
        put_in_hand(state, seat, card)
        show_to_all(state, seat, card)
    else:
        take_random_card(state, seat, action - Code.DRAW_FROM)
    draw_cards(state, seat, PHASE_ONE_CARDS - 1)
