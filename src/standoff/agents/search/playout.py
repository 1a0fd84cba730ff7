"""The policy that plays out the worlds of a search."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.agents.policy import policy_scratch
from standoff.errors import BadOption, UnknownName
from standoff.game import Game
from standoff.option import TextOption
from standoff.parts import UNIFORM, Policy
from standoff.simulation import Player

PLAYOUT = TextOption("playout", UNIFORM, "the policy that plays games out")


@dataclass(frozen=True)
class Playout:
    """A policy of the game, with its parameters inside worlds."""

    game: Game
    policy: Policy
    params: NDArray[np.float64]

    @classmethod
    def of(cls, game: Game, name: str) -> "Playout":
        """Return a policy by name."""
        names = [policy.name for policy in game.policies]
        if name not in names:
            raise UnknownName(f"playout policy of {game.name}", name, names)
        policy = game.policies[names.index(name)]
        reason = policy.check(game.settings)
        if reason:
            raise BadOption(reason)
        codes: list[float] = []
        for option in policy.params:
            codes.extend(option.numbers(policy.in_worlds.get(option.name, option.default)))
        return cls(game, policy, np.array([*codes, 0.0]))

    def __reduce__(self) -> tuple[Any, ...]:
        return Playout.of, (self.game, self.policy.name)  # pointers belong to this process

    @cached_property
    def player(self) -> Player:
        """The policy as kernels call it, compiled when this is first read, with its own scratch."""
        scratch = policy_scratch(self.game, self.game.action_count)
        return Player(self.game.pointer(self.policy), self.params, *scratch)
