"""The likelihood of Luce's model, its maximum, and the case without a maximum.

The chance that a side wins is its share of the exponentials of all strengths in the contest (Luce,
"Individual choice behavior", 1959; with two sides, Bradley and Terry, Biometrika 39, 1952). The
logarithm of the likelihood is concave, so Newton's method finds its only maximum. There is no
maximum if an entrant has won or lost everything, or has never met the others.
"""

import numpy as np
from numpy.typing import NDArray

from standoff.statistics.contests import GroupedContests

Array = NDArray[np.float64]

MAX_STEPS = 100
MAX_HALVINGS = 40
MAX_APPROACHES = 20
CLOSE = 1e-8
"""A step of Newton's method this small ends it: the next would be lost in rounding."""
NEAR = 1e-6
"""The same for a resample, which needs a precision of a thousandth of an Elo point."""
ROUNDING = 1e-12
FLAT = 1e-6
"""Only a likelihood without a maximum has less information than this, in contests: it rises for
ever towards certain results."""


def flat(grouped: GroupedContests) -> Array:
    """Return the weights of parameters, with a row for each side of each line-up."""
    return grouped.sides.reshape(-1, grouped.sides.shape[2])


def log_shares(grouped: GroupedContests, params: Array) -> Array:
    """Return the logarithm of each side's chance to win; -inf for sides that are absent."""
    strengths = (flat(grouped) @ params).reshape(grouped.present.shape)
    strengths = np.where(grouped.present, strengths, -np.inf)
    strengths -= strengths.max(axis=1, keepdims=True)
    return np.asarray(strengths - np.log(np.exp(strengths).sum(axis=1, keepdims=True)))


def log_likelihood(grouped: GroupedContests, wins: Array, params: Array) -> float:
    """Return the logarithm of the likelihood of the wins."""
    return float((wins * np.where(grouped.present, log_shares(grouped, params), 0.0)).sum())


def gradient(grouped: GroupedContests, wins: Array, params: Array) -> Array:
    """Return the slope of the log-likelihood: wins less expected wins."""
    expected = wins.sum(axis=1, keepdims=True) * np.exp(log_shares(grouped, params))
    return np.asarray((wins - expected).ravel() @ flat(grouped))


def information(grouped: GroupedContests, wins: Array, params: Array) -> Array:
    """Return the negative Hessian of the log-likelihood."""
    chances, games = np.exp(log_shares(grouped, params)), wins.sum(axis=1, keepdims=True)
    mean = np.einsum("ls,lsp->lp", chances, grouped.sides)
    second = (flat(grouped) * (games * chances).reshape(-1, 1)).T @ flat(grouped)
    return np.asarray(second - (mean * games).T @ mean)


def maximise(
    grouped: GroupedContests, wins: Array, start: Array, basis: Array, prior: Array
) -> Array | None:
    """Return the parameters with the greatest likelihood; None if there is no maximum.

    The parameters may differ from `start` only by columns of `basis`. `prior` is the precision of a
    normal prior around 0, for each parameter; a precision of 0 means no prior.
    """

    def height(params: Array) -> float:
        return log_likelihood(grouped, wins, params) - float(prior @ params**2) / 2

    params, top = start, height(start)
    for _ in range(MAX_STEPS):
        curvature = basis.T @ (information(grouped, wins, params) + np.diag(prior)) @ basis
        if np.linalg.eigvalsh(curvature).min(initial=np.inf) < FLAT:
            return None
        slope = gradient(grouped, wins, params) - prior * params
        step = basis @ np.linalg.solve(curvature, basis.T @ slope)
        if np.abs(step).max(initial=0.0) < CLOSE:
            return np.asarray(params + step)
        lowest = top - ROUNDING * max(1.0, abs(top))
        for _ in range(MAX_HALVINGS):
            if height(params + step) >= lowest:
                break
            step = step / 2
        params = params + step
        top = height(params)
    return None


def approach(
    grouped: GroupedContests, wins: Array, start: Array, inverse: Array, prior: Array
) -> Array | None:
    """Return the maximum for wins that are similar to wins with a known inverse information.

    Newton's method, but only the slope is computed again, which is much faster. None if it fails.
    """
    params = start
    for _ in range(MAX_APPROACHES):
        step = inverse @ (gradient(grouped, wins, params) - prior * params)
        params = params + step
        if np.abs(step).max(initial=0.0) < NEAR:
            return np.asarray(params)
    return None


# --- what the contests leave open ---------------------------------------------------------------


def span(grouped: GroupedContests) -> tuple[Array, Array]:
    """Return, as columns, directions in which the chances of contests change, and free directions.

    One free direction makes all entrants better by the same amount. There are more if groups of
    entrants never met, or if an entrant always had the same category.
    """
    each = grouped.present / grouped.present.sum(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh(information(grouped, each, np.zeros(grouped.sides.shape[2])))
    is_free = values < 1e-9 * max(1.0, values[-1])
    return vectors[:, ~is_free], vectors[:, is_free]


def without(basis: Array, direction: Array) -> Array:
    """Return a basis of the part that is orthogonal to a direction."""
    across = basis.T @ direction
    _, vectors = np.linalg.eigh(np.outer(across, across))
    return np.asarray(basis @ vectors[:, :-1])


def winning_leads(grouped: GroupedContests, wins: Array) -> Array:
    """Return the distinct differences of a winner and another side of its contest, as rows.

    The likelihood never falls in a direction in which no winner loses strength against another
    side: these directions are the cone of all `direction` with `leads @ direction >= 0`.
    """
    ahead = (wins > 0)[:, :, np.newaxis] & grouped.present[:, np.newaxis, :]
    line_up, winner, other = np.nonzero(ahead)
    leads = grouped.sides[line_up, winner] - grouped.sides[line_up, other]
    return np.unique(leads[np.abs(leads).max(axis=1) > 0], axis=0)


def settled_leads(leads: Array) -> Array:
    """Return the leads that no direction of the cone can make larger.

    A linear programme finds a direction in which as many winners as possible gain (Konis, "Linear
    programming algorithms for detecting separated data in binary logistic regression models",
    2007). Contests whose winners cannot gain have been won by both sides, and measure a difference.
    """
    from scipy.optimize import linprog
    from scipy.sparse import eye_array, hstack

    rows, width = leads.shape
    found = linprog(
        np.concatenate([np.zeros(width), -np.ones(rows)]),
        A_ub=hstack([-leads, eye_array(rows)]),
        b_ub=np.zeros(rows),
        bounds=[(None, None)] * width + [(0, 1)] * rows,
    )
    return np.asarray(leads[leads @ found.x[:width] < 0.5])


def can_grow(leads: Array, contrast: Array) -> bool:
    """Whether a difference grows for ever in a direction of the cone."""
    from scipy.optimize import linprog

    found = linprog(-contrast, A_ub=-leads, b_ub=np.zeros(len(leads)), bounds=(-1, 1))
    return bool(found.fun < -1e-6)
