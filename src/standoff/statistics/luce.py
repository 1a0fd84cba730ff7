"""The likelihood of Luce's model, its maximum, and where it has none.

The chance that a side wins is its share of the exponentials of all strengths at the table (Luce,
"Individual choice behavior", 1959; with two sides, Bradley and Terry, Biometrika 39, 1952). The
logarithm of the likelihood is concave, so that Newton's method finds its one maximum, if there is
one: not if somebody has won or lost everything, or never met the others.
"""

import numpy as np
from numpy.typing import NDArray

from standoff.statistics.contests import GroupedContests

Array = NDArray[np.float64]

MAX_STEPS = 100
MAX_HALVINGS = 40
MAX_APPROACHES = 20
CLOSE = 1e-8
"""A step of Newton's method after which the next would be lost in rounding."""
NEAR = 1e-6
"""The same for a resample, of which a thousandth of a point is enough."""
ROUNDING = 1e-12
FLAT = 1e-6
"""Information, in contests, that only a likelihood without a maximum falls short of: it climbs for
ever towards a place where every result was sure."""


def flat(grouped: GroupedContests) -> Array:
    """Return what parameters count, a row for each side of each line-up."""
    return grouped.sides.reshape(-1, grouped.sides.shape[2])


def log_shares(grouped: GroupedContests, point: Array) -> Array:
    """Return the logarithm of each side's chance to win; -inf for sides that are absent."""
    strengths = (flat(grouped) @ point).reshape(grouped.present.shape)
    strengths = np.where(grouped.present, strengths, -np.inf)
    strengths -= strengths.max(axis=1, keepdims=True)
    return np.asarray(strengths - np.log(np.exp(strengths).sum(axis=1, keepdims=True)))


def log_likelihood(grouped: GroupedContests, wins: Array, point: Array) -> float:
    """Return the logarithm of how likely the wins are."""
    return float((wins * np.where(grouped.present, log_shares(grouped, point), 0.0)).sum())


def gradient(grouped: GroupedContests, wins: Array, point: Array) -> Array:
    """Return the slope of the log-likelihood: wins less what was to be expected."""
    expected = wins.sum(axis=1, keepdims=True) * np.exp(log_shares(grouped, point))
    return np.asarray((wins - expected).ravel() @ flat(grouped))


def information(grouped: GroupedContests, wins: Array, point: Array) -> Array:
    """Return the negative Hessian of the log-likelihood."""
    chances, games = np.exp(log_shares(grouped, point)), wins.sum(axis=1, keepdims=True)
    mean = np.einsum("ls,lsp->lp", chances, grouped.sides)
    second = (flat(grouped) * (games * chances).reshape(-1, 1)).T @ flat(grouped)
    return np.asarray(second - (mean * games).T @ mean)


def maximise(
    grouped: GroupedContests, wins: Array, start: Array, basis: Array, prior: Array
) -> Array | None:
    """Return where the likelihood is greatest; None if that is nowhere.

    Only points that differ from the start by columns of `basis` are looked at. `prior` is the
    precision, for each parameter, of a normal prior around 0; a precision of 0 is no prior.
    """

    def height(point: Array) -> float:
        return log_likelihood(grouped, wins, point) - float(prior @ point**2) / 2

    point, top = start, height(start)
    for _ in range(MAX_STEPS):
        curvature = basis.T @ (information(grouped, wins, point) + np.diag(prior)) @ basis
        if np.linalg.eigvalsh(curvature).min(initial=np.inf) < FLAT:
            return None
        slope = gradient(grouped, wins, point) - prior * point
        step = basis @ np.linalg.solve(curvature, basis.T @ slope)
        if np.abs(step).max(initial=0.0) < CLOSE:
            return np.asarray(point + step)
        lowest = top - ROUNDING * max(1.0, abs(top))
        for _ in range(MAX_HALVINGS):
            if height(point + step) >= lowest:
                break
            step = step / 2
        point = point + step
        top = height(point)
    return None


def approach(
    grouped: GroupedContests, wins: Array, start: Array, inverse: Array, prior: Array
) -> Array | None:
    """Return the maximum for wins that are much like others, whose inverse information is known.

    Newton's method with the slope alone, which is much quicker; None if that does not lead there.
    """
    point = start
    for _ in range(MAX_APPROACHES):
        step = inverse @ (gradient(grouped, wins, point) - prior * point)
        point = point + step
        if np.abs(step).max(initial=0.0) < NEAR:
            return np.asarray(point)
    return None


# --- what the contests do not tell --------------------------------------------------------------


def span(grouped: GroupedContests) -> tuple[Array, Array]:
    """Return, as columns, directions in which the chances of contests change, and the others.

    One of the others is to make all entrants better by the same. More of them mean that groups of
    entrants never met, or that an entrant cannot be told from the category it always had.
    """
    each = grouped.present / grouped.present.sum(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh(information(grouped, each, np.zeros(grouped.sides.shape[2])))
    is_free = values < 1e-9 * max(1.0, values[-1])
    return vectors[:, ~is_free], vectors[:, is_free]


def without(basis: Array, direction: Array) -> Array:
    """Return a basis of what lies across a direction."""
    across = basis.T @ direction
    _, vectors = np.linalg.eigh(np.outer(across, across))
    return np.asarray(basis @ vectors[:, :-1])


def unbounded_direction(grouped: GroupedContests, wins: Array) -> Array:
    """Return a direction in which the likelihood never falls, and rises wherever it can for ever.

    A linear programme finds it (Konis, "Linear programming algorithms for detecting separated data
    in binary logistic regression models", 2007): no winner may lose strength against any side of
    its contest, and as many as can must gain.
    """
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, hstack

    ahead = (wins > 0)[:, :, np.newaxis] & grouped.present[:, np.newaxis, :]
    line_up, winner, other = np.nonzero(ahead)
    leads = grouped.sides[line_up, winner] - grouped.sides[line_up, other]
    leads = np.unique(leads[np.abs(leads).max(axis=1) > 0], axis=0)
    rows, width = leads.shape
    found = linprog(
        np.concatenate([np.zeros(width), -np.ones(rows)]),
        A_ub=hstack([-leads, eye_array(rows)]),
        b_ub=np.zeros(rows),
        bounds=[(None, None)] * width + [(0, 1)] * rows,
    )
    return np.asarray(found.x[:width])
