"""Action codes: one for each thing that a player can say.

Codes of a block are the block's first code plus a seat, a kind of card, or a card.
"""

from enum import IntEnum

from standoff.games.bang.cards import MAX_SEATS, NUM_CARDS, NUM_KINDS, NUM_TABLE_KINDS


class Code(IntEnum):
    """The first code of each block."""

    END_TURN = 0
    PASS = 1  # no answer
    DRAW_DECK = 2  # Jesse Jones and Pedro Ramirez, as everybody does
    DRAW_DISCARD = 3  # Pedro Ramirez
    HEAL = 4  # Sid Ketchum begins to discard two cards
    ANSWER_BANG = 5
    ANSWER_MISSED = 6
    ANSWER_BEER = 7
    PLAY = 8  # + kind
    DISCARD = PLAY + NUM_KINDS  # + kind
    TAKE = DISCARD + NUM_KINDS  # + kind, out of the General Store
    LAST = TAKE + NUM_KINDS  # + kind, the card of the dead that will lie on top
    BANG = LAST + NUM_KINDS  # + seat
    BANG_MISSED = BANG + MAX_SEATS  # + seat, Calamity Janet shoots with a Missed!
    DUEL = BANG_MISSED + MAX_SEATS  # + seat
    JAIL = DUEL + MAX_SEATS  # + seat
    DRAW_FROM = JAIL + MAX_SEATS  # + seat, Jesse Jones
    PANIC_HAND = DRAW_FROM + MAX_SEATS  # + seat
    CAT_HAND = PANIC_HAND + MAX_SEATS  # + seat
    PANIC_TABLE = CAT_HAND + MAX_SEATS  # + seat * NUM_TABLE_KINDS + place of the kind
    CAT_TABLE = PANIC_TABLE + MAX_SEATS * NUM_TABLE_KINDS
    CHOOSE = CAT_TABLE + MAX_SEATS * NUM_TABLE_KINDS  # + card, Lucky Duke
    PUT_BACK = CHOOSE + NUM_CARDS  # + card, Kit Carlson


NUM_ACTIONS: int = Code.PUT_BACK + NUM_CARDS
