"""One move as the rules make it, noted card by card.

A state that keeps notes is a plain state with a log behind it. The same rules are compiled for both
records; only for this one does the verb `note` write something down. So nothing is guessed from
what a move has changed, and games that nobody watches pay nothing.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff.games.bang import cardset
from standoff.games.bang.cards import NONE, NUM_CARDS, Character, Kind
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.deal import new_game
from standoff.games.bang.rules.draw import Draw
from standoff.games.bang.rules.leaving import leave
from standoff.games.bang.rules.notes import Note, Place, note
from standoff.games.bang.rules.requests import apply
from standoff.games.bang.rules.seats import kind_of_weapon
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import STATE
from standoff.games.bang.telling.sheet import NUM_REQUEST, Request, pack_request
from standoff.kit import (
    Action,
    Game,
    Seat,
    State,
    bind,
    inline_kernel,
    kernel,
    start_deal,
    state_dtype,
)

MAX_ROWS = 512
"""No move of millions has needed half as many notes; what comes after them would be lost."""
ALL = -1
"""The mask of all viewers."""

_LOG = (
    ("head", np.int16, (12,)),  # the numbers of a Head, and one to fill it up
    ("rows", np.int16, (MAX_ROWS, 8)),
    ("place", np.int8, (NUM_CARDS,)),  # a Place for each card
    ("owner", np.int8, (NUM_CARDS,)),  # the seat whose hand or table it is, or NONE
)
NOTED = state_dtype(
    [("num_rows", np.int64), *((name, STATE[name]) for name in STATE.names or ()), *_LOG]
)
"""The record of a state that keeps notes: as the first field shows, it is not a plain state."""
FIRST = np.dtype(np.int64).itemsize
"""Where the plain state begins in the record."""


class Row(NamedTuple):
    """A note."""

    what: int
    seat: int
    card: int
    number: int
    """What the rules noted; for TURN the round, for DEATH the killer or NONE."""
    origin: int
    """CARD: the Place where the card was. CHECK: the card that asked for it, or NONE."""
    origin_seat: int
    """CARD: whose hand or table it was."""
    seen: int
    """CARD, LOOK: a mask of the viewers who know the card; ALL."""
    extra: int
    """CARD: whether the card answers a shot, or in a hand whether others have seen the card.

    CHECK: the Place of the card. LIFE: the lives left. DEATH: the role. ABILITY: the character.
    """


class Head(NamedTuple):
    """Where a move began and where it led to."""

    mover: int
    """NONE for the deal."""
    task: int
    """The Task that the mover answered."""
    character: int
    """Of the mover."""
    is_again: int
    """Whether the mover has shot in this turn and has no Volcanic."""
    request: Request
    """What is asked for next."""


class Walk(NamedTuple):
    """A move and all notes of it."""

    action: Action
    """NONE for the deal."""
    head: Head
    rows: list[Row]
    states: NDArray[Any]
    """The state after the move, which keeps its notes, alone in an array."""


def walk(state: State, action: Action) -> Walk:
    """Make a move on a copy of a state, and return the notes."""
    data = bytearray(NOTED.itemsize)
    data[FIRST : FIRST + STATE.itemsize] = state.tobytes()
    noted = np.ndarray(1, NOTED, data)
    return read_notes(noted, action, note_move(noted, action))


def walk_leaving(state: State, seat: Seat) -> Walk:
    """Let a player leave, on a copy of a state, and return the notes."""
    data = bytearray(NOTED.itemsize)
    data[FIRST : FIRST + STATE.itemsize] = state.tobytes()
    noted = np.ndarray(1, NOTED, data)
    return read_notes(noted, NONE, note_leaving(noted, seat))


def walk_on(made: Walk, action: Action) -> Walk:
    """Make the next move, and return the notes."""
    noted = made.states.copy()
    return read_notes(noted, action, note_move(noted, action))


def walk_deal(game: Game, seed: int) -> Walk:
    """Deal a game, and return the notes."""
    noted = np.zeros(1, NOTED)
    started = start_deal(noted[0]["rng"], seed)
    return read_notes(noted, NONE, note_deal(noted, game.options_record(), started))


def read_notes(noted: Any, action: Action, count: int) -> Walk:
    """Return the notes of a move."""
    numbers = noted["head"][0].tolist()
    head = Head._make([*numbers[:4], Request(*numbers[4 : 4 + NUM_REQUEST])])
    rows = [Row._make(row) for row in noted["rows"][0, :count].tolist()]
    return Walk(action, head, rows, noted)


@kernel
def note_move(states: Any, action: Action) -> int:
    """Make a move in a state that keeps notes; return how many there are."""
    state = states[0]
    state.num_rows = 0
    place_cards(state)
    top = tasks.top(state)
    seat = int(state.task_seat[top])
    state.head[0], state.head[1] = seat, state.task[top]
    state.head[2] = state.character[seat]
    state.head[3] = int(state.shots > 0 and kind_of_weapon(state, seat) != Kind.VOLCANIC)
    apply(state, action)
    pack_request(state, state.head[4:])
    return int(state.num_rows)


@kernel
def note_leaving(states: Any, seat: Seat) -> int:
    """Let a player leave in a state that keeps notes; return how many there are."""
    state = states[0]
    state.num_rows = 0
    place_cards(state)
    state.head[0], state.head[1], state.head[2], state.head[3] = NONE, NONE, NONE, 0
    leave(state, seat)
    pack_request(state, state.head[4:])
    return int(state.num_rows)


@kernel
def note_deal(states: Any, options: Any, seed: int) -> int:
    """Deal in a state that keeps notes; return how many there are."""
    state = states[0]
    state.num_rows = 0
    state.place[:] = Place.DECK
    state.owner[:] = NONE
    new_game(state, options[0], seed)
    state.head[0], state.head[1], state.head[2], state.head[3] = NONE, NONE, NONE, 0
    pack_request(state, state.head[4:])
    return int(state.num_rows)


@inline_kernel
def place_cards(state: State) -> None:
    """Find where all cards are."""
    state.place[:] = Place.DECK
    state.owner[:] = NONE
    for index in range(state.discard_size):
        state.place[state.discard[index]] = Place.DISCARD
    for index in range(len(state.flipped)):
        if state.flipped[index] != NONE:
            state.place[state.flipped[index]] = Place.FLIPPED
    place_set(state, state.store, Place.STORE, NONE)
    for seat in range(state.players):
        place_set(state, state.hand[seat], Place.HAND, seat)
        place_set(state, state.table[seat], Place.TABLE, seat)


@kernel
def place_set(state: State, cards: Any, place: int, seat: int) -> None:
    """Note where the cards of a set are."""
    for card in range(NUM_CARDS):
        if cardset.contains(cards, card):
            state.place[card] = place
            state.owner[card] = seat


# --- writing a note -------------------------------------------------------------------------------


@kernel
def keep_note(state: State, what: int, seat: int, card: int, number: int) -> None:  # noqa: PLR0912  (a branch for each Note)
    """Write a note down, with what can be told only now."""
    index = int(state.num_rows)
    if what == Note.SHOWN:
        if index > 0:
            state.rows[index - 1, 6] = ALL
            state.rows[index - 1, 7] = 1
        return
    if index == MAX_ROWS:
        return
    state.num_rows = index + 1
    row = state.rows[index]
    row[0], row[1], row[2], row[3] = what, seat, card, number
    row[4], row[5], row[6], row[7] = NONE, NONE, ALL, 0
    if what == Note.CARD:
        row[4], row[5] = state.place[card], state.owner[card]
        row[6] = find_witnesses(state, seat, card, number)
        row[7] = is_answer(state, int(state.owner[card]))
        if number == Place.HAND:
            row[7] = has_been_seen(state, card)
        state.place[card], state.owner[card] = number, seat
    elif what == Note.LOOK:
        row[6] = 1 << seat
    elif what == Note.SHUFFLE:
        for other in range(NUM_CARDS):
            if state.place[other] == Place.DISCARD:
                state.place[other] = Place.DECK
    elif what == Note.CHECK:
        row[4] = find_cause(state, seat, number // 2)
        row[7] = state.place[card]
    elif what == Note.LIFE:
        row[7] = state.life[seat]
    elif what == Note.DEATH:
        row[3] = find_killer(state, seat)
        row[7] = state.role[seat]
    elif what == Note.ABILITY:
        row[7] = state.character[seat]
    elif what == Note.TURN:
        row[3] = state.round_number


@inline_kernel
def find_witnesses(state: State, seat: int, card: int, place: int) -> int:
    """Return the mask of viewers who know a card that arrives: only hand and deck are hidden."""
    origin = int(state.place[card])
    if place != Place.HAND or origin not in (Place.DECK, Place.HAND):
        return ALL
    seen = 1 << seat
    if origin == Place.HAND:
        seen |= 1 << int(state.owner[card])
    for viewer in range(state.players + 1):
        seen |= int(cardset.contains(state.known[viewer], card)) << viewer
    return seen


@inline_kernel
def has_been_seen(state: State, card: int) -> int:
    """Return 1 if others have seen a card that arrives in a hand (rule 8.8)."""
    return int(state.place[card] != Place.DECK or cardset.contains(state.seen, card))


@inline_kernel
def is_answer(state: State, owner: int) -> int:
    """Return 1 if a card of `owner` that is discarded now can only be an answer to a shot."""
    if state.num_tasks == 0:
        return 0
    top = tasks.top(state)
    return int(state.task[top] == Task.SHOT and state.task_seat[top] == owner)


@inline_kernel
def find_cause(state: State, seat: int, draw: int) -> int:
    """Return the card on a table that asks for "draw!", NONE for Jourdonnais himself (9.6)."""
    kind = Kind.BARREL + 0
    if draw == Draw.DYNAMITE:
        kind = Kind.DYNAMITE + 0
    elif draw == Draw.JAIL:
        kind = Kind.JAIL + 0
    is_jourdonnais = state.character[seat] == Character.JOURDONNAIS
    if draw == Draw.BARREL and is_jourdonnais and state.task_extra[tasks.top(state)] == 0:
        return NONE
    if not cardset.has_kind(state.table[seat], kind):
        return NONE
    return cardset.first_of_kind(state.table[seat], kind)


@inline_kernel
def find_killer(state: State, seat: int) -> int:
    """Return the killer of a seat; NONE for the Dynamite, an own duel, and those who leave."""
    if state.has_left[seat] or state.num_tasks == 0:
        return NONE
    top = tasks.top(state)
    return int(state.task_source[top]) if state.task[top] == Task.RESOLVE else NONE


bind(note, NOTED, keep_note)
