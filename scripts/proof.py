"""Runs the long proofs of the server whole, one after another, and writes docs/proof.md.

    python scripts/proof.py [NAME ...]

With names, only those are run again; the other lines of the page stay.
"""

import datetime
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "proof.md"
PROOFS = {
    "flat": ("load.py", "flat", "--seconds", "30"),
    "paced": ("load.py", "paced", "--seconds", "60"),
    "live": ("load.py", "live", "--seconds", "60"),
    "secrecy": ("secrecy.py",),
    "illegal": ("illegal.py",),
    "readers": ("readers.py",),
    "drops": ("drops.py",),
    "kills": ("kills.py",),
    "kills-postgres": ("kills.py", "--postgres"),
    "frames": ("frames.py",),
    "model": ("model.py",),
}
INTRODUCTION = """\
# Proofs of the server

`make proof` runs every proof whole and writes this page: driver and server on one machine with two
cores. [server.md](server.md) says what each of them proves; `make test` runs a slice of each.

| proof | result | when | minutes |
|---|---|---|---|
"""
ROW = re.compile(r"\| `(\S+)` \|.*")


def run(name: str) -> str:
    """Run a proof; return its row."""
    script, *arguments = PROOFS[name]
    began = time.monotonic()
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    result = " ".join(lines) or done.stderr.strip().splitlines()[-1]
    if done.returncode:
        result = f"FAILED: {result} {done.stderr.strip().splitlines()[-1:]}"
    today = datetime.datetime.now(tz=datetime.UTC).date()
    minutes = (time.monotonic() - began) / 60
    return f"| `{name}` | {result.replace('|', '/')} | {today} | {minutes:.1f} |"


def main() -> None:
    wanted = sys.argv[1:] or list(PROOFS)
    unknown = set(wanted) - set(PROOFS)
    if unknown:
        sys.exit(f"unknown proof {', '.join(unknown)}; known: {', '.join(PROOFS)}")
    old = PAGE.read_text().splitlines() if PAGE.exists() else []
    rows = {found.group(1): line for line in old if (found := ROW.fullmatch(line))}
    for name in wanted:
        print(f"{name} ...", flush=True)
        rows[name] = run(name)
        print(rows[name], flush=True)
        listed = [rows[known] for known in PROOFS if known in rows]
        PAGE.write_text(INTRODUCTION + "\n".join(listed) + "\n")
    if any("FAILED" in row for row in rows.values()):
        sys.exit("a proof has failed: see docs/proof.md")


if __name__ == "__main__":
    main()
