"""Speed: random play and copies inside kernels, and the start of the program."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from standoff._jit import copy_record, kernel
from standoff._jit.cache import ANNOUNCED_VARIABLE, CACHE_VARIABLE
from standoff.agents import enter
from standoff.arena.warm import first_choice
from standoff.event import write_events
from standoff.files import temporary_folder
from standoff.game import Game, installed_games, load
from standoff.rng import Rng
from standoff.simulation import play_out
from standoff.verbs import ACTION, apply, new_game

SCHEMA = 1
RUN_SECONDS = 0.3
MAX_THOUGHTS = 1000
NAMED_ITERATIONS = 10_000
THREADED_GAME = "colonizers"
THREADED = "mcts:worlds=8:iterations=40000:playout=heuristic"
FIRST_GAME = "from standoff import load; load('asmacag').deal(1).playout()"


@kernel
def play_random_games(states: Any, options: Any, first: int, count: int, rng: Any, out: Any) -> int:
    """Deal and play `count` random games; return the number of decisions."""
    decisions = 0
    for number in range(count):
        new_game(states[0], options[0], first + number)
        decisions += play_out(states[0], rng, out)
    return decisions


@kernel
def copy_around(states: Any, count: int) -> int:
    """Copy `count` states from one slot of the array to another."""
    size = len(states)
    for number in range(count):
        copy_record(states[(number * 3) % size], states[(number * 5 + 1) % size])
    return count


def measure(runs: int) -> dict[str, Any]:
    """Return all figures as schema 1 of docs/formats.md."""
    names = installed_games()
    with one_core():
        games = {name: measure_game(load(name), runs) for name in names}
        search = {
            name: measure_search(load(name), runs) | measure_named_searches(load(name), runs)
            for name in names
        }
        start = measure_start(runs)
    threads = measure_threads(load(THREADED_GAME), runs)
    return {
        "schema": SCHEMA,
        "games": games,
        "search": search,
        "threads": threads,
        "start": start,
    }


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core inside the block, if the system allows it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def measure_game(game: Game, runs: int) -> dict[str, float]:
    """Return the figures of one game."""
    states, options, rng = game.states(64), game.options_record(), Rng(1).words
    actions = np.zeros(game.action_count, ACTION)
    decisions_per_game = 0.0

    def play(count: int) -> None:
        nonlocal decisions_per_game
        decisions = play_random_games(states, options, 0, count, rng, actions)
        decisions_per_game = decisions / count

    games_per_s = rate(play, runs)
    copies_per_s = rate(lambda count: copy_around(states, count), runs)
    shown_per_s = rate(lambda count: show_moves(game, count), runs)
    return {
        "decisions_per_s": games_per_s * decisions_per_game,
        "games_per_s": games_per_s,
        "copies_per_s": copies_per_s,
        "microseconds_per_view_and_events": 1e6 / shown_per_s,
    }


def show_moves(game: Game, count: int) -> None:
    """Make random moves, and write the events and the view of each seat as JSON.

    Dealing and choosing the moves takes a small part of the time.
    """
    rng, seats = Rng(1), range(game.players)
    position = game.deal(0)
    shown = 0
    while shown < count:
        if position.is_over:
            position = game.deal(rng.seed())
        action = rng.choice(position.actions)
        write_events(game.tell_all(position.state, action, seats))
        apply(position.state, action)
        position.show_all(seats)
        shown += game.players


def measure_search(game: Game, runs: int) -> dict[str, dict[str, float]]:
    """Return how many decisions a second each search with a preset for this game makes."""
    figures = {}
    for preset, agents in game.agents.presets.items():
        for name, params in agents.items():
            spec = f"{name}:preset={preset}"
            think(game, spec)  # compiles
            decisions, spent = zip(*(think(game, spec) for _ in range(runs)), strict=True)
            per_s = statistics.median(np.divide(decisions, spent))
            figures[spec] = {"decisions_per_s": float(per_s)}
            if "iterations" in params:
                figures[spec]["iterations_per_s"] = float(per_s) * int(params["iterations"])
    return figures


def measure_named_searches(game: Game, runs: int) -> dict[str, dict[str, float]]:
    """Return how many first decisions a second each named search of this game makes."""
    figures = {}
    for name in game.agents.searches:
        spec = f"{name}:iterations={NAMED_ITERATIONS}"
        view = first_choice(game)
        enter(game, spec).make(Rng(1)).act(view)  # compiles
        spent = [seconds(enter(game, spec).make(Rng(1)).act, view) for _ in range(runs)]
        per_s = 1 / statistics.median(spent)
        figures[spec] = {"decisions_per_s": per_s, "iterations_per_s": per_s * NAMED_ITERATIONS}
    return figures


def think(game: Game, spec: str) -> tuple[int, float]:
    """Let new agents make the decisions of a random game; return their number and the time."""
    position, rng = game.deal(1), Rng(1)
    spent, count = 0.0, 0
    while not position.is_over and count < MAX_THOUGHTS:
        view = position.view(position.to_move, rng)
        if len(view.actions) > 1:
            agent = enter(game, spec).make(rng)
            spent += seconds(agent.act, view)
            count += 1
        position.play(rng.choice(view.actions))
    return count, spent


def measure_threads(game: Game, runs: int) -> dict[str, float]:
    """Return how much faster two threads search several worlds than one thread."""
    view = game.deal(1).view(0)
    agents = [enter(game, f"{THREADED}:threads={threads}").make(Rng(1)) for threads in (1, 2)]
    for agent in agents:
        agent.act(view)  # compiles
    times = [[seconds(agent.act, view) for agent in agents] for _ in range(runs)]
    one, two = (min(column) for column in zip(*times, strict=True))
    return {f"{game.name}: {THREADED}": one / two}


def rate(work: Callable[[int], object], runs: int) -> float:
    """Return how many units of work are done in a second: the median of several runs."""
    count, spent = 1, 0.0
    work(1)  # compiles
    while spent < RUN_SECONDS / 10:
        count *= 4
        spent = seconds(work, count)
    count = max(1, int(count * RUN_SECONDS / spent))
    return statistics.median(count / seconds(work, count) for _ in range(runs))


def seconds(work: Callable[..., object], *arguments: Any) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    work(*arguments)
    return time.perf_counter() - start


def measure_start(runs: int) -> dict[str, float]:
    """Return how long a new process takes: with an empty cache, with a full one, and for --help."""
    with temporary_folder() as folder:
        environment = {**os.environ, CACHE_VARIABLE: folder, ANNOUNCED_VARIABLE: "1"}

        def run(*arguments: str) -> float:
            command = [sys.executable, *arguments]
            quiet = subprocess.DEVNULL
            return seconds(
                lambda: subprocess.run(command, env=environment, check=True, stdout=quiet)
            )

        first = run("-c", FIRST_GAME)
        cached = statistics.median(run("-c", FIRST_GAME) for _ in range(runs))
        helped = statistics.median(run("-m", "standoff", "--help") for _ in range(runs))
    return {"first_compile_s": first, "cached_game_s": cached, "help_s": helped}
