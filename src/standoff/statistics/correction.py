"""Correction of p values for several tests at once."""

import numpy as np
from numpy.typing import ArrayLike


def holm(p_values: ArrayLike) -> list[float]:
    """Return the p values adjusted for their number (S. Holm, Scand. J. Statistics 6, 1979).

    Call all tests settled whose adjusted p value is at most 0.05. The chance that even one of them
    is wrong is then at most 5%, however the tests depend on each other.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    values = np.asarray(p_values, float)
    order = np.argsort(values, kind="stable")
    steps = (len(values) - np.arange(len(values))) * values[order]
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return [float(p) for p in adjusted]
