"""Whether counts are spread as they should be, such as wins over the seats."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from standoff.errors import BadSample


@dataclass(frozen=True)
class ChiSquare:
    """What a chi-square test found; `p` is how likely chance alone goes so far or further."""

    statistic: float
    freedom: int
    p: float


def chi_square(observed: ArrayLike, expected: ArrayLike | None = None) -> ChiSquare:
    """Test counts against what is expected (K. Pearson, Philosophical Magazine 50, 1900).

    `expected` counts in proportion only; without it all cells are equally likely. The counts must
    exclude each other: one win a game, not one a seat. Below five expected in a cell `p` is rough.

    >>> chi_square([310, 213, 251, 226])
    ChiSquare(statistic=22.184, freedom=3, p=5.9...e-05)
    """
    counts = np.asarray(observed, float)
    weights = np.ones_like(counts) if expected is None else np.asarray(expected, float)
    if counts.ndim != 1 or len(counts) < 2 or counts.shape != weights.shape:
        raise BadSample(
            f"a chi-square test needs two cells or more, and as many expected, not {counts.shape}"
            f" and {weights.shape}"
        )
    if not (np.isfinite(counts).all() and (counts >= 0).all()):
        raise BadSample(f"counts must be 0 or more, not {counts.tolist()}")
    if not (np.isfinite(weights).all() and (weights > 0).all()):
        raise BadSample(f"what is expected must be more than 0, not {weights.tolist()}")
    freedom = len(counts) - 1
    if not counts.any():
        return ChiSquare(0.0, freedom, 1.0)
    from scipy.special import chdtrc

    means = counts.sum() * weights / weights.sum()
    statistic = float(((counts - means) ** 2 / means).sum())
    return ChiSquare(statistic, freedom, float(chdtrc(freedom, statistic)))
