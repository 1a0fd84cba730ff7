"""One table: a line-up plays its games, each agent asked with its own view and stream."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff._jit import is_kernel
from standoff.agents import Agent, Entrant, enter
from standoff.agents.protocol import DEFAULT_BUDGET_MS
from standoff.agents.registry import BUDGET
from standoff.agents.spec import Spec
from standoff.arena.fault import Failure, Fault, FaultKind, Guard, Lost, OnFault
from standoff.arena.meter import NO_ESTIMATOR, Meter
from standoff.arena.replay import Replay, finish, forfeited, record, start_replay
from standoff.arena.schedule import Billing, Schedule, plan
from standoff.errors import AgentFault, BadRun
from standoff.game import Game
from standoff.parts import PLAYERS
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
    ms: float | None = None
    """What a Python agent has for one decision, where its spec does not say."""
    schedule: Schedule = field(init=False)
    rosters: list[Roster] = field(init=False)
    """One for each of the schedule's sizes."""

    def __post_init__(self) -> None:
        game = self.game
        if self.on_fault is OnFault.PENALTY and game.rules.no_answer(game.settings) is None:
            allowed = ", ".join(choice for choice in OnFault if choice is not OnFault.PENALTY)
            raise BadRun(f"the rules of {game.name} have no penalty for faults; choose {allowed}")
        if self.ms is not None:
            BUDGET.parse(self.ms)
        entrants = [enter_any(game, agent, self.ms) for agent in self.agents]
        schedule = plan(game, len(entrants), self.games, self.seed, self.protocol)
        rosters = [Roster(game, entrants)]
        if schedule.sizes != (game.players,):
            sized = [game.configure(**{PLAYERS: players}) for players in schedule.sizes]
            rosters = [
                Roster(game, [enter_any(game, agent, self.ms) for agent in self.agents])
                for game in sized
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
    def billing(self) -> Billing:
        """The line-up by name."""
        return Billing(self.game, tuple(self.specs), self.schedule, self.estimator)

    @property
    def key(self) -> NDArray[np.uint64]:
        """The key of all random streams."""
        return run_key(self.seed)

    @property
    def is_compiled(self) -> bool:
        """Whether no entrant needs Python."""
        return all(entrant.policy is not None for entrant in self.entrants)


def enter_any(game: Game, agent: str | type[Agent], ms: float | None) -> Entrant:
    """Enter an agent by its spec, or a class as it is; `ms` is for Python agents alone."""
    if not isinstance(agent, str):
        return Entrant(agent.__name__, lambda rng: agent(), budget_ms=ms or DEFAULT_BUDGET_MS)
    entrant = enter(game, agent)
    is_open = entrant.budget_ms is not None and BUDGET.name not in Spec.parse(agent).values
    return replace(entrant, budget_ms=ms) if ms is not None and is_open else entrant


class Watch(Protocol):
    """Is told whenever an agent is asked and has answered, so that one that hangs can be ended."""

    def begin(self, game: int, move: int, budget_ms: float | None) -> None:
        """Note who is asked for a move of a game, and how long it may take."""
        ...

    def end(self) -> None:
        """Note that there is an answer."""
        ...


@dataclass
class Played:
    """One finished game: how it ended, who played each seat, for which team and in which role."""

    outcome: NDArray[Any]
    entrants: list[int]
    teams: list[int]
    roles: list[int]
    rounds: int
    replay: Replay
    faults: list[Fault]
    counters: NDArray[np.float64]
    """What the game measures of each entrant."""
    asked: NDArray[np.int64]
    """How many decisions each entrant made."""
    seconds: NDArray[np.float64]
    """How long each entrant thought."""


def deal_seed(key: NDArray[np.uint64], deal: int) -> int:
    """Return the seed of a deal of a run."""
    rng = np.zeros(RNG_WORDS, np.uint64)
    return int(derive_seed(key, deal, Purpose.DEAL, rng, np.zeros(SCRATCH_WORDS, np.uint64)))


def warm_up(game: Game) -> None:
    """Compile what agents may call, so that the clock measures only how long they think."""
    if is_kernel(game.rules.verbs[verbs.apply]):
        rng = Rng(0)
        _ = rng.below(2), rng.random(), rng.seed()
        view = game.deal(0).view(0, rng)
        world = view.imagine()
        _ = str(view), view.as_dict(), view.features, world.evaluate(0)
        end = world.copy().play(world.actions[0]).playout()
        _ = end.returns, end.outcome


def play_game(
    line_up: LineUp, number: int, watch: Watch | None = None, lost: Sequence[Lost] = ()
) -> Played:
    """Play one game of a match. The same game as `batch.play_games` plays, if all are compiled."""
    key, schedule = line_up.key, line_up.schedule
    roster = line_up.rosters[schedule.table(number)]
    seed = deal_seed(key, schedule.deal(number))
    position = roster.game.deal(seed)
    seats = range(roster.game.players)
    teams = [int(verbs.team(position.state, seat)) for seat in seats]
    roles = [int(verbs.role(position.state, seat)) for seat in seats]
    seating = schedule.seating(number)
    seated = [seating[teams[seat] if schedule.by_team else seat] for seat in seats]
    chairs = Chairs(line_up, roster, number, seated, watch, lost)
    spare = Rng.stream(key, number, Purpose.FAULT)
    replay = start_replay(position, seed, chairs.specs)
    meter = Meter(roster.game, line_up.estimator, len(roster.entrants))
    while not position.is_over:
        seat = position.to_move
        note = None
        try:
            action: Action | None = chairs.ask(position, seat, len(replay.moves) + 1)
        except Failure as failure:
            note = f"{failure.kind}: {failure.detail}"
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
    return Played(
        outcome=outcome,
        entrants=seated,
        teams=teams,
        roles=roles,
        rounds=int(verbs.rounds(position.state)),
        replay=replay,
        faults=chairs.faults,
        counters=meter.counters,
        asked=chairs.asked,
        seconds=chairs.seconds,
    )


class Chairs:
    """The agents at the seats of one game: asked, timed, and their faults noted."""

    def __init__(
        self,
        line_up: LineUp,
        roster: Roster,
        number: int,
        seated: list[int],
        watch: Watch | None,
        lost: Sequence[Lost],
    ) -> None:
        entrants = [roster.entrants[entrant] for entrant in seated]
        rngs = [Rng.stream(line_up.key, number, seat) for seat in range(len(seated))]
        self.specs = [entrant.spec for entrant in entrants]
        self.faults: list[Fault] = []
        self.asked = np.zeros(len(roster.entrants), np.int64)
        self.seconds = np.zeros(len(roster.entrants))
        self._number = number
        self._seated = seated
        self._guards = [Guard(entrant, rng) for entrant, rng in zip(entrants, rngs, strict=True)]
        self._watch = watch
        self._lost = {loss.move: loss for loss in lost if loss.game == number}
        self._gone: dict[int, Failure] = {}
        self._is_strict = line_up.on_fault is OnFault.ABORT

    def ask(self, position: Position, seat: int, move: int) -> Action:
        """Return the answer of an agent, or raise its `Failure`."""
        if seat in self._gone:  # its fault is noted; the seat goes on without it
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
            fault = Fault(self._number, move, seat, entrant, failure.kind, failure.detail)
            self.faults.append(fault)
            raise

    def _ask(self, position: Position, seat: int, move: int) -> Action:
        if move in self._lost:
            loss = self._lost[move]
            self._gone[seat] = Failure(loss.kind, loss.detail)
            raise self._gone[seat]
        guard = self._guards[seat]
        if self._watch is not None:
            self._watch.begin(self._number, move, guard.entrant.budget_ms)
        start = time.perf_counter()
        try:
            return guard.ask(position, seat)
        finally:
            self.asked[self._seated[seat]] += 1
            self.seconds[self._seated[seat]] += time.perf_counter() - start
            if self._watch is not None:
                self._watch.end()


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
    return position.game.rules.no_answer(position.game.settings)
