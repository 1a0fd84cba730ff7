"""Everything that happens in a game of Bang!, as the events of a KBang log.

Cards have no mark of a twin: both `Stagecoach 9S` have the same text, because they look alike.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import dropwhile, takewhile

from standoff.games.bang.actions import Code
from standoff.games.bang.cards import CHARACTER_NAMES, FACES, KIND_NAMES, NONE, ROLE_NAMES, Role
from standoff.games.bang.rules.notes import Place
from standoff.games.bang.telling.facts import Fact, gather
from standoff.games.bang.telling.story import is_dealing, play_again
from standoff.games.bang.telling.walk import Walk
from standoff.kit import RESHUFFLE, Action, Game, Seat, State

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


def list_events(
    game: Game, seed: int, names: Sequence[str], actions: Iterable[Action]
) -> Iterator[Event]:
    """Yield every event of a game."""
    walks = play_again(game, seed, actions)
    deal = next(walks)
    yield from tell_players(deal.states[0], names)
    facts = gather(deal)
    for fact in takewhile(is_dealing, facts):
        for card in fact.cards:  # of the first hands, one by one
            yield Event(EventKind.DRAW, fact.seat, cards=(CARD_TEXTS[card],))
    for fact in dropwhile(is_dealing, facts):
        yield from translate(fact)
    for walk in walks:
        yield from tell_move(walk)


def tell_players(state: State, names: Sequence[str]) -> Iterator[Event]:
    """Tell who plays (rules 1.1 to 1.3)."""
    for seat, name in enumerate(names):
        role = ROLE_NAMES[Role.SHERIFF] if state.role[seat] == Role.SHERIFF else ""
        character = CHARACTER_NAMES[state.character[seat]]
        text = " ".join(name.split())
        yield Event(EventKind.CREATED, seat, name=text, role=role, character=character)


def tell_move(walk: Walk) -> Iterator[Event]:
    """Tell a move."""
    for fact in gather(walk):
        is_kept = (
            fact.kind == "draw" and Code.PUT_BACK <= walk.action < Code.ANSWER_BANG
        )  # Kit Carlson, rule 9.7
        yield from translate(fact._replace(kind="take") if is_kept else fact)


def translate(fact: Fact) -> Iterator[Event]:
    """Tell a fact as KBang does."""
    seat, target = fact.seat, fact.target
    cards = tuple(CARD_TEXTS[card] for card in fact.cards)
    if fact.kind in EACH:
        kind = EACH[fact.kind]
        if fact.kind == "lose" and target == NONE:
            target = seat
        if fact.kind == "play":
            yield Event(kind, seat, cards[0], target, fact.word)
            return
        for card in cards:
            yield Event(kind, seat, card, target)
    elif fact.kind == "draw":
        if fact.origin == Place.DISCARD:
            yield Event(EventKind.DRAW_DISCARD, seat, cards[0])
        else:
            yield Event(EventKind.DRAW, seat, cards=cards)
    elif fact.kind == "check":
        cause = CARD_TEXTS[target] if target != NONE else ""
        yield Event(EventKind.CHECK, seat, cards[0], cause=cause, is_good=bool(fact.value))
    elif fact.kind == "life":
        yield Event(EventKind.LIFE, seat, life=fact.value or 0)
    elif fact.kind == "death":
        yield Event(EventKind.DEATH, seat, killer=target)
    elif fact.kind == "result":
        yield Event(EventKind.END, seat, role=fact.word, is_winner=bool(fact.value))
    elif fact.kind in PLAIN:
        yield Event(
            PLAIN[fact.kind], seat if fact.kind in ("pass", "ability") else NONE, cards=cards
        )


EACH = {
    "discard": EventKind.DISCARD,
    "play": EventKind.PLAY,
    "lay": EventKind.LAY,
    "pass_on": EventKind.PASS_ON,
    "answer": EventKind.ANSWER,
    "take": EventKind.TAKE,
    "steal": EventKind.STEAL,
    "lose": EventKind.CANCEL,
    "drop": EventKind.CANCEL,
}
"""Facts that KBang tells card by card."""
PLAIN = {
    "pass": EventKind.PASS,
    "ability": EventKind.ABILITY,
    "turn_up": EventKind.TURN_UP,
    "look": EventKind.TURN_UP,
    RESHUFFLE: EventKind.RESHUFFLE,
    "turn": EventKind.CONTEXT,
    "ask": EventKind.CONTEXT,
}
