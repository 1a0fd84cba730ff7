"""Whether imagined worlds look like true deals: a test of means, field by field."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.game import Game

MIN_GAMES = 20
LIMIT = 5.0
"""Standard errors; with some hundred bytes, chance alone gets there once in thousands of runs."""


class Fairness:
    """Sums of (true - imagined) over first positions, for each byte of the state and each seat.

    If worlds are drawn as the deal makes them likely, truth and world can be exchanged, and every
    sum is zero up to chance. Only first positions are compared: what choices tell is left out.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        shape = (game.players, game.rules.state.itemsize)
        self.count = 0
        self.sums = np.zeros(shape)
        self.squares = np.zeros(shape)

    def add(self, seat: int, state: NDArray[Any], world: NDArray[Any]) -> None:
        """Compare a true first position with a world that the seat imagines."""
        difference = state.view(np.int8).astype(float) - world.view(np.int8)
        self.sums[seat] += difference
        self.squares[seat] += difference * difference
        self.count += seat == 0

    def unfair_fields(self) -> list[str]:
        """Return the fields whose mean differs, with the seat that imagined them."""
        if self.count < MIN_GAMES:
            return []
        scale = np.sqrt(np.maximum(self.squares, 1))
        seats, places = np.nonzero(np.abs(self.sums) / scale > LIMIT)
        names = []
        for seat, place in zip(seats, places, strict=True):
            name = self.field_at(int(place))
            text = f"{name} (imagined by seat {seat})"
            if name != "rng" and text not in names:
                names.append(text)
        return names

    def field_at(self, place: int) -> str:
        """Return the field that owns a byte."""
        fields: Any = self.game.rules.state.fields
        return next(
            str(name)
            for name, (dtype, offset, *_) in fields.items()
            if offset <= place < offset + dtype.itemsize
        )
