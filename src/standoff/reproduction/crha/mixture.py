"""Experiments 3 to 5: different AIs at one table."""

from collections.abc import Sequence
from functools import partial

import msgspec

from standoff.reproduction.crha.variant import INDEPENDENT, SOURCE, play_variants
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, both
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Mean, Proportion
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import (
    Duel,
    Unjudged,
    compare_means,
    compare_shares,
    judge,
    judge_order,
)


class Lead(msgspec.Struct, frozen=True):
    """An AI that wins more games than others."""

    text: str
    first: str
    others: tuple[str, ...]


class Mixture(msgspec.Struct, frozen=True):
    """A line-up of different AIs."""

    number: str
    title: str
    line_up: tuple[str, ...]
    ranks: dict[str, tuple[int, int, int, int]]
    """By AI, how often it came first to fourth."""
    positions: dict[str, tuple[tuple[int, int], ...]]
    """By AI, wins and games in each position."""
    findings: tuple[Lead, ...]
    quick: int
    full: int
    seconds: tuple[float, float]
    notes: tuple[str, ...] = ()

    def entrants(self, agent: str) -> list[int]:
        """Return the entrants that are this AI."""
        return [entrant for entrant, name in enumerate(self.line_up) if name == agent]


MIXTURES = read_published(__file__, dict[str, tuple[Mixture, ...]])["mixtures"]


def run_mixture(mixture: Mixture, session: Session, games: int) -> Report:
    """Play different AIs, in both variants."""
    sheets = []
    for variant, played in play_variants(session, mixture.line_up, games).items():
        lines = (*judge(mixture_tests(mixture, played)), *mixture_findings(mixture, played))
        title = f"{variant.name}: bonus={variant.bonus}, MaxN root={variant.root}"
        sheets.append(Sheet(title, lines))
    return Report(tuple(sheets), (INDEPENDENT, *mixture.notes))


def mixture_tests(mixture: Mixture, played: Played) -> list[Unjudged]:
    """Compare wins, mean ranks, and wins by position."""
    tests = []
    for agent, ranks in mixture.ranks.items():
        published = Proportion(ranks[0], sum(ranks) // len(mixture.entrants(agent)))
        ours = Proportion(count_wins(mixture, played, agent), played.games)
        tests.append(compare_shares(f"{agent}: games won", published, ours))
    for agent, ranks in mixture.ranks.items():
        ours_rank = played.mean_rank(*mixture.entrants(agent))
        tests.append(compare_means(f"{agent}: average rank", mean_of_ranks(ranks), ours_rank))
    for agent, rows in mixture.positions.items():
        for position, (wins, games) in enumerate(rows, start=1):
            ours = played.seat_share(position - 1, *mixture.entrants(agent))
            label = f"{agent}: wins in position {position}"
            published = Proportion(wins, games)
            tests.append(compare_shares(label, published, ours, f"{wins} of {games}"))
    return tests


def mean_of_ranks(counts: Sequence[int]) -> Mean:
    """Return the mean rank of a published AI from the number of its first, second, ... places."""
    number = sum(counts)
    mean = sum(rank * count for rank, count in enumerate(counts, start=1)) / number
    square = sum(count * (rank - mean) ** 2 for rank, count in enumerate(counts, start=1))
    return Mean(mean, (square / (number - 1)) ** 0.5, number)


def mixture_findings(mixture: Mixture, played: Played) -> list[Line]:
    """Judge which AI is better."""
    lines = []
    for finding in mixture.findings:
        wins = count_wins(mixture, played, finding.first)
        duels = [
            Duel(finding.first, other, wins, count_wins(mixture, played, other))
            for other in finding.others
        ]
        lines.append(judge_order(finding.text, "yes", duels, played.games))
    return lines


def count_wins(mixture: Mixture, played: Played, agent: str) -> int:
    """Return the wins of all copies of an AI."""
    return sum(played.wins[entrant] for entrant in mixture.entrants(agent))


EXPERIMENTS = tuple(
    Experiment(
        f"crha-{mixture.number}",
        f"{SOURCE}, experiment {mixture.number}",
        mixture.title,
        both(mixture.quick, mixture.full),
        both(*mixture.seconds),
        partial(run_mixture, mixture),
        is_replica=True,
    )
    for mixture in MIXTURES
)
