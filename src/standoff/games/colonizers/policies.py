"""The light player of Colonizers: the published heuristic."""

from enum import IntEnum
from typing import Any

import numpy as np

from standoff.games.colonizers.actions import Code
from standoff.games.colonizers.cards import (
    FULL_COLONY,
    HAND_LIMIT,
    MODULE_COLOUR,
    MODULE_COST,
    MODULE_VALUE,
    NONE,
    NUM_DRAWN,
    NUM_SEATS,
    Colonist,
    Colour,
    Phase,
)
from standoff.games.colonizers.state import draw_colonist
from standoff.kit import (
    Action,
    Option,
    Policy,
    Seat,
    State,
    below,
    count_bits,
    inline_kernel,
    kernel,
)

ANY_COLOUR = -1
RANKED_COLOURS = np.array([Colour.RED, Colour.GREEN, Colour.BLUE], np.int64)
"""The first of equally frequent colours is the top colour."""
PAID_COLONIST = np.array([Colonist.ECOLOGIST, Colonist.MINER, Colonist.GENERAL], np.int64)
"""The colonist whom each colour pays."""
COLOUR_WORTH_PICKING = 3
FEW_CARDS = 1
WORST = -100
MANY_CARDS = 4


class Knows(IntEnum):
    """The values of the parameter `knows`."""

    OWN = 0
    ALL = 1


@kernel
def choose_heuristic(
    state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any
) -> Action:
    """Answer by the first rule of thumb of the phase that fits."""
    phase = int(state.phase)
    if phase == Phase.PICK:
        return Code.PICK + choose_colonist(state, seat, rng)
    if phase == Phase.DRAW:
        return choose_income(state, seat, rng)
    if phase == Phase.KEEP:
        module = choose_module(state, seat, state.drawn)
        return Code.KEEP + (module if module != NONE else int(state.drawn[below(rng, NUM_DRAWN)]))
    if phase == Phase.POWER:
        return choose_power(state, seat, int(params[0]) == Knows.ALL, rng)
    module = choose_module(state, seat, state.hand[seat])
    return Code.BUILD + module if module != NONE else choose_any_build(state, seat, rng)


@inline_kernel
def top_colour(state: State, seat: Seat) -> int:
    """Return the colour of most modules in the colony."""
    best, most = Colour.RED, -1
    for index in range(len(RANKED_COLOURS)):
        count = int(state.colours[seat, RANKED_COLOURS[index]])
        if count > most:
            best, most = RANKED_COLOURS[index], count
    return best


@inline_kernel
def choose_colonist(state: State, seat: Seat, rng: Any) -> int:
    """Pick the colonist whom the top colour pays, the Visionary with few cards, or a random one."""
    available = int(state.available)
    colour = top_colour(state, seat)
    paid = int(PAID_COLONIST[colour])
    if state.colours[seat, colour] >= COLOUR_WORTH_PICKING and available >> paid & 1:
        return paid
    if state.hand_size[seat] <= FEW_CARDS and available >> Colonist.VISIONARY & 1:
        return Colonist.VISIONARY
    return draw_colonist(rng, available)


@inline_kernel
def choose_income(state: State, seat: Seat, rng: Any) -> Action:
    """Take Omnium without any or with many cards, cards without any, else one at random."""
    if state.omnium[seat] == 0 or state.hand_size[seat] >= MANY_CARDS:
        return Code.TAKE_OMNIUM
    if state.hand_size[seat] == 0:
        return Code.DRAW_MODULES
    return Code.TAKE_OMNIUM + below(rng, 2)


# --- which module -------------------------------------------------------------------------------


@inline_kernel
def choose_module(state: State, seat: Seat, cards: Any) -> int:
    """Return the module to keep or build, or NONE if the rule finds none that the seat can pay.

    Near the end this is the most valuable module, with a full hand the most profitable, else the
    most profitable of the top colour.
    """
    is_late = is_near_the_end(state)
    is_full = state.hand_size[seat] >= HAND_LIMIT
    colour = ANY_COLOUR if is_late or is_full else top_colour(state, seat)
    return best_module(state, seat, cards, colour, 0 if is_late else 1)


@inline_kernel
def is_near_the_end(state: State) -> bool:
    """Whether a colony is full or lacks one module."""
    largest = 0
    for seat in range(NUM_SEATS):
        largest = max(largest, int(state.colony_size[seat]))
    return largest >= FULL_COLONY - 1


@inline_kernel
def can_pay(state: State, seat: Seat, module: int) -> bool:
    """Whether the seat has the Omnium for a module; NONE can never be paid."""
    return bool(MODULE_COST[module] <= state.omnium[seat])


@inline_kernel
def best_module(state: State, seat: Seat, cards: Any, colour: int, cost_weight: int) -> int:
    """Return the affordable module with the greatest value minus weighted cost, or NONE."""
    best = NONE
    best_key = WORST
    for slot in range(len(cards)):
        module = int(cards[slot])
        fits = colour in (ANY_COLOUR, MODULE_COLOUR[module])
        key = MODULE_VALUE[module] - cost_weight * MODULE_COST[module]
        if can_pay(state, seat, module) and fits and key > best_key:
            best, best_key = module, key
    return best


@inline_kernel
def choose_any_build(state: State, seat: Seat, rng: Any) -> Action:
    """Build a card of the hand that can be paid, or nothing, all equally likely."""
    count = 0
    for slot in range(HAND_LIMIT):
        count += int(can_pay(state, seat, int(state.hand[seat, slot])))
    left = below(rng, count + 1)
    chosen = NONE
    for slot in range(HAND_LIMIT):
        module = int(state.hand[seat, slot])
        is_payable = can_pay(state, seat, module)
        if is_payable and left == 0:
            chosen = module
        left -= int(is_payable)
    return Code.BUILD_NOTHING if chosen == NONE else Code.BUILD + chosen


# --- whom to harm -------------------------------------------------------------------------------


@inline_kernel
def suspects(state: State, seat: Seat, other: Seat, knows_all: bool) -> int:
    """Return the mask of colonists that `other` may have, as the published player reasons.

    The colonists of earlier seats are known. Later seats have some that this seat left.
    """
    if other < seat or (knows_all and state.colonist[other] >= 0):  # a world has no unknown ones
        return 1 << int(state.colonist[other])
    return int(state.offer[seat]) & ~(1 << int(state.colonist[seat]))


@inline_kernel
def choose_power(state: State, seat: Seat, knows_all: bool, rng: Any) -> Action:
    """Steal from the richest or swap with the fullest hand, minus the number of doubts."""
    colonist = int(state.colonist[seat])
    if colonist not in (Colonist.OPPORTUNIST, Colonist.SPY):
        return Code.DO_NOTHING
    steals = colonist == Colonist.OPPORTUNIST
    best, best_score = NONE, 0
    for other in range(NUM_SEATS):
        if other == seat:
            continue
        score = 1 - count_bits(suspects(state, seat, other, knows_all))
        if steals:
            score += int(state.omnium[other])
        else:
            score += 2 * (int(state.hand_size[other]) - int(state.hand_size[seat]))
        if best == NONE or score > best_score:
            best, best_score = other, score
    if not steals and best_score <= 0:
        return Code.DO_NOTHING
    target = draw_colonist(rng, suspects(state, seat, best, knows_all))
    return (Code.STEAL if steals else Code.SWAP) + target


POLICIES = (
    Policy(
        "heuristic",
        "the published rules of thumb",
        choose_heuristic,
        (
            Option(
                "knows",
                "own",
                "all: use every colonist that the state shows, as the published playouts do",
                choices=("own", "all"),
            ),
        ),
        in_worlds={"knows": "all"},
    ),
)
