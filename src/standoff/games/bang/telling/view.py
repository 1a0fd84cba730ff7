"""What one seat sees of Bang!, by name."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import msgspec

from standoff.games.bang.cards import (
    CARD_KIND,
    CHARACTER_NAMES,
    KIND_NAMES,
    NONE,
    ROLE_NAMES,
    UNKNOWN,
)
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.telling.help import explain_table
from standoff.games.bang.telling.notation import ACT_NAMES, CARD_NAMES, TASK_NAMES, WINNER_NAMES
from standoff.games.bang.telling.player import Player
from standoff.games.bang.telling.sheet import PlayerRow, Request, Sheet, read_sheet
from standoff.kit import HIDDEN, BadSeat, Names, View, capitalize

BULLET, SPENT = "●", "○"
WEAPON_NAMES = {card: KIND_NAMES[kind] for card, kind in enumerate(CARD_KIND)} | {NONE: "Colt .45"}
BARREL = " or barrel"
"""Follows the name of a request in which a Barrel may be tried."""
OWN_TURN = "It is your turn: play cards or end it."
REQUESTS = {
    Task.PLAY: "It is the turn of {you}.",
    Task.DISCARD: "Too many cards: {you} must discard down to {lives}.",
    Task.SHOT: "{By} fired at {you}: {missed}, or lose a life.",
    Task.INDIANS: "Indians! of {by}: {you} must show a Bang! or lose a life.",
    Task.DUEL: "Duel with {by}: {you} must shoot back with a Bang! or lose a life.",
    Task.STORE: "General Store: {you} may take a card.",
    Task.LAST_SAVE: "{You} would die: {drink} can help.",
    Task.LUCKY: "Lucky Duke: {you} must choose the card that counts.",
    Task.KIT: "Kit Carlson: {you} must put one of three cards back.",
    Task.JESSE: "Jesse Jones: {you} may draw the first card from a hand.",
    Task.PEDRO: "Pedro Ramirez: {you} may draw the first card from the discard pile.",
    Task.SID: "Sid Ketchum: {you} must discard {cards} for a life.",
    Task.HEAL: "Sid Ketchum: {you} may discard two cards for a life.",
    Task.CORPSE: "{You} died, and may choose the card on top of the pile.",
}
"""The requests in words; `you` is the seat that must decide, `by` the attacker."""


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
    def players(self) -> tuple[Player, ...]:
        """All players, by seat."""
        return tuple([make_player(row) for row in self._sheet.players])

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
        request = self._sheet.request
        return request.seat if request.winner == NONE else None

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return self._sheet.deck_size

    @property
    def discard(self) -> tuple[str, ...]:
        """The discard pile, the top card last."""
        return tuple([CARD_NAMES[card] for card in self._sheet.discard])

    @property
    def store(self) -> tuple[str, ...]:
        """The cards of a General Store that is being shared out."""
        return tuple([CARD_NAMES[card] for card in self._sheet.store])

    @property
    def seen(self) -> tuple[str, ...]:
        """The cards of the own hand that, as the viewer knows, others have seen."""
        return tuple([CARD_NAMES[card] for card in self._sheet.seen])

    @property
    def winner(self) -> str | None:
        """The team that has won: law, outlaws or renegade; or nobody."""
        winner = self._sheet.request.winner
        return WINNER_NAMES[winner] if winner != NONE else None

    @property
    def request(self) -> str:
        """Which seat must decide what, and why, in words."""
        return self._describe_request(())

    def _describe_request(self, names_of_seats: Sequence[str]) -> str:
        request = self._sheet.request
        if request.winner != NONE:
            return f"The game is over: {WINNER_NAMES[request.winner]} won."
        names = Names(names_of_seats, you=None if self.is_spectator else self.seat)
        word, value = asked_word(request), asked_value(request)
        return describe_request(word, request.seat, request.source, value, names)

    @property
    def deeds(self) -> list[dict[str, Any]]:
        """What players have done to others, which all have seen."""
        sheriff = self._sheet.sheriff
        return [
            {
                "by": by,
                "to": to,
                "act": ACT_NAMES[act],
                "times": times,
                "to_sheriff": to == sheriff,
            }
            for by, to, act, times in self._sheet.deeds
        ]

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


def make_player(row: PlayerRow) -> Player:
    """Return one player by name."""
    hand = [CARD_NAMES[card] for card in row.hand]
    return Player(
        row.seat,
        HIDDEN if row.role == UNKNOWN else ROLE_NAMES[row.role],
        CHARACTER_NAMES[row.character],
        row.life,
        row.max_life,
        bool(row.is_alive),
        (*hand, *(HIDDEN,) * (row.hand_size - len(hand))),
        tuple([CARD_NAMES[card] for card in row.table]),
        WEAPON_NAMES[row.weapon],
        row.range,
        row.distance,
        row.reach,
    )


def asked_word(request: Request) -> str:
    """Return what a request asks for, in a word."""
    has_barrel = request.task == Task.SHOT and request.extra > 0
    return TASK_NAMES[request.task] + (BARREL if has_barrel else "")


def asked_value(request: Request) -> int:
    """Return the number that the text of a request needs."""
    if request.task == Task.DISCARD:
        return request.life
    return int(request.num_alive > 2) if request.task == Task.LAST_SAVE else request.value


def describe_request(word: str, seat: int, source: int, value: int, names: Names) -> str:
    """Return which seat must decide what, in words; `word` names the task."""
    is_barrel = word.endswith(BARREL)
    task = Task(TASK_NAMES.index(word.removesuffix(BARREL)))
    if task == Task.PLAY and seat == names.you:
        return OWN_TURN
    by = names.of(source) if source != NONE else ""
    return REQUESTS.get(task, "{You} must decide.").format(
        you=names.of(seat),
        You=names.start(seat),
        by=by,
        By=capitalize(by),
        cards=value,
        missed=("a Barrel or " if is_barrel else "")
        + ("two Missed!" if value > 1 else "a Missed!"),
        drink="a Beer" if value else "nothing",
        lives=value,
    )
