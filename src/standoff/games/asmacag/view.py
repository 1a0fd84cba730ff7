"""What one seat sees of ASMACAG, by name."""

from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec

from standoff.games.asmacag.cards import NUM_SEATS, NUM_SPECIALS, UNKNOWN
from standoff.games.asmacag.notation import card_text, heap, number_text
from standoff.kit import View


class Player(msgspec.Struct, frozen=True):
    """One player; `hand` is None if it is hidden from the viewer."""

    seat: int
    score: float
    hand_size: int
    hand: list[str] | None


class AsmacagView(View):
    """What one seat sees.

    >>> from standoff import load
    >>> view = load("asmacag").deal(seed=1).view(seat=0)
    >>> len(view.me.hand), view.players[1].hand, len(view.board), view.factor
    (9, None, 20, 1.0)
    """

    @cached_property
    def players(self) -> list[Player]:
        """Both players, by seat."""
        return [self._player(seat) for seat in range(NUM_SEATS)]

    def _player(self, seat: int) -> Player:
        state = self.observation
        cards = [int(card) for card in state.hand[seat, : state.hand_size[seat]]]
        known = UNKNOWN not in cards and (seat == self.seat or not cards)
        hand = [self._text(card) for card in cards] if known else None
        return Player(seat, float(state.score[seat]), len(cards), hand)

    def _text(self, card: int) -> str:
        return card_text(self.game.settings, card)

    @property
    def me(self) -> Player:
        """The viewer."""
        return self.players[self.seat]

    @property
    def factor(self) -> float:
        """The factor of the next number that is played."""
        return float(self.observation.factor)

    @property
    def actions_left(self) -> int:
        """The number of actions left in this turn."""
        return int(self.observation.points_left)

    @property
    def board(self) -> list[str]:
        """The numbers on the board, ascending."""
        return [self._text(card) for card in heap(self.observation.board, NUM_SPECIALS)]

    @property
    def unseen(self) -> list[str]:
        """The cards of the other hand and of the deck together, by kind."""
        return [self._text(card) for card in heap(self.observation.deck)]

    @property
    def discard(self) -> list[str]:
        """The discarded cards, by kind."""
        return [self._text(card) for card in heap(self.observation.discard)]

    def fields(self) -> dict[str, Any]:
        """Return what the seat sees as plain values."""
        return {
            "to_move": int(self.observation.seat),
            "factor": self.factor,
            "actions_left": self.actions_left,
            "board": self.board,
            "unseen": self.unseen,
            "discard": self.discard,
            "players": [msgspec.structs.asdict(player) for player in self.players],
        }

    def __rich__(self) -> Any:
        from rich.table import Table  # noqa: PLC0415  (drawing is for people, not for agents)

        table = Table(show_header=False, title=f"ASMACAG, seen from seat {self.seat}")
        table.add_column("what", style="bold")
        table.add_column("cards")
        table.add_column("score", justify="right")
        for player in self.players:
            mark = ">" if player.seat == self.observation.seat else " "
            cards = player.hand if player.hand is not None else ["?"] * player.hand_size
            you = " (you)" if player.seat == self.seat else ""
            score = number_text(player.score)
            table.add_row(f"{mark} seat {player.seat}{you}", "  ".join(cards), score)
        table.add_section()
        heaps = [" ".join(equals) for _, equals in groupby(self.board)]
        table.add_row("  board", "   ".join(heaps), "")
        factor, left = number_text(self.factor), self.actions_left
        table.add_row(
            "  factor", f"{factor}, {left} action{'s' * (left != 1)} left in the turn", ""
        )
        return table
