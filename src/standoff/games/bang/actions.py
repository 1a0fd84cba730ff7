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


class Code(IntEnum):
    """The first code of each block."""

    END_TURN = 0
    PASS = 1  # do not answer
    DRAW_DECK = 2  # Jesse Jones and Pedro Ramirez draw as everybody does
    DRAW_DISCARD = 3  # Pedro Ramirez
    HEAL = 4  # Sid Ketchum begins to discard two cards for a life
    BARREL = 5  # try a Barrel against a shot
    ANSWER_BANG = 6
    ANSWER_MISSED = 7
    ANSWER_BEER = 8
    PLAY = 9  # + kind
    DISCARD = PLAY + NUM_KINDS  # + kind
    TAKE = DISCARD + NUM_KINDS  # + kind, from the General Store
    LAST = TAKE + NUM_KINDS  # + kind, the last card of the dead, which will lie on top
    BANG = LAST + NUM_KINDS  # + seat
    BANG_MISSED = BANG + MAX_SEATS  # + seat, Calamity Janet shoots with a Missed!
    DUEL = BANG_MISSED + MAX_SEATS  # + seat
    JAIL = DUEL + MAX_SEATS  # + seat
    DRAW_FROM = JAIL + MAX_SEATS  # + seat, Jesse Jones
    PANIC_HAND = DRAW_FROM + MAX_SEATS  # + seat
    CAT_HAND = PANIC_HAND + MAX_SEATS  # + seat
    PANIC_TABLE = CAT_HAND + MAX_SEATS  # + seat * NUM_TABLE_KINDS + index in TABLE_KINDS
    CAT_TABLE = PANIC_TABLE + MAX_SEATS * NUM_TABLE_KINDS
    CHOOSE = CAT_TABLE + MAX_SEATS * NUM_TABLE_KINDS  # + card, Lucky Duke
    PUT_BACK = CHOOSE + NUM_CARDS  # + card, Kit Carlson


NUM_ACTIONS: int = Code.PUT_BACK + NUM_CARDS

# --- what a code means to an agent --------------------------------------------------------------

PLAYED_KIND = np.full(NUM_ACTIONS, NONE, np.int64)
"""The kind of card that an action of phase 2 plays, or NONE."""
TARGET = np.full(NUM_ACTIONS, NONE, np.int64)
"""The seat that an action names, or NONE."""
ACT = np.full(NUM_ACTIONS, NONE, np.int64)
"""The Act that an action does to its target, or NONE."""

for _kind in range(NUM_KINDS):
    PLAYED_KIND[Code.PLAY + _kind] = _kind
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
