"""M. Kolar's figures 6.3, 6.4 and 7.1 to 7.5: the estimator and misdirected attacks by round.

The estimator does not name whom it is not sure of. He counts right and wrong guesses; we take a
role that is not named for not right, so that curves rise as his do, and show the other reading.
Nor does he say whether the open roles of the dead count as guessed right: figure 6.3 has both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from standoff.games.bang.measures import Count
from standoff.reproduction.experiment import (
    Experiment,
    Line,
    Report,
    Sheet,
    Size,
    Verdict,
    both,
)
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
    Gap,
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


@dataclass(frozen=True)
class Reading:
    """Whom the estimator is judged by: what counts as right, and of what."""

    name: str
    right: tuple[Count, ...]
    asked: tuple[Count, ...]


LIVING = Reading("hidden roles", (Count.RIGHT,), (Count.HIDDEN,))
EVERYBODY = Reading(
    "all other players but the Sheriff, the dead among them",
    (Count.RIGHT, Count.SHOWN),
    (Count.HIDDEN, Count.SHOWN),
)
NAMED = Reading("hidden roles that are named", (Count.RIGHT,), (Count.NAMED,))
READINGS = (LIVING, EVERYBODY)
"""Those that his text can have."""


def share_of(
    blocks: Blocks,
    part: Sequence[Count],
    whole: Sequence[Count],
    turn: int | None,
    roles: Sequence[str] = ROLES,
) -> Mean:
    """Return a share in a round, or in all, as the mean over some roles and over blocks."""

    def of_block(tally: Tally) -> float | None:
        counts = counts_of(tally)
        shares = []
        for role in roles:
            rounds = counts[ROLES.index(role)]
            row = rounds[1:].sum(axis=0) if turn is None else rounds[turn]
            if row[list(whole)].sum() > 0:
                shares.append(float(row[list(part)].sum() / row[list(whole)].sum()))
        return sum(shares) / len(shares) if shares else None

    return mean_of(blocks, of_block)


# --- the estimator --------------------------------------------------------------------------------


def accuracy(
    blocks: Blocks, turn: int, roles: Sequence[str] = ROLES, reading: Reading = LIVING
) -> Mean:
    """Return how many roles are right, averaged over the roles of those who guess."""
    return share_of(blocks, reading.right, reading.asked, turn, roles)


def accuracy_after(blocks: Blocks, turn: int, reading: Reading) -> Mean:
    """Return the same after a round that all have played: between two turns of one's own."""
    turns = (accuracy(blocks, when, reading=reading).values for when in (turn, turn + 1))
    return Mean.of([sum(values) / 2 for values in zip(*turns, strict=True)])


Found = Mapping[tuple[int, int], Blocks]
"""Blocks by KB and players."""


def run_accuracy(session: Session, games: int) -> Report:
    """Make figure 6.3: the estimator by round, for 5, 6 and 7 players."""
    found = {
        (kb, players): play_blocks(session, kb, players, games) for kb in KBS for players in PLAYERS
    }
    written = {reading: accuracy_findings(found, reading, games) for reading in READINGS}
    sheets = (
        *(accuracy_sheet(found, reading, SHOWN_ROUNDS, games) for reading in READINGS),
        accuracy_sheet(found, NAMED, (1, 4, 10), games),
        *(
            Sheet(f"what he writes, of {reading.name}", tuple(lines))
            for reading, lines in written.items()
        ),
    )
    notes = (PICTURE, UNSURE, *reading_notes(found, written), BLOCKS, RECONSTRUCTED)
    return Report(sheets, notes)


def accuracy_sheet(found: Found, reading: Reading, rounds: Sequence[int], games: int) -> Sheet:
    """Return the curves of figure 6.3 under one reading."""
    lines = [
        state(
            f"KB{kb}, {players} players, round {turn}",
            accuracy(blocks, turn, reading=reading).share,
            games,
        )
        for (kb, players), blocks in found.items()
        for turn in rounds
    ]
    return Sheet(f"{reading.name}: how many are right", tuple(lines))


def accuracy_when(blocks: Blocks, when: str, reading: Reading) -> Mean:
    """Return how many roles are right at a time such as "round 4" or "after round 1"."""
    words, number = when.rsplit(" ", 1)
    if words == "after round":
        return accuracy_after(blocks, int(number), reading)
    return accuracy(blocks, int(number), reading=reading)


LEVELS = (
    ("after round 1", "above 50 %", 0.5),
    ("round 4", "above 80 %", 0.8),
    ("round 10", "nearly 100 %", 0.95),
)
"""What he writes of figure 6.3: when, in his words, and what we take that for."""
LEADS_BY_PLAYERS = (
    (5, 6, "after round 1", "4 points", 0.02, 0.06),
    (5, 6, "round 4", "below 2 points", -0.02, 0.02),
    (6, 7, "after round 1", "13 points", 0.10, 0.16),
    (6, 7, "after round 2", "13 points", 0.10, 0.16),
    (6, 7, "round 6", "above 5 points", 0.05, 1.0),
)
LEADS_BY_KB = (
    ("after round 1", "about 10 points", 0.05, 0.15),
    ("round 7", "5 points", 0.02, 0.08),
    ("round 12", "below 1 point", -0.01, 0.01),
)


def accuracy_findings(found: Found, reading: Reading, games: int) -> list[Line]:
    """Judge what he writes of figure 6.3 under one reading."""

    def lead(when: str, first: tuple[int, int], second: tuple[int, int]) -> Gap:
        return gap_apart(*(accuracy_when(found[key], when, reading) for key in (first, second)))

    lines = []
    for players in PLAYERS:
        for when, said, low in LEVELS:
            label = f"{players} players, KB0, {when}"
            share = accuracy_when(found[0, players], when, reading).share
            lines.append(judge_range(label, said, share, games, low=low))
    for more, less, when, said, low, high in LEADS_BY_PLAYERS:
        label = f"KB0, {when}: {more} less {less} players"
        found_lead = lead(when, (0, more), (0, less))
        lines.append(judge_lead(label, said, found_lead, games, low, high))
    for when, said, low, high in LEADS_BY_KB:
        for players in PLAYERS:
            label = f"{players} players, {when}: KB0 less KB3"
            found_lead = lead(when, (0, players), (3, players))
            lines.append(judge_lead(label, said, found_lead, games, low, high))
    return lines


def reading_notes(found: Found, written: Mapping[Reading, Sequence[Line]]) -> list[str]:
    """Tell how far each reading is from what he writes."""

    def tell(kb: int, when: str, reading: Reading) -> str:
        means = (accuracy_when(found[kb, players], when, reading).mean for players in PLAYERS)
        time = when if when.startswith("after") else f"in {when}"
        return f"{', '.join(f'{100 * mean:.0f}' for mean in means)} % {time}"

    agreeing = {
        reading: sum(line.verdict is Verdict.AGREES for line in lines)
        for reading, lines in written.items()
    }
    texts = [
        f"of {reading.name}, {', '.join(tell(0, when, reading) for when, _, _ in LEVELS)},"
        f" and {agreeing[reading]} of his {len(lines)} statements agree"
        for reading, lines in written.items()
    ]
    fitting = [reading for reading in written if agreeing[reading] == max(agreeing.values())]
    better = f" Nearer to him: {fitting[0].name}." if len(fitting) == 1 else ""
    early = " and ".join(
        f"{tell(0, when, EVERYBODY)} with KB0, {tell(3, when, EVERYBODY)} with KB3"
        for when in ("round 1", "round 2")
    )
    return [
        "Whom he counts is not said, so both readings are judged. His above 50 % after round 1,"
        " above 80 % some rounds later and nearly 100 % from round 10 on are here, with 5, 6 and 7"
        f" players and KB0: {'; '.join(texts)}.{better}",
        '"After round 1" is the mean of one\'s own turns 1 and 2, between which all have played'
        f" once. The turns alone have, of all other players: {early}.",
    ]


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
    return share_of(blocks, [Count.MISTAKES], [Count.ATTACKS], turn, [role])


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
