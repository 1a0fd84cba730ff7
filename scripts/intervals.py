"""How often the intervals of shares hold the true share: it should be 95 of 100 matches.

First a model: a side of a deal has luck, which all games of the deal share, and the skill of its
agent. It wins in proportion to exp(skill + luck). The agents change sides as in the protocols of
the arena. True shares are drawn within five points around the given share. The outcomes of a few
games lie on a lattice, so coverage at a single share jumps up and down by some per cent (Brown, Cai
and DasGupta, Statistical Science 16, 2001).

Then real matches of three games: their deals are drawn with replacement, and the share in the whole
match is the true one.

    python scripts/intervals.py           the whole study, about five minutes
    python scripts/intervals.py 500       with 500 matches for each line, instead of 10,000
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Match
from standoff.arena.schedule import list_assignments, list_rotations
from standoff.optimise.contest import play_deals
from standoff.present import Table
from standoff.present.console import show_table
from standoff.statistics import ClusteredShare

PROTOCOLS = {
    "pairs": list_rotations(2, 2),
    "rotate": list_rotations(4, 4),
    "teams": list_assignments(3, 2),
    "shuffle": ((0, 1, 0, 1),),
}
"""The agent at each side, in each game of a deal."""
LUCKS = (0.5, 1.0, 2.0)
"""Deviations of the luck of a side; with 2, the best side wins two of three games."""
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)
BAND = 0.05
DEALS = (10, 20, 50, 200, 1000)
MATCHES = 10_000
AT_ONCE = 2_000_000
"""Sides that are simulated at once, to spare memory."""
REAL = (
    Match("asmacag", ("exact", "greedy"), 10_000, 1),
    Match("asmacag", ("greedy", "random"), 10_000, 1),
    Match("bang", ("aware", "rair"), 12_000, 1, protocol="teams"),
    Match("bang", ("evolution", "rair"), 12_000, 1, protocol="teams"),
    Match("bang", ("aware", "rair", "rai", "uniform"), 12_000, 1, {"players": 4}),
    Match("bang", ("aware", "rair"), 12_000, 1, protocol="shuffle"),
    Match("colonizers", ("heuristic", "uniform", "uniform", "uniform"), 12_000, 1),
)

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


# --- the model ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Model:
    """Games of one protocol, and the skill that gives the first agent a share of the wins."""

    seatings: NDArray[np.int64]
    luck: float
    skills: Floats
    shares: Floats

    @classmethod
    def of(cls, protocol: str, luck: float) -> "Model":
        seatings = np.array(PROTOCOLS[protocol])
        rng = np.random.default_rng(1)
        lucks = luck * rng.standard_normal((20_000, 1, seatings.shape[1]))
        skills = np.linspace(-12, 12, 97)
        shares = [chances(seatings, lucks, skill).mean() for skill in skills]
        return cls(seatings, luck, skills, np.array(shares))

    def play(self, shares: Floats, deals: int, rng: np.random.Generator) -> Counts:
        """Return the wins of the first agent on each deal; a row for each match."""
        skills = np.interp(shares, self.shares, self.skills)
        size = max(1, AT_ONCE // (deals * self.seatings.size))
        pieces = [
            self._play_some(skills[first : first + size], deals, rng)
            for first in range(0, len(skills), size)
        ]
        return np.concatenate(pieces)

    def _play_some(self, skills: Floats, deals: int, rng: np.random.Generator) -> Counts:
        lucks = self.luck * rng.standard_normal((len(skills), deals, 1, self.seatings.shape[1]))
        chance = chances(self.seatings, lucks, skills[:, np.newaxis, np.newaxis, np.newaxis])
        return np.asarray((rng.random(chance.shape) < chance).sum(axis=-1))


@cache
def make_model(protocol: str, luck: float) -> Model:
    """Return the model of a protocol, made once."""
    return Model.of(protocol, luck)


def chances(seatings: NDArray[np.int64], lucks: Floats, skill: Floats | float) -> Floats:
    """Return the chance that the first agent wins, in each game of each deal."""
    weights = np.exp(lucks + skill * (seatings == 0))
    return np.asarray((weights * (seatings == 0)).sum(axis=-1) / weights.sum(axis=-1))


# --- coverage -----------------------------------------------------------------------------------


def coverage(wins: Counts, games: int, truth: Floats) -> float:
    """Return how often the interval holds the truth; matches are rows, of `games` games a deal."""
    ordered = np.sort(wins, axis=1)
    kinds, which = np.unique(ordered, axis=0, return_inverse=True)
    bounds = np.array([interval(row, games) for row in kinds])[which.ravel()]
    return float(((bounds[:, 0] <= truth) & (truth <= bounds[:, 1])).mean())


def interval(wins: Counts, games: int) -> tuple[float, float]:
    """Return the bounds of a match."""
    counts = np.bincount(wins, minlength=games + 1)
    found = ClusteredShare.of_values(np.arange(games + 1) / games, counts).interval()
    return found.low, found.high


def study(protocol: str, luck: float, deals: int, share: float, matches: int) -> float:
    """Return the coverage in matches of the model."""
    model = make_model(protocol, luck)
    rng = np.random.default_rng([len(protocol), int(10 * luck), deals, int(100 * share)])
    truth = share + rng.uniform(-BAND, BAND, matches)
    return coverage(model.play(truth, deals, rng), len(model.seatings), truth)


def study_real(matches: int) -> Iterator[tuple[Match, ClusteredShare, list[float]]]:
    """Yield real matches, with the coverage for each number of deals."""
    for match in REAL:
        played = play_deals(match, None)
        games, rng = int(played.games[0]), np.random.default_rng(2)
        truth = np.full(matches, played.wins.sum() / played.games.sum())
        found = [
            coverage(rng.choice(played.wins, (matches, deals)), games, truth) for deals in DEALS
        ]
        counts = np.bincount(played.wins)
        yield match, ClusteredShare.of_values(np.arange(len(counts)) / games, counts), found


def main(matches: int) -> None:
    columns = ("protocol", "luck", "deals", *(f"{share:.0%}" for share in SHARES))
    rows = [
        (protocol, luck, deals, *(study(protocol, luck, deals, share, matches) for share in SHARES))
        for protocol in PROTOCOLS
        for luck in LUCKS
        for deals in DEALS
    ]
    forms = dict.fromkeys(columns[3:], ".1%")
    title = f"share of {matches} intervals that hold the true share, by the true share"
    show_table(Table(title, columns, tuple(rows), {**forms, "luck": ".1f"}))
    columns = ("match", "true share", *(f"{deals} deals" for deals in DEALS))
    real = [
        (f"{match.game} {' '.join(match.agents)}", share.share, *found)
        for match, share, found in study_real(matches)
    ]
    show_table(Table("deals of real matches", columns, tuple(real), dict.fromkeys(columns, ".1%")))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
