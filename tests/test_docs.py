"""The documents are true: README runs, rules have tests, doctests hold."""

import doctest
import importlib
import pkgutil
import re

import pytest
from conftest import ROOT

import standoff

RULES = sorted((ROOT / "docs" / "rules").glob("*.md"))
MODULES = [
    module.name
    for module in pkgutil.walk_packages(standoff.__path__, "standoff.")
    if not module.name.endswith(("__main__", "migrations.env"))  # alembic runs the latter
]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_readme_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=FLAGS)
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.stem)
def test_every_rule_has_a_test(page):
    numbers = re.findall(r"^- \*\*(\d+\.\d+)\*\*", page.read_text(), re.MULTILINE)
    assert numbers
    tests = "".join(
        path.read_text() for path in (ROOT / "tests" / "games" / page.stem).rglob("test_*.py")
    )
    missing = [n for n in numbers if f"def test_rule_{n.replace('.', '_')}_" not in tests]
    assert missing == []


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], ids=str)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert target.startswith("http") or (page.parent / target).exists(), target


def test_the_makefile_lists_its_targets():
    makefile = (ROOT / "Makefile").read_text()
    for target in ("install", "demo", "test", "check", "bench", "help"):
        assert re.search(rf"^{target}:.*##", makefile, re.MULTILINE), target
