"""What has changed between two states, as events."""

from collections.abc import Iterable, Iterator
from typing import Any

from standoff.games.bang.cards import NONE
from standoff.games.bang.cardset import BITS
from standoff.games.bang.telling.events import CARD_TEXTS, Event, EventKind
from standoff.kit import Seat, State, lowest_bit

Events = Iterator[Event]


def pack(cards: Any) -> int:
    """Return a set of cards as one number with a bit for each card."""
    return int(cards[0]) | int(cards[1]) << BITS


def unpack(cards: int) -> list[int]:
    """Return the cards of a set, ascending."""
    found = []
    while cards:
        found.append(lowest_bit(cards))
        cards &= cards - 1
    return found


class Snapshot:
    """Where all cards are, and how many lives each player has."""

    def __init__(self, state: State) -> None:
        count = int(state.players)
        self.seats = range(count)
        self.hands = [pack(cards) for cards in state.hand[:count].tolist()]
        self.tables = [pack(cards) for cards in state.table[:count].tolist()]
        self.store = pack(state.store.tolist())
        self.deck: list[int] = state.deck[: state.deck_size].tolist()[::-1]  # the top card first
        self.discard: list[int] = state.discard[: state.discard_size].tolist()  # the top card last
        self.life = state.life[:count].tolist()
        self.is_alive = state.is_alive[:count].tolist()

    def owner(self, card: int) -> Seat:
        """Return the seat that has a card in hand or on its table, or NONE."""
        for seat in self.seats:
            if (self.hands[seat] | self.tables[seat]) >> card & 1:
                return seat
        return NONE

    def in_order(self, cards: int) -> tuple[str, ...]:
        """Return drawn cards in the order of the deck; those of a reshuffled deck come last."""
        drawn = [card for card in self.deck if cards >> card & 1]
        fresh = [card for card in unpack(cards) if card not in drawn]
        return name_cards(drawn + fresh)

    def take_discard(self, seat: Seat) -> str:
        """Give the top card of the discard pile to a hand."""
        card = self.discard.pop()
        self.hands[seat] |= 1 << card
        return CARD_TEXTS[card]


def name_cards(cards: Iterable[int]) -> tuple[str, ...]:
    """Return what events call these cards."""
    return tuple(CARD_TEXTS[card] for card in cards)


def tell_changes(
    old: Snapshot, new: Snapshot, by: Seat = NONE, drawn: EventKind = EventKind.DRAW
) -> Events:
    """Tell how two snapshots differ; no card may have moved twice between them.

    `by`: the seat that makes others lose cards, if there is one.
    """
    is_reshuffled = new.discard[: len(old.discard)] != old.discard
    for card in new.discard[len(old.discard) :]:
        owner = old.owner(card)
        yield Event(EventKind.CANCEL, owner if by == NONE else by, CARD_TEXTS[card], target=owner)
    for seat in new.seats:
        for card in unpack(new.tables[seat] & ~old.tables[seat]):
            owner = old.owner(card)
            is_from_hand = old.hands[owner] >> card & 1
            kind = EventKind.LAY if is_from_hand else EventKind.PASS_ON
            yield Event(kind, owner, CARD_TEXTS[card], target=seat)
    for seat in new.seats:
        for card in unpack(new.hands[seat] & ~old.hands[seat]):
            owner = old.owner(card)
            if owner != NONE:
                yield Event(EventKind.STEAL, seat, CARD_TEXTS[card], target=owner)
            elif old.store >> card & 1:
                yield Event(EventKind.TAKE, seat, CARD_TEXTS[card])
    for seat in new.seats:
        if new.is_alive[seat] and new.life[seat] != old.life[seat]:
            yield Event(EventKind.LIFE, seat, life=new.life[seat])
    if is_reshuffled:
        yield Event(EventKind.RESHUFFLE)
    yield from tell_draws(old, new, drawn)


def tell_draws(old: Snapshot, new: Snapshot, drawn: EventKind) -> Events:
    """Tell which cards came from the deck, reshuffled or not."""
    if new.store & ~old.store:
        yield Event(EventKind.TURN_UP, cards=old.in_order(new.store & ~old.store))
    for seat in new.seats:
        gained = new.hands[seat] & ~old.hands[seat] & ~old.store
        for owner in old.seats:
            gained &= ~(old.hands[owner] | old.tables[owner])
        cards = old.in_order(gained)
        if drawn == EventKind.TAKE:
            for card in cards:
                yield Event(EventKind.TAKE, seat, card)
        elif cards:
            yield Event(EventKind.DRAW, seat, cards=cards)


def tell_ability(seat: Seat, events: Events) -> Events:
    """Tell the events of a character's ability, after an event that names it, if there are any."""
    told = list(events)
    if told:
        yield Event(EventKind.ABILITY, seat)
    yield from told
