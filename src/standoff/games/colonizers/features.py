"""An observation of Colonizers as numbers for a learner.

First a block for each seat, the own one first, then in order: `seat +1` is the next one. Modules
are given as a share of all copies of their kind.

| numbers of a seat | what | range |
|---|---|---|
| 1 | whether it is to move | 0, 1 |
| 1 | Omnium; 8 are 0.5 | 0 to 1 |
| 1 | cards in hand, of HAND_LIMIT | 0 to 1 |
| 1 | cards in hand that the observer does not know, of HAND_LIMIT | 0 to 1 |
| 1 | modules built, of FULL_COLONY | 0 to 1 |
| 1 | value of the modules, of MAX_VALUE | 0 to 1 |
| 4 | modules built of each colour, of FULL_COLONY | 0 to 1 |
| 6 | each colonist that it may have, as the observer can deduce | 0, 1 |
| 1 | whether its colonist is revealed | 0, 1 |
| 1 | whether its colony was full first | 0, 1 |
| 16 | each module known to be in its hand | 0 to 1 |

Then the rest:

| numbers | what | range |
|---|---|---|
| 4 | the own seat, which is the order in a round | 0, 1 |
| 5 | the phase | 0, 1 |
| 6 | each colonist that the observer can pick now | 0, 1 |
| 16 | each module set aside, of which one is kept, if the observer knows it | 0 to 1 |
| 16 | each module that the observer has not seen | 0 to 1 |
| 1 | cards in the deck | 0 to 1 |
| 1 | the number of the round; the 10th is 0.5 | 0 to 1 |
"""

from collections.abc import Iterator
from typing import Any

from standoff.games.colonizers.cards import (
    COLONIST_NAMES,
    DECK_SIZE,
    FULL_COLONY,
    HAND_LIMIT,
    MODULE_COPIES,
    MODULE_NAMES,
    NONE,
    NUM_COLONISTS,
    NUM_COLOURS,
    NUM_DRAWN,
    NUM_MODULES,
    NUM_SEATS,
    Colour,
    Phase,
)
from standoff.games.colonizers.hidden import candidates, count_unseen
from standoff.games.colonizers.outcome import colony_value
from standoff.kit import Feature, Seat, Settings, State, flags, inline_kernel, kernel, saturate

HALF_OMNIUM = 8.0
HALF_ROUND = 10.0
MAX_VALUE = 80
"""More than the value of any eight modules."""
NUM_PHASES = len(Phase)
NUM_PLAIN = 6  # numbers of a seat before its colours


def list_features(settings: Settings) -> Iterator[Feature]:
    """Yield names and ranges of the features, in the order in which `features` fills them in."""
    for step in range(NUM_SEATS):
        yield from list_seat(f"seat +{step}" if step else "own")
    yield from flags("own place", [str(seat) for seat in range(NUM_SEATS)])
    yield from flags("phase", [phase.name.lower() for phase in Phase])
    yield from flags("on offer", COLONIST_NAMES)
    yield from flags("drawn", MODULE_NAMES)
    yield from flags("unseen", MODULE_NAMES)
    yield from (Feature("deck"), Feature("round"))


def list_seat(who: str) -> Iterator[Feature]:
    """Yield the features of one seat."""
    for what in ("to move", "Omnium", "cards", "unknown cards", "modules", "points"):
        yield Feature(f"{who}: {what}")
    yield from flags(who, [f"{colour.name.lower()} modules" for colour in Colour])
    yield from flags(who, [f"may be {name}" for name in COLONIST_NAMES])
    yield from flags(who, ["revealed", "full first"])
    yield from flags(who, [f"{name} in hand" for name in MODULE_NAMES])


@kernel
def features(state: State, seat: Seat, out: Any) -> None:
    """Fill in the features that the docstring of this module lists."""
    out[:] = 0.0
    index = 0
    for step in range(NUM_SEATS):
        index = fill_seat(state, seat, (seat + step) % NUM_SEATS, index, out)
    out[index + seat] = 1.0
    index += NUM_SEATS
    out[index + int(state.phase)] = 1.0
    index += NUM_PHASES
    if state.phase == Phase.PICK and state.seat == seat:
        fill_colonists(int(state.available), index, out)
    index += NUM_COLONISTS
    for slot in range(NUM_DRAWN):
        if state.drawn[slot] >= 0:
            out[index + int(state.drawn[slot])] += 1.0 / MODULE_COPIES[state.drawn[slot]]
    index += NUM_MODULES
    unseen = count_unseen(state)
    for module in range(NUM_MODULES):
        out[index + module] = (unseen >> 4 * module & 15) / MODULE_COPIES[module]
    index += NUM_MODULES
    out[index] = state.deck_size / DECK_SIZE
    out[index + 1] = saturate(float(state.round_number), HALF_ROUND)


@inline_kernel
def fill_seat(state: State, seat: Seat, other: Seat, first: int, out: Any) -> int:
    """Fill in the block of `other` as `seat` sees it, from index `first` on; return its end."""
    out[first] = 1.0 if state.seat == other else 0.0
    out[first + 1] = saturate(float(state.omnium[other]), HALF_OMNIUM)
    out[first + 2] = state.hand_size[other] / HAND_LIMIT
    out[first + 4] = state.colony_size[other] / FULL_COLONY
    out[first + 5] = colony_value(state, other) / MAX_VALUE
    after = first + NUM_PLAIN
    for colour in range(NUM_COLOURS):
        out[after + colour] = state.colours[other, colour] / FULL_COLONY
    after += NUM_COLOURS
    fill_colonists(candidates(state, seat, other), after, out)
    after += NUM_COLONISTS
    out[after] = 1.0 if state.is_revealed[other] else 0.0
    out[after + 1] = 1.0 if state.first_full == other and state.first_full != NONE else 0.0
    after += 2
    unknown = 0
    for slot in range(state.hand_size[other]):
        module = int(state.hand[other, slot])
        if module >= 0:
            out[after + module] += 1.0 / MODULE_COPIES[module]
        else:
            unknown += 1
    out[first + 3] = unknown / HAND_LIMIT
    return after + NUM_MODULES


@inline_kernel
def fill_colonists(colonists: int, first: int, out: Any) -> None:
    """Fill in 1 for each colonist of a mask, from index `first` on."""
    for colonist in range(NUM_COLONISTS):
        out[first + colonist] = float(colonists >> colonist & 1)
