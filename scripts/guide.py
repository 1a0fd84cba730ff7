"""Runs the commands of the guides and writes what they print below them.

In a `console` block a line that begins with `$ ` is a command; the lines after it are what it
prints. A command without such lines is only run.
"""

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

from standoff.cli import main

ROOT = Path(__file__).parent.parent
GUIDES = sorted((ROOT / "docs").glob("write-*.md"))
COLUMNS = "100"


def blocks(page: Path, language: str) -> list[str]:
    """Return the code blocks of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)


def run(command: str) -> str:
    """Return what a command prints; nobody answers when it asks."""
    program, *arguments = shlex.split(command)
    if program == "python":
        done = subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        return done.stdout.decode()
    assert program == "standoff", command
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error), mock.patch("sys.stdin", io.StringIO()):
        code = main(arguments)
    assert code == 0, f"{command}: {error.getvalue()}"
    return out.getvalue()


def run_block(block: str) -> str:
    """Return a console block with what its commands print now."""
    lines = []
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        command, *shown = part.splitlines()
        printed = [line.rstrip() for line in run(command[2:]).splitlines()]
        lines += [command, *(printed if shown else [])]
    return "\n".join(lines) + "\n"


def render(page: Path) -> str:
    """Return a page with what its commands print now, run in a folder that has the examples."""
    text = page.read_text()
    with (
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
        mock.patch.dict(os.environ, COLUMNS=COLUMNS),
    ):
        Path("examples").symlink_to(ROOT / "examples")
        for block in blocks(page, "console"):
            text = text.replace(block, run_block(block))
    return text


if __name__ == "__main__":
    for guide in GUIDES:
        guide.write_text(render(guide))
