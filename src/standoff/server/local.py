"""A table in this process, without clock and pace: for one person, or for somebody who watches."""

from collections.abc import Sequence

from standoff.agents import enter
from standoff.arena.referee import warm_up
from standoff.game import Game
from standoff.server.plan import Plan, Seated
from standoff.server.protocol import Act, Kind
from standoff.server.question import Question, ask, draw_chance
from standoff.server.table import CLIENT, Step, Table
from standoff.verbs import Action, Seat


class LocalTable:
    """A table whose agents think when they are told to. It is always time 0."""

    def __init__(
        self, game: Game, specs: Sequence[str], names: Sequence[str], seed: int, viewer: Seat
    ) -> None:
        seats = tuple(
            Seated(Kind.PERSON, name) if spec == CLIENT else Seated(Kind.AGENT, name, spec)
            for name, spec in zip(names, specs, strict=True)
        )
        self._entrants = {spec: enter(game, spec) for spec in specs if spec != CLIENT}
        self.table = Table(game, Plan(seats), seed, now=0)
        self.table.arrive(viewer, None, 0)
        warm_up(game)

    def ask_agent(self) -> Step:
        """Let the agent that must decide do so."""
        table, seat = self.table, self.table.to_move
        spec = table.asked_agent
        assert spec is not None
        chance = draw_chance(table.seed, table.number, seat)
        seen, news = table.observed(seat), table.news(seat)
        question = Question(table.game, spec, seat, seen, chance, news)
        action, fault = ask(question, self._entrants[spec])
        return table.answer(table.number, action, 0, fault)

    def act(self, seat: Seat, action: Action) -> Step:
        """Make the move of a person."""
        return self.table.act(seat, Act(self.table.decision_id(seat), action), 0)
