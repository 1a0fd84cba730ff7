"""Matches: the same line-up over many deals, on all cores, the same for any number of workers."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from standoff.agents import Agent
from standoff.arena.batch import play_batch
from standoff.arena.fault import OnFault
from standoff.arena.meter import choose_estimator
from standoff.arena.replay import write_replay
from standoff.arena.results import Results, Shard
from standoff.arena.table import LineUp, play_game, warm_up
from standoff.errors import AgentFault
from standoff.game import Game, load
from standoff.option import Value

MAX_SHARD = 512
"""Games that one worker plays between two reports, if they are compiled."""
MAX_PYTHON_SHARD = 8
GAMES_WORTH_A_PROCESS = 50

Progress = Callable[[int], None]
"""Is told how many more games are finished."""


@dataclass(frozen=True)
class Match:
    """All that fixes a match. Names only, so that it can be sent to another process."""

    game: str
    options: dict[str, Value]
    agents: tuple[str, ...]
    games: int
    seed: int
    on_fault: OnFault | None = None
    save: Path | None = None
    protocol: str | None = None
    """`pairs`, `rotate` or `teams`; the first two are the default for their number of seats."""

    measures: bool = False
    """Whether to count what the game measures."""
    estimator: str | None = None
    """Which of the game's estimators measures judge, the first if none is named."""

    def line_up(self) -> LineUp:
        """Load the game and its agents."""
        game = load(self.game, **self.options)
        on_fault = self.on_fault or OnFault.default(game)
        estimator = choose_estimator(game, self.measures, self.estimator)
        return LineUp(game, self.agents, self.games, self.seed, on_fault, self.protocol, estimator)


def compare(
    game: Game,
    agents: Sequence[str | type[Agent]],
    games: int = 1000,
    seed: int = 0,
    protocol: str | None = None,
    measures: bool = False,
    estimator: str | None = None,
) -> Results:
    """Play a match in this process between agents given as specs or as classes.

    >>> from standoff import load
    >>> results = compare(load("asmacag"), ["greedy", "random"], games=200, seed=1)
    >>> results.verdict()
    'greedy is better'
    """
    on_fault, place = OnFault.default(game), choose_estimator(game, measures, estimator)
    line_up = LineUp(game, agents, games, seed, on_fault, protocol, place)
    results = blank_results(line_up)
    results.collect(play_shard(line_up, 0, games))
    return results


def blank_results(line_up: LineUp) -> Results:
    """Return the results of a match before its first game."""
    return Results(line_up.game, line_up.specs, line_up.seed, line_up.schedule, line_up.estimator)


def play_match(match: Match, jobs: int | None = None, progress: Progress | None = None) -> Results:
    """Play a match on `jobs` workers: threads for compiled policies, else processes."""
    line_up = match.line_up()
    if match.save is not None:
        match.save.mkdir(parents=True, exist_ok=True)
    results = blank_results(line_up)
    in_threads = line_up.is_compiled and match.save is None
    workers = jobs or default_jobs(match.games, in_threads)
    most = MAX_SHARD if in_threads else MAX_PYTHON_SHARD
    size = max(1, min(most, match.games // (4 * workers)))
    bounds = [(first, min(first + size, match.games)) for first in range(0, match.games, size)]
    for shard in run_shards(match, bounds, workers, in_threads):
        results.collect(shard)
        if progress is not None:
            progress(len(shard.decisions))
    return results


def default_jobs(games: int, in_threads: bool) -> int:
    """Return a worker for each core; a new process must have enough games to be worth it."""
    cores = os.cpu_count() or 1
    return cores if in_threads else max(1, min(cores, games // GAMES_WORTH_A_PROCESS))


def run_shards(
    match: Match, bounds: list[tuple[int, int]], workers: int, in_threads: bool
) -> Iterator[Shard]:
    """Yield the shards in the order of their games."""
    if workers == 1:
        yield from (play_bounds(match, *bound) for bound in bounds)
        return
    pool: Executor
    if in_threads:
        pool = ThreadPoolExecutor(workers)
    else:
        play_bounds(match, 0, 0)  # compiles once, here
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(workers, context, initializer=leave_interrupts)
    futures: list[Future[Shard]] = [pool.submit(play_bounds, match, *bound) for bound in bounds]
    try:
        for future in futures:  # in their order, so that the first fault is always the same
            yield future.result()
    except BrokenExecutor:
        raise AgentFault(
            "a worker process has died: an agent ended it, or memory ran out"
        ) from None
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def leave_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_bounds(match: Match, first: int, last: int) -> Shard:
    """Play the games from `first` to `last` - 1 of a match, in whatever process this is."""
    return play_shard(match.line_up(), first, last, match.save)


def play_shard(line_up: LineUp, first: int, last: int, save: Path | None = None) -> Shard:
    """Play some games, compiled where all entrants are and nothing is recorded."""
    game, seats = line_up.game, line_up.schedule.seats
    shard = Shard.blank(game, len(line_up.entrants), seats, first, last - first)
    if save is None and line_up.is_compiled:
        play_compiled(line_up, first, last, shard)
        return shard
    warm_up(game)
    for number in range(first, last):
        played = play_game(line_up, number)
        shard.record(number, played.outcome, played.entrants, played.teams)
        shard.decisions[number - first] = len(played.replay.moves)
        shard.counters += played.counters
        shard.faults.extend(played.faults)
        if save is not None:
            write_replay(save / f"game-{number:06d}.json", played.replay)
    return shard


def play_compiled(line_up: LineUp, first: int, last: int, shard: Shard) -> None:
    """Play the games from `first` to `last` - 1 without touching Python."""
    entrants, schedule = line_up.entrants, line_up.schedule
    width = max(1, *(len(entrant.params) for entrant in entrants))
    params = np.zeros((len(entrants), width))
    for row, entrant in zip(params, entrants, strict=True):
        row[: len(entrant.params)] = entrant.params
    policies = np.array([entrant.policy for entrant in entrants], np.int64)
    tables = [roster.game for roster in line_up.rosters]
    fixtures, places = schedule.fixtures(first, last)
    play_batch(
        tables,
        line_up.key,
        fixtures,
        places,
        schedule.by_team,
        policies,
        params,
        shard,
        line_up.estimator,
    )
