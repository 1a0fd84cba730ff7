"""Matches that end as soon as one of two agents is better."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena.match import LoadedMatch
from standoff.arena.shard import Shard
from standoff.errors import BadRun
from standoff.statistics import SequentialTest
from standoff.verbs import Result

LEAST, MOST = 0.5, 0.9999


class Until:
    """A sequential test of two agents, which sees their games in order.

    The difference of a deal is the share of its games that the first agent won, less the share that
    the second won. The test looks after every deal. With a probability of at least `confidence` it
    never says that one of two equal agents is better.
    """

    def __init__(self, loaded: LoadedMatch, confidence: float) -> None:
        if not LEAST <= confidence <= MOST:
            raise BadRun(f"--until must be from {LEAST} to {MOST}, not {confidence}")
        agents = loaded.match.agents
        specs = list(dict.fromkeys(agents))
        if len(specs) != 2:
            raise BadRun(f"--until compares two different agents, not {len(specs)}")
        counts = [agents.count(spec) for spec in specs]
        if counts[0] != counts[1]:
            raise BadRun(
                f"--until needs both agents entered equally often, not {specs[0]}"
                f" {counts[0]} and {specs[1]} {counts[1]} times"
            )
        self._specs = specs
        self._index = np.array([specs.index(spec) for spec in agents])
        self._games_per_deal = loaded.schedule.games_per_deal
        self._open: NDArray[np.float64] = np.zeros(0)
        self._test = SequentialTest(confidence)

    def add(self, shard: Shard) -> None:
        """Test the games that come next."""
        won = shard.outcomes["result"] == Result.WIN
        index = np.where(shard.entrants >= 0, self._index[shard.entrants], -1)
        first, second = ((won & (index == spec)).any(axis=1) for spec in (0, 1))
        games = np.concatenate([self._open, first.astype(float) - second.astype(float)])
        whole = len(games) - len(games) % self._games_per_deal
        self._open = games[whole:]
        self._test.add_many(games[:whole].reshape(-1, self._games_per_deal).mean(axis=1))

    @property
    def is_settled(self) -> bool:
        """Whether one of the two is better."""
        return self._test.is_settled

    @property
    def better(self) -> str | None:
        """Which of the two is better; None if it is not settled."""
        return self._specs[0 if self._test.leader > 0 else 1] if self.is_settled else None

    def as_dict(self) -> dict[str, Any]:
        """Return the state of the test as plain values."""
        test = self._test
        return {"confidence": test.confidence, "deals": test.deals, "better": self.better}

    def verdict(self) -> str:
        """Say which agent is better, or that it is not settled, and how reliable that is."""
        error = 100 * (1 - self._test.confidence)
        how = f"sequential test over {self._test.deals} deals, error rate at most {error:.3g}%"
        return f"{self.better} is better ({how})" if self.is_settled else f"not settled ({how})"
