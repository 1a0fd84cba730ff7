"""A test whose result may be checked after every deal.

Testing by betting: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", J. Royal Statistical Society B 86, 2024. A gambler bets a share of his capital on the
difference of each deal. If the mean is zero he cannot expect to grow rich: by Ville's inequality,
the chance that his capital ever reaches x times its start is at most 1/x. He spreads his capital
over a fixed grid of stakes, to find small and large differences. One gambler bets on the first
player, another on the second.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standoff.errors import BadSample
from standoff.statistics.interval import CONFIDENCE

STAKES = 0.9 * 0.6 ** np.arange(14)
"""From 0.9 to 0.0012; each is best for a mean difference of its size, if few deals are tied."""
SIDES = np.array([1.0, -1.0])
DEALS_AT_ONCE = 4096


class SequentialTest:
    """Whether the mean of per-deal differences in [-1, 1] is zero, asked after every deal.

    Error rate: if the mean is zero (of each deal, given earlier deals), the chance that the test is
    ever settled is at most 1 - `confidence`, however many deals are added and whenever it is
    checked. If one player is truly better, the chance that the other is ever called the leader is
    at most half of that. The result does not depend on deals after the settling one, nor on how
    deals are split into calls.

    >>> test = SequentialTest()
    >>> test.add_many([1, 1, -1, 1, 0, 1, 1, 1, 1, 1, 1, 1])
    >>> test.add_many([1, 1, 1, 1])
    2
    >>> test.leader, test.deals
    (1, 15)
    """

    def __init__(self, confidence: float = CONFIDENCE) -> None:
        if not 0 < confidence < 1:
            raise BadSample(f"confidence must be between 0 and 1, not {confidence}")
        self.confidence = confidence
        self.deals = 0
        """The number of deals, up to the one that settled the test."""
        self.leader = 0
        """1 if the first player is better, -1 if the second is, 0 while the test is not settled."""
        self._stakes = (SIDES[:, np.newaxis] * STAKES).ravel()
        self._capital = np.zeros(len(self._stakes))
        self._goal = math.log(2 / (1 - confidence))

    @property
    def is_settled(self) -> bool:
        """Whether there is a leader."""
        return self.leader != 0

    def add(self, difference: float) -> bool:
        """Add a deal; return whether the test is settled now."""
        self.add_many([difference])
        return self.is_settled

    def add_many(self, differences: ArrayLike) -> int | None:
        """Add deals in order; return the index of the deal that settles the test, else None.

        A settled test ignores further deals.
        """
        given = np.asarray(differences, float)
        if given.ndim != 1 or not (np.abs(given) <= 1).all():
            raise BadSample("differences of a sequential test must be numbers from -1 to 1")
        for first in range(0, len(given), DEALS_AT_ONCE):
            if self.is_settled:
                return None
            index = self._bet(given[first : first + DEALS_AT_ONCE])
            if index is not None:
                return first + index
        return None

    def _bet(self, differences: NDArray[np.float64]) -> int | None:
        """Bet on some deals; capitals are logarithms, which cannot overflow."""
        kinds, which = np.unique(differences, return_inverse=True)
        gains = np.log1p(np.multiply.outer(kinds, self._stakes))
        # The sum starts from the capital: the order of additions is the same for every split.
        course = np.cumsum(np.vstack([self._capital, gains[which]]), axis=0)[1:]
        richest = course.max(axis=1)
        for index in np.flatnonzero(richest >= self._goal):  # the mean cannot exceed it
            wealth = course[index].reshape(len(SIDES), -1)
            mean = np.exp(wealth - richest[index]).mean(axis=1)
            with np.errstate(divide="ignore"):
                reached = np.log(mean) + richest[index] >= self._goal
            if reached.any():
                self.leader = int(SIDES[np.argmax(reached)])
                self.deals += int(index) + 1
                return int(index)
        self._capital = course[-1]
        self.deals += len(differences)
        return None
