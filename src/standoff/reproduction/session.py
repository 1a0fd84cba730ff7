"""Plays the matches of experiments, each once, and keeps their games."""

import hashlib
import json
import multiprocessing
import os
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import TypeVar, cast

import msgspec

import standoff
from standoff.arena import Match, Results, Store, play_match
from standoff.arena.workers import HERE
from standoff.errors import BadRun
from standoff.files import temporary_folder
from standoff.game import load
from standoff.reproduction.experiment import Size
from standoff.reproduction.played import Played, count_up
from standoff.reproduction.record import make_folder, read_file, write_file

S = TypeVar("S")
T = TypeVar("T")
MATCHES = "matches"
"""The folder of runs within the folder of a session."""


@dataclass
class Session:
    """A run of experiments: its size, its seed, and the matches played so far.

    With a folder, every match is kept there as a run of the arena, and never played again.
    """

    size: Size
    seed: int = 1
    jobs: int | None = None
    folder: Path | None = None
    progress: Callable[[int], None] = lambda games: None
    """Called with the number of games that were just finished."""
    _known: dict[str, Played] = field(default_factory=dict)
    _made: dict[str, object] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None
    _scratch: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            if error is not None:
                for process in multiprocessing.active_children():
                    process.terminate()
            self._pool.shutdown(wait=True, cancel_futures=True)
        if self._scratch is not None:
            self._scratch.cleanup()

    @property
    def workers(self) -> int:
        """How many games are played at once."""
        return (os.cpu_count() or 1) if self.jobs is None else max(1, self.jobs)

    @property
    def scratch(self) -> Path:
        """A temporary folder of this session; its path can be part of a spec."""
        if self._scratch is None:
            self._scratch = temporary_folder()
        return Path(self._scratch.name)

    def seed_of(self, *marks: object) -> int:
        """Return a separate seed for a part of an experiment."""
        text = "/".join(str(mark) for mark in (self.seed, *marks))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest())

    # --- matches ---

    def play(self, match: Match) -> Played:
        """Return the counts of a match; plays it if necessary."""
        return self.play_all([match])[0]

    def play_all(self, matches: Sequence[Match]) -> list[Played]:
        """Return the counts of some matches; those of slow agents are played in parallel."""
        keys = [self.key_of(match) for match in matches]
        missing = {
            key: match
            for key, match in zip(keys, matches, strict=True)
            if not self._is_known(key, match)
        }
        slow = {key: match for key, match in missing.items() if not match.load().is_compiled}
        if len(slow) > 1 and self.workers > 1:
            self._play_side_by_side(slow)
        for key, match in missing.items():
            if key not in self._known:
                jobs = HERE if self.workers == 1 else self.workers
                self._learn(key, play_kept(match, self._prepare(key, match), jobs, self.progress))
        return [self._known[key] for key in keys]

    def key_of(self, match: Match) -> str:
        """Return a key of all that fixes a match; files of this session count by name only."""
        facts = msgspec.to_builtins(match)
        facts["agents"] = [self._stable_spec(spec) for spec in match.agents]
        facts["version"] = [standoff.__version__, load(match.game).version]
        text = json.dumps(facts, sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()

    def _stable_spec(self, spec: str) -> str:
        return spec if self._scratch is None else spec.replace(f"{self._scratch.name}/", "")

    def _file(self, key: str) -> Path | None:
        return None if self.folder is None else self.folder / MATCHES / f"{key}.sqlite"

    def _is_known(self, key: str, match: Match) -> bool:
        file = self._file(key)
        if key not in self._known and file is not None and file.exists():
            played = read_played(match, file)
            if played is not None:
                self._learn(key, played)
        return key in self._known

    def _prepare(self, key: str, match: Match) -> Path | None:
        """Return the file for the games of a match, which may hold some games already.

        A run names its agents. If an agent needs a file of this session, the run starts again.
        """
        file = self._file(key)
        if file is not None:
            make_folder(file.parent)
            if any(self._stable_spec(spec) != spec for spec in match.agents):
                for part in file.parent.glob(f"{file.name}*"):
                    part.unlink()
        return file

    def _learn(self, key: str, played: Played) -> None:
        """Remember the counts of a match, without the names of this session's folders."""
        agents = [self._stable_spec(agent) for agent in played.agents]
        self._known[key] = replace(played, agents=agents)

    def _play_side_by_side(self, matches: dict[str, Match]) -> None:
        futures: dict[Future[Played], str] = {
            self._workers().submit(play_kept, match, self._prepare(key, match), HERE): key
            for key, match in matches.items()
        }
        with naming_the_dead():
            for future in as_completed(futures):
                key = futures[future]
                self._learn(key, future.result())
                self.progress(matches[key].games)

    # --- other work ---

    def remember(self, name: str, kind: type[T], make: Callable[[], T]) -> T:
        """Return the value with this name from the session or its folder; makes it if necessary."""
        path = None if self.folder is None else self.folder / MATCHES / f"{name}.json"
        if name not in self._made and path is not None and path.exists():
            self._made[name] = read_file(path, kind)
        if name not in self._made:
            self._made[name] = make()
            if path is not None:
                write_file(path, self._made[name])
        return cast(T, self._made[name])

    def map(self, work: Callable[[S], T], parts: Sequence[S]) -> list[T]:
        """Do some work for each part, in parallel if there are workers."""
        if self.workers == 1:
            return [work(part) for part in parts]
        with naming_the_dead():
            return list(self._workers().map(work, parts))

    def _workers(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, context, initializer=leave_interrupts)
        return self._pool


def play_kept(
    match: Match, file: Path | None, jobs: int, progress: Callable[[int], None] | None = None
) -> Played:
    """Play a match; a file keeps its games, and games in the file are not played again."""
    if file is None:
        return count_up(play_match(match, jobs, progress))
    with Store.begin(file, match) as store:
        return count_up(play_match(match, jobs, progress, store))


def read_played(match: Match, file: Path) -> Played | None:
    """Return the counts of a match from the file of its games; None if some games are missing.

    The agents need not be installed.
    """
    with Store.look(file) as store:
        if store.games < match.games:
            return None
        results = Results(store.loaded)
        for bounds in store.in_a_row():
            results.collect(store.read(bounds))
    return count_up(results)


@contextmanager
def naming_the_dead() -> Iterator[None]:
    """Raise `BadRun` with one sentence if a worker dies."""
    try:
        yield
    except BrokenExecutor:
        raise BadRun("a worker process has died; perhaps memory ran out") from None


def leave_interrupts() -> None:
    """Ignore Ctrl-C; the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
