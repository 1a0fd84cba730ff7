"""How a search draws worlds that fit an observation."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff.errors import UnknownName
from standoff.game import Game
from standoff.option import TextOption
from standoff.parts import UNIFORM
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import Seat, State, believe, imagine

BELIEFS = TextOption("beliefs", UNIFORM, "how worlds are drawn: one of the game's beliefs")


class Belief(NamedTuple):
    """One of the game's beliefs, and what it believes about the current observation."""

    number: int
    """The belief's index among those of the game."""
    believed: NDArray[np.float64]

    @classmethod
    def of(cls, game: Game, name: str) -> "Belief":
        """Return a belief by name."""
        if name not in game.beliefs.names:
            raise UnknownName(f"belief of {game.name}", name, game.beliefs.names)
        return cls(game.beliefs.names.index(name), np.zeros(game.beliefs.shape))

    def look(self, view: View) -> None:
        """Look at the observation of a seat, once for all worlds of a decision."""
        self.believed[:] = 0.0
        believe(view.observation, view.seat, self.number, self.believed)

    def imagine(self, state: State, seat: Seat, rng: Rng) -> None:
        """Turn the observation, in place, into a world."""
        imagine(state, seat, self.number, self.believed, rng.words)
