"""Tables 4.1 to 4.3: settings of a bot against OSLA."""

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from standoff.option import Value
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, both
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Proportion
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import compare_shares, judge, judge_best
from standoff.reproduction.villabrille.defect import (
    BUDGET,
    EQUALITIES,
    EQUALITY,
    GAMES,
    GREEDY,
    SOURCE,
    pair_match,
    tell_unlisted,
)


class Row(msgspec.Struct, frozen=True, array_like=True):
    """The values of a bot's parameters, and its wins, losses and ties."""

    values: tuple[str, ...]
    wins: int
    losses: int
    ties: int

    @property
    def published(self) -> Proportion:
        """The games that the bot won."""
        return Proportion(self.wins, self.wins + self.losses + self.ties)


class Best(msgspec.Struct, frozen=True):
    """What was concluded: a row, by its label, that is better than others."""

    text: str
    best: str
    rivals: tuple[str, ...] = ()
    """All other rows, if none are named."""


class ParameterTest(msgspec.Struct, frozen=True):
    """A table of settings."""

    number: str
    bot: str
    title: str
    params: tuple[str, ...]
    rows: tuple[Row, ...]
    findings: tuple[Best, ...]
    notes: tuple[str, ...]
    quick: int
    seconds: tuple[float, float]
    label: str = "{}"

    @property
    def labels(self) -> list[str]:
        """The names of the rows."""
        return [self.label.format(", ".join(row.values)) for row in self.rows]

    @property
    def specs(self) -> list[str]:
        """The bot with the settings of each row."""
        settings = [zip(self.params, row.values, strict=True) for row in self.rows]
        return [":".join([self.bot, "preset=thesis", *map("=".join, row)]) for row in settings]


TESTS = read_published(__file__, dict[str, tuple[ParameterTest, ...]])["tests"]


def play_rows(
    test: ParameterTest, session: Session, games: int, options: Mapping[str, Value]
) -> dict[str, Played]:
    """Play every setting against OSLA, all on the same deals; return them by their labels."""
    matches = [pair_match(spec, GREEDY, options, games, session.seed) for spec in test.specs]
    return dict(zip(test.labels, session.play_all(matches), strict=True))


def run_test(test: ParameterTest, session: Session, games: int) -> Report:
    """Play a table of settings under both equalities."""
    sheets: list[Sheet] = []
    unlisted: list[Played] = []
    for equality, title in EQUALITIES.items():
        found = play_rows(test, session, games, {"equality": equality})
        unlisted.extend(found.values())
        compared = [
            compare_shares(label, row.published, played.share(0))
            for row, (label, played) in zip(test.rows, found.items(), strict=True)
        ]
        lines = (*judge(compared), *judge_findings(test.findings, found))
        sheets.append(Sheet(f"{title}; share of games won against OSLA", lines))
    return Report(tuple(sheets), (BUDGET, EQUALITY, *test.notes, *tell_unlisted(unlisted)))


def judge_findings(findings: Sequence[Best], found: Mapping[str, Played]) -> list[Line]:
    """Judge what was concluded from a table of settings."""
    shares = {label: played.share(0) for label, played in found.items()}
    games = next(iter(found.values())).games
    lines = []
    for finding in findings:
        rivals = finding.rivals or [label for label in shares if label != finding.best]
        lines.append(judge_best(finding.text, "yes", shares, finding.best, rivals, games))
    return lines


EXPERIMENTS = tuple(
    Experiment(
        f"villabrille-{test.number}",
        f"{SOURCE}, table {test.number}",
        test.title,
        both(test.quick, GAMES),
        both(*test.seconds),
        partial(run_test, test),
        is_replica=True,
    )
    for test in TESTS
)
