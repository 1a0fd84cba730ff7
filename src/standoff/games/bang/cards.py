"""The 80 cards, the 16 characters and the roles of Bang!.

Cards of one kind have consecutive numbers. A set of cards is two numbers of 40 bits each, and no
kind is split between the two (see `cardset.py`).
"""

from enum import IntEnum

import numpy as np

MAX_SEATS = 8
MIN_SEATS = 4
NONE = -1
"""No card, no seat, nobody."""
UNKNOWN = -2
"""A card or role that the observer does not know."""


class Role(IntEnum):
    """The roles."""

    SHERIFF = 0
    DEPUTY = 1
    OUTLAW = 2
    RENEGADE = 3


class Suit(IntEnum):
    """The suits."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


class Kind(IntEnum):
    """The kinds of card, in the order of their numbers."""

    BANG = 0
    MISSED = 1
    JAIL = 2
    BEER = 3
    SALOON = 4
    STAGECOACH = 5
    WELLS_FARGO = 6
    GENERAL_STORE = 7
    PANIC = 8
    CAT_BALOU = 9
    INDIANS = 10
    DUEL = 11
    GATLING = 12
    BARREL = 13
    DYNAMITE = 14
    MUSTANG = 15
    SCOPE = 16
    VOLCANIC = 17
    SCHOFIELD = 18
    REMINGTON = 19
    CARABINE = 20
    WINCHESTER = 21


class Character(IntEnum):
    """The characters, in alphabetical order."""

    BART_CASSIDY = 0
    BLACK_JACK = 1
    CALAMITY_JANET = 2
    EL_GRINGO = 3
    JESSE_JONES = 4
    JOURDONNAIS = 5
    KIT_CARLSON = 6
    LUCKY_DUKE = 7
    PAUL_REGRET = 8
    PEDRO_RAMIREZ = 9
    ROSE_DOOLAN = 10
    SID_KETCHUM = 11
    SLAB_THE_KILLER = 12
    SUZY_LAFAYETTE = 13
    VULTURE_SAM = 14
    WILLY_THE_KID = 15


# --- the cards ----------------------------------------------------------------------------------

CARDS = (
    # name, then the cards: ranks and suits
    ("Bang!", "AS AH QH KH AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD 2C 3C 4C 5C 6C 7C 8C 9C"),
    ("Missed!", "2S 3S 4S 5S 6S 7S 8S AC 10C JC QC KC"),
    ("Jail", "10S JS 4H"),
    ("Beer", "6H 7H 8H 9H 10H JH"),
    ("Saloon", "5H"),
    ("Stagecoach", "9S 9S"),
    ("Wells Fargo", "3H"),
    ("General Store", "QS 9C"),
    ("Panic!", "AH JH QH 8D"),
    ("Cat Balou", "KH 9D 10D JD"),
    ("Indians!", "AD KD"),
    ("Duel", "JS QD 8C"),
    ("Gatling", "10H"),
    ("Barrel", "QS KS"),
    ("Dynamite", "2H"),
    ("Mustang", "8H 9H"),
    ("Scope", "AS"),
    ("Volcanic", "10S 10C"),
    ("Schofield", "KS JC QC"),
    ("Remington", "KC"),
    ("Rev. Carabine", "AC"),
    ("Winchester", "8S"),
)
KIND_NAMES = tuple(name for name, _ in CARDS)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_LETTERS = "SHDC"
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
RANK_NAMES = (*RANKS[:9], "jack", "queen", "king", "ace")

FACES = tuple((kind, face) for kind, (_, faces) in enumerate(CARDS) for face in faces.split())
"""Kind and face, such as `10D`, of every card."""
NUM_CARDS = len(FACES)
NUM_KINDS = len(CARDS)
CARD_KIND = np.array([kind for kind, _ in FACES], np.int64)
CARD_SUIT = np.array([SUIT_LETTERS.index(face[-1]) for _, face in FACES], np.int64)
CARD_RANK = np.array([RANKS.index(face[:-1]) + 2 for _, face in FACES], np.int64)
"""2 to 14; the ace is 14."""

NUM_TABLE_KINDS = 10
TABLE_KINDS = np.array([Kind.JAIL, *range(Kind.BARREL, NUM_KINDS)], np.int64)
"""The blue cards, which are laid on a table."""
WEAPON_RANGE = np.array([0] * Kind.VOLCANIC + [1, 2, 3, 4, 5], np.int64)
BARE_RANGE = 1
"""The range of the Colt .45 that everybody has."""
CARD_RANGE = np.append(WEAPON_RANGE[CARD_KIND], BARE_RANGE)
"""The range of each card as a weapon. The last entry, at index NONE, is the range without one."""

# --- characters and roles -----------------------------------------------------------------------

CHARACTER_NAMES = (
    "Bart Cassidy",
    "Black Jack",
    "Calamity Janet",
    "El Gringo",
    "Jesse Jones",
    "Jourdonnais",
    "Kit Carlson",
    "Lucky Duke",
    "Paul Regret",
    "Pedro Ramirez",
    "Rose Doolan",
    "Sid Ketchum",
    "Slab the Killer",
    "Suzy Lafayette",
    "Vulture Sam",
    "Willy the Kid",
)
NUM_CHARACTERS = len(CHARACTER_NAMES)
BULLETS = np.full(NUM_CHARACTERS, 4, np.int64)
BULLETS[[Character.EL_GRINGO, Character.PAUL_REGRET]] = 3

ROLE_NAMES = ("Sheriff", "Deputy", "Outlaw", "Renegade")
NUM_ROLES = len(ROLE_NAMES)
ROLE_COUNTS = np.array(
    [[1, 0, 2, 1], [1, 1, 2, 1], [1, 1, 3, 1], [1, 2, 3, 1], [1, 2, 3, 2]], np.int64
)
"""The number of cards of each role with 4 to 8 players."""

EXPLOSIVE_LOW, EXPLOSIVE_HIGH = 2, 9
"""The Dynamite explodes on spades from the low to the high rank."""
DYNAMITE_DAMAGE = 3
REWARD = 3
PHASE_ONE_CARDS = 2
KIT_CARDS = 3
SLAB_NEED = 2
SID_CARDS = 2
MAX_REFILLS = 10
"""How many cards that bring cards may be played in one turn (rule 5.14)."""
