"""Plays games one by one, asking each agent for its moves with its own view and stream."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff._jit import compile_seconds, is_kernel
from standoff.agents import Entrant
from standoff.arena.fault import Failure, Fault, FaultKind, Guard, Lost, OnFault
from standoff.arena.match import LoadedMatch
from standoff.arena.meter import Meter
from standoff.arena.replay import (
    Replay,
    finish,
    forfeited,
    record,
    start_replay,
    write_replay,
)
from standoff.arena.shard import Shard
from standoff.errors import AgentFault
from standoff.event import Event
from standoff.game import Game
from standoff.position import Position
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, Rng, derive_seed
from standoff.verbs import Action, Result


class Watch(Protocol):
    """Is told when an agent is asked and when it has answered, so that it can be ended."""

    def begin(self, game: int, move: int, budget_ms: float | None) -> None:
        """Note that an agent is asked for a move of a game, and how long it may take."""
        ...

    def end(self) -> None:
        """Note that the agent has answered."""
        ...


@dataclass
class Played:
    """One finished game: its outcome, and the entrant, team and role of each seat."""

    outcome: NDArray[Any]
    entrants: list[int]
    teams: list[int]
    roles: list[int]
    rounds: int
    replay: Replay
    faults: list[Fault]
    counters: NDArray[np.float64]
    """The measures of each entrant."""
    asked: NDArray[np.int64]
    """How many decisions each entrant made."""
    seconds: NDArray[np.float64]
    """How long each entrant thought, without the time for compiling."""


def deal_seed(key: NDArray[np.uint64], deal: int) -> int:
    """Return the seed of a deal of a run."""
    rng = np.zeros(RNG_WORDS, np.uint64)
    return int(derive_seed(key, deal, Purpose.DEAL, rng, np.zeros(SCRATCH_WORDS, np.uint64)))


def warm_up(game: Game) -> None:
    """Compile what agents may call, so that compiling does not count as their thinking time."""
    if is_kernel(game.rules.verbs[verbs.apply]):
        rng = Rng(0)
        _ = rng.below(2), rng.random(), rng.seed()
        view = game.deal(0).view(0, rng)
        world = view.imagine()
        _ = view.notation, view.as_dict(), view.features, world.evaluate(0)
        end = world.copy().play(world.actions[0]).playout()
        _ = end.to_move, end.returns, end.outcome


def play_one_by_one(
    loaded: LoadedMatch,
    first: int,
    last: int,
    save: Path | None = None,
    watch: Watch | None = None,
    lost: Sequence[Lost] = (),
) -> Shard:
    """Play the games from `first` to `last` - 1; save replays into the folder `save` if given.

    `watch` is told whenever an agent is asked; `lost` are agents that were ended in an earlier try.
    """
    shard = Shard.blank(loaded, first, last)
    warm_up(loaded.game)
    for row, number in enumerate(range(first, last)):
        played = play_game(loaded, number, watch, lost)
        seats = len(played.outcome)
        shard.seeds[row] = played.replay.seed
        shard.outcomes[row, :seats] = played.outcome
        shard.entrants[row, :seats] = played.entrants
        shard.teams[row, :seats] = played.teams
        shard.roles[row, :seats] = played.roles
        shard.decisions[row] = len(played.replay.moves)
        shard.rounds[row] = played.rounds
        shard.asked[row] = played.asked
        shard.seconds[row] = played.seconds
        shard.counters += played.counters
        shard.add_faults(played.faults)
        if save is not None:
            write_replay(save / f"game-{number:06d}.json", played.replay)
    return shard


def play_game(
    loaded: LoadedMatch, number: int, watch: Watch | None = None, lost: Sequence[Lost] = ()
) -> Played:
    """Play one game: the same game as `batch.play_games` plays, if all entrants are compiled."""
    key, schedule = loaded.key, loaded.schedule
    size_index = schedule.size_index(number)
    game, entrants = loaded.sized_games[size_index], loaded.entrants_by_size[size_index]
    seed = deal_seed(key, schedule.deal(number))
    position = game.deal(seed)
    seats = range(game.players)
    teams = [int(verbs.team(position.state, seat)) for seat in seats]
    roles = [int(verbs.role(position.state, seat)) for seat in seats]
    seating = schedule.seating(number)
    seated = [seating[teams[seat] if schedule.by_team else seat] for seat in seats]
    players = Players(loaded, entrants, number, seated, watch, lost)
    spare = Rng.stream(key, number, Purpose.FAULT)
    replay = start_replay(position, seed, players.specs)
    meter = Meter(game, loaded.estimator, len(entrants))
    while not position.is_over:
        seat = position.to_move
        note = None
        try:
            action: Action | None = players.ask(position, seat, len(replay.moves) + 1)
        except Failure as failure:
            note = f"{failure.kind}: {failure.detail}"
            action = replace_answer(position, failure, loaded.on_fault, spare)
        if action is None:
            replay.forfeit = seat
            break
        if note is None:  # else the agent did not choose this action
            meter.measure(position, seat, action, seated[seat])
        players.tell(position, action)
        verbs.apply(position.state, action)
        record(replay, position, seat, action, note)
    outcome = position.outcome if replay.forfeit is None else forfeited(position, replay.forfeit)
    finish(replay, outcome)
    if replay.forfeit is None:
        meter.end(position, seated)
    else:
        charge_forfeit(outcome, seated, seated[replay.forfeit])
    return Played(
        outcome=outcome,
        entrants=seated,
        teams=teams,
        roles=roles,
        rounds=int(verbs.rounds(position.state)),
        replay=replay,
        faults=players.faults,
        counters=meter.counters,
        asked=players.asked,
        seconds=players.seconds,
    )


class Players:
    """The agents at the seats of one game; they are asked and timed, and their faults noted."""

    def __init__(
        self,
        loaded: LoadedMatch,
        entrants: list[Entrant],
        number: int,
        seated: list[int],
        watch: Watch | None,
        lost: Sequence[Lost],
    ) -> None:
        agents = [entrants[entrant] for entrant in seated]
        rngs = [Rng.stream(loaded.key, number, seat) for seat in range(len(seated))]
        self.specs = [agent.spec for agent in agents]
        self.faults: list[Fault] = []
        self.asked = np.zeros(len(entrants), np.int64)
        self.seconds = np.zeros(len(entrants))
        self._number = number
        self._seated = seated
        self._guards = [Guard(agent, rng) for agent, rng in zip(agents, rngs, strict=True)]
        self._watch = watch
        self._lost = {loss.move: loss for loss in lost if loss.game == number}
        self._gone: dict[int, Failure] = {}
        self._is_strict = loaded.on_fault is OnFault.ABORT
        self._told: dict[int, list[Event]] = {
            seat: [] for seat, agent in enumerate(agents) if agent.wants_events
        }

    def tell(self, position: Position, action: Action) -> None:
        """Tell an action, before it is made, to the agents that want events."""
        if self._told:
            told = position.game.tell_all(position.state, action, list(self._told))
            for heard, events in zip(self._told.values(), told, strict=True):
                heard.extend(events)

    def ask(self, position: Position, seat: int, move: int) -> Action:
        """Return the answer of an agent, or raise its `Failure`."""
        if seat in self._gone:  # its fault is already noted; the seat continues without an agent
            raise self._gone[seat]
        try:
            return self._ask(position, seat, move)
        except Failure as failure:
            spec, what = self.specs[seat], f"{failure.kind}: {failure.detail}"
            if self._is_strict:
                raise AgentFault(
                    f"{spec} failed in game {self._number}, move {move}: {what}"
                ) from None
            entrant = self._seated[seat]
            where = self._number, move, seat, entrant
            self.faults.append(Fault(*where, failure.kind, failure.detail, failure.traceback))
            raise

    def _ask(self, position: Position, seat: int, move: int) -> Action:
        if move in self._lost:
            loss = self._lost[move]
            self._gone[seat] = Failure(loss.kind, loss.detail)
            raise self._gone[seat]
        guard = self._guards[seat]
        if self._watch is not None:
            self._watch.begin(self._number, move, guard.entrant.budget_ms)
        events = self._told.get(seat)
        if events is not None:
            self._told[seat] = []
        start = time.perf_counter() - compile_seconds()
        try:
            return guard.ask(position, seat, events)
        finally:
            self.asked[self._seated[seat]] += 1
            self.seconds[self._seated[seat]] += time.perf_counter() - compile_seconds() - start
            if self._watch is not None:
                self._watch.end()


def charge_forfeit(outcome: NDArray[Any], seated: list[int], loser: int) -> None:
    """Let an entrant that forfeits lose at all its seats; in a duel the other entrant wins."""
    is_duel = len(set(seated)) == 2
    for seat, entrant in enumerate(seated):
        if entrant == loser:
            outcome[seat].result = Result.LOSS
        elif is_duel:
            outcome[seat].result = Result.WIN


def replace_answer(
    position: Position, failure: Failure, on_fault: OnFault, spare: Rng
) -> Action | None:
    """Return the action to play instead of a failed answer; None if the seat forfeits."""
    if on_fault is OnFault.FORFEIT:
        return None
    if on_fault is OnFault.RANDOM:
        return spare.choice(position.actions)
    if failure.kind is FaultKind.ILLEGAL and failure.action is not None:
        return failure.action
    return position.game.rules.no_answer(position.game.settings)
