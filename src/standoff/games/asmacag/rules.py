"""ASMACAG, "A Simple Multi-Action Card Game": the rules, in the order of play.

Source: D. Villabrille, final degree project, Universitat Jaume I, 2022, and the program published
with it. Two seats each hold a hand of numbers and special cards; a board of numbers lies between
them. A turn is three actions. A number is played on a number of the board and scores the difference
times the factor F. Then both are discarded and F is 1 again. x2 doubles F and %2 halves it, for the
next number of either seat. The game ends when both hands or the board are empty; the higher score
wins.

Deviations: none by default. `equality="published"` restores a defect of the published program,
which does not tell x2 from %2; but the card that leaves the hand is the one that is discarded. All
rules are numbered in docs/rules/asmacag.md. The options are in options.py.
"""

from typing import Any

from standoff.games.asmacag.actions import encode_number, played_card, target_number
from standoff.games.asmacag.cards import MAX_HAND, MAX_NUMBERS, NONE, NUM_SEATS, Kind
from standoff.games.asmacag.effects import penalize, play_number, play_special
from standoff.games.asmacag.options import Equality
from standoff.kit import (
    NOBODY,
    Action,
    Seat,
    State,
    draw_kind,
    inline_kernel,
    kernel,
    seed_rng,
)

EMPTY_BIT = 63
"""The bit that an empty slot of a hand sets among the bits of the kinds."""

# --- the deal -----------------------------------------------------------------------------------


@kernel
def new_game(state: State, options: Any, seed: int) -> None:
    """Deal hands and board (rules 1.1 to 1.5)."""
    seed_rng(state.rng, seed)
    copy_options(state, options)
    for kind in range(len(state.deck)):
        state.deck[kind] = state.copies[kind]
    state.discard[:] = 0
    state.score[:] = 0.0
    state.factor = 1.0
    deal_hands(state, options.hand)
    deal_board(state, options.board)
    state.seat = 0
    state.points_left = state.action_points


@kernel
def copy_options(state: State, options: Any) -> None:
    """Copy the options into the state, and what follows from them."""
    numbers = options.max_number - options.min_number + 1
    state.numbers = numbers
    state.min_number = options.min_number
    state.action_points = options.action_points
    state.equality = options.equality
    # Rule 5.3: as if the lowest number were played on the highest after x2 with all other actions.
    span = options.min_number - options.max_number
    state.penalty = 2.0 ** (options.action_points - 1) * span
    state.copies[:] = 0
    state.copies[Kind.X2] = options.x2_copies
    state.copies[Kind.DIV2] = options.div2_copies
    for number in range(numbers):
        is_limit = number in (0, numbers - 1)
        copies = options.limit_copies if is_limit else options.normal_copies
        state.copies[Kind.FIRST_NUMBER + number] = copies


@kernel
def deal_hands(state: State, hand: int) -> None:
    """Deal the hands, one card to each seat in turn (rule 1.3)."""
    total = 0
    for kind in range(len(state.deck)):
        total += int(state.deck[kind])
    state.hand[:, :] = NONE
    for slot in range(hand):
        for seat in range(NUM_SEATS):
            card = draw_kind(state.rng, state.deck, total)
            state.deck[card] -= 1
            total -= 1
            state.hand[seat, slot] = card
    state.hand_size[:] = hand


@kernel
def deal_board(state: State, board: int) -> None:
    """Deal numbers to the board; special cards that turn up go back to the deck (rule 1.4)."""
    numbers = state.deck[Kind.FIRST_NUMBER :]
    total = 0
    for number in range(len(numbers)):
        total += int(numbers[number])
    state.board[:] = 0
    for _ in range(board):
        number = draw_kind(state.rng, numbers, total)
        numbers[number] -= 1
        total -= 1
        state.board[number] += 1
    state.board_size = board
    state.board_dealt = board


# --- the turn -----------------------------------------------------------------------------------


@inline_kernel
def to_move(state: State) -> Seat:
    """Return the seat in turn."""
    return int(state.seat)


@kernel
def legal_actions(state: State, out: Any) -> int:
    """List each special card in hand, then each number in hand on each number of the board.

    Each action is written, but counted only if it is legal, so the next one overwrites an illegal
    one. This is quicker than a branch for each.
    """
    held = 0  # a bit for each kind in hand
    for slot in range(MAX_HAND):
        held |= 1 << (int(state.hand[state.seat, slot]) & EMPTY_BIT)
    lying = 0  # a bit for each number on the board
    for number in range(MAX_NUMBERS):
        lying |= int(state.board[number] > 0) << number
    numbers = int(state.numbers)
    count = 0
    for kind in range(Kind.FIRST_NUMBER):
        out[count] = kind
        count += held >> kind & 1
    for played in range(numbers):
        is_held = held >> (Kind.FIRST_NUMBER + played) & 1
        for target in range(numbers):
            out[count] = encode_number(numbers, played, target)
            count += is_held & lying >> target
    return count


@kernel
def apply(state: State, action: Action) -> None:
    """Play one card, or pay the penalty for an illegal action (rules 3 to 5)."""
    seat = int(state.seat)
    state.points_left -= 1
    card = played_card(state, action)
    slot = find_in_hand(state, seat, card)
    if slot == NONE:
        penalize(state, seat, 0)  # Rule 5.1: the first card of the hand is lost.
    elif card < Kind.FIRST_NUMBER:
        play_special(state, seat, slot, card)
    elif state.board[target_number(state, action)] == 0:
        penalize(state, seat, slot)  # Rule 5.2: the played card is lost.
    else:
        play_number(state, seat, slot, target_number(state, action))
    end_action(state)


@inline_kernel
def find_in_hand(state: State, seat: Seat, card: int) -> int:
    """Return the first slot with an equal card, or NONE (rule 6.1 for published equality)."""
    found = NONE
    either = state.equality == Equality.PUBLISHED and 0 <= card < Kind.FIRST_NUMBER
    for slot in range(MAX_HAND - 1, -1, -1):
        held = int(state.hand[seat, slot])
        if held == card or (either and 0 <= held < Kind.FIRST_NUMBER):
            found = slot
    return found if card != NONE else NONE


@inline_kernel
def end_action(state: State) -> None:
    """End the game, or pass the turn on if no action is left (rules 2.2 to 2.5)."""
    seat = int(state.seat)
    other = 1 - seat
    cards = int(state.hand_size[seat])
    if state.board_size == 0 or (cards == 0 and state.hand_size[other] == 0):
        state.seat = NOBODY  # Rules 2.4 and 2.5, after every action.
    elif state.points_left == 0 or cards == 0:
        state.points_left = state.action_points
        if state.hand_size[other] > 0:  # Rule 2.3: a seat without cards is passed over.
            state.seat = other
