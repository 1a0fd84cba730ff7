"""All numbers of an observation that a view shows, packed by a kernel into one array.

Reading a field of a record from Python is slow. So a kernel writes all numbers of all viewers into
one array. Python cuts its bytes into parts, such as the row of a player or the discard pile. Most
parts are the same for several viewers and moves, so their bytes are good keys of a cache.
"""

from collections.abc import Sequence
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standoff.games.bang import cardset
from standoff.games.bang.cards import MAX_SEATS, NONE, NUM_CARDS
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.seats import distance, find_sheriff, weapon_range
from standoff.games.bang.secrets.observe import observe
from standoff.games.bang.state import NUM_ACTS, STATE, Winner
from standoff.kit import Seat, State, inline_kernel, kernel, lowest_bit


class Request(NamedTuple):
    """Who must decide what; NONE everywhere once there is a winner."""

    winner: int
    task: int
    seat: int
    source: int
    value: int
    life: int
    """Of the seat."""
    num_alive: int
    extra: int
    """The Barrels that may still be tried against a shot."""


class Sheet(NamedTuple):
    """What a view shows. Parts of type `bytes` hold numbers of 16 bits."""

    round_number: int
    turn: int
    deck_size: int
    sheriff: int
    request: bytes
    """The numbers of a Request, then the viewer if the request names his seat, else NONE."""
    seen: bytes
    """The cards of the viewer's hand that others have seen."""
    store: bytes
    discard: bytes
    rows: list[bytes]
    """For each player the numbers of a PlayerRow, then the known cards in hand and the table."""
    ways: bytes
    """For each player the distance from the viewer and to the viewer."""
    deeds: bytes
    """By whom, to whom, the Act, and how often, for each deed."""


class PlayerRow(NamedTuple):
    """One player."""

    seat: int
    role: int
    character: int
    life: int
    max_life: int
    is_alive: int
    hand_size: int
    weapon: int
    range: int
    num_known: int
    """How many cards of the hand the viewer knows."""


NUM_REQUEST = len(Request._fields)
NUM_HEAD = NUM_REQUEST + 6
NUM_PLAYER = len(PlayerRow._fields)
NUM_WAYS = 2
NUM_DEED = 4
SIZE = NUM_HEAD + MAX_SEATS * (NUM_PLAYER + NUM_WAYS) + 2 * NUM_CARDS
SIZE += MAX_SEATS**2 * NUM_ACTS * NUM_DEED
"""No sheet has more numbers: a card is in one place, and may be among the seen ones besides."""
NUM_ENDS = 5 + MAX_SEATS
"""The ends of the parts: head, `seen`, `store`, `discard`, each row, and the ways of all."""
WIDTH = np.dtype(np.int16).itemsize
HEAD = Struct(f"{NUM_HEAD - NUM_REQUEST - 1}h")
"""What the head holds after the request: round, turn, deck size, Sheriff, number of players."""


def read_sheet(observations: NDArray[Any], viewer: Seat) -> Sheet:
    """Return what a viewer's observation shows."""
    out, ends = np.empty(SIZE, np.int16), np.empty(NUM_ENDS, np.int32)
    count = pack_sheet(observations, viewer, out, 0, ends)
    return cut_sheet(out[:count].tobytes(), 0, ends.tolist(), count)


def read_sheets(states: NDArray[Any], viewers: Sequence[Seat]) -> list[Sheet]:
    """Return what each viewer sees of a complete state."""
    total, scratch = len(viewers), np.ndarray(1, STATE, bytearray(STATE.itemsize))
    out, ends = np.empty(SIZE * total, np.int16), np.empty((total, NUM_ENDS + 1), np.int32)
    count = pack_sheets(states, np.array(viewers), scratch, out, ends)
    data = out[:count].tobytes()
    sheets, start = [], 0
    for row in ends.tolist():
        sheets.append(cut_sheet(data, start, row, row[NUM_ENDS]))
        start = row[NUM_ENDS]
    return sheets


def cut_sheet(data: bytes, start: int, ends: list[int], end: int) -> Sheet:
    """Return the Sheet whose numbers begin at `start`; `ends` are the ends of its parts."""
    middle = (start + NUM_REQUEST + 1) * WIDTH
    round_number, turn, deck_size, sheriff, players = HEAD.unpack_from(data, middle)
    cuts = [index * WIDTH for index in ends]
    last = 3 + players
    return Sheet(
        round_number,
        turn,
        deck_size,
        sheriff,
        data[start * WIDTH : middle],
        data[cuts[0] : cuts[1]],
        data[cuts[1] : cuts[2]],
        data[cuts[2] : cuts[3]],
        [data[cuts[index] : cuts[index + 1]] for index in range(3, last)],
        data[cuts[last] : cuts[last + 1]],
        data[cuts[last + 1] : end * WIDTH],
    )


def numbers(part: bytes) -> list[int]:
    """Return the numbers of a part."""
    return memoryview(part).cast("h").tolist()


# --- packing --------------------------------------------------------------------------------------


@kernel
def pack_sheets(states: Any, viewers: Any, scratch: Any, out: Any, ends: Any) -> int:
    """Fill in a sheet for each viewer of a complete state; the last of `ends` is that of a sheet.

    Returns how many numbers there are.
    """
    count = 0
    for index in range(len(viewers)):
        observe(states[0], viewers[index], scratch[0])
        count = pack_sheet(scratch, viewers[index], out, count, ends[index])
        ends[index, NUM_ENDS] = count
    return count


@kernel
def pack_sheet(observations: Any, viewer: Seat, out: Any, count: int, ends: Any) -> int:
    """Fill in the numbers of a Sheet from `count` on; return the index behind them."""
    state = observations[0]
    pack_head(state, viewer, out[count:])
    count += NUM_HEAD
    ends[0] = count
    count = pack_set(state.seen, out, count)
    ends[1] = count
    count = pack_set(state.store, out, count)
    ends[2] = count
    for index in range(state.discard_size):
        out[count + index] = state.discard[index]
    count += int(state.discard_size)
    ends[3] = count
    for seat in range(state.players):
        row = count
        pack_player(state, seat, out[row:])
        count = pack_set(state.hand[seat], out, row + NUM_PLAYER)
        out[row + NUM_PLAYER - 1] = count - row - NUM_PLAYER
        count = pack_set(state.table[seat], out, count)
        ends[4 + seat] = count
    for seat in range(state.players):
        pack_ways(state, viewer, seat, out[count:])
        count += NUM_WAYS
    ends[4 + state.players] = count
    return pack_deeds(state, out, count)


@inline_kernel
def pack_head(state: State, viewer: Seat, out: Any) -> None:
    """Fill in the request, the viewer and the single numbers."""
    pack_request(state, out)
    out[NUM_REQUEST] = viewer if viewer == out[2] or viewer == out[3] else NONE
    out[NUM_REQUEST + 1] = state.round_number
    out[NUM_REQUEST + 2] = state.turn
    out[NUM_REQUEST + 3] = state.deck_size
    out[NUM_REQUEST + 4] = find_sheriff(state)
    out[NUM_REQUEST + 5] = state.players


@inline_kernel
def pack_request(state: State, out: Any) -> None:
    """Fill in a Request."""
    for index in range(NUM_REQUEST):
        out[index] = NONE
    out[0] = state.winner
    out[6] = state.num_alive
    if state.winner == Winner.NOT_YET:
        top = tasks.top(state)
        out[1], out[2] = state.task[top], state.task_seat[top]
        out[3], out[4] = state.task_source[top], state.task_value[top]
        out[5] = state.life[state.task_seat[top]]
        out[7] = state.task_extra[top]


@kernel
def pack_set(cards: Any, out: Any, count: int) -> int:
    """Fill in the cards of a set; return the index behind them."""
    for word in range(cardset.WORDS):
        left = cards[word]
        while left != 0:
            out[count] = cardset.BITS * word + lowest_bit(left)
            left &= left - 1
            count += 1
    return count


@inline_kernel
def pack_player(state: State, seat: Seat, out: Any) -> None:
    """Fill in a PlayerRow, except the number of known cards."""
    out[0], out[1], out[2] = seat, state.role[seat], state.character[seat]
    out[3], out[4], out[5] = state.life[seat], state.max_life[seat], state.is_alive[seat]
    out[6], out[7], out[8] = state.hand_size[seat], state.weapon[seat], weapon_range(state, seat)


@inline_kernel
def pack_ways(state: State, viewer: Seat, seat: Seat, out: Any) -> None:
    """Fill in the distance from the viewer to a seat and back; the spectator has no seat."""
    out[0], out[1] = 0, 0
    is_player = viewer < state.players
    if is_player and viewer != seat and state.is_alive[seat] and state.is_alive[viewer]:
        out[0], out[1] = distance(state, viewer, seat), distance(state, seat, viewer)


@kernel
def pack_deeds(state: State, out: Any, count: int) -> int:
    """Fill in what players have done to others; return the index behind it."""
    for seat in range(state.players):
        for other in range(state.players):
            for act in range(NUM_ACTS):
                if state.deeds[seat, other, act] > 0:
                    out[count], out[count + 1], out[count + 2] = seat, other, act
                    out[count + 3] = state.deeds[seat, other, act]
                    count += NUM_DEED
    return count
