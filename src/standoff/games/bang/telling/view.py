"""What one seat sees of Bang!, by name."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec

from standoff.games.bang.cards import NONE
from standoff.games.bang.telling.help import explain_table
from standoff.games.bang.telling.notation import WINNER_NAMES
from standoff.games.bang.telling.parts import (
    list_deeds,
    make_players,
    name_cards,
    read_request,
    write_fields,
)
from standoff.games.bang.telling.player import Player
from standoff.games.bang.telling.request import say_request
from standoff.games.bang.telling.sheet import Request, Sheet, read_sheet
from standoff.kit import HIDDEN, BadSeat, Names, View, write_view

BULLET, SPENT = "●", "○"


class BangView(View):
    """What one seat, or the spectator, sees.

    >>> from standoff import load
    >>> view = load("bang").deal(seed=1).view(seat=0)
    >>> view.me.life, view.round, len(view.players)
    (5, 1, 5)
    """

    @cached_property
    def _sheet(self) -> Sheet:
        return read_sheet(self.observations, self.seat)

    @cached_property
    def _request(self) -> Request:
        return read_request(self._sheet.request)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """All players, by seat."""
        return make_players(self._sheet.rows, self._sheet.ways)

    @property
    def me(self) -> Player:
        """The viewer."""
        if self.is_spectator:
            raise BadSeat("a spectator is not a player")
        return self.players[self.seat]

    @property
    def round(self) -> int:
        """The number of the round, from 1; a round begins with the Sheriff's turn."""
        return self._sheet.round_number

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self._sheet.turn

    @property
    def to_move(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        request = self._request
        return request.seat if request.winner == NONE else None

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return self._sheet.deck_size

    @property
    def discard(self) -> tuple[str, ...]:
        """The discard pile, the top card last."""
        return name_cards(self._sheet.discard)

    @property
    def store(self) -> tuple[str, ...]:
        """The cards of a General Store that is being shared out."""
        return name_cards(self._sheet.store)

    @property
    def seen(self) -> tuple[str, ...]:
        """The cards of the own hand that, as the viewer knows, others have seen."""
        return name_cards(self._sheet.seen)

    @property
    def winner(self) -> str | None:
        """The team that has won: law, outlaws or renegade; or nobody."""
        winner = self._request.winner
        return WINNER_NAMES[winner] if winner != NONE else None

    @property
    def request(self) -> str:
        """Which seat must decide what, and why, in words."""
        return self._describe_request(())

    def _describe_request(self, names_of_seats: Sequence[str]) -> str:
        you = None if self.is_spectator else self.seat
        return say_request(self._request, Names(names_of_seats, you))

    @property
    def deeds(self) -> list[dict[str, Any]]:
        """What players have done to others, which all have seen."""
        return list_deeds(self._sheet.deeds, self._sheet.sheriff)

    def fields(self) -> dict[str, Any]:
        """Return what the viewer sees as plain values."""
        return {
            "to_move": self.to_move,
            "request": self.request,
            "round": self.round,
            "turn": self.turn,
            "deck_size": self.deck_size,
            "discard": self.discard,
            "store": self.store,
            "seen": self.seen,
            "winner": self.winner,
            "players": [msgspec.structs.asdict(player) for player in self.players],
            "deeds": self.deeds,
        }

    def as_json(self) -> bytes:
        """Return `as_dict` as JSON on one line."""
        fields = write_fields(self._sheet)
        return write_view(self.game, self.seat, self.actions, fields, self._events)

    # --- for people ---

    @property
    def names(self) -> tuple[str, ...]:
        """The characters."""
        return tuple([player.character for player in self.players])

    @property
    def is_out(self) -> bool:
        """Whether the viewer is dead."""
        return not self.is_spectator and not self.me.is_alive

    @property
    def standing(self) -> str:
        """The lives of all players."""
        lives = [str(player.life) if player.is_alive else "dead" for player in self.players]
        return f"lives {' '.join(lives)}"

    def explain(self) -> Iterator[str]:
        """Return what the marks, cards and characters at this table mean."""
        own = () if self.is_spectator else self.me.hand
        return explain_table(self.players, (*own, *self.store))

    def __rich__(self) -> Any:
        from rich.console import Group  # noqa: PLC0415  (drawing is for people, not for agents)
        from rich.table import Table  # noqa: PLC0415
        from rich.text import Text  # noqa: PLC0415

        top = self.discard[-1] if self.discard else "nothing"
        title = f"Round {self.round}   deck: {self.deck_size} cards   discard pile: {top}"
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        for name in ("player", "role", "life"):
            table.add_column(name, no_wrap=True)
        for name in ("cards", "away", "range"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("on the table", overflow="fold")
        for player in self.players:
            table.add_row(*self._row(player), style=None if player.is_alive else "dim")
        below = [self._describe_request(self.names)]
        if not self.is_spectator:
            below.insert(0, f"Your hand: {', '.join(self.me.hand) or 'no cards'}")
        if self.store:
            below.insert(0, f"In the store: {', '.join(self.store)}")
        return Group(Text(title, style="bold"), table, *(Text(line) for line in below))

    def _row(self, player: Player) -> list[str]:
        """Return the row of one player in the terminal."""
        mark = ">" if player.seat == self.turn else " "
        you = " (you)" if player.seat == self.seat else ""
        bullets = BULLET * player.life + SPENT * (player.max_life - player.life)
        known = [card for card in player.hand if card != HIDDEN]
        cards = list(player.table)
        if known and player.seat != self.seat:
            cards.append(f"hand: {', '.join(known)}")
        is_other = player.is_alive and not self.is_spectator and player.seat != self.seat
        away = f"{player.distance}" + ("*" if is_other and self._reaches(player) else " ")
        return [
            f"{mark}{player.seat} {player.character}{you}",
            player.role,
            bullets if player.is_alive else "dead",
            str(len(player.hand)) if player.is_alive else "",
            away if is_other and self.me.is_alive else "",
            str(player.range) if player.is_alive else "",
            ", ".join(cards),
        ]

    def _reaches(self, player: Player) -> bool:
        return player.distance <= self.me.range
