"""`standoff report DATABASE`: what people, bots and agents did on a server."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import select

from standoff.errors import BadRun
from standoff.present import Cell, Document, Section, Table
from standoff.present.text import UNKNOWN
from standoff.server.database import hide_password, look
from standoff.server.protocol import Kind, Stage
from standoff.server.reader import ResultRow
from standoff.server.schema import RESULTS, TABLES
from standoff.statistics.clusters import clustered

WIN = "win"
KIND_TEXTS = {Kind.PERSON: "people", Kind.BOT: "bots from outside", Kind.AGENT: "our agents"}


@dataclass(frozen=True)
class Seat:
    """One seat of one finished game."""

    game: str
    table: str
    players: int
    result: ResultRow

    @property
    def who(self) -> str:
        """The player: the spec of an agent, or a name."""
        return self.result.agent or self.result.player


Key = Callable[[Seat], tuple[str, ...]]


def is_server(path: str) -> bool:
    """Whether a file or an address is the database of a server."""
    if "://" in path:
        return True
    try:
        look(path)
    except BadRun:
        return False
    return True


def describe_server(url: str) -> Document:
    """Return the report of a server's database; raises `BadRun` if it has no finished game."""
    reader = look(url)
    query = (
        select(TABLES.c.game, RESULTS)
        .join(RESULTS, RESULTS.c.table_id == TABLES.c.id)
        .where(TABLES.c.stage == str(Stage.OVER))
        .order_by(TABLES.c.game, RESULTS.c.table_id, RESULTS.c.seat)
    )
    listed = [(row.pop("game"), ResultRow(**row)) for row in reader.read(query)]
    if not listed:
        raise BadRun(f"{hide_password(url)} has no finished game yet")
    seats: list[Seat] = []
    for (game, table), rows in groupby(listed, lambda pair: (pair[0], pair[1].table_id)):
        results = [result for _, result in rows]
        seats += [Seat(game, table, len(results), result) for result in results]
    sections = [
        section
        for game in sorted({seat.game for seat in seats})
        for section in describe_game(game, [seat for seat in seats if seat.game == game])
    ]
    tables = [table.as_dict() for section in sections for table in section.tables]
    title = f"Games on a server: {hide_password(url)}"
    return Document(title, tuple(sections), {"schema": 1, "tables": tables})


def describe_game(game: str, seats: list[Seat]) -> list[Section]:
    """Return the sections of one game."""
    count = len({seat.table for seat in seats})
    notes = (
        f"{count} finished games. The 95% intervals come from the variance between whole games. A"
        " player chooses opponents and tables, so these shares compare no strengths; the arena"
        " does. `replaced` counts the decisions that a stand-in made for an absent player.",
    )
    tables = [
        share_table("By player", "by-player", ("player", "kind"), seats, by_player),
        share_table("By kind of player", "by-kind", ("kind",), seats, by_kind),
        share_table("By number of players", "by-players", ("players", "kind"), seats, by_players),
    ]
    if any(seat.result.role for seat in seats):
        tables += [
            share_table("By role", "by-role", ("role", "kind"), seats, by_role),
            share_table(
                "By role and number of players",
                "by-role-and-players",
                ("players", "role", "kind"),
                seats,
                by_role_and_players,
            ),
            share_table(
                "Players by role", "player-role", ("player", "kind", "role"), seats, by_player_role
            ),
        ]
    prefix = f"{game}-"
    named = tuple(
        Table(table.title, table.columns, table.rows, table.forms, prefix + table.name)
        for table in tables
    )
    return [Section(game, notes, named)]


def kind_of(seat: Seat) -> str:
    """Return the kind of a player in words."""
    return KIND_TEXTS[Kind(seat.result.kind)]


def by_player(seat: Seat) -> tuple[str, ...]:
    """Group by player."""
    return seat.who, kind_of(seat)


def by_kind(seat: Seat) -> tuple[str, ...]:
    """Group by kind of player."""
    return (kind_of(seat),)


def by_players(seat: Seat) -> tuple[str, ...]:
    """Group by number of players."""
    return str(seat.players), kind_of(seat)


def by_role(seat: Seat) -> tuple[str, ...]:
    """Group by role."""
    return seat.result.role or UNKNOWN, kind_of(seat)


def by_role_and_players(seat: Seat) -> tuple[str, ...]:
    """Group by number of players and role."""
    return str(seat.players), seat.result.role or UNKNOWN, kind_of(seat)


def by_player_role(seat: Seat) -> tuple[str, ...]:
    """Group by player and role."""
    return seat.who, kind_of(seat), seat.result.role or UNKNOWN


def share_table(
    title: str, name: str, columns: tuple[str, ...], seats: Iterable[Seat], key: Key
) -> Table:
    """Return wins and shares of groups of seats, the largest groups first."""
    groups: dict[tuple[str, ...], list[Seat]] = {}
    for seat in seats:
        groups.setdefault(key(seat), []).append(seat)
    largest = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    rows = [(*group, *measure(members)) for group, members in largest]
    heads = (*columns, "games", "seats", "wins", "share", "score", "replaced")
    return Table(title, heads, tuple(rows), {"score": ".2f"}, name)


def measure(members: list[Seat]) -> tuple[Cell, ...]:
    """Return the numbers of a group of seats."""
    games: dict[str, list[int]] = {}
    for seat in members:
        games.setdefault(seat.table, []).append(int(seat.result.result == WIN))
    played = [len(wins) for wins in games.values()]
    won = [sum(wins) for wins in games.values()]
    score = sum(seat.result.score for seat in members) / len(members)
    replaced = sum(seat.result.replaced for seat in members if seat.result.agent is None)
    return len(games), len(members), sum(won), clustered(played, won), score, replaced
