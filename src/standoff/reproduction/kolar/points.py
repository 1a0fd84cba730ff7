"""Points by role: table 2, figures 6.1 and 6.2."""

from collections.abc import Sequence

import msgspec

from standoff.games.bang.measures import Count
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, both
from standoff.reproduction.kolar.blocks import (
    BLOCKS,
    PICTURE,
    PLAYERS,
    RECONSTRUCTED,
    ROLES,
    SOURCE,
    Blocks,
    Said,
    counts_of,
    judge_lead,
    play_blocks,
)
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Mean, gap_apart, gap_together
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import Unjudged, compare_block, judge, judge_best, state

KBS = (0, 2, 3)
SEATS = {
    5: {"Sheriff": 1, "Deputy": 1, "Outlaw": 2, "Renegade": 1},
    6: {"Sheriff": 1, "Deputy": 1, "Outlaw": 3, "Renegade": 1},
    7: {"Sheriff": 1, "Deputy": 2, "Outlaw": 3, "Renegade": 1},
}
WHOLE = 0
"""The index among the rounds that stands for whole games."""
ADDED_UP = (
    "The points of all players of a role are added up. The other reading, a mean per player, cannot"
    " lead to his table 2 (see kolar-table-2)."
)
READINGS = {
    True: "points of all players of a role added up",
    False: "points of one player of a role, on average",
}


class Ranking(msgspec.Struct, frozen=True):
    """A statement about an order: one figure is greater than others, or smaller if `least`."""

    text: str
    best: str
    rivals: tuple[str, ...]
    least: bool = False
    players: int = 0
    """The number of players, if the statement is about one number."""


class Published(msgspec.Struct, frozen=True):
    """The data file."""

    deviations: dict[int, dict[int, float]]
    mean_by_kb: dict[int, float]
    mean_by_players: dict[int, float]
    evenness: tuple[Ranking, ...]
    roles: tuple[Ranking, ...]
    first_by_kb: dict[int, str]
    sheriff_lead: Said
    renegade_lead: Said


PUBLISHED = read_published(__file__, Published)


def role_shares(played: Played, weights: dict[str, int]) -> dict[str, float]:
    """Return each role's share of the points; `weights` says how many of a role are added up."""
    counts = counts_of(played)[:, WHOLE]
    points = {
        role: weights[role] * row[Count.POINTS] / row[Count.RATED]
        for role, row in zip(ROLES, counts, strict=True)
    }
    total = sum(points.values())
    return {role: float(points[role] / total) for role in ROLES}


def weights_of(players: int, together: bool) -> dict[str, int]:
    """Return how many players of each role are added up: all of them, or one on average."""
    return SEATS[players] if together else dict.fromkeys(ROLES, 1)


def mean_by_block(rows: Sequence[Sequence[float]]) -> Mean:
    """Return the mean of some rows, block by block."""
    return Mean.of([sum(values) / len(values) for values in zip(*rows, strict=True)])


# --- table 2 --------------------------------------------------------------------------------------

Cells = dict[tuple[int, int], list[float]]
"""Deviations by KB, players and block."""


def run_deviation(session: Session, games: int) -> Report:
    """Make table 2, under both readings of the points of a role."""
    sheets = []
    for together, reading in READINGS.items():
        cells = {
            (kb, players): [
                deviation(played, weights_of(players, together))
                for played in play_blocks(session, kb, players, games)
            ]
            for kb in KBS
            for players in PLAYERS
        }
        lines = (*judge(deviation_tests(cells, games)), *deviation_findings(cells, games))
        sheets.append(Sheet(f"{reading}: deviation in %", lines))
    note = (
        "The text does not say whether the points of two Outlaws are added up or averaged, so both"
        " are shown. His means of KB3 and of 5 players do not follow from the cells. Both would if"
        " the cell of KB3 and 5 players were 31.5 instead of 34.1: probably a misprint."
    )
    return Report(tuple(sheets), (note, BLOCKS, RECONSTRUCTED))


def deviation(played: Played, weights: dict[str, int]) -> float:
    """Return how far the shares of the roles are from a quarter each, added up, in per cent."""
    return 100 * sum(abs(share - 1 / len(ROLES)) for share in role_shares(played, weights).values())


def deviation_tests(cells: Cells, games: int) -> list[Unjudged]:
    """Compare every cell of table 2, and its margins."""
    means = deviation_means(cells)
    figures = {
        f"KB{kb}, {players} players": (PUBLISHED.deviations[kb][players], Mean.of(values))
        for (kb, players), values in cells.items()
    }
    figures |= {
        f"KB{kb}, mean": (published, means[f"KB{kb}"])
        for kb, published in PUBLISHED.mean_by_kb.items()
    }
    figures |= {
        f"{players} players, mean": (published, means[f"{players} players"])
        for players, published in PUBLISHED.mean_by_players.items()
    }
    return [
        compare_block(label, published, ours, games) for label, (published, ours) in figures.items()
    ]


def deviation_means(cells: Cells) -> dict[str, Mean]:
    """Return the means by KB and by players."""
    by_kb = {f"KB{kb}": mean_by_block([cells[kb, players] for players in PLAYERS]) for kb in KBS}
    by_players = {
        f"{players} players": mean_by_block([cells[kb, players] for kb in KBS])
        for players in PLAYERS
    }
    return by_kb | by_players


def deviation_findings(cells: Cells, games: int) -> list[Line]:
    """Judge his conclusions: where the roles are most and least even."""
    means = deviation_means(cells)
    return [
        judge_best(said.text, "yes", means, said.best, said.rivals, games, said.least)
        for said in PUBLISHED.evenness
    ]


# --- figures 6.1 and 6.2 --------------------------------------------------------------------------


def share_means(blocks: Sequence[tuple[int, Blocks]]) -> dict[str, Mean]:
    """Return each role's share of points, over tournaments with several numbers of players."""
    tournaments = [
        [role_shares(played, weights_of(players, together=True)) for played in own]
        for players, own in blocks
    ]
    return {
        role: mean_by_block([[shares[role] for shares in own] for own in tournaments])
        for role in ROLES
    }


def run_points(session: Session, games: int) -> Report:
    """Make figure 6.1: shares of points by role, by number of players."""
    blocks = {
        (players, kb): play_blocks(session, kb, players, games) for players in PLAYERS for kb in KBS
    }
    lines = [
        state(f"{players} players, KB{kb}: {role}", mean.share, games)
        for (players, kb), own in blocks.items()
        for role, mean in share_means([(players, own)]).items()
    ]
    means = {
        players: share_means([(players, blocks[players, kb]) for kb in KBS]) for players in PLAYERS
    }
    for said in PUBLISHED.roles:
        figures = means[said.players]
        lines.append(
            judge_best(
                said.text, "yes", figures, said.best, said.rivals, games, said.least, together=True
            )
        )
    sheet = Sheet("share of points, all players of a role added up", tuple(lines))
    return Report((sheet,), (PICTURE, ADDED_UP, BLOCKS, RECONSTRUCTED))


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
    """Judge what he writes about the parameter KB."""
    lines = []
    for kb, best in PUBLISHED.first_by_kb.items():
        rivals = [role for role in ROLES if role != best]
        label = f"KB{kb}: {best} first"
        lines.append(judge_best(label, "yes", means[kb], best, rivals, games, together=True))
    sheriff = gap_together(means[3]["Sheriff"], means[3]["Outlaw"])
    lines.append(judge_lead(PUBLISHED.sheriff_lead, sheriff, games))
    renegade = gap_apart(means[0]["Renegade"], means[3]["Renegade"])
    lines.append(judge_lead(PUBLISHED.renegade_lead, renegade, games))
    return lines


EXPERIMENTS = tuple(
    Experiment(
        f"kolar-{number}",
        f"{SOURCE}, {what}",
        title,
        both(4000, 20_000),
        both(*seconds),
        run,
    )
    for number, what, title, seconds, run in (
        (
            "table-2",
            "table 2",
            "How uneven the roles are, by official points",
            (15, 60),
            run_deviation,
        ),
        ("6.1", "figure 6.1", "Points by role, with 5, 6 and 7 players", (0, 0), run_points),
        ("6.2", "figure 6.2", "Points by role, on average", (0, 0), run_mean_points),
    )
)
