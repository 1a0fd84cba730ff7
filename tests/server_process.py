"""A real server in a process of its own, for tests of clients.

from server_process import ServerProcess, server  # noqa: F401
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from standoff.client import Address, Web
from standoff.client.token import VARIABLE

READY_SECONDS = 60.0
OWN_GAME = """
from dataclasses import replace

from standoff import load

GAME = replace(load("asmacag"), name="renamed")
"""
"""A game in a file, which the server offers beside the installed ones."""
QUICK = {"pace_ms": 0, "has_people": False}
"""A table for programs, at which agents answer at once."""
PEOPLE = {"pace_ms": 200, "has_people": True}
"""A table at which people may play, as quick as that can be."""


class ServerProcess:
    """`standoff serve` on a free port; it can be killed and started again on the same port."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.port = 0
        self.log: list[str] = []
        """Every line that the server has written."""
        self._arguments = arguments
        self._process: subprocess.Popen[str] | None = None
        self._count = 0

    @property
    def url(self) -> str:
        """Where clients find the server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def web(self) -> Web:
        """The HTTP part, for somebody without a token."""
        return Web(Address.read(self.url))

    def start(self) -> "ServerProcess":
        """Start the server; return when it listens."""
        command = [sys.executable, "-m", "standoff", "serve", "--port", str(self.port)]
        command += ["--database", str(self.folder / "server.sqlite"), *self._arguments]
        environment = {key: value for key, value in os.environ.items() if key != VARIABLE}
        self._process = subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, env=environment, cwd=self.folder
        )
        is_ready = threading.Event()
        self._reader = threading.Thread(target=self._listen, args=(self._process, is_ready))
        self._reader.start()
        assert is_ready.wait(READY_SECONDS), "the server does not listen"
        assert self.port, "".join(self.log)
        return self

    def _listen(self, process: "subprocess.Popen[str]", is_ready: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self.log.append(line)
                found = re.search(r"listening on http://[^ ]*:(\d+)", line)
                if found:
                    self.port = int(found.group(1))
                    is_ready.set()
        is_ready.set()

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End the server at once, or by another signal."""
        assert self._process is not None
        self._process.send_signal(number)
        self._process.wait(30)
        self._reader.join(30)

    def stop(self) -> None:
        """End the server, if it still runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    # --- what tests need of it ---

    def add_player(self, name: str = "", is_bot: bool = True) -> Web:
        """Make a new player; return the requests in the name of the player."""
        self._count += 1
        player = self.web.add_player(name or f"Player {self._count}", is_bot)
        return Web(Address.read(self.url), player.token)

    def token_file(self, folder: Path, web: Web) -> Path:
        """Return a new file with the token of a player."""
        self._count += 1
        path = folder / f"token-{self._count}"
        path.write_text(f"{web.token}\n")
        return path

    def open_table(self, web: Web, game: str, *agents: str | None, **settings: object) -> str:
        """Open a table for programs; None is an open seat."""
        seats = [{} if agent is None else {"agent": agent} for agent in agents]
        return web.open_table({"game": game, "seats": seats, **QUICK, **settings})

    @property
    def own_game(self) -> str:
        """What `standoff.load` finds the game by that is not installed."""
        return f"{self.folder / 'own.py'}:GAME"

    def faults(self) -> list[str]:
        """Return the lines of the log that tell of an error."""
        lines = [json.loads(line) for line in self.log if line.startswith("{")]
        return [line["text"] for line in lines if line["level"] in ("error", "critical")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for the tests of a module; no test may end it."""
    folder = tmp_path_factory.mktemp("server")
    (folder / "own.py").write_text(OWN_GAME)
    limits = [f"{name}=100000" for name in ("players", "messages", "requests", "tables")]
    games = ["asmacag", "bang", "colonizers", f"{folder}/own.py:GAME"]
    arguments = [f"--limit={limit}" for limit in limits] + [f"--game={game}" for game in games]
    process = ServerProcess(folder, *arguments)
    yield process.start()
    process.stop()
    assert not process.faults()
