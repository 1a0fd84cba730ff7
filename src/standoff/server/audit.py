"""`standoff serve --check`: every stored game played again, and compared."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select

from standoff.errors import BadReplay, BadRun, StandoffError
from standoff.game import load
from standoff.present.console import say
from standoff.server.database import hide_password, look, take_lock
from standoff.server.ending import list_results
from standoff.server.plan import MoveRow
from standoff.server.protocol import Stage
from standoff.server.reader import NotStored, Reader, TableRow, read_table
from standoff.server.schema import TABLES
from standoff.server.stream import make_move, notice_mask
from standoff.server.table import Table

MOST_NAMED = 5
"""The error names so many damaged tables; all are listed before."""


def audit(database: str, games: Mapping[str, str]) -> None:
    """Play every stored game again; raise `BadRun` if one does not lead to what is stored."""
    reader = look(database)
    lock = take_lock(reader.engine, database)
    try:
        count, good, skipped, problems = check_all(reader, games)
    except NotStored as error:
        raise BadRun(f"cannot read {hide_password(database)}: {error}") from None
    finally:
        lock.release()
        reader.engine.dispose()
    for name, reason in (*skipped.items(), *problems.items()):
        say(f"table {name}: {reason}")
    say(f"{good} of {count} tables played again, all moves lead to the stored states")
    if problems:
        names = ", ".join([*problems][:MOST_NAMED]) + ", ..." * (len(problems) > MOST_NAMED)
        where = hide_password(database)
        raise BadRun(f"{len(problems)} of {count} tables of {where} are damaged: {names}")


def check_all(
    reader: Reader, games: Mapping[str, str]
) -> tuple[int, int, dict[str, str], dict[str, str]]:
    """Return how many tables there are, how many are good, and why the others are not.

    These are the tables that were not checked and the damaged ones: id -> reason.
    """
    rows = reader.read(select(TABLES).order_by(TABLES.c.opened_at))
    good = 0
    skipped: dict[str, str] = {}
    problems: dict[str, str] = {}
    for row in rows:
        name = str(row["id"])
        try:
            reason = check_row(reader, row, games)
        except StandoffError as error:
            problems[name] = str(error)
        except Exception as error:  # whatever is stored there, the other tables are checked
            problems[name] = f"it cannot be read: {error}"
        else:
            good += reason is None
            if reason is not None:
                skipped[name] = reason
    return len(rows), good, skipped, problems


def check_row(reader: Reader, values: dict[str, Any], games: Mapping[str, str]) -> str | None:
    """Play a table again; return why it was not checked, if it was not.

    Raises an error where the table cannot be read, or where its moves do not lead to what is
    stored.
    """
    row = read_table(values)
    address = games.get(row.setting.game)
    if address is None:
        return f"{row.setting.game} is not served, so it was not checked"
    game = load(address, **row.setting.options)
    if game.version != row.rules:
        return f"it was played by version {row.rules} of the rules, this is {game.version}"
    moves = reader.moves(row.id)
    if row.stage is Stage.WAITING or (row.stage is Stage.CLOSED and not moves):
        return None
    for move in moves:
        if not 0 <= move.seat < game.players:
            raise BadReplay(f"move {move.number} is of seat {move.seat}, which nobody has")
    table = Table.restore(game, row.plan, row.seed, moves, 0, row.id)
    check_noticed(table, moves)
    check_result(table, row, reader)
    return None


def check_noticed(table: Table, moves: Iterable[MoveRow]) -> None:
    """Raise `BadReplay` if a move was noticed by other viewers than stored."""
    position = table.dealt()
    for move in moves:
        if notice_mask(make_move(position, move.seat, move.action)) != move.noticed:
            raise BadReplay(f"move {move.number} was noticed by other viewers than stored")


def check_result(table: Table, row: TableRow, reader: Reader) -> None:
    """Raise `BadReplay` if the stored stage or result is not that of the moves."""
    if (row.stage is Stage.OVER) != table.is_over:
        raise BadReplay(f"its stage is {row.stage}, but its moves say otherwise")
    if reader.results(row.id) != (list_results(table) if table.is_over else []):
        raise BadReplay("its result differs from the result of its moves")
