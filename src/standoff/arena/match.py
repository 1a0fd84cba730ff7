"""Matches: the same line-up over many deals, on all cores, the same for any number of workers."""

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures import as_completed as completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff.agents import Agent, Entrant, enter
from standoff.arena.batch import play_batch
from standoff.arena.fault import Failure, Fault, FaultKind, OnFault, ask
from standoff.arena.replay import (
    Replay,
    finish,
    forfeited,
    record,
    start_replay,
    write_replay,
)
from standoff.arena.results import Results
from standoff.arena.schedule import Schedule
from standoff.errors import AgentFault, BadRun
from standoff.game import Game, load
from standoff.option import Value
from standoff.position import Position
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, Rng, derive_seed, run_key
from standoff.verbs import OUTCOME, Action

MAX_SHARD = 512
"""Games that one worker plays between two reports."""
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

    def load(self) -> Game:
        """Return the game with its options."""
        return load(self.game, **self.options)


@dataclass
class Shard:
    """What some games in a row came to."""

    first: int
    outcomes: NDArray[Any]
    decisions: NDArray[np.int64]
    faults: list[Fault] = field(default_factory=list)


# --- a whole match ------------------------------------------------------------------------------


def compare(
    game: Game, agents: Sequence[str | type[Agent]], games: int = 1000, seed: int = 0
) -> Results:
    """Play a match in this process between agents given as specs or as classes.

    >>> from standoff import load
    >>> results = compare(load("asmacag"), ["greedy", "random"], games=200, seed=1)
    >>> results.verdict()
    'greedy is better'
    """
    entrants = [
        enter(game, agent) if isinstance(agent, str) else enter_local(agent) for agent in agents
    ]
    schedule = check_line_up(game, entrants, games)
    results = Results(game, [entrant.spec for entrant in entrants], seed, schedule)
    shard = play_shard(game, entrants, schedule, seed, OnFault.default(game), None, 0, games)
    collect(results, shard)
    return results


def enter_local(agent: type[Agent]) -> Entrant:
    """Enter a class as it is."""
    return Entrant(agent.__name__, lambda rng: agent())


def play_match(match: Match, jobs: int | None = None, progress: Progress | None = None) -> Results:
    """Play a match on `jobs` workers: threads for compiled policies, processes for Python agents."""
    game = match.load()
    entrants = [enter(game, spec) for spec in match.agents]
    schedule = check_line_up(game, entrants, match.games)
    check_on_fault(game, match.on_fault)
    if match.save is not None:
        match.save.mkdir(parents=True, exist_ok=True)
    results = Results(game, list(match.agents), match.seed, schedule)
    workers = jobs or default_jobs(match, entrants)
    shard_size = max(1, min(MAX_SHARD, match.games // (4 * workers)))
    starts = range(0, match.games, shard_size)
    bounds = [(first, min(first + shard_size, match.games)) for first in starts]
    is_local = workers == 1 or is_compiled(match, entrants)
    if is_local:
        play_shards(match, *bounds[0])  # compiles in one thread, and shows errors early
    for shard in run_shards(match, bounds, workers, is_local):
        collect(results, shard)
        if progress is not None:
            progress(len(shard.decisions))
    results.faults.sort(key=lambda fault: (fault.game, fault.move))
    return results


def check_line_up(game: Game, entrants: list[Entrant], games: int) -> Schedule:
    """Return the schedule, or raise `BadRun` when the line-up does not fit the game."""
    if len(entrants) != game.players:
        raise BadRun(f"{game.name} needs {game.players} agents, not {len(entrants)}")
    return Schedule(game.players, games)


def check_on_fault(game: Game, on_fault: OnFault | None) -> None:
    """Raise `BadRun` where a penalty is asked for that the rules do not have."""
    if on_fault is OnFault.PENALTY and game.no_answer(game.settings) is None:
        allowed = ", ".join(choice for choice in OnFault if choice is not OnFault.PENALTY)
        raise BadRun(f"the rules of {game.name} have no penalty for faults; choose {allowed}")


def is_compiled(match: Match, entrants: list[Entrant]) -> bool:
    """Whether no game needs Python: threads can play it."""
    return match.save is None and all(entrant.policy is not None for entrant in entrants)


def default_jobs(match: Match, entrants: list[Entrant]) -> int:
    """Return a worker for each core; new processes must have enough games to be worth their start."""
    cores = os.cpu_count() or 1
    return cores if is_compiled(match, entrants) else max(1, min(cores, match.games // 50))


def run_shards(
    match: Match, bounds: list[tuple[int, int]], workers: int, is_local: bool
) -> Iterator[Shard]:
    """Yield the shards as they are finished, in any order."""
    if workers == 1:
        yield from (play_shards(match, first, last) for first, last in bounds)
        return
    pool: Executor
    if is_local:
        pool = ThreadPoolExecutor(workers)
    else:
        pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    with pool:
        futures: list[Future[Shard]] = [pool.submit(play_shards, match, *bound) for bound in bounds]
        try:
            for future in completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def collect(results: Results, shard: Shard) -> None:
    """Put the facts of a shard in their place."""
    last = shard.first + len(shard.decisions)
    results.outcomes[shard.first : last] = shard.outcomes
    results.decisions[shard.first : last] = shard.decisions
    results.faults.extend(shard.faults)


# --- some games ---------------------------------------------------------------------------------


def play_shards(match: Match, first: int, last: int) -> Shard:
    """Play the games from `first` to `last` - 1 of a match, in whatever process this is."""
    game = match.load()
    entrants = [enter(game, spec) for spec in match.agents]
    on_fault = match.on_fault or OnFault.default(game)
    schedule = Schedule(game.players, match.games)
    return play_shard(game, entrants, schedule, match.seed, on_fault, match.save, first, last)


def play_shard(
    game: Game,
    entrants: list[Entrant],
    schedule: Schedule,
    seed: int,
    on_fault: OnFault,
    save: Path | None,
    first: int,
    last: int,
) -> Shard:
    """Play some games, compiled where all entrants are and nothing is recorded."""
    key = run_key(seed)
    outcomes = np.zeros((last - first, schedule.seats), OUTCOME)
    shard = Shard(first, outcomes, np.zeros(last - first, np.int64))
    if save is None and all(entrant.policy is not None for entrant in entrants):
        play_batch(game, entrants, key, first, shard.outcomes, shard.decisions)
        return shard
    for number in range(first, last):
        played = play_game(game, entrants, schedule, key, number, on_fault)
        shard.outcomes[number - first] = played.outcome
        shard.decisions[number - first] = len(played.replay.moves)
        shard.faults.extend(played.faults)
        if save is not None:
            write_replay(save / f"game-{number:06d}.json", played.replay)
    return shard


# --- one game -----------------------------------------------------------------------------------


@dataclass
class Played:
    """One finished game."""

    outcome: NDArray[Any]
    replay: Replay
    faults: list[Fault]


def deal_seed(key: NDArray[np.uint64], deal: int) -> int:
    """Return the seed of a deal of a run."""
    rng = np.zeros(RNG_WORDS, np.uint64)
    return int(derive_seed(key, deal, Purpose.DEAL, rng, np.zeros(SCRATCH_WORDS, np.uint64)))


def play_game(
    game: Game,
    entrants: list[Entrant],
    schedule: Schedule,
    key: NDArray[np.uint64],
    number: int,
    on_fault: OnFault,
) -> Played:
    """Play one game of a match, asking each agent with its own view and its own stream."""
    seating = schedule.seating(number)
    seed = deal_seed(key, schedule.deal(number))
    position = game.deal(seed)
    rngs = [Rng.stream(key, number, seat) for seat in range(game.players)]
    agents = [entrants[seating[seat]].make(rngs[seat]) for seat in range(game.players)]
    spare = Rng.stream(key, number, Purpose.FAULT)
    replay = start_replay(position, seed, [entrants[entrant].spec for entrant in seating])
    faults: list[Fault] = []
    while not position.is_over:
        seat = position.to_move
        entrant = entrants[seating[seat]]
        note = None
        try:
            view = position.view(seat, rngs[seat])
            action = ask(agents[seat], view, entrant.budget_ms)
        except Failure as failure:
            move = len(replay.moves) + 1
            fault = Fault(number, move, seat, seating[seat], failure.kind, failure.detail)
            faults.append(fault)
            note = f"{failure.kind}: {failure.detail}"
            replacement = replace_action(position, entrant, fault, failure, on_fault, spare)
            if replacement is None:
                replay.forfeit = seat
                break
            action = replacement
        verbs.apply(position.state, action)
        record(replay, position, seat, action, note)
    outcome = position.outcome if replay.forfeit is None else forfeited(position, replay.forfeit)
    finish(replay, outcome)
    return Played(outcome, replay, faults)


def replace_action(
    position: Position,
    entrant: Entrant,
    fault: Fault,
    failure: Failure,
    on_fault: OnFault,
    spare: Rng,
) -> Action | None:
    """Return what is played instead of a failed answer, None when the seat forfeits."""
    if on_fault is OnFault.ABORT:
        raise AgentFault(
            f"{entrant.spec} failed in game {fault.game}, move {fault.move}:"
            f" {failure.kind}: {failure.detail}"
        )
    if on_fault is OnFault.FORFEIT:
        return None
    if on_fault is OnFault.RANDOM:
        return spare.choice(position.actions)
    game = position.game
    if failure.kind is FaultKind.ILLEGAL and failure.action is not None:
        return failure.action
    return game.no_answer(game.settings)
