"""What one seat sees of ASMACAG, by name."""

from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

import msgspec

from standoff.games.asmacag.cards import NUM_SEATS, NUM_SPECIALS
from standoff.games.asmacag.notation import card_name, heap, number_text
from standoff.kit import NOBODY, BadSeat, View

MAX_KEPT = 1 << 12
"""How many hands and heaps are kept in words."""


class Player(msgspec.Struct, frozen=True):
    """One player."""

    seat: int
    """The number of the seat, 0 or 1."""
    score: float
    """The points so far."""
    hand: tuple[str, ...]
    """The cards in hand, `?` for each that the viewer does not know."""


class AsmacagView(View):
    """What one seat, or the spectator, sees.

    >>> from standoff import load
    >>> view = load("asmacag").deal(seed=1).view(seat=0)
    >>> len(view.me.hand), set(view.players[1].hand), len(view.board), view.factor
    (9, {'?'}, 20, 1.0)
    """

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Both players, by seat."""
        return tuple([self._player(seat) for seat in range(NUM_SEATS)])

    def _player(self, seat: int) -> Player:
        numbers = self._numbers
        cards = numbers["hand"][seat][: numbers["hand_size"][seat]]
        return Player(seat, numbers["score"][seat], self._names(cards))

    def _names(self, cards: tuple[int, ...]) -> tuple[str, ...]:
        return name_cards(int(self.game.settings["min_number"]), cards)

    def _heap(self, field: str, first: int = 0) -> tuple[str, ...]:
        return name_heap(int(self.game.settings["min_number"]), self._numbers[field], first)

    @property
    def me(self) -> Player:
        """The viewer."""
        if self.is_spectator:
            raise BadSeat("a spectator is not a player")
        return self.players[self.seat]

    @property
    def to_move(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        seat: int = self._numbers["seat"]
        return seat if seat != NOBODY else None

    @property
    def factor(self) -> float:
        """The factor of the next number that is played."""
        factor: float = self._numbers["factor"]
        return factor

    @property
    def actions_left(self) -> int:
        """The number of actions left in this turn."""
        left: int = self._numbers["points_left"]
        return left

    @property
    def board(self) -> tuple[str, ...]:
        """The numbers on the board, ascending."""
        return self._heap("board", NUM_SPECIALS)

    @property
    def unseen(self) -> tuple[str, ...]:
        """The cards of hidden hands and of the deck together, by kind."""
        return self._heap("deck")

    @property
    def discard(self) -> tuple[str, ...]:
        """The discarded cards, by kind."""
        return self._heap("discard")

    def fields(self) -> dict[str, Any]:
        """Return what the seat sees as plain values."""
        return {
            "to_move": self.to_move,
            "factor": self.factor,
            "actions_left": self.actions_left,
            "board": self.board,
            "unseen": self.unseen,
            "discard": self.discard,
            "players": [msgspec.structs.asdict(player) for player in self.players],
        }

    def __rich__(self) -> Any:
        from rich.table import Table  # noqa: PLC0415  (drawing is for people, not for agents)

        viewer = "" if self.is_spectator else f", seen from seat {self.seat}"
        table = Table(show_header=False, title=f"ASMACAG{viewer}")
        table.add_column("what", style="bold")
        table.add_column("cards")
        table.add_column("score", justify="right")
        for player in self.players:
            mark = ">" if player.seat == self.to_move else " "
            you = " (you)" if player.seat == self.seat else ""
            score = number_text(player.score)
            table.add_row(f"{mark} seat {player.seat}{you}", "  ".join(player.hand), score)
        table.add_section()
        heaps = [" ".join(equals) for _, equals in groupby(self.board)]
        table.add_row("  board", "   ".join(heaps), "")
        factor, left = number_text(self.factor), self.actions_left
        table.add_row(
            "  factor", f"{factor}, {left} action{'s' * (left != 1)} left in the turn", ""
        )
        return table


@lru_cache(maxsize=MAX_KEPT)
def name_cards(lowest: int, cards: tuple[int, ...]) -> tuple[str, ...]:
    """Return the texts of cards; `lowest` is the lowest number."""
    return tuple([card_name(lowest, card) for card in cards])


@lru_cache(maxsize=MAX_KEPT)
def name_heap(lowest: int, counts: tuple[int, ...], first: int) -> tuple[str, ...]:
    """Return the texts of the cards that are counted by kind."""
    return name_cards(lowest, tuple(heap(counts, first)))
