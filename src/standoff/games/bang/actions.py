"""Action codes: one for each thing that a player can do.

Codes come in blocks: the first code of the block plus a seat, a kind of card, or a card.
"""

from enum import IntEnum

import numpy as np

from standoff.games.bang.cards import (
    MAX_SEATS,
    NONE,
    NUM_CARDS,
    NUM_KINDS,
    NUM_TABLE_KINDS,
    TABLE_KINDS,
    Kind,
)
from standoff.games.bang.state import RELIEF, Act
from standoff.kit import Action


class Code(IntEnum):
    """The first code of each block."""

    END_TURN = 0
    PASS = 1  # do not answer
    DRAW_DECK = 2  # Jesse Jones and Pedro Ramirez draw as everybody does
    DRAW_DISCARD = 3  # Pedro Ramirez
    HEAL = 4  # Sid Ketchum begins to discard two cards for a life
    BARREL = 5  # try a Barrel against a shot
    TAKE = 6  # + kind, from the General Store
    LAST = TAKE + NUM_KINDS  # + kind, the last card of the dead, which will lie on top
    DRAW_FROM = LAST + NUM_KINDS  # + seat, Jesse Jones
    CHOOSE = DRAW_FROM + MAX_SEATS  # + card, Lucky Duke
    PUT_BACK = CHOOSE + NUM_CARDS  # + card, Kit Carlson

    # From here on, a card of the own hand is used.
    ANSWER_BANG = PUT_BACK + NUM_CARDS
    ANSWER_MISSED = ANSWER_BANG + 1
    ANSWER_BEER = ANSWER_MISSED + 1
    PLAY = ANSWER_BEER + 1  # + kind
    DISCARD = PLAY + NUM_KINDS  # + kind
    BANG = DISCARD + NUM_KINDS  # + seat
    BANG_MISSED = BANG + MAX_SEATS  # + seat, Calamity Janet shoots with a Missed!
    DUEL = BANG_MISSED + MAX_SEATS  # + seat
    JAIL = DUEL + MAX_SEATS  # + seat
    PANIC_HAND = JAIL + MAX_SEATS  # + seat
    CAT_HAND = PANIC_HAND + MAX_SEATS  # + seat
    PANIC_TABLE = CAT_HAND + MAX_SEATS  # + seat * NUM_TABLE_KINDS + index in TABLE_KINDS
    CAT_TABLE = PANIC_TABLE + MAX_SEATS * NUM_TABLE_KINDS

    # All codes from ANSWER_BANG on once more: the card is one that nobody else has seen.
    UNSEEN = CAT_TABLE + MAX_SEATS * NUM_TABLE_KINDS


UNSEEN_STEP: int = Code.UNSEEN - Code.ANSWER_BANG
"""The code of an action with an unseen card, minus the plain code (rule 2.4)."""
NUM_ACTIONS: int = Code.UNSEEN + UNSEEN_STEP

# --- what a code means to an agent --------------------------------------------------------------

PLAYED_KIND = np.full(NUM_ACTIONS, NONE, np.int64)
"""The kind of card that an action of phase 2 plays, or NONE."""
TARGET = np.full(NUM_ACTIONS, NONE, np.int64)
"""The seat that an action names, or NONE."""
ACT = np.full(NUM_ACTIONS, NONE, np.int64)
"""The Act that an action does to its target, or NONE."""
HAND_KIND = np.full(NUM_ACTIONS, NONE, np.int64)
"""The kind of card that an action takes out of the own hand, or NONE."""

for _kind in range(NUM_KINDS):
    PLAYED_KIND[Code.PLAY + _kind] = _kind
    HAND_KIND[Code.DISCARD + _kind] = _kind
for _seat in range(MAX_SEATS):
    for _code, _kind, _act in (
        (Code.BANG, Kind.BANG, Act.SHOT),
        (Code.BANG_MISSED, Kind.MISSED, Act.SHOT),
        (Code.DUEL, Kind.DUEL, Act.DUEL),
        (Code.JAIL, Kind.JAIL, Act.JAILED),
        (Code.PANIC_HAND, Kind.PANIC, Act.ROBBED),
        (Code.CAT_HAND, Kind.CAT_BALOU, Act.STRIPPED),
    ):
        PLAYED_KIND[_code + _seat] = _kind
        TARGET[_code + _seat] = _seat
        ACT[_code + _seat] = _act
    TARGET[Code.DRAW_FROM + _seat] = _seat
    for _index, _table_kind in enumerate(TABLE_KINDS):
        for _first, _kind, _harm in (
            (Code.PANIC_TABLE, Kind.PANIC, Act.ROBBED),
            (Code.CAT_TABLE, Kind.CAT_BALOU, Act.STRIPPED),
        ):
            _action = _first + _seat * NUM_TABLE_KINDS + _index
            PLAYED_KIND[_action] = _kind
            TARGET[_action] = _seat
            ACT[_action] = RELIEF.get(Kind(_table_kind), _harm)

HAND_KIND[Code.ANSWER_BANG : Code.PLAY] = (Kind.BANG, Kind.MISSED, Kind.BEER)
HAND_KIND[PLAYED_KIND != NONE] = PLAYED_KIND[PLAYED_KIND != NONE]
for _table in (PLAYED_KIND, TARGET, ACT, HAND_KIND):
    _table[Code.UNSEEN :] = _table[Code.ANSWER_BANG : Code.UNSEEN]


def plain_action(action: Action) -> Action:
    """Return the action without the demand for an unseen card (rule 2.4)."""
    return action - UNSEEN_STEP if action >= Code.UNSEEN else action
