"""Kuhn poker: three cards, two seats, one bet, and already a game of bluffs.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1, 1950. In each
hand both seats pay a chip and get one of the cards J, Q and K; the third stays hidden. The opener
checks or bets a chip, and so may the other after a check. Whoever faces a bet folds, or calls it
with a chip. After a call or two checks the higher card takes the pot. A match is `hands` hands,
opened in turn; whoever has won more chips wins. docs/write-a-game.md builds this file, and
`standoff arena examples/kuhn.py:GAME --agents balanced,uniform --games 2000` plays it.
"""

from typing import Any

import numpy as np

from standoff import kit
from standoff.kit import NOBODY, Action, Seat, State, kernel

NO_MOVE = UNKNOWN = -1
CHECK, BET, FOLD, CALL = range(4)
NUM_SEATS, NUM_CARDS = 2, 3
HIDDEN = 2  # the index of the card that neither seat holds

STATE = kit.state_dtype(
    (
        ("rng", np.uint64, (kit.RNG_WORDS,)),  # the chance to come
        ("score", np.int16, (NUM_SEATS,)),  # chips won and lost in the hands that are over
        ("hand", np.int16),  # hands that are over
        ("hands", np.int16),  # option
        ("card", np.int8, (NUM_CARDS,)),  # of seat 0, of seat 1, and the HIDDEN one
        ("seat", np.int8),  # whose turn it is, NOBODY once the match is over
        ("last", np.int8),  # the last move of this hand, NO_MOVE before the first
    )
)

# --- the deal -----------------------------------------------------------------------------------


@kernel
def new_game(state: State, options: Any, seed: int) -> None:
    """Begin a match."""
    kit.seed_rng(state.rng, seed)
    state.hands = options.hands
    state.hand = 0
    state.score[:] = 0
    deal(state)


@kernel
def deal(state: State) -> None:
    """Shuffle the three cards; seat 0 opens the first hand, seat 1 the second, and so on."""
    for card in range(NUM_CARDS):
        state.card[card] = card
    kit.shuffle(state.rng, state.card, NUM_CARDS)
    state.seat = state.hand % NUM_SEATS
    state.last = NO_MOVE


# --- the turn -----------------------------------------------------------------------------------


@kernel
def to_move(state: State) -> Seat:
    """Return whose turn it is."""
    return int(state.seat)


@kernel
def legal_actions(state: State, out: Any) -> int:
    """List the two answers to a bet, or the two moves where there is none."""
    faces_bet = state.last == BET
    out[0] = FOLD if faces_bet else CHECK
    out[1] = CALL if faces_bet else BET
    return 2


@kernel
def apply(state: State, action: Action) -> None:
    """Make a move, and end the hand if it was the last one."""
    seat = int(state.seat)
    both_checked = action == CHECK and state.last == CHECK
    state.last = action
    if action == FOLD:
        end_hand(state, 1 - seat, 1)
    elif action == CALL or both_checked:
        higher = int(state.card[1] > state.card[0])
        end_hand(state, higher, 2 if action == CALL else 1)
    else:
        state.seat = 1 - seat


@kernel
def end_hand(state: State, winner: Seat, stake: int) -> None:
    """Give the winner what the other one has paid; deal the next hand, if there is one."""
    state.score[winner] += stake
    state.score[1 - winner] -= stake
    state.hand += 1
    if state.hand < state.hands:
        deal(state)
    else:
        state.seat = NOBODY


@kernel
def evaluate(state: State, seat: Seat) -> float:
    """Return the chips that a seat has won: whoever has more at the end wins."""
    return float(state.score[seat])


# --- who knows what -----------------------------------------------------------------------------


@kernel
def is_shown(state: State) -> bool:
    """Whether the cards lie open: after the last hand, unless it was folded."""
    return bool(state.seat == NOBODY and state.last != FOLD)


@kernel
def observe(state: State, seat: Seat, out: State) -> None:
    """Blank all cards but the seat's own."""
    kit.copy_record(state, out)
    out.rng[:] = 0
    if not is_shown(state):
        for other in range(NUM_SEATS):
            if other != seat:
                out.card[other] = UNKNOWN
        out.card[HIDDEN] = UNKNOWN


@kernel
def determinize(state: State, seat: Seat, rng: Any) -> None:
    """Deal the two cards that the seat has not seen, either way equally likely."""
    kit.renew_rng(state.rng, rng)
    if not is_shown(state):
        step = 1 + kit.below(rng, 2)
        state.card[1 - seat] = (state.card[seat] + step) % NUM_CARDS
        state.card[HIDDEN] = (state.card[seat] - step) % NUM_CARDS


@kernel
def scramble(state: State, seat: Seat, rng: Any) -> None:
    """Exchange the card of each other seat with the hidden one, or not; change the chance."""
    kit.renew_rng(state.rng, rng)
    for other in range(NUM_SEATS):
        if other != seat and not is_shown(state) and kit.below(rng, 2) == 0:
            state.card[HIDDEN], state.card[other] = state.card[other], state.card[HIDDEN]


@kernel
def check_state(state: State) -> int:
    """Return a bit for each of the PROBLEMS that a complete state has."""
    cards = 0
    for index in range(NUM_CARDS):
        cards |= 1 << int(state.card[index]) if state.card[index] >= 0 else 0
    is_over = state.hand == state.hands
    has_turn = 0 <= state.seat < NUM_SEATS
    return int(cards != 0b111) | int(state.score.sum() != 0) << 1 | int(is_over == has_turn) << 2


PROBLEMS = (
    "a card is missing or doubled",
    "the chips that one has won are not those that the other has lost",
    "it is somebody's turn after the last hand, or nobody's before",
)

# --- a player, and the game ---------------------------------------------------------------------

P_BOLD = np.array(
    [
        [[1 / 3, 0, 1], [1 / 3, 0, 1]],  # to bet: as the opener with J, Q, K; as the other
        [[0, 2 / 3, 1], [0, 1 / 3, 1]],  # to call: as the opener, who has checked; as the other
    ]
)
"""How likely the bolder move is."""


@kernel
def bluff(state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any) -> Action:
    """Play one of Kuhn's equilibria."""
    faces_bet, is_second = int(state.last == BET), int(seat != state.hand % NUM_SEATS)
    is_bold = kit.uniform(rng) < P_BOLD[faces_bet, is_second, state.card[seat]]
    legal_actions(state, rows[0])
    return int(rows[0, int(is_bold)])


GAME = kit.Game(
    name="kuhn",
    doc="Kuhn poker: three cards, two seats, one bet",
    version=1,
    rules=kit.Rules(STATE, kit.collect_verbs(__name__), problems=PROBLEMS),
    options=(kit.Option("hands", 10, "hands in a match", 1, 1000),),
    size=kit.Size(seats=NUM_SEATS, actions=4, decisions=lambda options: 3 * int(options["hands"])),
    texts=kit.Texts(
        actions=("check", "bet", "fold", "call"),
        words={"card": ("J", "Q", "K", "?"), "last": ("check", "bet", "fold", "call", "-")},
    ),
    agents=kit.Agents((kit.Policy("balanced", "one of Kuhn's equilibria", bluff),)),
)
