"""What is kept of a finished game."""

from standoff import load
from standoff.server import Leaving, Plan, Seated, Table
from standoff.server.ending import list_results
from standoff.server.protocol import Kind


def test_rule_7_5_a_player_who_leaves_is_not_replaced():
    game = load("bang")
    seats = tuple(Seated(Kind.PERSON, f"Player {seat}") for seat in range(game.players))
    table = Table(game, Plan(seats, leaving=Leaving.DIES), 1, 0)
    table.here = {2}
    for seat in set(range(game.players)) - {2}:
        table.set_away(seat, 0)
    assert table.is_over
    assert any(row.fault for row in table.rows)
    assert [row.replaced for row in list_results(table)] == [0] * game.players
