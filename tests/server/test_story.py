"""What a viewer is told of an uploaded replay; a replay of a stranger may hold anything."""

import contextlib

import msgspec
import pytest

from standoff import load
from standoff.arena.replay import LEAVES, Move, Replay, hash_state, make_move
from standoff.errors import BadReplay
from standoff.rng import Rng
from standoff.server import Leaving, Plan, Seated, Table
from standoff.server.protocol import Act, Kind
from standoff.server.story import tell_replay


def play(name, leavers=()):
    """Return a game of random moves, which some players leave."""
    game = load(name)
    seats = tuple(Seated(Kind.PERSON, str(seat)) for seat in range(game.players))
    leaving = Leaving.DIES if leavers else Leaving.STAND_IN
    table, rng, left = Table(game, Plan(seats, leaving=leaving), 3, 0), Rng(1), list(leavers)
    while not table.is_over:
        seat = table.to_move
        table.act(seat, Act(table.decision_id(seat), rng.choice(table.asked_position.actions)), 0)
        if left and table.number > 5 and not table.is_over:
            table.set_away(left.pop(), 0)
    return table


@pytest.fixture(scope="module")
def table():
    return play("asmacag")


def changed(replay, number, **values):
    """Return a replay with another move; `number` counts from 0."""
    moves = list(replay.moves)
    moves[number : number + 1] = [msgspec.structs.replace(moves[number], **values)]
    return msgspec.structs.replace(replay, moves=moves)


def test_a_viewer_is_told_what_the_table_told():
    for table in (play("asmacag"), play("bang", leavers=(1, 3))):
        for viewer in range(table.game.players + 1):
            story = tell_replay(table.replay, table.game, viewer)
            assert story.first == table.first_view(viewer)
            assert story.updates == tuple(table.told(viewer))


@pytest.mark.parametrize("seat", [-1, 2, 255, 10**12])
@pytest.mark.parametrize("fault", [None, "illegal: answered 7"])
def test_seats_that_nobody_has_are_refused(table, seat, fault):
    for number in (0, 5, len(table.replay.moves) - 1):
        with pytest.raises(BadReplay, match="is out of turn"):
            tell_replay(changed(table.replay, number, seat=seat, fault=fault), table.game, 0)


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
@pytest.mark.parametrize("fault", [None, "illegal: answered 7"])
def test_a_move_after_the_end_is_refused(table, seat, fault):
    replay = table.replay
    more = Move(seat, replay.moves[0].action, replay.moves[-1].hash, fault)
    replay = msgspec.structs.replace(replay, moves=[*replay.moves, more], result=None)
    with pytest.raises(BadReplay, match="after the end of the game"):
        tell_replay(replay, table.game, 0)


@pytest.mark.parametrize("name", ["asmacag", "bang", "colonizers"])
def test_a_fault_excuses_no_move_out_of_turn(name):
    """After a fault any code may be played, where the rules penalise that, but by its seat only."""
    table = play(name)
    first = table.replay.moves[0]
    for other in set(range(table.game.players)) - {first.seat}:
        for text in {table.game.text(code) for code in range(0, table.game.action_count, 97)}:
            replay = changed(table.replay, 0, seat=other, action=text, fault="illegal: answered")
            with pytest.raises(BadReplay, match="is out of turn"):
                tell_replay(replay, table.game, 0)


@pytest.mark.parametrize("name", ["asmacag", "bang", "colonizers"])
def test_every_code_after_a_fault_is_a_story_or_a_reason(name):
    """Whatever a stranger writes, no error but `BadReplay` comes out."""
    table = play(name)
    game, replay = table.game, table.replay
    for code in range(0, game.action_count, max(1, game.action_count // 40)):
        position = game.deal(replay.seed)
        move = Move(position.to_move, game.text(code), "", "illegal: answered")
        with contextlib.suppress(BadReplay):
            make_move(position, move, "move 1")
        one = msgspec.structs.replace(move, hash=hash_state(position))
        with contextlib.suppress(BadReplay):
            tell_replay(msgspec.structs.replace(replay, moves=[one], result=None), game, 0)


@pytest.mark.parametrize("seat", [-1, 5, 10**12])
def test_a_seat_that_nobody_has_cannot_leave(seat):
    table = play("bang")
    with pytest.raises(BadReplay, match="cannot be made"):
        tell_replay(changed(table.replay, 0, seat=seat, action=LEAVES), table.game, 0)


def test_a_player_who_leaves_twice_is_told():
    game = load("bang")
    replay = play("bang").replay
    moves = [Move(1, LEAVES, ""), Move(1, LEAVES, "")]
    position = game.deal(replay.seed)
    for move in moves:
        make_move(position, move, "")
        move.hash = hash_state(position)
    twice: Replay = msgspec.structs.replace(replay, moves=moves, result=None)
    assert tell_replay(twice, game, 0).updates


def test_another_state_than_recorded_is_refused(table):
    with pytest.raises(BadReplay, match="another state"):
        tell_replay(changed(table.replay, 2, hash="0" * 16), table.game, 0)
