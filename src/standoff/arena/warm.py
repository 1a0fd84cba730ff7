"""Compiling ahead: the kernels of a game, side by side, into the cache on disk.

Run as `python -m standoff.arena.warm TASKS`, it does tasks in a process of its own. What that
process compiles is read from the disk by all others.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from enum import StrEnum

import msgspec

from standoff._jit import IS_COMPILED, is_cold
from standoff._jit.cache import ANNOUNCED_VARIABLE, announce_compilation
from standoff.agents import enter, known_agents
from standoff.agents.search import SEARCHERS
from standoff.arena.batch import play_batch
from standoff.arena.match import LoadedMatch
from standoff.arena.referee import warm_up
from standoff.game import Game, load
from standoff.option import Value
from standoff.position import View
from standoff.rng import Rng


class Part(StrEnum):
    """What a task compiles, unless it is an agent."""

    MATCH = "the kernel that plays matches"
    VERBS = "what agents in Python call"


class Task(msgspec.Struct, frozen=True):
    """Something to be compiled for a game: a Part, or the agent of a name."""

    game: str
    options: dict[str, Value]
    what: str


def list_tasks(game: Game) -> list[Task]:
    """Return all that can be compiled for a game, in the order of their use."""
    options = {name: game.settings[name] for name in sorted(game.given)}
    agents = [name for name in known_agents(game) if is_ours(game, name)]
    return [Task(game.address, options, what) for what in (*Part, *agents)]


def is_ours(game: Game, name: str) -> bool:
    """Whether an agent is compiled: not an installed agent in Python."""
    return enter(game, name).budget_ms is None


def do_task(task: Task) -> Task:
    """Compile something, and return the task."""
    game = load(task.game, **task.options)
    if task.what == Part.MATCH:
        compile_batch(game)
    elif task.what == Part.VERBS:
        warm_up(game)
    else:
        compile_agent(game, task.what)
    return task


def compile_batch(game: Game) -> None:
    """Compile the kernel that plays matches of policies, by playing no game."""
    agents = ["uniform"] * game.players
    play_batch(LoadedMatch.of(game, agents, games=game.players, seed=0), 0, 0)


def compile_agent(game: Game, name: str) -> None:
    """Compile a policy, or let a search agent make one decision with a small budget."""
    entrant = enter(game, name)
    if entrant.policy is not None:
        game.pointer(entrant.policy)
        return
    named = game.agents.searches.get(name)
    searcher = next(s for s in SEARCHERS if s.name == (named.searcher if named else name))
    known = {option.name for option in searcher.params}
    budget = [f"{param}={value}" for param, value in SMALL_BUDGET.items() if param in known]
    enter(game, ":".join([name, *budget])).make(Rng(1)).act(first_choice(game))


SMALL_BUDGET = {"iterations": 50, "depth": 1, "worlds": 1}
"""Parameters of search agents that have them."""


def first_choice(game: Game) -> View:
    """Return what the first seat that has a choice sees."""
    position, rng = game.deal(1), Rng(1)
    while len(position.actions) == 1:
        position.play(position.actions[0])
    return position.view(position.to_move, rng)


# --- side by side -------------------------------------------------------------------------------


def warm(tasks: list[Task], jobs: int) -> Iterator[Task]:
    """Do tasks in so many processes; yield each when it is done."""
    announce_compilation()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=leave_interrupts) as pool:
        for future in as_completed([pool.submit(do_task, task) for task in tasks]):
            yield future.result()


def leave_interrupts() -> None:
    """Let the process that was asked to stop tell the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def compile_side_by_side(loaded: LoadedMatch) -> None:
    """Compile the policies of a match in another process, and here the kernel that plays them.

    Does nothing where all is compiled already, or there is only one core.
    """
    if not IS_COMPILED or (os.cpu_count() or 1) < 2:
        return
    game = loaded.game
    policies = [entrant.policy for entrant in loaded.entrants if entrant.policy]
    cold = {policy.name for policy in policies if is_cold(policy.play, game.rules.state)}
    if not cold:
        return
    announce_compilation()
    options = {name: game.settings[name] for name in sorted(game.given)}
    tasks = [Task(game.address, options, name) for name in sorted(cold)]
    command = [sys.executable, "-m", __name__, msgspec.json.encode(tasks).decode()]
    environment = {**os.environ, ANNOUNCED_VARIABLE: "1"}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet
    ) as other:
        try:
            compile_batch(game)
            other.wait()  # if it fails, the policies are compiled here, and the error shows here
        except BaseException:
            other.kill()
            raise


if __name__ == "__main__":
    for task in msgspec.json.decode(sys.argv[1], type=list[Task]):
        do_task(task)
