"""How cards move between the deck, the discard pile, hands and tables.

Each move also updates what each seat knows about the card.
"""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.cards import CARD_KIND, NONE, Kind
from standoff.games.bang.cardset import WORDS
from standoff.games.bang.rules.notes import Note, Place, note
from standoff.kit import inline_kernel, kernel, shuffle

# --- the deck and the discard pile ----------------------------------------------------------------


@inline_kernel
def lay_open(state: Any, card: int) -> None:
    """Note that a card is open now, so that no viewer needs to remember it."""
    word, rest = card // cardset.BITS, ~(1 << card % cardset.BITS)
    for viewer in range(state.players + 1):
        state.known[viewer, word] &= rest
    state.seen[word] &= rest


@inline_kernel
def put_on_discard(state: Any, card: int) -> None:
    """Lay a card face up on the discard pile: all see it."""
    state.discard[state.discard_size] = card
    state.discard_size += 1
    lay_open(state, card)
    note(state, Note.CARD, NONE, card, Place.DISCARD)


@kernel
def reshuffle(state: Any) -> None:
    """Shuffle the discard pile and lay it under the rest of the deck (rule 2.6)."""
    shuffle(state.rng, state.discard, int(state.discard_size))
    count = int(state.discard_size)
    for index in range(int(state.deck_size) - 1, -1, -1):
        state.deck[index + count] = state.deck[index]
    for index in range(count):
        state.deck[index] = state.discard[index]
        state.discard[index] = NONE
    state.deck_size += count
    state.discard_size = 0
    note(state, Note.SHUFFLE, NONE, NONE, 0)


@kernel
def take_top(state: Any) -> int:
    """Take the top card off the deck, reshuffled if it is empty; NONE if there is no card."""
    if state.deck_size == 0:
        if state.discard_size == 0:
            return NONE
        reshuffle(state)
    state.deck_size -= 1
    card = int(state.deck[state.deck_size])
    state.deck[state.deck_size] = NONE
    return card


@kernel
def draw_cards(state: Any, seat: int, count: int) -> None:
    """Draw cards from the deck into a hand, as many as there are."""
    for _ in range(count):
        card = take_top(state)
        if card == NONE:
            return
        if cardset.contains(state.known[seat], card):  # Kit Carlson put it back himself
            cardset.remove(state.seen, card)
        put_in_hand(state, seat, card)


# --- hands ----------------------------------------------------------------------------------------


@inline_kernel
def put_in_hand(state: Any, seat: int, card: int) -> None:
    """Put a card into a hand. Seats that knew where it was still know."""
    cardset.add(state.hand[seat], card)
    state.hand_size[seat] += 1
    cardset.remove(state.known[seat], card)  # `known` does not hold the own hand
    note(state, Note.CARD, seat, card, Place.HAND)


@inline_kernel
def show_to_all(state: Any, seat: int, card: int) -> None:
    """Let all others know that the hand of `seat` holds a card."""
    for viewer in range(state.players + 1):
        if viewer != seat:
            cardset.add(state.known[viewer], card)
    cardset.add(state.seen, card)
    note(state, Note.SHOWN, seat, card, 0)


@inline_kernel
def leave_hand(state: Any, seat: int, card: int) -> None:
    """Take a card out of a hand; the caller puts it elsewhere."""
    cardset.remove(state.hand[seat], card)
    state.hand_size[seat] -= 1


@inline_kernel
def discard_from_hand(state: Any, seat: int, card: int) -> None:
    """Discard a card of a hand."""
    leave_hand(state, seat, card)
    put_on_discard(state, card)


@inline_kernel
def pick_from_hand(state: Any, seat: int, kind: int) -> int:
    """Return a card of this kind: one that others have seen, or an unseen one if asked (2.4)."""
    word = int(cardset.KIND_WORD[kind])
    found = state.hand[seat, word] & cardset.KIND_MASK[kind]
    if found & (found - 1) != 0:  # more than one
        seen = found & state.seen[word]
        if 0 < seen < found:
            found = found & ~seen if state.wants_unseen else seen
    return cardset.pick_of_word(word, found, state.rng)


@inline_kernel
def discard_kind(state: Any, seat: int, kind: int) -> None:
    """Discard a card of this kind from a hand."""
    discard_from_hand(state, seat, pick_from_hand(state, seat, kind))


@kernel
def take_random_card(state: Any, seat: int, other: int) -> None:
    """Let `seat` take a random card out of another hand (rules 8.3 and 8.5).

    Both see the card. A third player who knew cards of that hand no longer knows which of the two
    hands holds them, unless there was only one card.
    """
    card = cardset.pick_any(state.hand[other], state.rng)
    if state.hand_size[other] > 1:
        for third in range(state.players + 1):
            for word in range(WORDS if third != seat else 0):
                state.known[third, word] &= ~state.hand[other, word]
    leave_hand(state, other, card)
    put_in_hand(state, seat, card)
    cardset.add(state.known[other], card)
    cardset.add(state.seen, card)


# --- tables ---------------------------------------------------------------------------------------


@inline_kernel
def lay_on_table(state: Any, seat: int, card: int) -> None:
    """Lay a blue card in front of a seat."""
    cardset.add(state.table[seat], card)
    if CARD_KIND[card] >= Kind.VOLCANIC:
        state.weapon[seat] = card
    note(state, Note.CARD, seat, card, Place.TABLE)


@inline_kernel
def leave_table(state: Any, seat: int, card: int) -> None:
    """Take a card off a table; the caller puts it elsewhere."""
    cardset.remove(state.table[seat], card)
    if state.weapon[seat] == card:
        state.weapon[seat] = NONE


@kernel
def discard_everything(state: Any, seat: int) -> None:
    """Discard the table and the hand of a seat."""
    while not cardset.is_empty(state.table[seat]):
        put_on_discard(state, cardset.pop_lowest(state.table[seat]))
    while not cardset.is_empty(state.hand[seat]):
        put_on_discard(state, cardset.pop_lowest(state.hand[seat]))
    state.hand_size[seat] = 0
    state.weapon[seat] = NONE
