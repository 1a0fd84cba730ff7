"""What one seat sees of Colonizers, by name."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import msgspec
import numpy as np

from standoff.games.colonizers.cards import (
    COLONIST_NAMES,
    MODULE_COST,
    MODULE_NAMES,
    MODULE_VALUE,
    NONE,
    NUM_SEATS,
    Phase,
)
from standoff.games.colonizers.hidden import list_candidates
from standoff.games.colonizers.notation import name_of
from standoff.kit import BadSeat, View

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
VALUES: list[int] = MODULE_VALUE.tolist()
MAX_KEPT = 1 << 14
"""How many hands and colonies are kept in words."""


class Player(msgspec.Struct, frozen=True):
    """One player."""

    seat: int
    """The number of the seat, from 0."""
    omnium: int
    """The Omnium that the player has."""
    hand: tuple[str, ...]
    """The cards in hand, `?` for each that the viewer does not know."""
    colony: tuple[str, ...]
    """The modules that are built, in the order of building."""
    colonist: str
    """Its name, `?` if the viewer cannot know it, `-` before the pick."""
    candidates: tuple[str, ...]
    """The colonists that the player may have, as the viewer can deduce."""
    value: int
    """The value of the modules, without a bonus."""


class ColonizersView(View):
    """What one seat, or the spectator, sees.

    >>> from standoff import load
    >>> view = load("colonizers").deal(seed=1).view(seat=0)
    >>> view.phase, view.me.omnium, view.deck_size, len(view.actions)
    ('pick', 0, 52, 5)
    """

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """All players, by seat."""
        return tuple([self._player(seat) for seat in range(NUM_SEATS)])

    def _player(self, seat: int) -> Player:
        numbers = self._numbers
        colony = numbers["colony"][seat][: numbers["colony_size"][seat]]
        possible = name_colonists(self._candidates[seat])
        colonist = name_of(numbers["colonist"][seat], COLONIST_NAMES)
        return Player(
            seat=seat,
            omnium=numbers["omnium"][seat],
            hand=name_modules(numbers["hand"][seat][: numbers["hand_size"][seat]]),
            colony=name_modules(colony),
            colonist=possible[0] if len(possible) == 1 else colonist,
            candidates=possible,
            value=sum([VALUES[card] for card in colony]),
        )

    @cached_property
    def _candidates(self) -> list[int]:
        out = np.empty(NUM_SEATS, np.int8)
        list_candidates(self.observations, self.seat, out)
        return out.tolist()

    @property
    def me(self) -> Player:
        """The viewer."""
        if self.is_spectator:
            raise BadSeat("a spectator is not a player")
        return self.players[self.seat]

    @property
    def phase(self) -> str:
        """What is being decided: pick, draw, keep, power or build."""
        phase: int = self._numbers["phase"]
        return PHASE_NAMES[phase]

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        number: int = self._numbers["round_number"]
        return number

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        size: int = self._numbers["deck_size"]
        return size

    @property
    def drawn(self) -> tuple[str, ...]:
        """The cards set aside, of which one is kept."""
        return name_modules(tuple([card for card in self._numbers["drawn"] if card != NONE]))

    @property
    def to_move(self) -> int | None:
        """The seat that must decide now; None when the game is over."""
        seat: int = self._numbers["seat"]
        return seat if seat != NONE else None

    @property
    def first_full(self) -> int | None:
        """The seat that had a full colony first, or None."""
        seat: int = self._numbers["first_full"]
        return seat if seat != NONE else None

    def fields(self) -> dict[str, Any]:
        """Return what the seat sees as plain values."""
        return {
            "to_move": self.to_move,
            "round": self.round,
            "phase": self.phase,
            "deck_size": self.deck_size,
            "drawn": self.drawn,
            "first_full": self.first_full,
            "players": [msgspec.structs.asdict(player) for player in self.players],
        }

    def __rich__(self) -> Any:
        from rich.table import Table  # noqa: PLC0415  (drawing is for people, not for agents)

        title = f"Colonizers, round {self.round}, {self.phase}, {self.deck_size} cards in the deck"
        table = Table(title=title)
        for name, side in (("seat", "left"), ("colonist", "left"), ("Omnium", "right")):
            table.add_column(name, justify=side)  # type: ignore[arg-type]
        for name in ("hand", "colony"):
            table.add_column(name)
        table.add_column("value", justify="right")
        for player in self.players:
            mark = ">" if player.seat == self.to_move else " "
            you = " (you)" if player.seat == self.seat else ""
            table.add_row(
                f"{mark} {player.seat}{you}",
                player.colonist,
                str(player.omnium),
                describe(player.hand),
                describe(player.colony),
                str(player.value),
            )
        if self.drawn:
            table.caption = f"drawn: {describe(self.drawn)}"
        return table


@lru_cache(maxsize=MAX_KEPT)
def name_modules(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Return the names of modules."""
    return tuple([name_of(card, MODULE_NAMES) for card in cards])


@lru_cache(maxsize=MAX_KEPT)
def name_colonists(mask: int) -> tuple[str, ...]:
    """Return the names of the colonists of a mask."""
    return tuple([name for bit, name in enumerate(COLONIST_NAMES) if mask >> bit & 1])


def describe(cards: Sequence[str]) -> str:
    """Return cards with their cost and value, equal ones together."""
    parts = []
    for name, count in Counter(cards).items():
        times = f"{count} x " if count > 1 else ""
        if name in MODULE_NAMES:
            module = MODULE_NAMES.index(name)
            parts.append(f"{times}{name} ({MODULE_COST[module]}/{MODULE_VALUE[module]})")
        else:
            parts.append(f"{times}{name}")
    return ", ".join(parts)
