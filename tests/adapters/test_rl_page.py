"""docs/rl.md is true: its sessions and its code run, its commands exist."""

import doctest
import re

import pytest
from conftest import ROOT

from standoff.source import load_module

PAGE = ROOT / "docs" / "rl.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def test_the_sessions_of_the_page_run():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0


@pytest.mark.untraced
@pytest.mark.parametrize("index", range(len(BLOCKS)))
def test_the_code_of_the_page_runs(index, monkeypatch):
    monkeypatch.chdir(ROOT)
    scope = {}
    exec(compile(BLOCKS[index], f"rl.md, block {index}", "exec"), scope)
    assert len(scope) > 2


def test_the_commands_of_the_page_exist():
    text = PAGE.read_text()
    learn = load_module(str(ROOT / "examples" / "learn.py"))
    for game in re.findall(r"python examples/learn.py (\w+)", text):
        assert game in learn.OPPONENTS
    assert re.search(r"^rl = \[$", (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
