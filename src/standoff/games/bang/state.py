"""The state: one flat record, and how cards move in it.

Hands and tables are sets of cards (`cardset.py`), so their order tells nothing. Whenever a card
moves, so does what is known of it: `known` is, for every seat, the set of those cards in other
hands and in the deck of which it knows for certain where they are.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from standoff._jit import inline_kernel, kernel
from standoff.game import state_dtype
from standoff.games.bang import cardset
from standoff.games.bang.cards import (
    CARD_KIND,
    CARD_RANGE,
    MAX_SEATS,
    NONE,
    NUM_CARDS,
    Character,
    Kind,
    Role,
)
from standoff.games.bang.cardset import WORDS
from standoff.rng import RNG_WORDS, shuffle

MAX_TASKS = 16


class Act(IntEnum):
    """What one player can do to another so that all see it: a row of `deeds`."""

    SHOT = 0  # Bang!
    DUEL = 1
    JAILED = 2
    ROBBED = 3  # Panic! on a card that was of use
    STRIPPED = 4  # Cat Balou on a card that was of use
    FREED = 5  # Panic! or Cat Balou on a Jail
    DEFUSED = 6  # Panic! or Cat Balou on the Dynamite


NUM_ACTS = len(Act)
HARMS = tuple(int(act) for act in (Act.SHOT, Act.DUEL, Act.ROBBED, Act.STRIPPED))
"""The acts that `harm` counts."""
RELIEF = {Kind.JAIL: Act.FREED, Kind.DYNAMITE: Act.DEFUSED}
"""What it is to take these cards off a table; to take any other is harm."""
MANY = 127
"""Deeds are counted up to here."""
WINDOW = 4
"""Rounds that count as recent: some 200 events of a KBang log."""


class Victim(IntEnum):
    """Whom recent harm was done to."""

    SHERIFF = 0
    ATTACKER = 1  # who has harmed the Sheriff before
    OTHER = 2


class Discarding(IntEnum):
    """Whether discards in the own turn have begun (rule 10.4)."""

    NOT_YET = 0
    BEGUN = 1
    DONE = 2  # Suzy Lafayette has drawn for her last card


class Fall(IntEnum):
    """How a seat was eliminated by what is being resolved."""

    NONE = 0
    KILLED = 1
    LEFT = 2  # so that nobody is rewarded


class Winner(IntEnum):
    """Who has won."""

    NOT_YET = -1
    LAW = 0
    OUTLAWS = 1
    RENEGADE = 2
    NOBODY = 3


FIELDS = (
    ("rng", np.uint64, (RNG_WORDS,)),  # the game's own chance
    ("hand", np.int64, (MAX_SEATS, WORDS)),
    ("table", np.int64, (MAX_SEATS, WORDS)),
    ("known", np.int64, (MAX_SEATS, WORDS)),  # to a seat: cards in other hands and in the deck
    ("store", np.int64, (WORDS,)),  # the cards of a General Store that is being shared out
    ("turns", np.int16, (MAX_SEATS,)),  # that a seat has begun
    ("harm", np.int16, (MAX_SEATS, MAX_SEATS)),  # of the deeds, those in HARMS: by whom, to whom
    ("round_number", np.int16),
    ("max_rounds", np.int16),  # option
    ("deck", np.int8, (NUM_CARDS,)),  # the top card last, then NONE
    ("discard", np.int8, (NUM_CARDS,)),  # the top card last, then NONE
    ("deeds", np.int8, (MAX_SEATS, MAX_SEATS, NUM_ACTS)),  # by whom, to whom, how often
    ("recent_harm", np.int8, (WINDOW, MAX_SEATS, len(Victim))),  # by round, by whom, to a Victim
    ("mass_attacks", np.int8, (MAX_SEATS,)),  # Gatlings and Indians! that a seat has played
    ("role", np.int8, (MAX_SEATS,)),
    ("character", np.int8, (MAX_SEATS,)),
    ("life", np.int8, (MAX_SEATS,)),
    ("max_life", np.int8, (MAX_SEATS,)),
    ("hand_size", np.int8, (MAX_SEATS,)),
    ("weapon", np.int8, (MAX_SEATS,)),  # the card on the table, or NONE
    ("is_alive", np.int8, (MAX_SEATS,)),
    ("has_left", np.int8, (MAX_SEATS,)),  # the player gave the game up
    ("ring", np.int8, (MAX_SEATS,)),  # place of a living seat among the living, clockwise
    ("wounds", np.int8, (MAX_SEATS,)),  # lives lost to what is being resolved
    ("has_fallen", np.int8, (MAX_SEATS,)),  # a Fall, while it is being resolved
    ("flipped", np.int8, (2,)),  # cards turned over for Lucky Duke to choose from
    ("task", np.int8, (MAX_TASKS,)),  # what is to be done, the next thing last
    ("task_seat", np.int8, (MAX_TASKS,)),
    ("task_source", np.int8, (MAX_TASKS,)),
    ("task_value", np.int8, (MAX_TASKS,)),
    ("task_extra", np.int8, (MAX_TASKS,)),
    ("num_tasks", np.int8),
    ("players", np.int8),  # option
    ("num_alive", np.int8),
    ("turn", np.int8),
    ("last_death", np.int8),  # the seat that was eliminated last, or NONE
    ("suzy", np.int8),  # the seat of Suzy Lafayette, or NONE
    ("shots", np.int8),  # Bang! cards played in this turn
    ("refills", np.int8),  # cards that bring cards, played in this turn
    ("has_discarded", np.int8),  # a Discarding
    ("deck_size", np.int8),
    ("discard_size", np.int8),
    ("winner", np.int8),  # a Winner
    ("reading", np.int8),  # option, a Reading
    ("is_batch", np.int8),  # option mass
    ("jail_discards", np.int8),  # option
    ("auto_lucky_duke", np.int8),  # option
)

STATE = state_dtype(FIELDS)


# --- seats --------------------------------------------------------------------------------------


@inline_kernel
def next_seat(state: Any, seat: int) -> int:
    """Return the next living seat clockwise."""
    seat = seat + 1 if seat + 1 < state.players else 0
    while not state.is_alive[seat]:
        seat = seat + 1 if seat + 1 < state.players else 0
    return seat


@kernel
def count_the_living(state: Any) -> None:
    """Give the living seats their places round the table."""
    place = 0
    for seat in range(state.players):
        state.ring[seat] = place
        place += int(state.is_alive[seat])
    state.num_alive = place


@inline_kernel
def steps_between(state: Any, seat: int, other: int) -> int:
    """Return how many seats of the living it is to another, the shorter way round (rule 4.1)."""
    steps = abs(int(state.ring[seat]) - int(state.ring[other]))
    return min(steps, int(state.num_alive) - steps)


@inline_kernel
def cover(state: Any, seat: int) -> int:
    """Return by how much everybody sees a seat farther off (rule 4.2)."""
    has_mustang = cardset.has_kind(state.table[seat], Kind.MUSTANG)
    return int(has_mustang) + int(state.character[seat] == Character.PAUL_REGRET)


@inline_kernel
def remoteness(state: Any, seat: int, other: int) -> int:
    """Return how far `other` is from `seat`, but for how well `seat` sees."""
    return steps_between(state, seat, other) + cover(state, other)


@inline_kernel
def sight(state: Any, seat: int) -> int:
    """Return by how much a seat sees everybody nearer (rule 4.3)."""
    has_scope = cardset.has_kind(state.table[seat], Kind.SCOPE)
    return int(has_scope) + int(state.character[seat] == Character.ROSE_DOOLAN)


@kernel
def distance(state: Any, seat: int, other: int) -> int:
    """Return the distance at which `seat` sees `other`."""
    return remoteness(state, seat, other) - sight(state, seat)


@inline_kernel
def weapon_range(state: Any, seat: int) -> int:
    """Return how far a seat can shoot (rule 4.4)."""
    return int(CARD_RANGE[state.weapon[seat]])


@inline_kernel
def find_character(state: Any, character: int) -> int:
    """Return the living seat of a character, or NONE."""
    for seat in range(state.players):
        if state.character[seat] == character and state.is_alive[seat]:
            return seat
    return NONE


# --- the deck and the discard pile --------------------------------------------------------------


@inline_kernel
def lay_open(state: Any, card: int) -> None:
    """Note that a card is no longer hidden: nobody has to remember it."""
    for seat in range(state.players):
        cardset.remove(state.known[seat], card)


@inline_kernel
def put_on_discard(state: Any, card: int) -> None:
    """Lay a card face up on the discard pile: all see it."""
    state.discard[state.discard_size] = card
    state.discard_size += 1
    lay_open(state, card)


@kernel
def reshuffle(state: Any) -> None:
    """Shuffle the discard pile and lay it under what is left of the deck (rule 2.6)."""
    shuffle(state.rng, state.discard, int(state.discard_size))
    count = int(state.discard_size)
    for place in range(int(state.deck_size) - 1, -1, -1):
        state.deck[place + count] = state.deck[place]
    for place in range(count):
        state.deck[place] = state.discard[place]
        state.discard[place] = NONE
    state.deck_size += count
    state.discard_size = 0


@kernel
def take_top(state: Any) -> int:
    """Take the top card off the deck, reshuffling if it is empty; NONE when there is no card."""
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
        put_in_hand(state, seat, card)


# --- hands and tables ---------------------------------------------------------------------------


@inline_kernel
def put_in_hand(state: Any, seat: int, card: int) -> None:
    """Give a card to a hand. Who knew its place goes on knowing it."""
    cardset.add(state.hand[seat], card)
    state.hand_size[seat] += 1
    cardset.remove(state.known[seat], card)  # its own hand a seat knows anyway


@inline_kernel
def show_to_all(state: Any, seat: int, card: int) -> None:
    """Let all others know that a card is in the hand of `seat`."""
    for other in range(state.players):
        if other != seat:
            cardset.add(state.known[other], card)


@inline_kernel
def leave_hand(state: Any, seat: int, card: int) -> None:
    """Take a card out of a hand; where it goes is up to the caller."""
    cardset.remove(state.hand[seat], card)
    state.hand_size[seat] -= 1


@inline_kernel
def discard_from_hand(state: Any, seat: int, card: int) -> None:
    """Discard a card of a hand."""
    leave_hand(state, seat, card)
    put_on_discard(state, card)


@inline_kernel
def discard_kind(state: Any, seat: int, kind: int) -> None:
    """Discard a card of this kind from a hand, any of equal ones."""
    discard_from_hand(state, seat, cardset.pick_of_kind(state.hand[seat], kind, state.rng))


@kernel
def take_random_card(state: Any, seat: int, other: int) -> None:
    """Let `seat` take a random card out of another hand (rule 8.5).

    Both see the card. A third who knew cards of that hand no longer knows which hand they are in,
    unless there was only one card.
    """
    card = cardset.pick_any(state.hand[other], state.rng)
    if state.hand_size[other] > 1:
        for third in range(state.players):
            for word in range(WORDS if third != seat else 0):
                state.known[third, word] &= ~state.hand[other, word]
    leave_hand(state, other, card)
    put_in_hand(state, seat, card)
    cardset.add(state.known[other], card)


@inline_kernel
def lay_on_table(state: Any, seat: int, card: int) -> None:
    """Lay a blue card in front of a seat."""
    cardset.add(state.table[seat], card)
    if CARD_KIND[card] >= Kind.VOLCANIC:
        state.weapon[seat] = card


@inline_kernel
def leave_table(state: Any, seat: int, card: int) -> None:
    """Take a card off a table; where it goes is up to the caller."""
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


# --- deeds --------------------------------------------------------------------------------------


@inline_kernel
def note_deed(state: Any, seat: int, other: int, act: int) -> None:
    """Write down what a seat did to another."""
    if seat == other:
        return
    is_harm = act in HARMS
    if state.deeds[seat, other, act] < MANY:
        state.deeds[seat, other, act] += 1
        state.harm[seat, other] += int(is_harm)
    if is_harm:
        victim = kind_of_victim(state, other)
        row = int(state.round_number) % WINDOW
        if state.recent_harm[row, seat, victim] < MANY:
            state.recent_harm[row, seat, victim] += 1


@inline_kernel
def kind_of_victim(state: Any, seat: int) -> int:
    """Return which Victim a seat is."""
    kind = Victim.OTHER + 0
    if state.role[seat] == Role.SHERIFF:
        kind = Victim.SHERIFF + 0
    for other in range(state.players):
        if state.role[other] == Role.SHERIFF and state.harm[seat, other] > 0:
            kind = Victim.ATTACKER + 0
    return kind
