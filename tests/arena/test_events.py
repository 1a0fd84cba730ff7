"""Agents that want events are told what their seat sees, and others pay nothing."""

import pytest

import standoff
from standoff.agents import enter
from standoff.arena.match import LoadedMatch
from standoff.arena.referee import play_game
from standoff.game import Game

BOTS = """
class Listener:
    wants_events = True
    heard = []

    def act(self, view):
        Listener.heard.append((view.seat, view.events))
        return view.actions[0]

class Deaf:
    def act(self, view):
        return view.actions[0]

class Asking:
    def act(self, view):
        return view.events and view.actions[0]
"""


@pytest.fixture
def bots(tmp_path):
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def test_a_seat_hears_all_events_since_its_last_decision(bots):
    game = standoff.load("colonizers")
    specs = [f"{bots}:Listener", f"{bots}:Deaf", "uniform", f"{bots}:Listener"]
    played = play_game(LoadedMatch.of(game, specs, 4, seed=1), 0)
    heard = enter(game, specs[0]).make(standoff.Rng(1)).heard
    position = game.deal(played.replay.seed)
    waiting = {0: [], 3: []}
    told = iter(heard)
    for move in played.replay.moves:
        action = game.parse(move.action)
        if played.replay.agents[move.seat].endswith("Listener"):
            assert next(told) == (move.seat, tuple(waiting[move.seat]))
            waiting[move.seat] = []
        for seat in waiting:
            waiting[seat] += game.tell(position.state, action, seat)
        position.play(action)
    assert next(told, None) is None


def test_nothing_is_told_if_nobody_listens(bots, monkeypatch):
    def fail(*arguments):
        raise AssertionError("told")

    monkeypatch.setattr(Game, "tell_all", fail)
    specs = [f"{bots}:Deaf", "uniform"]
    play_game(LoadedMatch.of(standoff.load("asmacag"), specs, 2, seed=1), 0)


def test_an_agent_that_did_not_ask_is_told_how_to(bots):
    specs = [f"{bots}:Asking", "uniform"]
    played = play_game(LoadedMatch.of(standoff.load("asmacag"), specs, 2, seed=1), 0)
    assert "set `wants_events = True`" in played.faults[0].detail
