"""Events, what a viewer sees happen; and choices, what an action code means. Both as plain data."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from standoff.verbs import Action, Seat, State, to_move

if TYPE_CHECKING:
    from standoff.game import Game

HIDDEN = "?"
"""A card, role or other secret that the viewer does not know."""
RESHUFFLE = "reshuffle"
"""The kind of event after which cards that lay open are hidden again."""
LEAVE = "leave"
"""The kind of event that tells that a player leaves the game."""
ACT = "act"
"""The kind of event of a game that tells no others."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that a viewer sees happen. Fields that its kind does not need are empty."""

    kind: str
    """What happens: `play`, `draw`, `life`, ...; each game has its own kinds."""
    text: str
    """A sentence that tells the event to anybody."""
    seat: int | None = None
    """The seat that does it, or that it happens to."""
    target: int | None = None
    """The seat that it is done to."""
    cards: tuple[str, ...] = ()
    """The cards that move or are shown, `?` for each card that the viewer does not know."""
    origin: str = ""
    """Where the cards come from, such as `deck` or `hand`."""
    origin_seat: int | None = None
    """The seat whose hand or table they come from."""
    place: str = ""
    """Where the cards go."""
    place_seat: int | None = None
    """The seat whose hand or table they go to."""
    value: float | int | None = None
    """A number, such as the lives that are left."""
    word: str = ""
    """A name, such as the role that is shown."""
    seen: tuple[str, ...] = ()
    """The cards that come into the viewer's own hand and that others have seen."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """What an action code means."""

    code: int
    """The number that `act` returns."""
    text: str
    """What a person writes for it."""
    kind: str
    """The verb: `play`, `answer`, `pass`, ..."""
    card: str | None = None
    """The card that is played, taken or discarded."""
    target: int | None = None
    """The seat that the action names."""
    target_card: str | None = None
    """The card of the target, `?` for a card of a hidden hand."""
    unseen: bool = False
    """Whether the action demands a card that nobody else has seen."""


class Names:
    """What sentences call the seats: by number, by name, or `you`.

    >>> Names(you=1).does(1, "draws"), Names(you=1).does(0, "draws")
    ('You draw', 'Seat 0 draws')
    """

    def __init__(self, names: Sequence[str] = (), you: Seat | None = None) -> None:
        self.names = names
        self.you = you

    def of(self, seat: Seat) -> str:
        """Return the name of a seat inside a sentence."""
        if seat == self.you:
            return "you"
        return self.names[seat] if self.names else f"seat {seat}"

    def start(self, seat: Seat) -> str:
        """Return the name of a seat at the start of a sentence."""
        return capitalize(self.of(seat))

    def does(self, seat: Seat, verb: str) -> str:
        """Return the start of a sentence; `verb` is in the third person."""
        return f"{self.start(seat)} {self.form(seat, verb)}"

    def form(self, seat: Seat, verb: str) -> str:
        """Return a verb, given in the third person, as it follows the name of a seat."""
        if seat != self.you:
            return verb
        return SECOND_PERSON.get(verb) or verb.removesuffix("s")

    def whose(self, seat: Seat) -> str:
        """Return the name of an owner: `your`, `seat 2's`."""
        return "your" if seat == self.you else f"{self.of(seat)}'s"


SECOND_PERSON = {
    "is": "are",
    "has": "have",
    "does": "do",
    "goes": "go",
    "dies": "die",
    "passes": "pass",
    "must": "must",
}


def capitalize(text: str) -> str:
    """Return a text with a capital at the start; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def list_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def list_cards(cards: Sequence[str]) -> str:
    """Return cards as a list in a sentence; hidden ones are counted."""
    known = [card for card in cards if card != HIDDEN]
    hidden = len(cards) - len(known)
    if hidden:
        one, more = ("another card", "other cards") if known else ("a card", "cards")
        known.append(one if hidden == 1 else f"{hidden} {more}")
    return list_words(known)


MAX_KEPT = 1 << 16
"""How many different events of a game are kept."""


def event_maker(say: "Sayer") -> Callable[..., Event]:
    """Return a function that makes events with their sentences; equal events are one object."""

    @lru_cache(maxsize=MAX_KEPT)
    def make(kind: str, *fields: Any) -> Event:
        event = Event(kind, "", *fields)
        return msgspec.structs.replace(event, text=say(event, Names()))

    return make


_encoder = msgspec.json.Encoder()


def write_events(told: Sequence[tuple[Event, ...]]) -> list[bytes]:
    """Return what each viewer is told as JSON. Viewers who share one tuple share the bytes."""
    written = {id(events): events for events in told}
    encoded = {key: _encoder.encode(events) for key, events in written.items()}
    return [encoded[id(events)] for events in told]


# --- how a game tells its events ------------------------------------------------------------------

Teller = Callable[["Game", State, Action, Sequence[Seat]], list[tuple[Event, ...]]]
"""Returns what each viewer sees when an action is made in a state, which is left as it is."""

LeaveTeller = Callable[["Game", State, Seat, Sequence[Seat]], list[tuple[Event, ...]]]
"""Returns what each viewer sees when a player leaves the game; the state is left as it is."""

Sayer = Callable[[Event, Names], str]
"""Returns an event as a sentence, with names for the seats."""


def tell_action(
    game: "Game", state: Any, action: Action, viewers: Sequence[Seat]
) -> list[tuple[Event, ...]]:
    """Tell that an action was made, as each viewer sees it: for games that tell no more."""
    seat = int(to_move(state))
    told: list[tuple[Event, ...]] = []
    for viewer in viewers:
        word = game.text(action) if viewer == seat else game.shown(action)
        event = Event(ACT, "", seat=seat, word=word)
        told.append((msgspec.structs.replace(event, text=say_action(event, Names())),))
    return told


def tell_leaving(
    game: "Game", state: Any, seat: Seat, viewers: Sequence[Seat]
) -> list[tuple[Event, ...]]:
    """Tell that a player leaves: for games that tell no more."""
    event = Event(LEAVE, f"{Names().does(seat, 'leaves')} the game.", seat=seat)
    return [(event,) for _ in viewers]


def say_action(event: Event, names: Names) -> str:
    """Say that an action was made."""
    return f"{names.does(event.seat or 0, 'plays')} {event.word}."
