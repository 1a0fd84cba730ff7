import gc
import json
from types import FunctionType, ModuleType

import msgspec
import numpy as np
import pytest
import toy as t

import standoff
from standoff.errors import BadNotation, BadSeat, IllegalAction, NoEvents
from standoff.event import Names, write_events
from standoff.game import Game, installed_games
from standoff.position import View, describe_action
from standoff.rng import Rng

GAME = standoff.load("asmacag")


def test_a_position_plays_codes_and_texts():
    one, two = GAME.deal(1), GAME.deal(1)
    action = one.actions[-1]
    assert one.play(action) == two.play(GAME.text(action))
    assert one is one.play(one.actions[0])


def test_a_copy_is_equal_and_apart():
    position = GAME.deal(1)
    copy = position.copy()
    assert copy == position
    copy.play(copy.actions[0])
    assert copy != position
    assert position == GAME.deal(1)
    assert position != "something else"


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (38, "'nothing'"),
        ("6 on 1", "'6 on 1'"),
        (39, "39, which is not an action code from 0 to 38"),
        (-1, "-1, which is not an action code from 0 to 38"),
        (1.0, "1.0, which is not an action code from 0 to 38"),
        (True, "True, which is not an action code from 0 to 38"),
    ],
)
def test_an_illegal_action_is_refused_and_quoted_alone(action, text):
    position = GAME.deal(1)  # no 6 in hand
    with pytest.raises(IllegalAction, match=f"^illegal action {text}$"):
        position.play(action)
    assert position == GAME.deal(1)


def test_an_unknown_text_is_refused():
    with pytest.raises(BadNotation):
        GAME.deal(1).play("7 on 1")


def test_playouts_end_and_follow_the_stream():
    ends = {GAME.deal(1).playout(Rng(seed)).notation for seed in (1, 1, 2)}
    assert len(ends) == 2
    position = GAME.deal(1).playout()
    assert position.is_over
    assert position.actions == []


def test_without_a_stream_every_world_and_playout_is_another():
    assert len({GAME.deal(1).view(0).imagine().notation for _ in range(5)}) == 5
    assert len({GAME.deal(1).playout().notation for _ in range(5)}) == 5


def test_a_stream_is_not_that_of_the_deal_with_the_same_seed():
    """Otherwise a world would equal the true state for anybody who uses one seed for both."""
    hits = [
        GAME.deal(seed).view(0, Rng(seed)).imagine().state.hand[1, 1]
        == GAME.deal(seed).state.hand[1, 1]
        for seed in range(500)
    ]
    assert np.mean(hits) < 0.25


@pytest.mark.parametrize("seat", [-1, 3, 5])
def test_a_seat_that_does_not_exist_sees_nothing(seat):
    with pytest.raises(BadSeat, match=f"a seat from 0 to 1 or the spectator, 2, not {seat}"):
        GAME.deal(1).view(seat)
    with pytest.raises(BadSeat):
        GAME.deal(1).evaluate(seat)


def test_imagined_worlds_fit_the_view():
    view = GAME.deal(3).view(0, Rng(1))
    worlds = [view.imagine() for _ in range(20)]
    assert len({world.notation for world in worlds}) == 20
    for world in worlds:
        again = world.view(0)
        assert again.observation.tobytes() == view.observation.tobytes()
        assert again.actions == view.actions


def test_imagining_leaves_the_view_alone():
    view = GAME.deal(3).view(0)
    before = view.observation.tobytes()
    view.imagine().playout()
    assert view.observation.tobytes() == before


def test_a_view_leads_to_no_secret():
    """No attribute of a view, followed to any depth, holds the true state or its seed."""
    position = GAME.deal(3)
    secret = position.state.tobytes()
    view = position.view(0, Rng(1))
    seen: set[int] = set()
    todo: list[object] = [view]
    while todo:
        thing = todo.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray | np.void):
            assert secret not in thing.tobytes()
            todo.append(thing.base)
        elif isinstance(thing, list | tuple | dict):
            todo.extend(thing.values() if isinstance(thing, dict) else thing)
        elif type(thing).__module__.startswith("standoff"):
            todo.extend(vars(thing).values() if hasattr(thing, "__dict__") else ())
    assert len(seen) > 10


def test_returns_outcome_and_evaluate():
    position = GAME.deal(2).playout(Rng(5))
    outcome = position.outcome
    assert sorted(position.returns) == [-1, 1]
    assert position.evaluate(0) == outcome[0].score - outcome[1].score
    assert position.evaluate(0) == -position.evaluate(1)


def test_problems_of_a_state_are_named():
    position = GAME.deal(2)
    assert position.problems == []
    position.state.factor = 0.0
    position.state.points_left = 9
    assert position.problems == [
        "the turn is out of range, or nobody is in turn before the end",
        "the factor is not a positive number",
    ]
    game = t.toy(problems=())
    broken = game.position(game.deal(1).view(0).notation)
    assert broken.problems == ["it is not sound"]


def test_describe_action_names_codes_and_others():
    assert describe_action(GAME, 0) == "'x2'"
    assert "not an action code from 0 to 38" in describe_action(GAME, 99)
    assert "'six'" in describe_action(GAME, "six")


def test_a_game_may_leave_the_drawing_to_its_text():
    position = t.toy().deal(1)
    view = position.view(0)
    assert view.__rich__() == view.notation


@pytest.mark.parametrize(
    "game",
    [
        standoff.load("asmacag"),
        standoff.load("asmacag", min_number=-3, equality="published"),
        standoff.load("bang", players=4, rules="danilakova"),
        standoff.load("bang", players=8, sid_any_time="yes", auto_barrel="no"),
        standoff.load("colonizers"),
        standoff.load("examples/kuhn.py:GAME"),
        t.toy(),
    ],
    ids=repr,
)
def test_the_json_of_a_view_is_its_dict(game):
    """For every viewer, alone and together with the others, and with events."""
    rng, viewers = Rng(1), range(game.players + 1)
    for seed in range(3):
        position = game.deal(seed)
        while not position.is_over:
            action = rng.choice(position.actions)
            told = game.tell_all(position.state, action, viewers)
            assert [json.loads(data) for data in write_events(told)] == [
                json.loads(json.dumps(msgspec.to_builtins(events))) for events in told
            ]
            position.play(action)
            written = position.show_all(viewers)
            for viewer, events in zip(viewers, told, strict=True):
                view = position.view(viewer, events=events)
                fields = json.loads(json.dumps(view.as_dict()))
                assert view.as_json() == msgspec.json.encode(fields)
                del fields["events"]
                assert written[viewer] == msgspec.json.encode(fields)


def test_only_viewers_that_exist_are_shown_a_position():
    with pytest.raises(BadSeat, match="from 0 to 4 or the spectator, 5, not 6"):
        standoff.load("bang").deal(1).show_all([0, 6])


def test_a_view_without_fields_is_written_too():
    class Empty(View):
        def fields(self):
            return {}

    view = t.toy(view=Empty).deal(1).view(1)
    assert json.loads(view.as_json()) == view.as_dict()


def test_a_view_without_fields_of_its_own_has_those_of_the_record():
    fields = View(GAME, GAME.states(1), 0, []).fields()
    assert fields["hand"] == GAME.states(1)[0].hand.tolist()
    assert "rng" not in fields


# --- structured actions, short texts ---


def test_an_action_is_told_by_its_parts():
    view = GAME.deal(1).view(0)
    code = GAME.parse("5 on 1")
    choice = view.action(code)
    assert (choice.code, choice.text, choice.kind) == (code, "5 on 1", "play")
    assert (choice.card, choice.target, choice.target_card) == ("5", None, "1")
    assert view.as_dict()["actions"] == [
        {name: getattr(choice, name) for name in choice.__struct_fields__}
        for choice in view.choices
    ]
    assert next(iter(view.as_dict()["actions"][0])) == "code"
    with pytest.raises(IllegalAction, match="illegal action 'nothing'"):
        view.action(GAME.parse("nothing"))


def test_a_changed_dict_changes_no_other_view():
    first = GAME.deal(1).view(0).as_dict()
    first["actions"][0]["score"] = 1
    assert "score" not in GAME.deal(1).view(0).as_dict()["actions"][0]


def test_a_game_without_choices_has_its_groups_as_kinds():
    view = t.toy().deal(1).view(0)
    assert [choice.kind for choice in view.choices] == [view.text(code) for code in view.actions]


def test_views_and_positions_are_short_when_printed():
    position = GAME.deal(1)
    assert str(position) == repr(position) == "<Position of asmacag: seat 0 to move>"
    assert str(position.view(0)) == f"<AsmacagView of seat 0: {len(position.actions)} actions>"
    assert str(position.view(2)) == "<AsmacagView of the spectator: not to move>"
    assert repr(position.playout()) == "<Position of asmacag: over>"


def test_the_package_lists_its_public_names():
    assert dir(standoff) == sorted([*standoff.__all__, "__version__"])


# --- events ---


def test_a_view_has_events_only_if_they_were_told():
    position = GAME.deal(1)
    with pytest.raises(NoEvents, match="set `wants_events = True`"):
        _ = position.view(0).events
    assert "events" not in position.view(0).as_dict()
    events = GAME.tell(position.state, position.actions[0], 1)
    view = position.view(1, events=events)
    assert view.events == events
    assert view.as_dict()["events"][0]["kind"] == "play_special"


def test_a_game_that_tells_nothing_tells_its_actions():
    game = t.toy(shown=("a card",) * 6)
    position = game.deal(1)
    action = position.actions[0]
    own, other = game.tell_all(position.state, action, (0, 1))
    assert [event.text for event in own] == [f"Seat 0 plays {action}."]
    assert [event.text for event in other] == ["Seat 0 plays a card."]
    assert game.telling.say(own[0], Names(you=0)) == f"You play {action}."


# --- secrets ---


@pytest.mark.parametrize("name", installed_games())
def test_a_view_leads_to_no_true_state(name):
    """Whatever an agent reaches from its view, without the game and the code, is its own."""
    position = standoff.load(name).deal(3)
    seat = position.to_move
    events = position.game.tell(position.state, position.actions[0], seat)
    view = position.view(seat, Rng(1), events)
    _ = view.as_dict(), view.features, view.notation, view.imagine()
    true, found, left = position.state.tobytes(), {}, [view]
    while left:
        thing = left.pop()
        if id(thing) in found or isinstance(thing, type | FunctionType | ModuleType | Game):
            continue
        found[id(thing)] = thing
        assert thing is not position
        if isinstance(thing, np.ndarray | np.void):
            assert true not in thing.tobytes()
        left += gc.get_referents(thing)
    assert len(found) > 10
