"""All settings, each valued once on the same deals."""

from collections.abc import Sequence
from itertools import product

from standoff.optimise.optimiser import Indices
from standoff.rng import Rng


class Grid:
    """Asks for the values of all settings at once; the last parameter changes fastest.

    >>> grid = Grid((1, 2))
    >>> grid.ask()
    [(0, 0), (0, 1)]
    >>> grid.tell([0.4, 0.6])
    >>> grid.best
    (0, 1)
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self._all = list(product(*map(range, sizes)))
        self.best: Indices = self._all[0]

    def ask(self, rng: Rng | None = None) -> list[Indices]:
        """Return every setting; nothing is random."""
        return self._all

    def tell(self, values: Sequence[float]) -> None:
        """Learn the value of every setting; the first of equals is best."""
        self.best = self._all[values.index(max(values))]
