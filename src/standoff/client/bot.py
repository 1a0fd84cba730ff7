"""A bot: an agent of this computer that plays at the tables of a server."""

import time
from dataclasses import dataclass, field

from standoff.agents import Entrant, enter
from standoff.arena.fault import Failure, Guard, check_params
from standoff.arena.referee import warm_up
from standoff.client.follower import Follower, check_actions, load_game
from standoff.client.line import PASSING, Line, Say
from standoff.client.problem import Refused, Unreachable, printable
from standoff.client.visit import Visit
from standoff.client.web import ListedTable, Web
from standoff.game import Game
from standoff.rng import Rng, run_key
from standoff.server.protocol import Closing, Code, Decision, Error, Stage
from standoff.verbs import Action, Result

POLL_SECONDS = 2.0
"""How often the list of tables is read while a bot waits for a free seat."""
LATE = "late: the server's clock for the decision ran out"


@dataclass
class Score:
    """What a bot has done so far."""

    games: int = 0
    wins: int = 0
    faults: list[str] = field(default_factory=list)


class Bot:
    """An agent, and the line to the server at which it plays. Each game has a new agent."""

    def __init__(
        self, line: Line, spec: str, seed: int, *, address: str | None = None, say: Say = print
    ) -> None:
        self.line = line
        self.spec = spec
        self.score = Score()
        self._key = run_key(seed)
        self._address = address
        self._say = say
        self._ready: set[str] = set()
        """The games that are compiled."""

    def play(self, table: str) -> bool:
        """Play one game to its end; return whether it was played and not closed before."""
        visit = Visit(self.line, table)
        game = load_game(visit.look(), self._address)
        entrant = enter(game, self.spec)
        check_params(entrant)
        self._prepare(game, entrant)
        seat = visit.sit().seat
        assert seat is not None
        self._say(f"{self.line.name} sits at seat {seat} of table {table} ({game.name}).")
        rng = Rng.stream(self._key, self.score.games, seat)
        self._play_on(visit, game, Guard(entrant, rng))
        return self._note_end(visit.follower, seat)

    def _prepare(self, game: Game, entrant: Entrant) -> None:
        """Compile before the clock runs."""
        name = f"{game.name} {sorted(game.settings.items())}"
        if name in self._ready:
            return
        self._ready.add(name)
        warm_up(game)
        if entrant.budget_ms is None:
            position = game.deal(0)
            Guard(entrant, Rng(0)).ask(position, position.to_move, ())

    def _play_on(self, visit: Visit, game: Game, guard: Guard) -> None:
        """Answer decisions until the game is over."""
        while visit.follower.over is None:
            message = visit.receive()
            if isinstance(message, Decision):
                action = self._decide(visit.follower, game, guard, message)
                visit.answer(message.id, action)
            elif isinstance(message, Error) and message.code is Code.TOO_LATE:
                self._blame(LATE)
            elif isinstance(message, Error) and message.code is Code.ILLEGAL_ACTION:
                raise Refused(message.code, message.text)
            elif isinstance(message, Closing):
                self._say(printable(message.text))

    def _decide(self, follower: Follower, game: Game, guard: Guard, decision: Decision) -> Action:
        """Return the answer of the agent; a random action where it fails."""
        assert follower.status is not None
        assert follower.status.seat is not None
        position = follower.position(game)
        check_actions(game, position, decision)
        news = follower.take_news()
        try:
            events = news if guard.entrant.wants_events else None
            return guard.ask(position, follower.status.seat, events)
        except Failure as failure:
            self._blame(f"{failure.kind}: {failure.detail}")
            return guard.rng.choice(position.actions)

    def _blame(self, fault: str) -> None:
        self.score.faults.append(fault)
        self._say(f"A fault: {fault}")

    def _note_end(self, follower: Follower, seat: int) -> bool:
        over = follower.over
        assert over is not None
        if not over.outcome:
            self._say(f"The table was closed: {printable(over.reason)}")
            return False
        end = over.outcome[seat]
        self.score.games += 1
        self.score.wins += end.result == Result.WIN.name.lower()
        self._say(f"Game {self.score.games}: {end.result}, rank {end.rank:g}, score {end.score:g}.")
        return True


# --- finding a seat -------------------------------------------------------------------------------


def find_table(bot: Bot, web: Web, game: str | None, say: Say) -> str:
    """Return a table with a seat for a bot; wait while there is none.

    The own tables come first, then the one that has waited longest.
    """
    name, is_told = bot.line.name, False
    while True:
        listed = [table for table in list_tables(bot, web) if game in (None, table.game)]
        found = [table for table in reversed(listed) if suits(table, name)]
        found.sort(key=lambda table: not table.has_player(name))
        if found:
            return found[0].id
        if not is_told:
            say(
                f"No table{'' if game is None else f' of {game}'} has a free seat; waiting for one."
            )
            is_told = True
        time.sleep(POLL_SECONDS)


def list_tables(bot: Bot, web: Web) -> list[ListedTable]:
    """Return the listed tables, even if the server has to come back first."""
    while True:
        try:
            return web.tables()
        except Unreachable:
            bot.line.reopen()
        except Refused as error:
            if error.code not in PASSING:
                raise
            time.sleep(POLL_SECONDS)


def suits(table: ListedTable, name: str | None) -> bool:
    """Whether a player has a seat at a table, or may take one."""
    is_open = table.stage is Stage.WAITING and table.num_free > 0
    return table.has_player(name) or is_open


def play_games(bot: Bot, web: Web, games: int, game: str | None, say: Say) -> None:
    """Play a number of games, wherever there is a free seat."""
    while bot.score.games < games:
        try:
            bot.play(find_table(bot, web, game, say))
        except Refused as error:
            if error.code not in (Code.SEAT_TAKEN, Code.NOT_FOUND, Code.TOO_MANY):
                raise
            time.sleep(POLL_SECONDS)  # somebody else was quicker, or the last game was short
