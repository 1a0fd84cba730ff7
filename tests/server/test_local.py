"""A table in this process: agents are asked when they are told to think, a person acts."""

import pytest

from standoff.errors import UnknownName
from standoff.server.local import LocalTable
from standoff.server.protocol import Code, Over, Update
from standoff.server.table import CLIENT


def play_out(local, seat):
    """Play to the end, the first action for a person; return what the person is sent."""
    sent = []
    while not local.table.is_over:
        if local.table.asked_agent is None:
            step = local.act(seat, local.table.view(seat).actions[0])
        else:
            step = local.ask_agent()
        assert step.rows
        sent += step.sent_to(seat)
    return sent


def test_a_person_plays_to_the_end(asmacag):
    local = LocalTable(asmacag, [CLIENT, "greedy"], ["you", "greedy"], 1, 0)
    sent = play_out(local, 0)
    assert isinstance(sent[-1], Over)
    assert [m.seq for m in sent if isinstance(m, Update)] == list(range(1, local.table.number))


def test_the_same_seed_is_the_same_game(asmacag):
    games = [LocalTable(asmacag, ["random"] * 2, ["a", "b"], 5, 2) for _ in range(2)]
    for local in games:
        play_out(local, 2)
    assert games[0].table.rows == games[1].table.rows


def test_an_agent_that_fails_plays_a_random_action_and_the_row_says_why(asmacag, bots):
    local = LocalTable(asmacag, [f"{bots}:Raises", "greedy"], ["a", "b"], 1, 2)
    while local.table.to_move != 0:
        local.ask_agent()
    (row,) = local.ask_agent().rows
    assert row.fault.startswith("raised: ")


def test_nothing_is_made_of_an_illegal_action(asmacag):
    local = LocalTable(asmacag, [CLIENT, CLIENT], ["a", "b"], 1, 0)
    seat = local.table.to_move
    step = local.act(seat, 10_000)
    assert not step.rows
    assert [message.code for _, message in step.messages] == [Code.ILLEGAL_ACTION]


def test_an_unknown_agent_is_refused_at_once(asmacag):
    with pytest.raises(UnknownName):
        LocalTable(asmacag, [CLIENT, "nobody"], ["a", "b"], 1, 0)
