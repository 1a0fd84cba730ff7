"""Which workers play: threads, processes, or this process."""

import pytest
from test_store import keep, rows

from standoff.arena import Match, play_match, workers

SEARCHERS = ("mcts:iterations=2", "greedy")


@pytest.fixture
def calls(monkeypatch):
    """The games that processes play, as bounds of their shards."""
    given = []
    play_in_processes = workers.play_in_processes

    def note(match, bounds, save, count):
        given.extend(bounds)
        return play_in_processes(match, bounds, save, count)

    monkeypatch.setattr(workers, "play_in_processes", note)
    return given


def match(*agents, games=8):
    return Match("asmacag", agents, games, 1)


def test_searchers_are_played_here_while_it_takes_no_time(calls, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE_SECONDS", 600)
    assert play_match(match(*SEARCHERS)).games == 8
    assert calls == []


def test_processes_take_over_when_it_takes_long(calls, monkeypatch, tmp_path):
    keep(tmp_path / "here.sqlite", match(*SEARCHERS), jobs=workers.HERE)
    monkeypatch.setattr(workers, "PATIENCE_SECONDS", 0)
    keep(tmp_path / "there.sqlite", match(*SEARCHERS), jobs=None)
    assert calls == [(game, game + 1) for game in range(1, 8)]
    assert rows(tmp_path / "there.sqlite") == rows(tmp_path / "here.sqlite")


def test_policies_need_no_process(calls, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE_SECONDS", 0)
    assert play_match(match("random", "greedy", games=400)).games == 400
    assert calls == []


def test_an_agent_that_could_hang_is_never_played_here(calls, monkeypatch, bots):
    monkeypatch.setattr(workers, "PATIENCE_SECONDS", 600)
    assert play_match(match(f"{bots}:First", "greedy", games=2)).games == 2
    assert calls == [(0, 1), (1, 2)]
