"""Which of several settings is best, as far as the games settle it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from standoff.arena.results import share_dict
from standoff.statistics import CONFIDENCE, Interval, holm, paired_difference, paired_p_value
from standoff.tuning.contest import Score


@dataclass(frozen=True)
class Comparison:
    """The places of the settings that may be best, the one with most wins first."""

    contenders: tuple[int, ...]

    @property
    def best(self) -> int | None:
        """The place of the best setting, if it is settled."""
        return self.contenders[0] if len(self.contenders) == 1 else None


def compare(scores: Sequence[Score], confidence: float = CONFIDENCE) -> Comparison:
    """Compare settings that have played the same deals.

    A setting may be best unless the one with most wins is better by a sign-flip test on the deals.
    Which one that is was seen in the same games, so Holm's correction is for all pairs, not only
    for its own.
    """
    pairs = list(combinations(range(len(scores)), 2))
    p_values = holm([paired_p_value(*differences(scores[a], scores[b])) for a, b in pairs])
    settled = {pair for pair, p in zip(pairs, p_values, strict=True) if p <= 1 - confidence}
    order = sorted(range(len(scores)), key=lambda place: -scores[place].standing.wins)
    leader, *others = order
    unsettled = [
        other for other in others if (min(leader, other), max(leader, other)) not in settled
    ]
    return Comparison((leader, *unsettled))


@dataclass(frozen=True)
class Gain:
    """By how much one setting wins a larger share of the games than another."""

    share: Interval
    is_settled: bool

    def as_dict(self) -> dict[str, float | bool]:
        """Return the gain as docs/tuning.md has it."""
        return {**share_dict(self.share), "is_settled": self.is_settled}


def measure_gain(first: Score, second: Score, seed: int, confidence: float = CONFIDENCE) -> Gain:
    """Compare two settings on the same deals: settled if test and interval both say so."""
    found = differences(first, second)
    share = paired_difference(*found, seed=seed, confidence=confidence)
    p_value = paired_p_value(*found)
    return Gain(share, p_value <= 1 - confidence and not share.low <= 0 <= share.high)


def differences(first: Score, second: Score) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the distinct differences per deal, as shares of its games, and how often each was."""
    values, counts = np.unique(first.deals - second.deals, return_counts=True)
    return values / first.deal_games, counts
