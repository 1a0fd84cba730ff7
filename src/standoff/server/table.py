"""A table: a state machine that holds one game. It has no socket, no thread and no database.

Time comes in as an argument. What goes out is a `Step`: rows to store, and messages that may be
sent after the rows are stored. The settings, the seed and the rows are the whole truth of a table:
`Table.restore` builds it again from them.

Views come from the observation of their recipient. Events come from `Game.tell`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from standoff.arena.replay import (
    LEAVES,
    Move,
    Replay,
    finish,
    hash_state,
    seat_outcomes,
    start_replay,
)
from standoff.errors import BadNotation, BadReplay, BadRun
from standoff.event import Event
from standoff.game import Game
from standoff.position import Position, View, describe_action
from standoff.server.clock import Clock
from standoff.server.plan import Leaving, MoveRow, Plan
from standoff.server.protocol import (
    Ack,
    Act,
    Code,
    Control,
    Decision,
    Error,
    FromServer,
    Over,
    Pace,
    Seats,
    SeatStatus,
    Stage,
    TableStatus,
    Update,
)
from standoff.server.stream import (
    LEFT,
    Streams,
    Told,
    apply_action,
    make_move,
    notice_mask,
    observe,
    plain_view,
    raw,
    replay_positions,
)
from standoff.verbs import NOBODY, Action, Seat

FINISHED = "the game is over"
TOO_LATE = "the time for this decision is over; a stand-in decides"
CLIENT = "human"
"""What a replay names instead of the spec of an agent."""
LATE = "late: a stand-in decided"
AWAY = "away: a stand-in decided"
GONE = "left: the player is out of the game"


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
    Messages are made only for viewers who are here (`arrive`).
    """

    def __init__(self, game: Game, plan: Plan, seed: int, now: int, name: str = "") -> None:
        if len(plan.seats) != game.players:
            raise BadRun(f"{game.name} has {game.players} seats, not {len(plan.seats)}")
        self.game = game
        self.plan = plan
        self.seed = seed
        self.name = name
        """The id that clients know the table by."""
        self.rows: list[MoveRow] = []
        self.here: set[Seat] = set()
        """The viewers that messages are made for."""
        self.away: set[Seat] = set()
        """The seats whose players have been away for too long, or have left."""
        self.left: set[Seat] = set()
        """The seats whose players have left for good, as the rules say."""
        self.pace_ms = plan.pace_ms
        self.is_paused = plan.is_paused
        self._steps = 0
        """How many moves a paused game still makes."""
        self._position = self.dealt()
        self._streams = Streams(game.players + 1)
        self._clocks: list[Clock | None] = [
            Clock(plan.budget_ms, plan.bank_ms)
            if plan.budget_ms is not None and plan.is_client(seat)
            else None
            for seat in range(game.players)
        ]
        self._decided = [0] * game.players
        """How many decisions each seat has had."""
        self._news_from = [0] * game.players
        """How many updates each seat had had at its last decision."""
        self._acts: dict[tuple[Seat, int], tuple[int | str, Ack]] = {}
        """Seat and decision -> the answer of a client, and its acknowledgement."""
        self._answer: Action | None = None
        """The answer of an agent, which waits until the pace allows it."""
        self._answered = 0
        """When that answer came."""
        self._fault: str | None = None
        """Why `_answer` is not the agent's own."""
        self._is_late = False
        """Whether a stand-in decides, because the client's time is over."""
        self._begin_decision(now)

    @classmethod
    def restore(
        cls, game: Game, plan: Plan, seed: int, rows: Iterable[MoveRow], now: int, name: str = ""
    ) -> "Table":
        """Build a table again from what was stored; the decision that was open begins again.

        Raises `BadReplay` where the rows do not lead to the stored states.
        """
        table = cls(game, plan, seed, now, name)
        position = table._position
        for row in rows:
            if row.number != table.number or not table._fits(row):
                raise BadReplay(f"move {row.number} of the table cannot be played again")
            apply_action(position, row.seat, row.action)
            if hash_state(position) != row.hash:
                raise BadReplay(f"move {row.number} of the table leads to another state")
            clock = table._clocks[row.seat]
            if clock is not None and row.bank_ms is not None:
                clock.bank_ms = row.bank_ms
            if row.action == LEFT:
                table.left.add(row.seat)
            elif row.fault is None and plan.is_client(row.seat):
                decision = table.decision_id(row.seat)
                ack = Ack(decision, row.elapsed_ms, row.bank_ms)
                table._acts[row.seat, decision] = row.action, ack
            table._decided[row.seat] += row.action != LEFT
            table._news_from[row.seat] = table._streams.seqs[row.seat]
            table._streams.count(row.noticed)
            table.rows.append(row)
        for clock in table._clocks:
            if clock is not None:
                clock.started_at = None
        table._begin_decision(now)
        return table

    def _fits(self, row: MoveRow) -> bool:
        """Whether a stored move can be made in the present position."""
        if row.action == LEFT:
            return self.game.can_leave
        position = self._position
        return row.seat == position.to_move and row.action in position.actions

    def without_last(self, count: int, now: int) -> "Table":
        """Return the table as it was before its last moves, which could not be stored."""
        return self.built_again(self.rows[: len(self.rows) - count], now)

    def built_again(self, rows: Iterable[MoveRow], now: int) -> "Table":
        """Return the table as it is after some moves, with those who are here or away."""
        table = Table.restore(self.game, self.plan, self.seed, rows, now, self.name)
        table.here, table.away = self.here, self.away
        table.pace_ms, table.is_paused, table._steps = self.pace_ms, self.is_paused, self._steps
        return table

    # --- what the table says of itself ---

    def dealt(self) -> Position:
        """Return the position that the game began with."""
        return self.game.deal(self.seed)

    @property
    def number(self) -> int:
        """The number of the move to come, from 1. No client is told it."""
        return len(self.rows) + 1

    def decision_id(self, seat: Seat) -> int:
        """Return what the present or next decision of a seat is called.

        Each seat counts its own decisions: a common number would tell of moves that a seat does
        not notice.
        """
        return self._decided[seat] + 1

    @property
    def to_move(self) -> Seat:
        """The seat that must decide, -1 after the end."""
        return self._seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._seat == NOBODY

    @property
    def asked_agent(self) -> str | None:
        """The spec of the agent that must answer the present decision; None if no agent must."""
        if self.is_over or self._answer is not None:
            return None
        seat = self.to_move
        is_replaced = self._is_late or seat in self.away
        return self.plan.stand_in if is_replaced else self.plan.seats[seat].agent

    @property
    def asked_position(self) -> Position:
        """A copy of the true position, for whoever asks an agent: show the agent a view of it."""
        return self._position.copy()

    def view(self, viewer: Seat) -> View:
        """Return what a viewer sees now, for a client in this process."""
        return self._position.view(viewer)

    def observed(self, viewer: Seat) -> bytes:
        """Return the record behind the view of a viewer: for agents in Python."""
        return observe(self._position, viewer)

    def news(self, seat: Seat) -> tuple[Event, ...]:
        """Return what a seat has seen since its last decision."""
        self._tell_again()
        first = self._news_from[seat]
        return tuple(event for told in self._streams.events[seat][first:] for event in told)

    @property
    def outcome(self) -> Any:
        """Rank, score and result of each seat."""
        return self._position.outcome

    @property
    def replay(self) -> Replay:
        """The game so far, as `standoff replay` reads it; it tells everything."""
        specs = [seated.agent or CLIENT for seated in self.plan.seats]
        replay = start_replay(self.dealt(), self.seed, specs)
        for row in self.rows:
            text = LEAVES if row.action == LEFT else self.game.text(row.action)
            replay.moves.append(Move(row.seat, text, row.hash, row.fault))
        if self.is_over:
            finish(replay, self.outcome)
        return replay

    @property
    def next_tick(self) -> int | None:
        """When `tick` will have something to do; None if nothing is due."""
        if self.is_over:
            return None
        if self._answer is not None:
            return None if self.is_paused and not self._steps else self._due
        if self._is_late or self.to_move in self.away:
            return None
        clock = self._clocks[self.to_move]
        return None if clock is None else clock.deadline

    @property
    def _due(self) -> int:
        """When the answer of an agent is made: after whole units of the pace.

        A quick answer would tell about the cards of the agent, and so would one that is a little
        late.
        """
        if self.pace_ms == 0:
            return self._answered
        units = max(1, math.ceil((self._answered - self._began) / self.pace_ms))
        return self._began + units * self.pace_ms

    def seat_statuses(self) -> tuple[SeatStatus, ...]:
        """Return every seat as everybody sees it."""
        return self.plan.statuses(self.here, self.away)

    def first_view(self, viewer: Seat) -> dict[str, Any]:
        """Return what a viewer saw after the deal."""
        return plain_view(self.dealt(), viewer)

    def told(self, viewer: Seat) -> Sequence[tuple[Event, ...]]:
        """Return the events of each update of a viewer."""
        self._tell_again()
        return self._streams.events[viewer]

    # --- viewers come and go ---

    def arrive(
        self, viewer: Seat, seen: int | None, now: int, is_owner: bool = False
    ) -> list[FromServer]:
        """Return what brings a viewer up to date: the whole table, or the tail of its stream.

        `seen` is the number of the last update that the viewer has, None if it has none. A player
        who was away plays again.
        """
        self.game.check_viewer(viewer)
        self.here.add(viewer)
        self._come_back(viewer, now)
        messages: list[FromServer] = []
        if seen is None or not 0 <= seen <= self._streams.seqs[viewer]:
            messages.append(self.status(viewer, is_owner))
        else:
            messages.extend(self._tail(viewer, seen))
        if self.is_over:
            messages.append(self._over())
        elif viewer == self.to_move and self._waits_for_client:
            messages.append(self._ask(now))
        return messages

    def depart(self, viewer: Seat) -> None:
        """Make no more messages for a viewer."""
        self.here.discard(viewer)

    def set_away(self, seat: Seat, now: int) -> Step:
        """Let the stand-in play for a player who has left, or has been away for too long.

        Where leaving means to die, the player is out of the game instead.
        """
        if self.is_over or not self.plan.is_client(seat) or seat in self.left:
            return Step()
        if self.plan.leaving is Leaving.DIES:
            return self._leave(seat, now)
        self.away.add(seat)
        return self.tell_seats()

    def tell_seats(self) -> Step:
        """Tell everybody who is here how the seats are now."""
        seats = Seats(self.seat_statuses())
        return Step(messages=[(viewer, seats) for viewer in sorted(self.here)])

    def _come_back(self, viewer: Seat, now: int) -> None:
        if viewer in self.away:
            self.away.remove(viewer)
            if viewer == self.to_move and not self._is_late:
                self._answer = self._fault = None  # the player decides, not the stand-in

    # --- inputs ---

    def act(self, viewer: Seat, act: Act, now: int) -> Step:
        """Take the answer of a client: a ladder of guards, then the move."""
        self.game.check_viewer(viewer)
        given = self._acts.get((viewer, act.decision))
        if given is not None and self._is_same(given[0], act.action):
            return Step(messages=[(viewer, given[1])])
        for fails, code, text in self._guards(viewer, act, now):
            if fails:
                return Step(messages=[(viewer, Error(code, text, act.decision))])
        return self._commit(self._read(act.action), now, act.action)

    def answer(self, number: int, action: Action, now: int, fault: str | None = None) -> Step:
        """Take the answer of an agent to move `number`; it is made when the pace allows it.

        `fault` says why the agent did not give this answer itself, where it failed.
        """
        if self.asked_agent is None or number != self.number:
            return Step()
        if action not in self._actions:
            raise BadRun(f"illegal action {describe_action(self.game, action)}")
        self._answer, self._answered = action, now
        is_away = self.to_move in self.away
        self._fault = fault or (LATE if self._is_late else AWAY if is_away else None)
        return self.tick(now)

    def tick(self, now: int) -> Step:
        """Do what is due: make the move of an agent, or end the time of a client."""
        if self.next_tick is None or now < self.next_tick:
            return Step()
        if self._answer is not None:
            self._steps = max(0, self._steps - 1)
            return self._commit(self._answer, now)
        seat = self.to_move
        self._is_late = True
        self._began = now
        error = Error(Code.TOO_LATE, TOO_LATE, self.decision_id(seat))
        return Step(messages=self._for_those_here([(seat, error)]))

    def control(self, wish: Control) -> Step:
        """Change the pace, pause, go on, or make some moves of a paused game."""
        if wish.pace_ms is not None:
            self.pace_ms = wish.pace_ms
        if wish.is_paused is not None:
            self.is_paused = wish.is_paused
            self._steps = 0
        self._steps += wish.steps if self.is_paused else 0
        pace = Pace(self.pace_ms, self.is_paused)
        return Step(messages=[(viewer, pace) for viewer in sorted(self.here)])

    def start_clock(self, now: int) -> None:
        """Let the time of a decision begin now, if its player has only just been asked."""
        clock = None if self.is_over else self._clocks[self.to_move]
        if clock is not None and clock.started_at == self._began:
            clock.start(now)

    def give_back(self, stalled_ms: int) -> None:
        """Give the open decision the time back in which the server did not listen."""
        clock = None if self.is_over else self._clocks[self.to_move]
        if clock is not None:
            clock.give_back(stalled_ms)

    # --- guards ---

    def _guards(self, viewer: Seat, act: Act, now: int) -> Iterator[tuple[bool, Code, str]]:
        """Yield whether an answer fails, its code and the reason: the first that fails counts."""
        yield viewer == self.game.spectator, Code.NOT_SEATED, "you watch; only a seat may act"
        yield self.is_over, Code.GAME_OVER, FINISHED
        is_asked = viewer == self.to_move and self.plan.is_client(viewer)
        yield not is_asked, Code.NOT_YOUR_DECISION, "you are not asked now"
        present = self.decision_id(viewer)
        text = f"the present decision is {present}"
        yield act.decision != present, Code.STALE_DECISION, text
        clock = self._clocks[viewer]
        deadline = None if clock is None else clock.deadline
        is_late = self._is_late or (deadline is not None and now > deadline)
        yield is_late or viewer in self.away, Code.TOO_LATE, TOO_LATE
        is_legal = self._read(act.action) in self._actions
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
        seat = self.to_move
        return self.plan.is_client(seat) and not self._is_late and seat not in self.away

    def _begin_decision(self, now: int) -> None:
        self._seat = self._position.to_move
        self._actions = self._position.actions
        self._began = now
        self._is_late = False
        self._answer = self._fault = None
        clock = None if self.is_over else self._clocks[self.to_move]
        if clock is not None:
            clock.start(now)

    def _commit(self, action: Action, now: int, given: int | str | None = None) -> Step:
        """Make a move; `given` is what the client sent, None for an agent."""
        seat, clock = self.to_move, self._clocks[self.to_move]
        decision = self.decision_id(seat)
        elapsed = now - self._began if clock is None else clock.stop(now)
        bank = None if clock is None else clock.bank_ms
        self._tell_again()
        self._news_from[seat] = self._streams.seqs[seat]
        told, row = self._make(seat, action, self._fault, elapsed, bank)
        step = Step(rows=[row])
        self._decided[seat] += 1
        if given is not None:
            ack = Ack(decision, elapsed, bank)
            self._acts[seat, decision] = given, ack
            step.messages.append((seat, ack))
        self._begin_decision(now)
        step.messages += self._updates(told)
        self._announce(step, now)
        return step

    def desert(self, now: int) -> Step:
        """Let all players leave who are still there: then nobody has won (rule 7.5)."""
        self._tell_again()
        mover, step = self.to_move, Step()
        for seat in sorted(set(range(self.game.players)) - self.left):
            self._let_leave(seat, step)
        self._go_on(step, mover, now)
        return step

    def _leave(self, seat: Seat, now: int) -> Step:
        """Let a player leave for good, as the rules say."""
        self._tell_again()
        mover, step = self.to_move, Step()
        self._let_leave(seat, step)
        self._go_on(step, mover, now)
        return step

    def _let_leave(self, seat: Seat, step: Step) -> None:
        """Let a player leave, and add to a step what that brings."""
        clock = self._clocks[seat]
        told, row = self._make(seat, LEFT, GONE, 0, None if clock is None else clock.bank_ms)
        self.left.add(seat)
        step.rows.append(row)
        step.messages += self._updates(told)

    def _go_on(self, step: Step, mover: Seat, now: int) -> None:
        """Ask who is to move after somebody has left; `mover` was to move before."""
        if self._position.to_move == mover:
            self._actions = self._position.actions  # the same decision, perhaps with other answers
            self._answer = self._fault = None
        else:
            for clock in self._clocks:
                if clock is not None:
                    clock.started_at = None
            self._begin_decision(now)
        self._announce(step, now)

    def _make(
        self, seat: Seat, action: Action, fault: str | None, elapsed: int, bank: int | None
    ) -> tuple[Told, MoveRow]:
        """Make a move or let a player leave; return what viewers see, and the row to store."""
        told = make_move(self._position, seat, action)
        self._streams.add(told)
        after = hash_state(self._position)
        row = MoveRow(self.number, seat, action, fault, elapsed, bank, after, notice_mask(told))
        self.rows.append(row)
        return told, row

    def _announce(self, step: Step, now: int) -> None:
        """Add to a step who is asked next, or that the game is over."""
        if self.is_over:
            step.messages += [(viewer, self._over()) for viewer in sorted(self.here)]
        elif self._waits_for_client:
            step.messages += self._for_those_here([(self.to_move, self._ask(now))])

    def _for_those_here(
        self, messages: list[tuple[Seat, FromServer]]
    ) -> list[tuple[Seat, FromServer]]:
        return [(viewer, message) for viewer, message in messages if viewer in self.here]

    def _tell_again(self) -> None:
        """After a restart, play the game again to have the events of its streams."""
        if not self._streams.is_told:
            position, again = self.dealt(), Streams(self.game.players + 1)
            for row in self.rows:
                again.add(make_move(position, row.seat, row.action))
            self._streams = again

    # --- messages ---

    def _updates(self, told: Told) -> list[tuple[Seat, FromServer]]:
        """Return the update of each viewer who is here and has noticed the move."""
        heard = [(viewer, events) for viewer, events in enumerate(told) if events is not None]
        heard = [(viewer, events) for viewer, events in heard if viewer in self.here]
        views = self._position.show_all([viewer for viewer, _ in heard])
        seqs = self._streams.seqs
        return [
            (viewer, Update(seqs[viewer], events, raw(view)))
            for (viewer, events), view in zip(heard, views, strict=True)
        ]

    def _ask(self, now: int) -> Decision:
        clock = self._clocks[self.to_move]
        decision = self.decision_id(self.to_move)
        choices = tuple([self.game.choices[action] for action in self._actions])
        if clock is None:
            return Decision(decision, choices, None, None)
        over = max(0, clock.elapsed(now) - clock.budget_ms)
        left = max(0, clock.budget_ms - clock.elapsed(now))
        return Decision(decision, choices, left, max(0, clock.bank_ms - over))

    def status(self, viewer: Seat, is_owner: bool) -> TableStatus:
        """Return everything that a viewer needs to begin or to go on."""
        self._tell_again()
        clocks = [0 if clock is None else clock.bank_ms for clock in self._clocks]
        return TableStatus(
            table=self.name,
            stage=Stage.OVER if self.is_over else Stage.PLAYING,
            seq=self._streams.seqs[viewer],
            game=self.game.name,
            version=self.game.version,
            options=dict(self.game.settings),
            seats=self.seat_statuses(),
            seat=None if viewer == self.game.spectator else viewer,
            is_owner=is_owner,
            budget_ms=self.plan.budget_ms,
            banks_ms=() if self.plan.budget_ms is None else tuple(clocks),
            pace_ms=self.pace_ms,
            is_paused=self.is_paused,
            history=self._streams.history(viewer),
            view=plain_view(self._position, viewer),
        )

    def _over(self) -> Over:
        return Over(tuple(seat_outcomes(self.outcome)), FINISHED)

    def _tail(self, viewer: Seat, seen: int) -> Iterator[Update]:
        """Yield the updates of a viewer after the number `seen`, as they were sent."""
        self._tell_again()
        events = self._streams.events[viewer]
        for seq, position in replay_positions(self.dealt(), self.rows, viewer):
            if seq > seen:
                yield Update(seq, events[seq - 1], plain_view(position, viewer))
