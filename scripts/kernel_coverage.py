"""How much of the kernels the tests reach, measured with the JIT off, where coverage can look."""

import ast
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "standoff"
DECORATORS = {"kernel", "inline_kernel", "optional_verb"}
TESTS = (
    "tests/interpreted.py",
    "tests/games/asmacag/test_rules.py",
    "tests/games/bang/players/danilakova/test_danilakova_players.py",
    "tests/games/bang/players/kolar",
    "tests/games/bang/rules",
    "tests/games/bang/secrets/test_bang_knowledge.py",
    "tests/games/colonizers/test_colonizers_rules.py",
    "tests/games/colonizers/test_rulebook_heuristic.py",
    "tests/games/colonizers/test_rulebook_scenarios.py",
)
"""Tests that a person can wait for without the compiler."""
CONFIG = "[run]\nsource = standoff\n"
WANTED = 98.0


def run_tests(folder: Path) -> dict[str, list[int]]:
    """Run the tests with the JIT off; return the lines of each file that they did not reach."""
    (folder / "rc").write_text(CONFIG)
    report = folder / "coverage.json"
    command = [sys.executable, "-m", "pytest", "-q", "--numprocesses", "auto"]
    command += ["--cov", f"--cov-config={folder / 'rc'}", f"--cov-report=json:{report}", *TESTS]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([*command, "--cov-fail-under=0"], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    files = json.loads(report.read_text())["files"]
    return {name: facts["missing_lines"] for name, facts in files.items()}


def kernel_lines(path: Path) -> Iterator[tuple[str, set[int]]]:
    """Yield each kernel of a file with the lines of its statements."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id in DECORATORS for mark in node.decorator_list
        ):
            yield node.name, {part.lineno for part in ast.walk(node) if is_run(part, node)}


def is_run(part: ast.AST, function: ast.FunctionDef) -> bool:
    """Whether coverage counts a part of a function: its statements, except the docstring."""
    is_docstring = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
    return isinstance(part, ast.stmt) and part is not function and not is_docstring


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        missing = run_tests(Path(folder))
    total = reached = 0
    for path in sorted(SOURCE.rglob("*.py")):
        left = set(missing.get(str(path.relative_to(ROOT)), ()))
        for name, lines in kernel_lines(path):
            total += len(lines)
            reached += len(lines - left)
            if lines & left:
                numbers = ", ".join(str(line) for line in sorted(lines & left))
                print(f"{path.relative_to(ROOT)}: {name}: lines {numbers}")
    share = 100 * reached / total
    print(f"{reached} of {total} lines of kernels are reached with the JIT off: {share:.1f}%")
    return int(share < WANTED)


if __name__ == "__main__":
    sys.exit(main())
