"""The log of KBang: writes and reads a line for each event.

The format is that of KBang's server (2009), as Kolar's thesis shows it. Players are counted from 1,
so seat 0 is player 1. Player 0 is nobody, a case that KBang does not define. Two cards that look
alike are written alike.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from standoff.games.bang.cards import (
    CARD_KIND,
    CARD_RANK,
    CARD_SUIT,
    CHARACTER_NAMES,
    NONE,
    NUM_CARDS,
    ROLE_NAMES,
    SUIT_NAMES,
)
from standoff.games.bang.telling.kbang_events import CARD_TEXTS, Event, EventKind, list_events
from standoff.kit import Action, BadLog, BadNotation, Game, StandoffError, parse_number

KIND_WORDS = (
    "bang", "missed", "jail", "beer", "saloon", "diligenza", "wellsfargo", "generalstore", "panic",
    "catbalou", "indians", "duel", "gatling", "barrel", "dynamite", "mustang", "appalossa",
    "volcanic", "schofield", "remington", "carabine", "winchester",
)  # fmt: skip
"""KBang's names for the kinds of card, in the order of `Kind`; the Scope is an Appaloosa there."""
CARD_WORDS = {"": "card()"} | {
    CARD_TEXTS[card]: f"card({KIND_WORDS[CARD_KIND[card]]},{CARD_RANK[card]},"
    f"{SUIT_NAMES[CARD_SUIT[card]]})"
    for card in range(NUM_CARDS)
}
ROLE_WORDS = {"": "unknown"} | {name: name.lower() for name in ROLE_NAMES}
CHARACTER_WORDS = {name: name.lower() for name in CHARACTER_NAMES}
TRUTH_WORDS = {False: "false", True: "true"}
WINNER_WORDS = {False: "0", True: "1"}
MAX_PLAYER = 999
LIFE_LIMIT = 99
MAX_QUOTED = 60
"""How many characters of a bad line an error quotes."""


# --- values -------------------------------------------------------------------------------------


class Codec(NamedTuple):
    """How a value is written and read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def of_words(what: str, words: dict[Any, str]) -> Codec:
    """Return the codec of values that each have a word."""
    values = {word: value for value, word in words.items()}

    def read(text: str) -> Any:
        if text not in values:
            raise BadNotation(f"{text!r} is not a {what}")
        return values[text]

    return Codec(lambda value: words[value], read)


def of_numbers(what: str, low: int, high: int, first: int = 0) -> Codec:
    """Return the codec of numbers that are counted from `first` in the log."""
    return Codec(
        lambda number: str(number + first),
        lambda text: parse_number(what, text, low, high) - first,
    )


def quoted(codec: Codec) -> Codec:
    """Return a codec that puts quotation marks round its texts."""

    def read(text: str) -> Any:
        if len(text) < 2 or not text[0] == text[-1] == '"':
            raise BadNotation(f"{text!r} has no quotation marks round it")
        return codec.read(text[1:-1])

    return Codec(lambda value: f'"{codec.write(value)}"', read)


def write_cards(cards: tuple[str, ...]) -> str:
    """Return a list of cards."""
    return f"[{','.join(CARD_WORDS[card] for card in cards)}]"


def read_cards(text: str) -> tuple[str, ...]:
    """Return the cards of a list."""
    if not (text.startswith("[") and text.endswith("]")):
        raise BadNotation(f"{text!r} is not a list of cards")
    return tuple(CARD.read(word) for word in re.split(r"(?<=\)),", text[1:-1]) if word)


SEAT = of_numbers("a player", 0, MAX_PLAYER, first=1)
LIFE = of_numbers("lifePoints", -LIFE_LIMIT, LIFE_LIMIT)
CARD = of_words("card", CARD_WORDS)
CARDS = Codec(write_cards, read_cards)
NAME = quoted(Codec(str, str))
ROLE = quoted(of_words("role", ROLE_WORDS))
CHARACTER = quoted(of_words("character", CHARACTER_WORDS))
TRUTH = quoted(of_words("result, which is true or false", TRUTH_WORDS))
WINNER = quoted(of_words("winner, which is 0 or 1", WINNER_WORDS))


# --- events -------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field of an event: its key in the log, its attribute of `Event`, and its codec."""

    key: str
    attribute: str
    codec: Codec


PLAYER = Field("player", "player", SEAT)
ONE_CARD = Field("card", "card", CARD)
TARGET = Field("targetPlayer", "target", SEAT)
FIELDS: dict[EventKind, tuple[Field, ...]] = {
    EventKind.CREATED: (
        Field("id", "player", SEAT),
        Field("name", "name", NAME),
        Field("role", "role", ROLE),
        Field("character", "character", CHARACTER),
    ),
    EventKind.DRAW: (PLAYER, Field("cards", "cards", CARDS)),
    EventKind.DRAW_DISCARD: (PLAYER, ONE_CARD),
    EventKind.DISCARD: (PLAYER, ONE_CARD),
    EventKind.PLAY: (PLAYER, ONE_CARD, TARGET, Field("targetCard", "target_card", CARD)),
    EventKind.LAY: (PLAYER, ONE_CARD, TARGET),
    EventKind.PASS_ON: (PLAYER, ONE_CARD, TARGET),
    EventKind.ANSWER: (PLAYER, ONE_CARD),
    EventKind.PASS: (PLAYER,),
    EventKind.TURN_UP: (Field("cards", "cards", CARDS),),
    EventKind.TAKE: (PLAYER, ONE_CARD),
    EventKind.CHECK: (
        PLAYER,
        Field("checkedCard", "card", CARD),
        Field("causedBy", "cause", CARD),
        Field("result", "is_good", TRUTH),
    ),
    EventKind.STEAL: (PLAYER, TARGET, ONE_CARD),
    EventKind.CANCEL: (PLAYER, TARGET, ONE_CARD),
    EventKind.LIFE: (PLAYER, Field("lifePoints", "life", LIFE)),
    EventKind.ABILITY: (PLAYER,),
    EventKind.DEATH: (PLAYER, Field("causedBy", "killer", SEAT)),
    EventKind.RESHUFFLE: (),
    EventKind.CONTEXT: (),
    EventKind.END: (PLAYER, Field("role", "role", ROLE), Field("winner", "is_winner", WINNER)),
}
SHORTEST = {EventKind.PLAY: 2}
"""Events whose last fields may be absent, and how many fields they have at least."""


def write_event(event: Event) -> str:
    """Return an event as a line."""
    fields = FIELDS[event.kind]
    count = len(fields)
    if event.kind == EventKind.PLAY:
        count -= (event.target == NONE) + (event.target_card == "")
    parts = [f"{key}={codec.write(getattr(event, name))}" for key, name, codec in fields[:count]]
    return f"{event.kind}({', '.join(parts)})"


def parse_event(line: str) -> Event:
    """Return the event of a line; raises `BadNotation`."""
    name, bracket, rest = line.partition("(")
    if not bracket or not rest.endswith(")"):
        raise BadNotation(f"{line[:MAX_QUOTED]!r} is not an event, such as onPlayerPass(player=1)")
    if name not in FIELDS:
        raise BadNotation(f"there is no event {name[:MAX_QUOTED]!r}")
    kind = EventKind(name)
    fields = FIELDS[kind]
    for count in range(len(fields), SHORTEST.get(kind, len(fields)) - 1, -1):
        pattern = ", ".join(f"{field.key}=(.*)" for field in fields[:count])
        match = re.fullmatch(pattern, rest[:-1])
        if match:
            values = zip(fields, match.groups(), strict=False)
            return Event(kind, **{field.attribute: field.codec.read(v) for field, v in values})
    keys = ", ".join(field.key for field in fields) or "no fields"
    raise BadNotation(f"{name} must have {keys}, not {rest[:-1][:MAX_QUOTED]!r}")


# --- whole logs ---------------------------------------------------------------------------------


def write_log(
    game: Game, seed: int, names: Sequence[str], actions: Iterable[Action]
) -> Iterator[str]:
    """Yield the lines of a game's log."""
    for event in list_events(game, seed, names, actions):
        yield write_event(event)


def read_log(path: Path) -> list[Event]:
    """Return the events of a log file; raises `BadLog`, which names the line."""
    try:
        lines = path.read_bytes().removesuffix(b"\n").split(b"\n")
    except OSError as error:
        raise BadLog(f"cannot read {path}: {error.strerror}") from None
    events = []
    for number, line in enumerate(lines, 1):
        try:
            events.append(parse_event(line.decode().removesuffix("\r")))
        except UnicodeDecodeError:
            raise BadLog(f"{path}, line {number}: not UTF-8") from None
        except StandoffError as error:
            raise BadLog(f"{path}, line {number}: {error}") from None
    return events


def describe_log(path: Path) -> Iterator[str]:
    """Yield what a log file holds: the players, how often each event occurs, and the end."""
    events = read_log(path)
    yield f"{len(events)} events"
    for event in events:
        if event.kind == EventKind.CREATED:
            role = event.role or "a secret role"
            yield f"player {event.player + 1}: {event.name}, {event.character}, {role}"
    for kind, count in Counter(event.kind for event in events).most_common():
        yield f"{count:6} {kind}"
    ends = [event for event in events if event.kind == EventKind.END]
    for event in ends:
        yield f"player {event.player + 1}, {event.role}, {'won' if event.is_winner else 'lost'}"
    if not ends:
        yield "the game was not finished"
