"""Errors in the code of a game are one sentence with file and line, in every command."""

import itertools
import re

import pytest
from conftest import ROOT

_numbers = itertools.count()
KUHN = (ROOT / "examples" / "kuhn.py").read_text()
BROKEN = {
    "an undefined name": (
        "state.seat = 1 - seat",
        "state.seat = one - seat",
        "the game fails in apply (FILE, line LINE): NameError: name 'one' is not defined",
        "cannot compile apply (FILE, line LINE): NameError: name 'one' is not defined",
    ),
    "a misspelt field": (
        "state.hand += 1",
        "state.hnd += 1",
        "the game fails in end_hand (FILE, line LINE): AttributeError: 'record' object has no",
        "cannot compile end_hand (FILE, line LINE): there is no field 'hnd'",
    ),
    "a type that does not fit": (
        "higher = int(state.card[1] > state.card[0])",
        "higher = 'x' + state.card[0]",
        "the game fails in apply (FILE, line LINE): TypeError: can only concatenate str",
        "cannot compile apply (FILE, line LINE): No implementation of function",
    ),
    "a name that a module does not have": (
        "higher = int(state.card[1] > state.card[0])",
        "higher = kit.load_data(state)",
        "the game fails in apply (FILE, line LINE): AttributeError: module 'standoff.kit' has no",
        "cannot compile apply (FILE, line LINE): AttributeError: module 'standoff.kit' has no",
    ),
}


def write(tmp_path, before, after):
    """Write Kuhn poker with one change; return its file and the line of the change."""
    assert KUHN.count(before) == 1
    path = tmp_path / "mine.py"
    marked = KUHN.replace("    )\n)\n", f'    ), mark="kuhn{next(_numbers)}"\n)\n', 1)
    path.write_text(marked.replace(before, after))
    return path, KUHN[: KUHN.index(before)].count("\n") + 1


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("command", ["check", "arena"])
def test_an_error_in_a_kernel_is_one_sentence(run, tmp_path, name, command):
    before, after, rehearsed, compiled = BROKEN[name]
    path, line = write(tmp_path, before, after)
    arguments = " --games 4" + (" --agents uniform,uniform" if command == "arena" else "")
    code, out, error = run(f"{command} {path}:GAME {arguments}")
    assert code == 2
    said = rehearsed if command == "check" else compiled
    said = said.replace("FILE", str(path)).replace("LINE", str(line))
    assert error.strip().splitlines()[-1].startswith(f"standoff: {said}")
    assert "Traceback" not in error + out


def test_an_index_out_of_bounds_is_caught_before_it_is_compiled(run, tmp_path):
    path, line = write(tmp_path, "state.score[winner] += stake", "state.score[winner + 5] += stake")
    code, _, error = run(f"check {path}:GAME --games 4")
    assert code == 2
    assert re.fullmatch(
        rf"standoff: the game fails in end_hand \({path}, line {line}\): "
        r"IndexError: index [56] is out of bounds for axis 0 with size 2\n",
        error,
    )


@pytest.mark.parametrize("command", ["check", "arena"])
def test_a_verb_with_another_number_of_arguments_is_refused(run, tmp_path, command):
    path, line = write(
        tmp_path, "def apply(state: State, action: Action)", "def apply(state: State)"
    )
    arguments = " --games 4" + (" --agents uniform,uniform" if command == "arena" else "")
    code, _, error = run(f"{command} {path}:GAME {arguments}")
    assert code == 2
    decorator = line - 1
    assert f"apply ({path}, line {decorator}) takes 2 arguments, not 1" in error


def test_a_sound_game_is_rehearsed_and_then_checked(run, tmp_path):
    path, _ = write(tmp_path, "state.hand += 1", "state.hand += 1")
    code, out, _ = run(f"check {path}:GAME --games 4")
    assert code == 0
    assert "4 games" in out
