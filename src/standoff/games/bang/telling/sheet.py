"""All numbers of an observation that a view shows, packed by a kernel into one array.

Reading a field of a record from Python costs more than making a whole list of this array.
"""

from typing import Any, NamedTuple

import numpy as np

from standoff.games.bang import cardset
from standoff.games.bang.cards import MAX_SEATS, NONE, NUM_CARDS
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.seats import distance, find_sheriff, weapon_range
from standoff.games.bang.state import NUM_ACTS, Winner
from standoff.kit import Seat, State, inline_kernel, kernel


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
    distance: int
    reach: int
    hand: list[int]
    """The cards that the viewer knows."""
    table: list[int]


class Sheet(NamedTuple):
    """What a view shows."""

    request: Request
    round_number: int
    turn: int
    deck_size: int
    sheriff: int
    seen: list[int]
    """The cards of the viewer's hand that others have seen."""
    store: list[int]
    discard: list[int]
    players: list[PlayerRow]
    deeds: list[list[int]]
    """By whom, to whom, the Act, and how often."""


NUM_REQUEST = len(Request._fields)
NUM_HEAD = NUM_REQUEST + 5
NUM_PLAYER = len(PlayerRow._fields) - 2
NUM_DEED = 4
SIZE = NUM_HEAD + MAX_SEATS * (NUM_PLAYER + 2) + NUM_CARDS + 3 + MAX_SEATS**2 * NUM_ACTS * NUM_DEED
"""More numbers than any observation needs."""


def read_sheet(observations: Any, viewer: Seat) -> Sheet:
    """Return what a viewer's observation shows."""
    out = np.empty(SIZE, np.int16)
    count = pack_sheet(observations, viewer, out)
    numbers: list[int] = out[:count].tolist()
    request = Request(*numbers[:NUM_REQUEST])
    round_number, turn, deck_size, sheriff, num_players = numbers[NUM_REQUEST:NUM_HEAD]
    seen, index = cut(numbers, NUM_HEAD)
    store, index = cut(numbers, index)
    discard, index = cut(numbers, index)
    players = []
    for _ in range(num_players):
        fields = numbers[index : index + NUM_PLAYER]
        hand, index = cut(numbers, index + NUM_PLAYER)
        table, index = cut(numbers, index)
        players.append(PlayerRow._make([*fields, hand, table]))
    deeds = [numbers[start : start + NUM_DEED] for start in range(index, count, NUM_DEED)]
    return Sheet(
        request, round_number, turn, deck_size, sheriff, seen, store, discard, players, deeds
    )


def cut(numbers: list[int], index: int) -> tuple[list[int], int]:
    """Return a list that begins with its length, and the index behind it."""
    end = index + 1 + numbers[index]
    return numbers[index + 1 : end], end


# --- packing --------------------------------------------------------------------------------------


@kernel
def pack_sheet(observations: Any, viewer: Seat, out: Any) -> int:
    """Fill in the numbers of a Sheet; return how many there are."""
    state = observations[0]
    pack_request(state, out)
    out[NUM_REQUEST] = state.round_number
    out[NUM_REQUEST + 1] = state.turn
    out[NUM_REQUEST + 2] = state.deck_size
    out[NUM_REQUEST + 3] = find_sheriff(state)
    out[NUM_REQUEST + 4] = state.players
    count = pack_set(state.seen, out, NUM_HEAD)
    count = pack_set(state.store, out, count)
    out[count] = state.discard_size
    for index in range(state.discard_size):
        out[count + 1 + index] = state.discard[index]
    count += 1 + int(state.discard_size)
    for seat in range(state.players):
        pack_player(state, viewer, seat, out[count:])
        count = pack_set(state.hand[seat], out, count + NUM_PLAYER)
        count = pack_set(state.table[seat], out, count)
    for seat in range(state.players):
        for other in range(state.players):
            for act in range(NUM_ACTS):
                if state.deeds[seat, other, act] > 0:
                    out[count], out[count + 1], out[count + 2] = seat, other, act
                    out[count + 3] = state.deeds[seat, other, act]
                    count += NUM_DEED
    return count


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
    """Fill in the size of a set and its cards; return the index behind them."""
    start = count
    for card in range(NUM_CARDS):
        if cardset.contains(cards, card):
            count += 1
            out[count] = card
    out[start] = count - start
    return count + 1


@inline_kernel
def pack_player(state: State, viewer: Seat, seat: Seat, out: Any) -> None:
    """Fill in a PlayerRow, without the cards."""
    out[0], out[1], out[2] = seat, state.role[seat], state.character[seat]
    out[3], out[4], out[5] = state.life[seat], state.max_life[seat], state.is_alive[seat]
    out[6], out[7], out[8] = state.hand_size[seat], state.weapon[seat], weapon_range(state, seat)
    out[9], out[10] = 0, 0
    is_player = viewer < state.players  # the spectator has no seat
    if is_player and viewer != seat and state.is_alive[seat] and state.is_alive[viewer]:
        out[9], out[10] = distance(state, viewer, seat), distance(state, seat, viewer)
