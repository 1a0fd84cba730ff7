"""A trail of three steps that two seats walk in turn: small enough to work its tree out by hand.

Nothing is hidden. Codes 0 and 4 are idle. Step 1 offers all five codes, step 2 only idle ones, step
3 one of each sort. Whoever began wins if the first code was WINNING. A position is worth ten for
each step that was made, and one more for seat 1; weights add their sum.
"""

import numpy as np

from standoff import verbs
from standoff.kit import (
    Agents,
    Game,
    NamedSearch,
    NumbersOption,
    Policy,
    Rules,
    Size,
    Texts,
    collect_verbs,
    copy_record,
    kernel,
    renew_rng,
    seed_rng,
    state_dtype,
)
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
    renew_rng(state.rng, rng)


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
def choose_flat(state, seat, params, rng, scratch, rows):
    return choose_uniform(state, rng, rows[0])


@kernel
def check_state(state):
    return 0


def read_sum(text):
    return tuple(float(part) for part in text.split("+"))


GAME = Game(
    name="trail",
    doc="",
    version=1,
    rules=Rules(
        state_dtype(
            [("rng", np.uint64, (2,)), ("count", np.int64), ("steps", np.int64, (LENGTH,))],
            mark="trail",
        ),
        collect_verbs(__name__) | {verbs.scramble: determinize},
        is_open=True,
    ),
    options=(),
    size=Size(seats=2, actions=NUM_CODES, decisions=LENGTH),
    texts=Texts(actions=[str(action) for action in range(NUM_CODES)]),
    agents=Agents(
        policies=(Policy("flat", "plays as uniform does", choose_flat),),
        idle=lambda settings: IDLE,
        presets={"deep": {"walker": {"c": 3.0, "iterations": 9}}},
        searches={
            "walker": NamedSearch("mcts", "walks", {"ms": 5.0, "worlds": 2, "expand": "all"}),
            "flat": NamedSearch("mcts", "is hidden by the policy of that name", {}),
            "ismcts": NamedSearch("mcts", "comes before the searcher of that name", {"worlds": 7}),
            "weigher": NamedSearch(
                "mcts",
                "weighs",
                {"iterations": 20, "horizon": "depth"},
                NumbersOption("numbers", "1+2", "numbers", read=read_sum),
                lambda numbers: {"depth": int(numbers[0])},
            ),
        },
    ),
)
