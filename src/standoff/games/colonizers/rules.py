"""Colonizers: the rules, in the order of play.

Source: D. Crha, bachelor thesis, Charles University, 2020, and the program published with it. Four
seats build colonies of eight modules. In each round every seat secretly picks a colonist. Then each
takes a turn: Omnium or cards, the power of the colonist, and at most one module to build. After the
round in which a colony is full, the most valuable colony wins.

Deviations: `bonus="text"` gives the bonus as the thesis describes it, `"published"` as the program
does. A game that does not end is stopped after `max_rounds` rounds, which is a rule of our own. All
rules are numbered in docs/rules/colonizers.md. The options are in options.py.
"""

from typing import Any

from standoff.games.colonizers.actions import Code
from standoff.games.colonizers.cards import (
    ALL_COLONISTS,
    DECK_SIZE,
    HAND_LIMIT,
    MODULE_COPIES,
    MODULE_COST,
    NONE,
    NUM_COLONISTS,
    NUM_DRAWN,
    NUM_MODULES,
    NUM_SEATS,
    Colonist,
    Phase,
)
from standoff.games.colonizers.effects import (
    build_module,
    draw_modules,
    keep_module,
    reveal_and_pay,
    steal_omnium,
    swap_hands,
    take_omnium,
)
from standoff.games.colonizers.state import find_in_hand
from standoff.kit import (
    NOBODY,
    Action,
    Seat,
    State,
    below,
    inline_kernel,
    kernel,
    seed_rng,
    shuffle,
)

# --- the deal and the round ---------------------------------------------------------------------


@kernel
def new_game(state: State, options: Any, seed: int) -> None:
    """Shuffle the deck and begin the first round (rules 1.1 to 1.4)."""
    seed_rng(state.rng, seed)
    state.bonus = options.bonus
    state.max_rounds = options.max_rounds
    index = 0
    for module in range(NUM_MODULES):
        for _ in range(MODULE_COPIES[module]):
            state.deck[index] = module
            index += 1
    shuffle(state.rng, state.deck, DECK_SIZE)
    state.deck_known[:] = 0
    state.deck_top = 0
    state.deck_size = DECK_SIZE
    state.hand[:, :] = NONE
    state.hand_known[:, :] = 0
    state.hand_size[:] = 0
    state.colony[:, :] = NONE
    state.colony_size[:] = 0
    state.colours[:, :] = 0
    state.omnium[:] = 0
    state.drawn[:] = NONE
    state.drawn_known[:] = 0
    state.lost[:, :] = 0
    state.lost_size[:] = 0
    state.first_full = NONE
    state.ran_out = 0
    state.round_number = 0
    begin_round(state)


@inline_kernel
def begin_round(state: State) -> None:
    """Remove a random colonist; the seats have not picked yet (rule 2.1)."""
    state.round_number += 1
    removed = below(state.rng, NUM_COLONISTS)
    state.removed = removed
    state.available = ALL_COLONISTS & ~(1 << removed)
    state.colonist[:] = NONE
    state.offer[:] = 0
    state.excluded[:] = 0
    state.is_revealed[:] = 0
    state.phase = Phase.PICK
    state.seat = 0


@kernel
def to_move(state: State) -> Seat:
    """Return the seat to move."""
    return int(state.seat)


# --- legal actions ------------------------------------------------------------------------------


@kernel
def legal_actions(state: State, out: Any) -> int:
    """List the actions of the phase."""
    phase = int(state.phase)
    if phase == Phase.PICK:
        return list_colonists(Code.PICK, int(state.available), out)
    if phase == Phase.DRAW:
        out[0] = Code.TAKE_OMNIUM
        out[1] = Code.DRAW_MODULES
        return 2 if state.hand_size[state.seat] < HAND_LIMIT else 1  # Rule 3.1.
    if phase == Phase.KEEP:
        low, high = min(state.drawn[0], state.drawn[1]), max(state.drawn[0], state.drawn[1])
        out[0] = Code.KEEP + low
        out[1] = Code.KEEP + high
        return 1 if low == high else 2
    if phase == Phase.POWER:
        return list_powers(int(state.colonist[state.seat]), out)
    return list_builds(state, out)


@inline_kernel
def list_colonists(code: int, colonists: int, out: Any) -> int:
    """List an action for each colonist of a mask."""
    count = 0
    for colonist in range(NUM_COLONISTS):
        if colonists >> colonist & 1:
            out[count] = code + colonist
            count += 1
    return count


@inline_kernel
def list_powers(colonist: int, out: Any) -> int:
    """List the power of a colonist on each other colonist, and doing nothing (rules 4.1 to 4.3)."""
    count = 0
    others = ALL_COLONISTS & ~(1 << colonist)
    if colonist == Colonist.OPPORTUNIST:
        count = list_colonists(Code.STEAL, others, out)
    elif colonist == Colonist.SPY:
        count = list_colonists(Code.SWAP, others, out)
    out[count] = Code.DO_NOTHING
    return count + 1


@inline_kernel
def list_builds(state: State, out: Any) -> int:
    """List each kind of module in hand that the seat can pay, and building nothing (rule 5.1)."""
    seat = int(state.seat)
    held = 0
    for slot in range(state.hand_size[seat]):
        held |= 1 << int(state.hand[seat, slot])
    count = 0
    for module in range(NUM_MODULES):
        if held >> module & 1 and MODULE_COST[module] <= state.omnium[seat]:
            out[count] = Code.BUILD + module
            count += 1
    out[count] = Code.BUILD_NOTHING
    return count + 1


# --- what an action does ------------------------------------------------------------------------


@kernel
def apply(state: State, action: Action) -> None:
    """Do the action, then go on to the next decision."""
    phase = int(state.phase)
    seat = int(state.seat)
    if phase == Phase.PICK:
        pick_colonist(state, seat, action - Code.PICK)
    elif phase == Phase.DRAW:
        reveal_and_pay(state, seat)
        if action == Code.TAKE_OMNIUM:
            take_omnium(state, seat)
            state.phase = Phase.POWER
        elif state.deck_size < NUM_DRAWN:
            end_in_a_draw(state)  # Rule 3.6.
        else:
            draw_modules(state, seat)
            state.phase = Phase.KEEP
    elif phase == Phase.KEEP:
        keep_module(state, seat, action - Code.KEEP)
        state.phase = Phase.POWER
    elif phase == Phase.POWER:
        if action < Code.SWAP:
            steal_omnium(state, seat, action - Code.STEAL)
        elif action < Code.DO_NOTHING:
            swap_hands(state, seat, action - Code.SWAP)
        state.phase = Phase.BUILD
    else:
        if action != Code.BUILD_NOTHING:
            module = action - Code.BUILD
            build_module(state, seat, find_in_hand(state, seat, module), module)
        end_turn(state)


@inline_kernel
def pick_colonist(state: State, seat: Seat, colonist: int) -> None:
    """Pick a colonist; then the next seat picks, or the turns begin (rule 2.2)."""
    state.offer[seat] = state.available
    state.colonist[seat] = colonist
    state.available = int(state.available) & ~(1 << colonist)
    if seat == NUM_SEATS - 1:
        state.seat = 0
        state.phase = Phase.DRAW
    else:
        state.seat = seat + 1


@inline_kernel
def end_turn(state: State) -> None:
    """Pass the turn on; after the last seat end the game or begin a round (rules 2.3, 6.1)."""
    seat = int(state.seat)
    state.phase = Phase.DRAW
    if seat < NUM_SEATS - 1:
        state.seat = seat + 1
    elif state.first_full != NONE or state.round_number == state.max_rounds:
        state.seat = NOBODY
    else:
        begin_round(state)


@inline_kernel
def end_in_a_draw(state: State) -> None:
    """End the game at once because cards ran out: nobody has won (rule 3.6)."""
    state.ran_out = 1
    state.seat = NOBODY
