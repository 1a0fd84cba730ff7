"""What a viewer sees of a move, as events with sentences."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from numpy.typing import NDArray

from standoff.games.colonizers.actions import Code
from standoff.games.colonizers.cards import (
    COLONIST_NAMES,
    DECK_SIZE,
    MODULE_COST,
    MODULE_NAMES,
    NUM_COLONISTS,
    NUM_SEATS,
    TAKEN_OMNIUM,
    Phase,
)
from standoff.games.colonizers.outcome import score
from standoff.kit import (
    HIDDEN,
    NOBODY,
    Action,
    Event,
    Game,
    Names,
    Numbers,
    Seat,
    State,
    capitalize,
    copy_state,
    event_maker,
    list_cards,
    list_words,
    make_move,
)

ALL = -1
"""The mask of all viewers."""
ASKED = {
    Phase.PICK: "must pick a colonist",
    Phase.DRAW: "must take Omnium or draw modules",
    Phase.KEEP: "must keep one of the cards",
    Phase.POWER: "may use the power of the colonist",
    Phase.BUILD: "may build a module",
}


class Fact(NamedTuple):
    """An event as it truly is, with the viewers who know its cards or its word."""

    kind: str
    seat: int | None = None
    target: int | None = None
    cards: Sequence[int] = ()
    seen: Sequence[int] = ()
    """For each card, the mask of viewers who know it."""
    origin: str = ""
    origin_seat: int | None = None
    place: str = ""
    place_seat: int | None = None
    value: int | None = None
    word: str = ""
    word_seen: int = ALL

    def show(self, viewer: Seat) -> Event:
        """Return the event as a viewer sees it; cards in no order, the unknown ones last.

        Cards that are set aside lie in order. The new holder of a hand knows its order.
        """
        names = COLONIST_NAMES if self.kind == "ask" else MODULE_NAMES
        knows_order = self.kind == "give" and viewer == self.target
        pairs = list(zip(self.cards, self.seen, strict=True))
        if self.kind != "set_aside" and not knows_order:
            pairs.sort(key=lambda pair: (not pair[1] >> viewer & 1, pair[0]))
        cards = tuple([names[card] if seen >> viewer & 1 else HIDDEN for card, seen in pairs])
        word = self.word if self.word_seen >> viewer & 1 else HIDDEN
        return make_event(
            self.kind, self.seat, self.target, cards, self.origin, self.origin_seat,
            self.place, self.place_seat, self.value, word,
        )  # fmt: skip


def tell(
    game: Game, state: State, action: Action, viewers: Sequence[Seat]
) -> list[tuple[Event, ...]]:
    """Return what each viewer sees when an action is made in a state, which is left as it is."""
    states = copy_state(state)
    before = game.read_numbers(states)
    make_move(states, action)
    after = game.read_numbers(states)
    facts = [*TELLERS[before["phase"]](before, action, after), *tell_next(before, after, states)]
    return [tuple([fact.show(viewer) for fact in facts]) for viewer in viewers]


# --- what a move does -----------------------------------------------------------------------------


def tell_pick(before: Numbers, action: Action, after: Numbers) -> Iterator[Fact]:
    """Tell that a colonist is picked."""
    seat = before["seat"]
    yield Fact("pick", seat, word=COLONIST_NAMES[action - Code.PICK], word_seen=1 << seat)


def tell_draw(before: Numbers, action: Action, after: Numbers) -> Iterator[Fact]:
    """Tell the colonist, what it brings, and what is taken."""
    seat = before["seat"]
    yield from tell_revealed(before, after)
    slot = before["hand_size"][seat]
    if after["hand_size"][seat] > slot:  # the Visionary draws first
        card, seen = after["hand"][seat][slot], after["hand_known"][seat][slot]
        yield Fact("draw", seat, None, [card], [seen], "deck", None, "hand", seat)
    taken = TAKEN_OMNIUM if action == Code.TAKE_OMNIUM else 0
    income = after["omnium"][seat] - before["omnium"][seat] - taken
    if income:
        yield Fact("income", seat, value=income)
    if taken:
        yield Fact("take_omnium", seat, value=taken)
    elif not after["ran_out"]:
        cards, seen_by = after["drawn"], after["drawn_known"]
        yield Fact("set_aside", seat, None, cards, seen_by, "deck", None, "drawn", seat)


def tell_keep(before: Numbers, action: Action, after: Numbers) -> Iterator[Fact]:
    """Tell that a card is kept, or lost by a full hand, and the other goes under the deck."""
    seat, card = before["seat"], action - Code.KEEP
    other = sum(before["drawn"]) - card
    bottom = (after["deck_top"] + after["deck_size"] - 1) % DECK_SIZE
    known = after["deck_known"][bottom]
    slot = before["hand_size"][seat]
    is_kept = after["hand_size"][seat] > slot
    seen = after["hand_known"][seat][slot] if is_kept else 1 << seat
    place = "hand" if is_kept else "lost"
    yield Fact("keep", seat, None, [card], [seen], "drawn", seat, place, seat)
    yield Fact("put_under", seat, None, [other], [known], "drawn", seat, "deck")


def tell_power(before: Numbers, action: Action, after: Numbers) -> Iterator[Fact]:
    """Tell the use of a power, and what it shows."""
    seat = before["seat"]
    if action == Code.DO_NOTHING:
        yield Fact("do_nothing", seat)
        return
    kind, first = ("steal", Code.STEAL) if action < Code.SWAP else ("swap", Code.SWAP)
    colonist = action - first
    gain = after["omnium"][seat] - before["omnium"][seat]
    holder = next((one for one in range(NUM_SEATS) if before["colonist"][one] == colonist), None)
    if kind == "steal" and not gain:
        holder = None
    yield from tell_revealed(before, after)
    value = gain if kind == "steal" else None
    yield Fact(kind, seat, holder, value=value, word=COLONIST_NAMES[colonist])
    if kind == "swap" and holder is not None:
        yield tell_gift(after, seat, holder)
        yield tell_gift(after, holder, seat)


def tell_gift(after: Numbers, giver: Seat, taker: Seat) -> Fact:
    """Tell of a whole hand that another seat has now."""
    size = after["hand_size"][taker]
    cards, seen = after["hand"][taker][:size], after["hand_known"][taker][:size]
    return Fact("give", giver, taker, cards, seen, "hand", giver, "hand", taker)


def tell_build(before: Numbers, action: Action, after: Numbers) -> Iterator[Fact]:
    """Tell what is built."""
    seat = before["seat"]
    if action == Code.BUILD_NOTHING:
        yield Fact("build_nothing", seat)
        return
    module = action - Code.BUILD
    cost = int(MODULE_COST[module])
    yield Fact("build", seat, None, [module], [ALL], "hand", seat, "colony", seat, cost)


def tell_revealed(before: Numbers, after: Numbers) -> Iterator[Fact]:
    """Tell which colonists all know now."""
    for seat in range(NUM_SEATS):
        if after["is_revealed"][seat] and not before["is_revealed"][seat]:
            yield Fact("reveal", seat, word=COLONIST_NAMES[after["colonist"][seat]])


def tell_next(before: Numbers, after: Numbers, states: NDArray[Any]) -> Iterator[Fact]:
    """Tell who must decide what now, or the end; `states` holds the state after the move."""
    seat = after["seat"]
    if seat == NOBODY:
        yield Fact("end", word="ran out" if after["ran_out"] else "")
        for one in range(NUM_SEATS):
            yield Fact("result", one, value=int(score(states[0], one)))
        return
    if after["round_number"] != before["round_number"]:
        yield Fact("round", value=after["round_number"])
    phase = Phase(after["phase"])
    offer: list[int] = []
    if phase == Phase.PICK:
        offer = [one for one in range(NUM_COLONISTS) if after["available"] >> one & 1]
    seen = [1 << seat] * len(offer)
    yield Fact("ask", seat, cards=offer, seen=seen, word=phase.name.lower())


TELLERS: dict[int, Callable[[Numbers, Action, Numbers], Iterator[Fact]]] = {
    Phase.PICK: tell_pick,
    Phase.DRAW: tell_draw,
    Phase.KEEP: tell_keep,
    Phase.POWER: tell_power,
    Phase.BUILD: tell_build,
}


# --- sentences ------------------------------------------------------------------------------------


def say(event: Event, names: Names) -> str:
    """Return an event as a sentence."""
    return SENTENCES[event.kind](event, names)


def seat_of(event: Event) -> Seat:
    """Return the seat of an event that has one."""
    assert event.seat is not None
    return event.seat


def say_verb(verb: str, rest: str) -> Callable[[Event, Names], str]:
    """Return what says `rest` of a seat, with `{cards}`, `{value}` and `{word}` of the event."""

    def say_it(event: Event, names: Names) -> str:
        filled = rest.format(cards=list_cards(event.cards), value=event.value, word=event.word)
        return f"{names.does(seat_of(event), verb)} {filled}."

    return say_it


def say_pick(event: Event, names: Names) -> str:
    """Tell who picks which colonist."""
    what = "a colonist" if event.word == HIDDEN else f"the {event.word}"
    return f"{names.does(seat_of(event), 'picks')} {what}."


def say_keep(event: Event, names: Names) -> str:
    """Tell which card is kept, or lost."""
    verb = "keeps" if event.place == "hand" else "loses"
    why = "" if event.place == "hand" else ": the hand is full"
    return f"{names.does(seat_of(event), verb)} {list_cards(event.cards)}{why}."


def say_steal(event: Event, names: Names) -> str:
    """Tell of stolen Omnium."""
    start = names.does(seat_of(event), "robs")
    if event.target is None:
        return f"{start} the {event.word}, and gets nothing."
    return f"{start} the {event.word}, {names.of(event.target)}, of {event.value} Omnium."


def say_swap(event: Event, names: Names) -> str:
    """Tell of exchanged hands."""
    start = f"{names.does(seat_of(event), 'swaps')} hands with the {event.word}"
    return (
        f"{start}, {names.of(event.target)}." if event.target is not None else f"{start}: nobody."
    )


def say_give(event: Event, names: Names) -> str:
    """Tell the cards of a hand that another seat has now."""
    what = list_cards(event.cards) or "no card"
    return f"{names.does(seat_of(event), 'gives')} {what} to {names.of(event.target or 0)}."


def say_ask(event: Event, names: Names) -> str:
    """Tell who must decide what; only a seat that picks sees the colonists on offer."""
    offer = "" if HIDDEN in event.cards else list_words(event.cards)
    asked = ASKED[Phase[event.word.upper()]]
    return f"{names.start(seat_of(event))} {asked}{': ' * bool(offer)}{offer}."


def say_end(event: Event, _: Any) -> str:
    """Tell that the game is over."""
    return "The deck has run out: nobody wins." if event.word else "The game is over."


SENTENCES: dict[str, Callable[[Event, Names], str]] = {
    "pick": say_pick,
    "reveal": lambda event, names: (
        f"{capitalize(names.whose(seat_of(event)))} colonist is the {event.word}."
    ),
    "draw": say_verb("draws", "{cards}"),
    "income": say_verb("gets", "{value} Omnium from the colony"),
    "take_omnium": say_verb("takes", "{value} Omnium"),
    "set_aside": say_verb("looks", "at {cards}"),
    "keep": say_keep,
    "put_under": say_verb("puts", "{cards} under the deck"),
    "steal": say_steal,
    "swap": say_swap,
    "give": say_give,
    "do_nothing": say_verb("uses", "no power"),
    "build": say_verb("builds", "{cards} for {value} Omnium"),
    "build_nothing": say_verb("builds", "nothing"),
    "round": lambda event, _: f"Round {event.value} begins.",
    "ask": say_ask,
    "end": say_end,
    "result": say_verb("has", "{value} points"),
}

make_event = event_maker(say)
