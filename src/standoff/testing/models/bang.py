"""What a viewer of Bang! knows, from the first view and from events alone."""

from typing import Any

from standoff.event import HIDDEN, Event, Names
from standoff.games.bang.cards import KIND_NAMES, WEAPON_RANGE
from standoff.games.bang.telling.events import say
from standoff.games.bang.telling.notation import ACT_NAMES, CARD_NAMES

WEAPONS = {name: int(reach) for name, reach in zip(KIND_NAMES, WEAPON_RANGE, strict=True) if reach}
NO_WEAPON = "Colt .45"
RELIEF = {"Jail": "freed", "Dynamite": "defused"}
ACTS = {"Bang!": "shot", "Missed!": "shot", "Duel": "duel", "Panic!": "robbed"}
ACTS |= {"Cat Balou": "stripped", "Jail": "jailed"}
CARD_ORDER = {name: index for index, name in enumerate((*CARD_NAMES, HIDDEN))}
KINDS = {name: name.removesuffix(" #2").rpartition(" ")[0] for name in CARD_NAMES}
QUIET = {"ability", "answer", "check", "discard", "draw", "look", "lose", "pass", "pass_on"}
QUIET |= {"take", "turn_up"}
"""Events that say no more than which cards move."""


class BangModel:
    """The view of one viewer, kept by events."""

    def __init__(self, first: dict[str, Any]) -> None:
        self.view = {name: value for name, value in first.items() if name != "actions"}
        self.viewer: int | None = first["seat"]
        self.players: list[dict[str, Any]] = self.view["players"]
        self.sheriff = next(p["seat"] for p in self.players if p["role"] == "Sheriff")
        self.deeds = {(d["by"], d["to"], d["act"]): d["times"] for d in self.view["deeds"]}

    # --- events ---

    def add(self, event: Event) -> None:
        """Note an event."""
        if event.kind not in QUIET:
            getattr(self, f"_{event.kind}")(event)
        if event.origin:
            self.move(event)

    def _play(self, event: Event) -> None:
        if event.target is not None and event.target != event.seat:
            kind = KINDS[event.word] if event.word else ""
            self.count_deed(event, RELIEF.get(kind) or ACTS[KINDS[event.cards[0]]])

    def _lay(self, event: Event) -> None:
        if event.target != event.seat:
            self.count_deed(event, "jailed")

    def count_deed(self, event: Event, act: str) -> None:
        """Count what a player does to another."""
        key = (event.seat, event.target, act)
        self.deeds[key] = self.deeds.get(key, 0) + 1

    def _steal(self, event: Event) -> None:
        """Forget, as a third player, which of two hands holds the known cards (rule 8.5)."""
        hand = self.pile("hand", event.target)
        is_third = self.viewer not in (event.seat, event.target)
        if event.origin == "hand" and is_third and len(hand) > 1:
            hand[:] = [HIDDEN] * len(hand)

    def _life(self, event: Event) -> None:
        self.player(event)["life"] = event.value

    def _death(self, event: Event) -> None:
        self.player(event).update(life=0, is_alive=False, role=event.word)

    def _reshuffle(self, event: Event) -> None:
        self.view["deck_size"] += len(self.view["discard"])
        self.view["discard"].clear()

    def _turn(self, event: Event) -> None:
        self.view |= {"turn": event.seat, "round": event.value}

    def _ask(self, event: Event) -> None:
        self.view |= {"to_move": event.seat, "request": say(event, Names(you=self.viewer))}

    def _end(self, event: Event) -> None:
        over = f"The game is over: {event.word} won."
        self.view |= {"winner": event.word, "to_move": None, "request": over}

    def _result(self, event: Event) -> None:
        self.player(event)["role"] = event.word

    def move(self, event: Event) -> None:
        """Move the cards of an event, and note which of the own cards others have seen."""
        for card in event.cards:
            if event.origin == "deck":
                self.view["deck_size"] -= 1
            elif event.origin != "flipped":
                pile = self.pile(event.origin, event.origin_seat)
                pile.remove(card if card in pile else HIDDEN)
            if event.place != "flipped":
                self.pile(event.place, event.place_seat).append(card)
        if event.origin == "hand" and event.origin_seat == self.viewer:
            self.view["seen"] = [card for card in self.view["seen"] if card not in event.cards]
        self.view["seen"] += event.seen

    def pile(self, place: str, seat: int | None) -> list[str]:
        """Return the cards of a hand, of a table, or of a pile in the middle."""
        cards: list[str] = self.view[place] if seat is None else self.players[seat][place]
        return cards

    def player(self, event: Event) -> dict[str, Any]:
        """Return the player of an event."""
        assert event.seat is not None
        return self.players[event.seat]

    # --- the view ---

    def as_dict(self) -> dict[str, Any]:
        """Return the view as plain values, without the actions."""
        ring = [player["seat"] for player in self.players if player["is_alive"]]
        for player in self.players:
            for pile in ("hand", "table"):
                player[pile].sort(key=CARD_ORDER.__getitem__)
            weapons = [KINDS[card] for card in player["table"] if KINDS[card] in WEAPONS]
            player["weapon"] = weapons[0] if weapons else NO_WEAPON
            player["range"] = WEAPONS.get(player["weapon"], 1)
            player["distance"] = self.distance(ring, self.viewer, player["seat"])
            player["reach"] = self.distance(ring, player["seat"], self.viewer)
        for pile in ("store", "seen"):
            self.view[pile].sort(key=CARD_ORDER.__getitem__)
        self.view["deeds"] = [
            {"by": by, "to": to, "act": act, "times": times, "to_sheriff": to == self.sheriff}
            for (by, to, act), times in sorted(
                self.deeds.items(), key=lambda deed: (*deed[0][:2], ACT_NAMES.index(deed[0][2]))
            )
        ]
        return self.view

    def distance(self, ring: list[int], seat: int | None, other: int | None) -> int:
        """Return the distance between two seats (rule 4); 0 if one of them is not in play."""
        if seat is None or other is None or seat == other:
            return 0
        if seat not in ring or other not in ring:
            return 0
        steps = abs(ring.index(seat) - ring.index(other))
        cover = self.has(other, "Mustang", "Paul Regret")
        return min(steps, len(ring) - steps) + cover - self.has(seat, "Scope", "Rose Doolan")

    def has(self, seat: int, kind: str, character: str) -> int:
        """Count a card on a table, and the character that is as good as the card."""
        player = self.players[seat]
        on_table = kind in [KINDS[card] for card in player["table"]]
        return int(on_table) + int(player["character"] == character)
