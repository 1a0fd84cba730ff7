"""A table of Bang! rebuilt from the first view and events alone, as a client of a server would."""

from standoff.event import HIDDEN, Names
from standoff.games.bang.cards import KIND_NAMES, WEAPON_RANGE
from standoff.games.bang.telling.events import say
from standoff.games.bang.telling.notation import ACT_NAMES, CARD_NAMES

WEAPONS = {name: int(reach) for name, reach in zip(KIND_NAMES, WEAPON_RANGE, strict=True) if reach}
LEFT_OUT = ("seen",)
"""Which of the own cards others have seen: no event tells it yet."""
RELIEF = {"Jail": "freed", "Dynamite": "defused"}
ACTS = {"Bang!": "shot", "Missed!": "shot", "Duel": "duel", "Panic!": "robbed"}
ACTS |= {"Cat Balou": "stripped", "Jail": "jailed"}


def kind_of(card):
    return card.removesuffix(" #2").rpartition(" ")[0]


class Model:
    """What a viewer knows, in the form of `View.as_dict`."""

    def __init__(self, view):
        self.viewer = view.seat
        fields = view.as_dict()
        self.fields = {name: fields[name] for name in view.fields() if name not in LEFT_OUT}
        self.players = self.fields["players"]
        for player in self.players:
            player["hand"], player["table"] = list(player["hand"]), list(player["table"])
        self.fields["discard"] = list(self.fields["discard"])
        self.fields["store"] = list(self.fields["store"])
        self.deeds = {(d["by"], d["to"], d["act"]): d["times"] for d in self.fields["deeds"]}

    # --- events ---

    def add(self, event):
        getattr(self, event.kind, self.nothing)(event)
        if event.origin:
            self.move(event)

    def nothing(self, event):
        assert event.kind in ("ability", "pass", "look", "check", "draw", "turn_up", "take", "lose")

    def play(self, event):
        if event.target is not None and event.target != event.seat:
            kind = kind_of(event.word) if event.word else ""
            self.count_deed(event, RELIEF.get(kind) or ACTS[kind_of(event.cards[0])])

    def lay(self, event):
        if event.target != event.seat:
            self.count_deed(event, "jailed")

    def count_deed(self, event, act):
        key = (event.seat, event.target, act)
        self.deeds[key] = self.deeds.get(key, 0) + 1

    answer = discard = pass_on = lambda self, event: None

    def steal(self, event):
        """A third player no longer knows which of two hands holds the cards that he knew."""
        hand = self.players[event.target]["hand"]
        is_third = self.viewer not in (event.seat, event.target)
        if event.origin == "hand" and is_third and len(hand) > 1:
            hand[:] = [HIDDEN] * len(hand)

    def life(self, event):
        self.players[event.seat]["life"] = event.value

    def death(self, event):
        self.players[event.seat] |= {"life": 0, "is_alive": False, "role": event.word}

    def reshuffle(self, event):
        self.fields["deck_size"] += len(self.fields["discard"])
        self.fields["discard"].clear()

    def turn(self, event):
        self.fields |= {"turn": event.seat, "round": event.value}

    def ask(self, event):
        names = Names(you=self.viewer)
        self.fields |= {"to_move": event.seat, "request": say(event, names)}

    def end(self, event):
        over = f"The game is over: {event.word} won."
        self.fields |= {"winner": event.word, "to_move": None, "request": over}

    def result(self, event):
        self.players[event.seat]["role"] = event.word

    def move(self, event):
        for card in event.cards:
            if event.origin == "deck":
                self.fields["deck_size"] -= 1
            elif event.origin != "flipped":
                pile = self.pile(event.origin, event.origin_seat)
                pile.remove(card if card in pile else HIDDEN)
            if event.place != "flipped":
                self.pile(event.place, event.place_seat).append(card)

    def pile(self, place, seat):
        return self.fields[place] if seat is None else self.players[seat][place]

    # --- the view ---

    def as_dict(self):
        """The fields of the view, with everything that follows from the cards."""
        for player in self.players:
            for pile in ("hand", "table"):
                player[pile].sort(key=[*CARD_NAMES, HIDDEN].index)
            weapons = [kind_of(card) for card in player["table"] if kind_of(card) in WEAPONS]
            player["weapon"] = weapons[0] if weapons else "Colt .45"
            player["range"] = WEAPONS.get(player["weapon"], 1)
            player["distance"] = self.distance(self.viewer, player["seat"])
            player["reach"] = self.distance(player["seat"], self.viewer)
        self.fields["store"].sort(key=CARD_NAMES.index)
        sheriff = next(p["seat"] for p in self.players if p["role"] == "Sheriff")
        self.fields["deeds"] = [
            {"by": by, "to": to, "act": act, "times": times, "to_sheriff": to == sheriff}
            for (by, to, act), times in sorted(
                self.deeds.items(), key=lambda deed: (*deed[0][:2], ACT_NAMES.index(deed[0][2]))
            )
        ]
        return self.fields

    def distance(self, seat, other):
        if seat == other or len(self.players) in (seat, other):
            return 0
        ring = [player["seat"] for player in self.players if player["is_alive"]]
        if seat not in ring or other not in ring:
            return 0
        steps = abs(ring.index(seat) - ring.index(other))
        return (
            min(steps, len(ring) - steps)
            + self.has(other, "Mustang", "Paul Regret")
            - self.has(seat, "Scope", "Rose Doolan")
        )

    def has(self, seat, kind, character):
        player = self.players[seat]
        on_table = kind in [kind_of(card) for card in player["table"]]
        return int(on_table) + int(player["character"] == character)
