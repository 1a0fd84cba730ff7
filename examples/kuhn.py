"""Kuhn poker: three cards, two seats, one bet, and already a game of bluffs.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1, 1950. In each
hand both seats pay a chip and get one of the cards J, Q and K; the third stays hidden. The opener
checks or bets a chip, and so may the other after a check. Whoever faces a bet folds, or calls it
with a chip. After a call or two checks the higher card takes the pot. A match is `hands` hands,
opened in turn; who has won more chips wins. docs/write-a-game.md builds this file piece by piece.

    standoff check examples/kuhn.py:GAME
    standoff arena examples/kuhn.py:GAME --agents balanced,uniform --games 2000
"""

from enum import IntEnum
from typing import Any

import numpy as np

from standoff import verbs
from standoff.kit import (
    NOBODY,
    RNG_WORDS,
    UNIFORM_POLICY,
    Action,
    BadNotation,
    Game,
    Notation,
    Option,
    Policy,
    Result,
    Seat,
    Settings,
    State,
    View,
    below,
    copy_record,
    kernel,
    next_word,
    parse_list,
    parse_number,
    parse_word,
    seed_rng,
    shuffle,
    state_dtype,
    uniform,
)


class Move(IntEnum):
    """The action codes."""

    CHECK = 0
    BET = 1
    FOLD = 2
    CALL = 3


NUM_SEATS = 2
NUM_CARDS = 3
HIDDEN = 2
"""The place of the card that neither seat holds."""
UNKNOWN = -1
NO_MOVE = -1
MAX_HANDS = 1000
MAX_MOVES = 3
MAX_STAKE = 2

STATE = state_dtype(
    (
        ("rng", np.uint64, (RNG_WORDS,)),  # the chance to come
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
    seed_rng(state.rng, seed)
    state.hands = options.hands
    state.hand = 0
    state.score[:] = 0
    deal(state)


@kernel
def deal(state: State) -> None:
    """Shuffle the three cards; seat 0 opens the first hand, seat 1 the second, and so on."""
    for card in range(NUM_CARDS):
        state.card[card] = card
    shuffle(state.rng, state.card, NUM_CARDS)
    state.seat = opener(state)
    state.last = NO_MOVE


@kernel
def opener(state: State) -> Seat:
    """Return the seat that moves first in this hand."""
    return int(state.hand) % NUM_SEATS


# --- the turn -----------------------------------------------------------------------------------


@kernel
def to_move(state: State) -> Seat:
    """Return whose turn it is."""
    return int(state.seat)


@kernel
def legal_actions(state: State, out: Any) -> int:
    """List the two answers to a bet, or the two moves where there is none."""
    faces_bet = state.last == Move.BET
    out[0] = Move.FOLD if faces_bet else Move.CHECK
    out[1] = Move.CALL if faces_bet else Move.BET
    return 2


@kernel
def apply(state: State, action: Action) -> None:
    """Make a move, and end the hand if it was the last one."""
    seat = int(state.seat)
    both_checked = action == Move.CHECK and seat != opener(state)
    state.last = action
    if action == Move.FOLD:
        end_hand(state, 1 - seat, 1)
    elif action == Move.CALL or both_checked:
        higher = int(state.card[1] > state.card[0])
        end_hand(state, higher, MAX_STAKE if action == Move.CALL else 1)
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


# --- the end ------------------------------------------------------------------------------------


@kernel
def evaluate(state: State, seat: Seat) -> float:
    """Return the chips that a seat has won."""
    return float(state.score[seat])


@kernel
def returns(state: State, out: Any) -> None:
    """Reward 1 for chips won, -1 for chips lost, 0 for neither."""
    for seat in range(NUM_SEATS):
        out[seat] = np.sign(state.score[seat])


@kernel
def outcome(state: State, out: Any) -> None:
    """Give rank, chips and result of each seat."""
    for seat in range(NUM_SEATS):
        sign = np.sign(state.score[seat])
        out[seat].rank = 1.5 - 0.5 * sign
        out[seat].score = state.score[seat]
        out[seat].result = Result.TIE + sign


# --- who knows what -----------------------------------------------------------------------------


@kernel
def is_shown(state: State) -> bool:
    """Whether the cards lie open: after the last hand, unless it was folded."""
    return bool(state.seat == NOBODY and state.last != Move.FOLD)


@kernel
def observe(state: State, seat: Seat, out: State) -> None:
    """Blank all cards but the seat's own."""
    copy_record(state, out)
    out.rng[:] = 0
    if not is_shown(state):
        out.card[1 - seat] = UNKNOWN
        out.card[HIDDEN] = UNKNOWN


@kernel
def determinize(state: State, seat: Seat, rng: Any) -> None:
    """Deal the two cards that the seat has not seen, either way equally likely."""
    for word in range(RNG_WORDS):
        state.rng[word] = next_word(rng)
    if not is_shown(state):
        step = 1 + below(rng, 2)
        state.card[1 - seat] = (state.card[seat] + step) % NUM_CARDS
        state.card[HIDDEN] = (state.card[seat] - step) % NUM_CARDS


@kernel
def scramble(state: State, seat: Seat, rng: Any) -> None:
    """Exchange the other's card and the hidden one, or not; change the chance to come."""
    for word in range(RNG_WORDS):
        state.rng[word] = next_word(rng)
    if not is_shown(state) and below(rng, 2) == 0:
        card = state.card[HIDDEN]
        state.card[HIDDEN] = state.card[1 - seat]
        state.card[1 - seat] = card


class Problem(IntEnum):
    """The flags of `check_state`; PROBLEMS says what they mean."""

    CARDS = 1
    CHIPS = 2
    TURN = 4


PROBLEMS = (
    "a card is missing or doubled",
    "the chips that one has won are not those that the other has lost",
    "it is somebody's turn after the last hand, or nobody's before",
)


@kernel
def check_state(state: State) -> int:
    """Return the Problems of a complete state."""
    problems = 0
    for card in range(NUM_CARDS):
        copies = 0
        for place in range(NUM_CARDS):
            copies += int(state.card[place] == card)
        if copies != 1:
            problems |= Problem.CARDS
    if state.score[0] != -state.score[1]:
        problems |= Problem.CHIPS
    is_over = state.hand == state.hands
    if is_over != (state.seat == NOBODY) or not NOBODY <= state.seat < NUM_SEATS:
        problems |= Problem.TURN
    return problems


# --- policies -----------------------------------------------------------------------------------

P_BOLD = np.array(
    [
        [[1 / 3, 0, 1], [1 / 3, 0, 1]],  # to bet: as the opener with J, Q, K; as the other
        [[0, 2 / 3, 1], [0, 1 / 3, 1]],  # to call: as the opener, who has checked; as the other
    ]
)
"""How likely the bolder move is."""


@kernel
def choose_balanced(
    state: State, seat: Seat, params: Any, rng: Any, worlds: Any, actions: Any
) -> Action:
    """Play one of Kuhn's equilibria."""
    faces_bet, is_second = int(state.last == Move.BET), int(seat != opener(state))
    is_bold = uniform(rng) < P_BOLD[faces_bet, is_second, state.card[seat]]
    legal_actions(state, actions[0])
    return int(actions[0, int(is_bold)])


BALANCED = Policy(
    "balanced", "one of Kuhn's equilibria: in the long run nobody wins chips", choose_balanced
)


# --- texts --------------------------------------------------------------------------------------

MOVE_TEXTS = (*(move.name.lower() for move in Move), "-")
CARD_TEXTS = ("J", "Q", "K", "?")
"""UNKNOWN and NO_MOVE are -1: the last of the texts."""
FIELD_NAMES = ("hand", "score", "cards", "turn", "last", "rng")


def action_text(settings: Settings, action: Action) -> str:
    """Return the word for a move."""
    return MOVE_TEXTS[action]


def parse_action(settings: Settings, text: str) -> Action:
    """Return the move of a word."""
    word = text.strip().lower()
    if word not in MOVE_TEXTS[:-1]:
        raise BadNotation(f"there is no action {text!r}; write {', '.join(MOVE_TEXTS[:-1])}")
    return MOVE_TEXTS.index(word)


def state_text(settings: Settings, state: State) -> str:
    """Return a state on one line: `hand=0 score=0,0 cards=Q,?,? turn=0 last=- rng=0,0`."""
    values = (
        state.hand,
        ",".join(str(score) for score in state.score),
        ",".join(CARD_TEXTS[card] for card in state.card),
        state.seat,
        MOVE_TEXTS[state.last],
        ",".join(str(word) for word in state.rng),
    )
    return " ".join(f"{name}={value}" for name, value in zip(FIELD_NAMES, values, strict=True))


def parse_state(settings: Settings, text: str, state: State) -> None:
    """Fill `state` from its text and the options."""
    values = dict(part.partition("=")[::2] for part in text.split())
    if tuple(values) != FIELD_NAMES:
        raise BadNotation(f"a state of kuhn has the fields {' '.join(FIELD_NAMES)}, in this order")
    state.hands = settings["hands"]
    state.hand = parse_number("hand", values["hand"], 0, int(settings["hands"]))
    state.score = parse_list("score", values["score"], NUM_SEATS, parse_score)
    state.card = parse_list("cards", values["cards"], NUM_CARDS, parse_card)
    state.seat = parse_number("turn", values["turn"], NOBODY, NUM_SEATS - 1)
    state.last = NO_MOVE if values["last"] == "-" else parse_action(settings, values["last"])
    state.rng = parse_list("rng", values["rng"], RNG_WORDS, parse_word)


def parse_score(name: str, text: str) -> int:
    """Return chips won or lost."""
    return parse_number(name, text, -MAX_STAKE * MAX_HANDS, MAX_STAKE * MAX_HANDS)


def parse_card(name: str, text: str) -> int:
    """Return the card of a letter."""
    if text not in CARD_TEXTS:
        raise BadNotation(f"{name} must be J, Q, K or ?, not {text!r}")
    return UNKNOWN if text == "?" else CARD_TEXTS.index(text)


# --- the game -----------------------------------------------------------------------------------


class KuhnView(View):
    """The table from one seat."""

    @property
    def card(self) -> str:
        """The seat's own card."""
        return CARD_TEXTS[self.observation.card[self.seat]]

    def fields(self) -> dict[str, Any]:
        """Return the table as plain values."""
        state = self.observation
        return {
            "to_move": int(state.seat),
            "hand": int(state.hand),
            "score": state.score.tolist(),
            "cards": [CARD_TEXTS[card] for card in state.card],
            "last": MOVE_TEXTS[state.last],
        }


GAME = Game(
    name="kuhn",
    doc="Kuhn poker: three cards, two seats, one bet",
    version=1,
    state=STATE,
    verbs={
        verbs.new_game: new_game,
        verbs.to_move: to_move,
        verbs.legal_actions: legal_actions,
        verbs.apply: apply,
        verbs.returns: returns,
        verbs.outcome: outcome,
        verbs.observe: observe,
        verbs.determinize: determinize,
        verbs.evaluate: evaluate,
        verbs.scramble: scramble,
        verbs.check_state: check_state,
    },
    options=(Option("hands", 10, "hands in a match", 1, MAX_HANDS),),
    policies=(UNIFORM_POLICY, BALANCED),
    notation=Notation(
        action_text=action_text,
        parse_action=parse_action,
        state_text=state_text,
        parse_state=parse_state,
        action_group=lambda settings, action: "moves",
    ),
    view=KuhnView,
    num_seats=lambda settings: NUM_SEATS,
    num_actions=lambda settings: len(Move),
    max_decisions=lambda settings: MAX_MOVES * int(settings["hands"]),
    problems=PROBLEMS,
)
