"""Events of Bang!: everything that happens in a game, in the kinds of the KBang log.

They are derived when a game is told (`chronicle.py`), so batch play pays nothing for them. Cards
have no mark of a twin: both `Stagecoach 9S` have the same text, because they look alike.
"""

from dataclasses import dataclass
from enum import StrEnum

from standoff.games.bang.cards import FACES, KIND_NAMES, NONE
from standoff.kit import Seat

CARD_TEXTS = tuple(f"{KIND_NAMES[kind]} {face}" for kind, face in FACES)
"""The text of each card in events."""


class EventKind(StrEnum):
    """The kinds, with their names in the KBang log."""

    CREATED = "onPlayerCreated"  # player, name, role if it is open, character
    DRAW = "onPlayerDrawFromDeck"  # player, cards
    DRAW_DISCARD = "onPlayerDrawFromGraveyard"  # player, card
    DISCARD = "onPlayerDiscardCard"  # player, card
    PLAY = "onPlayerPlayCard"  # player, card; target; target_card if it lies on a table
    LAY = "onPlayerPlayCardOnTable"  # player, card, target on whose table it lies now
    PASS_ON = "onPassTableCard"  # player, card, target: the Dynamite
    ANSWER = "onPlayerRespondWithCard"  # player, card
    PASS = "onPlayerPass"  # player
    TURN_UP = "onDrawIntoSelection"  # cards to choose from
    TAKE = "onPlayerPickFromSelection"  # player, card
    CHECK = "onPlayerCheckDeck"  # player, card, cause, is_good: a "draw!"
    STEAL = "onPlayerStealCard"  # player, target who had the card, card
    CANCEL = "onCancelCard"  # player who caused it, target who had the card, card
    LIFE = "onLifePointsChange"  # player, the new number of lives
    ABILITY = "onPlayerUseAbility"  # player
    DEATH = "onPlayerDied"  # player, killer
    RESHUFFLE = "onDeckRegenerate"
    CONTEXT = "onGameContextChange"  # a turn begins, or somebody is asked
    END = "onGameFinished"  # player, role, is_winner


@dataclass(frozen=True)
class Event:
    """An event. Fields that its kind does not have are empty."""

    kind: EventKind
    player: Seat = NONE
    card: str = ""
    target: Seat = NONE
    target_card: str = ""
    cards: tuple[str, ...] = ()
    cause: str = ""
    """The card that asked for a "draw!"; empty for the ability of Jourdonnais."""
    is_good: bool = False
    """Whether a "draw!" was good for the player."""
    killer: Seat = NONE
    """The killer; NONE for the Dynamite and for the loser of his own duel."""
    life: int = 0
    name: str = ""
    role: str = ""
    """A name of `ROLE_NAMES`, empty while it is secret."""
    character: str = ""
    is_winner: bool = False
