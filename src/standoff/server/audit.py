"""`standoff serve --check`: every stored game played again, and compared."""

from collections.abc import Mapping

from sqlalchemy import select

from standoff.errors import BadReplay, BadRun, StandoffError
from standoff.game import load
from standoff.present.console import say
from standoff.server.protocol import Stage
from standoff.server.reader import TableRow, read_table
from standoff.server.schema import TABLES
from standoff.server.store import Store
from standoff.server.table import Table


def audit(database: str, games: Mapping[str, str]) -> None:
    """Play every stored game again; raise `BadRun` if one does not lead to what is stored."""
    store = Store(database)
    try:
        rows = [read_table(row) for row in store.read(select(TABLES).order_by(TABLES.c.opened_at))]
        good, skipped, problems = 0, [], []
        for row in rows:
            try:
                reason = check_table(store, row, games)
            except StandoffError as error:
                problems.append(f"table {row.id}: {error}")
                continue
            if reason is None:
                good += 1
            else:
                skipped.append(f"table {row.id}: {reason}")
    finally:
        store.close()
    for line in (*skipped, *problems):
        say(line)
    say(f"{good} of {len(rows)} tables played again, all moves lead to the stored states")
    if problems:
        raise BadRun(f"{len(problems)} tables of {database} are damaged")


def check_table(store: Store, row: TableRow, games: Mapping[str, str]) -> str | None:
    """Play a table again; return why it was not checked, if it was not.

    Raises `BadReplay` where a move does not lead to the stored state, or the result differs.
    """
    address = games.get(row.setting.game)
    if address is None:
        return f"{row.setting.game} is not served, so it was not checked"
    game = load(address, **row.setting.options)
    if game.version != row.rules:
        return f"it was played by version {row.rules} of the rules, this is {game.version}"
    moves = store.moves(row.id)
    if row.stage is Stage.WAITING or (row.stage is Stage.CLOSED and not moves):
        return None
    table = Table.restore(game, row.plan, row.seed, moves, 0, row.id)
    if (row.stage is Stage.OVER) != table.is_over:
        raise BadReplay(f"its stage is {row.stage}, but its moves say otherwise")
    if table.is_over:
        stored = [(result.seat, result.rank, result.score) for result in store.results(row.id)]
        found = [
            (seat, float(end.rank), float(end.score)) for seat, end in enumerate(table.outcome)
        ]
        if stored != found:
            raise BadReplay("its result differs from the result of its moves")
    return None
