"""The guides are true: their code is in the examples, their commands print what is shown."""

import ast
import doctest
import importlib.util
import os
import subprocess
import sys

import pytest
from conftest import ROOT

spec = importlib.util.spec_from_file_location("guide", ROOT / "scripts" / "guide.py")
guide = importlib.util.module_from_spec(spec)
spec.loader.exec_module(guide)
DOCS = ROOT / "docs"
EXAMPLES = {"write-an-agent": ("my_bot.py", "gunman.py"), "write-a-game": ("kuhn.py",)}
PAGES = pytest.mark.parametrize("page", guide.GUIDES, ids=lambda page: page.stem)


@PAGES
def test_the_code_of_a_guide_is_its_example(page):
    """Every block is a piece of the files, in their order, and no statement of them is left."""
    files = [(ROOT / "examples" / name).read_text() for name in EXAMPLES[page.stem]]
    source = "".join(files)
    pieces = guide.blocks(page, "python")
    places = [source.find(piece) for piece in pieces]
    assert -1 not in places, pieces[places.index(-1)]
    assert places == sorted(places)
    written = [ast.unparse(node) for node in ast.parse("".join(pieces)).body]
    nodes = [node for file in files for node in ast.parse(file).body[1:]]
    assert written == [ast.unparse(node) for node in nodes]


@pytest.mark.untraced
@PAGES
def test_the_commands_of_a_guide_print_what_it_shows(page):
    """If the change is meant, `make golden` writes the pages again."""
    assert guide.render(page).splitlines() == page.read_text().splitlines()


@PAGES
def test_the_sessions_of_a_guide_run(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0


def test_the_agents_guide_installs_as_the_makefile_does():
    makefile = (ROOT / "Makefile").read_text()
    (block,) = guide.blocks(DOCS / "write-an-agent.md", "sh")
    for part in ("-m venv .venv", "-m pip install", "--editable"):
        assert part in block
        assert part in makefile


def test_the_broken_observation_of_the_game_guide_is_found(tmp_path):
    page = (DOCS / "write-a-game.md").read_text()
    source = (ROOT / "examples" / "kuhn.py").read_text()
    line = "out.card[other] = UNKNOWN"
    assert f"`{line}`" in page
    (tmp_path / "kuhn.py").write_text(source.replace(line, "pass"))
    done = subprocess.run(
        [sys.executable, "-m", "standoff", "check", "kuhn.py:GAME", "--games", "2"],
        cwd=tmp_path,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    (message,) = guide.blocks(DOCS / "write-a-game.md", "text")
    assert message.strip() in done.stdout
