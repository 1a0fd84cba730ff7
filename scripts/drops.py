"""Drops the sockets of all players and spectators at random, every twenty messages or so.

    python scripts/drops.py               500 games
    python scripts/drops.py --games 10

Every game is played twice from the same seed, by bots whose answers depend on the decision alone:
once undisturbed and once with drops. Server and bots share this process, because the seeds of a
server are secret, but their messages go through real sockets. Moves, states after every move,
outcomes and the streams of all viewers, views included, must be the same.
"""

import asyncio
import contextlib
import itertools
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from typing import Any
from unittest import mock

from driving import HOST, HUGE_MS, LIMITS, Bot, check, prove

from standoff.server import lobby
from standoff.server.app import Application, Server, Settings, configure, listen
from standoff.server.limits import Limits
from standoff.server.lobby import SeatRequest, TableRequest
from standoff.server.thinkers import Thinkers

GAMES = 500
PERIOD = 20
"""A socket is dropped after so many messages, on average."""
AT_ONCE = 10
"""Games that are played at the same time."""
KINDS: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("asmacag", {}, 2, 0),
    ("bang", {"players": 5}, 4, 1),
    ("asmacag", {}, 1, 1),
)
"""Game, options, number of clients, number of agents."""


class Watcher(Bot):
    """A bot that only watches."""

    def __init__(self, name: str, token: str, table: str) -> None:
        super().__init__(name, token, table)
        self.entry = "watch"


@contextlib.asynccontextmanager
async def serve(database: str, seeds: Iterator[int]) -> AsyncIterator[tuple[Application, int]]:
    """Run a server in this process whose tables have given seeds; yield it and its port."""
    games = {name: name for name in ("asmacag", "bang")}
    limits = Limits(**dict.fromkeys(LIMITS, 1_000_000))
    application = Application(Settings(database=database, games=games, limits=limits))
    listener = listen(HOST, 0)
    server = Server(configure(application), application)
    with (
        mock.patch.object(lobby, "secret_seed", side_effect=seeds),
        mock.patch.object(Thinkers, "_compile", mock.AsyncMock()),  # compile when it is needed
    ):
        task = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield application, listener.getsockname()[1]
        finally:
            server.should_exit = True
            await task


async def open_game(application: Application, number: int) -> list[Bot]:
    """Open a table; return its players and a spectator."""
    game, options, clients, agents = KINDS[number % len(KINDS)]
    names = [f"bot {number}-{seat}" for seat in range(clients)]
    made = [await application.lobby.add_player(name, True, HOST) for name in names]
    seats = (*[SeatRequest()] * clients, *[SeatRequest("greedy")] * agents)
    request = TableRequest(game, options, seats, has_people=False, away_ms=HUGE_MS)
    room = await application.lobby.open_table(made[0][0], request)
    players = [Bot(name, made[at][1], room.row.id) for at, name in enumerate(names)]
    return [*players, Watcher(f"watcher {number}", made[0][1], room.row.id)]


async def play_all(games: int, drops: bool, folder: str) -> tuple[list[Any], int]:
    """Play all games; return what happened in each, and how often somebody came back."""
    database = f"{folder}/{'dropped' if drops else 'quiet'}.sqlite"
    seeds = itertools.count(1_000_000)
    stories: list[Any] = []
    returns = 0
    async with serve(database, seeds) as (application, port):
        for first in range(0, games, AT_ONCE):
            numbers = range(first, min(games, first + AT_ONCE))
            opened = [await open_game(application, number) for number in numbers]
            for bot in itertools.chain.from_iterable(opened) if drops else ():
                bot.after = Dropper(bot.name)
            playing = [bot.play(lambda: port) for bots in opened for bot in bots]
            await asyncio.wait_for(asyncio.gather(*playing), 600)
            for bots in opened:
                stories.append(describe(application, bots))
                returns += sum(bot.returns for bot in bots)
    return stories, returns


class Dropper:
    """Drops the socket of a bot now and then."""

    def __init__(self, name: str) -> None:
        self.chance = random.Random(name)

    def __call__(self, bot: Bot) -> None:
        """Drop it, perhaps; a drop throws away what the bot has not read yet."""
        if self.chance.random() < 1 / PERIOD:
            bot.link.drop()
            while not bot.link.messages.empty():
                bot.link.messages.get_nowait()


def describe(application: Application, bots: list[Bot]) -> tuple[Any, ...]:
    """Return all that happened in a game."""
    rows = application.store.moves(bots[0].table)
    moves = [(row.seat, row.action, row.fault, row.hash, row.noticed) for row in rows]
    heard = {bot.name: (bot.updates, bot.chosen, bot.outcome, bot.reason) for bot in bots}
    return moves, heard


def run(games: int) -> str:
    """Play so many games twice; return a line with figures. Raises `Violation`."""
    with tempfile.TemporaryDirectory() as folder:
        quiet, none = asyncio.run(play_all(games, False, folder))
        dropped, returns = asyncio.run(play_all(games, True, folder))
    check(none == 0, f"{none} sockets were lost that nobody dropped")
    check(returns > 0, "no socket was dropped")
    moves = updates = 0
    for number, (before, after) in enumerate(zip(quiet, dropped, strict=True)):
        check(before[0] == after[0], f"game {number}: other moves or states")
        for name, heard in before[1].items():
            check(heard == after[1][name], f"game {number}: {name} was told something else")
            updates += len(heard[0])
        moves += len(before[0])
    return (
        f"{games} games twice, {moves} moves, {updates} updates, {returns} sockets dropped:"
        " the same states and streams"
    )


if __name__ == "__main__":
    sys.exit(prove(__doc__, "games", GAMES, run))
