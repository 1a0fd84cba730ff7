"""A rehearsal: a table plays a little, so that all it needs is compiled before a player waits.

`python -m standoff.server.compile` does it in a process of its own, which fills the cache on disk.
"""

from standoff.agents import enter
from standoff.game import Game
from standoff.rng import Rng
from standoff.server.plan import Plan, Seated
from standoff.server.protocol import Act, Kind, write_message
from standoff.server.question import Question, ask
from standoff.server.table import Table

NUM_MOVES = 30


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
