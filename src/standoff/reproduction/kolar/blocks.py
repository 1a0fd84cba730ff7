"""His tournaments: games of `aware` alone, under his rules, in blocks of as many games as his.

KB0, KB2 and KB3 say how many attack cards an Outlaw waits for. He played 500 games of each kind.
The spread between our blocks of 500 shows how much luck is in his figures.
"""

import math
from collections.abc import Callable

import msgspec
import numpy as np
from numpy.typing import NDArray

from standoff.arena import Match
from standoff.reproduction.experiment import Line, Unit
from standoff.reproduction.played import Played
from standoff.reproduction.sample import Gap, Mean
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import judge_range

SOURCE = "Kolar"
BLOCK = 500
"""Games of one of his experiments."""
PLAYERS = (5, 6, 7)
ROLES = ("Sheriff", "Deputy", "Outlaw", "Renegade")
RECONSTRUCTED = (
    "Our `aware` and its estimator are reconstructions: his text gives the order of the rules and"
    " their reasons, but few numbers, and the pictures of his trees are lost."
)
PICTURE = "The figure is a picture without data: the published side is what he writes about it."
BLOCKS = (
    "Games are played in blocks of 500, as many as he had. The interval is that of the mean of our"
    " blocks, by Student's t. His figures are compared with the spread of single blocks. Figures"
    " from the same games are compared block by block."
)

Blocks = list[Played]


def play_blocks(session: Session, kb: int, players: int, games: int) -> Blocks:
    """Return the blocks of one of his tournaments."""
    return session.play_all(
        [
            Match(
                game="bang",
                options={"rules": "kolar", "players": players},
                agents=(f"aware:kb={kb}",),
                games=min(BLOCK, games),
                seed=session.seed_of("kolar", block),
                protocol="shuffle",
                measures=True,
            )
            for block in range(max(2, games // BLOCK))
        ]
    )


def counts_of(played: Played) -> NDArray[np.float64]:
    """Return the counts of a block by role, round and `Count`; all players are the same agent."""
    return np.array(played.counters[0])


def mean_of(blocks: Blocks, figure: Callable[[Played], float | None]) -> Mean:
    """Return the mean of a figure over the blocks that have it."""
    values = map(figure, blocks)
    return Mean.of([math.nan if value is None else value for value in values])


class Said(msgspec.Struct, frozen=True):
    """What he writes about a share or a difference, and the bounds by which we judge it."""

    said: str
    low: float
    high: float = math.inf
    label: str = ""


def judge_lead(written: Said, lead: Gap, games: int, label: str = "") -> Line:
    """Judge what he writes about the difference of two shares."""
    return judge_range(
        label or written.label,
        written.said,
        lead.interval,
        games,
        written.low,
        written.high,
        Unit.POINTS,
    )
