"""One table: a line-up plays its games, each agent asked with its own view and stream."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff._jit import is_kernel
from standoff.agents import Agent, Entrant, enter
from standoff.agents.protocol import DEFAULT_BUDGET_MS
from standoff.arena.fault import Failure, Fault, FaultKind, Guard, OnFault
from standoff.arena.meter import NO_ESTIMATOR, Meter
from standoff.arena.replay import Replay, finish, forfeited, record, start_replay
from standoff.arena.schedule import Schedule, plan
from standoff.errors import AgentFault, BadRun
from standoff.game import PLAYERS, Game
from standoff.position import Position
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, Purpose, Rng, derive_seed, run_key
from standoff.verbs import Action, Result


@dataclass(frozen=True)
class Roster:
    """The game with one number of players, and the agents entered for it."""

    game: Game
    entrants: list[Entrant]


@dataclass(frozen=True)
class LineUp:
    """Who plays which games, and all that fixes them. Agents are specs or classes."""

    game: Game
    agents: Sequence[str | type[Agent]]
    games: int
    seed: int
    on_fault: OnFault
    protocol: str | None = None
    estimator: int = NO_ESTIMATOR
    """The place of the estimator that measures judge; without one nothing is measured."""
    schedule: Schedule = field(init=False)
    rosters: list[Roster] = field(init=False)
    """One for each of the schedule's sizes."""

    def __post_init__(self) -> None:
        game = self.game
        if self.on_fault is OnFault.PENALTY and game.no_answer(game.settings) is None:
            allowed = ", ".join(choice for choice in OnFault if choice is not OnFault.PENALTY)
            raise BadRun(f"the rules of {game.name} have no penalty for faults; choose {allowed}")
        entrants = [enter_any(game, agent) for agent in self.agents]
        schedule = plan(game, len(entrants), self.games, self.seed, self.protocol)
        rosters = [Roster(game, entrants)]
        if schedule.sizes != (game.players,):
            sized = [game.configure(**{PLAYERS: players}) for players in schedule.sizes]
            rosters = [
                Roster(game, [enter_any(game, agent) for agent in self.agents]) for game in sized
            ]
        object.__setattr__(self, "schedule", schedule)
        object.__setattr__(self, "rosters", rosters)

    @property
    def entrants(self) -> list[Entrant]:
        """The agents as they are entered for the first table."""
        return self.rosters[0].entrants

    @property
    def specs(self) -> list[str]:
        """The name of each agent."""
        return [entrant.spec for entrant in self.entrants]

    @property
    def key(self) -> NDArray[np.uint64]:
        """The key of all random streams."""
        return run_key(self.seed)

    @property
    def is_compiled(self) -> bool:
        """Whether no entrant needs Python."""
        return all(entrant.policy is not None for entrant in self.entrants)


def enter_any(game: Game, agent: str | type[Agent]) -> Entrant:
    """Enter an agent by its spec, or a class as it is."""
    if isinstance(agent, str):
        return enter(game, agent)
    return Entrant(agent.__name__, lambda rng: agent(), budget_ms=DEFAULT_BUDGET_MS)


@dataclass
class Played:
    """One finished game: how it ended, who played each seat, and for which team."""

    outcome: NDArray[Any]
    entrants: list[int]
    teams: list[int]
    replay: Replay
    faults: list[Fault]
    counters: NDArray[np.float64]
    """What the game measures of each entrant."""


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
    key, schedule = line_up.key, line_up.schedule
    roster = line_up.rosters[schedule.table(number)]
    seed = deal_seed(key, schedule.deal(number))
    position = roster.game.deal(seed)
    seats = range(roster.game.players)
    teams = [int(verbs.team(position.state, seat)) for seat in seats]
    seating = schedule.seating(number)
    seated = [seating[teams[seat] if schedule.by_team else seat] for seat in seats]
    entrants = [roster.entrants[entrant] for entrant in seated]
    rngs = [Rng.stream(key, number, seat) for seat in seats]
    guards = [Guard(entrant, rng) for entrant, rng in zip(entrants, rngs, strict=True)]
    spare = Rng.stream(key, number, Purpose.FAULT)
    replay = start_replay(position, seed, [entrant.spec for entrant in entrants])
    meter = Meter(roster.game, line_up.estimator, len(roster.entrants))
    faults: list[Fault] = []
    while not position.is_over:
        seat = position.to_move
        note = None
        try:
            action: Action | None = guards[seat].ask(position, seat)
        except Failure as failure:
            move = len(replay.moves) + 1
            faults.append(Fault(number, move, seat, seated[seat], failure.kind, failure.detail))
            note = f"{failure.kind}: {failure.detail}"
            if line_up.on_fault is OnFault.ABORT:
                what = f"{entrants[seat].spec} failed in game {number}, move {move}: {note}"
                raise AgentFault(what) from None
            action = replace_answer(position, failure, line_up.on_fault, spare)
        if action is None:
            replay.forfeit = seat
            break
        if note is None:  # else the action is not the agent's
            meter.measure(position, seat, action, seated[seat])
        verbs.apply(position.state, action)
        record(replay, position, seat, action, note)
    outcome = position.outcome if replay.forfeit is None else forfeited(position, replay.forfeit)
    finish(replay, outcome)
    if replay.forfeit is None:
        meter.end(position, seated)
    else:
        charge_forfeit(outcome, seated, seated[replay.forfeit])
    return Played(outcome, seated, teams, replay, faults, meter.counters)


def charge_forfeit(outcome: NDArray[Any], seated: list[int], loser: int) -> None:
    """Let an entrant that forfeits lose at all its seats; if one other is left, it has won."""
    is_duel = len(set(seated)) == 2
    for seat, entrant in enumerate(seated):
        if entrant == loser:
            outcome[seat].result = Result.LOSS
        elif is_duel:
            outcome[seat].result = Result.WIN


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
