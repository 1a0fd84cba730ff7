"""What a viewer of ASMACAG knows, from the first view and from events alone."""

from typing import Any

from standoff.event import HIDDEN, Event

SPECIALS = ("x2", "%2")


def card_order(card: str) -> int:
    """Return a number by which cards are sorted: special cards first, then the numbers."""
    return SPECIALS.index(card) - 1000 if card in SPECIALS else int(card)


class AsmacagModel:
    """The view of one viewer, kept by events."""

    def __init__(self, first: dict[str, Any]) -> None:
        self.view = {name: value for name, value in first.items() if name != "actions"}
        self.players: list[dict[str, Any]] = self.view["players"]

    def add(self, event: Event) -> None:
        """Note an event."""
        if event.kind in ("play", "play_special", "penalty"):
            assert event.seat is not None
            self.lose_card(event.seat, event.cards[0])
            self.view["actions_left"] -= 1
            if event.kind == "play_special":
                self.view["factor"] = event.value
            else:
                self.players[event.seat]["score"] += event.value
            if event.kind == "play":
                self.view["factor"] = 1.0
        elif event.kind == "remove":
            self.view["board"].remove(event.cards[0])
            self.discard(event.cards[0])
        elif event.kind == "ask":
            self.view |= {"to_move": event.seat, "actions_left": event.value}
        elif event.kind == "end":
            self.view["to_move"] = None
        else:
            assert event.kind == "result"

    def lose_card(self, seat: int, card: str) -> None:
        """Move a card from a hand to the discard pile."""
        hand = self.players[seat]["hand"]
        if card in hand:
            hand.remove(card)
        else:
            hand.remove(HIDDEN)
            self.view["unseen"].remove(card)
        self.discard(card)

    def discard(self, card: str) -> None:
        """Put a card on the discard pile, which is sorted."""
        self.view["discard"].append(card)
        self.view["discard"].sort(key=card_order)

    def as_dict(self) -> dict[str, Any]:
        """Return the view as plain values, without the actions."""
        return self.view
