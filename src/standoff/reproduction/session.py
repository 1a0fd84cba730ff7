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
    """A run of experiments: its size and seed, and the matches that were played in it.

    With a folder, every game is kept there as a run of the arena, and never played again.
    """

    size: Size
    seed: int = 1
    jobs: int | None = None
    folder: Path | None = None
    progress: Callable[[int], None] = lambda games: None
    """Is told how many more games are finished."""
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
        """A folder of this session alone, whose path has no character that a spec cannot hold."""
        if self._scratch is None:
            self._scratch = tempfile.TemporaryDirectory(prefix="standoff-")
        return Path(self._scratch.name)

    def seed_of(self, *marks: object) -> int:
        """Return a seed of its own for a part of an experiment."""
        text = "/".join(str(mark) for mark in (self.seed, *marks))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest())

    # --- matches ---

    def play(self, match: Match) -> Played:
        """Return what a match came to, played now if it was not."""
        return self.play_all([match])[0]

    def play_all(self, matches: Sequence[Match]) -> list[Played]:
        """Return what some matches came to; those of slow agents are played side by side."""
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
        """Return a name for all that fixes a match; files of ours go by their names alone."""
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
        """Return the file for the games of a match, which may hold some of them already.

        A run names its agents. If one of them has a file of another session, the run starts again.
        """
        file = self._file(key)
        if file is not None:
            make_folder(file.parent)
            if any(self._stable_spec(spec) != spec for spec in match.agents):
                for part in file.parent.glob(f"{file.name}*"):
                    part.unlink()
        return file

    def _learn(self, key: str, played: Played) -> None:
        """Remember what a match came to, without the names of folders of this session."""
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
        """Return what was made once under a name, in this session or in its folder."""
        path = None if self.folder is None else self.folder / MATCHES / f"{name}.json"
        if name not in self._made and path is not None and path.exists():
            self._made[name] = read_file(path, kind)
        if name not in self._made:
            self._made[name] = make()
            if path is not None:
                write_file(path, self._made[name])
        return cast(T, self._made[name])

    def map(self, work: Callable[[S], T], parts: Sequence[S]) -> list[T]:
        """Do a piece of work for each part, side by side if there are workers."""
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
    """Play a match; with a file its games are kept there, and those that are there are read."""
    if file is None:
        return count_up(play_match(match, jobs, progress))
    with Store.begin(file, match) as store:
        return count_up(play_match(match, jobs, progress, store))


def read_played(match: Match, file: Path) -> Played | None:
    """Return what a match came to, from the file of its games; None if some are missing.

    Its agents are not needed.
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
    """Say in one sentence that a worker is gone."""
    try:
        yield
    except BrokenExecutor:
        raise BadRun("a worker process has died; perhaps memory ran out") from None


def leave_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
