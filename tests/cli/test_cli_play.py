"""Playing in the terminal: signals, terminals without Unicode, the end of one's own part."""

import io
import os
import re
import signal
import sys

import pytest

from standoff.cli import main
from standoff.cli.screen import name_seats
from standoff.present.glyphs import STAND_INS

QUICK = ["play", "asmacag", "--against", "greedy", "--seed", "1", "--save", "game.json"]
ANALYSIS = ["analyse", "game.json", "--move", "1", "--agent", "flat:iterations=100"]
FATAL = "play bang --against rair --option players=4 --seed 3 --seat 1 --save game.json"


@pytest.fixture
def answers(monkeypatch, tmp_path):
    """A person who answers each prompt by a function; collects the prompts."""
    monkeypatch.chdir(tmp_path)
    prompts = []

    def sit_down(answer):
        def type_in(console, prompt=""):
            prompts.append(prompt)
            return answer(prompt)

        monkeypatch.setattr("rich.console.Console.input", type_in)
        return prompts

    return sit_down


def end_turns(prompt):
    """Never plays a card, and leaves when out of the game."""
    return "q" if "out of the game" in prompt else "1"


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_signal_ends_the_game_and_keeps_it(answers, capsys, tmp_path, name):
    before = signal.getsignal(getattr(signal, name))
    answers(lambda prompt: os.kill(os.getpid(), getattr(signal, name)))
    assert (
        main(["play", "asmacag", "--against", "greedy", "--seed", "1", "--save", "game.json"]) == 0
    )
    assert signal.getsignal(getattr(signal, name)) == before
    assert (tmp_path / "game.json").exists()
    assert main(["replay", "game.json"]) == 0
    assert "left before its end" in capsys.readouterr().out


def test_a_dead_player_is_asked_once_and_may_leave(answers, capsys):
    prompts = answers(end_turns)
    assert main(FATAL.split()) == 0
    assert sum("out of the game" in prompt for prompt in prompts) == 1
    assert "out of the game" in prompts[-1]
    assert "You leave the table." in capsys.readouterr().out


def test_a_dead_player_may_watch_to_the_end(answers, capsys):
    prompts = answers(lambda prompt: "" if "out of the game" in prompt else "1")
    assert main(FATAL.split()) == 0
    assert sum("out of the game" in prompt for prompt in prompts) == 1
    out = capsys.readouterr().out
    assert "The game is over: " in out
    assert "You lose: lives" in out or "You win: lives" in out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_every_glyph_has_a_stand_in(answers, monkeypatch, encoding):
    answers(end_turns)
    paper = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(paper, encoding, write_through=True))
    assert main(FATAL.split()) == 0
    assert main(["replay", "game.json"]) == 0
    assert (
        main(
            ["analyse", "game.json", "--move", "1", "--agent", "flat:iterations=100", "--seed", "1"]
        )
        == 0
    )
    text = paper.getvalue().decode(encoding)
    assert "OOOO" in text
    assert not set(text) & set(STAND_INS)


def test_a_replay_of_bang_tells_the_story_with_lives(answers, capsys):
    answers(end_turns)
    main(FATAL.split())
    capsys.readouterr()
    assert main(["replay", "game.json"]) == 0
    out = capsys.readouterr().out
    assert "0 : 0" not in out
    assert "rng=" not in out
    assert re.search(r"  1\. [A-Z][\w ]+: .* lives( \d){4}\n", out)
    assert " plays Bang! " in out


def test_seats_of_one_agent_are_numbered():
    assert name_seats(["human", "mcts:ms=5", "my/bots.py:Ann", "mcts"]) == [
        "human",
        "mcts 1",
        "Ann",
        "mcts 2",
    ]
