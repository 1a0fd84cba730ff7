"""A trail of three steps that two seats walk in turn: small enough to work its tree out by hand.

Nothing is hidden. Codes 0 and 4 are idle. Step 1 offers all five codes, step 2 only idle ones, step
3 one of each sort. Whoever began wins if the first code was WINNING. A position is worth ten for
each step that was made, and one more for seat 1; weights add their sum.
"""

import numpy as np

from standoff import verbs
from standoff._jit import copy_record, kernel
from standoff.game import UNIFORM_POLICY, Game, Mind, Notation, Policy, state_dtype
from standoff.option import NumbersOption
from standoff.position import View
from standoff.rng import next_word, seed_rng
from standoff.simulation import choose_uniform

WINNING = 2
IDLE = (0, 4)
NUM_CODES = 5
LENGTH = 3
NO_SEAT = -1


@kernel
def new_game(state, options, seed):
    seed_rng(state.rng, seed)
    state.steps[:] = -1
    state.count = 0


@kernel
def to_move(state):
    return NO_SEAT if state.count == LENGTH else state.count % 2


@kernel
def legal_actions(state, out):
    count = 0
    for code in range(NUM_CODES):
        is_idle = code in (0, 4)
        if (
            state.count == 0
            or (state.count == 1 and is_idle)
            or (state.count == 2 and code in (0, 2))
        ):
            out[count] = code
            count += 1
    return count


@kernel
def apply(state, action):
    state.steps[state.count] = action
    state.count += 1


@kernel
def returns(state, out):
    out[0] = 1.0 if state.steps[0] == WINNING else 0.0
    out[1] = 1.0 - out[0]


@kernel
def outcome(state, out):
    won = int(state.steps[0] == WINNING)
    for seat in range(2):
        out[seat].score = won if seat == 0 else 1 - won
        out[seat].rank = 2 - out[seat].score
        out[seat].result = 2 * out[seat].score


@kernel
def observe(state, seat, out):
    copy_record(state, out)
    out.rng[:] = 0


@kernel
def determinize(state, seat, rng):
    for word in range(2):
        state.rng[word] = next_word(rng)


@kernel
def evaluate(state, seat):
    return 10.0 * state.count + seat


@kernel
def appraise(state, seat, weights):
    total = evaluate(state, seat)
    for weight in weights:
        total += weight
    return total


@kernel
def choose_flat(state, seat, params, rng, scratch, action_rows):
    return choose_uniform(state, rng, action_rows[0])


@kernel
def check_state(state):
    return 0


def read_sum(text):
    return tuple(float(part) for part in text.split("+"))


GAME = Game(
    name="trail",
    doc="",
    version=1,
    state=state_dtype(
        [("rng", np.uint64, (2,)), ("count", np.int64), ("steps", np.int64, (LENGTH,))],
        mark="trail",
    ),
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
        verbs.scramble: determinize,
        verbs.check_state: check_state,
        verbs.appraise: appraise,
    },
    options=(),
    policies=(UNIFORM_POLICY, Policy("flat", "plays as uniform does", choose_flat)),
    notation=Notation(
        action_text=lambda settings, action: str(action),
        parse_action=lambda settings, text: int(text),
        state_text=lambda settings, state: ",".join(map(str, state.steps)),
        parse_state=lambda settings, text, state: None,
        action_group=lambda settings, action: "",
    ),
    view=View,
    num_seats=lambda settings: 2,
    num_actions=lambda settings: NUM_CODES,
    max_decisions=lambda settings: LENGTH,
    is_open=True,
    idle=lambda settings: IDLE,
    presets={"deep": {"walker": {"c": 3.0, "iterations": 9}}},
    minds={
        "walker": Mind("mcts", "walks", {"ms": 5.0, "worlds": 2, "expand": "all"}),
        "flat": Mind("mcts", "is hidden by the policy of that name", {}),
        "ismcts": Mind("mcts", "comes before the searcher of that name", {"worlds": 7}),
        "weigher": Mind(
            "mcts",
            "weighs",
            {"iterations": 20, "horizon": "depth"},
            NumbersOption("numbers", "1+2", "numbers", read=read_sum),
            lambda numbers: {"depth": int(numbers[0])},
        ),
    },
)
