"""Slices of the long proofs in `scripts/`: each raises `Violation` if a promise is broken."""

import drops
import frames
import illegal
import kills
import pytest
import readers


@pytest.fixture(autouse=True)
def busy(monkeypatch):
    """Allow more time: other tests run at the same time, the proofs have the machine alone."""
    monkeypatch.setattr(kills, "READY_SECONDS", 30.0)
    monkeypatch.setattr(readers, "CUT_SECONDS", 40.0)


def test_no_kill_loses_or_doubles_a_move(tmp_path, nursery):
    """A slice of scripts/kills.py, whose whole proof is 200 kills of servers that really start."""
    line = kills.run(f"{tmp_path}/kills.sqlite", 20, 6, 2, nursery)
    assert line.startswith("20 kills (")


def test_no_kill_loses_or_doubles_a_move_in_postgresql(nursery):
    with kills.own_postgres() as url:
        line = kills.run(url, 5, 4, 1, nursery)
    assert line.startswith("5 kills (")


def test_every_mutated_frame_is_answered(nursery):
    """A slice of scripts/frames.py, whose whole proof is 1,000,000 frames."""
    assert " 0 moves in" not in frames.run(50_000, nursery)


def test_no_illegal_answer_changes_anything():
    """A slice of scripts/illegal.py, whose whole proof is 100,000 answers."""
    line = illegal.run(5_000)
    codes = "not_your_decision stale_decision illegal_action not_seated game_over too_late repeated"
    assert all(f"{code} " in line for code in codes.split())


def test_dropped_sockets_change_nothing():
    """A slice of scripts/drops.py, whose whole proof is 500 games."""
    assert drops.run(10).startswith("10 games twice")


def test_a_reader_that_stops_is_cut(nursery):
    """A slice of scripts/readers.py, whose whole proof is 100 readers."""
    assert readers.run(10, nursery).startswith("10 readers cut")
