"""What a viewer was told of a whole game: of a stored one, or of an uploaded replay."""

import zlib
from typing import Any

import msgspec

from standoff.arena.replay import LEAVES, Replay, parse_replay, verify
from standoff.errors import BadReplay
from standoff.event import Event
from standoff.game import Game, load
from standoff.server.stream import LEFT, Streams, make_move, plain_view


class Story(msgspec.Struct, frozen=True):
    """A game as one viewer was told it."""

    first: dict[str, Any]
    """What the viewer saw after the deal."""
    updates: tuple[tuple[Event, ...], ...]
    """The events of each update."""
    last: dict[str, Any]
    """What the viewer saw at the end."""


class PackedStory(msgspec.Struct, frozen=True):
    """A story as it is stored: its events are numbers in a list of their own."""

    first: msgspec.Raw
    updates: list[list[int]]
    last: msgspec.Raw


def unpack_story(own: bytes, shared: bytes) -> bytes:
    """Return the JSON of a story, from what is stored of its viewer and the events of all."""
    packed = msgspec.json.decode(zlib.decompress(own), type=PackedStory)
    events = msgspec.json.decode(zlib.decompress(shared), type=list[msgspec.Raw])
    updates = [[events[number] for number in update] for update in packed.updates]
    return msgspec.json.encode({"first": packed.first, "updates": updates, "last": packed.last})


def read_upload(data: bytes, installed: tuple[str, ...], most_moves: int) -> tuple[Replay, Game]:
    """Return a replay that a stranger has sent: of an installed game, and not too long."""
    replay = parse_replay(data, "the replay")
    if replay.game not in installed:
        known = ", ".join(installed)
        raise BadReplay(f"the replay must be of a game that is installed: {known}")
    if len(replay.moves) > most_moves:
        raise BadReplay(f"a replay may have {most_moves} moves here, not {len(replay.moves)}")
    game = load(replay.game, **replay.options)
    if game.version != replay.rules:
        raise BadReplay(
            f"the replay was made by version {replay.rules} of the rules, this is version"
            f" {game.version}"
        )
    if len(replay.agents) != game.players:
        raise BadReplay(f"{game.name} has {game.players} seats, not {len(replay.agents)}")
    return replay, game


def tell_replay(replay: Replay, game: Game, viewer: int) -> Story:
    """Tell a replay to a viewer; raises `BadReplay` where its moves cannot be made."""
    game.check_viewer(viewer)
    streams, last = Streams(game.players + 1), game.deal(replay.seed)
    first = plain_view(last, viewer)
    for position, move in verify(replay):
        if move is not None:
            action = LEFT if move.action == LEAVES else game.parse(move.action)
            streams.add(make_move(last, move.seat, action))
        last = position
    return Story(first, tuple(streams.events[viewer]), plain_view(last, viewer))
