"""What happened in a move: the notes of the rules, put together and named.

Facts hold the whole truth, and of each card who may know it. `events.py` shows them to a viewer,
`story.py` and `kbang.py` tell them all.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from standoff.games.bang.actions import Code
from standoff.games.bang.cards import (
    CARD_KIND,
    CHARACTER_NAMES,
    KIND_NAMES,
    NONE,
    ROLE_NAMES,
    Character,
    Kind,
)
from standoff.games.bang.outcome import has_won
from standoff.games.bang.rules.draw import Draw
from standoff.games.bang.rules.notes import Note, Place
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import Winner
from standoff.games.bang.telling.notation import CARD_NAMES, CHOICES, WINNER_NAMES
from standoff.games.bang.telling.request import asked_value, asked_word
from standoff.games.bang.telling.walk import ALL, Head, Row, Walk
from standoff.kit import HIDDEN, RESHUFFLE, Choice

OPEN = (ALL,)


class Fact(NamedTuple):
    """One thing that happened. Fields that its kind does not need are NONE or empty."""

    kind: str
    seat: int = NONE
    target: int = NONE
    cards: tuple[int, ...] = ()
    seen: tuple[int, ...] = OPEN
    """For each card, the mask of viewers who know it; one ALL if all cards are open."""
    origin: int = NONE
    origin_seat: int = NONE
    place: int = NONE
    place_seat: int = NONE
    value: int | None = None
    word: str = ""
    shown: tuple[int, ...] = ()
    """For each card that comes into a hand, whether others have seen it."""


MERGED = ("draw", "steal", "turn_up", "look", "lose")
"""Facts that are one if they follow each other."""
WORKS = ("draw", "steal", "lose", "drop", "turn_up", "look", "take", "check")
"""What an ability does. An ability that did nothing is not told."""


def gather(walk: Walk) -> list[Fact]:
    """Return everything that happened in a move, in its order."""
    facts = list(open_move(walk)) if walk.action != NONE else []
    opened = len(facts)
    source = Source(walk)
    for row in walk.rows:
        fact = READERS[row.what](source, row)
        if fact is None:
            continue
        if len(facts) > opened and facts[-1].kind == "ability" and fact.kind not in WORKS:
            facts.pop()
        if facts and can_merge(facts[-1], fact):
            facts[-1] = merge(facts[-1], fact)
        else:
            if row.what == Note.CHECK and row.origin == NONE:
                facts.append(Fact("ability", row.seat, word=CHARACTER_NAMES[Character.JOURDONNAIS]))
            facts.append(fact)
    facts.extend(close_move(walk))
    return facts


def can_merge(last: Fact, fact: Fact) -> bool:
    """Whether two facts differ only in their cards."""
    if last.kind != fact.kind or fact.kind not in MERGED:
        return False
    return last[1:3] + last[5:11] == fact[1:3] + fact[5:11]


def merge(last: Fact, fact: Fact) -> Fact:
    """Return two facts as one."""
    cards, seen = zip(*spread(last), *spread(fact), strict=True)
    seen = OPEN if set(seen) == {ALL} else seen
    return last._replace(cards=cards, seen=seen, shown=last.shown + fact.shown)


def spread(fact: Fact) -> Iterator[tuple[int, int]]:
    """Yield each card with its mask."""
    seen = fact.seen * len(fact.cards) if fact.seen == OPEN else fact.seen
    return zip(fact.cards, seen, strict=True)


# --- the action itself ----------------------------------------------------------------------------


def open_move(walk: Walk) -> Iterator[Fact]:
    """Yield what the action says by itself: a pass, or the use of an ability."""
    head, choice = walk.head, CHOICES[walk.action]
    if choice.kind == "pass":
        if head.task != Task.HEAL:  # Sid Ketchum need not say that he does not heal
            yield Fact("pass", head.mover)
    elif walk.action != Code.BARREL and uses_ability(head, choice):
        yield Fact("ability", head.mover, word=CHARACTER_NAMES[head.character])


def uses_ability(head: Head, choice: Choice) -> bool:
    """Whether only the seat's character can do this (rules 9.3, 9.5, 9.10 to 9.12 and 9.16)."""
    if choice.kind in ("heal", "draw_discard", "draw_hand"):
        return True
    if choice.kind == "answer":
        return choice.card not in ("Beer", KIND_NAMES[ASKED.get(Task(head.task), Kind.BANG)])
    if choice.kind != "play" or choice.card not in SHOTS:
        return False
    is_willy = head.character == Character.WILLY_THE_KID and head.is_again
    is_slab = head.character == Character.SLAB_THE_KILLER
    return bool(choice.card == SHOTS[1] or is_slab or is_willy)


ASKED = {Task.SHOT: Kind.MISSED}
"""The card that a request asks for, where it is not a Bang!."""
SHOTS = (KIND_NAMES[Kind.BANG], KIND_NAMES[Kind.MISSED])


# --- the notes ------------------------------------------------------------------------------------


Route = tuple[int, int, int, int]
"""Where a card was, whose hand or table that is, where it is now, and whose."""


class Source:
    """The action that a move began with, until its card has been told."""

    def __init__(self, walk: Walk) -> None:
        self.mover = walk.head.mover
        self.choice = CHOICES[walk.action] if walk.action != NONE else NO_CHOICE
        uses_card = self.choice.kind in ("play", "answer", "discard")
        self.is_told = not uses_card or walk.action == Code.BARREL  # which stays on its table
        self.is_cat = self.choice.card == KIND_NAMES[Kind.CAT_BALOU]
        self.target_card = ""
        if self.choice.target_card not in (None, HIDDEN):
            taken = (row.card for row in walk.rows if row.origin == Place.TABLE)
            self.target_card = CARD_NAMES[next(taken)]

    def read_card(self, row: Row) -> Fact:
        """Return what happens when a card arrives."""
        cards, seen = (row.card,), (row.seen,)
        route: Route = (row.origin, row.origin_seat, row.number, row.seat)
        if row.origin == Place.HAND and row.number != Place.HAND:
            return self.read_from_hand(row, cards, route)
        kind, seat, target = "draw", row.seat, NONE
        if row.number == Place.DISCARD:
            kind, seat = ("lose", row.origin_seat) if row.origin == Place.TABLE else ("drop", NONE)
            if kind == "lose" and self.is_cat:
                seat, target = self.mover, row.origin_seat
        elif row.number in (Place.STORE, Place.FLIPPED):
            kind = "turn_up"
        elif row.number == Place.TABLE:
            kind, seat, target = "pass_on", row.origin_seat, row.seat
        elif row.origin in (Place.HAND, Place.TABLE):
            kind, target = "steal", row.origin_seat
        elif row.origin == Place.STORE:
            kind = "take"
        shown = (row.extra,) if row.number == Place.HAND else ()
        return Fact(kind, seat, target, cards, seen, *route, shown=shown)

    def read_from_hand(self, row: Row, cards: tuple[int, ...], route: Route) -> Fact:
        """Return what happens when a card leaves a hand and is open now."""
        owner, choice = row.origin_seat, self.choice
        is_own = not self.is_told and owner == self.mover
        if row.number == Place.TABLE:
            self.is_told |= is_own
            return Fact("lay", owner, row.seat, cards, OPEN, *route)
        if is_own and KIND_NAMES[CARD_KIND[row.card]] == choice.card:
            self.is_told = True
            target = NONE if choice.target is None else choice.target
            return Fact(choice.kind, owner, target, cards, OPEN, *route, None, self.target_card)
        if row.extra:
            return Fact("answer", owner, NONE, cards, OPEN, *route)
        if self.is_cat and owner != self.mover:
            return Fact("lose", self.mover, owner, cards, OPEN, *route)
        return Fact("lose", owner, NONE, cards, OPEN, *route)

    def read_check(self, row: Row) -> Fact:
        """Return the result of a "draw!"; `target` is the card that asked for it, or NONE."""
        word = KIND_NAMES[DRAW_KINDS[Draw(row.number // 2)]]
        return Fact(
            "check", row.seat, row.origin, (row.card,), OPEN,
            row.extra, NONE, Place.DISCARD, NONE, row.number % 2, word,
        )  # fmt: skip


NO_CHOICE = Choice(NONE, "", "")
DRAW_KINDS = {Draw.BARREL: Kind.BARREL, Draw.DYNAMITE: Kind.DYNAMITE, Draw.JAIL: Kind.JAIL}

READERS: dict[int, Callable[[Source, Row], Fact | None]] = {
    Note.CARD: Source.read_card,
    Note.CHECK: Source.read_check,
    Note.SHUFFLE: lambda _, row: Fact(RESHUFFLE),
    Note.LOOK: lambda _, row: Fact("look", row.seat, cards=(row.card,), seen=(row.seen,)),
    Note.LIFE: lambda _, row: (
        Fact("life", row.seat, value=row.extra, word=f"{row.number:+d}") if row.number else None
    ),
    Note.DEATH: lambda _, row: Fact("death", row.seat, row.number, word=ROLE_NAMES[row.extra]),
    Note.ABILITY: lambda _, row: Fact("ability", row.seat, word=CHARACTER_NAMES[row.extra]),
    Note.TURN: lambda _, row: Fact("turn", row.seat, value=row.number),
}
"""How each Note is read."""


# --- what comes next ------------------------------------------------------------------------------


def close_move(walk: Walk) -> Iterator[Fact]:
    """Yield who is asked next, or who has won."""
    request = walk.head.request
    if request.winner == Winner.NOT_YET:
        word, value = asked_word(request), asked_value(request)
        yield Fact("ask", request.seat, request.source, value=value, word=word)
        return
    yield Fact("end", word=WINNER_NAMES[request.winner])
    after = walk.states[0]
    for seat in range(after.players):
        role = ROLE_NAMES[after.role[seat]]
        yield Fact("result", seat, value=int(has_won(after, seat)), word=role)
