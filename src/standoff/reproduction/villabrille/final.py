"""Tables 4.4 and 4.5: every bot against every other."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations, pairwise

import msgspec

from standoff.option import Value
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, both
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Proportion
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import Duel, Unjudged, compare_shares, judge, judge_order
from standoff.reproduction.villabrille.defect import (
    BUDGET,
    EQUALITIES,
    EQUALITY,
    GAMES,
    SOURCE,
    pair_match,
    tell_unlisted,
)

Bots = Mapping[str, str]
"""Specs by the names of the bots."""
Pairings = dict[tuple[str, str], Played]

MISPRINT = "Table 4.5 prints 1169 wins of MCTS; the author's own result files have 1162."
BY_CLOCK = (
    "The budget is time: 1 s per turn. Our bots do many times more in a second than the published"
    " ones did, and how much depends on the machine and its load."
)


class Pairing(msgspec.Struct, frozen=True, array_like=True):
    """The games of two bots."""

    first: str
    second: str
    wins: int
    losses: int
    ties: int


class Final(msgspec.Struct, frozen=True):
    """The data file."""

    pairings: tuple[Pairing, ...]
    totals: dict[str, int]
    totals_without_random: dict[str, int]
    bots: dict[str, str]
    bots_by_clock: dict[str, str]

    def wins_of_second(self, first: str, second: str) -> Proportion:
        """Return the published games that the second of two bots won."""
        (found,) = (row for row in self.pairings if (row.first, row.second) == (first, second))
        return Proportion(found.losses, found.wins + found.losses + found.ties)


FINAL = read_published(__file__, Final)


def play_final(
    session: Session, games: int, options: Mapping[str, Value], bots: Bots = FINAL.bots
) -> Pairings:
    """Play every pairing."""
    pairs = list(combinations(bots, 2))
    matches = [
        pair_match(bots[one], bots[other], options, games, session.seed) for one, other in pairs
    ]
    return dict(zip(pairs, session.play_all(matches), strict=True))


def run_final(bots: Bots, budget: str, session: Session, games: int) -> Report:
    """Make table 4.4: all pairings, totals and order."""
    sheets: list[Sheet] = []
    unlisted: list[Played] = []
    for equality, title in EQUALITIES.items():
        found = play_final(session, games, {"equality": equality}, bots)
        unlisted.extend(found.values())
        pairs = [
            compare_shares(
                f"{other} against {one}", FINAL.wins_of_second(one, other), played.share(1)
            )
            for (one, other), played in found.items()
        ]
        lines = (*judge(pairs), *judge(total_tests(FINAL.totals, found)), judge_bots(found))
        sheets.append(Sheet(f"{title}; share of games won", lines))
    return Report(tuple(sheets), (budget, EQUALITY, *tell_unlisted(unlisted)))


def run_final_without_random(session: Session, games: int) -> Report:
    """Make table 4.5 from the same games."""
    sheets = []
    for equality, title in EQUALITIES.items():
        found = {
            pair: played
            for pair, played in play_final(session, games, {"equality": equality}).items()
            if "Random" not in pair
        }
        totals = judge(total_tests(FINAL.totals_without_random, found))
        lines = (*totals, judge_bots(found))
        sheets.append(Sheet(f"{title}; share of games won, without Random", lines))
    return Report(tuple(sheets), (BUDGET, EQUALITY, MISPRINT))


def count_total(bot: str, found: Pairings) -> Proportion:
    """Return the games that a bot won, over all its pairings."""
    own = [(pair.index(bot), played) for pair, played in found.items() if bot in pair]
    wins = sum(played.wins[entrant] for entrant, played in own)
    return Proportion(wins, sum(played.games for _, played in own))


def total_tests(totals: Mapping[str, int], found: Pairings) -> list[Unjudged]:
    """Compare the wins of each bot over all its pairings."""
    tests = []
    for bot, wins in totals.items():
        published = Proportion(wins, (len(totals) - 1) * GAMES)
        text = f"{wins} of {published.whole}: {published.text}"
        ours = count_total(bot, found)
        tests.append(compare_shares(f"{bot}, all games", published, ours, text))
    return tests


def judge_bots(found: Pairings) -> Line:
    """Judge the published order by the games between its neighbours."""
    present = [bot for bot in FINAL.totals if any(bot in pair for pair in found)]
    duels = [
        Duel(other, one, found[one, other].wins[1], found[one, other].wins[0])
        for one, other in reversed(list(pairwise(present)))
    ]
    games = next(iter(found.values())).games
    return judge_order("the order", " > ".join(reversed(present)), duels, games)


EXPERIMENTS = (
    Experiment(
        "villabrille-4.4",
        f"{SOURCE}, table 4.4",
        "Random, OSLA, MCTS, OE and NTBEA, all against all",
        both(60, GAMES),
        both(25, 400),
        partial(run_final, FINAL.bots, BUDGET),
        is_replica=True,
    ),
    Experiment(
        "villabrille-4.5",
        f"{SOURCE}, table 4.5",
        "The same games without Random",
        both(60, GAMES),
        both(0, 0),
        run_final_without_random,
        is_replica=True,
    ),
    Experiment(
        "villabrille-4.4-seconds",
        f"{SOURCE}, table 4.4",
        "The same pairings with 1 s per turn",
        {Size.FULL: GAMES},
        {Size.FULL: 36_000},
        partial(run_final, FINAL.bots_by_clock, BY_CLOCK),
        is_replica=True,
    ),
)
