"""The table: guards, decisions, clocks, streams and recovery, without a socket."""

from itertools import pairwise

import msgspec
import pytest

from standoff import load
from standoff.arena.replay import verify
from standoff.errors import BadReplay, BadRun, BadSeat
from standoff.rng import Rng
from standoff.server import Leaving, Plan, Seated, Step, Table
from standoff.server.protocol import (
    Ack,
    Act,
    Code,
    Decision,
    Error,
    Kind,
    Over,
    TableStatus,
    Update,
    write_message,
)

GAMES = ("asmacag", "bang", "colonizers")


def people(game, **more):
    seats = (Seated(Kind.PERSON, f"Player {seat}") for seat in range(game.players))
    return Plan(tuple(seats), **more)


def agents(*specs, **more):
    return Plan(tuple(Seated(Kind.AGENT, spec, spec) for spec in specs), **more)


def with_all_viewers(table):
    table.here = set(range(table.game.players + 1))
    return table


def open_table(name="asmacag", seed=1, now=0, **more):
    game = load(name)
    return with_all_viewers(Table(game, people(game, **more), seed, now))


def decision(table):
    return table.decision_id(max(0, table.to_move))


def legal(table):
    return table.asked_position.actions


def play_on(table, rng, moves=100_000, now=0):
    """Make random moves; return all steps."""
    steps = []
    while not table.is_over and len(steps) < moves:
        act = Act(decision(table), rng.choice(legal(table)))
        steps.append(table.act(table.to_move, act, now))
    return steps


def only(step):
    ((viewer, message),) = step.messages
    return viewer, message


# --- decisions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played(name):
    table = open_table(name)
    steps = play_on(table, Rng(1))
    viewers = range(table.game.players + 1)
    assert [row.number for step in steps for row in step.rows] == list(range(1, len(steps) + 1))
    ends = [(viewer, message) for viewer, message in steps[-1].messages if type(message) is Over]
    assert [viewer for viewer, _ in ends] == list(viewers)
    for before, after in pairwise(steps):
        assert isinstance(before.messages[0][1], Ack)
        asked = [viewer for viewer, message in before.messages if type(message) is Decision]
        assert asked == [after.rows[0].seat]
    assert table.next_tick is None
    assert table.asked_agent is None
    assert type(table.arrive(0, None, 0)[-1]) is Over


def test_a_decision_lists_the_legal_actions():
    table = open_table("bang")
    status, decision = table.arrive(table.to_move, None, 0)
    assert isinstance(status, TableStatus)
    assert [choice.code for choice in decision.actions] == legal(table)
    assert decision.id == 1
    assert decision.budget_ms is None
    other = (table.to_move + 1) % table.game.players
    assert [type(message) for message in table.arrive(other, None, 0)] == [TableStatus]


def test_an_action_may_be_given_as_text():
    table = open_table("bang")
    text = table.game.text(legal(table)[0])
    step = table.act(table.to_move, Act(1, text), 0)
    assert step.rows[0].action == table.game.parse(text)


def test_the_same_answer_twice_is_made_once_and_acknowledged_twice():
    table = open_table("bang")
    seat, code = table.to_move, legal(table)[0]
    step = table.act(seat, Act(1, code), 7)
    again = table.act(seat, Act(1, table.game.text(code)), 99)
    assert again.rows == []
    assert only(again) == step.messages[0]
    assert len(table.rows) == 1


# --- guards ---------------------------------------------------------------------------------------


def refuse(table, viewer, act, code, now=0):
    before = table.asked_position
    step = table.act(viewer, act, now)
    assert step.rows == []
    receiver, error = only(step)
    assert receiver == viewer
    assert isinstance(error, Error)
    assert error.code is code
    assert error.decision == act.decision
    assert table.asked_position == before


def test_every_guard_has_its_code():
    table = open_table("bang")
    seat, code = table.to_move, legal(table)[0]
    other = (seat + 1) % table.game.players
    refuse(table, table.game.spectator, Act(1, code), Code.NOT_SEATED)
    refuse(table, other, Act(1, code), Code.NOT_YOUR_DECISION)
    refuse(table, seat, Act(2, code), Code.STALE_DECISION)
    refuse(table, seat, Act(-(10**30), code), Code.STALE_DECISION)
    illegal = next(c for c in range(table.game.action_count) if c not in legal(table))
    for action in (illegal, table.game.text(illegal), -1, 10**30, "no such action", ""):
        refuse(table, seat, Act(1, action), Code.ILLEGAL_ACTION)
    play_on(table, Rng(2))
    refuse(table, seat, Act(decision(table), code), Code.GAME_OVER)


def test_another_answer_to_an_old_decision_is_stale():
    table = open_table("asmacag")
    seat, (first, second, *_) = table.to_move, legal(table)
    table.act(seat, Act(1, first), 0)
    assert table.to_move == seat
    refuse(table, seat, Act(1, second), Code.STALE_DECISION)


def test_a_repeated_answer_of_another_seat_is_refused():
    table = open_table("bang")
    seat, code = table.to_move, legal(table)[0]
    table.act(seat, Act(1, code), 0)
    other = next(s for s in range(table.game.players) if s not in (seat, table.to_move))
    refuse(table, other, Act(1, code), Code.NOT_YOUR_DECISION)


def test_the_seat_of_an_agent_takes_no_answers():
    game = load("asmacag")
    table = Table(game, agents("greedy", "greedy"), 1, 0)
    refuse(table, table.to_move, Act(1, legal(table)[0]), Code.NOT_YOUR_DECISION)


def test_wrong_seats_and_plans_are_refused():
    game = load("asmacag")
    with pytest.raises(BadRun, match="asmacag has 2 seats, not 1"):
        Table(game, Plan((Seated(Kind.PERSON, "Anna"),)), 1, 0)
    table = open_table()
    for viewer in (-1, 3):
        with pytest.raises(BadSeat):
            table.arrive(viewer, None, 0)
        with pytest.raises(BadSeat):
            table.act(viewer, Act(1, 0), 0)


# --- clocks ---------------------------------------------------------------------------------------


def test_an_acknowledgement_says_what_was_used_and_what_is_left():
    table = open_table(budget_ms=1000, bank_ms=500, now=50)
    assert table.next_tick == 1550
    seat = table.to_move
    step = table.act(seat, Act(1, legal(table)[0]), 1250)
    assert step.messages[0] == (seat, Ack(1, 1200, 300))
    assert table.arrive(seat, None, 1250)[0].banks_ms[seat] == 300


def test_a_client_that_comes_back_is_told_the_time_that_is_left():
    table = open_table(budget_ms=1000, bank_ms=500)
    decision = table.arrive(table.to_move, None, 400)[-1]
    assert (decision.budget_ms, decision.bank_ms) == (600, 500)
    decision = table.arrive(table.to_move, None, 1200)[-1]
    assert (decision.budget_ms, decision.bank_ms) == (0, 300)


def test_a_stand_in_decides_when_the_time_is_over():
    table = open_table(budget_ms=1000, bank_ms=500, stand_in="greedy")
    seat, code = table.to_move, legal(table)[0]
    assert table.tick(1499).messages == []
    viewer, error = only(table.tick(1500))
    assert (viewer, error.code) == (seat, Code.TOO_LATE)
    refuse(table, seat, Act(1, code), Code.TOO_LATE, now=1501)
    assert table.next_tick is None
    assert table.asked_agent == "greedy"
    assert [type(message) for message in table.arrive(seat, None, 1501)] == [TableStatus]
    (row,) = table.answer(1, code, 1502).rows
    assert row.fault == "late: a stand-in decided"
    assert row.bank_ms == 0


def test_an_answer_after_the_deadline_is_late_before_any_tick():
    table = open_table(budget_ms=1000)
    refuse(table, table.to_move, Act(1, legal(table)[0]), Code.TOO_LATE, now=1001)


def test_time_of_a_stall_is_given_back():
    table = open_table(budget_ms=1000)
    table.give_back(250)
    assert table.next_tick == 1250
    play_on(table, Rng(1))
    table.give_back(250)


# --- agents ---------------------------------------------------------------------------------------


def test_answers_of_agents_come_at_the_pace_of_the_table():
    game = load("asmacag")
    plan = agents("greedy", "uniform", pace_ms=400)
    table = Table(game, plan, 1, 100)
    assert table.asked_agent == plan.seats[table.to_move].agent
    code = legal(table)[0]
    assert table.answer(1, code, 120).rows == []
    assert table.asked_agent is None
    assert table.next_tick == 500
    (row,) = table.tick(500).rows
    assert (row.action, row.elapsed_ms, row.bank_ms) == (code, 400, None)


def test_an_answer_that_comes_too_late_or_twice_is_dropped():
    game = load("asmacag")
    table = Table(game, agents("greedy", "greedy"), 1, 0)
    code = legal(table)[0]
    table.answer(1, code, 0)
    assert table.answer(1, code, 0) == Step()
    with pytest.raises(BadRun, match="illegal action"):
        table.answer(2, -1, 0)


# --- streams --------------------------------------------------------------------------------------


def streams_of(table, steps):
    found = {viewer: [] for viewer in range(table.game.players + 1)}
    for step in steps:
        for viewer, message in step.messages:
            if isinstance(message, Update):
                found[viewer].append(write_message(message))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_tail_of_a_stream_is_what_was_sent(name):
    table = open_table(name, seed=3)
    steps = play_on(table, Rng(3), moves=60)
    for viewer, sent in streams_of(table, steps).items():
        for seen in (0, len(sent) // 2, len(sent)):
            tail = [m for m in table.arrive(viewer, seen, 0) if isinstance(m, Update)]
            assert [write_message(update) for update in tail] == sent[seen:]
            assert [update.seq for update in tail] == list(range(seen + 1, len(sent) + 1))


@pytest.mark.parametrize("seen", [-1, 10**9, None])
def test_a_number_that_the_stream_does_not_have_gets_the_whole_table(seen):
    table = open_table("bang")
    play_on(table, Rng(1), moves=5)
    status = table.arrive(table.game.spectator, seen, 0)[0]
    assert isinstance(status, TableStatus)
    assert status.seat is None
    assert msgspec.json.decode(write_message(status))["view"]["seat"] is None


def sent(messages):
    return [write_message(message) for message in messages]


def resume(table):
    again = Table.restore(table.game, table.plan, table.seed, table.rows, 0)
    return with_all_viewers(again)


def test_no_message_before_the_end_holds_the_seed():
    table = open_table("bang", seed=8_765_432_198_765)
    for viewer in range(table.game.players + 1):
        for message in table.arrive(viewer, None, 0):
            assert b"8765432198765" not in write_message(message)


# --- recovery -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_table_goes_on_from_its_rows(name):
    table = open_table(name, seed=4, budget_ms=1000, bank_ms=5000)
    steps = [*play_on(table, Rng(4), moves=12, now=1500)]
    seat, act = steps[-1].rows[0].seat, Act(12, steps[-1].rows[0].action)
    again = Table.restore(table.game, table.plan, 4, table.rows, 90_000)
    assert again.asked_position == table.asked_position
    assert again.act(seat, act, 90_001).messages == table.act(seat, act, 1500).messages
    for viewer in range(table.game.players + 1):
        assert sent(again.arrive(viewer, 0, 90_000)[:-1]) == sent(
            table.arrive(viewer, 0, 1500)[:-1]
        )
    decision = again.arrive(again.to_move, None, 90_000)[-1]
    assert decision.budget_ms == 1000
    assert decision.bank_ms == table.arrive(table.to_move, None, 1500)[-1].bank_ms


def test_damaged_rows_are_refused():
    table = open_table("bang")
    play_on(table, Rng(5), moves=4)
    row = table.rows[2]
    for change in ({"hash": "0" * 16}, {"action": -1}, {"number": 9}):
        rows = [*table.rows[:2], msgspec.structs.replace(row, **change), table.rows[3]]
        with pytest.raises(BadReplay, match="move"):
            Table.restore(table.game, table.plan, 1, rows, 0)


@pytest.mark.parametrize("moves", [0, 10, 100_000])
def test_a_table_is_a_replay(moves):
    table = open_table("bang", seed=7)
    play_on(table, Rng(7), moves=moves)
    *_, (position, _) = verify(table.replay)
    assert position == table.asked_position
    assert (table.replay.result is not None) == table.is_over


def test_a_replay_says_where_an_agent_failed():
    game = load("asmacag")
    table = Table(game, agents("greedy", "greedy"), 1, 0)
    table.answer(1, legal(table)[0], 0, "raised: it failed")
    table.answer(2, legal(table)[0], 0)
    assert [move.fault for move in table.replay.moves] == ["raised: it failed", None]
    assert table.replay.agents == ["greedy", "greedy"]


def test_messages_are_plain_json():
    table = open_table("bang")
    step = play_on(table, Rng(6), moves=1)[0]
    for _, message in step.messages:
        assert msgspec.json.decode(write_message(message))["type"]


# --- leaving --------------------------------------------------------------------------------------


def leaving_table(seed=1):
    return open_table("bang", seed, leaving=Leaving.DIES, budget_ms=1000)


def test_rule_7_5_a_player_who_leaves_is_out_of_the_game():
    table = leaving_table()
    play_on(table, Rng(1), moves=9)
    seat = next(s for s in range(5) if s != table.to_move and table.view(s).me.is_alive)
    step = table.set_away(seat, 10)
    assert step.rows[0].action == -1
    assert step.rows[0].fault == "left: the player is out of the game"
    for viewer in range(6):
        kinds = [event.kind for event in step.sent_to(viewer)[0].events]
        assert kinds[0] == "leave"
        assert "death" in kinds
    assert not table.view(table.game.spectator).players[seat].is_alive
    assert table.to_move != seat
    assert table.set_away(seat, 11) == Step()


@pytest.mark.parametrize("seed", range(6))
def test_rule_7_5_games_that_players_leave_go_on_and_are_restored(seed):
    table = leaving_table(seed)
    rng, leavers = Rng(seed), [0, 3, 1]
    steps = []
    while not table.is_over:
        steps += play_on(table, rng, moves=7)
        if leavers and not table.is_over:
            steps.append(table.set_away(leavers.pop(), 0))
    again = resume(table)
    assert again.asked_position == table.asked_position
    for viewer, sent_before in streams_of(table, steps).items():
        tail = [m for m in again.arrive(viewer, 0, 0) if isinstance(m, Update)]
        assert [write_message(update) for update in tail] == sent_before
    *_, (position, _) = verify(table.replay)
    assert position == table.asked_position


def test_rule_7_5_when_all_have_left_all_have_lost():
    table = leaving_table()
    play_on(table, Rng(3), moves=5)
    table.set_away(3, 0)
    step = table.desert(0)
    assert table.is_over
    for viewer in range(6):
        seqs = [m.seq for m in step.sent_to(viewer) if isinstance(m, Update)]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    again = resume(table)
    assert {row.result for row in again.arrive(5, None, 0)[-1].outcome} == {"loss"}
    *_, (position, _) = verify(table.replay)
    assert position == again.asked_position


def test_rule_7_5_who_is_here_when_the_others_leave_has_won():
    table = leaving_table()
    table.here = {2}
    for seat in (0, 1, 3, 4):
        table.set_away(seat, 0)
    assert table.is_over
    assert len(table.left) < 5
    assert "win" in {row.result for row in table.arrive(2, None, 0)[-1].outcome}


def test_who_leaves_a_table_with_stand_ins_is_replaced_and_may_come_back():
    table = open_table("bang", stand_in="rair")
    seat, code = table.to_move, legal(table)[0]
    table.set_away(seat, 0)
    assert table.asked_agent == "rair"
    assert table.seat_statuses()[seat].stand_in == "rair"
    refuse(table, seat, Act(1, code), Code.TOO_LATE)
    assert isinstance(table.arrive(seat, 0, 5)[-1], Decision)
    assert table.asked_agent is None
    assert table.act(seat, Act(1, code), 9).rows[0].fault is None


def test_the_move_of_a_stand_in_says_so():
    table = open_table("bang")
    table.set_away(table.to_move, 0)
    (row,) = table.answer(1, legal(table)[0], 0).rows
    assert row.fault == "away: a stand-in decided"
