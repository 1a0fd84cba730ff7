"""The HTTP part, attacked by its own description: schemathesis makes requests from the document."""

import subprocess
import sysconfig
from pathlib import Path

import pytest
from driving import HOST

COMMAND = Path(sysconfig.get_path("scripts")) / "schemathesis"
NOT_IN_A_SCHEMA = "positive_data_acceptance"
"""Whether a game is known, or a name is good, is more than a schema can say."""


def attack(server, token, *arguments):
    command = [COMMAND, "run", f"http://{HOST}:{server.port}/api/openapi.json", "--no-color"]
    command += ["--continue-on-failure", "--header", f"Authorization: Bearer {token}"]
    before = len(server.log)
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5000:]
    faults = [line for line in server.log[before:] if line.get("level") == "error"]
    assert not faults


@pytest.mark.parametrize(
    "arguments",
    [
        ("--include-method", "GET"),
        ("--exclude-method", "GET", "--exclude-checks", NOT_IN_A_SCHEMA),
    ],
    ids=["reading", "changing"],
)
def test_the_description_holds_whatever_is_asked(server, token, arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    attack(server, token, "--phases", "coverage,fuzzing", "--max-examples", "3", *arguments)


def test_a_refused_method_names_the_others(server):
    for path, methods in (("/api/tables", "GET, HEAD, POST"), ("/api/me", "GET, HEAD")):
        status, _, headers = server.answer("PUT", path)
        assert status == 405
        assert sorted(headers["allow"].split(", ")) == methods.split(", ")
