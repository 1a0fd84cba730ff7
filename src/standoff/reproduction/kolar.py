"""M. Kolar's thesis on Bang!: points by role, the estimator by round, and misdirected attacks.

His chapter 6 has one table; the rest are graphs, which are pictures and not in the text. Of those
the published side is what his text says of them. All players are `aware`, by his rules; KB0, KB2
and KB3 say how many attack cards an Outlaw waits for. He played 500 games of each kind. Ours are
played in blocks of 500, so that the spread between blocks shows how much luck is in his figures.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Match
from standoff.games.bang.measures import Count
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, Unit, both
from standoff.reproduction.session import Session
from standoff.reproduction.tally import Tally
from standoff.reproduction.verdict import (
    Comparison,
    Gap,
    Mean,
    compare_block,
    gap_apart,
    gap_together,
    judge,
    judge_best,
    judge_range,
    state,
)

SOURCE = "Kolar"
BLOCK = 500
"""Games of one of his experiments."""
KBS = (0, 2, 3)
PLAYERS = (5, 6, 7)
ROLES = ("Sheriff", "Deputy", "Outlaw", "Renegade")
SEATS = {
    5: {"Sheriff": 1, "Deputy": 1, "Outlaw": 2, "Renegade": 1},
    6: {"Sheriff": 1, "Deputy": 1, "Outlaw": 3, "Renegade": 1},
    7: {"Sheriff": 1, "Deputy": 2, "Outlaw": 3, "Renegade": 1},
}
WHOLE = 0
"""The round of a role's counters that stands for whole games."""
RECONSTRUCTED = (
    "Our `aware` and its estimator are reconstructed: his text gives the order and the reasons of"
    " the rules, and few numbers; the pictures of his trees are lost."
)
PICTURE = (
    "The figure is a picture that is not in the text: the published side is what he writes of it."
)
BLOCKS = (
    "Played in blocks of 500 games, as many as he had; the interval is that of the mean of our"
    " blocks, by Student's t, and a figure of his is compared with one block's spread. Figures of"
    " the same games are compared block by block."
)

Blocks = list[Tally]


def play_blocks(session: Session, kb: int, players: int, games: int) -> Blocks:
    """Return the blocks of one of his tournaments."""
    size = min(BLOCK, games)
    return session.play_all(
        [
            Match(
                "bang",
                (f"aware:kb={kb}",),
                size,
                session.seed_of("kolar", block),
                {"rules": "kolar", "players": players},
                protocol="shuffle",
                measures=True,
            )
            for block in range(max(2, games // BLOCK))
        ]
    )


def counts_of(tally: Tally) -> NDArray[np.float64]:
    """Return what was counted in a block, by role, round and `Count`; all are the same agent."""
    return np.array(tally.counters[0])


def mean_of(blocks: Blocks, figure: Callable[[Tally], float | None]) -> Mean:
    """Return the mean of a figure over the blocks that have it."""
    values = map(figure, blocks)
    return Mean.of([math.nan if value is None else value for value in values])


# --- points by role: table 2, figures 6.1 and 6.2 -------------------------------------------------


def role_shares(tally: Tally, weights: dict[str, int]) -> dict[str, float]:
    """Return each role's share of the points; `weights` says how many of a role are added up."""
    counts = counts_of(tally)[:, WHOLE]
    points = {
        role: weights[role] * row[Count.POINTS] / row[Count.RATED]
        for role, row in zip(ROLES, counts, strict=True)
    }
    total = sum(points.values())
    return {role: float(points[role] / total) for role in ROLES}


def weights_of(players: int, together: bool) -> dict[str, int]:
    """Return how many players of each role are added up: all of them, or one on average."""
    return SEATS[players] if together else dict.fromkeys(ROLES, 1)


def deviation(tally: Tally, weights: dict[str, int]) -> float:
    """Return how far the shares of the roles are from a quarter each, added up, in per cent."""
    return 100 * sum(abs(share - 1 / len(ROLES)) for share in role_shares(tally, weights).values())


DEVIATIONS = {
    (0, 5): 32.6, (0, 6): 76.0, (0, 7): 25.8,
    (2, 5): 29.8, (2, 6): 54.5, (2, 7): 24.5,
    (3, 5): 34.1, (3, 6): 37.8, (3, 7): 25.6,
}  # fmt: skip
"""Table 2, in per cent."""
MEAN_BY_KB = {0: 44.8, 2: 36.3, 3: 31.6}
"""As printed; those of KB3 and of 5 players would follow if the cell of both were 31.5."""
MEAN_BY_PLAYERS = {5: 31.3, 6: 56.1, 7: 25.3}
ADDED_UP = (
    "The points of all players of a role are added up: under the other reading, a mean by player,"
    " no table 2 like his can come about (see kolar-table-2)."
)
READINGS = {
    True: "points of all players of a role added up",
    False: "points of one player of a role, on average",
}


def run_deviation(session: Session, games: int) -> Report:
    """Make table 2, under both readings of what the points of a role are."""
    sheets = []
    for together, reading in READINGS.items():
        cells = {
            (kb, players): [
                deviation(tally, weights_of(players, together))
                for tally in play_blocks(session, kb, players, games)
            ]
            for kb in KBS
            for players in PLAYERS
        }
        lines = (*judge(deviation_tests(cells, games)), *deviation_findings(cells, games))
        sheets.append(Sheet(f"{reading}: deviation in %", lines))
    note = (
        "Whether the points of two Outlaws are added up or averaged is not said: both are shown."
        " His means of KB3 and of 5 players do not follow from the cells, but both would if the"
        " cell of KB3 and 5 players were 31.5 instead of 34.1: probably a misprint."
    )
    return Report(tuple(sheets), (note, BLOCKS, RECONSTRUCTED))


Cells = dict[tuple[int, int], list[float]]


def averaged(cells: Cells, keys: Sequence[tuple[int, int]]) -> Mean:
    """Return the mean over some cells, block by block."""
    rows = [cells[key] for key in keys]
    return Mean.of([sum(values) / len(values) for values in zip(*rows, strict=True)])


def deviation_means(cells: Cells) -> tuple[dict[str, Mean], dict[str, Mean]]:
    """Return the means by KB and by players."""
    by_kb = {f"KB{kb}": averaged(cells, [(kb, players) for players in PLAYERS]) for kb in KBS}
    by_players = {
        f"{players} players": averaged(cells, [(kb, players) for kb in KBS]) for players in PLAYERS
    }
    return by_kb, by_players


def deviation_tests(cells: Cells, games: int) -> list[Comparison]:
    """Compare every cell of table 2, and its margins."""
    figures = {
        f"KB{kb}, {players} players": (DEVIATIONS[kb, players], Mean.of(values))
        for (kb, players), values in cells.items()
    }
    by_kb, by_players = deviation_means(cells)
    figures |= {f"KB{kb}, mean": (MEAN_BY_KB[kb], by_kb[f"KB{kb}"]) for kb in KBS}
    figures |= {
        f"{players} players, mean": (MEAN_BY_PLAYERS[players], by_players[f"{players} players"])
        for players in PLAYERS
    }
    return [
        compare_block(label, published, ours, games, digits=1)
        for label, (published, ours) in figures.items()
    ]


def deviation_findings(cells: Cells, games: int) -> list[Line]:
    """Judge what he concludes: where the roles are most and least even."""
    by_kb, by_players = deviation_means(cells)
    few = ("5 players", "6 players")
    return [
        judge_best("most even with 7 players", "yes", by_players, "7 players", few, games, True),
        judge_best("most even with KB3", "yes", by_kb, "KB3", ("KB0", "KB2"), games, True),
        judge_best(
            "least even with 6 players",
            "yes",
            by_players,
            "6 players",
            ("5 players", "7 players"),
            games,
        ),
    ]


def share_means(blocks: Sequence[tuple[int, Blocks]]) -> dict[str, Mean]:
    """Return each role's share of points over tournaments of some numbers of players."""
    shares: dict[str, list[list[float]]] = {role: [] for role in ROLES}
    for players, tallies in blocks:
        weights = weights_of(players, together=True)
        for role in ROLES:
            shares[role].append([role_shares(tally, weights)[role] for tally in tallies])
    return {
        role: Mean.of([sum(values) / len(values) for values in zip(*rows, strict=True)])
        for role, rows in shares.items()
    }


def run_points(session: Session, games: int) -> Report:
    """Make figure 6.1: shares of points by role, by number of players."""
    lines: list[Line] = []
    for players in PLAYERS:
        for kb in KBS:
            blocks = play_blocks(session, kb, players, games)
            for role, mean in share_means([(players, blocks)]).items():
                lines.append(state(f"{players} players, KB{kb}: {role}", mean.share, games))
    lines.extend(points_findings(session, games))
    sheet = Sheet("share of points, all players of a role added up", tuple(lines))
    return Report((sheet,), (PICTURE, ADDED_UP, BLOCKS, RECONSTRUCTED))


def points_findings(session: Session, games: int) -> list[Line]:
    """Judge what he writes of 5, 6 and 7 players, on the mean over KB0, KB2 and KB3."""
    means = {
        players: share_means([(players, play_blocks(session, kb, players, games)) for kb in KBS])
        for players in PLAYERS
    }
    return [
        judge_best(
            "5 players: Sheriff above Deputy, Outlaw", "yes", means[5], "Sheriff",
            ("Deputy", "Outlaw"), games, together=True,
        ),
        judge_best(
            "5 players: Renegade above Deputy, Outlaw", "yes", means[5], "Renegade",
            ("Deputy", "Outlaw"), games, together=True,
        ),
        judge_best(
            "6 players: Outlaws first", "yes", means[6], "Outlaw",
            ("Sheriff", "Deputy", "Renegade"), games, together=True,
        ),
        judge_best(
            "7 players: Renegade last", "yes", means[7], "Renegade",
            ("Sheriff", "Deputy", "Outlaw"), games, least=True, together=True,
        ),
    ]  # fmt: skip


def run_mean_points(session: Session, games: int) -> Report:
    """Make figure 6.2: shares of points by role, over all numbers of players."""
    means = {
        kb: share_means(
            [(players, play_blocks(session, kb, players, games)) for players in PLAYERS]
        )
        for kb in KBS
    }
    lines = [
        state(f"KB{kb}: {role}", mean.share, games)
        for kb, by_role in means.items()
        for role, mean in by_role.items()
    ]
    lines.extend(mean_points_findings(means, games))
    sheet = Sheet("share of points with 5 to 7 players, players of a role added up", tuple(lines))
    return Report((sheet,), (PICTURE, ADDED_UP, BLOCKS, RECONSTRUCTED))


def mean_points_findings(means: dict[int, dict[str, Mean]], games: int) -> list[Line]:
    """Judge what he writes of the parameter."""
    lines = []
    for kb, best in ((0, "Outlaw"), (2, "Outlaw"), (3, "Sheriff")):
        rivals = [role for role in ROLES if role != best]
        label = f"KB{kb}: {best} first"
        lines.append(judge_best(label, "yes", means[kb], best, rivals, games, together=True))
    lead = gap_together(means[3]["Sheriff"], means[3]["Outlaw"])
    lines.append(judge_lead("KB3: Sheriff before Outlaws", "by 5 points", lead, games, 0.02, 0.08))
    renegade = gap_apart(means[0]["Renegade"], means[3]["Renegade"])
    lines.append(judge_lead("Renegade, KB0 less KB3", "no influence", renegade, games, -0.02, 0.02))
    return lines


def judge_lead(label: str, published: str, lead: Gap, games: int, low: float, high: float) -> Line:
    """Judge what he writes of a difference of two shares."""
    return judge_range(label, published, lead.interval, games, low, high, Unit.POINTS)


EXPERIMENTS = tuple(
    Experiment(
        f"kolar-{number}",
        f"{SOURCE}, {what}",
        title,
        {Size.QUICK: 4000, Size.FULL: 20_000},
        both(*seconds),
        run,
    )
    for number, what, title, seconds, run in (
        (
            "table-2",
            "table 2",
            "How far from even the roles are, by official points",
            (15, 60),
            run_deviation,
        ),
        ("6.1", "figure 6.1", "Points by role, with 5, 6 and 7 players", (0, 0), run_points),
        ("6.2", "figure 6.2", "Points by role, on average", (0, 0), run_mean_points),
    )
)
