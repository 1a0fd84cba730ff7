"""The state: one flat record.

Hands and tables are sets of cards (`cardset.py`), so their order tells nothing. A seat's `known` is
a set too: the cards in other hands and in the deck that the seat can locate for certain. The row
after the last seat belongs to the spectator: what everybody was shown, and nothing else.
"""

from enum import IntEnum

import numpy as np

from standoff.games.bang.cards import MAX_SEATS, NUM_CARDS, Kind
from standoff.games.bang.cardset import WORDS
from standoff.kit import RNG_WORDS, state_dtype

MAX_TASKS = 16


class Act(IntEnum):
    """What one player can do to another in public: the last index of `deeds`."""

    SHOT = 0  # Bang!
    DUEL = 1
    JAILED = 2
    ROBBED = 3  # Panic! on any other card
    STRIPPED = 4  # Cat Balou on any other card
    FREED = 5  # Panic! or Cat Balou on a Jail
    DEFUSED = 6  # Panic! or Cat Balou on the Dynamite


NUM_ACTS = len(Act)
HARMS = tuple(int(act) for act in (Act.SHOT, Act.DUEL, Act.ROBBED, Act.STRIPPED))
"""The acts that `harm` counts."""
RELIEF = {Kind.JAIL: Act.FREED, Kind.DYNAMITE: Act.DEFUSED}
"""The act of taking one of these cards off a table; taking any other card is harm."""
MANY = 127
"""Deeds are counted up to this number."""
WINDOW = 4
"""How many rounds count as recent: about 200 events of a KBang log."""


class Victim(IntEnum):
    """The victims of recent harm."""

    SHERIFF = 0
    ATTACKER = 1  # has harmed the Sheriff before
    OTHER = 2


class Discarding(IntEnum):
    """How far the discards of a turn have got (rules 10.3 and 10.4)."""

    NOT_YET = 0
    BEGUN = 1
    DONE = 2  # Suzy Lafayette has drawn for her last card


class Fall(IntEnum):
    """How a seat was eliminated by the card that is being resolved."""

    NONE = 0
    KILLED = 1
    LEFT = 2  # nobody is rewarded


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
    ("known", np.int64, (MAX_SEATS + 1, WORDS)),  # hidden cards that a seat or the spectator knows
    ("seen", np.int64, (WORDS,)),  # cards in hands that, as their holder knows, others have seen
    ("store", np.int64, (WORDS,)),  # the cards of a General Store that is being shared out
    ("turns", np.int16, (MAX_SEATS,)),  # how many turns a seat has begun
    ("harm", np.int16, (MAX_SEATS, MAX_SEATS)),  # how many of the deeds are in HARMS: by, to
    ("round_number", np.int16),
    ("max_rounds", np.int16),  # option
    ("deck", np.int8, (NUM_CARDS,)),  # the top card last, then NONE
    ("discard", np.int8, (NUM_CARDS,)),  # the top card last, then NONE
    ("deeds", np.int8, (MAX_SEATS, MAX_SEATS, NUM_ACTS)),  # how often each Act was done: by, to
    ("recent_harm", np.int8, (WINDOW, MAX_SEATS, len(Victim))),  # round % WINDOW, by, to a Victim
    ("mass_attacks", np.int8, (MAX_SEATS,)),  # Gatlings and Indians! that a seat has played
    ("role", np.int8, (MAX_SEATS,)),
    ("character", np.int8, (MAX_SEATS,)),
    ("life", np.int8, (MAX_SEATS,)),
    ("max_life", np.int8, (MAX_SEATS,)),
    ("hand_size", np.int8, (MAX_SEATS,)),
    ("weapon", np.int8, (MAX_SEATS,)),  # the weapon on the table, or NONE
    ("is_alive", np.int8, (MAX_SEATS,)),
    ("has_left", np.int8, (MAX_SEATS,)),  # the player gave the game up
    ("ring", np.int8, (MAX_SEATS,)),  # how many living seats come before this one
    ("wounds", np.int8, (MAX_SEATS,)),  # lives lost to the card that is being resolved
    ("fall", np.int8, (MAX_SEATS,)),  # a Fall, until the card is resolved
    ("flipped", np.int8, (2,)),  # cards turned over for Lucky Duke to choose from
    ("task", np.int8, (MAX_TASKS,)),  # the stack of what is to be done, see rules/tasks.py
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
    ("discarding", np.int8),  # a Discarding
    ("wants_unseen", np.int8),  # the action in progress uses an unseen card; 0 between actions
    ("deck_size", np.int8),
    ("discard_size", np.int8),
    ("winner", np.int8),  # a Winner
    ("reading", np.int8),  # option, a Reading
    ("is_batch", np.int8),  # option mass
    ("jail_discards", np.int8),  # option
    ("auto_lucky_duke", np.int8),  # option
    ("auto_barrel", np.int8),  # option
    ("sid_any_time", np.int8),  # option
)


STATE = state_dtype(FIELDS)
