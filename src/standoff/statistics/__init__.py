"""Intervals, tests and ratings: pure functions that know no game."""

from standoff.statistics.clusters import POWERS, ClusteredShare, clustered, sum_powers
from standoff.statistics.contests import Contests
from standoff.statistics.correction import holm
from standoff.statistics.interval import (
    CONFIDENCE,
    Interval,
    mean_interval,
    wilson,
)
from standoff.statistics.paired import paired_difference, paired_p_value
from standoff.statistics.ratings import Ratings, fit_ratings
from standoff.statistics.sequential import SequentialTest
from standoff.statistics.uniformity import Evenness, chi_square, even_means

__all__ = [
    "CONFIDENCE",
    "POWERS",
    "ClusteredShare",
    "Contests",
    "Evenness",
    "Interval",
    "Ratings",
    "SequentialTest",
    "chi_square",
    "clustered",
    "even_means",
    "fit_ratings",
    "holm",
    "mean_interval",
    "paired_difference",
    "paired_p_value",
    "sum_powers",
    "wilson",
]
