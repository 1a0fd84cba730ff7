"""An observation of Bang! as numbers for a learner.

First a block for each seat, the own one first, then clockwise: `seat +1` is the next one.

| numbers of a seat | what | range |
|---|---|---|
| 1 | whether it lives | 0, 1 |
| 1 | lives, of MAX_LIFE | 0 to 1 |
| 1 | lives at the start, of MAX_LIFE | 0 to 1 |
| 1 | cards in hand; 4 are 0.5 | 0 to 1 |
| 1 | cards in hand that the observer knows; 4 are 0.5 | 0 to 1 |
| 1 | the distance from the observer, of MAX_DISTANCE | 0 to 1 |
| 1 | whether it is in the range of the observer's weapon | 0, 1 |
| 1 | whether the observer is in the range of its weapon | 0, 1 |
| 1 | how often it has harmed the observer; 2 are 0.5 | 0 to 1 |
| 1 | how often the observer has harmed it; 2 are 0.5 | 0 to 1 |
| 1 | how often it has harmed the Sheriff; 2 are 0.5 | 0 to 1 |
| 1 | how often it has harmed those who harmed the Sheriff; 2 are 0.5 | 0 to 1 |
| 1 | whether it is to move | 0, 1 |
| 1 | whether it is its turn | 0, 1 |
| 1 | whether its attack must be answered now: a shot, Indians! or a duel | 0, 1 |
| 4 | the role, if the observer knows it | 0, 1 |
| 16 | the character | 0, 1 |
| 10 | each kind of blue card on its table | 0, 1 |

Then the rest:

| numbers | what | range |
|---|---|---|
| 22 | each kind of card in the own hand, up to MAX_EQUAL, of MAX_EQUAL | 0 to 1 |
| 22 | each kind of card in the General Store, of all copies | 0 to 1 |
| 22 | the kind of the card on top of the discard pile | 0, 1 |
| 14 | what is to be decided | 0, 1 |
| 1 | how many Missed! or discards are asked for, of MAX_NEED | 0 to 1 |
| 1 | how many Barrels can be tried against a shot, of MAX_NEED | 0 to 1 |
| 1 | whether a Bang! has been played in this turn | 0, 1 |
| 1 | players alive, of all | 0 to 1 |
| 2 | cards in the deck and in the discard pile, of all | 0 to 1 |
| 1 | the number of the round; the 8th is 0.5 | 0 to 1 |
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.games.bang import cardset
from standoff.games.bang.actions import TARGET, Code, plain_action
from standoff.games.bang.cards import (
    CARD_KIND,
    CHARACTER_NAMES,
    KIND_NAMES,
    NONE,
    NUM_CARDS,
    NUM_CHARACTERS,
    NUM_KINDS,
    NUM_ROLES,
    NUM_TABLE_KINDS,
    ROLE_NAMES,
    TABLE_KINDS,
)
from standoff.games.bang.cardset import BITS, KIND_MASK, KIND_WORD, WORDS
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.seats import cover, find_sheriff, sight, steps_between, weapon_range
from standoff.games.bang.rules.tasks import ATTACKS, COUNTED, Task
from standoff.games.bang.state import HARMS, MANY, Winner
from standoff.kit import (
    FEATURE,
    PLAYERS,
    Action,
    Feature,
    Seat,
    Settings,
    State,
    count_bits,
    flags,
    inline_kernel,
    kernel,
    lowest_bit,
    saturate,
)


def tabulate(most: int, number: Callable[[NDArray[np.int64]], NDArray[Any]]) -> NDArray[Any]:
    """Return the feature of each amount from 0 to `most`."""
    return number(np.arange(most + 1)).astype(FEATURE)


MAX_LIFE = 5
MAX_DISTANCE = 6
MAX_EQUAL = 4
MAX_NEED = 2
HALF_CARDS = 4.0
HALF_HARM = 2.0
HALF_ROUND = 8.0
MAX_HARM = len(HARMS) * MANY
LIFE = tabulate(MAX_LIFE, lambda life: life / MAX_LIFE)
DISTANCE = tabulate(MAX_DISTANCE, lambda steps: steps / MAX_DISTANCE)
CARDS = tabulate(NUM_CARDS, lambda cards: cards / (cards + HALF_CARDS))
HARM = tabulate(MAX_HARM, lambda deeds: deeds / (deeds + HALF_HARM))
"""The features of each amount: divisions would take longer than everything else."""
NUM_REQUESTS: int = Task.CORPSE + 1
PLAIN = (
    "lives",
    "life",
    "life at the start",
    "cards",
    "known cards",
    "distance",
    "in my range",
    "has me in range",
    "has harmed me",
    "harmed by me",
    "has harmed the Sheriff",
    "has harmed who harmed the Sheriff",
    "to move",
    "in turn",
    "asks",
)
NUM_PLAIN = len(PLAIN)
BLUE_MASK = np.zeros((WORDS, NUM_TABLE_KINDS), np.int64)
BLUE_MASK[KIND_WORD[TABLE_KINDS], np.arange(NUM_TABLE_KINDS)] = KIND_MASK[TABLE_KINDS]
"""The bits of each kind of TABLE_KINDS, in both words of a set."""
FIRST_BLUE = NUM_PLAIN + NUM_ROLES + NUM_CHARACTERS
SEAT_SIZE = FIRST_BLUE + NUM_TABLE_KINDS


def list_features(settings: Settings) -> Iterator[Feature]:
    """Yield names and ranges of the features, in the order in which `features` fills them in."""
    players = int(settings[PLAYERS])
    for step in range(players):
        who = f"seat +{step}" if step else "own"
        yield from flags(who, PLAIN)
        yield from flags(who, [f"is {name}" for name in (*ROLE_NAMES, *CHARACTER_NAMES)])
        yield from flags(who, [f"{KIND_NAMES[kind]} on the table" for kind in TABLE_KINDS])
    for what in ("in hand", "in the store", "on top"):
        yield from flags(what, KIND_NAMES)
    yield from flags("request", [Task(task).name.lower() for task in range(NUM_REQUESTS)])
    for name in ("need", "barrels", "has shot", "alive", "deck", "discard pile", "round"):
        yield Feature(name)


@kernel
def features(state: State, seat: Seat, out: Any) -> None:
    """Fill in the features that the docstring of this module lists."""
    out[:] = 0.0
    players = int(state.players)
    near, far, reach = sight(state, seat), cover(state, seat), weapon_range(state, seat)
    for step in range(players):
        other = seat + step if seat + step < players else seat + step - players
        block = out[SEAT_SIZE * step : SEAT_SIZE * (step + 1)]
        fill_seat(state, seat, other, near, far, reach, block)
    fill_harm(state, seat, out)
    first = SEAT_SIZE * players
    fill_requests(state, seat, first + 3 * NUM_KINDS, out)
    fill_hand(state.hand[seat], out[first : first + NUM_KINDS])
    fill_store(state.store, out[first + NUM_KINDS : first + 2 * NUM_KINDS])
    if state.discard_size > 0:
        card = state.discard[int(state.discard_size) - 1]
        out[first + 2 * NUM_KINDS + CARD_KIND[card]] = 1.0


# --- one seat -----------------------------------------------------------------------------------


@inline_kernel
def fill_seat(
    state: State, seat: Seat, other: Seat, near: int, far: int, reach: int, out: Any
) -> None:
    """Fill in the block of `other` as `seat` sees it, except the deeds and the request.

    `near`: how much closer `seat` sees others; `far`: how much farther away they see it; `reach`:
    how far it shoots. There are no branches, because the processor would guess most of them wrong,
    and each wrong guess takes as long as five of these lines.
    """
    is_seen = int(state.is_alive[other]) & int(state.is_alive[seat]) & int(other != seat)
    out[0] = state.is_alive[other]
    out[1] = LIFE[max(0, int(state.life[other]))]
    out[2] = LIFE[state.max_life[other]]
    out[3] = CARDS[state.hand_size[other]]
    out[4] = CARDS[cardset.size(state.hand[other])]
    between = steps_between(state, seat, other)
    steps = between + cover(state, other) - near
    back = between + far - sight(state, other)
    out[5] = DISTANCE[is_seen * min(max(steps, 0), MAX_DISTANCE)]
    out[6] = is_seen & int(steps <= reach)
    out[7] = is_seen & int(back <= weapon_range(state, other))
    out[13] = int(state.turn == other)
    out[NUM_PLAIN + max(int(state.role[other]), 0)] = int(state.role[other] >= 0)
    out[NUM_PLAIN + NUM_ROLES + int(state.character[other])] = 1.0
    low, high = state.table[other, 0], state.table[other, 1]
    for index in range(NUM_TABLE_KINDS):
        found = low & BLUE_MASK[0, index] | high & BLUE_MASK[1, index]
        out[FIRST_BLUE + index] = 1.0 if found != 0 else 0.0


@inline_kernel
def fill_harm(state: State, seat: Seat, out: Any) -> None:
    """Fill in who has harmed whom."""
    players = int(state.players)
    sheriff = find_sheriff(state)
    attackers = 0
    for step in range(players):
        other = seat + step if seat + step < players else seat + step - players
        first = SEAT_SIZE * step
        harm = int(state.harm[other, sheriff])
        attackers |= int(harm > 0) << other
        out[first + 8] = HARM[state.harm[other, seat]]
        out[first + 9] = HARM[state.harm[seat, other]]
        out[first + 10] = HARM[harm]
    for step in range(players if attackers != 0 else 0):
        other = seat + step if seat + step < players else seat + step - players
        harm = 0
        for third in range(players):
            harm += int(state.harm[other, third]) * (attackers >> third & 1)
        out[SEAT_SIZE * step + 11] = HARM[min(harm, MAX_HARM)]


# --- the rest -----------------------------------------------------------------------------------


@inline_kernel
def fill_hand(cards: Any, out: Any) -> None:
    """Fill in the kinds of the own hand."""
    for word in range(WORDS):
        left = cards[word]
        while left != 0:
            kind = CARD_KIND[BITS * word + lowest_bit(left)]
            out[kind] = min(out[kind] + 1.0 / MAX_EQUAL, 1.0)
            left &= left - 1


@inline_kernel
def fill_store(cards: Any, out: Any) -> None:
    """Fill in the kinds of a General Store."""
    if not cardset.is_empty(cards):
        for kind in range(NUM_KINDS):
            out[kind] = cardset.count_kind(cards, kind) / count_bits(KIND_MASK[kind])


@inline_kernel
def fill_requests(state: State, seat: Seat, first: int, out: Any) -> None:
    """Fill in, from index `first` on, who must decide what and how far the game is."""
    players = int(state.players)
    after = first + NUM_REQUESTS
    if state.winner == Winner.NOT_YET:
        top = tasks.top(state)
        task = int(state.task[top])
        out[first + task] = 1.0
        out[SEAT_SIZE * ((int(state.task_seat[top]) - seat + players) % players) + 12] = 1.0
        if state.task_source[top] != NONE and task in ATTACKS:
            out[SEAT_SIZE * ((int(state.task_source[top]) - seat + players) % players) + 14] = 1.0
        if task in COUNTED:
            out[after] = min(int(state.task_value[top]), MAX_NEED) / MAX_NEED
        if task == Task.SHOT:
            out[after + 1] = max(int(state.task_extra[top]), 0) / MAX_NEED
    out[after + 2] = 1.0 if state.shots > 0 else 0.0
    out[after + 3] = state.num_alive / players
    out[after + 4] = state.deck_size / NUM_CARDS
    out[after + 5] = state.discard_size / NUM_CARDS
    out[after + 6] = saturate(float(state.round_number), HALF_ROUND)


# --- actions ------------------------------------------------------------------------------------


def turn_action(settings: Settings, action: Action, steps: int) -> Action:
    """Return the action with its target moved on by `steps` seats; others are unchanged."""
    target = int(TARGET[action])
    players = int(settings[PLAYERS])
    if target == NONE or target >= players:
        return action
    is_table = plain_action(action) >= Code.PANIC_TABLE
    width = NUM_TABLE_KINDS if is_table else 1
    return int(action + width * ((target + steps) % players - target))
