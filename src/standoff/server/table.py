"""A table: a state machine that holds one game. It has no socket, no thread and no database.

Time comes in as an argument. What goes out is a `Step`: rows to store, and messages that may be
sent after the rows are stored. The settings, the seed and the rows are the whole truth of a table:
`Table.restore` builds it again from them.

Views come from the observation of their recipient. Events come from `Game.tell`. A recipient's
stream counts only the moves that the recipient noticed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from standoff import verbs
from standoff.arena.replay import (
    Move,
    Replay,
    finish,
    hash_state,
    seat_outcomes,
    start_replay,
)
from standoff.errors import BadNotation, BadReplay, BadRun
from standoff.game import Game
from standoff.position import Position, View, describe_action
from standoff.server.clock import Clock
from standoff.server.protocol import (
    Ack,
    Act,
    Code,
    Decision,
    Error,
    FromServer,
    Over,
    SeatName,
    TableStatus,
    Update,
)
from standoff.verbs import NOBODY, Action, Seat

TOO_LATE = "the time for this decision is over; a stand-in decides"
CLIENT = "human"
"""What a replay names instead of the spec of an agent."""
LATE = "late: a stand-in decided"


@dataclass(frozen=True)
class Seated:
    """Who plays a seat."""

    name: str
    agent: str | None = None
    """The spec of our agent; None for a person or a bot from outside."""


@dataclass(frozen=True)
class Plan:
    """The settings of a table."""

    seats: tuple[Seated, ...]
    budget_ms: int | None = None
    """The time for every decision of a client; None for no clock."""
    bank_ms: int = 0
    """The time of each client for decisions that take longer than their budget."""
    pace_ms: int = 0
    """How long every answer of an agent takes, whatever its cards are."""
    stand_in: str = "uniform"
    """The spec of the agent that decides for a client whose time is over."""


@dataclass(frozen=True)
class MoveRow:
    """A move, as it is stored."""

    number: int
    """From 1; also the `id` of the decision that it answers."""
    seat: Seat
    action: Action
    fault: str | None
    """Why the player of the seat did not choose it; None if he did."""
    elapsed_ms: int
    bank_ms: int | None
    hash: str
    """Of the state after the move."""


@dataclass
class Step:
    """What follows from an input. Store the rows first, then send the messages."""

    rows: list[MoveRow] = field(default_factory=list)
    messages: list[tuple[Seat, FromServer]] = field(default_factory=list)

    def sent_to(self, viewer: Seat) -> list[FromServer]:
        """Return the messages to a viewer."""
        return [message for receiver, message in self.messages if receiver == viewer]


class Table:
    """One game, its seats and their clocks.

    A viewer is a seat or `game.spectator`. The spectator's messages go to everybody who watches.
    """

    def __init__(self, game: Game, plan: Plan, seed: int, now: int) -> None:
        if len(plan.seats) != game.players:
            raise BadRun(f"{game.name} has {game.players} seats, not {len(plan.seats)}")
        self.game = game
        self.plan = plan
        self.seed = seed
        self.rows: list[MoveRow] = []
        self._position = game.deal(seed)
        self._seqs = [0] * (game.players + 1)
        self._clocks: list[Clock | None] = [
            None if plan.budget_ms is None or seated.agent else Clock(plan.budget_ms, plan.bank_ms)
            for seated in plan.seats
        ]
        self._acts: dict[int, tuple[Seat, int | str, Ack]] = {}
        """Decision -> the answer of a client, and its acknowledgement."""
        self._answer: Action | None = None
        """The answer of an agent, which waits until the pace allows it."""
        self._fault: str | None = None
        """Why `_answer` is not the agent's own."""
        self._is_late = False
        """Whether a stand-in decides, because the client's time is over."""
        self._begin_decision(now)

    @classmethod
    def restore(
        cls, game: Game, plan: Plan, seed: int, rows: Iterable[MoveRow], now: int
    ) -> "Table":
        """Build a table again from what was stored; the decision that was open begins again.

        Raises `BadReplay` where the rows do not lead to the stored states.
        """
        table = cls(game, plan, seed, now)
        for row in rows:
            is_next = row.number == table.decision and row.seat == table.to_move
            if not is_next or row.action not in table._position.actions:
                raise BadReplay(f"move {row.number} of the table cannot be played again")
            table._make(row.action)
            if hash_state(table._position) != row.hash:
                raise BadReplay(f"move {row.number} of the table leads to another state")
            clock = table._clocks[row.seat]
            if clock is not None and row.bank_ms is not None:
                clock.started_at, clock.bank_ms = None, row.bank_ms
            if row.fault is None and plan.seats[row.seat].agent is None:
                ack = Ack(row.number, row.elapsed_ms, row.bank_ms)
                table._acts[row.number] = row.seat, row.action, ack
            table.rows.append(row)
            table._begin_decision(now)
        return table

    # --- what the table says of itself ---

    @property
    def decision(self) -> int:
        """The `id` of the present decision: the number of the move to come."""
        return len(self.rows) + 1

    @property
    def to_move(self) -> Seat:
        """The seat that must decide, -1 after the end."""
        return self._position.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._position.is_over

    @property
    def asked_agent(self) -> str | None:
        """The spec of the agent that must answer the present decision; None if no agent must."""
        if self.is_over or self._answer is not None:
            return None
        return self.plan.stand_in if self._is_late else self.plan.seats[self.to_move].agent

    @property
    def asked_position(self) -> Position:
        """A copy of the true position, for whoever asks an agent: show the agent a view of it."""
        return self._position.copy()

    def view(self, viewer: Seat) -> View:
        """Return what a viewer sees now, for a client in this process."""
        return self._position.view(viewer)

    @property
    def replay(self) -> Replay:
        """The game so far, as `standoff replay` reads it; it tells everything."""
        specs = [seated.agent or CLIENT for seated in self.plan.seats]
        replay = start_replay(self.game.deal(self.seed), self.seed, specs)
        for row in self.rows:
            replay.moves.append(Move(row.seat, self.game.text(row.action), row.hash, row.fault))
        if self.is_over:
            finish(replay, self._position.outcome)
        return replay

    @property
    def next_tick(self) -> int | None:
        """When `tick` will have something to do; None if nothing is due."""
        if self.is_over:
            return None
        if self._answer is not None:
            return self._began + self.plan.pace_ms
        clock = self._clocks[self.to_move]
        return None if clock is None or self._is_late else clock.deadline

    # --- inputs ---

    def join(self, viewer: Seat, seen: int | None, now: int) -> list[FromServer]:
        """Return what brings a viewer up to date: the whole table, or the tail of its stream.

        `seen` is the number of the last update that the viewer has, None if it has none.
        """
        self.game.check_viewer(viewer)
        messages: list[FromServer] = []
        if seen is None or not 0 <= seen <= self._seqs[viewer]:
            messages.append(self._status(viewer))
        else:
            messages += (update for update in self._retell(viewer) if update.seq > seen)
        if self.is_over:
            messages.append(self._over())
        elif viewer == self.to_move and self._waits_for_client:
            messages.append(self._ask(now))
        return messages

    def act(self, viewer: Seat, act: Act, now: int) -> Step:
        """Take the answer of a client: a ladder of guards, then the move."""
        self.game.check_viewer(viewer)
        given = self._acts.get(act.decision)
        if given is not None and given[0] == viewer and self._is_same(given[1], act.action):
            return Step(messages=[(viewer, given[2])])
        for fails, code, text in self._guards(viewer, act, now):
            if fails:
                return Step(messages=[(viewer, Error(code, text, act.decision))])
        return self._commit(self._read(act.action), now, act.action)

    def answer(self, decision: int, action: Action, now: int, fault: str | None = None) -> Step:
        """Take the answer of an agent; it is made when the pace allows it.

        `fault` says why the agent did not give this answer itself, where it failed.
        """
        if self.asked_agent is None or decision != self.decision:
            return Step()
        if action not in self._position.actions:
            raise BadRun(f"illegal action {describe_action(self.game, action)}")
        self._answer = action
        self._fault = fault or (LATE if self._is_late else None)
        return self.tick(now)

    def tick(self, now: int) -> Step:
        """Do what is due: make the move of an agent, or end the time of a client."""
        if self.next_tick is None or now < self.next_tick:
            return Step()
        if self._answer is not None:
            return self._commit(self._answer, now)
        seat = self.to_move
        self._is_late = True
        self._began = now
        return Step(messages=[(seat, Error(Code.TOO_LATE, TOO_LATE, self.decision))])

    def give_back(self, stalled_ms: int) -> None:
        """Give the open decision the time back in which the server did not listen."""
        clock = None if self.is_over else self._clocks[self.to_move]
        if clock is not None:
            clock.give_back(stalled_ms)

    # --- guards ---

    def _guards(self, viewer: Seat, act: Act, now: int) -> Iterator[tuple[bool, Code, str]]:
        """Yield whether an answer fails, its code and the reason: the first that fails counts."""
        yield viewer == self.game.spectator, Code.NOT_SEATED, "you watch; only a seat may act"
        yield self.is_over, Code.GAME_OVER, "the game is over"
        is_asked = viewer == self.to_move and self.plan.seats[viewer].agent is None
        yield not is_asked, Code.NOT_YOUR_DECISION, "you are not asked now"
        text = f"the present decision is {self.decision}"
        yield act.decision != self.decision, Code.STALE_DECISION, text
        clock = self._clocks[viewer]
        deadline = None if clock is None else clock.deadline
        is_late = self._is_late or (deadline is not None and now > deadline)
        yield is_late, Code.TOO_LATE, TOO_LATE
        is_legal = self._read(act.action) in self._position.actions
        yield not is_legal, Code.ILLEGAL_ACTION, "this is not one of the actions of the decision"

    def _read(self, action: int | str) -> Action:
        """Return the code of an action; NOBODY for a text that no action has."""
        if isinstance(action, int):
            return action
        try:
            return self.game.parse(action)
        except BadNotation:
            return NOBODY

    def _is_same(self, given: int | str, action: int | str) -> bool:
        return given == action or self._read(given) == self._read(action) != NOBODY

    # --- moves ---

    @property
    def _waits_for_client(self) -> bool:
        return self.plan.seats[self.to_move].agent is None and not self._is_late

    def _begin_decision(self, now: int) -> None:
        self._began = now
        self._is_late = False
        self._answer = self._fault = None
        clock = None if self.is_over else self._clocks[self.to_move]
        if clock is not None:
            clock.start(now)

    def _commit(self, action: Action, now: int, given: int | str | None = None) -> Step:
        """Make a move; `given` is what the client sent, None for an agent."""
        seat, number, clock = self.to_move, self.decision, self._clocks[self.to_move]
        elapsed = now - self._began if clock is None else clock.stop(now)
        bank = None if clock is None else clock.bank_ms
        updates = self._make(action)
        after = hash_state(self._position)
        row = MoveRow(number, seat, action, self._fault, elapsed, bank, after)
        self.rows.append(row)
        step = Step(rows=[row])
        if given is not None:
            ack = Ack(number, elapsed, bank)
            self._acts[number] = seat, given, ack
            step.messages.append((seat, ack))
        step.messages += updates
        self._begin_decision(now)
        if self.is_over:
            step.messages += [(viewer, self._over()) for viewer in range(self.game.players + 1)]
        elif self._waits_for_client:
            step.messages.append((self.to_move, self._ask(now)))
        return step

    def _make(self, action: Action) -> list[tuple[Seat, Update]]:
        """Apply an action; return the update of each viewer who notices it."""
        return make_move(self._position, action, range(self.game.players + 1), self._seqs)

    # --- messages ---

    def _ask(self, now: int) -> Decision:
        clock = self._clocks[self.to_move]
        choices = tuple(self.game.choices[action] for action in self._position.actions)
        if clock is None:
            return Decision(self.decision, choices, None, None)
        over = max(0, clock.elapsed(now) - clock.budget_ms)
        left = max(0, clock.budget_ms - clock.elapsed(now))
        return Decision(self.decision, choices, left, max(0, clock.bank_ms - over))

    def _status(self, viewer: Seat) -> TableStatus:
        clocks = [0 if clock is None else clock.bank_ms for clock in self._clocks]
        return TableStatus(
            seq=self._seqs[viewer],
            game=self.game.name,
            version=self.game.version,
            options=dict(self.game.settings),
            seats=tuple(
                SeatName(seat, seated.name, seated.agent is not None)
                for seat, seated in enumerate(self.plan.seats)
            ),
            seat=None if viewer == self.game.spectator else viewer,
            banks_ms=() if self.plan.budget_ms is None else tuple(clocks),
            view=self._position.view(viewer).as_dict(),
        )

    def _over(self) -> Over:
        return Over(tuple(seat_outcomes(self._position.outcome)))

    def _retell(self, viewer: Seat) -> Iterator[Update]:
        """Play the game again, and yield the whole stream of a viewer."""
        position = self.game.deal(self.seed)
        seqs = [0] * (self.game.players + 1)
        for row in self.rows:
            for _, update in make_move(position, row.action, (viewer,), seqs):
                yield update


def make_move(
    position: Position, action: Action, viewers: Iterable[Seat], seqs: list[int]
) -> list[tuple[Seat, Update]]:
    """Apply an action; return the update of each viewer who notices it, and count it in `seqs`.

    A viewer notices a move that brings him events, or that changes his observation.
    """
    game, listed = position.game, list(viewers)
    seen = game.states(1)
    told = game.tell_all(position.state, action, listed)
    observed = {}
    for viewer, events in zip(listed, told, strict=True):
        if not events:
            verbs.observe(position.state, viewer, seen[0])
            observed[viewer] = seen.tobytes()
    verbs.apply(position.state, action)
    updates = []
    for viewer, events in zip(listed, told, strict=True):
        if not events:
            verbs.observe(position.state, viewer, seen[0])
            if seen.tobytes() == observed[viewer]:
                continue
        seqs[viewer] += 1
        view = position.view(viewer).as_dict()
        updates.append((viewer, Update(seqs[viewer], events, view)))
    return updates
