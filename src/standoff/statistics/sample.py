"""Checks of samples."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standoff.errors import BadSample


def whole_counts(counts: ArrayLike) -> NDArray[np.int64]:
    """Return counts as an array of whole numbers, 0 or more."""
    given = np.asarray(counts)
    if not (np.isfinite(given).all() and (given >= 0).all() and (given % 1 == 0).all()):
        raise BadSample("counts must be whole numbers, 0 or more")
    return given.astype(np.int64)
