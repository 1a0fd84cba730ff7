"""ASMACAG a second time: lists of cards, written from docs/rules/asmacag.md alone, as a judge."""

from dataclasses import dataclass, field

SPECIALS = ("x2", "%2")


@dataclass
class Table:
    """A game in progress; cards are `x2`, `%2` or a number."""

    hands: list[list[str | int]]
    board: list[int]
    action_points: int
    penalty: float
    published: bool = False
    scores: list[float] = field(default_factory=lambda: [0.0, 0.0])
    factor: float = 1.0
    seat: int | None = 0
    left: int = 0

    def __post_init__(self):
        self.left = self.action_points

    def legal(self) -> list[str]:
        hand = self.hands[self.seat]
        numbers = sorted({card for card in hand if card not in SPECIALS})
        specials = [card for card in SPECIALS if card in hand]
        targets = sorted(set(self.board))
        return specials + [f"{played} on {target}" for played in numbers for target in targets]

    def play(self, text: str) -> None:
        hand = self.hands[self.seat]
        self.left -= 1
        words = text.split(" on ")
        card = words[0] if words[0] in SPECIALS else None
        if card is None and text != "nothing":
            card = int(words[0])
        index = self.find(hand, card)
        if index is None:
            hand.pop(0)
            self.scores[self.seat] += self.penalty
        elif card in SPECIALS:
            hand.pop(index)
            self.factor = self.factor * 2 if card == "x2" else self.factor / 2
        elif int(words[1]) not in self.board:
            hand.pop(index)
            self.scores[self.seat] += self.penalty
        else:
            hand.pop(index)
            self.board.remove(int(words[1]))
            self.scores[self.seat] += (card - int(words[1])) * self.factor
            self.factor = 1.0
        self.pass_on()

    def find(self, hand, card):
        for index, held in enumerate(hand):
            if held == card:
                return index
            if self.published and held in SPECIALS and card in SPECIALS:
                return index
        return None

    def pass_on(self) -> None:
        if not self.board or not any(self.hands):
            self.seat = None
        elif self.left == 0 or not self.hands[self.seat]:
            self.left = self.action_points
            if self.hands[1 - self.seat]:
                self.seat = 1 - self.seat
