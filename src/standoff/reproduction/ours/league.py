"""A league table for each game: everybody meets everybody, at small, stated budgets."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from string import ascii_uppercase

import msgspec
import numpy as np

from standoff.arena import Match
from standoff.present import Table, interval_text
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, both
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Proportion, p_normal
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import reject, state
from standoff.statistics import Contests, Interval, fit_ratings

Pairing = tuple[str, str]
Wins = Mapping[Pairing, tuple[int, int, int]]
"""Of each pair: games that the first won, that the second won, and all."""
FASTER = 20
"""Compiled agents play this many times more games against each other."""


class League(msgspec.Struct, frozen=True):
    """Who plays, and how a pair of them meets; see the comment of the data file."""

    game: str
    fast: tuple[str, ...]
    slow: tuple[str, ...]
    protocol: str
    copies: int
    meeting: str
    quick: int
    full: int
    seconds: tuple[float, float]

    @property
    def agents(self) -> tuple[str, ...]:
        """Everybody."""
        return (*self.fast, *self.slow)

    def match(self, pair: Pairing, games: int, seed: int) -> Match:
        """Return the match of a pair; two compiled agents play more games."""
        is_fast = set(pair) <= set(self.fast)
        return Match(
            game=self.game,
            options={},
            agents=tuple(agent for agent in pair for _ in range(self.copies)),
            games=games * FASTER if is_fast else games,
            seed=seed,
            protocol=self.protocol,
        )


LEAGUES = read_published(__file__, dict[str, tuple[League, ...]])["leagues"]


def run_league(league: League, session: Session, games: int) -> Report:
    """Play a league and make its table."""
    pairs = list(combinations(league.agents, 2))
    found = session.play_all([league.match(pair, games, session.seed) for pair in pairs])
    wins = {
        pair: count_wins(played, league.copies) for pair, played in zip(pairs, found, strict=True)
    }
    table = sorted(
        (league_line(agent, wins) for agent in league.agents),
        key=lambda line: -line.ours.estimate if isinstance(line.ours, Interval) else 0.0,
    )
    order = [line.label for line in table]
    sheet = Sheet("mean share of games won against the others", tuple(table))
    notes = (
        f"Everybody against everybody, {league.meeting}. Budgets are small, so that the table is"
        " one of agents as they are set here, not of what they could do with more time.",
        f"Two compiled agents play {FASTER} times as many games; in the mean every opponent counts"
        " the same.",
        "Lines are in the order of the mean shares, which is no ranking. Two agents are settled if"
        " their mean shares differ at 95% for all pairs together (Holm's correction); the places"
        " of an agent are those that the others leave it who are for certain ahead or behind.",
    )
    ratings = Sheet(
        "ratings: points of Elo, 0 in the mean", tuple(rating_lines(order, wins, session.seed))
    )
    return Report(
        (sheet, ratings), notes, grids=(place_table(order, wins), cross_table(order, wins))
    )


def count_wins(played: Played, copies: int) -> tuple[int, int, int]:
    """Return the games that the first of a pair won, that the second won, and all."""
    return sum(played.wins[:copies]), sum(played.wins[copies:]), played.games


def own_counts(agent: str, wins: Wins) -> dict[str, Proportion]:
    """Return the games that an agent won against each other agent."""
    counts = {}
    for (first, second), (ahead, behind, games) in wins.items():
        if agent == first:
            counts[second] = Proportion(ahead, games)
        elif agent == second:
            counts[first] = Proportion(behind, games)
    return counts


def league_line(agent: str, wins: Wins) -> Line:
    """Return an agent's mean share over its opponents, every one of them counting the same."""
    counts = list(own_counts(agent, wins).values())
    mean = sum(count.estimate for count in counts) / len(counts)
    spread = math.hypot(*(count.share.high - count.share.low for count in counts)) / len(counts)
    half = spread / 2
    share = Interval(mean, max(0.0, mean - half), min(1.0, mean + half))
    return state(agent, share, sum(count.whole for count in counts))


# --- places ---------------------------------------------------------------------------------------


def place_table(order: Sequence[str], wins: Wins) -> Table:
    """Return the places that each agent can have, by all comparisons that are settled."""
    pairs = list(combinations(order, 2))
    settled = reject([p_level(*pair, wins) for pair in pairs])
    ahead = [pair for pair, is_settled in zip(pairs, settled, strict=True) if is_settled]
    rows = []
    for agent in order:
        first = 1 + sum(agent == behind for _, behind in ahead)
        last = len(order) - sum(agent == before for before, _ in ahead)
        text = str(first) if first == last else f"{first} to {last}, not settled"
        rows.append((agent, text))
    return Table("places that the games leave open", ("", "place"), tuple(rows))


def p_level(first: str, second: str, wins: Wins) -> float:
    """Return the p value of the test that two agents have the same mean share, the first more.

    Against each other a win of one is no win of the other; against the rest they have played apart.
    Games are taken for independent, though deals are played from all sides: that errs on the safe
    side.
    """
    own, other = own_counts(first, wins), own_counts(second, wins)
    won, lost, games = smooth(own[second].part, other[first].part, own[second].whole)
    lead, square = won - lost, (won + lost - (won - lost) ** 2) / games
    for rival in own.keys() & other.keys():
        for sign, count in ((1, own[rival]), (-1, other[rival])):
            won, _, games = smooth(count.part, count.whole - count.part, count.whole)
            lead += sign * won
            square += won * (1 - won) / games
    return p_normal(max(0.0, lead), math.sqrt(square))  # none if a few games more turn it round


def smooth(won: int, lost: int, games: int) -> tuple[float, float, int]:
    """Return shares as of one more win and one more loss (A. Agresti, B. Caffo, 2000).

    Who has won all of a few games may yet lose.

    >>> smooth(6, 0, 6)
    (0.875, 0.125, 8)
    """
    return (won + 1) / (games + 2), (lost + 1) / (games + 2), games + 2


# --- ratings and the cross table ------------------------------------------------------------------


def rating_lines(order: Sequence[str], wins: Wins, seed: int) -> list[Line]:
    """Return the rating of each agent, fitted to all pairings at once."""
    rows = []
    for (first, second), (ahead, behind, games) in wins.items():
        sides = [[order.index(first)], [order.index(second)]]
        for share, count in (
            ((1, 0), ahead),
            ((0, 1), behind),
            ((0.5, 0.5), games - ahead - behind),
        ):
            rows.append((sides, share, count))
    contests = Contests(
        members=np.array([sides for sides, _, _ in rows]),
        categories=np.full((len(rows), 2), -1),
        wins=np.array([share for _, share, _ in rows], float),
        weights=np.array([count for _, _, count in rows]),
    )
    ratings = fit_ratings(contests, len(order), seed=seed)
    return [
        state(
            agent,
            interval_text(rating, "+.0f"),
            sum(count.whole for count in own_counts(agent, wins).values()),
        )
        for agent, rating in zip(order, ratings.entrants, strict=True)
    ]


def cross_table(order: Sequence[str], wins: Wins) -> Table:
    """Return who won how often against whom, in per cent; letters, since places may be shared."""
    letters = ascii_uppercase[: len(order)]
    rows = []
    for letter, agent in zip(letters, order, strict=True):
        counts = own_counts(agent, wins)
        cells = [
            f"{100 * counts[other].estimate:.0f}" if other in counts else "" for other in order
        ]
        rows.append((f"{letter} {agent}", *cells))
    return Table("cross table: games won against each, in %", ("", *letters), tuple(rows))


EXPERIMENTS = tuple(
    Experiment(
        f"league-{league.game}",
        "our own",
        f"League of {len(league.agents)} agents of {league.game}",
        both(league.quick, league.full),
        both(*league.seconds),
        partial(run_league, league),
    )
    for league in LEAGUES
)
