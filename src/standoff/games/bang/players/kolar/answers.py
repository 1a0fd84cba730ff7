"""Answers to requests outside phase 2: to attacks, at the last moment, and when drawing."""

import math
from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import TARGET, Code
from standoff.games.bang.cards import CARD_KIND, NONE, Character, Kind
from standoff.games.bang.players.kolar.mood import Mood
from standoff.games.bang.players.kolar.targets import NO_TARGET, priority
from standoff.games.bang.players.kolar.worth import has_foe_within, worth
from standoff.games.bang.rules.answers import count_usable
from standoff.games.bang.rules.draw import is_good
from standoff.games.bang.rules.seats import weapon_range
from standoff.games.bang.rules.tasks import Task
from standoff.kit import Action, Seat, State, kernel

LIVES_TO_SPARE = 3
"""With this many lives, at most one lost, Bart Cassidy and El Gringo trade a life for a card."""
LIVES_FOR_A_BANG = 3
"""With this many lives, the last Bang! is kept to shoot with."""
WORTH_TAKING = 50.0
"""Pedro Ramirez takes a card off the discard pile if it is worth at least this."""


# --- attacks ------------------------------------------------------------------------------------


@kernel
def answer_attack(
    state: State, seat: Seat, mood: Any, top: int, actions: Any, count: int
) -> Action:
    """Answer a shot, Indians! or a duel: a Barrel, or a card if there is one (REQUEST_RESPOND)."""
    if actions[0] != Code.PASS:  # a second Missed! must follow
        return prefer_plentiful(state, seat, actions, 0, count)
    if count > 1 and actions[1] == Code.BARREL:
        return int(actions[1])
    if mood[Mood.DECLINE] > 0.0 and prefers_wound(state, seat, top):
        return int(actions[0])
    return prefer_plentiful(state, seat, actions, 1, count)


@kernel
def prefers_wound(state: State, seat: Seat, top: int) -> bool:
    """Whether a card is worth more than a life.

    Bart Cassidy and El Gringo lose a life to a shot for the card that it brings (Kolar 2.2.4). The
    last Bang! is kept to shoot with (2.2.5), except in a duel that the seat began.
    """
    task, life = int(state.task[top]), int(state.life[seat])
    if task == Task.SHOT:
        draws = state.character[seat] == Character.BART_CASSIDY
        if state.character[seat] == Character.EL_GRINGO:
            draws = state.hand_size[state.task_source[top]] > 0
        return bool(draws and life >= LIVES_TO_SPARE and life >= state.max_life[seat] - 1)
    wants_to_shoot = has_foe_within(state, seat, weapon_range(state, seat))
    began = task == Task.DUEL and state.task_value[top] == seat
    has_one = count_usable(state, seat, Kind.BANG) == 1
    return bool(has_one and life >= LIVES_FOR_A_BANG and wants_to_shoot and not began)


@kernel
def prefer_plentiful(state: State, seat: Seat, actions: Any, first: int, count: int) -> Action:
    """Return the answer with the more plentiful card; only Calamity Janet has a choice."""
    if count - first < 2:
        return int(actions[first])
    bangs = cardset.count_kind(state.hand[seat], Kind.BANG)
    missed = cardset.count_kind(state.hand[seat], Kind.MISSED)
    return int(actions[first]) if bangs >= missed else int(actions[first + 1])


@kernel
def choose_save(actions: Any, count: int) -> Action:
    """Return the last answer, which saves the life: a Beer rather than two cards."""
    return int(actions[count - 1])


# --- drawing ------------------------------------------------------------------------------------


@kernel
def choose_flip(state: State, top: int, actions: Any) -> Action:
    """Choose the good card."""
    first = int(actions[0]) - Code.CHOOSE
    return int(actions[0]) if is_good(first, int(state.task_value[top])) else int(actions[1])


@kernel
def choose_put_back(state: State, seat: Seat, mood: Any, actions: Any, count: int) -> Action:
    """Put the card back that is worth least."""
    best, least = 0, math.inf
    for index in range(count):
        kind = int(CARD_KIND[actions[index] - Code.PUT_BACK])
        value = worth(state, seat, kind, cardset.count_kind(state.hand[seat], kind), mood)
        if value < least:
            best, least = index, value
    return int(actions[best])


@kernel
def choose_robbed(state: State, seat: Seat, mood: Any, actions: Any, count: int) -> Action:
    """Draw from the hand of the foremost target, else from the deck."""
    best, most = 0, NO_TARGET
    for index in range(count):
        target = int(TARGET[actions[index]])
        if target != NONE and priority(state, seat, target, mood) > most:
            best, most = index, priority(state, seat, target, mood)
    return int(actions[best])


@kernel
def choose_pile(state: State, seat: Seat, mood: Any, actions: Any) -> Action:
    """Take a good card off the discard pile, as Pedro Ramirez, else draw from the deck."""
    kind = int(CARD_KIND[state.discard[state.discard_size - 1]])
    held = cardset.count_kind(state.hand[seat], kind)
    wants_it = worth(state, seat, kind, held, mood) >= WORTH_TAKING
    return int(actions[1]) if wants_it else int(actions[0])


@kernel
def choose_last_card(state: State, seat: Seat, mood: Any, actions: Any, count: int) -> Action:
    """Leave the card that is worth least on top of the discard pile, when dead."""
    best, least = 0, math.inf
    for index in range(count):
        value = worth(state, seat, int(actions[index]) - Code.LAST, 0, mood)
        if value < least:
            best, least = index, value
    return int(actions[best])
