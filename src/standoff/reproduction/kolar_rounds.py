"""M. Kolar's figures 6.3, 6.4 and 7.1 to 7.5: the estimator and misdirected attacks by round.

The estimator does not name whom it is not sure of. He counts right and wrong guesses; we take a
role that is not named for not right, so that curves rise as his do, and show the other reading.
"""

from collections.abc import Sequence
from functools import partial

from standoff.games.bang.measures import Count
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, both
from standoff.reproduction.kolar import (
    BLOCKS,
    PICTURE,
    PLAYERS,
    RECONSTRUCTED,
    ROLES,
    SOURCE,
    Blocks,
    counts_of,
    judge_lead,
    mean_of,
    play_blocks,
)
from standoff.reproduction.session import Session
from standoff.reproduction.tally import Tally
from standoff.reproduction.verdict import (
    Mean,
    gap_apart,
    judge_best,
    judge_range,
    state,
)

SHOWN_ROUNDS = (1, 2, 3, 4, 6, 8, 10, 12)
KBS = (0, 3)
"""The two that he looks at here."""
UNSURE = (
    "A hidden role that the estimator is not sure enough to name counts as not right: only so does"
    " the share rise from round to round, as his does. It is asked at the end of each player's"
    " turn: in round 1 half of the others have not played yet."
)
SIDES = ("Sheriff", "Deputy", "Outlaw")
"""Roles with somebody on their side."""


def share_of(
    blocks: Blocks, part: Count, whole: Count, turn: int | None, roles: Sequence[str] = ROLES
) -> Mean:
    """Return a share in a round, or in all, as the mean over some roles and over blocks."""

    def of_block(tally: Tally) -> float | None:
        counts = counts_of(tally)
        shares = []
        for role in roles:
            rounds = counts[ROLES.index(role)]
            row = rounds[1:].sum(axis=0) if turn is None else rounds[turn]
            if row[whole] > 0:
                shares.append(float(row[part] / row[whole]))
        return sum(shares) / len(shares) if shares else None

    return mean_of(blocks, of_block)


# --- the estimator --------------------------------------------------------------------------------


def accuracy(blocks: Blocks, turn: int, roles: Sequence[str] = ROLES) -> Mean:
    """Return how many hidden roles are named right, averaged over the roles of those who guess."""
    return share_of(blocks, Count.RIGHT, Count.HIDDEN, turn, roles)


def sureness(blocks: Blocks, turn: int, roles: Sequence[str] = ROLES) -> Mean:
    """Return how many of the roles that are named are right."""
    return share_of(blocks, Count.RIGHT, Count.NAMED, turn, roles)


def run_accuracy(session: Session, games: int) -> Report:
    """Make figure 6.3: the estimator by round, for 5, 6 and 7 players."""
    found = {
        (kb, players): play_blocks(session, kb, players, games) for kb in KBS for players in PLAYERS
    }
    lines = [
        state(f"KB{kb}, {players} players, round {turn}", accuracy(blocks, turn).share, games)
        for (kb, players), blocks in found.items()
        for turn in SHOWN_ROUNDS
    ]
    sure = [
        state(f"KB{kb}, {players} players, round {turn}", sureness(blocks, turn).share, games)
        for (kb, players), blocks in found.items()
        for turn in (1, 4, 10)
    ]
    sheets = (
        Sheet("hidden roles that are named right", tuple(lines)),
        Sheet("of the named ones alone", tuple(sure)),
        Sheet("what he writes", tuple(accuracy_findings(found, games))),
    )
    return Report(sheets, (PICTURE, UNSURE, BLOCKS, RECONSTRUCTED))


def accuracy_findings(found: dict[tuple[int, int], Blocks], games: int) -> list[Line]:
    """Judge what he writes of figure 6.3."""
    lines = []
    for players in PLAYERS:
        blocks = found[0, players]
        for turn, said, low in ((1, "above 50 %", 0.5), (4, "above 80 %", 0.8)):
            label = f"{players} players, KB0, round {turn}"
            lines.append(judge_range(label, said, accuracy(blocks, turn).share, games, low=low))
        label = f"{players} players, KB0, round 10"
        nearly = accuracy(blocks, 10).share
        lines.append(judge_range(label, "nearly 100 %", nearly, games, low=0.95))
    gaps = (
        (5, 6, 1, "4 points", 0.02, 0.06),
        (5, 6, 4, "below 2 points", -0.02, 0.02),
        (6, 7, 1, "13 points", 0.10, 0.16),
        (6, 7, 2, "13 points", 0.10, 0.16),
        (6, 7, 6, "above 5 points", 0.05, 1.0),
    )
    for more, less, turn, said, low, high in gaps:
        lead = gap_apart(accuracy(found[0, more], turn), accuracy(found[0, less], turn))
        label = f"KB0, round {turn}: {more} less {less} players"
        lines.append(judge_lead(label, said, lead, games, low, high))
    by_kb = (
        (1, "about 10 points", 0.05, 0.15),
        (7, "5 points", 0.02, 0.08),
        (12, "below 1 point", -0.01, 0.01),
    )
    for turn, said, low, high in by_kb:
        for players in PLAYERS:
            lead = gap_apart(accuracy(found[0, players], turn), accuracy(found[3, players], turn))
            label = f"{players} players, round {turn}: KB0 less KB3"
            lines.append(judge_lead(label, said, lead, games, low, high))
    return lines


def run_views(players: int, session: Session, games: int) -> Report:
    """Make one of figures 7.1 to 7.3: the estimator as each role sees the table."""
    sheets = []
    for kb in KBS:
        blocks = play_blocks(session, kb, players, games)
        lines = [
            state(f"round {turn}: {role}", accuracy(blocks, turn, [role]).share, games)
            for turn in SHOWN_ROUNDS
            for role in ROLES
        ]
        early = {role: accuracy(blocks, 2, [role]) for role in ROLES}
        rivals = [role for role in ROLES if role != "Sheriff"]
        label = "round 2: hardest for the Sheriff"
        hardest = judge_best(
            label, "yes", early, "Sheriff", rivals, games, least=True, together=True
        )
        sheets.append(Sheet(f"KB{kb}: hidden roles that are named right", (*lines, hardest)))
    return Report(tuple(sheets), (PICTURE, UNSURE, BLOCKS, RECONSTRUCTED))


# --- misdirected attacks --------------------------------------------------------------------------


def mistakes(blocks: Blocks, role: str, turn: int | None = None) -> Mean:
    """Return how many attack cards of a role meet its own side, in a round or in all."""
    return share_of(blocks, Count.MISTAKES, Count.ATTACKS, turn, [role])


def run_mistakes(players: int, session: Session, games: int) -> Report:
    """Make one of figures 6.4, 7.4 and 7.5: attacks on the own side, by role."""
    found = {kb: play_blocks(session, kb, players, games) for kb in KBS}
    roles = SIDES if players == 7 else ("Sheriff", "Outlaw")
    lines = [
        state(f"KB{kb}, {when}: {role}", mistakes(found[kb], role, turn).share, games)
        for kb in KBS
        for role in roles
        for turn, when in ((2, "round 2"), (5, "round 5"), (None, "all rounds"))
    ]
    findings = mistake_findings(players, found, games)
    sheets = (
        Sheet("attack cards aimed at the own side", tuple(lines)),
        Sheet("what he writes", tuple(findings)),
    )
    return Report(sheets, (PICTURE, BLOCKS, RECONSTRUCTED))


def mistake_findings(players: int, found: dict[int, Blocks], games: int) -> list[Line]:
    """Judge what he writes of misdirected attacks."""
    claims: Sequence[tuple[int, str, str, float, float]] = (
        (0, "Sheriff", "almost never", 0.0, 0.03),
        (3, "Sheriff", "almost never", 0.0, 0.03),
        (3, "Outlaw", "below 15 %", 0.0, 0.15),
    )
    if players == 7:
        claims = (
            (0, "Sheriff", "below 5 %", 0.0, 0.05),
            (0, "Deputy", "below 5 %", 0.0, 0.05),
            (3, "Sheriff", "about 10 %", 0.07, 0.13),
            (3, "Deputy", "below 4 %", 0.0, 0.04),
            (3, "Outlaw", "below 15 %", 0.0, 0.15),
        )
    lines = [
        judge_range(f"KB{kb}: {role}", said, mistakes(found[kb], role).share, games, low, high)
        for kb, role, said, low, high in claims
    ]
    outlaws = {f"KB{kb}": mistakes(found[kb], "Outlaw") for kb in KBS}
    lines.append(
        judge_best("Outlaws: more with KB3", "twice as many", outlaws, "KB3", ["KB0"], games)
    )
    if players == 7:
        lead = gap_apart(outlaws["KB3"], outlaws["KB0"])
        label = "Outlaws: KB3 less KB0"
        lines.append(judge_lead(label, "7 points", lead, games, 0.04, 0.10))
        lead = gap_apart(mistakes(found[3], "Deputy"), mistakes(found[0], "Deputy"))
        label = "Deputies: KB3 less KB0"
        lines.append(judge_lead(label, "1 to 3 points", lead, games, 0.0, 0.04))
    return lines


EXPERIMENTS = (
    Experiment(
        "kolar-6.3",
        f"{SOURCE}, figure 6.3",
        "The estimator by round, with 5, 6 and 7 players",
        {Size.QUICK: 4000, Size.FULL: 20_000},
        both(0, 0),
        run_accuracy,
    ),
    Experiment(
        "kolar-6.4",
        f"{SOURCE}, figure 6.4",
        "Attacks on the own side with 7 players",
        {Size.QUICK: 4000, Size.FULL: 20_000},
        both(0, 0),
        partial(run_mistakes, 7),
    ),
    *(
        Experiment(
            f"kolar-{number}",
            f"{SOURCE}, figure {number}",
            f"The estimator as each role sees a table of {players}",
            {Size.QUICK: 4000, Size.FULL: 20_000},
            both(0, 0),
            partial(run_views, players),
        )
        for number, players in (("7.1", 5), ("7.2", 6), ("7.3", 7))
    ),
    *(
        Experiment(
            f"kolar-{number}",
            f"{SOURCE}, figure {number}",
            f"Attacks on the own side with {players} players",
            {Size.QUICK: 4000, Size.FULL: 20_000},
            both(0, 0),
            partial(run_mistakes, players),
        )
        for number, players in (("7.4", 5), ("7.5", 6))
    ),
)
