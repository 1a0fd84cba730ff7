"""Counters of the measures of a game, and how a game with Python agents is measured."""

import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff.errors import BadRun, UnknownName
from standoff.game import Game
from standoff.position import Position
from standoff.verbs import Action, Seat

NO_ESTIMATOR = -1
"""Used instead of an estimator: nothing is measured."""


def choose_estimator(game: Game, is_measured: bool, name: str | None) -> int:
    """Return the index of an estimator [the first], or NO_ESTIMATOR if nothing is measured."""
    if not is_measured:
        if name is not None:
            raise BadRun("an estimator needs measures: add --measures")
        return NO_ESTIMATOR
    if game.measures is None:
        raise BadRun(f"{game.name} has no measures")
    if name is None:
        return 0
    if name not in game.measures.estimators:
        raise UnknownName(f"estimator of {game.name}", name, game.measures.estimators)
    return game.measures.estimators.index(name)


def blank_counters(game: Game, entrants: int) -> NDArray[np.float64]:
    """Return a row of counters for each entrant; without measures, one unused counter."""
    shape = (1,) if game.measures is None else game.measures.shape
    return np.zeros((entrants, *shape))


class Meter:
    """Measures one game with Python agents, exactly as `batch.play_games` does."""

    def __init__(self, game: Game, estimator: int, entrants: int) -> None:
        self.counters = blank_counters(game, entrants)
        self._estimator = estimator
        self._seen = game.states(1)

    def measure(self, position: Position, seat: Seat, action: Action, entrant: int) -> None:
        """Count a decision before its action is played."""
        if self._estimator == NO_ESTIMATOR:
            return
        state, seen = position.state, self._seen[0]
        verbs.observe(state, seat, seen)
        counters = self.counters[entrant]
        verbs.measure(state, action, self._estimator, seen, counters)

    def end(self, position: Position, seated: list[int]) -> None:
        """Count a finished game."""
        if self._estimator == NO_ESTIMATOR:
            return
        for seat, entrant in enumerate(seated):
            verbs.measure_end(position.state, seat, self.counters[entrant])
