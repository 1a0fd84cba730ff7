"""Tests whether counts or means are equal, such as the wins of seats."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from standoff.errors import BadSample


@dataclass(frozen=True)
class Evenness:
    """The result of a test; `p` is the chance of a deviation at least this large.

    It is not a number if the sample is too small.
    """

    statistic: float
    freedom: int
    p: float


def chi_square(observed: ArrayLike, expected: ArrayLike | None = None) -> Evenness:
    """Test counts against expected counts (K. Pearson, Philosophical Magazine 50, 1900).

    `expected` gives proportions; without it all cells are equally likely. Counts must exclude each
    other: one win per game, not one per seat. With fewer than five expected in a cell `p` is rough.

    >>> chi_square([310, 213, 251, 226])
    Evenness(statistic=22.184, freedom=3, p=5.9...e-05)
    """
    counts = np.asarray(observed, float)
    weights = np.ones_like(counts) if expected is None else np.asarray(expected, float)
    if counts.ndim != 1 or len(counts) < 2 or counts.shape != weights.shape:
        raise BadSample(
            "a chi-square test needs two or more counts and as many expected ones, not shapes"
            f" {counts.shape} and {weights.shape}"
        )
    if not (np.isfinite(counts).all() and (counts >= 0).all()):
        raise BadSample(f"counts must be 0 or more, not {counts.tolist()}")
    if not (np.isfinite(weights).all() and (weights > 0).all()):
        raise BadSample(f"expected counts must be more than 0, not {weights.tolist()}")
    freedom = len(counts) - 1
    if not counts.any():
        return Evenness(0.0, freedom, 1.0)
    from scipy.special import chdtrc

    means = counts.sum() * weights / weights.sum()
    statistic = float(((counts - means) ** 2 / means).sum())
    return Evenness(statistic, freedom, float(chdtrc(freedom, statistic)))


def even_means(count: int, totals: ArrayLike, products: ArrayLike) -> Evenness:
    """Test whether means that were measured together are equal (H. Hotelling's T-squared, 1931).

    Each of `count` observations, such as deals, is a vector, such as wins by seat. `totals` is the
    sum of the vectors, and `products` the sum of the products of any two of their entries.

    >>> even_means(4, [3, 1], [[3, 0], [0, 1]])
    Evenness(statistic=1.0, freedom=1, p=0.39...)
    """
    sums, squares = np.asarray(totals, float), np.asarray(products, float)
    if sums.ndim != 1 or len(sums) < 2 or squares.shape != 2 * sums.shape:
        raise BadSample(
            "a test of means needs two or more totals and the products of any two, not shapes"
            f" {sums.shape} and {squares.shape}"
        )
    if count < max(2, len(sums)):  # the covariance is not known in every direction
        return Evenness(math.nan, len(sums) - 1, math.nan)
    means = sums / count
    covariance = (squares - count * np.outer(means, means)) / (count - 1)
    differences = means[:-1] - means[-1]
    contrast = np.eye(len(sums))[:-1] - np.eye(len(sums))[-1]
    values, vectors = np.linalg.eigh(contrast @ covariance @ contrast.T)
    varies = values > 1e-9 * max(1.0, float(values.max()))
    along = vectors.T @ differences
    freedom = int(varies.sum())
    if (np.abs(along[~varies]) > 1e-9).any():  # the same difference in every deal
        return Evenness(math.inf, len(sums) - 1, 0.0)
    if freedom == 0:
        return Evenness(0.0, len(sums) - 1, 1.0)
    statistic = float(count * (along[varies] ** 2 / values[varies]).sum())
    from scipy.special import fdtrc

    ratio = statistic * (count - freedom) / (freedom * (count - 1))
    return Evenness(statistic, freedom, float(fdtrc(freedom, count - freedom, ratio)))
