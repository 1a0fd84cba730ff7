"""What a viewer sees of a move, as events with sentences."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import msgspec

from standoff.games.bang.cards import (
    CARD_RANK,
    CARD_SUIT,
    KIND_NAMES,
    NONE,
    RANK_NAMES,
    SUIT_NAMES,
    Kind,
)
from standoff.games.bang.rules.notes import Place
from standoff.games.bang.telling.facts import OPEN, Fact, gather
from standoff.games.bang.telling.notation import CARD_NAMES
from standoff.games.bang.telling.request import describe_request
from standoff.games.bang.telling.walk import walk, walk_leaving
from standoff.kit import (
    HIDDEN,
    LEAVE,
    RESHUFFLE,
    Action,
    Event,
    Game,
    Names,
    Seat,
    State,
    capitalize,
    list_cards,
)

PLACE_NAMES = {place: place.name.lower() for place in Place} | {NONE: ""}
TWIN = " #2"
"""Tells two cards that look alike apart; sentences leave it out."""
UNORDERED = ("draw", "steal", "look")
"""Events whose cards are named in the order of the deck, because hands have none."""
ABILITIES = {
    "Bart Cassidy": "Bart Cassidy draws a card for each life he lost.",
    "Black Jack": "Black Jack shows the second card he draws; a red one brings a third.",
    "Calamity Janet": "Calamity Janet uses Bang! and Missed! as she likes.",
    "El Gringo": "El Gringo takes cards from the hand of whoever hit him.",
    "Jesse Jones": "Jesse Jones draws his first card from a hand.",
    "Jourdonnais": "Jourdonnais has a Barrel of his own.",
    "Kit Carlson": "Kit Carlson looks at the top three cards to keep two.",
    "Lucky Duke": "Lucky Duke turns over two cards; one of them counts.",
    "Pedro Ramirez": "Pedro Ramirez draws his first card from the discard pile.",
    "Sid Ketchum": "Sid Ketchum discards two cards for a life.",
    "Slab the Killer": "Slab the Killer shoots: only two Missed! will do.",
    "Suzy Lafayette": "Suzy Lafayette draws a card, since her hand is empty.",
    "Vulture Sam": "Vulture Sam takes the cards of the dead.",
    "Willy the Kid": "Willy the Kid shoots once more.",
}
CHECKS = {
    KIND_NAMES[Kind.BARREL]: ("the Barrel does not help", "the Barrel helps"),
    KIND_NAMES[Kind.DYNAMITE]: ("the Dynamite explodes", "the Dynamite does not explode"),
    KIND_NAMES[Kind.JAIL]: ("the jail stays shut", "the jail opens"),
}
"""The results of a bad and a good "draw!", by the card that asks for it."""
ENDINGS = {
    "law": "The law wins: the Sheriff is alive, all Outlaws and Renegades are dead.",
    "outlaws": "The Outlaws win: the Sheriff is dead.",
    "renegade": "The Renegade wins: nobody else is alive.",
    "nobody": "The last round is over: everybody loses.",
}
FACE_TEXTS = {
    name: f"{RANK_NAMES[CARD_RANK[card] - 2]} of {SUIT_NAMES[CARD_SUIT[card]]}"
    for card, name in enumerate(CARD_NAMES)
}


def tell(
    game: Game, state: State, action: Action, viewers: Sequence[Seat]
) -> list[tuple[Event, ...]]:
    """Return what each viewer sees when an action is made in a state, which is left as it is.

    Viewers who know the same are told the same.
    """
    return tell_facts(gather(walk(state, action)), viewers)


def tell_leaving(
    game: Game, state: State, seat: Seat, viewers: Sequence[Seat]
) -> list[tuple[Event, ...]]:
    """Return what each viewer sees when a player leaves (rule 7.5); the state is left as it is."""
    return tell_facts([Fact(LEAVE, seat), *gather(walk_leaving(state, seat))], viewers)


def tell_facts(gathered: list[Fact], viewers: Sequence[Seat]) -> list[tuple[Event, ...]]:
    """Return facts as each viewer sees them."""
    facts = list(select(gathered))
    shared = [show(fact, NONE) for fact in facts]
    hidden = [index for index, fact in enumerate(facts) if fact.seen != OPEN or any(fact.shown)]
    masks = [seen for index in hidden for seen in list_masks(facts[index])]
    told: dict[tuple[int, ...], tuple[Event, ...]] = {}
    listed = []
    for viewer in viewers:
        known = tuple([seen >> viewer & 1 for seen in masks])
        if known not in told:
            for index in hidden:
                shared[index] = show(facts[index], viewer)
            told[known] = tuple(shared)
        listed.append(told[known])
    return listed


def list_masks(fact: Fact) -> tuple[int, ...]:
    """Return the masks of viewers who know a card of a fact, or whether it has been seen."""
    return (*fact.seen, 1 << fact.place_seat) if any(fact.shown) else fact.seen


def select(facts: list[Fact]) -> Iterator[Fact]:
    """Yield the facts that are events: the card of a "draw!" is told once.

    Lucky Duke's two cards go to the discard pile in their own order, after the "draw!".
    """
    turned = NONE
    for fact in facts:
        if fact.kind == "check" and fact.origin == Place.FLIPPED:
            yield Fact("check", fact.seat, cards=fact.cards, value=fact.value, word=fact.word)
        elif fact.kind == "check":
            turned = fact.cards[0]
            yield fact._replace(target=NONE)
        elif fact.kind != "drop":
            yield fact
        elif fact.cards != (turned,):
            yield fact._replace(kind="lose")


def show(fact: Fact, viewer: Seat) -> Event:
    """Return a fact as a viewer sees it; NONE sees all cards.

    Only the holder of a card knows whether others have seen it (rule 8.8).
    """
    cards: Sequence[int] = fact.cards
    if fact.seen != OPEN and viewer != NONE:
        cards = [card for card, seen in zip(cards, fact.seen, strict=True) if seen >> viewer & 1]
    if fact.kind in UNORDERED:
        cards = sorted(cards)
    names = [CARD_NAMES[card] for card in cards]
    hidden = (HIDDEN,) * (len(fact.cards) - len(names))
    seen: tuple[str, ...] = ()
    if fact.shown and viewer == fact.place_seat:
        pairs = zip(fact.cards, fact.shown, strict=True)
        seen = tuple([CARD_NAMES[card] for card, is_seen in sorted(pairs) if is_seen])
    return make_event(fact.kind, fact.seat, fact.target, (*names, *hidden), *fact[5:11], seen)


@lru_cache(maxsize=1 << 16)
def make_event(
    kind: str, seat: int, target: int, cards: tuple[str, ...], origin: int, origin_seat: int,
    place: int, place_seat: int, value: int | None, word: str, seen: tuple[str, ...],
) -> Event:  # fmt: skip
    """Return an event with its sentence; equal events are one object."""

    def some(number: int) -> int | None:
        return None if number == NONE else number

    event = Event(
        kind, "", some(seat), some(target), cards, PLACE_NAMES[origin], some(origin_seat),
        PLACE_NAMES[place], some(place_seat), value, word, seen,
    )  # fmt: skip
    return msgspec.structs.replace(event, text=say(event, Names()))


# --- sentences ------------------------------------------------------------------------------------


def say(event: Event, names: Names) -> str:
    """Return an event as a sentence."""
    return SENTENCES[event.kind](event, names)


def cards_text(event: Event) -> str:
    """Return the cards of an event as people name them."""
    return list_cards([card.removesuffix(TWIN) for card in event.cards])


def lives(count: int) -> str:
    """Return a number of lives in words."""
    return "1 life" if count == 1 else f"{count} lives"


def say_plainly(event: Event, names: Names, verb: str, how: str = "") -> str:
    """Tell what a seat does with cards."""
    return f"{names.does(seat_of(event), verb)} {how}{cards_text(event)}."


def say_draw(event: Event, names: Names) -> str:
    """Tell of cards that are drawn."""
    origin = " from the discard pile" if event.origin == "discard" else ""
    return f"{names.does(seat_of(event), 'draws')} {cards_text(event)}{origin}."


def say_play(event: Event, names: Names) -> str:
    """Tell of a card that is played, perhaps at a player or on a card of a table."""
    start = f"{names.does(seat_of(event), 'plays')} {cards_text(event)}"
    if event.target is None:
        return f"{start}."
    if event.word:
        return f"{start} on {names.whose(event.target)} {event.word}."
    return f"{start} at {names.of(event.target)}."


def say_lay(event: Event, names: Names) -> str:
    """Tell of a blue card."""
    seat = seat_of(event)
    if event.target is None or seat == event.target:
        return f"{names.does(seat, 'lays')} down {cards_text(event)}."
    return f"{names.does(seat, 'puts')} {names.of(event.target)} in jail with {cards_text(event)}."


def say_check(event: Event, names: Names) -> str:
    """Tell the result of a "draw!"."""
    return f"draw! {FACE_TEXTS[event.cards[0]]}: {CHECKS[event.word][int(event.value or 0)]}."


def say_steal(event: Event, names: Names) -> str:
    """Tell of cards that are taken from a player."""
    target = names.of(event.target or 0)
    return f"{names.does(seat_of(event), 'takes')} {cards_text(event)} from {target}."


def say_lose(event: Event, names: Names) -> str:
    """Tell of cards that go to the discard pile."""
    owner = event.origin_seat
    verb = "goes" if len(event.cards) == 1 else "go"
    whose = "" if owner is None else f"{names.whose(owner)} "
    return f"{capitalize(whose + cards_text(event))} {verb} to the discard pile."


def say_life(event: Event, names: Names) -> str:
    """Tell of lives lost or regained."""
    seat, left, change = seat_of(event), int(event.value or 0), int(event.word)
    if change > 0:
        has = names.form(seat, "has")
        return f"{names.does(seat, 'regains')} {lives(change)} and {has} {left}."
    left_text = f"{names.form(seat, 'has')} {left} left"
    if left <= 0:
        left_text = f"{names.form(seat, 'is')} about to die"
    return f"{names.does(seat, 'loses')} {lives(-change)} and {left_text}."


def say_death(event: Event, names: Names) -> str:
    """Tell who died, and the killer."""
    seat = seat_of(event)
    who = f"{names.start(seat)}, {event.word},"
    if event.target is None:
        return f"{who} {names.form(seat, 'dies')}."
    return f"{who} {names.form(seat, 'is')} killed by {names.of(event.target)}."


def say_turn(event: Event, names: Names) -> str:
    """Tell whose turn begins."""
    return f"It is {names.whose(seat_of(event))} turn."


def say_result(event: Event, names: Names) -> str:
    """Tell a role, and whether it has won."""
    seat = seat_of(event)
    verb = names.form(seat, "wins" if event.value else "loses")
    return f"{names.start(seat)}, {event.word}, {verb}."


def say_ask(event: Event, names: Names) -> str:
    """Tell who must decide what."""
    source = NONE if event.target is None else event.target
    return describe_request(event.word, seat_of(event), source, int(event.value or 0), names)


def seat_of(event: Event) -> Seat:
    """Return the seat of an event that has one."""
    assert event.seat is not None
    return event.seat


SENTENCES: dict[str, Callable[[Event, Names], str]] = {
    "draw": say_draw,
    "discard": lambda event, names: say_plainly(event, names, "discards"),
    "play": say_play,
    "lay": say_lay,
    "pass_on": lambda event, names: (
        f"{cards_text(event)} goes on to {names.of(event.target or 0)}."
    ),
    "answer": lambda event, names: say_plainly(event, names, "answers", "with "),
    "pass": lambda event, names: f"{names.does(seat_of(event), 'does')} not answer.",
    "turn_up": lambda event, _: f"Turned up: {cards_text(event)}.",
    "look": lambda event, names: say_plainly(event, names, "looks", "at "),
    "take": lambda event, names: say_plainly(event, names, "takes"),
    "check": say_check,
    "steal": say_steal,
    "lose": say_lose,
    "life": say_life,
    "ability": lambda event, _: ABILITIES[event.word],
    "death": say_death,
    RESHUFFLE: lambda *_: "The discard pile is shuffled: it is the deck now.",
    "turn": say_turn,
    LEAVE: lambda event, names: f"{names.does(seat_of(event), 'leaves')} the game.",
    "ask": say_ask,
    "end": lambda event, _: ENDINGS[event.word],
    "result": say_result,
}
