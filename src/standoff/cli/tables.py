"""The tables of a server: shown, chosen, opened, and entered by invitation."""

import random
import sys
from collections.abc import Callable, Sequence
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.client import Web
    from standoff.client.web import ListedTable
    from standoff.option import Value

CHOICE = "Number of a table, o: open one, i: invitation, Enter: list again, q: quit: "
MOST_CODE = 64


class Chooser:
    """Lets a person choose a table. `read` shows a prompt and returns what the person types."""

    def __init__(self, web: "Web", name: str | None, read: Callable[[str], str]) -> None:
        self.web = web
        self.name = name
        self._read = read

    def choose(self) -> tuple[str, bool]:
        """Return a table, and whether the person may sit there; raises `EOFError` on `q`."""
        from standoff.client.problem import Refused
        from standoff.present.console import say, show_table

        while True:
            tables = self.web.tables()
            if tables:
                show_table(describe_tables(tables, self.name))
            else:
                say("There are no open tables.")
            answer = self._read(CHOICE)
            try:
                found = self._take(answer, tables)
            except (BadRun, Refused) as error:
                say(f"{error}.")
                continue
            if found is not None:
                return found

    def _take(self, answer: str, tables: "Sequence[ListedTable]") -> tuple[str, bool] | None:
        if answer == "q":
            raise EOFError
        if not answer:
            return None
        if answer == "o":
            return self._open(), True
        if answer == "i":
            return self.web.accept(read_code(None)), True
        if not (answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(tables)):
            raise BadRun(f"{answer[:20]!r} is not the number of a table")
        table = tables[int(answer[:9]) - 1]
        return table.id, may_sit(table, self.name)

    def _open(self) -> str:
        """Ask for what a new table needs."""
        games = {game.name: game for game in self.web.games()}
        game = self._read(f"Game ({', '.join(games)}): ")
        if game not in games:
            raise BadRun(f"there is no game {game[:20]!r} at this server")
        levels = ", ".join(games[game].levels)
        against = self._read(f"Agents ({levels}, or specs; Enter for none): ")
        people = self._read("Seats for players [1]: ") if against else ""
        if people and not (people.isascii() and people.isdecimal()):
            raise BadRun(f"{people[:20]!r} is not a number of seats")
        wish = Wish(game, against or None, int(people[:9]) if people else None)
        return wish.open(self.web)


class Wish:
    """A table that a person wants to open."""

    def __init__(
        self,
        game: str,
        against: str | None = None,
        people: int | None = None,
        options: "dict[str, Value] | None" = None,
        budget: float | None = None,
        bank: float = 0,
        address: str | None = None,
    ) -> None:
        self.game = game
        self.against = against
        self.people = people
        self.options = options or {}
        self.budget = budget
        self.bank = bank
        self.address = address or game
        """What `standoff.load` finds the game by."""

    def open(self, web: "Web") -> str:
        """Open the table; return its id."""
        from standoff.game import load
        from standoff.present.console import say

        served = {game.name: game for game in web.games()}
        if self.game not in served:
            raise BadRun(
                f"there is no game {self.game!r} at this server; known: {', '.join(served)}"
            )
        count = load(self.address, **self.options).players
        agents = self._agents(served[self.game].levels, count)
        num_free = count - len(agents)
        seats = [*({"agent": agent} for agent in agents), *({} for _ in range(num_free))]
        random.shuffle(seats)  # in some games a seat is a role
        request: dict[str, Any] = {"game": self.game, "options": self.options, "seats": seats}
        if self.budget is not None:
            request["budget_ms"] = int(self.budget * 1000)
            request["bank_ms"] = int(self.bank * 1000)
        say(f"Opening a table of {self.game}.")
        table = web.open_table(request)
        if num_free > 1:
            say(f"Others join it by: standoff join {web.address.web} --table {table}")
        return table

    def _agents(self, levels: dict[str, str], count: int) -> list[str]:
        """Return the specs of the agents at the table."""
        from standoff.agents.spec import split_specs

        if self.against is None:
            if self.people not in (None, count):
                raise BadRun("--people needs --against, the agents for the other seats")
            return []
        people = 1 if self.people is None else self.people
        if not 1 <= people < count:
            raise BadRun(f"--people must be from 1 to {count - 1} here, not {people}")
        agents = [levels.get(spec, spec) for spec in split_specs(self.against)]
        if len(agents) == 1:
            agents *= count - people
        if len(agents) != count - people:
            raise BadRun(f"--against needs 1 or {count - people} agents, not {len(agents)}")
        return agents


def may_sit(table: "ListedTable", name: str | None) -> bool:
    """Whether a player has a seat at a table, or may take one."""
    from standoff.server.protocol import Stage

    is_open = table.stage is Stage.WAITING and table.num_free > 0
    return name is not None and (is_open or table.has_player(name))


def describe_tables(tables: "Sequence[ListedTable]", name: str | None) -> Any:
    """Return the list of tables as a `Table`."""
    from standoff.client.problem import printable
    from standoff.present import Table

    rows = []
    for number, table in enumerate(tables, 1):
        players = ", ".join(printable(seat.name) for seat in table.seats if seat.name)
        options = ", ".join(f"{key}={value}" for key, value in table.options.items())
        clock = "none" if table.budget_ms is None else f"{table.budget_ms / 1000:g} s"
        rows.append(
            (
                str(number),
                printable(table.game),
                printable(options),
                players,
                str(table.num_free),
                clock,
                describe_stage(table, name),
            )
        )
    columns = ("table", "game", "options", "players", "free", "clock", "you may")
    return Table("Open tables", columns, tuple(rows))


def describe_stage(table: "ListedTable", name: str | None) -> str:
    """Return what somebody may do at a table."""
    if table.has_player(name):
        return "come back"
    return "sit down" if may_sit(table, name) else "watch"


def read_code(file: Path | None) -> str:
    """Return the code of an invitation, from a file or as a person types it, unseen."""
    if file is None:
        prompt = "Code of the invitation: "
        code = getpass(prompt) if sys.stdin.isatty() else input(prompt)
    else:
        try:
            code = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            code = ""
        except OSError as error:
            raise BadRun(f"cannot read the invitation {file}: {error.strerror}") from None
    if not 1 <= len(code.strip()) <= MOST_CODE:
        raise BadRun(f"the code of an invitation has 1 to {MOST_CODE} characters")
    return code.strip()
