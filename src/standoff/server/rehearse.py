"""A rehearsal: a table plays a little, so that all it needs is compiled before a player waits.

`python -m standoff.server.compile` does it in a process of its own, which fills the cache on disk.
"""

import time

from standoff.agents import Entrant, enter
from standoff.game import Game
from standoff.position import Position
from standoff.rng import Rng
from standoff.server.plan import Plan, Seated
from standoff.server.protocol import Act, Kind, write_message
from standoff.server.question import Question, ask
from standoff.server.stream import observe
from standoff.server.table import Table

NUM_MOVES = 30
MEASURED_MOVES = 400
MEASURED_SECONDS = 1.0
"""A measurement ends when its decisions have taken longer."""


def rehearse(game: Game, spec: str) -> None:
    """Let clients make some random moves at a table; or let one compiled agent decide once.

    An agent in Python is not asked: its code may run in a process of its own only.
    """
    seats = tuple(Seated(Kind.PERSON, str(seat)) for seat in range(game.players))
    table = Table(game, Plan(seats, budget_ms=1000), 1, 0)
    rng = Rng(1)
    if spec:
        entrant = enter(game, spec)
        if entrant.budget_ms is None:
            seat = table.to_move
            ask(Question(game, spec, seat, table.observed(seat), (1, 1)), entrant)
        return
    for viewer in range(game.players + 1):
        for message in table.arrive(viewer, None, 0):
            write_message(message)
    while not table.is_over and table.number < NUM_MOVES:
        seat = table.to_move
        act = Act(table.decision_id(seat), rng.choice(table.asked_position.actions))
        for _, message in table.act(seat, act, 0).messages:
            write_message(message)
    _ = table.outcome


def measure_policy(game: Game, entrant: Entrant) -> float:
    """Return how many milliseconds the slowest decision of a policy takes in a random game.

    Time in which other threads ran is not counted, nor is compiling.
    """
    position, rng = game.deal(1), Rng(1)
    ask(question_at(position, entrant), entrant)
    slowest = total = 0.0
    for _ in range(MEASURED_MOVES):
        if position.is_over or total > MEASURED_SECONDS:
            break
        question = question_at(position, entrant)
        began = time.thread_time()
        ask(question, entrant)
        taken = time.thread_time() - began
        slowest, total = max(slowest, taken), total + taken
        position.play(rng.choice(position.actions))
    return slowest * 1000


def question_at(position: Position, entrant: Entrant) -> Question:
    """Return the decision that is open in a position, for an agent."""
    seat = position.to_move
    return Question(position.game, entrant.spec, seat, observe(position, seat), (1, 1))
