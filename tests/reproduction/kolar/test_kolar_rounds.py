"""What is read from the counters of Kolar's blocks."""

from types import SimpleNamespace

import numpy as np
import pytest

from standoff.games.bang.measures import SHAPE, Count
from standoff.reproduction.experiment import Verdict
from standoff.reproduction.kolar.blocks import PLAYERS, ROLES
from standoff.reproduction.kolar.points import mean_points_findings
from standoff.reproduction.kolar.rounds import (
    EVERYBODY,
    LIVING,
    accuracy,
    accuracy_after,
    accuracy_findings,
    reading_notes,
)
from standoff.reproduction.sample import Mean


def block(right):
    """Return a block in which so many of 10 hidden roles are right, and 10 are open, in all rounds.

    But in round 1 nothing is right or open.
    """
    counts = np.zeros(SHAPE)
    counts[:, 1:, Count.HIDDEN] = 10
    counts[:, 2:, Count.RIGHT] = right
    counts[:, 2:, Count.SHOWN] = 10
    return SimpleNamespace(counters=[counts.tolist()])


def test_the_dead_count_under_one_reading_only():
    blocks = [block(6), block(8)]
    assert accuracy(blocks, 4).mean == pytest.approx(0.7)
    assert accuracy(blocks, 4, reading=EVERYBODY).mean == pytest.approx(0.85)
    assert accuracy_after(blocks, 1, LIVING).values == pytest.approx((0.3, 0.4))


def test_both_readings_are_judged_and_the_nearer_is_named():
    found = {(kb, players): [block(7), block(7)] for kb in (0, 3) for players in PLAYERS}
    written = {reading: accuracy_findings(found, reading, 9) for reading in (LIVING, EVERYBODY)}
    label = "5 players, KB0, round 4"
    verdicts = [line.verdict for lines in written.values() for line in lines if line.label == label]
    assert verdicts == [Verdict.DIFFERS, Verdict.AGREES]  # 70 and 85% for above 80%
    first, second = reading_notes(found, written)
    assert "for hidden roles, 35, 35, 35% after round 1, 70, 70, 70% in round 4" in first
    assert "Closer to his text: all other players except the Sheriff" in first
    assert "0, 0, 0% in round 1 with KB0" in second


def test_roles_of_the_same_games_are_compared_block_by_block():
    wide = (0.20, 0.30, 0.40)
    shares = dict.fromkeys(ROLES, Mean.of(wide))
    shares["Sheriff"] = Mean.of((0.249, 0.350, 0.451))
    lines = mean_points_findings({0: shares, 2: shares, 3: shares}, 1500)
    verdicts = {line.label: line.verdict for line in lines}
    assert verdicts["KB3: Sheriff first"] is Verdict.AGREES
    assert verdicts["KB3: Sheriff before Outlaws"] is Verdict.AGREES
    assert verdicts["Renegade, KB0 minus KB3"] is Verdict.OPEN  # these are of different games
