"""The parts of a view of Bang!, from the numbers of a sheet to plain values and to JSON.

A part follows from its numbers alone, so a cache can keep it. The caches are bounded.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from standoff.games.bang.cards import (
    CARD_KIND,
    CHARACTER_NAMES,
    KIND_NAMES,
    NONE,
    ROLE_NAMES,
    UNKNOWN,
)
from standoff.games.bang.telling.notation import ACT_NAMES, CARD_NAMES, WINNER_NAMES
from standoff.games.bang.telling.player import Player
from standoff.games.bang.telling.request import say_request
from standoff.games.bang.telling.sheet import (
    NUM_DEED,
    NUM_PLAYER,
    NUM_REQUEST,
    PlayerRow,
    Request,
    Sheet,
    numbers,
)
from standoff.kit import HIDDEN, Names

WEAPON_NAMES = {card: KIND_NAMES[kind] for card, kind in enumerate(CARD_KIND)} | {NONE: "Colt .45"}
NO_WAY = (0, 0)
NO_WAY_JSON = b',"distance":0,"reach":0}'
ROWS = 1 << 15
"""The cache of players holds 4000 games."""
OTHERS = 1 << 12

encode = msgspec.json.Encoder().encode


# --- plain values ---------------------------------------------------------------------------------


def name_cards(part: bytes) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple([CARD_NAMES[card] for card in numbers(part)])


def read_request(part: bytes) -> Request:
    """Return the request of a sheet."""
    return Request._make(numbers(part)[:NUM_REQUEST])


def make_players(rows: Iterable[bytes], ways: bytes) -> tuple[Player, ...]:
    """Return all players by name."""
    distances = pairs(numbers(ways))
    return tuple([make_player(*parts) for parts in zip(rows, distances, strict=True)])


@lru_cache(maxsize=OTHERS)
def make_player(row: bytes, way: tuple[int, int]) -> Player:
    """Return one player by name; `way` is the distance from the viewer and to the viewer."""
    values = numbers(row)
    fields = PlayerRow._make(values[:NUM_PLAYER])
    names = [CARD_NAMES[card] for card in values[NUM_PLAYER:]]
    hand, table = names[: fields.num_known], names[fields.num_known :]
    return Player(
        fields.seat,
        HIDDEN if fields.role == UNKNOWN else ROLE_NAMES[fields.role],
        CHARACTER_NAMES[fields.character],
        fields.life,
        fields.max_life,
        bool(fields.is_alive),
        (*hand, *(HIDDEN,) * (fields.hand_size - len(hand))),
        tuple(table),
        WEAPON_NAMES[fields.weapon],
        fields.range,
        *way,
    )


def pairs(listed: list[int]) -> Iterator[tuple[int, int]]:
    """Yield numbers two by two."""
    return zip(listed[::2], listed[1::2], strict=True)


def list_deeds(part: bytes, sheriff: int) -> list[dict[str, Any]]:
    """Return what players have done to others."""
    values = numbers(part)
    return [
        {
            "by": values[index],
            "to": values[index + 1],
            "act": ACT_NAMES[values[index + 2]],
            "times": values[index + 3],
            "to_sheriff": values[index + 1] == sheriff,
        }
        for index in range(0, len(values), NUM_DEED)
    ]


# --- JSON -----------------------------------------------------------------------------------------


def write_fields(sheet: Sheet) -> bytes:
    """Return the JSON of `BangView.fields`, without the braces."""
    decision, winner = write_request(sheet.request)
    ways = write_ways(sheet.ways)
    players = [write_player(row) + way for row, way in zip(sheet.rows, ways, strict=True)]
    return (
        b'%b,"round":%d,"turn":%d,"deck_size":%d,"discard":%b,"store":%b,"seen":%b,"winner":%b,'
        b'"players":[%b],"deeds":%b'
    ) % (
        decision,
        sheet.round_number,
        sheet.turn,
        sheet.deck_size,
        write_cards(sheet.discard),
        write_cards(sheet.store),
        write_cards(sheet.seen),
        winner,
        b",".join(players),
        write_deeds(sheet.deeds, sheet.sheriff),
    )


@lru_cache(maxsize=OTHERS)
def write_request(part: bytes) -> tuple[bytes, bytes]:
    """Return the JSON of the seat to move with its request, and that of the winner."""
    request, viewer = read_request(part), numbers(part)[NUM_REQUEST]
    text = encode(say_request(request, Names(you=None if viewer == NONE else viewer)))
    if request.winner == NONE:
        return b'"to_move":%d,"request":%b' % (request.seat, text), b"null"
    return b'"to_move":null,"request":%b' % text, encode(WINNER_NAMES[request.winner])


@lru_cache(maxsize=OTHERS)
def write_cards(part: bytes) -> bytes:
    """Return the JSON of cards."""
    return encode(name_cards(part))


@lru_cache(maxsize=ROWS)
def write_player(row: bytes) -> bytes:
    """Return the JSON of a player up to the distances, which differ for each viewer."""
    return encode(make_player.__wrapped__(row, NO_WAY)).removesuffix(NO_WAY_JSON)


@lru_cache(maxsize=OTHERS)
def write_ways(ways: bytes) -> list[bytes]:
    """Return the JSON of the distances of each player, the end of a player."""
    return [b',"distance":%d,"reach":%d}' % way for way in pairs(numbers(ways))]


@lru_cache(maxsize=OTHERS)
def write_deeds(part: bytes, sheriff: int) -> bytes:
    """Return the JSON of what players have done to others."""
    return encode(list_deeds(part, sheriff))
