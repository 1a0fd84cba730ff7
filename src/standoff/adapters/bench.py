"""Speed of the adapters: random play, with features and masks for every decision."""

from collections.abc import Callable
from typing import Any

import numpy as np

from standoff.arena.bench import one_core, rate
from standoff.errors import MissingExtra
from standoff.game import Game, installed_games, load
from standoff.rng import Rng

TABLES = 1024
"""How many tables the vectorised environment has."""


def measure_adapters(runs: int) -> dict[str, dict[str, float]]:
    """Return decisions a second by game and adapter; adapters without their library are skipped.

    In the vectorised environment every seat learns, so each decision is shown to the learner.
    """
    with one_core():
        return {name: measure_game(load(name), runs) for name in installed_games()}


def measure_game(game: Game, runs: int) -> dict[str, float]:
    """Return the figures of one game."""
    figures = {}
    for name, prepare in (
        (f"gymnasium, {TABLES} tables", prepare_vector),
        ("pettingzoo", prepare_aec),
        ("openspiel", prepare_spiel),
    ):
        try:
            work, decisions = prepare(game)
        except MissingExtra:
            continue
        figures[name] = rate(work, runs) * decisions
    return figures


Prepared = tuple[Callable[[int], None], int]
"""Work that can be repeated, and how many decisions it makes each time."""


def prepare_vector(game: Game) -> Prepared:
    """Return steps of the vectorised environment."""
    from standoff.adapters.gymnasium import TablesEnv  # noqa: PLC0415  (an extra)

    env = TablesEnv(TABLES, game, "every", copy=False)
    env.reset(seed=1)

    def step(count: int) -> None:
        for _ in range(count):
            env.step(env.random_actions())

    return step, TABLES


def prepare_aec(game: Game) -> Prepared:
    """Return decisions in the AEC loop."""
    from standoff.adapters.pettingzoo import env as make  # noqa: PLC0415  (an extra)

    env, rng = make(game), Rng(1)
    env.reset(seed=1)

    def decide(count: int) -> None:
        for _ in range(count):
            observation: Any = env.last()[0]
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[rng.below(len(legal))]))
            if env.terminations[env.agent_selection]:
                env.reset()

    return decide, 1


def prepare_spiel(game: Game) -> Prepared:
    """Return decisions in OpenSpiel's loop."""
    from standoff.adapters.openspiel import SpielGame  # noqa: PLC0415  (an extra)
    from standoff.adapters.openspiel.spiel import Observer  # noqa: PLC0415

    spiel, rng = SpielGame(game), Rng(1)
    observer = Observer(spiel, perfect_recall=False)
    states = [spiel.new_initial_state()]
    states[0].apply_action(1)

    def decide(count: int) -> None:
        state = states[0]
        for _ in range(count):
            observer.set_from(state, state.current_player())
            _ = state.legal_actions_mask()
            state.apply_action(rng.choice(state.legal_actions()))
            if state.is_terminal():
                state = states[0] = spiel.new_initial_state()
                state.apply_action(rng.below(spiel.deals))

    return decide, 1
