"""A test that may be looked at after every deal.

Testing by betting: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by
betting", J. Royal Statistical Society B 86, 2024. A gambler who bets a share of his capital on each
deal's difference cannot hope to grow rich if its mean is zero: by Ville's inequality the chance
that he ever has x times what he began with is at most 1/x. He spreads his capital over a fixed grid
of stakes, so that small and large differences are both found; one gambler bets on the first player
and another on the second.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standoff.errors import BadSample
from standoff.statistics.interval import CONFIDENCE

STAKES = 0.9 * 0.6 ** np.arange(14)
"""From 0.9 to 0.0012: for differences of about that share of a deal, if most deals are decided."""
SIDES = np.array([1.0, -1.0])
DEALS_AT_ONCE = 4096


class SequentialTest:
    """Whether the mean of per-deal differences in [-1, 1] is zero, asked after every deal.

    The error rate: if the mean is zero (of each deal, given those before it), the chance that the
    test is ever settled, however many deals are fed and whenever one looks, is at most
    1 - `confidence`; and if the first player is better in truth, the chance that the second is ever
    called the leader is at most half of that. Deals after the one that settled it change nothing.
    How the deals are cut into calls changes nothing either.

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
        """Deals that were looked at, up to the one that settled it."""
        self.leader = 0
        """1 if the first player is better, -1 if the second is, 0 as long as it is not settled."""
        self._stakes = (SIDES[:, np.newaxis] * STAKES).ravel()
        self._capital = np.zeros(len(self._stakes))
        self._goal = math.log(2 / (1 - confidence))

    @property
    def is_settled(self) -> bool:
        """Whether there is a leader."""
        return self.leader != 0

    def add(self, difference: float) -> bool:
        """Look at one more deal; return whether it is settled now."""
        self.add_many([difference])
        return self.is_settled

    def add_many(self, differences: ArrayLike) -> int | None:
        """Look at more deals in their order; return the place of the one that settles it, if any.

        After that the test looks at no deal, and returns None.
        """
        given = np.asarray(differences, float)
        if given.ndim != 1 or not (np.abs(given) <= 1).all():
            raise BadSample("differences of a sequential test must be numbers from -1 to 1")
        for first in range(0, len(given), DEALS_AT_ONCE):
            if self.is_settled:
                return None
            place = self._bet(given[first : first + DEALS_AT_ONCE])
            if place is not None:
                return first + place
        return None

    def _bet(self, differences: NDArray[np.float64]) -> int | None:
        """Play some deals; capitals are logarithms, so that none is too large or too small."""
        kinds, which = np.unique(differences, return_inverse=True)
        gains = np.log1p(np.multiply.outer(kinds, self._stakes))
        # The sum starts from the capital, so that it is added up in the same order in every cut.
        course = np.cumsum(np.vstack([self._capital, gains[which]]), axis=0)[1:]
        richest = course.max(axis=1)
        for place in np.flatnonzero(richest >= self._goal):  # the mean is no more than the largest
            wealth = course[place].reshape(len(SIDES), -1)
            mean = np.exp(wealth - richest[place]).mean(axis=1)
            with np.errstate(divide="ignore"):
                reached = np.log(mean) + richest[place] >= self._goal
            if reached.any():
                self.leader = int(SIDES[np.argmax(reached)])
                self.deals += int(place) + 1
                return int(place)
        self._capital = course[-1]
        self.deals += len(differences)
        return None
