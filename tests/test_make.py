"""The Makefile: the demo installs what it needs and nothing else."""

import shutil
import subprocess
from pathlib import Path

import pytest

import standoff

ROOT = Path(__file__).parent.parent


@pytest.fixture
def dry_run(tmp_path):
    """Return what make would do for a target in a fresh clone."""
    make = shutil.which("make")
    if make is None:
        pytest.skip("make is not installed")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)

    def call(target):
        done = subprocess.run(
            [make, "-n", target], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout

    return call


def test_the_demo_installs_no_extra_and_plays_bang(dry_run):
    commands = dry_run("demo")
    assert "-m venv .venv" in commands
    assert "--editable .\n" in commands
    assert "[test]" not in commands
    assert "standoff arena bang " in commands


def test_the_tests_install_everything(dry_run):
    assert "--editable '.[test]'" in dry_run("test")


def test_the_version_is_told(run):
    assert run("--version") == (0, f"standoff {standoff.__version__}\n", "")
