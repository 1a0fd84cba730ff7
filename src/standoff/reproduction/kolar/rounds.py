"""Figures 6.3, 6.4 and 7.1 to 7.5: the estimator and misdirected attacks by round.

The estimator does not name a role if it is not sure. He counts right and wrong guesses. We count a
role that is not named as wrong, so that curves rise as his do, and also show the other reading. He
does not say whether the open roles of the dead count as right: figure 6.3 has both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from standoff.games.bang.measures import Count
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Verdict, both
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
    mean_of,
    play_blocks,
)
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Gap, Mean, gap_apart
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import judge_best, judge_range, state

SHOWN_ROUNDS = (1, 2, 3, 4, 6, 8, 10, 12)
KBS = (0, 3)
"""The two that he looks at here."""
UNSURE = (
    "A hidden role counts as wrong if the estimator is not sure enough to name it: only then does"
    " the share rise from round to round, as his does. The estimator is asked at the end of each"
    " player's turn: in round 1 half of the others have not played yet."
)
SIDES = {5: ("Sheriff", "Outlaw"), 6: ("Sheriff", "Outlaw"), 7: ("Sheriff", "Deputy", "Outlaw")}
"""Roles with a hidden player on their own side, by number of players."""


class Timed(Said, frozen=True, kw_only=True):
    """A statement about a time such as "round 4" or "after round 1"."""

    when: str


class Lead(Timed, frozen=True, kw_only=True):
    """How many more roles are right with one number of players than with another."""

    first: int
    second: int


class Mistake(Said, frozen=True, kw_only=True):
    """How many attack cards of a role hit its own side."""

    role: str
    kb: int = 0


class Published(msgspec.Struct, frozen=True):
    """The data file."""

    levels: tuple[Timed, ...]
    leads_by_players: tuple[Lead, ...]
    leads_by_kb: tuple[Timed, ...]
    mistakes: dict[int, tuple[Mistake, ...]]
    """By number of players."""
    mistake_leads: tuple[Mistake, ...]


PUBLISHED = read_published(__file__, Published)


@dataclass(frozen=True)
class Reading:
    """How the estimator is judged: which counts are right guesses, and which are all guesses."""

    name: str
    right: tuple[Count, ...]
    asked: tuple[Count, ...]


LIVING = Reading("hidden roles", (Count.RIGHT,), (Count.HIDDEN,))
EVERYBODY = Reading(
    "all other players except the Sheriff, including the dead",
    (Count.RIGHT, Count.SHOWN),
    (Count.HIDDEN, Count.SHOWN),
)
NAMED = Reading("hidden roles that are named", (Count.RIGHT,), (Count.NAMED,))
READINGS = (LIVING, EVERYBODY)
"""The readings that his text allows."""


def share_in_round(
    blocks: Blocks,
    part: Sequence[Count],
    whole: Sequence[Count],
    turn: int | None,
    roles: Sequence[str] = ROLES,
) -> Mean:
    """Return a share in a round, or in all, as the mean over some roles and over blocks."""

    def of_block(played: Played) -> float | None:
        counts = counts_of(played)
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
    return share_in_round(blocks, reading.right, reading.asked, turn, roles)


def accuracy_after(blocks: Blocks, turn: int, reading: Reading) -> Mean:
    """Return the same after a round, as the mean of a player's turns before and after it."""
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
            Sheet(f"what he writes, if he means {reading.name}", tuple(lines))
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


def accuracy_findings(found: Found, reading: Reading, games: int) -> list[Line]:
    """Judge what he writes about figure 6.3 under one reading."""

    def lead(when: str, first: tuple[int, int], second: tuple[int, int]) -> Gap:
        return gap_apart(*(accuracy_when(found[key], when, reading) for key in (first, second)))

    lines = []
    for players in PLAYERS:
        for level in PUBLISHED.levels:
            label = f"{players} players, KB0, {level.when}"
            share = accuracy_when(found[0, players], level.when, reading).share
            lines.append(judge_range(label, level.said, share, games, level.low, level.high))
    for said in PUBLISHED.leads_by_players:
        label = f"KB0, {said.when}: {said.first} minus {said.second} players"
        gap = lead(said.when, (0, said.first), (0, said.second))
        lines.append(judge_lead(said, gap, games, label))
    for written in PUBLISHED.leads_by_kb:
        for players in PLAYERS:
            label = f"{players} players, {written.when}: KB0 minus KB3"
            gap = lead(written.when, (0, players), (3, players))
            lines.append(judge_lead(written, gap, games, label))
    return lines


def reading_notes(found: Found, written: Mapping[Reading, Sequence[Line]]) -> list[str]:
    """Return notes that say how far each reading is from his text."""

    def tell(kb: int, when: str, reading: Reading) -> str:
        means = (accuracy_when(found[kb, players], when, reading).mean for players in PLAYERS)
        time = when if when.startswith("after") else f"in {when}"
        return f"{', '.join(f'{100 * mean:.0f}' for mean in means)}% {time}"

    agreeing = {
        reading: sum(line.verdict is Verdict.AGREES for line in lines)
        for reading, lines in written.items()
    }
    times = [level.when for level in PUBLISHED.levels]
    texts = [
        f"for {reading.name}, {', '.join(tell(0, when, reading) for when in times)},"
        f" and {agreeing[reading]} of his {len(lines)} statements agree"
        for reading, lines in written.items()
    ]
    fitting = [reading for reading in written if agreeing[reading] == max(agreeing.values())]
    better = f" Closer to his text: {fitting[0].name}." if len(fitting) == 1 else ""
    early = " and ".join(
        f"{tell(0, when, EVERYBODY)} with KB0, {tell(3, when, EVERYBODY)} with KB3"
        for when in ("round 1", "round 2")
    )
    return [
        "The text does not say which players he counts, so both readings are judged. He has above"
        " 50% after round 1, above 80% some rounds later and nearly 100% from round 10 on. Ours,"
        f" with 5, 6 and 7 players and KB0: {'; '.join(texts)}.{better}",
        '"After round 1" is the mean of a player\'s turns 1 and 2, between which everybody has'
        f" played once. The single turns have, for all other players: {early}.",
    ]


def run_views(players: int, session: Session, games: int) -> Report:
    """Make one of figures 7.1 to 7.3: the estimator by the role of the guesser."""
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
    """Return the share of a role's attack cards that hit its own side, in a round or in all."""
    return share_in_round(blocks, [Count.MISTAKES], [Count.ATTACKS], turn, [role])


def run_mistakes(players: int, session: Session, games: int) -> Report:
    """Make one of figures 6.4, 7.4 and 7.5: attacks on one's own side, by role."""
    found = {kb: play_blocks(session, kb, players, games) for kb in KBS}
    lines = [
        state(f"KB{kb}, {when}: {role}", mistakes(found[kb], role, turn).share, games)
        for kb in KBS
        for role in SIDES[players]
        for turn, when in ((2, "round 2"), (5, "round 5"), (None, "all rounds"))
    ]
    findings = mistake_findings(players, found, games)
    sheets = (
        Sheet("attack cards aimed at one's own side", tuple(lines)),
        Sheet("what he writes", tuple(findings)),
    )
    return Report(sheets, (PICTURE, BLOCKS, RECONSTRUCTED))


def mistake_findings(players: int, found: dict[int, Blocks], games: int) -> list[Line]:
    """Judge what he writes about misdirected attacks."""
    lines = [
        judge_range(
            f"KB{said.kb}: {said.role}",
            said.said,
            mistakes(found[said.kb], said.role).share,
            games,
            said.low,
            said.high,
        )
        for said in PUBLISHED.mistakes[players]
    ]
    outlaws = {f"KB{kb}": mistakes(found[kb], "Outlaw") for kb in KBS}
    label = "Outlaws: more with KB3"
    lines.append(judge_best(label, "twice as many", outlaws, "KB3", ["KB0"], games))
    if players == 7:
        for said in PUBLISHED.mistake_leads:
            gap = gap_apart(mistakes(found[3], said.role), mistakes(found[0], said.role))
            lines.append(judge_lead(said, gap, games))
    return lines


EXPERIMENTS = tuple(
    Experiment(
        f"kolar-{number}",
        f"{SOURCE}, figure {number}",
        title,
        both(4000, 20_000),
        both(0, 0),
        run,
    )
    for number, title, run in (
        ("6.3", "The estimator by round, with 5, 6 and 7 players", run_accuracy),
        ("6.4", "Attacks on one's own side, with 7 players", partial(run_mistakes, 7)),
        ("7.1", "The estimator by the role of the guesser, with 5 players", partial(run_views, 5)),
        ("7.2", "The estimator by the role of the guesser, with 6 players", partial(run_views, 6)),
        ("7.3", "The estimator by the role of the guesser, with 7 players", partial(run_views, 7)),
        ("7.4", "Attacks on one's own side, with 5 players", partial(run_mistakes, 5)),
        ("7.5", "Attacks on one's own side, with 6 players", partial(run_mistakes, 6)),
    )
)
