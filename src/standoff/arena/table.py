"""One table: a line-up plays its games, each agent asked with its own view and stream."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff._jit import is_kernel
from standoff.agents import Entrant
from standoff.arena.fault import Failure, Fault, FaultKind, Guard, OnFault
from standoff.arena.replay import Replay, finish, forfeited, record, start_replay
from standoff.arena.schedule import Schedule
from standoff.errors import AgentFault, BadRun
from standoff.game import Game
from standoff.position import Position
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, Rng, derive_seed, run_key
from standoff.verbs import Action


@dataclass(frozen=True)
class LineUp:
    """Who plays which games, and all that fixes them."""

    game: Game
    entrants: list[Entrant]
    games: int
    seed: int
    on_fault: OnFault

    def __post_init__(self) -> None:
        game, count = self.game, len(self.entrants)
        if count != game.players:
            raise BadRun(f"{game.name} needs {game.players} agents, not {count}")
        if self.on_fault is OnFault.PENALTY and game.no_answer(game.settings) is None:
            allowed = ", ".join(choice for choice in OnFault if choice is not OnFault.PENALTY)
            raise BadRun(f"the rules of {game.name} have no penalty for faults; choose {allowed}")
        Schedule(game.players, self.games)

    @property
    def schedule(self) -> Schedule:
        """Who sits where in which game."""
        return Schedule(self.game.players, self.games)

    @property
    def key(self) -> NDArray[np.uint64]:
        """The key of all random streams."""
        return run_key(self.seed)

    @property
    def is_compiled(self) -> bool:
        """Whether no entrant needs Python."""
        return all(entrant.policy is not None for entrant in self.entrants)


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


def warm_up(game: Game) -> None:
    """Compile what agents may call, so that the clock measures only how long they think."""
    if is_kernel(game.verbs[verbs.apply]):
        rng = Rng(0)
        _ = rng.below(2), rng.random(), rng.seed()
        world = game.deal(0).view(0, rng).imagine()
        world.evaluate(0)
        end = world.copy().playout()
        _ = end.returns, end.outcome


def play_game(line_up: LineUp, number: int) -> Played:
    """Play one game of a match. The same game as `batch.play_games` plays, if all are compiled."""
    game, key = line_up.game, line_up.key
    seating = line_up.schedule.seating(number)
    seed = deal_seed(key, line_up.schedule.deal(number))
    position = game.deal(seed)
    entrants = [line_up.entrants[place] for place in seating]
    rngs = [Rng.stream(key, number, seat) for seat in range(game.players)]
    guards = [Guard(entrant, rng) for entrant, rng in zip(entrants, rngs, strict=True)]
    spare = Rng.stream(key, number, Purpose.FAULT)
    replay = start_replay(position, seed, [entrant.spec for entrant in entrants])
    faults: list[Fault] = []
    while not position.is_over:
        seat = position.to_move
        note = None
        try:
            action: Action | None = guards[seat].ask(position, seat)
        except Failure as failure:
            move = len(replay.moves) + 1
            faults.append(Fault(number, move, seat, seating[seat], failure.kind, failure.detail))
            note = f"{failure.kind}: {failure.detail}"
            if line_up.on_fault is OnFault.ABORT:
                what = f"{entrants[seat].spec} failed in game {number}, move {move}: {note}"
                raise AgentFault(what) from None
            action = replace_answer(position, failure, line_up.on_fault, spare)
        if action is None:
            replay.forfeit = seat
            break
        verbs.apply(position.state, action)
        record(replay, position, seat, action, note)
    outcome = position.outcome if replay.forfeit is None else forfeited(position, replay.forfeit)
    finish(replay, outcome)
    return Played(outcome, replay, faults)


def replace_answer(
    position: Position, failure: Failure, on_fault: OnFault, spare: Rng
) -> Action | None:
    """Return what is played instead of a failed answer, None when the seat forfeits."""
    if on_fault is OnFault.FORFEIT:
        return None
    if on_fault is OnFault.RANDOM:
        return spare.choice(position.actions)
    if failure.kind is FaultKind.ILLEGAL and failure.action is not None:
        return failure.action
    return position.game.no_answer(position.game.settings)
