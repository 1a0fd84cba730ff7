"""Notes: the rules say here what they do, card by card.

Only states that keep notes (`telling/walk.py`) do something with them. For all others the verb
`note` is empty, and the compiler removes it.
"""

from enum import IntEnum

from standoff.kit import State, optional_verb


class Note(IntEnum):
    """What is noted. A comment says what `seat`, `card` and `number` hold."""

    CARD = 0  # a card arrives; seat: whose hand or table, or NONE, number: a Place
    SHOWN = 1  # all see the card that has just arrived
    SHUFFLE = 2  # the discard pile goes under the deck
    LOOK = 3  # seat looks at a card of the deck
    CHECK = 4  # seat, the card that counts in a "draw!", number: a Draw and whether it was good
    LIFE = 5  # seat, number: how many lives it gains
    DEATH = 6  # seat
    ABILITY = 7  # seat whose character's ability is used
    TURN = 8  # seat whose turn begins


class Place(IntEnum):
    """Where a card can be."""

    DECK = 0
    DISCARD = 1
    HAND = 2
    TABLE = 3
    STORE = 4  # of the General Store
    FLIPPED = 5  # in front of Lucky Duke


@optional_verb
def note(state: State, what: int, seat: int, card: int, number: int) -> None:
    """Keep a Note, where the state keeps notes."""
