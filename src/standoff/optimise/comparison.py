"""Which of several settings may be best, and how much one is better than another."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from standoff.arena.results import share_dict
from standoff.optimise.contest import SettingResult
from standoff.statistics import CONFIDENCE, Interval, holm, paired_difference, paired_p_value


def find_contenders(
    results: Sequence[SettingResult], confidence: float = CONFIDENCE
) -> tuple[int, ...]:
    """Return the indices of the settings that may be best, the leader first.

    All settings have played the same deals. The leader is the setting with the most wins. Another
    setting may be best unless the leader is better on the same deals. The same games chose the
    leader, so Holm's correction is for all pairs, not only for the leader's.
    """
    pairs = list(combinations(range(len(results)), 2))
    p_values = holm([paired_p_value(*differences(results[a], results[b])) for a, b in pairs])
    settled = {pair for pair, p in zip(pairs, p_values, strict=True) if p <= 1 - confidence}
    leader, *others = sorted(range(len(results)), key=lambda index: -results[index].standing.wins)
    unsettled = [
        other for other in others if (min(leader, other), max(leader, other)) not in settled
    ]
    return (leader, *unsettled)


@dataclass(frozen=True)
class Gain:
    """The share of wins of one setting less that of another."""

    share: Interval
    is_settled: bool

    def as_dict(self) -> dict[str, float | bool]:
        """Return the gain as docs/tuning.md describes it."""
        return {**share_dict(self.share), "is_settled": self.is_settled}


def measure_gain(
    first: SettingResult, second: SettingResult, confidence: float = CONFIDENCE
) -> Gain:
    """Compare two settings on the same deals; settled if the interval excludes 0."""
    share = paired_difference(*differences(first, second), confidence=confidence)
    return Gain(share, not share.low <= 0 <= share.high)


def differences(
    first: SettingResult, second: SettingResult
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the distinct differences of deals, as shares of their games, and their counts."""
    values, counts = np.unique(first.deals - second.deals, return_counts=True)
    return values / first.deal_games, counts
