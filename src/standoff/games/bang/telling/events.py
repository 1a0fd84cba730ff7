"""Events of Bang!: everything that happens at the table, kind by kind, as the KBang log has it.

They are derived when a game is told (`chronicle.py`), so batch play pays nothing for them. Cards
are named without the mark of a twin, such as `Stagecoach 9S`: at the table the two look alike.
"""

from dataclasses import dataclass
from enum import StrEnum

from standoff.games.bang.cards import FACES, KIND_NAMES, NONE
from standoff.kit import Seat

CARD_TEXTS = tuple(f"{KIND_NAMES[kind]} {face}" for kind, face in FACES)
"""What the events call each card."""


class EventKind(StrEnum):
    """The kinds, with their names in the KBang log."""

    CREATED = "onPlayerCreated"  # player, name, role if it is open, character
    DRAW = "onPlayerDrawFromDeck"  # player, cards
    DRAW_DISCARD = "onPlayerDrawFromGraveyard"  # player, card
    DISCARD = "onPlayerDiscardCard"  # player, card
    PLAY = "onPlayerPlayCard"  # player, card; target; target_card if it lies on a table
    LAY = "onPlayerPlayCardOnTable"  # player, card, target before whom it lies now
    PASS_ON = "onPassTableCard"  # player, card, target: the Dynamite
    ANSWER = "onPlayerRespondWithCard"  # player, card
    PASS = "onPlayerPass"  # player
    TURN_UP = "onDrawIntoSelection"  # cards to choose from
    TAKE = "onPlayerPickFromSelection"  # player, card
    CHECK = "onPlayerCheckDeck"  # player, card, cause, is_good: a "draw!"
    STEAL = "onPlayerStealCard"  # player, target who had it, card
    CANCEL = "onCancelCard"  # player who brought it about, target who had it, card
    LIFE = "onLifePointsChange"  # player, life from now on
    ABILITY = "onPlayerUseAbility"  # player
    DEATH = "onPlayerDied"  # player, killer
    RESHUFFLE = "onDeckRegenerate"
    CONTEXT = "onGameContextChange"  # a turn begins, or somebody is asked
    END = "onGameFinished"  # player, role, is_winner


@dataclass(frozen=True)
class Event:
    """One event. Fields that its kind does not have are empty."""

    kind: EventKind
    player: Seat = NONE
    card: str = ""
    target: Seat = NONE
    target_card: str = ""
    cards: tuple[str, ...] = ()
    cause: str = ""
    """The card that asked for a "draw!"; empty for Jourdonnais, who needs none."""
    is_good: bool = False
    """Whether a "draw!" was good for the player."""
    killer: Seat = NONE
    """Who killed the player; NONE for the Dynamite and for a duel of one's own."""
    life: int = 0
    name: str = ""
    role: str = ""
    """As in `ROLE_NAMES`, empty while it is secret."""
    character: str = ""
    is_winner: bool = False
