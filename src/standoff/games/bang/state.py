"""The state: one flat record.

Hands and tables are sets of cards (`cardset.py`), so their order tells nothing. `known` is, for
every seat, the set of those cards in other hands and in the deck whose place it knows for certain.
"""

from enum import IntEnum

import numpy as np

from standoff.games.bang.cards import MAX_SEATS, NUM_CARDS, Kind
from standoff.games.bang.cardset import WORDS
from standoff.kit import RNG_WORDS, state_dtype

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
