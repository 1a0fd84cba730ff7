"""Throws illegal, stale, foreign and late answers at tables of all games, in deep positions.

    python scripts/illegal.py                   100,000 answers
    python scripts/illegal.py --acts 5000

A model of the ladder of guards says which code each answer must get. Neither the state nor the rows
nor the clocks may change, and the only message is the refusal, or the acknowledgement of before if
an accepted answer is repeated.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from driving import check, prove

from standoff.arena.replay import hash_state
from standoff.game import Game, load
from standoff.server.plan import Plan, Seated
from standoff.server.protocol import Ack, Act, Code, Error, Kind
from standoff.server.table import Table

GAMES = ("asmacag", "bang", "colonizers")
ACTS = 100_000
AT_ONCE = 40
"""Answers that are thrown at one position."""
MOST_BETWEEN = 6
"""Moves between two positions."""
BUDGET, BANK = 1_000, 500
NONSENSE = ("", " ", "no such action", "\0", "x" * 60_000, "-1", "0", "\u0661", "pass!", "🃏" * 99)
HUGE = (-1, 10**9, 2**63, -(10**30), 10**300)


class Victim:
    """A table in the middle of a game, and what was sent to it so far."""

    def __init__(self, game: Game, seed: int) -> None:
        seats = [Seated(Kind.PERSON, f"Player {seat}") for seat in range(game.players - 1)]
        plan = Plan((*seats, Seated(Kind.AGENT, "uniform", "uniform")), BUDGET, BANK)
        self.game = game
        self.chance = random.Random(seed)
        self.table = Table(game, plan, seed, 0)
        self.table.here = set(range(game.players + 1))
        self.now = 0
        self.accepted: dict[tuple[int, int], tuple[int, Ack]] = {}
        """Seat and decision -> the action that was made, and its acknowledgement."""

    @property
    def actions(self) -> list[int]:
        """The legal actions."""
        return list(self.table.asked_position.actions)

    def play_on(self) -> None:
        """Make some random moves."""
        for _ in range(self.chance.randint(1, MOST_BETWEEN)):
            if self.table.is_over:
                return
            self.now += self.chance.randint(0, BUDGET)
            self.move(self.chance.choice(self.actions))

    def move(self, action: int) -> None:
        """Make one move, of a client or of the agent."""
        table, seat = self.table, self.table.to_move
        if not table.plan.is_client(seat):
            table.answer(table.number, action, self.now)
            return
        decision = table.decision_id(seat)
        ack = table.act(seat, Act(decision, action), self.now).messages[0][1]
        check(isinstance(ack, Ack), f"a legal action was refused: {ack}")
        self.accepted[seat, decision] = action, ack

    # --- bad answers ---

    def invent(self) -> tuple[int, Act, int]:
        """Return somebody, an answer that must be refused, and when it comes."""
        table, chance = self.table, self.chance
        if self.accepted and chance.random() < 0.05:
            (viewer, decision), (action, _) = chance.choice(list(self.accepted.items()))
            return viewer, Act(decision, chance.choice([action, self.game.text(action)])), self.now
        seat = max(0, table.to_move)
        viewer = chance.choice([seat, seat, seat, chance.randint(0, self.game.players)])
        present = table.decision_id(min(viewer, self.game.players - 1))
        decision = chance.choice([present, present, chance.randint(-2, present + 2), *HUGE[2:3]])
        late = chance.random() < 0.1
        now = self.now + (BUDGET + BANK + 1 if late else 0)
        return viewer, Act(decision, self.invent_action()), now

    def invent_action(self) -> int | str:
        """Return a code or a text: legal, illegal, or nonsense."""
        code = self.chance.randrange(self.game.action_count)
        legal = self.chance.choice(self.actions or [code])
        code = self.chance.choice([code, code, legal])
        return self.chance.choice(
            [code, self.game.text(code), self.chance.choice(NONSENSE), self.chance.choice(HUGE)]
        )

    def code_of(self, action: int | str) -> int | None:
        """Return the code that an action means, None if it means nothing."""
        if isinstance(action, int):
            return action
        return next((code for code in self.actions if self.game.text(code) == action), None)

    def expect(self, viewer: int, act: Act, now: int) -> Ack | Code | None:
        """Return what must come back; None if the answer is a good one."""
        table = self.table
        made = self.accepted.get((viewer, act.decision))
        if made is not None and act.action in (made[0], self.game.text(made[0])):
            return made[1]
        if viewer == self.game.spectator:
            return Code.NOT_SEATED
        if table.is_over or viewer != table.to_move or not table.plan.is_client(viewer):
            return Code.GAME_OVER if table.is_over else Code.NOT_YOUR_DECISION
        if act.decision != len([key for key in self.accepted if key[0] == viewer]) + 1:
            return Code.STALE_DECISION
        if now > self.now + BUDGET + BANK:
            return Code.TOO_LATE
        return None if self.code_of(act.action) in self.actions else Code.ILLEGAL_ACTION

    def photograph(self) -> tuple[Any, ...]:
        """Return all that must not change."""
        table = self.table
        rows = [id(row) for row in table.rows]
        clocks = [None if clock is None else vars(clock).copy() for clock in table._clocks]
        return hash_state(table.asked_position), rows, clocks, table.next_tick, table.is_over


def attack(victim: Victim, count: int) -> Iterator[str]:
    """Throw answers at one position; yield the code that each got."""
    before = victim.photograph()
    for _ in range(count):
        viewer, act, now = victim.invent()
        expected = victim.expect(viewer, act, now)
        if expected is None:
            continue
        step = victim.table.act(viewer, act, now)
        where = f"{victim.game.name}, move {victim.table.number}: {act} of viewer {viewer}"
        check(not step.rows, f"{where} led to rows")
        check(len(step.messages) == 1, f"{where} got {len(step.messages)} messages")
        ((receiver, message),) = step.messages
        check(receiver == viewer, f"{where} was answered to viewer {receiver}")
        if isinstance(expected, Ack):
            check(message == expected, f"{where} got {message}, not {expected}")
            yield "repeated"
            continue
        is_right = isinstance(message, Error) and message.code is expected
        check(is_right, f"{where} got {message}, not {expected}")
        check(message.decision == act.decision, f"{where} got {message}")
        yield str(expected)
    check(victim.photograph() == before, f"{victim.game.name}: something has changed")


def run(acts: int) -> str:
    """Throw so many answers; return a line with figures. Raises `Violation`."""
    counts: Counter[str] = Counter()
    deepest: Counter[str] = Counter()
    victims: dict[str, Victim] = {}
    seed = 0
    while counts.total() < acts:
        for name in GAMES:
            if name not in victims:
                seed += 1
                victims[name] = Victim(load(name), seed)
            victim = victims[name]
            counts.update(attack(victim, min(AT_ONCE, acts)))
            deepest[name] = max(deepest[name], victim.table.number)
            if victim.table.is_over:
                del victims[name]
            else:
                victim.play_on()
    shown = ", ".join(f"{code} {count}" for code, count in counts.most_common())
    moves = ", ".join(f"{name} {deep}" for name, deep in deepest.items())
    return f"{counts.total()} answers refused, nothing changed: {shown}; deepest move: {moves}"


if __name__ == "__main__":
    sys.exit(prove(__doc__, "acts", ACTS, run))
