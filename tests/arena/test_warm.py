"""Compiling ahead: all tasks of a game can be done, and a match may compile beside itself."""

import subprocess
import sys

import msgspec
import pytest

from standoff.arena import Match, play_match, warm
from standoff.arena.warm import Part, Task, do_task, first_choice, list_tasks


def test_the_tasks_of_a_game_are_its_kernels_and_its_agents(asmacag):
    found = [task.what for task in list_tasks(asmacag.configure(hand=6))]
    assert found[:2] == [Part.MATCH, Part.VERBS]
    assert {"uniform", "exact", "greedy", "ismcts", "mcts", "ntbea"} <= set(found)
    assert "openspiel-mcts" not in found
    assert list_tasks(asmacag.configure(hand=6))[0].options == {"hand": 6}


@pytest.mark.parametrize("what", [Part.MATCH, Part.VERBS, "exact", "mcts"])
def test_a_task_is_done_and_returned(what):
    task = Task("asmacag", {}, what)
    assert do_task(task) == task


def test_a_match_with_cold_policies_compiles_them_in_another_process(monkeypatch):
    commands = []

    class Recorded(subprocess.Popen):
        def __init__(self, command, **settings):
            commands.append(command)
            super().__init__(command, **settings)

    match = Match("asmacag", ("greedy", "random"), 20, 1)
    expected = play_match(match).as_dict()
    monkeypatch.setattr(warm, "is_cold", lambda policy, dtype: True)
    monkeypatch.setattr(warm.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(warm.subprocess, "Popen", Recorded)
    assert play_match(match).as_dict() == expected
    ((program, _, module, tasks),) = commands
    assert (program, module) == (sys.executable, "standoff.arena.warm")
    named = [task.what for task in msgspec.json.decode(tasks, type=list[Task])]
    assert named == ["greedy", "random"]


def test_one_core_compiles_alone(monkeypatch):
    monkeypatch.setattr(warm.os, "cpu_count", lambda: 1)
    monkeypatch.setattr(warm, "is_cold", lambda policy, dtype: pytest.fail("not asked"))
    play_match(Match("asmacag", ("greedy", "random"), 2, 1))


def test_the_first_choice_has_several_actions(asmacag):
    assert len(first_choice(asmacag).actions) > 1
