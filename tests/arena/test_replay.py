import json

import pytest

import standoff
from standoff.arena import Match, play_match, read_replay, verify, write_replay
from standoff.arena.replay import start_replay
from standoff.errors import StandoffError

GAME = standoff.load("asmacag")


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replays")
    play_match(Match("asmacag", ("random", "greedy"), 2, 5, {"hand": 6}), jobs=1, save=folder)
    return folder / "game-000000.json"


@pytest.fixture
def edit(saved, tmp_path):
    """Write a changed copy of the replay."""

    def change(how):
        data = json.loads(saved.read_text())
        how(data)
        path = tmp_path / "edited.json"
        path.write_text(json.dumps(data))
        return path

    return change


def test_a_replay_leads_where_it_says(saved):
    replay = read_replay(saved)
    positions = [position for position, _ in verify(replay)]
    assert len(positions) == 13
    assert positions[-1].is_over
    assert positions[0].notation == standoff.load("asmacag", hand=6).deal(replay.seed).notation


def test_a_replay_is_written_back_to_the_same_bytes(saved, tmp_path):
    write_replay(tmp_path / "again.json", read_replay(saved))
    assert (tmp_path / "again.json").read_bytes() == saved.read_bytes()


def test_a_replay_of_schema_1_is_still_read(saved, edit):
    old = edit(lambda data: data.update(schema=1, seed=int(data["seed"])))
    assert list(verify(read_replay(old))) == list(verify(read_replay(saved)))


def test_a_game_dealt_from_128_bits_is_a_replay(asmacag, tmp_path):
    replay = start_replay(asmacag.deal(2**128 - 1), 2**128 - 1, ["human", "human"])
    write_replay(tmp_path / "secret.json", replay)
    assert read_replay(tmp_path / "secret.json") == replay
    assert len(list(verify(replay))) == 1


def test_an_unfinished_game_is_a_replay_too(edit):
    def leave(data):
        data["moves"] = data["moves"][:5]
        data["result"] = None

    assert len(list(verify(read_replay(edit(leave))))) == 6


def drop_fields(data):
    del data["moves"]


def play_another(data):
    deal = standoff.load("asmacag", hand=6).deal(int(data["seed"]))
    texts = [deal.game.text(action) for action in deal.actions]
    texts.remove(data["moves"][0]["action"])
    data["moves"][0]["action"] = texts[0]


EDITS = {
    "another schema": (
        lambda d: d.update(schema=3),
        "is not a replay of schema 2: its schema is 3",
    ),
    "no schema": (lambda d: d.pop("schema"), "its schema is None"),
    "a missing field": (drop_fields, "missing required field `moves`"),
    "an extra field": (lambda d: d.update(more=1), "unknown field `more`"),
    "a wrong type": (lambda d: d.update(rules="x"), r"Expected `int`, got `str` - at `\$.rules`"),
    "an unknown game": (lambda d: d.update(game="chess"), "unknown game 'chess'"),
    "an unknown option": (lambda d: d["options"].update(x=1), "unknown option of asmacag 'x'"),
    "a bad option": (lambda d: d["options"].update(hand=100), "hand must be a whole number"),
    "another seed": (lambda d: d.update(seed="1"), "the deal differs .* the file was edited"),
    "an option called name": (lambda d: d["options"].update(name=1), "unknown option of asmacag"),
    "an option called self": (lambda d: d["options"].update(self=1), "unknown option of asmacag"),
    "a seed of 129 bits": (lambda d: d.update(seed=str(2**128)), "a seed must be a whole number"),
    "a seed in words": (lambda d: d.update(seed="x"), "must be a text of at most 39 digits"),
    "a seed as a number": (lambda d: d.update(seed=1), "the seed must be a text"),
    "another rule version": (
        lambda d: d.update(seed="1", rules=7),
        "made by version 7 of the rules, this is version 1",
    ),
    "an agent too many": (
        lambda d: d["agents"].append("x"),
        "has 2 seats, but the replay has 3 agents",
    ),
    "another action": (
        play_another,
        r"move 1 \(seat 0: .*\) leads to another state than recorded: the file was edited",
    ),
    "an illegal action": (lambda d: d["moves"][2].update(action="nothing"), "move 3 .* not legal"),
    "an unknown action": (lambda d: d["moves"][2].update(action="7 on 7"), "move 3 .* no action"),
    "another seat": (lambda d: d["moves"][2].update(seat=1), "move 3 .* is out of turn: seat 0"),
    "another hash": (lambda d: d["moves"][6].update(hash="0"), r"move 7 .* leads to another state"),
    "a missing end": (lambda d: d["moves"].pop(), "is not over after the last move, number 11"),
    "a move too many": (
        lambda d: d["moves"].append(dict(d["moves"][-1])),
        "move 13 .* comes after the end",
    ),
    "another result": (lambda d: d["result"][0].update(score=99.0), "the recorded result differs"),
    "an impossible forfeit": (lambda d: d.update(forfeit=5), "there is no seat 5 to forfeit"),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_replay_is_refused(edit, name):
    how, message = EDITS[name]
    path = edit(how)
    with pytest.raises(StandoffError, match=message) as error:
        list(verify(read_replay(path)))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("size", [0, 1, 100, 700])
def test_a_truncated_replay_is_refused(saved, tmp_path, size):
    path = tmp_path / "cut.json"
    path.write_bytes(saved.read_bytes()[:size])
    with pytest.raises(StandoffError, match="is not complete JSON"):
        read_replay(path)


@pytest.mark.parametrize("text", [b"[" * 100_000, b'{"game": "\xff"}', b'{"seed": ' + b"9" * 400])
def test_strange_bytes_are_refused(tmp_path, text):
    path = tmp_path / "strange.json"
    path.write_bytes(text)
    with pytest.raises(StandoffError, match="is not complete JSON"):
        read_replay(path)


def test_a_file_that_is_not_a_replay_is_refused(tmp_path):
    path = tmp_path / "list.json"
    path.write_text("[1, 2]")
    with pytest.raises(StandoffError, match="its schema is None"):
        read_replay(path)
    with pytest.raises(StandoffError, match="cannot read .*: No such file"):
        read_replay(tmp_path / "gone.json")
    with pytest.raises(StandoffError, match="cannot read .*: Is a directory"):
        read_replay(tmp_path)
