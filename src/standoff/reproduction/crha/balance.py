"""Tables 5.1 and 5.2: four copies of one AI, by position."""

from functools import partial

import msgspec

from standoff.reproduction.crha.variant import INDEPENDENT, POSITIONS, SOURCE, play_variants
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, both
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Mean, Proportion
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import (
    Unjudged,
    compare_means,
    compare_shares,
    judge,
    judge_range,
)

LAST = 4
"""The rank that the thesis calls a loss."""
EVEN_SHARE = 0.25
MARGIN = 0.01
"""Smaller advantages do not count: with enough games every difference shows."""
TYPICAL_DEVIATION = 1.118
"""Of a rank if all ranks are equally likely; the thesis has 1.1069 for position 1 of table 5.1."""


class Advantage(msgspec.Struct, frozen=True):
    """A position that has more than its share of `wins` or `losses`."""

    position: int
    more: str


class Balance(msgspec.Struct, frozen=True):
    """Four copies of an AI: wins, fourth places and mean rank by position."""

    number: str
    agent: str
    wins: tuple[int, ...]
    losses: tuple[int, ...]
    ranks: tuple[float, ...]
    findings: tuple[Advantage, ...]
    note: str

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.wins)


BALANCES = read_published(__file__, dict[str, tuple[Balance, ...]])["balances"]


def run_balance(balance: Balance, session: Session, games: int) -> Report:
    """Play four copies of an AI, in both variants."""
    sheets = []
    for variant, played in play_variants(session, [balance.agent] * 4, games).items():
        lines = (*judge(balance_tests(balance, played)), *balance_findings(balance, played))
        sheets.append(Sheet(f"{variant.name}: bonus={variant.bonus}", lines))
    return Report(tuple(sheets), (INDEPENDENT, balance.note))


def balance_tests(balance: Balance, played: Played) -> list[Unjudged]:
    """Compare wins, losses and ranks of each position."""
    wins, losses, ranks = [], [], []
    for position in POSITIONS:
        index = seat = position - 1
        published = Proportion(balance.wins[index], balance.games)
        label = f"wins, position {position}"
        wins.append(compare_shares(label, published, played.seat_share(seat)))
        published = Proportion(balance.losses[index], balance.games)
        label = f"losses, position {position}"
        losses.append(compare_shares(label, published, played.seat_share(seat, rank=LAST)))
        rank = Mean(balance.ranks[index], TYPICAL_DEVIATION, balance.games)
        label = f"average rank, position {position}"
        ranks.append(compare_means(label, rank, played.mean_rank(seat=seat)))
    return [*wins, *losses, *ranks]


def balance_findings(balance: Balance, played: Played) -> list[Line]:
    """Judge which positions have more than their share."""
    lines = []
    for finding in balance.findings:
        index = finding.position - 1
        is_loss = finding.more == "losses"
        ours = played.seat_share(index, rank=LAST if is_loss else None)
        counts = balance.losses if is_loss else balance.wins
        lines.append(
            judge_range(
                f"position {finding.position} has more {finding.more} than 25%, by a point or more",
                f"yes: {Proportion(counts[index], balance.games).text}",
                ours.share,
                ours.whole,
                low=EVEN_SHARE + MARGIN,
            )
        )
    return lines


EXPERIMENTS = tuple(
    Experiment(
        f"crha-{balance.number}",
        f"{SOURCE}, table {balance.number}",
        f"Four {balance.agent} AIs: wins, losses and average rank by position",
        both(20_000, 100_000),
        both(5, 15),
        partial(run_balance, balance),
        is_replica=True,
    )
    for balance in BALANCES
)
