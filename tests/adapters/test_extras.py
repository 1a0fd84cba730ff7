"""A missing library is named in one sentence, with the command that installs it."""

import subprocess
import sys

import pytest
from conftest import ROOT

import standoff
import standoff.adapters
from standoff.agents import known_agents, registry
from standoff.errors import MissingExtra, StandoffError
from standoff.source import load_module


def hide(monkeypatch, *libraries):
    """Hide installed libraries, and forget the modules that imported them."""
    monkeypatch.setattr(standoff, "adapters", standoff.adapters)  # it is imported again
    for name in list(sys.modules):
        if name.startswith("standoff.adapters") or name.split(".")[0] in libraries:
            monkeypatch.delitem(sys.modules, name)
    for library in libraries:
        monkeypatch.setitem(sys.modules, library, None)


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("standoff.adapters.pettingzoo", "pettingzoo", "rl"),
        ("standoff.adapters.gymnasium", "gymnasium", "rl"),
        ("standoff.adapters.openspiel.bots", "open_spiel", "openspiel"),
        ("standoff.adapters.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(module, library, extra):
    code = f"import sys; sys.modules[{library!r}] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("standoff.errors.MissingExtra: ")
    assert last.endswith(f"which is not installed; pip install 'standoff[{extra}]'")


def test_the_command_line_says_it_in_one_sentence(run, monkeypatch):
    hide(monkeypatch, "open_spiel", "pyspiel")
    code, out, error = run("arena asmacag --agents openspiel-ismcts,uniform --games 2")
    assert code == 2
    assert out == ""
    assert error.strip().splitlines() == [
        "standoff: standoff.adapters.openspiel needs open_spiel, which is not installed;"
        " pip install 'standoff[openspiel]'"
    ]


def test_agents_of_a_missing_library_are_not_listed(monkeypatch, asmacag):
    names = {"openspiel-ismcts", "openspiel-mcts"}
    assert names <= set(known_agents(asmacag))
    monkeypatch.setattr(registry, "find_spec", lambda library: None)
    assert not names & set(known_agents(asmacag))


def test_pictures_need_a_library_that_draws(monkeypatch, asmacag):
    from standoff.adapters import render  # noqa: PLC0415

    view = asmacag.deal(1).view(0)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtra, match=r"needs Pillow.*standoff\[rl\]"):
        render.draw_image(view)
    monkeypatch.undo()
    render.load_font.cache_clear()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"needs matplotlib.*standoff\[rl\]"):
        render.draw_image(view)
    assert issubclass(MissingExtra, StandoffError)
    assert issubclass(MissingExtra, ImportError)


def test_the_rest_of_the_package_needs_no_extra():
    hidden = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "torch", "matplotlib", "PIL")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({hidden!r}))\n"
        "from standoff.cli import main\n"
        "sys.exit(main('arena asmacag --agents greedy,uniform --games 4 --seed 1'.split()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_example_needs_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr("standoff.source._modules", {})  # another test may have loaded it
    with pytest.raises(StandoffError, match=r"needs torch.*standoff\[rl\]"):
        load_module(str(ROOT / "examples" / "learn.py"))
