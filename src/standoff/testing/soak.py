"""Very many random games in a kernel, with every state checked, to find rare problems."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from standoff._jit import kernel
from standoff.game import Game
from standoff.rng import Rng, below
from standoff.verbs import (
    ACTION,
    NOBODY,
    apply,
    check_state,
    legal_actions,
    new_game,
    to_move,
)

SOUND, UNSOUND, STUCK, ENDLESS, UNSORTED = 0, 1, 2, 3, 4
TROUBLES = ("sound", "unsound", "without a legal action", "endless", "with unsorted actions")
GAME, DECISIONS, TROUBLE, FLAGS, LONGEST = 0, 1, 2, 3, 4


@dataclass(frozen=True)
class Soaked:
    """The result: the length of the longest game, and the first trouble, if any."""

    games: int
    longest: int
    trouble: str | None


def soak(game: Game, games: int, seed: int) -> Soaked:
    """Play random games from `seed` on, and check every state and every list of actions.

    >>> from standoff import load
    >>> soak(load("asmacag"), games=20, seed=1)
    Soaked(games=20, longest=18, trouble=None)
    """
    found = np.zeros(5, np.int64)
    actions = np.zeros(game.action_count, ACTION)
    most = game.max_decisions
    options, rng = game.options_record(), Rng(seed)
    play_and_check(game.states(1), options, seed, games, most, rng.words, actions, found)
    trouble = None
    if found[TROUBLE] != SOUND:
        problems = [text for bit, text in enumerate(game.rules.problems) if found[FLAGS] >> bit & 1]
        trouble = (
            f"the game with seed {found[GAME]} is {TROUBLES[found[TROUBLE]]}"
            f" after {found[DECISIONS]} decisions: {', '.join(problems) or 'no flag'}"
        )
    return Soaked(games, int(found[LONGEST]), trouble)


@kernel
def play_and_check(
    states: Any, options: Any, first: int, games: int, most: int, rng: Any, actions: Any, found: Any
) -> None:
    """Play until all games are over or something is wrong; fill in `found`."""
    for number in range(first, first + games):
        new_game(states[0], options[0], number)
        found[GAME] = number
        found[DECISIONS] = 0
        while to_move(states[0]) != NOBODY:
            found[FLAGS] = check_state(states[0])
            if found[FLAGS] != 0:
                found[TROUBLE] = UNSOUND
                return
            count = legal_actions(states[0], actions)
            if count < 1:
                found[TROUBLE] = STUCK
                return
            for index in range(1, count):
                if actions[index] <= actions[index - 1]:
                    found[TROUBLE] = UNSORTED
                    return
            if found[DECISIONS] == most:
                found[TROUBLE] = ENDLESS
                return
            apply(states[0], actions[below(rng, count)])
            found[DECISIONS] += 1
        found[LONGEST] = max(found[LONGEST], found[DECISIONS])
