"""The reward of each seat when a game is over."""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import inline_kernel, kernel
from standoff.errors import UnknownName
from standoff.game import Game
from standoff.verbs import OUTCOME, Seat, State, outcome, returns, team


class Reward(IntEnum):
    """The kinds of reward; REWARDS has their names."""

    RETURNS = 0  # the game's `returns`
    TEAM = 1  # the mean of `returns` over the seats of the team
    ZERO_SUM = 2  # `returns` less its mean over all seats
    POINTS = 3  # the score of the rulebook, from `outcome`


REWARDS = tuple(kind.name.lower().replace("_", "-") for kind in Reward)


def find_reward(name: str) -> Reward:
    """Return the kind of reward with this name.

    >>> find_reward("zero-sum").name
    'ZERO_SUM'
    """
    if name not in REWARDS:
        raise UnknownName("reward", name, REWARDS)
    return Reward(REWARDS.index(name))


def final_rewards(game: Game, state: State, kind: Reward) -> NDArray[np.float64]:
    """Return the reward of each seat of a game that is over."""
    rewards, outcomes = np.zeros(game.players), np.zeros(game.players, OUTCOME)
    fill_rewards(state, int(kind), outcomes, rewards)
    return rewards


@kernel
def fill_rewards(state: State, kind: int, outcomes: Any, out: Any) -> None:
    """Fill `out[seat]` for a game that is over; `outcomes` is scratch, OUTCOME for each seat."""
    seats = len(out)
    returns(state, out)
    if kind == Reward.POINTS:
        outcome(state, outcomes)
        for seat in range(seats):
            out[seat] = outcomes[seat].score
    elif kind == Reward.ZERO_SUM:
        mean = 0.0
        for seat in range(seats):
            mean += out[seat] / seats
        for seat in range(seats):
            out[seat] -= mean
    elif kind == Reward.TEAM:
        for seat in range(seats):
            outcomes[seat].score = team_mean(state, seat, out)
        for seat in range(seats):
            out[seat] = outcomes[seat].score


@inline_kernel
def team_mean(state: State, seat: Seat, values: Any) -> float:
    """Return the mean of the values of one team's seats."""
    total, count = 0.0, 0
    for other in range(len(values)):
        if team(state, other) == team(state, seat):
            total += values[other]
            count += 1
    return total / count
