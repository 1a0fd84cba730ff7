"""What one seat sees of Bang!, by name."""

from functools import cached_property
from typing import Any

import msgspec

from standoff.games.bang.cards import CARD_KIND, CHARACTER_NAMES, KIND_NAMES, NONE, ROLE_NAMES, Role
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.seats import distance, weapon_range
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.telling.notation import (
    ACT_NAMES,
    CARD_NAMES,
    UNKNOWN_TEXT,
    WINNER_NAMES,
    cards_of,
    deeds_of,
    name_of,
)
from standoff.kit import View

BULLET, SPENT = "●", "○"
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


class Player(msgspec.Struct, frozen=True):
    """One player. `hand` has `?` for cards that the viewer does not know."""

    seat: int
    role: str
    """Its name, `?` if the viewer does not know it."""
    character: str
    life: int
    max_life: int
    is_alive: bool
    hand: list[str]
    table: list[str]
    weapon: str
    """The name of the weapon, `Colt .45` without one."""
    range: int
    """How far the player can shoot."""
    distance: int
    """The distance from the viewer to the player; 0 for the viewer."""
    reach: int
    """The distance from the player to the viewer; 0 for the viewer."""


class BangView(View):
    """What one seat sees.

    >>> from standoff import load
    >>> view = load("bang").deal(seed=1).view(seat=0)
    >>> view.me.life, view.round, len(view.players)
    (5, 1, 5)
    """

    @cached_property
    def players(self) -> list[Player]:
        """All players, by seat."""
        return [self._player(seat) for seat in range(self.observation.players)]

    def _player(self, seat: int) -> Player:
        state = self.observation
        hand = [CARD_NAMES[card] for card in cards_of(state.hand[seat])]
        hand += [UNKNOWN_TEXT] * (int(state.hand_size[seat]) - len(hand))
        weapon = int(state.weapon[seat])
        both_alive = seat != self.seat and state.is_alive[seat] and state.is_alive[self.seat]
        return Player(
            seat=seat,
            role=name_of(int(state.role[seat]), ROLE_NAMES),
            character=CHARACTER_NAMES[state.character[seat]],
            life=int(state.life[seat]),
            max_life=int(state.max_life[seat]),
            is_alive=bool(state.is_alive[seat]),
            hand=hand,
            table=[CARD_NAMES[card] for card in cards_of(state.table[seat])],
            weapon=KIND_NAMES[CARD_KIND[weapon]] if weapon != NONE else "Colt .45",
            range=int(weapon_range(state, seat)),
            distance=int(distance(state, self.seat, seat)) if both_alive else 0,
            reach=int(distance(state, seat, self.seat)) if both_alive else 0,
        )

    @property
    def me(self) -> Player:
        """The viewer."""
        return self.players[self.seat]

    @property
    def round(self) -> int:
        """The number of the round, from 1; a round begins with the Sheriff's turn."""
        return int(self.observation.round_number)

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.observation.turn)

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return int(self.observation.deck_size)

    @property
    def discard(self) -> list[str]:
        """The discard pile, the top card last."""
        return [CARD_NAMES[card] for card in self.observation.discard if card != NONE]

    @property
    def store(self) -> list[str]:
        """The cards of a General Store that is being shared out."""
        return [CARD_NAMES[card] for card in cards_of(self.observation.store)]

    @property
    def seen(self) -> list[str]:
        """The cards of the own hand that, as the viewer knows, others have seen."""
        return [CARD_NAMES[card] for card in cards_of(self.observation.seen)]

    @property
    def winner(self) -> str | None:
        """The team that has won: law, outlaws or renegade; or nobody."""
        winner = int(self.observation.winner)
        return WINNER_NAMES[winner] if winner != NONE else None

    @property
    def request(self) -> str:
        """Which seat must decide what, and why, in words."""
        return describe_request(self.observation, self.seat)

    @property
    def deeds(self) -> list[dict[str, Any]]:
        """What players have done to others, which all have seen."""
        roles = self.observation.role
        return [
            {
                "by": by,
                "to": to,
                "act": ACT_NAMES[act],
                "times": times,
                "to_sheriff": bool(roles[to] == Role.SHERIFF),
            }
            for by, to, act, times in deeds_of(self.observation)
        ]

    def fields(self) -> dict[str, Any]:
        """Return what the seat sees as plain values."""
        state = self.observation
        is_over = self.winner is not None
        return {
            "to_move": None if is_over else int(state.task_seat[tasks.top(state)]),
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

    def __rich__(self) -> Any:
        from rich.table import Table  # noqa: PLC0415  (drawing is for people, not for agents)

        top = self.discard[-1] if self.discard else "nothing"
        title = f"Bang!, round {self.round}; deck: {self.deck_size} cards; discard pile: {top}"
        table = Table(title=title)
        for name in ("seat", "role", "character", "life"):
            table.add_column(name)
        for name in ("cards", "distance"):
            table.add_column(name, justify="right")
        table.add_column("weapon")
        table.add_column("on the table, and known in hand")
        for player in self.players:
            table.add_row(*self._row(player), style=None if player.is_alive else "dim")
        hand = ", ".join(self.me.hand) or "no cards"
        table.caption = f"Your hand: {hand}\n{self.request}"
        return table

    def _row(self, player: Player) -> list[str]:
        """Return the row of one player in the terminal."""
        mark = ">" if player.seat == self.turn else " "
        you = " (you)" if player.seat == self.seat else ""
        bullets = BULLET * player.life + SPENT * (player.max_life - player.life)
        known = [card for card in player.hand if card != UNKNOWN_TEXT]
        cards = [card for card in player.table if not card.startswith(player.weapon)]
        if known and player.seat != self.seat:
            cards.append(f"hand: {', '.join(known)}")
        is_other = player.is_alive and player.seat != self.seat
        reach = f"{player.distance}" + (" *" if player.distance <= self.me.range else "  ")
        return [
            f"{mark} {player.seat}{you}",
            player.role,
            player.character,
            bullets if player.is_alive else "dead",
            str(len(player.hand)) if player.is_alive else "",
            reach if is_other and self.me.is_alive else "",
            f"{player.weapon} ({player.range})" if player.is_alive else "",
            ", ".join(cards),
        ]


def describe_request(state: Any, viewer: int) -> str:
    """Return which seat must decide what, in words for a viewer."""
    if state.winner != NONE:
        return f"The game is over: {WINNER_NAMES[state.winner]} won."
    top = tasks.top(state)
    task, seat, cards = Task(state.task[top]), int(state.task_seat[top]), state.task_value[top]
    if task == Task.PLAY and seat == viewer:
        return OWN_TURN
    you, by = (
        "you" if one == viewer else f"seat {one}" for one in (seat, int(state.task_source[top]))
    )
    return REQUESTS.get(task, "").format(
        you=you,
        You=you.capitalize(),
        by=by,
        By=by.capitalize(),
        cards=cards,
        missed=describe_need(state, top),
        drink="a Beer" if state.num_alive > 2 else "nothing",
        lives=state.life[seat],
    )


def describe_need(state: Any, top: int) -> str:
    """Return what stops a shot, in words; Barrels are named while there is one to try."""
    missed = "two Missed!" if state.task_value[top] > 1 else "a Missed!"
    return f"a Barrel or {missed}" if state.task_extra[top] > 0 else missed
