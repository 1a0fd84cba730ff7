"""Runs read from their files; a run may be unfinished."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from standoff.arena import Results, Store
from standoff.arena.match import LoadedMatch, Match
from standoff.arena.shard import NO_SEAT, Shard
from standoff.arena.store import Facts
from standoff.statistics import Contests, Ratings, fit_ratings
from standoff.verbs import Result


@dataclass(frozen=True)
class Run:
    """A run: its match, its results, and the ratings of its agents."""

    path: Path
    facts: Facts
    results: Results
    ratings: Ratings | None
    """None for a single agent, or if no game was decided."""
    categories: tuple[str, ...]
    """The seats or teams whose effects are removed from the ratings."""
    decisions: Counter[int]
    rounds: Counter[int]

    @property
    def match(self) -> Match:
        """The match of the run."""
        return self.facts.match

    @property
    def is_whole(self) -> bool:
        """Whether the match is finished."""
        return self.results.games == self.match.games or self.results.is_settled


def read_run(path: Path) -> Run:
    """Return a run. It may be unfinished, and its agents need not be installed."""
    decisions: Counter[int] = Counter()
    rounds: Counter[int] = Counter()
    with Store.look(path) as store:
        results, sides = Results(store.loaded), Sides(store.loaded)
        for bounds in store.in_a_row():
            shard = store.read(bounds)
            results.collect(shard)
            sides.add(shard)
            decisions.update(shard.decisions.tolist())
            rounds.update(shard.rounds.tolist())
    ratings = sides.rate(len(results.agents))
    return Run(path, store.facts, results, ratings, sides.categories, decisions, rounds)


class Sides:
    """The sides of each game, for fitting ratings: teams in games with teams, else seats."""

    def __init__(self, loaded: LoadedMatch) -> None:
        names = loaded.game.sides.teams
        self._by_team = bool(names)
        self._sizes = loaded.schedule.sizes
        self._seats = loaded.schedule.seats
        sides = names or tuple(f"seat {seat}" for seat in range(self._seats))
        self.categories = sides
        if len(self._sizes) > 1:
            self.categories = tuple(
                f"{side}, {size} players" for size in self._sizes for side in sides
            )
        self._sides = len(sides)
        self._alike: Counter[bytes] = Counter()

    def add(self, shard: Shard) -> None:
        """Count the line-ups of some games together with their results."""
        for row in range(len(shard)):
            self._alike[self._side_row(shard, row).tobytes()] += 1

    def _side_row(self, shard: Shard, row: int) -> Any:
        """Return the result, the category and the sorted members of each side."""
        seated = shard.entrants[row]
        size = int((seated != NO_SEAT).sum())
        size_index = self._sizes.index(size)
        sides = shard.teams[row] if self._by_team else np.arange(len(seated))
        found = np.full((self._sides, 2 + self._seats), NO_SEAT, np.int16)
        for side in range(self._sides):
            own = [seat for seat in range(size) if sides[seat] == side]
            if own:
                found[side, 0] = shard.outcomes["result"][row, own].max()
                found[side, 1] = size_index * self._sides + side
                found[side, 2 : 2 + len(own)] = sorted(seated[own])
        return found

    def rate(self, entrants: int) -> Ratings | None:
        """Return the ratings of the entrants; None for one entrant, or if no game was decided."""
        shape = (len(self._alike), self._sides, 2 + self._seats)
        rows = np.frombuffer(b"".join(self._alike), np.int16).reshape(shape).astype(np.int64)
        weights = np.fromiter(self._alike.values(), np.int64, len(self._alike))
        won = rows[:, :, 0] == Result.WIN
        tied = rows[:, :, 0] == Result.TIE
        shares = np.where(won.any(axis=1, keepdims=True), won, tied).astype(float)
        decided = shares.sum(axis=1) > 0
        if not decided.any() or entrants < 2:
            return None
        shares = shares[decided] / shares[decided].sum(axis=1, keepdims=True)
        contests = Contests(
            members=rows[decided, :, 2:],
            categories=rows[decided, :, 1],
            wins=shares,
            weights=weights[decided],
        )
        return fit_ratings(contests, entrants, len(self.categories))
