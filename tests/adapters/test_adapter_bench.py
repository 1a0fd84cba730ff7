import sys

from standoff.adapters import bench
from standoff.arena import bench as arena_bench


def test_every_game_and_adapter_has_a_figure(monkeypatch):
    monkeypatch.setattr(arena_bench, "RUN_SECONDS", 0.01)
    figures = bench.measure_adapters(runs=1)
    assert list(figures) == ["asmacag", "bang", "colonizers"]
    for rates in figures.values():
        assert list(rates) == ["gymnasium, 1024 tables", "pettingzoo", "openspiel"]
        assert all(rate > 0 for rate in rates.values())


def test_an_adapter_whose_library_is_missing_is_left_out(monkeypatch, asmacag):
    monkeypatch.setattr(arena_bench, "RUN_SECONDS", 0.01)
    for name in list(sys.modules):
        if name.startswith("standoff.adapters.openspiel"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert "openspiel" not in bench.measure_game(asmacag, runs=1)
