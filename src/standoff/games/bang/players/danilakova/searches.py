"""`mcai` and `hybrid`: the searches of Danilakova's thesis, chapters 7.6 and 7.8.

Both are `mcts` in worlds whose roles are guessed by points against the Sheriff. The thesis guesses
them again for each playout in the same world; here each world has its own roles, so that a tree
belongs to one deal. `hybrid` looks only some moves ahead and scores the lives of all players, also
when the game has ended: a bonus of five lives for a win made it no stronger.
"""

from functools import partial
from typing import Any

from standoff.games.bang.actions import NUM_ACTIONS, Code
from standoff.games.bang.outcome import evaluate
from standoff.games.bang.players.danilakova.evolution import NUM_HYBRID, score_lives
from standoff.games.bang.players.danilakova.weight_files import HYBRID, read_individual
from standoff.kit import NamedSearch, NumbersOption, Seat, State, Value, kernel

IDLE = (Code.PASS, *range(Code.DISCARD, Code.BANG), *range(Code.UNSEEN, NUM_ACTIONS))
"""Pass and discards: the thesis leaves them out when it opens a node (7.6.4.2).

It does not tell seen cards from unseen ones either.
"""
FIRST_HEALTH = 1
"""The first number of an individual of `hybrid` is its depth."""

COMMON: dict[str, Value] = {
    "ms": 500.0,
    "playout": "rai",
    "beliefs": "danilakova",
    "expand": "all",
    "hold_back": "true",
    "answer": "sum",
}
SEARCHES = {
    "mcai": NamedSearch(
        "mcts",
        "a tree in each of 8 worlds, played out by rai (Danilakova 7.6)",
        {**COMMON, "worlds": 8, "horizon": "game", "c": 0.7},
    ),
    "hybrid": NamedSearch(
        "mcts",
        "mcai in 16 worlds that looks a few moves ahead and counts lives (Danilakova 7.8)",
        {**COMMON, "worlds": 16, "horizon": "depth", "c": 2.0},
        NumbersOption(
            "individual",
            "default",
            "depth and multipliers: default, or a file of `standoff train`",
            read=partial(read_individual, HYBRID),
        ),
        lambda individual: {"depth": round(individual[0])},
    ),
}


@kernel
def appraise(state: State, seat: Seat, individual: Any) -> float:
    """Return what all lives are worth to a seat, by the roles in `state` (7.8.5).

    Without an individual this is `evaluate`.
    """
    if len(individual) < FIRST_HEALTH + NUM_HYBRID:
        return evaluate(state, seat)
    return score_lives(state, seat, individual[FIRST_HEALTH:])
