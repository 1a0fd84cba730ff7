"""A league table for each game: all agents against all, with small budgets."""

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
"""By pair: games that the first won, games that the second won, and all games."""
FASTER = 20
"""Two compiled agents play this many times as many games."""


class League(msgspec.Struct, frozen=True):
    """The agents, and how two of them meet; see the comment in the data file."""

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
        """All agents."""
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
        f"All against all, {league.meeting}. Budgets are small: the table compares the agents with"
        " these settings, not what they could do with more time.",
        f"Two compiled agents play {FASTER} times as many games; every opponent counts equally in"
        " the mean.",
        "Lines are in the order of the mean shares, which is not a ranking. A pair of agents is"
        " settled if their mean shares differ at 95% for all pairs together (Holm's correction)."
        " Possible places are those that the settled pairs leave open.",
    )
    ratings = Sheet(
        "ratings: Elo points, with a mean of 0", tuple(rating_lines(order, wins, session.seed))
    )
    return Report(
        (sheet, ratings), notes, grids=(place_table(order, wins), cross_table(order, wins))
    )


def count_wins(played: Played, copies: int) -> tuple[int, int, int]:
    """Return the games that the first of a pair won, those that the second won, and all games."""
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
    """Return an agent's mean share over its opponents, which count equally."""
    counts = list(own_counts(agent, wins).values())
    mean = sum(count.estimate for count in counts) / len(counts)
    spread = math.hypot(*(count.share.high - count.share.low for count in counts)) / len(counts)
    half = spread / 2
    share = Interval(mean, max(0.0, mean - half), min(1.0, mean + half))
    return state(agent, share, sum(count.whole for count in counts))


# --- places ---------------------------------------------------------------------------------------


def place_table(order: Sequence[str], wins: Wins) -> Table:
    """Return the places that the settled pairs leave each agent."""
    pairs = list(combinations(order, 2))
    settled = reject([p_level(*pair, wins) for pair in pairs])
    ahead = [pair for pair, is_settled in zip(pairs, settled, strict=True) if is_settled]
    rows = []
    for agent in order:
        first = 1 + sum(agent == behind for _, behind in ahead)
        last = len(order) - sum(agent == before for before, _ in ahead)
        text = str(first) if first == last else f"{first} to {last}, not settled"
        rows.append((agent, text))
    return Table("possible places", ("", "place"), tuple(rows))


def p_level(first: str, second: str, wins: Wins) -> float:
    """Return the p value of the test that two agents have the same mean share; the first has more.

    Wins against each other exclude one another; wins against the rest are independent. Games count
    as independent although deals are played from all sides: that makes the test careful.
    """
    own, other = own_counts(first, wins), own_counts(second, wins)
    won, lost, games = smooth(own[second].part, other[first].part, own[second].whole)
    lead, square = won - lost, (won + lost - (won - lost) ** 2) / games
    for rival in own.keys() & other.keys():
        for sign, count in ((1, own[rival]), (-1, other[rival])):
            won, _, games = smooth(count.part, count.whole - count.part, count.whole)
            lead += sign * won
            square += won * (1 - won) / games
    return p_normal(max(0.0, lead), math.sqrt(square))  # 0 if the smoothing turns it round


def smooth(won: int, lost: int, games: int) -> tuple[float, float, int]:
    """Return the shares after one more win and one more loss (A. Agresti, B. Caffo, 2000).

    An agent that has won all of a few games may still lose.

    >>> smooth(6, 0, 6)
    (0.875, 0.125, 8)
    """
    return (won + 1) / (games + 2), (lost + 1) / (games + 2), games + 2


# --- ratings and the cross table ------------------------------------------------------------------


def rating_lines(order: Sequence[str], wins: Wins, seed: int) -> list[Line]:
    """Return the rating of each agent, fitted to all pairings together."""
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
    """Return the share of wins of each row against each column, in per cent."""
    letters = ascii_uppercase[: len(order)]
    rows = []
    for letter, agent in zip(letters, order, strict=True):
        counts = own_counts(agent, wins)
        cells = [
            f"{100 * counts[other].estimate:.0f}" if other in counts else "" for other in order
        ]
        rows.append((f"{letter} {agent}", *cells))
    title = "cross table: games that the row won against the column, in %"
    return Table(title, ("", *letters), tuple(rows))


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
