"""What a viewer of Colonizers knows, from the first view and from events alone."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import permutations
from typing import Any

from standoff.event import HIDDEN, Event
from standoff.games.colonizers.cards import (
    COLONIST_NAMES,
    FULL_COLONY,
    MODULE_NAMES,
    MODULE_VALUE,
    NUM_SEATS,
)

NOT_PICKED = "-"
MAX_KEPT = 1 << 14
MODULE_ORDER = {name: index for index, name in enumerate((*MODULE_NAMES, HIDDEN))}
VALUES: dict[str, int] = dict(zip(MODULE_NAMES, MODULE_VALUE.tolist(), strict=True))

Names = frozenset[str]


@lru_cache(maxsize=MAX_KEPT)
def spread(pool: Names, excluded: tuple[Names, ...]) -> tuple[Names, ...]:
    """Return the colonists that each of several seats may have, if all have different ones.

    `excluded` holds for each seat the colonists that it cannot have.
    """
    possible: list[set[str]] = [set() for _ in excluded]
    for chosen in permutations(sorted(pool), len(excluded)):
        if all(one not in banned for one, banned in zip(chosen, excluded, strict=True)):
            for found, one in zip(possible, chosen, strict=True):
                found.add(one)
    return tuple([frozenset(found) for found in possible])


class ColonizersModel:
    """The view of one viewer, kept by events."""

    def __init__(self, first: dict[str, Any]) -> None:
        self.viewer: int | None = first["seat"]
        self.view = {name: value for name, value in first.items() if name != "actions"}
        self.players: list[dict[str, Any]] = self.view["players"]
        self.begin_round([choice["card"] for choice in first["actions"]])

    def begin_round(self, offer: Iterable[str] = ()) -> None:
        """Forget the colonists."""
        self.offer = frozenset(offer)
        """What the viewer could pick from."""
        self.known: dict[int, str] = {}
        """The colonists that the viewer is told: the own one, and those that are revealed."""
        self.picked: set[int] = set()
        self.excluded: list[Names] = [frozenset()] * NUM_SEATS

    # --- events ---

    def add(self, event: Event) -> None:
        """Note an event."""
        getattr(self, f"_{event.kind}")(event)

    def _pick(self, event: Event) -> None:
        assert event.seat is not None
        self.picked.add(event.seat)
        if event.word != HIDDEN:
            self.known[event.seat] = event.word

    def _reveal(self, event: Event) -> None:
        assert event.seat is not None
        self.known[event.seat] = event.word

    def _draw(self, event: Event) -> None:
        self.view["deck_size"] -= len(event.cards)
        self.hand(event.place_seat).extend(event.cards)

    def _income(self, event: Event) -> None:
        self.pay(event.seat, event.value)

    _take_omnium = _income

    def _set_aside(self, event: Event) -> None:
        self.view["deck_size"] -= len(event.cards)
        self.view["drawn"] = list(event.cards)

    def _keep(self, event: Event) -> None:
        self.view["drawn"] = []
        if event.place == "hand":
            self.hand(event.place_seat).extend(event.cards)

    def _put_under(self, event: Event) -> None:
        self.view["deck_size"] += len(event.cards)

    def _steal(self, event: Event) -> None:
        """Move Omnium. If nothing moves, no seat with Omnium has the colonist (rule 7.3)."""
        if event.target is not None:
            assert event.value is not None
            self.pay(event.seat, event.value)
            self.pay(event.target, -event.value)
            return
        for seat, player in enumerate(self.players):
            if player["omnium"] > 0:
                self.excluded[seat] |= {event.word}

    def _swap(self, event: Event) -> None:
        """If there is no exchange, no seat has the colonist (rule 7.3)."""
        if event.target is None:
            self.excluded = [names | {event.word} for names in self.excluded]

    def _give(self, event: Event) -> None:
        self.hand(event.place_seat)[:] = event.cards

    def _build(self, event: Event) -> None:
        assert event.seat is not None
        assert event.value is not None
        player, (card,) = self.players[event.seat], event.cards
        player["hand"].remove(card if card in player["hand"] else HIDDEN)
        player["colony"].append(card)
        player["value"] += VALUES[card]
        self.pay(event.seat, -event.value)
        if len(player["colony"]) == FULL_COLONY and self.view["first_full"] is None:
            self.view["first_full"] = event.seat

    def _do_nothing(self, event: Event) -> None:
        pass

    _build_nothing = _result = _do_nothing

    def _round(self, event: Event) -> None:
        self.view["round"] = event.value
        self.begin_round()

    def _ask(self, event: Event) -> None:
        self.view |= {"to_move": event.seat, "phase": event.word}
        if event.seat == self.viewer and event.cards:
            self.offer = frozenset(event.cards)

    def _end(self, event: Event) -> None:
        self.view |= {"to_move": None, "phase": "draw"}

    def hand(self, seat: int | None) -> list[str]:
        """Return the cards of a hand."""
        assert seat is not None
        hand: list[str] = self.players[seat]["hand"]
        return hand

    def pay(self, seat: int | None, amount: float | None) -> None:
        """Give Omnium to a seat."""
        assert seat is not None
        self.players[seat]["omnium"] += amount

    # --- the view ---

    def as_dict(self) -> dict[str, Any]:
        """Return the view as plain values, without the actions."""
        candidates = self.candidates()
        for seat, player in enumerate(self.players):
            if seat != self.viewer:
                player["hand"].sort(key=MODULE_ORDER.__getitem__)
            names = candidates.get(seat, frozenset())
            player["candidates"] = [name for name in COLONIST_NAMES if name in names]
            if len(names) == 1:
                player["colonist"] = player["candidates"][0]
            else:
                player["colonist"] = HIDDEN if seat in self.picked else NOT_PICKED
        return self.view

    def candidates(self) -> dict[int, Names]:
        """Return the colonists that each seat may have, for the seats that have picked."""
        found = {seat: frozenset({name}) for seat, name in self.known.items()}
        taken = frozenset(self.known.values())
        early = frozenset(COLONIST_NAMES) - self.offer - taken
        late = self.offer - taken
        hidden = sorted(self.picked - self.known.keys())
        is_early = [self.viewer is None or seat < self.viewer for seat in hidden]
        for pool, side in ((early, True), (late, False)):
            seats = [seat for seat, one in zip(hidden, is_early, strict=True) if one == side]
            banned = tuple([self.excluded[seat] for seat in seats])
            found |= dict(zip(seats, spread(pool, banned), strict=True))
        return found
