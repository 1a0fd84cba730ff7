"""Whether worlds look like true deals: a test of means, field by field."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.game import Game

MIN_GAMES = 20
LIMIT = 5.0
"""Standard errors. With some hundred bytes, chance exceeds this once in thousands of runs."""


class Fairness:
    """Sums of (true - imagined) over first positions, for each byte of the state and each seat.

    If each world is as likely as its deal, true states and worlds can be exchanged, so every sum is
    zero up to chance. Only first positions are compared, because later choices reveal something.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        shape = (game.players, game.rules.state.itemsize)
        self.count = 0
        self.sums = np.zeros(shape)
        self.squares = np.zeros(shape)

    def add(self, seat: int, state: NDArray[Any], world: NDArray[Any]) -> None:
        """Compare a true first position with a world of the seat."""
        difference = state.view(np.int8).astype(float) - world.view(np.int8)
        self.sums[seat] += difference
        self.squares[seat] += difference * difference
        self.count += seat == 0

    def unfair_fields(self) -> list[str]:
        """Return the fields whose mean differs, with the seat that imagined them."""
        if self.count < MIN_GAMES:
            return []
        scale = np.sqrt(np.maximum(self.squares, 1))
        seats, offsets = np.nonzero(np.abs(self.sums) / scale > LIMIT)
        names = []
        for seat, offset in zip(seats, offsets, strict=True):
            name = self.field_at(int(offset))
            text = f"{name} (imagined by seat {seat})"
            if name != "rng" and text not in names:
                names.append(text)
        return names

    def field_at(self, offset: int) -> str:
        """Return the field that the byte at an offset belongs to."""
        fields: Any = self.game.rules.state.fields
        return next(
            str(name)
            for name, (dtype, first, *_) in fields.items()
            if first <= offset < first + dtype.itemsize
        )
