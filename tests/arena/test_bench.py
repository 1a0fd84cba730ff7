import os

from standoff.arena import bench


def test_the_figures_are_schema_1(monkeypatch):
    monkeypatch.setattr(bench, "RUN_SECONDS", 0.01)
    monkeypatch.setattr(bench, "MAX_THOUGHTS", 2)
    monkeypatch.setattr(bench, "NAMED_ITERATIONS", 40)
    figures = bench.measure(runs=1)
    assert list(figures) == ["schema", "games", "search", "threads", "start"]
    asmacag = figures["games"]["asmacag"]
    assert list(asmacag) == [
        "decisions_per_s",
        "games_per_s",
        "copies_per_s",
        "microseconds_per_view_and_events",
    ]
    assert asmacag["decisions_per_s"] == 18 * asmacag["games_per_s"]
    ismcts = figures["search"]["colonizers"]["ismcts:preset=thesis"]
    assert ismcts["iterations_per_s"] == 200 * ismcts["decisions_per_s"] > 0
    assert list(figures["search"]["colonizers"]["maxn:preset=thesis"]) == ["decisions_per_s"]
    mcai = figures["search"]["bang"]["mcai:iterations=40"]
    assert mcai["iterations_per_s"] == 40 * mcai["decisions_per_s"] > 0
    assert [gain > 0 for gain in figures["threads"].values()] == [True]
    assert 0 < figures["start"]["cached_game_s"] < figures["start"]["first_compile_s"]


def test_one_core_is_kept_and_given_back():
    before = os.sched_getaffinity(0)
    with bench.one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def test_a_system_without_affinity_is_measured_too(monkeypatch):
    monkeypatch.delattr(os, "sched_setaffinity")
    before = os.sched_getaffinity(0)
    with bench.one_core():
        assert os.sched_getaffinity(0) == before
