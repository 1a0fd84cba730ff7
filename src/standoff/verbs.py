"""The verbs that every game defines, with the same names and arguments.

`state` is one record of the game's dtype; `out` arrays and records are filled in place. A verb can
be called from Python and from kernels; the record type chooses the game. If a game does not define
an optional verb, the body written here is used.
"""

import sys
from collections.abc import Callable
from enum import IntEnum
from types import ModuleType
from typing import Any

import numpy as np

from standoff._jit import flatten_record, optional_verb, verb

State = Any
"""One element of an array of a game's state dtype, a `numpy.record`."""
Seat = int
Action = int

ACTION = np.int32
"""The dtype of arrays of action codes."""

NOBODY = -1
"""What `to_move` returns when the game is over."""
NO_ROLE = -1
NO_ROUNDS = -1


class Result(IntEnum):
    """The result of a finished game for one seat."""

    LOSS = 0
    TIE = 1
    WIN = 2


OUTCOME = np.dtype(
    (
        np.record,
        [
            ("rank", np.float64),  # 1 is best; tied seats get the mean of their ranks
            ("score", np.float64),  # as the rulebook counts it
            ("result", np.int64),  # a Result
        ],
    )
)


@verb
def new_game(state: State, options: Any, seed: int) -> None:
    """Deal; all chance of the game comes from `state.rng`, seeded here."""


@verb
def to_move(state: State) -> Seat:  # type: ignore[empty-body]
    """Return the seat that must decide now, or NOBODY when the game is over."""


@verb
def legal_actions(state: State, out: Any) -> int:  # type: ignore[empty-body]
    """Fill `out` with the legal codes, ascending, without duplicates; return how many."""


@verb
def apply(state: State, action: Action) -> None:
    """Make a legal move; the action is not checked."""


@verb
def observe(state: State, seat: Seat, out: State) -> None:
    """Fill `out` with what the seat may know of the state; the rest is UNKNOWN, `rng` is zero."""


@verb
def determinize(state: State, seat: Seat, rng: Any) -> None:
    """Turn an observation, in place, into a random world that fits it, with its own chance."""


@verb
def evaluate(state: State, seat: Seat) -> float:  # type: ignore[empty-body]
    """Return a simple value of the position for that seat."""


@verb
def scramble(state: State, seat: Seat, rng: Any) -> None:
    """Change at random, in place, everything that `seat` must not know, and nothing else.

    Write it from the rules about secrets, not from `observe`, because it judges `observe`.
    """


@verb
def check_state(state: State) -> int:  # type: ignore[empty-body]
    """Return flags for everything that is wrong with a state; 0 if it is sound."""


@optional_verb
def returns(state: State, out: Any) -> None:
    """Fill `out[seat]` with the reward of each seat after the end of the game.

    Without the verb: 1 for the greatest `evaluate`, 0 if it is shared, -1 for the others.
    """
    for seat in range(len(out)):
        own = evaluate(state, seat)
        out[seat] = 1.0
        for other in range(len(out)):
            value = evaluate(state, other)
            if value > own:
                out[seat] = -1.0
            elif value == own and other != seat:
                out[seat] = min(out[seat], 0.0)


@optional_verb
def outcome(state: State, out: Any) -> None:
    """Fill `out[seat]`, records of OUTCOME, with the current rank, score and result.

    Without the verb: the score is `evaluate`, and the greatest wins.
    """
    for seat in range(len(out)):
        own = evaluate(state, seat)
        above = 0
        equal = 0
        for other in range(len(out)):
            value = evaluate(state, other)
            above += int(value > own)
            equal += int(value == own and other != seat)
        out[seat].rank = 1 + above + equal / 2
        out[seat].score = own
        out[seat].result = Result.WIN - int(equal > 0)
        if above > 0:
            out[seat].result = Result.LOSS


@optional_verb
def team(state: State, seat: Seat) -> int:
    """Return the number of the seat's team in the true state; it never changes in a game."""
    return seat


@optional_verb
def role(state: State, seat: Seat) -> int:
    """Return the number of the seat's role in the true state; NO_ROLE in games without roles."""
    return NO_ROLE


@optional_verb
def rounds(state: State) -> int:
    """Return how many rounds have begun; NO_ROUNDS in games that do not count them."""
    return NO_ROUNDS


@optional_verb
def believe(state: State, seat: Seat, belief: int, out: Any) -> None:
    """Fill `out`, of the game's `beliefs.shape`, with what `imagine` needs of an observation.

    `belief` is an index in the game's `beliefs.names`. Called once for a decision, with zeros in
    `out`.
    """


@optional_verb
def imagine(state: State, seat: Seat, belief: int, believed: Any, rng: Any) -> None:
    """Turn an observation, in place, into a world drawn by a belief [`determinize`].

    `believed` is what `believe` has filled in; it must not be changed.
    """
    determinize(state, seat, rng)


@optional_verb
def appraise(state: State, seat: Seat, weights: Any) -> float:
    """Return a weighted value of the position for that seat [`evaluate`]."""
    return evaluate(state, seat)


@optional_verb
def measure(state: State, action: Action, estimator: int, observation: State, out: Any) -> None:
    """Count things of interest in a decision, before its action is applied to the true state.

    `observation` belongs to the seat to move, and may be overwritten. `out` holds the counters of
    the entrant that decides (see `standoff.measure`).
    """


@optional_verb
def measure_end(state: State, seat: Seat, out: Any) -> None:
    """Count things of interest for one seat of a finished game; `out` as in `measure`."""


@optional_verb
def features(state: State, seat: Seat, out: Any) -> None:
    """Fill `out`, float32, with numbers for a learner, from the seat's observation only.

    `Game.features` says what they mean. The own seat comes first, then the others in the order of
    seats. Without the verb they are the seat and the raw numbers of the record.
    """
    out[0] = seat
    flatten_record(state, out[1:])


@optional_verb
def leave(state: State, seat: Seat) -> None:
    """Let a player leave for good, in place, in games whose rules say what happens then.

    Somebody else may be asked to decide next, or the game may be over.
    """


REQUIRED = (
    new_game,
    to_move,
    legal_actions,
    apply,
    observe,
    determinize,
    evaluate,
    scramble,
    check_state,
)
OPTIONAL = (
    returns,
    outcome,
    team,
    role,
    rounds,
    believe,
    imagine,
    appraise,
    measure,
    measure_end,
    features,
    leave,
)


def collect_verbs(*modules: ModuleType | str) -> dict[Callable[..., Any], Callable[..., Any]]:
    """Return the body of each verb: the function of the same name in one of the modules.

    A module must define the function; imported ones do not count. A game in one file passes its
    `__name__`.
    """
    bodies: dict[Callable[..., Any], Callable[..., Any]] = {}
    for verb_ in (*REQUIRED, *OPTIONAL):
        for given in modules:
            module = sys.modules[given] if isinstance(given, str) else given
            body = vars(module).get(verb_.__name__)
            if body is None or body.__module__ != module.__name__:
                continue
            if verb_ in bodies:
                raise ValueError(f"{verb_.__name__} is defined twice, the last time in {module}")
            bodies[verb_] = body
    return bodies
